"""The exact privacy loss of a linear noise mechanism, output = A x + S noise.

A neighbouring change m of the histogram moves A x by d = A m. Noise that is shifted by v with
S v = d masks it, and costs |v|_b, the sum of |v_i| / b_i. Two facts decide the loss, the
least eps for which the mechanism is eps-DP on x and x + m, for all x at once:

*At most.* loss <= |v|_b for every such v: the change of variables k -> k - v maps the noise
that gives an output from x + m to noise that gives it from x, one to one, and changes the
density by a factor of at most e^(|v|_b). Noise on the integers needs an integer v for this.

*At least.* Let w be a functional of the output with |w.S_i| <= 1/b_i for every column S_i of S.
For 0 < t < 1 the mean of e^(t w.output) is finite, on the reals as on the integers, since the
tails of noise i fall like e^(-|k|/b_i); and x + m has e^(t w.d) times the mean of x. If all
probabilities agree within e^eps, so do means of nonnegative functions: e^(t w.d) <= e^eps,
and with t -> 1, loss >= w.d. No assumption is made of A, S, or how many queries there are.

The least |v|_b is a linear program, and the greatest w.d its dual: they are equal. Hence

* for Laplace noise the loss *is* the least |v|_b;
* for two-sided geometric noise too, if some least v is integer, as it is where S is the
  identity or the incidence matrix of a graph (cyclic, acyclic) and d is integer;
* if no integer v exists, outputs of x and x + m are told apart for certain and the loss is
  infinite (w.S is integer for some w for which w.d is not: then the fraction of w.output
  gives it away); likewise for Laplace noise if no v exists at all (w.S = 0, but not w.d);
* where the least integer v costs more than the least real one, the loss of two-sided
  geometric noise is between the two. Both are stated, and nothing is claimed in between.

The noise is symmetric, so a change and its opposite have the same loss.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from typing import Any, Literal, NamedTuple, get_args

from flint import fmpq, fmpq_mat, fmpz, fmpz_mat

from ...mechanisms.design.lp.minimum import minimise
from ...mechanisms.design.lp.program import Infeasible, Optimum, Program, Row
from ...mechanisms.exact.errors import InputError, LimitError
from ...mechanisms.exact.progress import track
from ...mechanisms.exact.rationals import (
    brief,
    exact_text,
    over_one_denominator,
    rational,
    to_fmpq,
    to_fraction,
)
from ...mechanisms.kernels.telling import Line, Telling, few
from ...mechanisms.release.distributions.noise_mechanism import NoiseMechanism, adjacent_moves
from .certificate import Claim, Document, certificate

Law = Literal["laplace", "geometric"]
Vector = dict[int, Fraction]

#: The most linear programs that are solved in search of the least integer shift of one move.
MAX_NODES = 2000


class Masking(NamedTuple):
    """What is found of one change: a shift of least cost, and a functional below the loss."""

    cost: Fraction | None  # None: nothing masks it
    shift: Vector
    least: Fraction | None  # None: infinite
    functional: Vector


@dataclass(frozen=True)
class NoiseLoss(Telling):
    """The privacy loss of a noise mechanism over all neighbouring changes.

    Attributes
    ----------
    mechanism : NoiseMechanism
    law : "laplace" or "geometric"
    moves : tuple of sparse vectors over the bins
    maskings : tuple of Masking
        One for each move.
    worst : int
        The move of the greatest cost.
    witness : int
        The move whose functional shows the greatest lower bound; `worst` if the two agree.
    """

    mechanism: NoiseMechanism
    law: Law
    moves: tuple[Mapping[int, Any], ...]
    maskings: tuple[Masking, ...]
    worst: int
    witness: int

    @property
    def epsilon(self) -> Fraction | None:
        """An eps for which the mechanism is eps-DP, the least if `exact`; None for none."""
        return self.maskings[self.worst].cost

    @property
    def at_least(self) -> Fraction | None:
        """What the loss is not below; None if it is infinite."""
        return self.maskings[self.witness].least

    @property
    def exact(self) -> bool:
        """Whether `epsilon` is the exact loss."""
        return self.epsilon == self.at_least

    @property
    def shift(self) -> list[Fraction] | None:
        """The noise shift that masks the worst move, a number for each variable."""
        if self.epsilon is None:
            return None
        found = self.maskings[self.worst].shift
        return [found.get(i, Fraction(0)) for i in range(len(self.mechanism.scales))]

    @property
    def integral(self) -> bool:
        """Whether every move is masked by whole units, so that the law does not matter."""
        return self.epsilon is not None and all(
            v.denominator == 1 for m in self.maskings for v in m.shift.values()
        )

    def holds(self, bound: Fraction | None = None) -> bool:
        """Whether the mechanism is eps-DP for eps = `bound`; for some eps if that is None.

        Raises
        ------
        LimitError
            If the bound is where two-sided geometric noise is not decided.
        """
        if self.epsilon is None or self.at_least is None:
            return False
        if bound is None or self.epsilon <= bound:
            return True
        if self.at_least > bound:
            return False
        raise LimitError(
            f"undecided: the loss of two-sided geometric noise is between {brief(self.at_least)} "
            f"and {brief(self.epsilon)} here, and eps = {brief(bound)} is claimed"
        )

    def headline(self) -> str:
        """Return the loss, or what it is between."""
        if self.epsilon is None:
            return "infinite: no eps holds"
        if self.exact:
            return f"eps = {brief(self.epsilon)}, exactly"
        return f"at least {brief(self.at_least)}, at most eps = {brief(self.epsilon)}"

    def lines(self) -> list[Line]:
        """Return what is worst, and what masks it or tells it."""
        m = self.mechanism
        noise = "Laplace" if self.law == "laplace" else "two-sided geometric"
        sizes = f"{len(m.queries)} queries of {m.bins} bins, {len(m.scales)} variables"
        lines = [
            ("mechanism", f"{sizes} of {noise} noise"),
            ("worst move", _moved(self.moves[self.worst])),
        ]
        if self.shift is None:
            functional = sorted(self.maskings[self.witness].functional.items())
            terms = " + ".join(f"{brief(w)} * query {q}" for q, w in functional)
            if self.law == "geometric":
                return [*lines, ("told by", f"the fraction of {terms}, which no noise changes")]
            return [*lines, ("told by", f"{terms}, which has no noise")]
        shifts = few([f"{i}: {brief(v)}" for i, v in enumerate(self.shift) if v]) or "nothing"
        lines.append(("masked by", f"noise variables shifted by {shifts}"))
        if self.law == "laplace" and self.integral:
            lines.append(
                ("", "whole units mask every move: two-sided geometric noise loses as much")
            )
        return lines

    def certificate(
        self, bound: Fraction | None = None, subject: Document | None = None
    ) -> Document:
        """Return the certificate that eps = `bound` holds or not; see :meth:`holds`."""
        return certificate([], [noise_claim(self, bound)], subject)


def noise_loss(
    mechanism: NoiseMechanism,
    moves: Sequence[Mapping[int, Any]] | None = None,
    law: Law = "laplace",
) -> NoiseLoss:
    """Decide the privacy loss of a noise mechanism; see the module docstring.

    Parameters
    ----------
    mechanism : NoiseMechanism
        With its scales, in the unit of 1/eps.
    moves : sequence of sparse vectors, optional
        The changes of the histogram that have to be hidden, with their opposites; by default
        one unit to an adjacent bin.
    law : "laplace" or "geometric"
        Noise on the reals, or on the integers.

    Raises
    ------
    InputError
        If there are no moves, or a move is about other bins.
    LimitError
        If the least integer shift is not found within `MAX_NODES` linear programs.

    References
    ----------
    *Preserving Target Distributions With Differentially Private Count Mechanisms*, Theorem 1,
    in general.

    Examples
    --------
    >>> per_bin = NoiseMechanism.from_rows([[1, 0, 0], [0, 1, 0], [0, 0, 1]], scales=[1, 1, 1])
    >>> noise_loss(per_bin).epsilon
    Fraction(2, 1)
    >>> from exactdp.mechanisms.release.distributions.privatize import NOISES
    >>> found = noise_loss(NOISES["cyclic"].mechanism(5), law="geometric")
    >>> found.epsilon, found.exact, [int(v) for v in found.shift]
    (Fraction(1, 1), True, [0, 1, 0, 0, 0])
    """
    if law not in get_args(Law):
        raise InputError(f"got the law {law!r}, expected laplace or geometric")
    if moves is None:
        moves = adjacent_moves(mechanism.bins)
    if not moves:
        raise InputError("got no neighbouring changes, expected at least one (two bins or more)")
    for k, move in enumerate(moves):
        if any(not 0 <= j < mechanism.bins for j in move):
            raise InputError(f"neighbour {k} is about other bins than 0..{mechanism.bins - 1}")
        if not any(move.values()):
            raise InputError(f"neighbour {k} changes no bin: leave it out")
    columns: dict[int, _Vector] = {}
    for q, row in enumerate(mechanism.queries):
        for j, a in _exact(row).items():
            columns.setdefault(j, {})[q] = a
    rows = mechanism.noise
    entering = None if rows is None else [_exact(row) for row in rows]
    noise = _Noise(law, [to_fmpq(b) for b in mechanism.scales], entering)
    known: dict[tuple[tuple[int, fmpq], ...], Masking] = {}
    maskings = []
    for move in track(moves, len(moves), "masking"):
        change: _Vector = {}
        for j, m in _exact(move).items():
            for q, a in columns.get(j, {}).items():
                change[q] = change.get(q, fmpq(0)) + a * m
        key = tuple(sorted((q, x) for q, x in change.items() if x))
        if key not in known:
            known[key] = _public(_mask(noise, dict(key)))
        maskings.append(known[key])
    order = range(len(moves))
    worst = max(order, key=lambda k: (_size(maskings[k].cost), _size(maskings[k].least)))
    witness = max(order, key=lambda k: (_size(maskings[k].least), k == worst))
    return NoiseLoss(mechanism, law, tuple(moves), tuple(maskings), worst, witness)


def _moved(move: Mapping[int, Any]) -> str:
    """Return a change of the bins in words."""
    ends = sorted(move, key=lambda j: rational(move[j]))
    if [rational(move[j]) for j in ends] == [-1, 1]:
        return "one unit from bin {} to bin {}, or back".format(*ends)
    parts = few([f"bin {j} by {brief(x)}" for j, x in sorted(move.items())])
    return f"{parts}, or the opposite"


def noise_claim(verdict: NoiseLoss, bound: Fraction | None) -> Claim:
    """State the shifts that mask every move, and the functional that the loss is not below.

    What holds is stated of the least eps that is known to hold, at most `bound`.
    """
    holds = verdict.holds(bound)
    epsilon = verdict.epsilon if holds or bound is None or verdict.at_least is None else bound
    claim = noise_statement(verdict.mechanism, verdict.moves, verdict.law, epsilon, holds)
    if holds:
        claim["shifts"] = [_sparse(masking.shift) for masking in verdict.maskings]
    if not holds or verdict.exact:
        claim["move"] = verdict.witness
        claim["functional"] = _sparse(verdict.maskings[verdict.witness].functional)
    return claim


def noise_statement(
    mechanism: NoiseMechanism,
    moves: Sequence[Mapping[int, Any]],
    law: Law,
    epsilon: Fraction | None,
    holds: bool = True,
) -> Claim:
    """Return a claim about noise without what shows it; no eps stands for an infinite loss."""
    entering: Sequence[Mapping[int, Any]] = mechanism.noise or [
        {q: 1} for q in range(len(mechanism.queries))
    ]
    return {
        "claim": "noise",
        "law": law,
        "bins": mechanism.bins,
        "queries": [_sparse(row) for row in mechanism.queries],
        "noise": [_sparse(row) for row in entering],
        "scales": [exact_text(b) for b in mechanism.scales],
        "moves": [_sparse(move) for move in moves],
        "epsilon": None if epsilon is None else exact_text(epsilon),
        "holds": holds,
    }


def _sparse(vector: Mapping[int, Any]) -> list[list[Any]]:
    return [[k, exact_text(x)] for k, x in sorted(vector.items())]


def _size(loss: Fraction | None) -> tuple[bool, Fraction]:
    """Return what puts losses in order, None last."""
    return loss is None, loss or Fraction(0)


_Vector = dict[int, fmpq]


class _Masking(NamedTuple):
    """A masking in the numbers that are reckoned with; see :class:`Masking`."""

    cost: fmpq | None
    shift: _Vector
    least: fmpq | None
    functional: _Vector


class _Noise(NamedTuple):
    """How noise enters, in the numbers that are reckoned with."""

    law: Law
    scales: list[fmpq]
    rows: list[dict[int, fmpq]] | None  # S; None for the identity


def _exact(vector: Mapping[int, Any]) -> _Vector:
    return {i: to_fmpq(x) for i, x in vector.items()}


def _mask(noise: _Noise, change: _Vector) -> _Masking:
    if noise.rows is None:  # then the shift is the change
        split = next((q for q, x in change.items() if x.q > 1), None)
        if noise.law == "geometric" and split is not None:
            return _Masking(None, {}, None, {split: fmpq(1)})
        cost = _cost(change, noise)
        signs = {q: (1 if x > 0 else -1) / noise.scales[q] for q, x in change.items()}
        return _Masking(cost, change, cost, signs)
    found = minimise(_program(noise, noise.rows, change))
    functional = {q: w for q, w in found.multipliers.items() if w}
    if isinstance(found, Infeasible):
        gain = sum((w * change.get(q, 0) for q, w in functional.items()), fmpq(0))
        return _Masking(None, {}, None, {q: w / gain / 2 for q, w in functional.items()})
    shift = _shift(found)
    if noise.law == "geometric" and any(x.q > 1 for x in shift.values()):
        telling = _telling(noise.rows, len(noise.scales), change)
        if telling is not None:
            return _Masking(None, {}, None, telling)
        shift = _least_whole_shift(noise, noise.rows, change)
    return _Masking(_cost(shift, noise), shift, found.cost, functional)


def _cost(shift: _Vector, noise: _Noise) -> fmpq:
    return sum((abs(v) / noise.scales[i] for i, v in shift.items()), fmpq(0))


def _public(found: _Masking) -> Masking:
    """Return a masking in Fractions."""
    cost, least = (None if x is None else to_fraction(x) for x in (found.cost, found.least))
    shift, functional = (
        {i: to_fraction(x) for i, x in vector.items()} for vector in (found.shift, found.functional)
    )
    return Masking(cost, shift, least, functional)


#: A bound on one variable: (variable, 1, k) says v <= k, (variable, -1, k) says v >= k.
Cut = tuple[int, int, int]
_Rows = Sequence[Mapping[int, fmpq]]


def _program(noise: _Noise, entering: _Rows, change: _Vector, cuts: Sequence[Cut] = ()) -> Program:
    """Return the program of the least shift v = p - n; p_i and n_i are variables 2i and 2i+1."""
    rows = []
    for q, row in enumerate(entering):
        terms = [(2 * i + k, (-1) ** k * s) for i, s in row.items() for k in (0, 1)]
        rows.append(Row(tuple(terms), change.get(q, fmpq(0)), True))
    one = fmpq(1)
    for i, sign, k in cuts:
        rows.append(Row(((2 * i, -sign * one), (2 * i + 1, sign * one)), fmpq(-sign * k)))
    return Program([1 / b for b in noise.scales for _ in (0, 1)], rows)


def _shift(found: Optimum) -> _Vector:
    values = (p - n for p, n in zip(found.x[::2], found.x[1::2], strict=True))
    return {i: v for i, v in enumerate(values) if v}


def _least_whole_shift(noise: _Noise, entering: _Rows, change: _Vector) -> _Vector:
    """Return an integer shift of least cost, one being known to exist: branch, the best first."""
    number = count()
    heap: list[tuple[fmpq, int, _Vector, list[Cut]]] = []

    def push(cuts: list[Cut]) -> None:
        found = minimise(_program(noise, entering, change, cuts))
        if isinstance(found, Optimum):
            heappush(heap, (found.cost, next(number), _shift(found), cuts))

    push([])
    for _ in range(MAX_NODES // 2):
        _, _, shift, cuts = heappop(heap)
        split = next((i for i, v in shift.items() if v.q > 1), None)
        if split is None:
            return shift
        below = int(shift[split].floor())
        push([*cuts, (split, 1, below)])
        push([*cuts, (split, -1, below + 1)])
    raise LimitError(
        f"the least integer noise shift was not found within {MAX_NODES} linear programs; the "
        "loss of Laplace noise can be had (law laplace), a lower bound for two-sided geometric"
    )


def _telling(entering: _Rows, variables: int, change: _Vector) -> _Vector | None:
    """Return w with w.S integer but not w.change; None if an integer shift gives the change.

    The columns of S generate a lattice, of which the Hermite normal form gives a basis in
    echelon form; w is the first coordinate that is not an integer.
    """
    _, scale = over_one_denominator([s for row in entering for s in row.values()])
    columns = [[fmpz(0)] * len(entering) for _ in range(variables)]
    for q, row in enumerate(entering):
        for i, s in row.items():
            columns[i][q] = (s * scale).p
    basis = [line for line in fmpz_mat(columns).hnf().tolist() if any(line)]
    pivots = [next(q for q, x in enumerate(line) if x) for line in basis]
    square = fmpq_mat(fmpz_mat([[line[q] for q in pivots] for line in basis]))
    rank = len(pivots)
    goal = fmpq_mat(rank, 1, [change.get(q, fmpq(0)) * scale for q in pivots])
    coordinates = square.transpose().solve(goal).entries()
    split = next((k for k, y in enumerate(coordinates) if y.q != 1), None)
    if split is None:
        return None
    unit = fmpq_mat(rank, 1, [fmpq(scale if k == split else 0) for k in range(rank)])
    values = square.solve(unit).entries()
    return {q: w for q, w in zip(pivots, values, strict=True) if w}
