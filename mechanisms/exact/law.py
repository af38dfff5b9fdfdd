"""A law: a probability distribution over the counts 0..n, exact.

What is kept by a mechanism, what weighs the inputs, what a release estimates: each is one of
these. The numbers are nonnegative and sum to exactly 1; nothing is divided by its sum unless that
is asked for (:meth:`Law.from_weights`). Whatever takes a law takes any sequence of exact numbers
in its place, and reads it by :meth:`Law.of`, the one door. Files of laws are read by
:mod:`exactdp.mechanisms.kernels.files.laws`.

>>> z = Law(["1/2", "0.25", "1/4"])
>>> print(z, z.mean, z[0], sep="; ")
law on 0..2: 1/2, 1/4, 1/4; 3/4; 1/2
>>> Law.from_weights([2, 1, 1]) == z
True
>>> Law([2, 1, 1])
Traceback (most recent call last):
    ...
exactdp.InputError: the law: got numbers that sum to 4, expected exactly 1: divide them by their sum (Law.from_weights does)
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, overload

from flint import fmpq, fmpz

from .errors import InputError
from .plots import bars, canvas
from .rationals import brief, exact_text, over_one_denominator, shorten, to_fmpq, to_fraction

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: So many probabilities are printed.
_SHOWN = 8


class Law(Sequence[Fraction]):
    """A probability distribution over the counts 0..n; immutable, and a sequence of Fractions.

    Parameters
    ----------
    probabilities : iterable of exact numbers
        One for each count from 0.
    name : str
        What it is called in errors.

    Raises
    ------
    InputError
        If one is negative or no exact number, or they do not sum to exactly 1.

    Examples
    --------
    >>> Law(["1/2", "1/4", "1/4"]).mean
    Fraction(3, 4)
    """

    __slots__ = ("_numbers", "_parts")

    def __init__(self, probabilities: Iterable[Any], name: str = "the law"):
        self._numbers = _nonnegative(probabilities, name)
        integers, denominator = over_one_denominator(self._numbers)
        total = sum(integers, fmpz(0))
        if total != denominator:
            raise InputError(
                f"{name}: got numbers that sum to {brief(fmpq(total, denominator))}, expected "
                "exactly 1: divide them by their sum (Law.from_weights does)"
            )
        self._parts = tuple(integers), denominator

    @classmethod
    def of(
        cls, values: Iterable[Any] | None, size: int | None = None, name: str = "the law"
    ) -> Law:
        """Return the law that is meant; a law stays what it is.

        Parameters
        ----------
        values : Law, iterable of exact numbers, or None
            None stands for the uniform law, where the size is known.
        size : int, optional
            How many counts there must be.
        name : str
            What it is called in errors.

        Examples
        --------
        >>> Law.of(["1/2", "1/2"], size=3, name="the prior")
        Traceback (most recent call last):
            ...
        exactdp.InputError: the prior: got 2 numbers, expected 3, one for each count from 0
        """
        if values is None and size is not None:
            return cls.uniform(size)
        values = values if isinstance(values, Law) else _listed(values, name)
        if size is not None and len(values) != size:
            raise InputError(
                f"{name}: got {len(values)} numbers, expected {size}, one for each count from 0"
            )
        return values if isinstance(values, Law) else cls(values, name)

    @classmethod
    def uniform(cls, size: int) -> Law:
        """Return the uniform law on so many counts.

        >>> print(Law.uniform(3))
        law on 0..2: 1/3, 1/3, 1/3
        """
        return cls.from_weights([1] * size)

    @classmethod
    def from_weights(cls, weights: Iterable[Any], name: str = "the weights") -> Law:
        """Return nonnegative numbers, such as those of a histogram, divided by their sum.

        Raises
        ------
        InputError
            If one is negative or no exact number, or all are zero.
        """
        numbers = _nonnegative(weights, name)
        total = sum(numbers, fmpq(0))
        if total == 0:
            raise InputError(f"{name}: all are 0, expected at least one number above 0")
        return cls([x / total for x in numbers], name)

    @property
    def numbers(self) -> tuple[fmpq, ...]:
        """The probabilities as flint rationals, with which everything is reckoned."""
        return self._numbers

    @property
    def parts(self) -> tuple[tuple[fmpz, ...], fmpz]:
        """The probabilities as integers, and their common denominator."""
        return self._parts

    @property
    def mean(self) -> Fraction:
        """The expected count."""
        return to_fraction(self._moment(1))

    @property
    def variance(self) -> Fraction:
        """The expected squared distance from the mean."""
        return to_fraction(self._moment(2) - self._moment(1) ** 2)

    def _moment(self, power: int) -> fmpq:
        integers, denominator = self._parts
        return fmpq(sum((i**power * x for i, x in enumerate(integers)), fmpz(0)), denominator)

    def __len__(self) -> int:
        """Return n + 1."""
        return len(self._numbers)

    @overload
    def __getitem__(self, i: int) -> Fraction: ...
    @overload
    def __getitem__(self, i: slice) -> tuple[Fraction, ...]: ...
    def __getitem__(self, i: int | slice) -> Fraction | tuple[Fraction, ...]:
        """Return the probability of a count, or of several."""
        if isinstance(i, slice):
            return tuple(map(to_fraction, self._numbers[i]))
        return to_fraction(self._numbers[i])

    def __iter__(self) -> Iterator[Fraction]:
        """Yield the probabilities."""
        return map(to_fraction, self._numbers)

    def __eq__(self, other: object) -> bool:
        """Whether the other is the same law."""
        return self._numbers == other._numbers if isinstance(other, Law) else NotImplemented

    def __hash__(self) -> int:
        """Return a hash that equal laws share."""
        return hash(self._numbers)

    def __repr__(self) -> str:
        """Return the law as it can be typed in."""
        return f"Law({[exact_text(x) for x in self._numbers]})"

    @property
    def shown(self) -> str:
        """The first probabilities, fit for a line."""
        return ", ".join(self._first())

    def __str__(self) -> str:
        """Return what it is over, and the first probabilities."""
        return f"law on 0..{len(self) - 1}: {self.shown}"

    def plot(self) -> Figure:
        """Return a bar chart of the probabilities; needs matplotlib.

        >>> Law(["1/2", "1/4", "1/4"]).plot().axes[0].get_ylabel()
        'probability'
        """
        picture, axes = canvas()
        bars(axes, [("law", list(self))])
        return picture

    def _repr_html_(self) -> str:
        cells = "".join(f"<td>{x}</td>" for x in self._first())
        return f"<table><caption>law on 0..{len(self) - 1}</caption><tr>{cells}</tr></table>"

    def _first(self) -> list[str]:
        first = [brief(x) for x in self._numbers[:_SHOWN]]
        return [*first, "..."] if len(self) > _SHOWN else first


def _listed(values: Any, name: str) -> list[Any]:
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise InputError(
            f"{name}: got {shorten(repr(values))}, expected a sequence of exact numbers, one for "
            "each count from 0"
        )
    return list(values)


def _nonnegative(values: Any, name: str) -> tuple[fmpq, ...]:
    numbers = []
    for i, value in enumerate(_listed(values, name)):
        try:
            numbers.append(to_fmpq(value))
        except InputError as error:
            raise InputError(f"{name}: count {i}: {error}") from None
        if numbers[i] < 0:
            raise InputError(f"{name}: count {i}: got {brief(numbers[i])}, expected a number >= 0")
    if not numbers:
        raise InputError(f"{name}: got no numbers, expected one for each count from 0")
    return tuple(numbers)
