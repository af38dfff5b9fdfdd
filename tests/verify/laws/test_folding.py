"""Folding changes nothing: the law with equal states merged is within that of the bare tree."""

import contextlib
import functools
import random

import pytest

from exactdp.verify.laws import chain
from exactdp.verify.laws.exact import exact_law


def default_argument(_, source, kept=None):
    def more(seen=[]):  # noqa: B006
        seen.append(source.bits(1))
        return sum(seen) < 2 and len(seen) < 4

    while more():
        pass
    return len(more.__defaults__[0])


def handler(_, source):
    k = 0
    while k < 5:
        try:
            if source.bits(1):
                raise ValueError
            k += 1
        except ValueError:
            k += 1 + source.bits(1)
        finally:
            k += source.bits(1)
    return k


def context(_, source):
    @contextlib.contextmanager
    def doubled():
        yield source.bits(1)

    total = 0
    for _ in range(2):
        with doubled() as x:
            total += 2 * x + source.bits(1)
    return total


def generator(_, source):
    def heads():
        k = 0
        while k < 3:
            k += 1
            yield source.bits(1)

    return [x for x in heads() if x or source.bits(1)]


def partials(_, source):
    step = functools.partial(lambda k, s: k + s.bits(1), 0)
    while step.args[0] < 2 and step(source) < 2:
        step = functools.partial(step.func, step.args[0] + source.bits(1))
        if source.below(3) == 0:
            break
    return step.args[0]


def operators(_, source):
    class Coin:
        def __init__(self):
            self.tossed = 0

        def __add__(self, other):
            self.tossed += 1
            return other + source.bits(1)

        __radd__ = __add__

        def __bool__(self):
            return bool(source.bits(1))

    coin, total = Coin(), 0
    while total < 3 and coin.tossed < 4:
        total = coin + total
        if coin:
            break
    return total, coin.tossed


def walrus(_, source):
    x = 2
    while (x := x + source.bits(1) - source.bits(1)) and x < 4:
        x = x + (y := source.bits(1)) * (x - y)
        if x > 9:
            return "far"
    return x


def recursive(value, source):
    if value > 3 or source.bits(1):
        return value
    return recursive(value + 1, source) + source.below(3)


def strange_loops(_, source):
    state = {"k": 0}
    log = []
    while True:
        for bit in iter(lambda: source.bits(1), 1):
            state["k"] += 1 - bit
            if state["k"] > 2:
                log.append("x")
                break
        else:
            if source.bits(1):
                return state["k"], len(log)
        if len(log) > 1:
            return "end"


def many_sources(_):
    x = random.getrandbits(1) + random.randrange(3)
    while x == random.choice([0, 1, 2]):
        x = random.randint(0, 2)
    return x


CODES = [default_argument, handler, context, generator, partials, operators, walrus, recursive,
         strange_loops, many_sources]  # fmt: skip


@pytest.mark.parametrize("source", ["bits", "randbelow"])
@pytest.mark.parametrize("code", CODES, ids=lambda code: code.__name__)
def test_the_folded_law_is_within_the_bounds_of_the_bare_tree(monkeypatch, code, source):
    monkeypatch.setattr(chain, "RUNS", 2000)
    folded = exact_law(code, 0, source, depth=10)
    monkeypatch.setattr(chain, "PATIENCE", 0)
    bare = exact_law(code, 0, source, depth=10)
    for one, other in ((folded, bare), (bare, folded)):
        for name, p in one.probabilities.items():
            assert p <= other.probabilities.get(name, 0) + other.undecided
