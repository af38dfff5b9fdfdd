"""The hunt for a counterexample, run before any proof is attempted.

A statement is a predicate on one concrete instance, evaluated naively in exact rational
arithmetic. The instances come smallest first, so that what is found is the smallest.

>>> step = counterexample("n**2 < 10", instances(range(1, 5), [Fraction(1, 2)]),
...                       lambda n, alpha: n**2 < 10)
>>> step.holds, step.data["counterexample"]
(False, {'n': 4, 'alpha': '1/2'})
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd
from typing import Any

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


def instances(
    sizes: Iterable[int] = SIZES, alphas: Iterable[Fraction] = ALPHAS
) -> Iterator[dict[str, Any]]:
    """Yield the instances ``{"n": n, "alpha": alpha}``, smallest n first."""
    alphas = list(alphas)
    for n in sizes:
        for alpha in alphas:
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

    Returns
    -------
    Step
        `holds` is False with a counterexample in its data, else True for the cases tried
        (which alone proves nothing about the others).
    """
    tried = 0
    for case in cases:
        tried += 1
        if not statement(**case):
            found = {**case, **(exhibit(**case) if exhibit else {})}
            return Step("search", shows, False, {"tried": tried, "counterexample": written(found)})
    return Step("search", shows, tried > 0, {"tried": tried})
