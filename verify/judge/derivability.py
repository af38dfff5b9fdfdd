"""Whether a mechanism can be had from the geometric mechanism by post-processing its output.

GM at alpha is G = K diag(c) with K[i][k] = alpha^|i-k|, whose inverse is tridiagonal (Kac,
Murdock and Szego), so P = G T has the one solution

    T[k][j] = (d_k P[k][j] - alpha (P[k-1][j] + P[k+1][j])) / (c_k (1 - alpha^2)),

with d_k = 1 at the ends and 1 + alpha^2 inside, and entries outside 0..n read as zero. P is
derivable exactly if T >= 0, which inside is the test of Gupte and Sundararajan on three
adjacent inputs and at the ends is differential privacy.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq

from ...mechanisms.exact.arguments import require_below_one
from ...mechanisms.exact.errors import InputError
from ...mechanisms.exact.level import PrivacyLevel
from ...mechanisms.exact.rationals import exact_text, to_fmpq, to_fraction
from ...mechanisms.families.geometric import geometric
from ...mechanisms.kernels.mechanism import Mechanism
from ...mechanisms.kernels.telling import Line, Telling, figure
from .certificate import certificate, kernels_of, sparse


@dataclass(frozen=True)
class Derivability(Telling):
    """Whether a mechanism is a post-processing of GM at `alpha`.

    Attributes
    ----------
    mechanism : Mechanism
    alpha : Fraction
        The level of GM.
    post : Mechanism or None
        The post-processing kernel T, where it holds; rows are GM's outputs.
    output, input : int or None
        The j and k of a negative T[k][j].
    inputs : tuple of int or None
        The adjacent inputs that violate the test at that output: k and its neighbours.
    value : Fraction or None
        The negative T[k][j].
    """

    mechanism: Mechanism
    alpha: Fraction
    post: Mechanism | None
    output: int | None = None
    input: int | None = None
    inputs: tuple[int, ...] | None = None
    value: Fraction | None = None

    @property
    def holds(self) -> bool:
        """Whether the mechanism is derivable."""
        return self.post is not None

    def headline(self) -> str:
        """Return the verdict."""
        verdict = "derivable" if self.holds else "NOT derivable"
        return f"{verdict} from the geometric mechanism at alpha = {figure(self.alpha)}"

    def lines(self) -> list[Line]:
        """Return what forbids it, where something does."""
        if self.inputs is None:
            return []
        near = ", ".join(map(str, self.inputs))
        entry = f"T[{self.input}][{self.output}] = {figure(self.value)}"
        return [("decided by", f"{entry} of the only candidate, at the inputs {near}")]

    def certificate(self) -> dict[str, Any]:
        """Return the certificate that a stranger can recheck: the post-processing, or W.

        W is 0 but in the column of the negative T[k][j], where it is a multiple of -G^-1[k]. So
        <W, P> is positive, and <W, G T> is not, whatever the kernel T.
        """
        kernels = kernels_of(geometric(self.mechanism.n, self.alpha))
        kernels += kernels_of(self.mechanism, len(kernels))
        claim = {"claim": "product", "kernel": len(kernels) - 1, "of": 0, "holds": self.holds}
        if self.post is not None:
            return certificate(kernels, [claim | {"post": sparse(self.post.rows())}])
        k, n = self.input, self.mechanism.n
        centre = 1 if k in (0, n) else 1 + self.alpha**2
        weights = {k: -centre} | {i: self.alpha for i in self.inputs or () if i != k}
        functional = [
            [[self.output, exact_text(weights[i])]] if i in weights else [] for i in range(n + 1)
        ]
        return certificate(kernels, [claim | {"functional": functional}])


def derivable_from_geometric(mechanism: Mechanism, alpha: Any) -> Derivability:
    """Decide whether a mechanism is GM at `alpha` followed by post-processing.

    Parameters
    ----------
    mechanism : Mechanism
        Its rows must sum to 1.
    alpha : exact number or PrivacyLevel
        The level of GM, rational, below 1.

    References
    ----------
    *Constrained Differential Privacy for Count Data*, end of section IV-D (Gupte and
    Sundararajan's test).

    Examples
    --------
    >>> from exactdp import geometric, uniform
    >>> derivable_from_geometric(uniform(3), "1/2").holds
    True
    >>> verdict = derivable_from_geometric(geometric(3, "1/2"), "2/3")
    >>> verdict.holds, verdict.output, verdict.inputs
    (False, 1, (0, 1))
    """
    level = PrivacyLevel.of(alpha)
    a = to_fmpq(require_below_one(level.alpha, "the geometric mechanism"))
    if any(total != 1 for total in mechanism.form.row_sums()):
        raise InputError("derivability is asked of a mechanism, but its rows do not sum to 1")
    n = mechanism.n
    rows = [mechanism.form.row(i) for i in range(n + 1)]
    nothing = [fmpq(0)] * (n + 1)
    post = []
    for k in range(n + 1):
        end = k in (0, n)
        centre = fmpq(1) if end else 1 + a * a
        factor = (1 / (1 + a) if end else (1 - a) / (1 + a)) * (1 - a * a)
        before = rows[k - 1] if k > 0 else nothing
        after = rows[k + 1] if k < n else nothing
        solved = [
            (centre * p - a * (x + y)) / factor
            for p, x, y in zip(rows[k], before, after, strict=True)
        ]
        for j, value in enumerate(solved):
            if value < 0:
                near = tuple(i for i in (k - 1, k, k + 1) if 0 <= i <= n)
                return Derivability(mechanism, level.alpha, None, j, k, near, to_fraction(value))
        post.append(solved)
    return Derivability(mechanism, level.alpha, Mechanism.from_rows(post, name="post-processing"))
