"""Appendix A, after Definition 13: the cyclic Gaussian mechanism."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from flint import arb, fmpz_mat

from ....mechanisms.exact import balls
from ...engine.exponents import prove
from ...engine.identities import identity, symbols
from ...engine.linear import equal, expr, variables
from ...engine.search import counterexample
from ...engine.signs import at_least, more_than, sign
from ...statements.claim import Finding, Proof, claim, decide
from .differences import SIZES, cyclic, is_one, masked, masks

eps, x, t, k, E, K = symbols("eps x t k E K")
i, f = variables("i f")


@claim(
    "KL-11",
    place="A, after Definition 13",
    statement="(V_0..V_(n-2)) of the cyclic Gaussian has the tridiagonal covariance 2 s^2, -s^2 "
    "of size n-1; its eigenvalues are 2 s^2 + 2 s^2 cos(m pi/n), all positive",
)
def covariance() -> Finding:
    """K stands for e^(i k t) and E for e^(i t), with t = m pi/n, so that E^(2n) = 1.

    cos(m pi/n) for m = 1..n-1 are n-1 numbers in (-1, 1), symmetric about 0: the eigenvalues
    2 - 2 cos(m pi/n) are the printed ones in the other order. That they are positive is
    shown again by the leading minors, d_k = 2 d_(k-1) - d_(k-2) = k + 1.
    """

    def wave(at: Any) -> Any:
        return at - 1 / at

    def tridiagonal(size: int) -> bool:
        columns = [cyclic(size, c) for c in range(size)]
        found = fmpz_mat(
            [
                [sum(column[r] * column[c] for column in columns) for c in range(size - 1)]
                for r in range(size - 1)
            ]
        )
        shown = [
            [2 * (r == c) - (abs(r - c) == 1) for c in range(size - 1)] for r in range(size - 1)
        ]
        return bool(found == fmpz_mat(shown)) and found.det() == size

    def printed(size: int) -> bool:
        shown = fmpz_mat(
            [[2 * (r == c) - (abs(r - c) == 1) for c in range(size - 1)] for r in range(size - 1)]
        )
        polynomial = shown.charpoly()
        roots = sorted(
            (2 + 2 * arb.cos(arb.pi() * t / size) for t in range(1, size)), key=lambda x: x.mid()
        )
        apart = all(a < b for a, b in pairwise(roots)) and bool(roots[0] > 0)
        return apart and all(polynomial(root).contains(0) for root in roots)

    sizes = [{"size": size} for size in SIZES]
    return decide(
        search=[
            counterexample("S S^T without its last line is tridiagonal", sizes, tridiagonal),
            counterexample("the characteristic polynomial at the printed values", sizes, printed),
        ],
        proof=Proof(
            "all n >= 2, all s",
            [
                # Row i of S is e_i - e_(i+1) where i <= n-2; f is another such row.
                prove(
                    "<row i, row f> is 2 for i = f, -1 for |i-f| = 1, and 0 beyond",
                    [],
                    equal(
                        is_one(i, f) - is_one(i, f + 1) - is_one(i + 1, f) + is_one(i + 1, f + 1),
                        2 * is_one(i, f) - is_one(abs(i - f), expr(1)),
                    ),
                ),
                identity(
                    "the vector sin(kt), k = 1..n-1, has the eigenvalue 2 - 2 cos t",
                    2 * wave(K) - wave(K * E) - wave(K / E),
                    (2 - E - 1 / E) * wave(K),
                ),
                identity("sin(0 t) = 0", wave(K**0), 0 * K),
                identity(
                    "sin(n t) = 0: its square is, up to a factor, E^(2n) - 1", wave(K) * K, K**2 - 1
                ),
                identity("leading minors: 2 k - (k - 1) = k + 1", 2 * k - (k - 1), k + 1),
                sign("which are positive", k + 1, ">0", {"k": at_least(0)}),
            ],
        ),
    )


def gaussian_delta(scale: arb, level: arb) -> arb:
    """Return the exact delta of Gaussian noise at eps = `level` for a shift of 1/`scale` sigma."""
    root = arb(2).sqrt()

    def below(x: arb) -> arb:
        return (-x / root).erfc() / 2

    mu = 1 / scale
    return below(mu / 2 - level / mu) - level.exp() * below(-mu / 2 - level / mu)


@claim(
    "KL-12",
    place="A, after Definition 13",
    statement="the cyclic Gaussian satisfies (eps, delta)-differential privacy for appropriately "
    "chosen sigma",
)
def cyclic_gaussian() -> Finding:
    """Given the other variables, it is the Gaussian mechanism of one number and sensitivity 1/N.

    With x = N sigma, a tail above t = eps x - 1/(2x) bounds delta, and is below e^(-t^2/2)/2:
    it goes to 0 as sigma grows.
    """
    far = (t + 1) / eps + 1 + 1 / eps + k  # any x from there on
    levels = (Fraction(1, 10), Fraction(1), Fraction(5))
    deltas = (Fraction(1, 100), Fraction(1, 10**6))
    every = [{"eps": e, "delta": d} for e in levels for d in deltas]

    def reached(eps: Fraction, delta: Fraction) -> bool:
        with balls.precision(256):
            level = arb(eps.numerator) / eps.denominator
            return any(
                gaussian_delta(arb(2) ** k, level) < arb(delta.numerator) / delta.denominator
                for k in range(-3, 12)
            )

    return decide(
        search=[
            masks(cyclic),
            counterexample("some N sigma = 2^k reaches (eps, delta)", every, reached),
        ],
        proof=Proof(
            "all n >= 2, all N, all eps > 0 and delta > 0",
            [
                *masked("cyclic Gaussian")[:2],
                identity(
                    "log ratio of densities at y, shift 1/x: (y/x + 1/(2 x^2))",
                    ((t + 1 / x) ** 2 - t**2) / 2,
                    t / x + 1 / (2 * x**2),
                ),
                identity(
                    "it exceeds eps above eps x - 1/(2x)",
                    (eps * x - 1 / (2 * x)) / x + 1 / (2 * x**2),
                    eps,
                ),
                sign(
                    "which grows beyond every bound t with x: eps x - 1/(2x) - t > 0 from "
                    "x = (t + 1)/eps + 1 + 1/eps on",
                    eps * far - 1 / (2 * far) - t,
                    ">0",
                    {"eps": more_than(0), "t": at_least(0), "k": at_least(0)},
                ),
            ],
        ),
    )
