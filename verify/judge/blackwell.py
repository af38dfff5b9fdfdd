"""Whether one mechanism can be had from another by post-processing its output.

B is a post-processing of A if B = A T for a kernel T: whoever sees A's output can play B,
and A is at least as good as B for every purpose (Blackwell's order). Where A is invertible
there is one candidate for T, and a negative entry of it settles the matter; else T is
sought by an exact linear program.

That there is no T is shown by a *functional* W, a weight for each entry: <W, B>, the sum
of W[i][j] B[i][j], is more than <W, A T> for any T. The most that <W, A T> can be is
attained where T sends each output k of A to one output j, so it is the sum over k of the
maximum over j of the sum over i of A[i][k] W[i][j].

>>> from exactdp import geometric, uniform
>>> derivable(geometric(2, "1/2"), uniform(2)).holds
True
>>> verdict = derivable(uniform(2), geometric(2, "1/2"))
>>> verdict.holds, verdict.gap
(False, Fraction(4, 3))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat

from ...mechanisms.design.lp.minimum import minimise
from ...mechanisms.design.lp.program import Infeasible, Program, Row
from ...mechanisms.exact.decimals import decimal
from ...mechanisms.exact.errors import InputError
from ...mechanisms.exact.limits import require_memory
from ...mechanisms.exact.rationals import exact_text, to_fraction
from ...mechanisms.kernels.mechanism import Mechanism
from ...mechanisms.kernels.telling import Line, Telling
from .certificate import certificate, kernels_of, sparse
from .stochastic import stochastic

Matrix = Sequence[Sequence[fmpq]]


@dataclass(frozen=True)
class BlackwellOrder(Telling):
    """Whether `target` is a post-processing of `source`.

    Attributes
    ----------
    source, target : Mechanism
    post : Mechanism or None
        The post-processing kernel, where it holds; its rows are the outputs of `source`.
    functional : tuple of tuple of Fraction, or None
        Where it does not: weights, the largest of them 1 or -1, that separate the target
        from all post-processings of the source.
    gap : Fraction or None
        By how much.
    """

    source: Mechanism
    target: Mechanism
    post: Mechanism | None
    functional: tuple[tuple[Fraction, ...], ...] | None = None
    gap: Fraction | None = None

    @property
    def holds(self) -> bool:
        """Whether the target is a post-processing of the source."""
        return self.post is not None

    def headline(self) -> str:
        """Return the verdict."""
        return "derivable, by this post-processing:" if self.holds else "NOT derivable"

    def lines(self) -> list[Line]:
        """Return the post-processing, or the functional that separates the two, and the gap."""
        if self.post is not None:
            return [("", line) for line in str(self.post).splitlines()]
        texts = self._functional_texts()
        width = max(len(text) for row in texts for text in row)
        gap = f"{exact_text(self.gap)} (about {decimal(self.gap, 6)})"
        return [
            ("larger by", f"{gap} than at all post-processings, so weighted:"),
            *(("", "  ".join(text.rjust(width) for text in row)) for row in texts),
        ]

    def certificate(self, subject: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return the certificate that a stranger can recheck; the target is the last kernel.

        Parameters
        ----------
        subject : object, optional
            What it is about.
        """
        kernels = kernels_of(self.source)
        source = len(kernels) - 1
        kernels += kernels_of(self.target, source + 1)
        claim = {"claim": "product", "kernel": len(kernels) - 1, "of": source, "holds": self.holds}
        if self.post is not None:
            claim["post"] = sparse(self.post.rows())
        else:
            claim["functional"] = sparse(self.functional or ())
        return certificate(kernels, [claim], subject)

    def document(self) -> dict[str, Any]:
        """Return the verdict as JSON."""
        if self.post is not None:
            rows = [[exact_text(p) for p in row] for row in self.post.rows()]
            return {"holds": True, "post": rows, "functional": None, "gap": None}
        gap = exact_text(self.gap)
        return {"holds": False, "post": None, "functional": self._functional_texts(), "gap": gap}

    def _functional_texts(self) -> list[list[str]]:
        assert self.functional is not None
        return [[exact_text(w) for w in row] for row in self.functional]


