"""The folded bit tree: exact where code forgets, bounded where it counts, and never fooled."""

import functools
import itertools
import random
from datetime import datetime
from fractions import Fraction

import pytest

from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.verify.laws import chain, running
from exactdp.verify.laws import states as states_module
from exactdp.verify.laws.chain import chain_law
from exactdp.verify.laws.exact import exact_law
from exactdp.verify.laws.interception import interception
from exactdp.verify.laws.running import Machine, timed
from exactdp.verify.laws.states import ASSUMPTION
from exactdp.verify.laws.target import target_of

HALF = Fraction(1, 2)


def first_head(_, source):
    """Never counts, so it forgets: three states at most."""
    while not source.bits(1):
        pass
    return "done"


def flips(value, source):
    return sum(source.bits(1) for _ in range(value))


def test_code_that_draws_nothing_has_one_output_and_costs_nothing():
    law = exact_law(lambda value, source: value * 2, 21)
    assert (law.probabilities, law.undecided, law.bits) == ({"42": 1}, 0, 0)


def test_a_loop_that_forgets_is_folded_to_an_exact_law():
    law = exact_law(first_head, 0)
    assert (law.probabilities, law.undecided, law.bits) == ({"'done'": 1}, 0, 2)
    assert ASSUMPTION in law.assumptions
    assert law.limits == ()


def test_without_folding_only_bounds_remain():
    def counting(_, source):
        k = 0
        while not source.bits(1):
            k += 1
        return k

    law = exact_law(counting, 0, depth=10)
    assert law.undecided == Fraction(1, 2**10)
    assert law.probabilities == {str(k): Fraction(1, 2 ** (k + 1)) for k in range(10)}
    assert law.limits == ("paths less likely than 2^-10",)
    assert ASSUMPTION not in law.assumptions
    assert law.bits < 2


def test_a_counter_that_stops_gives_a_finite_chain():
    def saturating(_, source):
        k = 0
        while not source.bits(1):
            k = min(k + 1, 3)
        return k

    law = exact_law(saturating, 0)
    assert law.exact
    assert law.probabilities == {"0": HALF, "1": HALF**2, "2": HALF**3, "3": HALF**3}


def test_the_bits_of_a_generator_are_summed_out_of_sight_and_so_not_folded():
    law = exact_law(flips, 4)
    assert law.exact
    assert law.probabilities == {str(k): Fraction(c, 16) for k, c in enumerate([1, 4, 6, 4, 1])}


def test_a_for_loop_is_not_folded_but_the_loops_inside_it_are():
    def dice(_, source):
        total = 0
        for _ in range(2):
            total += source.below(3)
        return total

    law = exact_law(dice, 0)
    assert law.exact
    assert law.probabilities == {str(k): Fraction(c, 9) for k, c in enumerate([1, 2, 3, 2, 1])}


def test_calls_by_way_of_c_are_not_folded():
    def mapped(_, source):
        return sum(map(source.bits, [1, 1, 1]))

    def sorting(_, source):  # the comparisons are made by C, with a state of its own
        return tuple(sorted([0, 1, 2], key=lambda _: source.below(3)))

    assert exact_law(mapped, 0).probabilities["3"] == Fraction(1, 8)
    law = exact_law(sorting, 0)
    assert law.exact
    assert law.probabilities["(0, 1, 2)"] == Fraction(10, 27)  # keys that do not descend


def test_a_state_in_a_closure_is_seen():
    def counting(_, source):
        k = 0

        def more():
            nonlocal k
            k += 1
            return source.bits(1)

        while not more():
            pass
        return k

    law = exact_law(counting, 0, depth=8)
    assert law.probabilities["3"] == Fraction(1, 8)
    assert law.undecided == Fraction(1, 2**8)


