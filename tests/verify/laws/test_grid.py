"""Code that draws uniform floats, or long words: its law on the grid, exactly."""

import math
import os
import random
import secrets
from fractions import Fraction

import numpy as np
import pytest

from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.verify.laws import grid, interception, running
from exactdp.verify.laws.exact import exact_law
from exactdp.verify.laws.grid import known_points

GRID = 2**53


@pytest.fixture(autouse=True)
def unseeded():
    """Let numpy's own generator be one of chance: hypothesis seeds it, which an audit refuses."""
    before = np.random.get_bit_generator()
    np.random.set_bit_generator(np.random.MT19937())
    yield
    np.random.set_bit_generator(before)


def test_known_points_are_few_and_hold_the_ends_and_the_middle():
    points = known_points(GRID)
    assert {0, 1, GRID // 2 - 1, GRID // 2, GRID // 2 + 1, GRID - 1} <= set(points)
    assert points == sorted(set(points))
    assert len(points) < 150
    assert known_points(2) == [0, 1]


UNIFORMS = {
    "random.random": lambda _: random.random(),
    "an instance of random.Random": lambda _: random.Random().random(),
    "secrets.SystemRandom": lambda _: secrets.SystemRandom().random(),
    "random.uniform": lambda _: random.uniform(0, 1),
    "numpy default_rng": lambda _: np.random.default_rng().random(),
    "numpy default_rng, an array": lambda _: np.random.default_rng().random(1)[0],
    "numpy PCG64": lambda _: np.random.Generator(np.random.PCG64()).random(),
    "numpy global": lambda _: np.random.random(),
    "numpy global rand": lambda _: np.random.rand(),
}


@pytest.mark.parametrize("name", UNIFORMS)
def test_uniform_floats_of_all_common_sources_are_the_grid(name):
    draw = UNIFORMS[name]
    law = exact_law(lambda value: int(draw(value) < 0.3), 0)
    hits = math.ceil(Fraction(0.3) * GRID)
    assert law.probabilities == {"0": 1 - Fraction(hits, GRID), "1": Fraction(hits, GRID)}
    assert (law.method, law.exact, law.bits) == ("grid", True, None)


def test_a_source_that_is_handed_over_has_floats_too():
    law = exact_law(lambda value, source: int(source.random() >= 0.5), 0, "uniform-grid")
    assert law.probabilities == {"0": Fraction(1, 2), "1": Fraction(1, 2)}


def test_the_law_is_that_of_all_points_one_by_one(monkeypatch):
    """On a grid so coarse that it can be counted."""
    monkeypatch.setattr(grid, "ENUMERATED", 16)
    size = 4096

    def code(value, source):
        k = source.below(size)
        return value - int(math.log((k + 1) / size) * 3) if k % size != 2048 else -1

    law = exact_law(code, 2, "uniform-grid")
    counted = {}
    for k in range(size):
        name = str(2 - int(math.log((k + 1) / size) * 3) if k != 2048 else -1)
        counted[name] = counted.get(name, 0) + Fraction(1, size)
    assert law.probabilities == counted


def test_two_floats():
    def code(_):
        return int(random.random() < 0.25) + int(random.random() < 0.5)

    law = exact_law(code, 0)
    assert law.probabilities == {"0": Fraction(3, 8), "1": Fraction(1, 2), "2": Fraction(1, 8)}


def test_an_exception_at_one_point_has_its_probability():
    def code(_):
        return min(3, int(-math.log2(random.random())))

    law = exact_law(code, 0)
    assert law.probabilities["!ValueError"] == Fraction(1, GRID)
    assert law.probabilities["1"] == Fraction(1, 4)


def test_infinity_and_nan_are_outputs_where_the_code_names_them():
    def code(_):
        x = np.log(np.random.random())
        return "infinite" if np.isinf(x) else "nan" if np.isnan(x) else int(x < -1)

    assert exact_law(code, 0).probabilities["'infinite'"] == Fraction(1, GRID)


def test_words_of_bits_are_bisected_on_demand():
    def code(_):
        return int.from_bytes(os.urandom(8), "big") < 10**19

    law = exact_law(code, 0, "uniform-grid")
    assert law.probabilities["True"] == Fraction(10**19, 2**64)
    with pytest.raises(LimitError, match="--source uniform-grid bisects it"):
        exact_law(code, 0, "random53")

    def numpy_words(_):
        return bool(np.random.PCG64().random_raw() < 2**62)

    assert exact_law(numpy_words, 0, "uniform-grid").probabilities["True"] == Fraction(1, 4)

    def numpy_halves(_):
        return bool(np.random.Generator(np.random.SFC64()).integers(0, 2**32, dtype=np.uint32) < 9)

    law = exact_law(numpy_halves, 0, "uniform-grid")
    assert law.probabilities["True"] == Fraction(9, 2**32)


def test_integers_are_calls():
    for code in (
        lambda _: random.randrange(6),
        lambda _: random.randint(0, 5),
        lambda _: secrets.randbelow(6),
        lambda _: np.random.default_rng().integers(6),
        lambda _: np.random.default_rng().integers(0, 5, endpoint=True),
        lambda _: np.random.default_rng().integers(0, 6, size=2)[1],
        lambda _: random.choice(range(6)),
    ):
        assert exact_law(code, 0, "randbelow").probabilities == {
            str(k): Fraction(1, 6) for k in range(6)
        }
    for code in (
        lambda _: random.getrandbits(2),
        lambda _: random.SystemRandom().getrandbits(2),
        lambda _: secrets.randbits(2),
        lambda _: os.urandom(1)[0] % 4,
        lambda _: random.randbytes(1)[0] >> 6,
        lambda _: random.Random().getrandbits(2),
    ):
        assert len(exact_law(code, 0, "randbelow").probabilities) == 4
    with pytest.raises(InputError, match=r"ValueError.*low >= high"):
        exact_law(lambda _: np.random.default_rng().integers(3, 3), 0, "randbelow")


def test_arrays_of_bounds_are_left_to_numpy():
    def code(_):
        return int(np.random.default_rng().integers([3], [4])[0])

    assert exact_law(code, 0, "uniform-grid").probabilities == {"3": 1}


def test_after_the_block_all_draws_are_what_they_were():
    kept = []

    def code(_):
        kept.append(np.random.default_rng())
        kept.append(random.Random(0))
        return 0

    before = random.random, os.urandom, np.random.default_rng
    exact_law(code, 0)
    assert (random.random, os.urandom, np.random.default_rng) == before
    assert 0 <= kept[0].random() < 1  # a diverted generator draws from the system then
    assert 0 <= kept[0].integers(6) < 6
    assert kept[1].random() == random.Random(0).random()
    with interception.interception():
        assert 0 <= random.random() < 1
        assert len(os.urandom(3)) == 3


def test_numpy_rejection_ends_although_no_exception_can_end_it():
    def code(_):
        rng = np.random.default_rng()
        while rng.random() < 0.5:
            pass
        return 1

    law = exact_law(code, 0, depth=60)
    assert law.undecided == Fraction(1, 2)
    assert law.limits == ("paths less likely than 2^-60",)


def test_code_that_is_not_monotone_is_refused():
    def zigzag(_):
        return int(random.random() * 10**6) % 2

    with pytest.raises(LimitError, match=r"not monotone in a draw.*the draws .* give"):
        exact_law(zigzag, 0)

    def bump(_):
        u = random.random()
        return 0 if u < 0.3 else 2 if u < 0.305 else 1

    with pytest.raises(LimitError, match="give 0, 2, 1"):
        exact_law(bump, 0)

    def spike(_):
        return "in" if 0.301 < random.random() < 0.311 else "out"

    with pytest.raises(LimitError, match="give 'out', 'in', 'out'"):
        exact_law(spike, 0)

    def inner(_):
        u = random.random()
        return random.getrandbits(1) if 0.301 < u < 0.311 else 0

    with pytest.raises(LimitError, match="give 0, a law, 0"):
        exact_law(inner, 0)


def test_nothing_is_followed_beyond_the_depth_or_the_runs(monkeypatch):
    law = exact_law(lambda value: int(random.random() < 0.5), 0, depth=20)
    assert law.undecided == 1
    monkeypatch.setattr(grid, "RUNS", 300)

    def code(_):
        return int(random.random() * 50)

    law = exact_law(code, 0)
    assert 0 < law.undecided < 1
    assert law.limits == ("300 runs",)


def test_small_draws_are_enumerated():
    def code(_):
        return random.randrange(3) + int(random.random() < 0.5)

    law = exact_law(code, 0)
    assert law.probabilities["0"] == Fraction(1, 6)

    def coins(_, source):
        return int(source.bernoulli(Fraction(1, 3))) + int(source.random() < 0.5)

    assert exact_law(coins, 0, "random53").probabilities["2"] == Fraction(1, 6)


def test_the_interpreter_s_limits_and_time_are_undecided(monkeypatch):
    def down(value):
        return down(value)

    law = exact_law(down, 0)
    assert (law.undecided, law.limits) == (1, (running.Ended.limit.value,))
    monkeypatch.setattr(running, "RUN_SECONDS", 0)

    def endless(_):
        while random.random() < 2:
            while True:
                pass

    law = exact_law(endless, 0)
    assert law.undecided == 1


def test_code_that_is_no_function_of_its_draws_is_noticed():
    class Alternating:
        calls = 0

        def output(self, _):
            self.calls += 1
            return (random.random() < 0.5) + self.calls

        def draws(self, _):
            self.calls += 1
            return int(random.random() * 0 if self.calls % 3 else random.getrandbits(9))

        def fewer(self, _):
            self.calls += 1
            return int(random.random() < 0.5) if self.calls < 3 else 0

        def late(self, _):  # changes after all was found
            self.calls += 1
            return int(random.random() < 0.5) + (self.calls > 400)

    for name in ("output", "draws", "fewer"):
        with pytest.raises((InputError, LimitError), match=r"not deterministic|not monotone"):
            exact_law(getattr(Alternating(), name), 0)
    counting = Alternating()
    runs = exact_law(lambda _: int(random.random() < 0.5), 0).runs - grid.REPEATED
    counting.calls = 400 - runs
    with pytest.raises(InputError, match="not deterministic"):
        exact_law(counting.late, 0)


def test_code_that_draws_nothing():
    assert exact_law(lambda value: value + 1, 3).probabilities == {"4": 1}