def derivable(source: Mechanism, target: Mechanism) -> BlackwellOrder:
    """Decide whether `target` is `source` followed by post-processing.

    Parameters
    ----------
    source, target : Mechanism
        Of one size; their rows must sum to 1.

    Raises
    ------
    InputError
        If they are of different sizes, or a row does not sum to 1.
    LimitError
        If the linear program would not fit in memory, or could not be solved exactly.

    Notes
    -----
    Where the source is GM, one tridiagonal product decides, at any size:
    :func:`~exactdp.verify.judge.derivability.derivable_from_geometric`.

    Examples
    --------
    >>> from exactdp import Mechanism, geometric
    >>> merged = Mechanism.from_rows([["2/3", "1/3", 0], ["1/3", "2/3", 0], ["1/6", "5/6", 0]])
    >>> print(derivable(geometric(2, "1/2"), merged).post)
    1  0  0
    0  1  0
    0  1  0
    """
    if source.size != target.size:
        raise InputError(
            f"got mechanisms on {source.size} and on {target.size} counts, expected the same counts"
        )
    for name, mechanism in (("first", source), ("second", target)):
        found = stochastic(mechanism)
        if not found.holds:
            raise InputError(
                f"the {name} mechanism: row {found.row} does not sum to 1; "
                "post-processing is asked of kernels"
            )
    size = source.size
    a, b = (fmpq_mat([m.form.row(i) for i in range(size)]) for m in (source, target))
    post, weights = _by_program(a, b) if a.det() == 0 else _by_inverse(a, b)
    if post is not None:
        return BlackwellOrder(source, target, Mechanism.from_rows(post, name="post-processing"))
    largest = max(abs(w) for row in weights for w in row)
    weights = [[w / largest for w in row] for row in weights]
    gap = _gap(a, b, fmpq_mat(weights))
    functional = tuple(tuple(map(to_fraction, row)) for row in weights)
    return BlackwellOrder(source, target, None, functional, to_fraction(gap))


def _by_inverse(a: fmpq_mat, b: fmpq_mat) -> tuple[Matrix | None, Matrix]:
    """Return (T, nothing) or (None, W) where `a` is invertible: T can only be its inverse b."""
    size = a.nrows()
    post = a.solve(b).tolist()
    for k, row in enumerate(post):
        for j, p in enumerate(row):
            if p < 0:
                # <W, A T> = -T[k][j] for all T, so at most 0 where T is a kernel.
                unit = fmpq_mat(size, 1, [fmpq(i == k) for i in range(size)])
                solved = a.transpose().solve(unit).entries()
                return None, [[-w if i == j else fmpq(0) for i in range(size)] for w in solved]
    return post, []


def _by_program(a: fmpq_mat, b: fmpq_mat) -> tuple[Matrix | None, Matrix]:
    """Return (T, nothing) or (None, W), by the program A T = B, T >= 0, rows of T sum to 1."""
    size, zero, one = a.nrows(), fmpq(0), fmpq(1)
    require_memory(size**3 * 300, f"the program for post-processing {size} counts")
    rows = [
        Row(tuple((k * size + j, a[i, k]) for k in range(size) if a[i, k]), b[i, j], True)
        for i in range(size)
        for j in range(size)
    ]
    for k in range(size):
        rows.append(Row(tuple((k * size + j, one) for j in range(size)), one, True))
    found = minimise(Program([zero] * size**2, rows))
    if isinstance(found, Infeasible):
        # Farkas: the multipliers of A T = B separate; those of the sums bound the maxima.
        flat = [found.multipliers.get(v, zero) for v in range(size**2)]
        return None, [flat[i * size : (i + 1) * size] for i in range(size)]
    return [found.x[k * size : (k + 1) * size] for k in range(size)], []


def _gap(a: fmpq_mat, b: fmpq_mat, weights: fmpq_mat) -> fmpq:
    """Return by how much <W, B> exceeds <W, A T> for all kernels T."""
    here = sum((w * p for w, p in zip(weights.entries(), b.entries(), strict=True)), fmpq(0))
    return here - sum((max(row) for row in (a.transpose() * weights).tolist()), fmpq(0))
