"""An expected cost: a rational, or a sum of so many that it had better be enclosed.

Where GM's output is coupled to a law (:mod:`.forms.coupled`) the expected cost is a sum over the
outputs of GM whose denominators share little, so exactly it is about n times as long as one of
them. :meth:`Expected.enclosure` gives it to any number of digits in place of that.

>>> half = Expected(fmpq(1, 6), fmpz(1), [fmpz(1)], [fmpz(3)])
>>> half.exact(), half.enclosure(3)
(Fraction(1, 2), ('0.499', '0.501'))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq, fmpz

from ..exact.decimals import decimal_bound
from ..exact.errors import LimitError
from ..exact.rationals import to_fraction

#: The longest exact cost that is made, in bits.
MAX_BITS = 10_000_000


_ONE = fmpz(1)


@dataclass(frozen=True)
class Expected:
    """A number: ``whole`` plus the sum of numerators[k] / denominators[k], over ``scale``."""

    whole: fmpq
    scale: fmpz = _ONE
    numerators: Sequence[fmpz] = ()
    denominators: Sequence[fmpz] = ()

    @property
    def bits(self) -> int:
        """About how long its exact denominator may be, in bits."""
        return sum(int(d).bit_length() for d in self.denominators)

    def exact(self) -> Fraction:
        """Return the number.

        Raises
        ------
        LimitError
            If it would be longer than `MAX_BITS`.
        """
        if self.bits > MAX_BITS:
            raise LimitError(
                f"the exact cost has up to {self.bits} bits, the limit is {MAX_BITS}: ask for "
                "an enclosure"
            )
        terms = list(zip(self.numerators, self.denominators, strict=True)) or [(fmpz(0), fmpz(1))]
        while len(terms) > 1:  # in pairs, so that most sums are of short numbers
            odd = [terms.pop()] if len(terms) % 2 else []
            pairs = zip(terms[::2], terms[1::2], strict=True)
            terms = [(a * d + c * b, b * d) for (a, b), (c, d) in pairs] + odd
        ((total, common),) = terms
        return to_fraction(self.whole + fmpq(total, common) / self.scale)

    def enclosure(self, digits: int) -> tuple[str, str]:
        """Return decimals below and above the number, at most two units of the last apart."""
        bits = 4 * digits + len(self.numerators).bit_length() + 8
        floors = [(n << bits) // d for n, d in zip(self.numerators, self.denominators, strict=True)]
        low = sum(floors, fmpz(0))
        unit = self.scale << bits
        ends = (self.whole + fmpq(x, unit) for x in (low, low + len(floors)))
        below, above = ends
        return decimal_bound(below, digits, up=False), decimal_bound(above, digits, up=True)