def test_a_state_in_a_list_or_an_object_is_seen():
    class Box:
        def __init__(self):
            self.count = 0

    for make, grow, size in (
        (list, lambda box: box.append(1), len),
        (Box, lambda box: setattr(box, "count", box.count + 1), lambda box: box.count),
    ):

        def counting(_, source, make=make, grow=grow, size=size):
            box = make()
            while not source.bits(1):
                grow(box)
            return size(box)

        law = exact_law(target_of(counting), 0, "bits", depth=8)
        assert law.probabilities["3"] == Fraction(1, 16)


def test_operands_that_wait_are_part_of_the_state_if_the_variables_tell_them():
    def told(_, source):
        x = 1
        while x == 1:
            x = x + source.bits(1) - source.bits(1)
        return x

    def lost(_, source):
        x = 1
        return x + (x := 5) * 0 + source.bits(1) + source.below(3)

    assert exact_law(told, 0).probabilities == {"0": HALF, "2": HALF}
    law = exact_law(lost, 0)
    assert law.probabilities["1"] == Fraction(1, 6)
    assert law.exact


def test_random_of_python_is_followed_bit_by_bit_and_call_by_call():
    def dice(value):
        while True:
            x = random.randrange(6)
            if x != value:
                return x

    for source in ("bits", "randbelow"):
        law = exact_law(dice, 3, source)
        assert law.exact
        assert law.probabilities == {str(k): Fraction(1, 5) for k in (0, 1, 2, 4, 5)}


def test_weighted_coins_are_composed():
    def coin(_, source):
        return source.bernoulli(Fraction(1, 3)) + source.bernoulli(1) + source.below(1)

    law = exact_law(coin, 0, "randbelow")
    assert law.probabilities == {"1": Fraction(2, 3), "2": Fraction(1, 3)}
    assert law.bits is None


def test_a_chain_that_never_ends_is_undecided():
    def endless(_, source):
        if source.bits(1):
            return 1
        while True:
            source.bits(1)

    law = exact_law(endless, 0)
    assert (law.probabilities, law.undecided) == ({"1": HALF}, HALF)
    assert law.limits == (chain.ENDLESS,)


def test_a_run_that_takes_too_long_is_undecided(monkeypatch):
    monkeypatch.setattr(running, "RUN_SECONDS", 0)

    def endless(_, source):
        while source.bits(1) == 0:
            while True:
                pass
        return 1

    law = exact_law(endless, 0)
    assert law.undecided >= HALF
    assert any("seconds" in text for text in law.limits)


def test_a_run_that_draws_too_often_is_undecided(monkeypatch):
    monkeypatch.setattr(chain, "MAX_DRAWS", 50)

    def counting(_, source):
        k = 0
        while not source.bernoulli(Fraction(1, 2**40)):
            k += 1
        return k

    law = exact_law(counting, 0, "randbelow")
    assert law.limits == ("50 draws in a run", "paths less likely than 2^-64") or (
        law.limits == ("50 draws in a run",)
    )
    assert law.undecided > HALF


def test_the_number_of_runs_is_limited(monkeypatch):
    monkeypatch.setattr(chain, "RUNS", 8)
    law = exact_law(flips, 10)
    assert "8 runs" in law.limits
    assert law.undecided > 0


def test_recursion_without_end_is_no_output():
    def deeper(value, source):
        return source.bits(1) or deeper(value + 1, source) + 1

    law = exact_law(deeper, 0, depth=6)
    assert law.probabilities == {str(k): HALF**k for k in range(1, 7)}
    assert law.undecided == HALF**6

    def down(value):
        return down(value)

    law = exact_law(down, 0, "bits")
    assert law.undecided == 1
    assert law.limits == (running.Ended.limit.value,)


def test_an_exception_is_an_output():
    def risky(value, source):
        return 1 // source.bits(1)

    law = exact_law(risky, 0)
    assert law.probabilities == {"1": HALF, "!ZeroDivisionError": HALF}


def test_an_exception_without_exception_is_a_mistake_in_the_call():
    with pytest.raises(InputError, match="raises KeyError on input 7 whatever it draws: '7'"):
        exact_law(lambda value, source: {}[value], 7)


