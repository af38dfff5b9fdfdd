"""States that are equal are equal in all that the code can see."""

import collections
import dis
import functools
import random
import types
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq

from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.sampling.source import SeededSource
from exactdp.verify.laws import operands as operands_module
from exactdp.verify.laws.absorption import visits
from exactdp.verify.laws.forks import Forks
from exactdp.verify.laws.interception import interception
from exactdp.verify.laws.operands import operands
from exactdp.verify.laws.snapshot import Same, Snapshot, Unreadable


def snapshot(*values):
    found = Snapshot()
    return tuple(found.of(value) for value in values), found.mutable


SIMPLE = [0, 1, True, None, "1", b"1", 1.0, float("nan"), 1j, Fraction(1), fmpq(1), range(3),
          np.int64(1), np.float64(1), (1, (2,))]  # fmt: skip


@pytest.mark.parametrize("value", SIMPLE)
def test_values_are_told_apart_by_type_and_value(value):
    keys = [snapshot(other) for other in SIMPLE]
    assert keys.count(snapshot(value)) == 1
    assert not snapshot(value)[1]


def test_containers_are_compared_by_value_and_marked_as_mutable():
    for make in (list, lambda x: dict.fromkeys(x), bytearray, np.array):
        assert snapshot(make([1, 2])) == snapshot(make([1, 2]))
        assert snapshot(make([1, 2])) != snapshot(make([1, 3]))
        assert snapshot(make([1, 2]))[1]


def test_which_containers_are_one_and_the_same_is_part_of_a_state():
    one, other = [1], [1]
    assert snapshot(one, one) != snapshot(one, other)
    cycle = []
    cycle.append(cycle)
    assert snapshot(cycle) == snapshot(cycle)


class Plain:
    def __init__(self, x):
        self.x = x


class Slotted:
    __slots__ = "x"


class Unset:
    __slots__ = ("x", "y")


class Private:
    __slots__ = ("__x",)

    def __init__(self, x):
        self.__x = x


class Twice(Slotted):
    __slots__ = ("x",)


class Hidden(Slotted):
    x = 0


class Both(Slotted):
    __slots__ = ("__dict__", "__weakref__", "y")


class Lying:
    def __getattribute__(self, name):
        return 0


class Bare:
    __slots__ = ()

    @property
    def __dict__(self):
        return {}


def test_objects_are_compared_by_their_attributes():
    assert snapshot(Plain(1)) == snapshot(Plain(1)) != snapshot(Plain(2))
    one, other = Slotted(), Slotted()
    one.x = other.x = 1
    assert snapshot(one) == snapshot(other)
    other.x = 2
    assert snapshot(one) != snapshot(other)
    assert snapshot(Unset()) == snapshot(Unset())

    assert snapshot(Private(1)) == snapshot(Private(1)) != snapshot(Private(2))
    for value in (Twice(), Hidden(), Lying(), Bare()):
        with pytest.raises(Unreadable):
            snapshot(value)
    one, other = Both(), Both()
    one.x = one.y = one.z = other.x = other.y = other.z = 1
    assert snapshot(one) == snapshot(other)
    other.z = 2
    assert snapshot(one) != snapshot(other)
    level = PrivacyLevel.from_alpha
    assert snapshot(level("1/2")) == snapshot(level("1/2")) != snapshot(level("1/3"))


def test_functions_are_compared_by_code_closure_and_defaults():
    def make(cell, default):
        def f(x=default):
            return x, cell

        return f

    assert snapshot(make(1, 2)) == snapshot(make(1, 2))
    assert snapshot(make(1, 2)) != snapshot(make(3, 2))
    assert snapshot(make(1, 2)) != snapshot(make(1, 3))
    one = make(1, 2)
    one.kept = 1
    assert snapshot(one) != snapshot(make(1, 2))
    assert snapshot(one)[1]
    assert not snapshot(snapshot)[1]


def test_methods_are_compared_by_their_objects():
    assert snapshot([].append) == snapshot([].append) != snapshot([1].append)
    assert snapshot(len) == snapshot(len) != snapshot(max)
    one = Forks(lambda size, weights: 0)
    assert snapshot(one.bits) == snapshot(one.bits) != snapshot(one.below)
    assert snapshot(one)[1] is False


def test_the_order_of_a_dictionary_is_part_of_it_and_it_may_be_that_of_an_object():
    assert snapshot({1: 0, 2: 0}) != snapshot({2: 0, 1: 0})
    one, other = Plain(1), Plain(1)
    assert snapshot(one, other, vars(one)) != snapshot(one, other, vars(other))


def test_attributes_of_sources_are_part_of_them():
    one = random.Random(1)
    before = snapshot(one)
    one.kept = 1
    assert snapshot(one) != before
    assert snapshot(one)[1]
    assert not snapshot(random.randrange)[1]
    extended = Forks(lambda size, weights: 0)
    extended.kept = 1
    with pytest.raises(Unreadable):
        snapshot(extended)


with interception():
    DIVERTED = np.random.default_rng()


