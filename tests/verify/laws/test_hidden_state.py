"""Code that hides its state where equal variables do not show it: its law is not folded away."""

import contextlib
import itertools
import random
import signal
import threading
import types

import numpy as np
import pytest

from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.sampling.source import BitSource, Tape
from exactdp.verify.laws import chain, running, states
from exactdp.verify.laws.cells import FOLDS
from exactdp.verify.laws.exact import exact_law


def counter():
    x = 0

    def up():
        nonlocal x
        x += 1
        return x

    return up, lambda: x


def which_cell_two_functions_share(_, source):
    up, get = counter()
    if source.bits(1):
        _, get = counter()
    _ = None
    source.bits(1)
    up()
    return get()


def which_cell_a_frame_shares(_, source):
    def outer(other):
        x = 0

        def up():
            nonlocal x
            source.bits(1)
            x += 1
            return x

        if other is None:
            return 10 * outer(up) + x
        called = up if source.bits(1) else other
        del up, other
        called()
        return x

    return outer(None)


def a_function_in_a_list_that_was_dropped(_, source):
    (up, get), (other, _) = counter(), counter()

    def pick(one, two):
        called = two if source.bits(1) else one
        del one, two
        source.bits(1)
        called()

    list(map(pick, [up], [other]))
    return get()


def a_list_that_was_dropped(_, source):
    def inner(box):
        if source.bits(1):
            box.append(1)
        box = None
        source.bits(1)

    found = []
    for box in [found]:
        inner(box)
    return len(found)


def an_attribute_of_a_function(_, source):
    def f():
        pass

    f.k = 0
    while not source.bits(1) and f.k < 3:
        f.k += 1
    return f.k


def an_attribute_of_a_class(_, source):
    class Local:
        k = 0

        @classmethod
        def up(cls):
            cls.k += 1
            return cls.k < 3

    up, local = Local.up, Local()
    del Local
    while not source.bits(1) and up():
        pass
    return local.k


def an_attribute_of_a_generator(_, source):
    rng = random.Random(3)
    rng.k = 0
    while not source.bits(1) and rng.k < 3:
        rng.k += 1
    return rng.k


def an_attribute_of_a_module(_, source):
    module = types.ModuleType("made")
    module.k = 0
    while not source.bits(1) and module.k < 3:
        module.k += 1
    return module.k


class Counting(BitSource):
    def __init__(self, source):
        self.source, self.k = source, 0

    def bits(self, k):
        self.k += 1
        return self.source.bits(k)


def a_source_of_its_own(_, source):
    counting = Counting(source)
    while not counting.bits(1) and counting.k < 4:
        pass
    return counting.k


def a_tape(_, source):
    tape = Tape("0001")
    while not source.bits(1) and not tape.bits(1):
        pass
    return tape.used


def the_order_of_a_set(_, source):
    s = {0, 8}
    if source.bits(1):
        s = {8, 0}
    source.bits(1)
    return next(iter(s))


def the_order_of_a_frozen_set(_, source):
    s = frozenset([0, 8])
    if source.bits(1):
        s = frozenset([8, 0])
    source.bits(1)
    return next(iter(s))


def a_view_of_an_array(_, source):
    a = np.zeros(1, dtype=int)
    b = a[:] if source.bits(1) else np.zeros(1, dtype=int)
    source.bits(1)
    a[0] = 1
    return int(b[0])


def the_attributes_of_one_of_two(_, source):
    a, b = types.SimpleNamespace(x=0), types.SimpleNamespace(x=0)
    names = vars(a if source.bits(1) else b)
    source.bits(1)
    names["x"] = 1
    return a.x


def what_catches_all(_, source):
    while True:
        try:
            x = source.bits(2)
            if x == 0:
                raise ValueError
            return x
        except:  # noqa: E722
            pass


CODES = [
    which_cell_two_functions_share, which_cell_a_frame_shares,
    a_function_in_a_list_that_was_dropped, a_list_that_was_dropped, an_attribute_of_a_function,
    an_attribute_of_a_class, an_attribute_of_a_generator, an_attribute_of_a_module,
    a_source_of_its_own, a_tape, the_order_of_a_set, the_order_of_a_frozen_set, a_view_of_an_array,
    the_attributes_of_one_of_two,
]  # fmt: skip


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.__name__)
def test_the_law_is_that_of_the_bare_tree(monkeypatch, code):
    law = exact_law(code, 0, "bits")
    monkeypatch.setattr(chain, "PATIENCE", 0)
    bare = exact_law(code, 0, "bits")
    assert law.exact
    assert law.probabilities == bare.probabilities
    assert len(law.probabilities) > 1


def test_code_that_catches_everything_comes_to_an_end():
    law = exact_law(what_catches_all, 0, "bits", depth=12)
    assert set(law.probabilities) == {"1", "2", "3"}
    assert law.exact == FOLDS


def test_what_takes_too_long_is_undecided_also_where_the_code_catches_its_end(monkeypatch):
    monkeypatch.setattr(running, "RUN_SECONDS", 0)

    def late(_, source):
        x = source.bits(1)
        try:
            while True:
                x += 1
        except BaseException:
            return 0

    assert exact_law(late, 0, "bits").probabilities == {}


def test_whoever_asks_for_an_end_gets_it_also_where_the_code_catches_that():
    def interrupted(_, source):
        with contextlib.suppress(BaseException):
            signal.raise_signal(signal.SIGINT)
        return source.bits(1)

    with pytest.raises(KeyboardInterrupt):
        exact_law(interrupted, 0, "bits")
    assert exact_law(lambda _, source: source.bits(1), 0, "bits").exact


def test_what_the_code_raises_by_itself_is_an_output_whatever_it_is():
    def leaves(_, source):
        if source.bits(1):
            raise KeyboardInterrupt
        raise GeneratorExit

    assert set(exact_law(leaves, 0).probabilities) == {"!KeyboardInterrupt", "!GeneratorExit"}


def test_draws_in_another_thread_are_refused():
    def threaded(_, source):
        def draw():
            with contextlib.suppress(SystemExit):  # the test runner would tell of it
                source.bits(1)

        thread = threading.Thread(target=draw)
        thread.start()
        thread.join()
        return 0

    with pytest.raises(InputError, match="draws in another thread"):
        exact_law(threaded, 0, "bits")


def test_lists_and_tuples_are_different_outputs():
    laws = [exact_law(lambda _, source, kind=kind: kind([1]), 0, "bits") for kind in (list, tuple)]
    assert [list(law.probabilities) for law in laws] == [["[1]"], ["(1)"]]


def test_what_is_kept_in_the_source_is_refused():
    def kept(_, source):
        while not source.bits(1):
            if source.bits(1):
                source.kept = 1
        return 0

    with pytest.raises((InputError, LimitError), match=r"keeps something in the source|outlives"):
        exact_law(kept, 0, "bits")


def test_elsewhere_nothing_is_folded(monkeypatch):
    monkeypatch.setattr(chain, "FOLDS", False)
    law = exact_law(lambda _, source: next(k for k in itertools.count() if source.bits(1)), 0,
                    depth=8)  # fmt: skip
    assert law.undecided == 1 / 2**8
    law = exact_law(what_catches_all, 0, depth=8)
    assert not law.exact
    assert states.ASSUMPTION not in law.assumptions