def test_code_that_catches_everything_is_still_stopped():
    def stubborn(_, source):
        found = 0
        for _ in range(3):
            try:
                found += source.bits(1)
            except BaseException:
                found += 100
        return found

    law = exact_law(stubborn, 0, depth=2)
    assert law.undecided == 1

    def raising(_, source):
        try:
            source.bits(1)
            source.bits(1)
        except BaseException:
            raise ValueError from None
        return 0

    assert exact_law(raising, 0, depth=1).undecided == 1


COUNTER = itertools.count()


@pytest.mark.parametrize(
    "draw",
    [
        lambda value, source: datetime.now().microsecond,
        lambda value, source: source.bits(1) * datetime.now().microsecond,
        lambda value, source: next(COUNTER),
    ],
)
def test_other_randomness_is_noticed(draw):
    with pytest.raises(InputError, match="not deterministic given its source"):
        exact_law(draw, 0)


def test_a_state_that_outlives_a_call_is_noticed():
    class Alternating:
        calls = 0

        def more(self, _, source):
            self.calls += 1
            return source.bits(1) if self.calls % 2 else source.bits(2)

        def fewer(self, _, source):
            self.calls += 1
            return source.bits(1) if self.calls == 1 else 0

        def later(self, _, source):
            self.calls += 1
            return source.bits(1) + (source.bits(1) if self.calls > 3 else 0)

    for name in ("more", "fewer", "later"):
        with pytest.raises(InputError, match="not deterministic"):
            exact_law(getattr(Alternating(), name), 0, "bits")


def test_a_draw_with_too_many_answers_is_refused_with_a_way_out():
    with pytest.raises(
        LimitError, match=r"has 18446744073709551616 answers.*--source uniform-grid"
    ):
        exact_law(lambda value, source: source.bits(64), 0)


def test_looking_at_the_bits_used_cannot_be_folded():
    def looking(_, source):
        while not source.bits(1):
            pass
        return source.used

    with pytest.raises(LimitError, match="looks at how many bits were used"):
        exact_law(looking, 0)

    def looking_first(_, source):
        while source.used < 3 and not source.bits(1):
            pass
        return source.used

    law = exact_law(looking_first, 0)
    assert law.probabilities == {"1": HALF, "2": HALF**2, "3": HALF**2}
    assert law.exact


def test_looking_for_equal_states_is_given_up(monkeypatch):
    monkeypatch.setattr(chain, "PATIENCE", 4)
    law = exact_law(lambda value, source: source.bits(3) * 8 + source.bits(3), 0)
    assert law.exact
    assert len(law.probabilities) == 64


def test_the_same_code_is_followed_outside_of_the_main_thread():
    from threading import Thread

    found = []
    thread = Thread(target=lambda: found.append(exact_law(first_head, 0)))
    thread.start()
    thread.join()
    assert found[0].exact


def test_what_the_code_prints_is_dropped(capsys):
    def chatty(value, source):
        print("hello")
        return source.bits(1)

    exact_law(chatty, 0)
    assert capsys.readouterr().out == ""


def test_a_depth_sets_how_many_runs_there_are():
    machine = Machine(target_of(flips), 3, composed=False)
    with interception(), timed(machine):
        law = chain_law(machine, 2)
    assert law.undecided == 1
    assert law.runs < 10


def test_partial_functions_are_code_too():
    law = exact_law(functools.partial(lambda scale, value, source: scale * source.bits(1), 3), 0)
    assert law.probabilities == {"0": HALF, "3": HALF}


def test_where_the_interpreter_does_not_tell_direct_calls_nothing_is_folded(monkeypatch):
    monkeypatch.setattr(states_module._Calls, "direct", lambda self, frame: False)
    law = exact_law(first_head, 0, depth=5)
    assert law.undecided == Fraction(1, 32)
