"""The hunt for a counterexample, run before any proof is attempted.

A statement is a predicate on one concrete instance, evaluated naively in exact rational
arithmetic. The instances come smallest first, so that what is found is the smallest.

>>> step = counterexample("n**2 < 10", instances(range(1, 5), [Fraction(1, 2)]),
...                       lambda n, alpha: n**2 < 10)
>>> step.holds, step.data["counterexample"]
(False, {'n': 4, 'alpha': '1/2'})

How far a search goes can be changed from outside, see :class:`Reach` and :func:`searching`:

>>> with searching(Reach(n=3)):
...     [case["n"] for case in instances(range(1, 8), [Fraction(1, 2)])]
[1, 2, 3]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import gcd, isqrt
from typing import Any

from ...verify.judge.joining import Stated
from .evidence import Step

#: The sizes over which a claim about all n is tried.
SIZES = range(1, 8)


def fractions_between(low: Fraction, high: Fraction, denominator: int) -> list[Fraction]:
    """Return the fractions in the open interval (low, high), simplest first.

    >>> [str(a) for a in fractions_between(Fraction(0), Fraction(1), 4)]
    ['1/2', '1/3', '2/3', '1/4', '3/4']
    """
    return [
        Fraction(p, q)
        for q in range(1, denominator + 1)
        for p in range(int(low * q), int(high * q) + 1)
        if gcd(p, q) == 1 and low < Fraction(p, q) < high
    ]


#: Levels alpha in (0, 1): all simple ones, and some that lie close to 0 and to 1.
ALPHAS = [
    *fractions_between(Fraction(0), Fraction(1), 6),
    *(Fraction(p, q) for p, q in [(9, 10), (1, 10), (19, 21), (99, 100), (1, 100), (998, 1000)]),
]

#: Squares of such levels, for formulas in which alpha^(n/2) occurs with odd n.
SQUARE_ALPHAS = [alpha**2 for alpha in ALPHAS]
#: What a quick search keeps: sizes up to here, and these levels or their squares.
QUICK_SIZE = 4
QUICK_ALPHAS = [
    Fraction(p, q) for p, q in [(1, 2), (2, 3), (3, 4), (5, 6), (9, 10), (99, 100), (1, 100)]
]


@dataclass
class Reach:
    """How far the searches inside :func:`searching` go.

    Parameters
    ----------
    n : int, optional
        The largest size, instead of the claim's own; its smallest size is always searched.
    alphas : sequence of Fraction
        The levels, instead of the claim's own. A claim about square roots of alpha is
        searched at those that are squares, at its own where none is.
    quick : bool
        Whether to keep only small sizes and a few levels, where n and alphas do not say more.

    Attributes
    ----------
    said : dict
        What was changed, in words.
    """

    n: int | None = None
    alphas: tuple[Fraction, ...] = ()
    quick: bool = False
    said: dict[str, str] = field(default_factory=dict)

    def sizes(self, given: Iterable[int]) -> list[int]:
        """Return the sizes to search instead of the given ones, in order."""
        own = list(given)
        last = self.n if self.n is not None else QUICK_SIZE if self.quick else None
        if last is None or not own:
            return own
        stride = given.step if isinstance(given, range) else 1
        longer = range(own[-1] + stride, last + 1, stride) if self.n is not None else ()
        kept = [n for n in own if n <= last] or own[:1]
        found = [*kept, *longer]
        if found != own:
            self.said["n"] = f"n <= {found[-1]}"
        return found

    def levels(self, given: Iterable[Fraction]) -> list[Fraction]:
        """Return the levels to search instead of the given ones."""
        own = list(given)
        squares = bool(own) and all(_root(alpha) for alpha in own)
        if self.alphas:
            found = [alpha for alpha in self.alphas if not squares or _root(alpha)] or own
        elif self.quick:
            few = {a * a for a in QUICK_ALPHAS} if squares else set(QUICK_ALPHAS)
            found = [alpha for alpha in own if alpha in few] or own
        else:
            found = own
        if found != own:
            self.said["alpha"] = "alpha in {" + ", ".join(map(str, found)) + "}"
        return found


def _root(alpha: Fraction) -> Fraction | None:
    p, q = isqrt(alpha.numerator), isqrt(alpha.denominator)
    return Fraction(p, q) if Fraction(p, q) ** 2 == alpha else None


_reach: ContextVar[Reach | None] = ContextVar("reach", default=None)


@contextmanager
def searching(reach: Reach) -> Iterator[None]:
    """Let the searches inside the block go as far as `reach` says."""
    token = _reach.set(reach)
    try:
        yield
    finally:
        _reach.reset(token)


def sizes(given: Iterable[int]) -> list[int]:
    """Return the sizes to search, the given ones if nobody asked for others.

    >>> with searching(Reach(n=4)):
    ...     sizes(range(2, 12)), sizes(range(5, 12)), sizes([2, 3])
    ([2, 3, 4], [5], [2, 3, 4])
    """
    reach = _reach.get()
    return list(given) if reach is None else reach.sizes(given)


def instances(
    among: Iterable[int] = SIZES, alphas: Iterable[Fraction] = ALPHAS
) -> Iterator[dict[str, Any]]:
    """Yield the instances ``{"n": n, "alpha": alpha}``, smallest n first."""
    reach = _reach.get()
    levels = list(alphas) if reach is None else reach.levels(alphas)
    for n in sizes(among):
        for alpha in levels:
            yield {"n": n, "alpha": alpha}


def written(value: Any) -> Any:
    """Return a value as JSON can hold it: rationals as ``"p/q"`` strings.

    >>> written({"y": Fraction(3, 4), "n": 1})
    {'y': '3/4', 'n': 1}
    """
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): written(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [written(item) for item in value]
    return value


def counterexample(
    shows: str,
    cases: Iterable[Mapping[str, Any]],
    statement: Callable[..., bool],
    exhibit: Callable[..., Mapping[str, Any]] | None = None,
    refutes: Callable[..., Stated] | None = None,
) -> Step:
    """Try `statement` on every case; stop at the first that fails.

    Parameters
    ----------
    shows : str
        The statement in words.
    cases : iterable of mappings
        Keyword arguments of `statement`, smallest first.
    statement : callable
        Returns whether the statement holds of one case.
    exhibit : callable, optional
        Returns what to show of a failing case beside its parameters.
    refutes : callable, optional
        Returns what a certificate states of a failing case, see :class:`.evidence.Step`.

    Returns
    -------
    Step
        `holds` is False with a counterexample in its data, else True for the cases tried
        (which alone proves nothing about the others), None if there was no case.
    """
    tried = 0
    for case in cases:
        tried += 1
        if not statement(**case):
            found = {**case, **(exhibit(**case) if exhibit else {})}
            data = {"tried": tried, "counterexample": written(found)}
            facts = None if refutes is None else partial(refutes, **case)
            return Step("search", shows, False, data, refutes=facts)
    return Step("search", shows, tried > 0 or None, {"tried": tried})
