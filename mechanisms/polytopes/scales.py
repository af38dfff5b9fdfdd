"""Scales: the columns in which every privacy constraint is tight, and the cone they span.

From "Preserving Target Distributions With Differentially Private Count Mechanisms",
sections 4.2 and 5.2. A column of a mechanism lists Pr[output j | input i] over the inputs
i = 0..size-1, for one output j. It is private iff neighbouring entries differ by a factor
between alpha and 1/alpha; such columns form a cone. Its extreme rays are the *scales*, one
for each *pattern* of ups and downs, and its faces are the patterns in which some steps are
left free (0). `size` is the number of counts, which the paper calls n.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from flint import fmpq, fmpq_mat

from ..exact.errors import InputError, LimitError
from ..exact.limits import require_memory
from ..exact.rationals import brief, rational, to_fmpq, to_fraction
from ..kernels.patterns import Pattern

Column = Sequence[Any]


def require_alpha(alpha: Any) -> Fraction:
    """Return alpha as a fraction; it must be in (0, 1).

    >>> require_alpha("1")
    Traceback (most recent call last):
        ...
    exactdp.InputError: got alpha = 1, expected 0 < alpha < 1 (eps > 0): at alpha = 1 there is one scale only
    """  # noqa: E501
    value = rational(alpha)
    if not 0 < value < 1:
        hint = ": at alpha = 1 there is one scale only" if value == 1 else ""
        raise InputError(f"got alpha = {brief(value)}, expected 0 < alpha < 1 (eps > 0){hint}")
    return value


def require_size(size: int) -> int:
    """Return the number of counts; it must be at least 2."""
    if size < 2:
        raise InputError(f"got size = {size}, expected at least 2 counts")
    return size


def patterns(size: int) -> list[Pattern]:
    """Return the 2^(size-1) patterns (Definition 9), in the order of the paper's examples.

    >>> patterns(3)
    [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    """
    if require_size(size) > 60:  # an estimate of bytes would itself be beyond all memory
        raise LimitError(f"there are 2^{size - 1} scales of size {size}: take fewer counts")
    require_memory(2 ** (size - 1) * 16 * size, f"the list of 2^{size - 1} patterns")
    return list(product((-1, 1), repeat=size - 1))


def single_peaked_pattern(size: int, peak: int) -> Pattern:
    """Return the pattern that rises up to `peak` and falls after it (Definition 10).

    >>> single_peaked_pattern(4, 1)
    (1, -1, -1)
    """
    if not 0 <= peak < require_size(size):
        raise InputError(f"got the peak {peak}, expected one of the counts 0..{size - 1}")
    return tuple(1 if i < peak else -1 for i in range(size - 1))


def peak_of(pattern: Pattern) -> int | None:
    """Return the peak of a single-peaked pattern, and None for another.

    >>> peak_of((1, -1)), peak_of((-1, 1))
    (1, None)
    """
    peak = pattern.count(1)
    return peak if pattern == single_peaked_pattern(len(pattern) + 1, peak) else None


def unscaled(pattern: Pattern, alpha: Fraction | fmpq) -> list[fmpq]:
    """Return the column that starts with 1 and follows `pattern`."""
    column, a = [fmpq(1)], to_fmpq(alpha)
    for step in pattern:
        column.append(column[-1] / a if step > 0 else column[-1] * a)
    return column


def scaled(pattern: Pattern, alpha: Fraction | fmpq) -> list[fmpq]:
    """Return the scale with a pattern, for a level that is known to be in (0, 1)."""
    column = unscaled(pattern, alpha)
    total = sum(column, fmpq(0))
    return [x / total for x in column]


def scale(pattern: Pattern, alpha: Any) -> list[Fraction]:
    """Return the scale with a pattern (Definition 6): a probability vector over the inputs.

    >>> [str(x) for x in scale((-1, 1), "1/2")]
    ['2/5', '1/5', '2/5']
    """
    if not pattern or any(step not in (-1, 1) for step in pattern):
        raise InputError(f"got the pattern {pattern}, expected a tuple of -1 and +1")
    return [to_fraction(x) for x in scaled(pattern, require_alpha(alpha))]


def scales(size: int, alpha: Any) -> dict[Pattern, list[Fraction]]:
    """Return all scales by their patterns, in the order of :func:`patterns`.

    Parameters
    ----------
    size : int
        The number of counts, at least 2.
    alpha : exact number
        alpha = e^-eps, rational, 0 < alpha < 1.

    Returns
    -------
    dict
        Pattern -> the scale, over the inputs. Every column of a private mechanism is a
        combination of them with positive weights, see :func:`combination`.

    References
    ----------
    *Preserving Target Distributions With Differentially Private Count Mechanisms*,
    Definitions 6 and 9.

    Examples
    --------
    >>> for pattern, column in scales(3, "1/2").items():
    ...     print(pattern, *column)
    (-1, -1) 4/7 2/7 1/7
    (-1, 1) 2/5 1/5 2/5
    (1, -1) 1/4 1/2 1/4
    (1, 1) 1/7 2/7 4/7
    """
    return {pattern: scale(pattern, alpha) for pattern in patterns(size)}


def psi(size: int, alpha: Any) -> fmpq_mat:
    """Return the matrix Psi, whose columns are the scales in the order of :func:`patterns`.

    >>> print(psi(3, "1/2"))
    [4/7, 2/5, 1/4, 1/7]
    [2/7, 1/5, 1/2, 2/7]
    [1/7, 2/5, 1/4, 4/7]
    """
    a = require_alpha(alpha)
    columns = [scaled(p, a) for p in patterns(size)]
    return fmpq_mat(size, len(columns), [column[i] for i in range(size) for column in columns])


def tight_rows(pattern: Pattern, alpha: Any) -> fmpq_mat:
    """Return one privacy constraint for each step, as rows, and the row of ones.

    Lemma 3: these rows are linearly independent, whatever the pattern. So the scale is the
    only column that they send to (0, ..., 0, 1).

    >>> tight_rows((-1, 1), "1/2") * fmpq_mat(3, 1, [fmpq(2, 5), fmpq(1, 5), fmpq(2, 5)])
    [0]
    [0]
    [1]
    >>> tight_rows((-1, 1), "1/2").det()
    -5/4
    """
    a, size = to_fmpq(require_alpha(alpha)), len(pattern) + 1
    matrix = fmpq_mat(size, size)
    for i, step in enumerate(pattern):
        up, down = (i + 1, i) if step < 0 else (i, i + 1)
        matrix[i, up], matrix[i, down] = fmpq(1), -a
    for i in range(size):
        matrix[size - 1, i] = fmpq(1)
    return matrix


def pattern_of(column: Column, alpha: Any) -> Pattern | None:
    """Return the pattern of the smallest face of the cone that holds a private column.

    None stands for the zero column. The dimension of the face is 1 + the number of zeros.

    >>> pattern_of(["1/2", "1/4", "1/3"], "1/2")
    (-1, 0)
    >>> pattern_of([1, 3], "1/2")
    Traceback (most recent call last):
        ...
    exactdp.InputError: input 1: got 3 after 1, expected between 1/2 and 2 (not private at alpha = 1/2)
    """  # noqa: E501
    a = to_fmpq(require_alpha(alpha))
    values = [to_fmpq(x) for x in column]
    require_size(len(values))
    steps = []
    for i, (x, y) in enumerate(pairwise(values)):
        if not a * x <= y or not a * y <= x:
            raise InputError(
                f"input {i + 1}: got {brief(y)} after {brief(x)}, expected between "
                f"{brief(a * x)} and {brief(x / a)} (not private at alpha = {a})"
            )
        steps.append(-1 if y == a * x else 1 if x == a * y else 0)
    return tuple(steps) if any(values) else None


def combination(column: Column, alpha: Any) -> list[tuple[Pattern, Fraction]]:
    """Write a private column as a conic combination of scales (Lemma 1, Corollary 1).

    As much as fits of one scale is taken off, in whose pattern the free steps go the way the
    column goes. That makes a free step tight, and tight ones stay so: there are at most
    1 + (number of free steps) terms, hence never more than `size`.

    Raises
    ------
    InputError
        If the column is not private; the message names the input.

    Examples
    --------
    >>> combination(["1/2", "1/4", "1/4"], "1/2")
    [((-1, -1), Fraction(7, 12)), ((-1, 1), Fraction(5, 12))]
    """
    a = to_fmpq(require_alpha(alpha))
    rest = [to_fmpq(x) for x in column]
    terms = []
    while (face := pattern_of(rest, a)) is not None:
        pattern = tuple(
            step or (1 if y > x else -1) for step, x, y in zip(face, rest, rest[1:], strict=False)
        )
        piece = scaled(pattern, a)
        amount = min(_room(rest, piece, a, i, pattern[i]) for i in range(len(face)))
        terms.append((pattern, to_fraction(amount)))
        rest = [x - amount * s for x, s in zip(rest, piece, strict=True)]
    return terms


def _room(rest: list[fmpq], piece: list[fmpq], a: fmpq, i: int, step: int) -> fmpq:
    """Return how much of a scale fits before the opposite constraint of step i is tight."""
    low, high = (i, i + 1) if step > 0 else (i + 1, i)
    return (rest[high] - a * rest[low]) / (piece[high] - a * piece[low])
