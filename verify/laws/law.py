"""The law of a sampler: an exact lower bound for each output, and the mass left undecided.

A law never says more than was shown. ``probabilities[label]`` is a lower bound for the
probability of that output; ``undecided`` is all the rest, so the probability lies between
the bound and the bound plus `undecided`. Where `undecided` is 0 the law is exact.

Outputs are named by texts (:func:`label_of`); an exception that the code raises is an output
too, called ``!`` and its name.

>>> law = CodeLaw({"0": Fraction(1, 2), "1": Fraction(1, 4)}, Fraction(1, 4), "by hand")
>>> law.exact, law.disagreement({"0": Fraction(1, 2), "1": Fraction(1, 2)})
(False, None)
>>> law.disagreement({"0": Fraction(1, 4), "1": Fraction(3, 4)})
'0'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import islice
from typing import Any

import numpy as np
from flint import fmpq, fmpz

from ...mechanisms.exact.decimals import decimal, scientific
from ...mechanisms.exact.errors import InputError
from ...mechanisms.exact.rationals import brief, exact_text, shorten

#: The longest name that an output may have, in characters.
MAX_LABEL = 10_000
_SHORT = 10**18
#: How many outputs a law shows of itself.
_SHOWN = 12
#: A probability that is claimed: exactly, or by numbers below and above it.
Claimed = Fraction | tuple[Fraction, Fraction]


@dataclass(frozen=True)
class CodeLaw:
    """What is known of the distribution of a sampler's output on one input.

    Attributes
    ----------
    probabilities : dict of str to Fraction
        Lower bounds, positive; exact where `undecided` is 0.
    undecided : Fraction
        1 minus their sum.
    method : str
        How it was obtained.
    assumptions : tuple of str
        What must be true of the code for it to be its law.
    runs : int
        How often the code was run.
    limits : tuple of str
        Why mass is undecided, where it is.
    bits : Fraction or None
        The expected number of bits drawn (a lower bound where mass is undecided); None where
        something else than bits was drawn.
    """

    probabilities: dict[str, Fraction]
    undecided: Fraction
    method: str
    assumptions: tuple[str, ...] = ()
    runs: int = 0
    limits: tuple[str, ...] = ()
    bits: Fraction | None = None

    @property
    def exact(self) -> bool:
        """Whether nothing is undecided."""
        return self.undecided == 0

    def disagreement(self, claimed: Mapping[str, Claimed] | Callable[[str], Claimed]) -> str | None:
        """Return an output whose claimed probability is not possible, or None if all are.

        Parameters
        ----------
        claimed : mapping or callable
            From the name of an output to its probability, a Fraction, or a pair of numbers
            around it. A mapping gives 0 to the names that it does not have.
        """
        table = claimed if isinstance(claimed, Mapping) else {}
        names = list(dict.fromkeys([*self.probabilities, *table]))
        for name in names:
            said = claimed(name) if callable(claimed) else table.get(name, Fraction(0))
            low, high = said if isinstance(said, tuple) else (said, said)
            shown = self.probabilities.get(name, Fraction(0))
            if high < shown or low > shown + self.undecided:
                return name
        return None

    def __str__(self) -> str:
        """Return what is known, and the first outputs."""
        known = "exact" if self.exact else f"undecided up to {scientific(self.undecided)}, the"
        shown = [f"{name}: {brief(p)}" for name, p in islice(self.probabilities.items(), _SHOWN)]
        more = ["..."] if len(self.probabilities) > _SHOWN else []
        return (
            f"{known} law of {len(self.probabilities)} outputs ({self.method}, {self.runs} runs), "
            f"under {len(self.assumptions)} assumptions\n{', '.join(shown + more)}"
        )

    def _repr_html_(self) -> str:
        cells = "".join(
            f"<tr><th>{escape(name)}</th><td>{brief(p)}</td><td>{decimal(p, 6)}</td></tr>"
            for name, p in islice(self.probabilities.items(), _SHOWN)
        )
        return f"<table><caption>{escape(str(self).partition(chr(10))[0])}</caption>{cells}</table>"

    def document(self) -> dict[str, Any]:
        """Return the law as JSON."""
        document: dict[str, Any] = {
            "law": [[name, exact_text(p)] for name, p in self.probabilities.items()],
            "undecided": exact_text(self.undecided),
            "method": self.method,
            "assumptions": list(self.assumptions),
            "runs": self.runs,
            "limits": list(self.limits),
        }
        if self.bits is not None:
            document["expected_bits" if self.exact else "expected_bits_at_least"] = exact_text(
                self.bits
            )
        return document


def ordered(probabilities: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Return positive probabilities by output: integers in their order, then other names.

    >>> list(ordered({"10": Fraction(1, 2), "!E": Fraction(1, 4), "-2": Fraction(1, 4)}))
    ['-2', '10', '!E']
    """

    def place(name: str) -> tuple[bool, fmpz, str]:
        is_integer = name.removeprefix("-").isdecimal()
        return not is_integer, fmpz(name) if is_integer else fmpz(0), name

    return {name: probabilities[name] for name in sorted(probabilities, key=place)}


def label_of(value: Any) -> str:
    """Return the name of an output.

    Raises
    ------
    InputError
        If it is a float, an array, or nothing that has an exact value.

    Examples
    --------
    >>> label_of(3), label_of(np.int8(-1)), label_of((1, Fraction(1, 2))), label_of("a")
    ('3', '-1', '(1, 1/2)', "'a'")
    >>> label_of(0.5)
    Traceback (most recent call last):
        ...
    exactdp.InputError: the code returns the float 0.5, expected an integer, a Fraction, a text, None, or a tuple or list of such: return Fraction(...) of it, its value
    """  # noqa: E501
    if type(value) is int and -_SHORT < value < _SHORT:
        return str(value)
    name = _name(value)
    if len(name) > MAX_LABEL:
        raise InputError(
            f"the code returns a value of {len(name)} characters, expected at most {MAX_LABEL}"
        )
    return name


def _name(value: Any) -> str:
    if value is None or isinstance(value, bool | np.bool_):
        return str(value)
    if isinstance(value, int | np.integer | Fraction | fmpz | fmpq):
        return exact_text(int(value) if isinstance(value, np.integer) else value)
    if isinstance(value, str):
        return repr(str(value))
    if isinstance(value, tuple | list):
        parts = ", ".join(map(_name, value))
        return f"({parts})" if isinstance(value, tuple) else f"[{parts}]"
    raise InputError(
        f"the code returns the {type(value).__name__} {shorten(str(value)).strip(chr(39))}, "
        "expected an integer, a Fraction, a text, None, or a tuple or list of such"
        f"{_instead(value)}"
    )


def _instead(value: Any) -> str:
    """Return what to return instead, if that is known."""
    if isinstance(value, float | np.floating):
        whole = float(value).is_integer()
        return (
            ": return int(...) of it" if whole else ": return Fraction(...) of it, which is exact"
        )
    if isinstance(value, np.ndarray):
        return f": return its {'item()' if value.size == 1 else 'tolist()'}"
    return ""
