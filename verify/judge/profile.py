"""The privacy profile: delta as a function of e^eps, exactly.

For neighbouring inputs with laws P and Q the hockey-stick divergence is
sum_j max(0, P_j - x Q_j) at x = e^eps. It is convex and piecewise linear in x with
rational breakpoints, and so is delta(x), the largest of them: the upper envelope of the
lines A - B x, where A = P(S) and B = Q(S) for the sets S of outputs with P_j > x Q_j.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpq

from ...mechanisms.exact import balls
from ...mechanisms.exact.errors import InputError
from ...mechanisms.exact.level import PrivacyLevel
from ...mechanisms.exact.limits import require_memory
from ...mechanisms.exact.progress import track
from ...mechanisms.exact.rationals import exact_text, to_fmpq, to_fraction
from ...mechanisms.kernels.mechanism import Mechanism
from ...mechanisms.kernels.neighbours import ADJACENT, Neighbours
from ...mechanisms.kernels.telling import Line, Telling, figure, spans


@dataclass(frozen=True)
class Delta(Telling):
    """The delta of a mechanism at a level: mass - e^eps * other.

    Attributes
    ----------
    mass, other : Fraction
        P(S) and Q(S), for the inputs below and the set S of outputs that tells them apart.
    inputs : (int, int)
        The inputs of P and of Q; the pair that attains delta.
    outputs : tuple of int
        The set S.
    low : int
        The least count, for people; inputs and outputs are numbered from 0.
    """

    level: PrivacyLevel
    mass: Fraction
    other: Fraction
    inputs: tuple[int, int]
    outputs: tuple[int, ...] = ()
    low: int = 0

    @property
    def rational(self) -> Fraction | None:
        """Delta, where it is rational."""
        if self.other == 0:
            return self.mass
        return self.mass - self.other / self.level.alpha if self.level.is_rational else None

    @property
    def exact(self) -> str:
        """Delta as ``p/q``, or as ``A - B*e^(eps)`` where that is irrational."""
        if self.rational is not None:
            return exact_text(self.rational)
        return (
            f"{exact_text(self.mass)} - {exact_text(self.other)}*e^({self.level.rational_epsilon})"
        )

    def enclosure(self, digits: int = 12) -> tuple[str, str]:
        """Return decimals below and above delta."""
        mass, other = map(to_fmpq, (self.mass, self.other))

        def ball() -> arb:
            return arb(mass) - arb(other) / self.level.alpha_ball() if other else arb(mass)

        return balls.enclose(ball, digits)

    def at_most(self, delta: Fraction) -> bool:
        """Whether delta is at most a rational, decided exactly."""
        return self.level.sign(to_fmpq(self.mass - delta), to_fmpq(self.other)) <= 0

    def headline(self, digits: int = 12) -> str:
        """Return delta: the number where it is rational, else decimals around it."""
        if self.rational is not None:
            return f"least delta {figure(self.rational)}"
        low, high = self.enclosure(digits)
        return f"least delta in [{low}, {high}]"

    def lines(self) -> list[Line]:
        """Return the event that tells two inputs apart best."""
        if not self.outputs:
            return [("decided by", "no output is likelier by more than e^eps for a neighbour")]
        i, k = (self.low + x for x in self.inputs)
        event = spans([self.low + j for j in self.outputs])
        masses = f"Pr[S|{i}] = {figure(self.mass)} and Pr[S|{k}] = {figure(self.other)}"
        return [
            ("decided by", f"Pr[S|{i}] - e^eps Pr[S|{k}] for the outputs S = {{{event}}}"),
            ("", f"where {masses}"),
        ]


def _input_pairs(neighbours: Neighbours, size: int) -> list[tuple[int, int]]:
    if neighbours.kind == "outputs":
        raise InputError("delta is defined for neighbouring inputs, not for neighbouring outputs")
    reach = neighbours.reach(size)
    pairs = [(i, k) for i in range(size) for k in range(i + 1, min(i + reach, size - 1) + 1)]
    return pairs + [(k, i) for i, k in pairs]


def delta(mechanism: Mechanism, level: PrivacyLevel, neighbours: Neighbours = ADJACENT) -> Delta:
    """Return the least delta for which the mechanism is (eps, delta)-DP at `level`.

    Examples
    --------
    >>> from exactdp import geometric
    >>> print(delta(geometric(2, "1/2"), PrivacyLevel.from_alpha("2/3")))
    least delta 1/6
      decided by  Pr[S|0] - e^eps Pr[S|1] for the outputs S = {0}
                  where Pr[S|0] = 2/3 and Pr[S|1] = 1/3
    """
    form = mechanism.form
    rows: dict[int, list[fmpq]] = {}
    pairs = _input_pairs(neighbours, form.size)
    best: tuple[fmpq, fmpq, tuple[int, int], list[int]] | None = None
    exceeds = _exceeds(level)
    for i, k in track(pairs, len(pairs), "adding up delta"):
        p, q = (rows.setdefault(r, form.row(r)) for r in (i, k))
        event = [j for j, (x, y) in enumerate(zip(p, q, strict=True)) if exceeds(x, y)]
        mass, other = (sum((r[j] for j in event), fmpq(0)) for r in (p, q))
        if best is None or level.sign(mass - best[0], other - best[1]) > 0:
            best = mass, other, (i, k), event
    assert best is not None  # a mechanism has at least two inputs
    mass, other, inputs, event = best
    return Delta(
        level,
        to_fraction(mass),
        to_fraction(other),
        inputs,
        tuple(event),
        mechanism.counts[0],
    )


def _exceeds(level: PrivacyLevel) -> Callable[[fmpq, fmpq], bool]:
    """Return the test x > e^eps y; most cases are settled by a rational bracket of e^eps."""
    low, high = level.odds_bracket()

    def test(x: fmpq, y: fmpq) -> bool:
        if x <= low * y:
            return False
        return bool(x > high * y) or level.sign(x, y) > 0

    return test


@dataclass(frozen=True)
class Piece:
    """One linear piece of the profile: delta = mass - other * x for x >= start.

    `start` is in units of x = e^eps; the piece ends where the next begins.
    """

    start: Fraction
    mass: Fraction
    other: Fraction


def profile(mechanism: Mechanism, neighbours: Neighbours = ADJACENT) -> list[Piece]:
    """Return delta as a function of x = e^eps on [1, infinity), piece by piece.

    Returns
    -------
    list of Piece
        In increasing `start`, the first at 1; convex and nonincreasing. The last piece is
        constant: delta that no eps removes.

    Examples
    --------
    Randomized response at alpha = 1/2 tells everything at x = 1 and nothing from x = 2 on:

    >>> from exactdp import geometric
    >>> profile(geometric(1, "1/2"))
    [Piece(start=Fraction(1, 1), mass=Fraction(2, 3), other=Fraction(1, 3)),
     Piece(start=Fraction(2, 1), mass=Fraction(0, 1), other=Fraction(0, 1))]
    """
    form = mechanism.form
    pairs = _input_pairs(neighbours, form.size)
    require_memory(len(pairs) * form.size * 400, f"the profile of {form.size} counts")
    rows = [form.row(i) for i in range(form.size)]
    lines: dict[fmpq, fmpq] = {fmpq(0): fmpq(0)}  # other -> largest mass
    for i, k in track(pairs, len(pairs), "collecting lines"):
        for mass, other in _lines(rows[i], rows[k]):
            if mass > lines.get(other, fmpq(-1)):
                lines[other] = mass
    return _envelope(sorted(lines.items(), reverse=True))


def _lines(p: list[fmpq], q: list[fmpq]) -> Iterator[tuple[fmpq, fmpq]]:
    """Yield (P(S), Q(S)) for the sets S = {j : P_j > x Q_j} as x runs over [1, infinity)."""
    mass = sum((x for x, y in zip(p, q, strict=True) if y == 0), fmpq(0))
    other = fmpq(0)
    yield mass, other
    both = [(x, y) for x, y in zip(p, q, strict=True) if y > 0 and x > y]
    for x, y in sorted(both, key=lambda pair: pair[0] / pair[1], reverse=True):
        mass, other = mass + x, other + y
        yield mass, other


def _envelope(lines: list[tuple[fmpq, fmpq]]) -> list[Piece]:
    """Return the upper envelope on [1, infinity) of lines mass - other*x, steepest first."""
    hull: list[tuple[fmpq, fmpq, fmpq]] = []  # (start, mass, other)
    for other, mass in lines:
        start = fmpq(1)
        while hull:
            _, top_mass, top_other = hull[-1]
            # The gentler line overtakes the last of the hull here.
            start = (top_mass - mass) / (top_other - other)
            if start > hull[-1][0]:
                break
            hull.pop()
            start = fmpq(1)
        hull.append((max(start, fmpq(1)), mass, other))
    return [Piece(*map(to_fraction, piece)) for piece in hull]