@pytest.mark.parametrize("value", [random, int, Plain, random.Random(1), DIVERTED, object(),
                                   str.maketrans])  # fmt: skip
def test_modules_classes_and_intercepted_sources_are_themselves(value):
    assert snapshot(value) == snapshot(value)
    assert snapshot(value) != snapshot(functools)
    assert Same(value) != value


@pytest.mark.parametrize(
    "value",
    [
        iter([1]),
        (x for x in [1]),
        functools.partial(max, 1),
        ValueError(1),
        collections.deque(),
        {1},
        frozenset([1]),
        SeededSource(1),
        np.random.default_rng(),
        type("Made", (), {}),
        types.ModuleType("made"),
        np.array([None]),
        np.arange(3)[:2],
        np.zeros((2, 2), order="F"),
        [0] * 3000,
    ],
)
def test_what_has_a_hidden_or_a_huge_state_is_not_read(value):
    with pytest.raises(Unreadable):
        snapshot(value)


def test_a_variable_without_a_value_yet_is_not_read():
    def inner():
        return later

    with pytest.raises(Unreadable):
        snapshot(inner)
    later = 1
    assert inner() == later


# -- operands --------------------------------------------------------------------------


def below(f):
    calls = [step.offset for step in dis.get_instructions(f) if step.opname == "CALL"]
    found = operands(f.__code__)
    return [None if found[k] is None else sorted(found[k]) for k in calls if k in found]


def test_operands_are_known_as_functions_of_variables():
    def f(draw, x, y):
        x = -x + draw()
        x = x * 2 + max(x, draw())
        a, b = x << 1 | y.bits(1), x << 2
        return [a, b, x is y, draw()]

    # Of max(x, draw()): draw() has x * 2 and x below it, and max(...) has x * 2.
    assert below(f) == [["x"], ["x"], ["x"], ["x"], ["a", "b", "x", "y"]]


def test_operands_are_unknown_once_a_variable_of_theirs_is_stored():
    def f(draw, x):
        return x + (x := draw()) + (x + draw())

    assert below(f) == [["x"], None]


def test_operands_are_unknown_where_two_ways_meet_with_different_ones():
    def f(draw, x, y):
        return (x if y else y) + draw(), (x if draw() else 1) * (1 + draw())

    assert below(f)[0] is None


def test_iterators_and_contexts_and_handlers_are_unknown():
    def f(draw, x):
        for _ in x:
            draw()
        with x:
            draw()
        try:
            draw()
        except ValueError:
            draw()
        del x
        draw()
        return draw

    assert below(f) == [None, None, [], None, []] or below(f)[0] is None


def test_a_deleted_variable_makes_its_operands_unknown(monkeypatch):
    step = next(s for s in dis.get_instructions("del x") if s.opname.startswith("DELETE"))
    step = step._replace(opname="DELETE_FAST", argval="x")
    entry = ("local", frozenset(["x"]))
    assert operands_module._after(step, (entry, ("null", frozenset())), False) == (
        None, ("null", frozenset()),
    )  # fmt: skip


def test_code_that_is_not_understood_has_no_known_calls(monkeypatch):
    def f(x):
        while x:
            x = x + x.draw()
        return x

    lengths = iter(range(10**6))

    def longer(step, stack, jump):
        return (None,) * (next(lengths) % 7)

    monkeypatch.setattr(operands_module, "_after", longer)
    assert operands(f.__code__) == {}


# -- absorption ------------------------------------------------------------------------


def test_no_states_have_no_visits():
    assert visits([], folded=True) == visits([], folded=False) == []


def test_a_walk_on_a_line_ends_by_the_gambler_s_ruin():
    n, half = 6, fmpq(1, 2)
    graph = [[(m, half) for m in (k - 1, k + 1) if 0 <= m < n] for k in range(n)]
    found = visits(graph, folded=True)
    # From state 0 of 0..n-1, absorbed at -1 and n: visits 2 (n - k) / (n + 1).
    assert found == [fmpq(2 * (n - k), n + 1) for k in range(n)]


def test_components_are_settled_one_after_the_other():
    third = fmpq(1, 3)
    graph = [
        [(0, third), (1, third), (1, third)],
        [(2, third), (3, third)],
        [(1, third), (3, third)],
        [(4, fmpq(1))],
        [(3, fmpq(1))],  # 3 and 4 lead to one another for ever
    ]
    assert visits(graph, folded=True) == [fmpq(3, 2), fmpq(9, 8), fmpq(3, 8), 0, 0]


def test_many_states_in_one_component():
    n = 40
    graph = [[((3 * k + 1) % n, fmpq(1, 3)), ((7 * k) % n, fmpq(1, 3))] for k in range(n)]
    found = visits(graph, folded=True)
    inflow = [fmpq(int(k == 0)) for k in range(n)]
    for k, edges in enumerate(graph):
        for m, weight in edges:
            inflow[m] += found[k] * weight
    reached = {0}
    while more := {m for k in reached for m, _ in graph[k]} - reached:
        reached |= more
    assert all(found[k] == inflow[k] for k in reached)
