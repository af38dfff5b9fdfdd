"""How private a kernel is, exactly: the tightest alpha, and the entries that attain it.

Tightest alpha is the largest alpha with alpha * kernel[i+1][j] <= kernel[i][j] and
alpha * kernel[i][j] <= kernel[i+1][j] for all i, j: the least ratio between neighbouring
entries. A *zero pair* (an output that is possible from one input and impossible from its
neighbour) makes it 0, whatever the other ratios are; so both are reported.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...mechanisms.exact.decimals import decimal
from ...mechanisms.exact.level import PrivacyLevel
from ...mechanisms.exact.rationals import exact_text, to_fraction
from ...mechanisms.kernels.forms.form import Entry, LeastRatio
from ...mechanisms.kernels.mechanism import Mechanism
from ...mechanisms.kernels.neighbours import ADJACENT, Neighbours
from ...mechanisms.kernels.telling import Line, Telling, figure, pr


@dataclass(frozen=True)
class RatioWitness:
    """Two neighbouring entries and their ratio, numerator over denominator.

    Attributes
    ----------
    numerator, denominator : (input, output)
    ratio : Fraction
        kernel[numerator] / kernel[denominator], at most 1.
    """

    numerator: Entry
    denominator: Entry
    ratio: Fraction

    def document(self, low: int = 0) -> dict[str, Any]:
        """Return the witness with the words of the relation it belongs to; counts from `low`."""
        (i, j), (k, m) = ((low + x, low + y) for x, y in (self.numerator, self.denominator))
        if j == m:
            return {"output": j, "inputs": [i, k], "ratio": exact_text(self.ratio)}
        return {"input": i, "outputs": [j, m], "ratio": exact_text(self.ratio)}

    def said(self, low: int = 0) -> str:
        """Return the witness as an equation; counts from `low`."""
        exact, about = figure(self.ratio), decimal(self.ratio, 6)
        value = exact if exact == about else f"{exact} (about {about})"
        return f"{pr(self.numerator, low)} / {pr(self.denominator, low)} = {value}"


@dataclass(frozen=True)
class Privacy(Telling):
    """The exact privacy of a kernel under a neighbour relation.

    Attributes
    ----------
    zero_pairs : int
        How many pairs of neighbouring entries have exactly one zero.
    zero_witness : RatioWitness or None
        The first of them (ratio 0).
    least_ratio : Fraction
        The least ratio where both entries are nonzero; 1 if there is no such pair.
    ratio_witness : RatioWitness or None
        Where it is attained first.
    counts : (int, int)
        The range of counts, for people; entries are numbered from 0.
    """

    neighbours: Neighbours
    zero_pairs: int
    zero_witness: RatioWitness | None
    least_ratio: Fraction
    ratio_witness: RatioWitness | None
    counts: tuple[int, int]

    @property
    def size(self) -> int:
        """The number of counts."""
        return self.counts[1] - self.counts[0] + 1

    @property
    def tightest_alpha(self) -> Fraction:
        """The largest alpha = e^-eps that holds; 0 (eps infinite) where there is a zero pair."""
        return Fraction(0) if self.zero_pairs else self.least_ratio

    @property
    def witness(self) -> RatioWitness | None:
        """The pair of entries that attains the tightest alpha."""
        return self.zero_witness or self.ratio_witness

    def epsilon(self, digits: int = 12) -> dict[str, Any]:
        """Return the tightest eps; see :func:`epsilon_document`."""
        return epsilon_document(self.tightest_alpha, digits)

    def holds(self, level: PrivacyLevel) -> bool:
        """Whether the kernel is alpha-DP at `level`; exact also where alpha is irrational."""
        return level.compare(self.tightest_alpha) >= 0

    def headline(self, digits: int = 12) -> str:
        """Return the tightest alpha, and eps."""
        low, high = self.epsilon(digits)["enclosure"]
        size = "infinite" if self.tightest_alpha == 0 else f"in [{low}, {high}]"
        return f"tightest alpha {figure(self.tightest_alpha)}, eps {size}"

    def lines(self) -> list[Line]:
        """Return the entries that decide, and how many zeros there are beside others."""
        lines = []
        if self.witness is not None:
            lines.append(("decided by", self.witness.said(self.counts[0])))
        if self.zero_pairs:
            zeros = f"{self.zero_pairs} neighbouring entries, one possible and one not"
            lines.append(("zeros", f"{zeros}: eps is infinite"))
            if self.ratio_witness is not None:
                lines.append(("besides", self.ratio_witness.said(self.counts[0])))
        return lines


def epsilon_document(alpha: Fraction, digits: int) -> dict[str, Any]:
    """Return eps = ln(1/alpha): ``exact``, and an ``enclosure`` in decimals.

    >>> epsilon_document(Fraction(1, 2), 3)
    {'exact': 'ln(2)', 'enclosure': ['0.693', '0.694']}
    """
    if alpha == 0:
        return {"exact": "infinity", "enclosure": ["inf", "inf"]}
    if alpha == 1:
        return {"exact": "0", "enclosure": ["0", "0"]}
    enclosure = PrivacyLevel.from_alpha(alpha).epsilon_enclosure(digits)
    return {"exact": f"ln({exact_text(1 / alpha)})", "enclosure": list(enclosure)}


def privacy(mechanism: Mechanism, neighbours: Neighbours = ADJACENT) -> Privacy:
    """Return the exact privacy of a kernel.

    Parameters
    ----------
    mechanism : Mechanism
        Its rows need not sum to 1; that is :func:`~exactdp.verify.judge.stochastic`'s question.
    neighbours : Neighbours
        Adjacent inputs by default.

    Returns
    -------
    Privacy

    References
    ----------
    *Constrained Differential Privacy for Count Data*, Definition 2.

    Examples
    --------
    >>> from exactdp import geometric
    >>> result = privacy(geometric(4, "9/10"))
    >>> result.tightest_alpha, result.witness.document()
    (Fraction(9, 10), {'output': 0, 'inputs': [1, 0], 'ratio': '9/10'})
    >>> print(result)
    tightest alpha 9/10, eps in [0.105360515657, 0.105360515658]
      decided by  Pr[0|1] / Pr[0|0] = 9/10 (about 0.900000)
    """
    found = mechanism.form.tightest(neighbours)
    zero, least = _witness(found.zero), _witness(found.least)
    ratio = least.ratio if least else Fraction(1)
    return Privacy(neighbours, found.zero_pairs, zero, ratio, least, mechanism.counts)


def _witness(found: LeastRatio | None) -> RatioWitness | None:
    if found is None:
        return None
    return RatioWitness(found.numerator, found.denominator, to_fraction(found.ratio))
