"""The objects of the notes, word by word, on concrete instances.

What a search for counterexamples evaluates, in exact rationals; nothing here is clever.
``kernel[i][j]`` is Pr[output j | count i]. The noise and the truncated mechanism are those
of :mod:`exactdp.proofs.lemmas.instances`.

>>> [str(p) for p in algorithm_2(2, Fraction(1, 2), 0).values()]
['2/3', '1/6', '1/6']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from ...engine.search import ALPHAS, SIZES, instances
from ...lemmas.instances import noise

EVERYWHERE = "all n >= 1, all alpha in (0, 1)"

Law = dict[int, Fraction]


def counts(
    sizes: Iterable[int] = SIZES, alphas: Iterable[Fraction] = ALPHAS
) -> Iterator[dict[str, Any]]:
    """Yield the instances with every count phi in 0..n."""
    alphas = list(alphas)
    for case in instances(sizes, alphas):
        for phi in range(case["n"] + 1):
            yield {**case, "phi": phi}


def _mixed(alpha: Fraction, magnitudes: Law) -> Law:
    stay = (1 - alpha) / (1 + alpha)
    law = {0: stay}
    for sign in (-1, 1):
        for g, mass in magnitudes.items():
            law[sign * g] = law.get(sign * g, Fraction(0)) + (1 - stay) * mass / 2
    return law


def algorithm_1(alpha: Fraction, longest: int) -> Law:
    """Return the law of Algorithm 1's noise where its geometric draw is at most `longest`."""
    p = 1 - alpha
    return _mixed(alpha, {g: (1 - p) ** (g - 1) * p for g in range(1, longest + 1)})


def algorithm_2(n: int, alpha: Fraction, phi: int) -> Law:
    """Return the law of Algorithm 2's answer on 0..n: at most n bits, and g = n without a 1."""
    p = 1 - alpha
    magnitudes = {g: (1 - p) ** (g - 1) * p for g in range(1, n + 1)}
    magnitudes[n] += (1 - p) ** n
    law: Law = dict.fromkeys(range(n + 1), Fraction(0))
    for delta, mass in _mixed(alpha, magnitudes).items():
        law[max(0, min(phi + delta, n))] += mass
    return law


def outside(n: int, alpha: Fraction, phi: int) -> Fraction:
    """Return Pr[T], the probability that phi plus noise leaves 0..n."""
    return 1 - sum((noise(alpha, j - phi) for j in range(n + 1)), start=Fraction(0))


def printed_l(n: int, alpha: Fraction, phi: int) -> Fraction:
    """Return L_phi by eq. (2.2)."""
    a = alpha
    return (a ** (2 * phi + 1) + a ** (n + 1)) / (a ** (2 * phi + 2) + a**n)


def printed_u(n: int, alpha: Fraction, phi: int) -> Fraction:
    """Return U_phi by eq. (2.2)."""
    a = alpha
    return (a ** (2 * phi + 1) + a ** (n + 1)) / (a ** (2 * phi) + a ** (n + 2))


def printed_m(n: int, alpha: Fraction) -> Fraction:
    """Return M as printed.

    >>> printed_m(1, Fraction(1, 2))
    Fraction(3, 2)
    """
    return max(
        1 / printed_l(n, alpha, n),
        1 / printed_u(n, alpha, 0),
        printed_l(n, alpha, 1),
        printed_u(n, alpha, n - 1),
    )


def base_of(alpha: Any, power: Any) -> Any:
    """Return the base alpha M of the printed calibration over any field; `power` is alpha^n."""
    return (1 + alpha**2 * power) / (1 + power)


def printed_base(n: int, alpha: Fraction) -> Fraction:
    """Return e^-eps' = alpha M."""
    return alpha * printed_m(n, alpha)
