#!/usr/bin/env python3
"""Recheck certificates of count mechanisms: ``python checker.py CERT.json [...]``.

One file, standard library only, exact arithmetic only (integers and fractions). It imports
nothing of the program that writes certificates, and nothing there imports it. It never
searches and never solves: it reads numbers, multiplies, adds and compares. Read it in one
sitting; trust nothing else. ``docs/certificate-format.md`` describes the format, with the six
primitives that every claim reduces to. In this order:

    reading     JSON without floats, numbers, places
    sign (4)    polynomials with a sign on a box, by their coefficients
    kernels     matrices of probabilities, kernel[i][j] = Pr[output j | input i]
    rows (1)    demands: named families of linear inequalities in the entries
    dual (2)    multipliers of demands that add up to a bound
    rank (3)    pivots that are invertible modulo some number
    cases (5)   facts about integers, by combination, rounding and splitting
    level (6)   rationals around e^eps, and hockey-stick sums
    the whole   words for what was checked, the digest, the files

Numbers are fractions or, of a kernel for every alpha of an interval, polynomials in alpha. Both
know + * = >=, where >= between polynomials says what is shown of every alpha; what leans on no
more than that is written once, for both.

A statement that is not true, a key that is not known and a number that is not exact are all
reasons to reject. What is printed has been checked, but for the subject, which is printed as
the writer's words. Exit status: 0 all accepted, 1 one is rejected, 2 one is not readable as a
certificate of this version, 3 one is refused for what it would cost, or since it is no proof, 74
the answer cannot be written.
"""

import hashlib
import json
import os
import re
import signal
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain, pairwise, product
from math import factorial, gcd, lcm
from typing import Any, NamedTuple, NoReturn

Claim = dict[str, Any]
Cell = tuple[int, int]  # (input, output)
Terms = list[tuple[Cell, Any]]  # entries, with their coefficients
Member = tuple[Terms, Any, bool]  # the sum of the terms is >= a bound, or equal to it

FORMAT, VERSION = "exactdp-certificate", 2
MAX_DIGITS = 100_000  # of one number: read in 0.2 s
MAX_BITS = 10**6  # of a denominator that several numbers have in common: a quotient takes 2 s
MAX_FILE = 2**31  # bytes
MAX_PLACES = 10**9  # inputs, or outputs
SECONDS, MEMORY = 10, 2**30  # of the processor, and bytes, for each MB of a file that was begun

ZERO, ONE = Fraction(0), Fraction(1)


class Outcome(Exception):
    """Why a file is not accepted: it states something that is not true, or not as agreed."""

    status, word = 1, "REJECTED"


class Unreadable(Outcome):
    """The file is no certificate of this version."""

    status, word = 2, "not readable"


class Refused(Outcome):
    """The file costs too much to check, or does not claim to be a proof."""

    status, word = 3, "refused"


# -- reading ---------------------------------------------------------------------------


def require(condition: Any, reason: str) -> None:
    """Reject for a reason unless the condition holds."""
    if not condition:
        raise Outcome(reason)


def short(bits: int) -> int:
    """Return how long a number is; refuse one that is too long."""
    if bits > MAX_BITS:
        raise Refused(f"a number would have more than {MAX_BITS} bits")
    return bits


def fields(value: Any, where: str, *names: str, optional: Sequence[str] = ()) -> list[Any]:
    """Return the named members of an object that has no others (optional ones may miss)."""
    require(type(value) is dict, f"{where} is not an object")
    extra = [key for key in value if key not in names and key not in optional]
    require(not extra, f"{where} has the unknown key {say(extra[:1])}")
    missing = [name for name in names if name not in value]
    require(not missing, f"{where} lacks the key {missing[:1]}")
    empty = [name for name in optional if name in value and value[name] is None]
    require(not empty, f"{where} has nothing at the key {empty[:1]}")
    return [value.get(name) for name in (*names, *optional)]


def items(value: Any, where: str, length: int | None = None) -> list[Any]:
    """Return a list, of the given length if there is one."""
    require(type(value) is list, f"{where} is not a list")
    require(length is None or len(value) == length, f"{where} does not have {length} items")
    return list(value)


def index(value: Any, size: int, where: str) -> int:
    """Read a place below `size`."""
    require(type(value) is int and 0 <= value < size, f"{where} is not a place in 0..{size - 1}")
    return int(value)


def whole(value: Any, where: str) -> int:
    """Read a JSON integer of any size."""
    require(type(value) is int, f"{where} is not an integer")
    return int(value)


def ratio(text: Any, where: str) -> tuple[int, int]:
    """Read "p" or "p/q"."""
    require(type(text) is str and len(text) <= MAX_DIGITS, f"{where} is not a short text")
    match = re.fullmatch(r"(-?[0-9]+)(?:/([0-9]+))?", text, re.ASCII)
    if match is None:
        raise Outcome(f"{where} is not an integer or p/q: {say(text[:40])}")
    p, q = int(match[1]), int(match[2] or 1)
    require(q != 0, f"{where} has the denominator 0")
    return p, q


def number(text: Any, where: str) -> Fraction:
    """Read a rational."""
    return Fraction(*ratio(text, where))


def numbers(value: Any, where: str, length: int | None = None) -> list[Fraction]:
    """Read a list of rationals."""
    return [number(x, where) for x in items(value, where, length)]


def distribution(value: Any, where: str, length: int) -> list[Fraction]:
    """Read numbers >= 0 that add up to 1."""
    law = numbers(value, where, length)
    require(min(law) >= 0 and sum(law) == 1, f"{where} is no distribution")
    return law


def vector(value: Any, size: int, where: str) -> dict[int, Fraction]:
    """Read a list of [place, number], places ascending; the others are 0."""
    pairs = [items(pair, where, 2) for pair in items(value, where)]
    found = {index(k, size, where): number(x, where) for k, x in pairs}
    ascending = all(x[0] < y[0] for x, y in pairwise(pairs))
    require(ascending, f"the places of {where} are not ascending")
    return found


# -- sign ------------------------------------------------------------------------------


class End(NamedTuple):
    """The range of a symbol: from low to high (None: no end), each of them in it or not."""

    low: Fraction
    high: Fraction | None
    low_in: bool
    high_in: bool
    cuts: tuple[Fraction, ...] = ()  # between them

    def pieces(self) -> list["End"]:
        """Return what lies between one cut and the next, the cuts included."""
        ends: list[Any] = [self.low, *self.cuts, self.high]
        out = [End(low, high, True, True) for low, high in pairwise(ends)]
        out[0] = out[0]._replace(low_in=self.low_in)
        return [*out[:-1], out[-1]._replace(high_in=self.high_in)]


MAX_DEGREE = 200
Powers = dict[tuple[int, ...], Fraction]


@lru_cache(maxsize=256)
def moved(low: Fraction, high: Fraction | None, e: int, degree: int) -> list[Fraction]:
    """Return (low + high t)^e (1 + t)^(degree - e), or (low + t)^e, as coefficients of t."""
    factors = [(low, ONE if high is None else high)] * e
    factors += [] if high is None else [(ONE, ONE)] * (degree - e)
    out = [ONE]
    for a, b in factors:
        out = [x * a + y * b for x, y in zip([*out, ZERO], [ZERO, *out], strict=True)]
    return out


class Poly:
    """A polynomial by its exponents, and the box for which >= and the sign are meant."""

    def __init__(self, terms: Powers, box: tuple[End, ...]):
        self.terms, self.box = {e: x for e, x in terms.items() if x}, box

    def of(self, other: Any) -> "Poly":
        """Return a number as a polynomial."""
        constant = (0,) * len(self.box)
        return other if isinstance(other, Poly) else Poly({constant: Fraction(other)}, self.box)

    def __add__(self, other: Any) -> "Poly":
        out = dict(self.terms)
        for e, x in self.of(other).terms.items():
            out[e] = out.get(e, ZERO) + x
        return Poly(out, self.box)

    def __mul__(self, other: Any) -> "Poly":
        out: Powers = {}
        for (e, x), (f, y) in product(self.terms.items(), self.of(other).terms.items()):
            key = tuple(a + b for a, b in zip(e, f, strict=True))
            out[key] = out.get(key, ZERO) + x * y
        return Poly(out, self.box)

    __radd__, __rmul__ = __add__, __mul__

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __eq__(self, other: Any) -> bool:
        return self.terms == self.of(other).terms

    def __ge__(self, other: Any) -> bool:
        found = (self + -1 * self.of(other)).sign()
        return found is not None and found[0] >= 0

    def __le__(self, other: Any) -> bool:
        return self.of(other) >= self

    def sign(self) -> tuple[int, bool] | None:
        """Return the sign on the box, 1 or -1, and whether it is never 0; None if not shown.

        The zero polynomial has the sign 0.
        """
        if not self.terms:
            return 0, False
        found = [self.sign_on(box) for box in product(*(end.pieces() for end in self.box))]
        if None in found or len({way for way, _ in found}) > 1:  # type: ignore[misc]
            return None
        return found[0][0], all(never for _, never in found)  # type: ignore[index, misc]

    def sign_on(self, box: tuple[End, ...]) -> tuple[int, bool] | None:
        """Return the sign on a box without cuts, as above.

        After the substitution by t >= 0 all terms have that sign. So it is 0 only on a side of
        the box without a term that is not 0 there: at a low end t is 0, at a high one the
        highest power of t counts.
        """
        q, degrees = self.terms, [max(e[k] for e in self.terms) for k in range(len(box))]
        for k, end in enumerate(box):
            out: Powers = {}
            for e, x in q.items():
                for i, y in enumerate(moved(end.low, end.high, e[k], degrees[k])):
                    key = (*e[:k], i, *e[k + 1 :])
                    out[key] = out.get(key, ZERO) + x * y
            q = {e: x for e, x in out.items() if x}
        if len({x > 0 for x in q.values()}) != 1:
            return None
        ends = [[None, *[0] * end.low_in, *[d] * end.high_in] for end, d in zip(box, degrees)]  # noqa: B905
        never = all(
            any(all(at is None or at == k for at, k in zip(side, e, strict=True)) for e in q)
            for side in product(*ends)
        )
        return (1 if min(q.values()) > 0 else -1), never


def polynomial(value: Any, box: tuple[End, ...]) -> Poly:
    """Read a list of [integer, exponents]."""
    out: Powers = {}
    for term in items(value, "polynomial"):
        (coefficient, exponents) = items(term, "term", 2)
        exponents = items(exponents, "exponents", len(box))
        key = tuple(index(e, MAX_DEGREE, "exponent") for e in exponents)
        out[key] = out.get(key, ZERO) + whole(coefficient, "coefficient")
    return Poly(out, box)


def check_sign(claim: Claim, _: Any, __: Any) -> bool:
    """A quotient of polynomials has a sign wherever the symbols are in their box."""
    symbols, relation, ranges = items(claim["symbols"], "symbols"), claim["relation"], []
    require(all(type(name) is str for name in symbols), "a symbol has no name")
    require(len(set(symbols)) == len(symbols) <= 10, "a symbol is named twice, or there are many")
    require(relation in (">0", ">=0", "<0", "<=0", "=0"), "unknown relation")
    for value in fields(claim["box"], "box", *symbols):
        (low, high, low_in, high_in, cuts) = items(value, "a range", 5)
        require(type(low_in) is bool and type(high_in) is bool, "an end is neither in nor out")
        require(high is not None or not high_in, "a range has no end to be in it")
        ends = [low, *items(cuts, "cuts"), *([] if high is None else [high])]
        ends = numbers(ends, "a range")
        require(all(x < y for x, y in pairwise(ends)), "the numbers of a range do not ascend")
        last = None if high is None else ends.pop()
        ranges.append(End(ends[0], last, low_in, high_in, tuple(ends[1:])))
    box = tuple(ranges)

    def factors(value: Any) -> list[tuple[Poly, int]]:
        pairs = [items(factor, "factor", 2) for factor in items(value, "product")]
        return [(polynomial(p, box), index(k, MAX_DEGREE, "power")) for p, k in pairs]

    below = factors(claim["denominator"])
    parts = [factors(part) for part in items(claim["numerator"], "numerator")]
    if len(parts) != 1 or relation == "=0":
        total = Poly({}, box)
        for part in parts:
            term = total.of(1)
            for p, k in part:
                for _ in range(k):
                    term = term * p
            total = total + term
        parts = [[(total, 1)]]
    if relation == "=0":
        require(all(p for p, _ in below), "the denominator is 0")
        require(not parts[0][0][0], "the numerator is not 0")
        return True
    way, strict = 1, True
    for place, (p, k) in enumerate([*below, *parts[0]]):
        found = p.sign()
        require(found or k % 2 == 0, "the sign of a factor is not shown")
        one, never = found or (1, False)  # an even power is at least 0
        way, strict = way * one**k, strict and (never or k == 0)
        require(strict or place >= len(below), "the denominator may be 0")
    shown = {">0": strict and way > 0, ">=0": way >= 0, "<0": strict and way < 0, "<=0": way <= 0}
    require(shown[relation], "the sign is not shown")
    return True


# -- kernels ---------------------------------------------------------------------------

Line = tuple[list[Any], Any]  # numerators, over one positive denominator
Sparse = list[dict[int, Fraction]]  # for each row, its entries that are not 0


class Shape(NamedTuple):
    """Between which inputs and outputs; and over which interval of alpha, if any."""

    inputs: int
    outputs: int
    square: bool  # the outputs have the labels of the inputs
    box: tuple[End, ...] | None
    words: str

    def read(self, value: Any, where: str) -> Any:
        """Read a number: a rational, or a polynomial in alpha."""
        if self.box is None or type(value) is not list:
            return number(value, where)
        require(len(value) <= MAX_DEGREE, f"{where} has too high a degree")
        return Poly({(k,): x for k, x in enumerate(numbers(value, where))}, self.box)

    def cell(self, value: Any, where: str) -> Cell:
        """Read an entry [input, output]."""
        (i, j) = items(value, where, 2)
        return index(i, self.inputs, where), index(j, self.outputs, where)

    def cells(self) -> Iterable[Cell]:
        """Return all entries."""
        return product(range(self.inputs), range(self.outputs))


def read_shape(value: Claim) -> Shape:
    """Return the shape of a kernel, or of the kernels that a claim is about."""
    sizes, words = [], []
    for side in ("inputs", "outputs"):
        labels = items(value[side], side)
        if len(labels) == 2 and all(type(x) is int for x in labels):
            sizes.append(labels[1] - labels[0] + 1)
            words.append(f"{side} {labels[0]}..{labels[1]}")
        else:
            texts = all(type(x) is str for x in labels)
            require(texts, f"the {side} are neither low and high nor texts")
            require(len(set(labels)) == len(labels), f"two {side} have the same label")
            sizes.append(len(labels))
            words.append(f"{side} {say(labels)}")
        require(0 < sizes[-1] <= MAX_PLACES, f"the {side} are none, or too many")
    box = None
    if "interval" in value:
        ends = numbers(value["interval"], "interval")
        ascending = len(ends) > 1 and all(x < y for x, y in pairwise(ends))
        require(ascending and ends[0] >= 0 and ends[-1] <= 1, "the interval is not in [0, 1]")
        box = (End(ends[0], ends[-1], False, False, tuple(ends[1:-1])),)
        words.append(f"every alpha in ({ends[0]}, {ends[-1]})")
    return Shape(sizes[0], sizes[1], value["inputs"] == value["outputs"], box, ", ".join(words))


class Kernel:
    """A matrix of probabilities, made when its entries are first needed."""

    def __init__(self, shape: Shape, make: Callable[[], list[Line]]):
        self.shape, self.make, self.made = shape, make, False
        self.undecided = [ZERO] * shape.inputs
        self.base: Kernel | None = None  # of a product
        self.alpha, self.weights = ZERO, dict[tuple[int, str], Fraction]()  # of scales

    @property
    def lines(self) -> list[Line]:
        """Return the rows, as numerators over one denominator."""
        if not self.made:
            self.rows, self.made = self.make(), True
            for i, (x, _) in enumerate(self.rows):
                require(all(a >= 0 for a in x), f"an entry of row {i} is not shown to be >= 0")
        return self.rows

    def shows(self, value: Any) -> bool:
        """Whether a demand is met by what the kernel is made of: a base, followed by a kernel."""
        if self.base is None:
            return False
        demand = Demand(value, self.base.shape)
        inputs = demand.kind == "private" and "outputs_within" not in value["neighbours"]
        require(inputs or demand.kind == "sums", "what follows a kernel does not keep that")
        demand.require_met(self.base)
        return True

    def part(self, i: int, js: Sequence[int]) -> Line:
        """Return some entries of a row."""
        x, d = self.lines[i]
        return (x if js == range(len(x)) else [x[j] for j in js]), d

    @property
    def unit(self) -> Any:
        """Return what sums of entries are over: 1, or the unit of all polynomials."""
        return ONE if self.shape.box is None else self.lines[0][1]

    def value(self, i: int, j: int) -> Any:
        """Return an entry, over the unit."""
        x, d = self.lines[i]
        return Fraction(x[j], d) if self.shape.box is None else x[j]

    def weigh(self, terms: Terms) -> Any:
        """Return the sum of entries times coefficients, over the unit."""
        if self.shape.box is not None:
            return sum((self.value(*cell) * w for cell, w in terms), Poly({}, self.shape.box))
        rows: dict[int, Any] = {}
        for (i, j), w in terms:
            rows[i] = rows.get(i, 0) + w * self.lines[i][0][j]
        return sum((Fraction(x) / self.lines[i][1] for i, x in rows.items()), ZERO)


def require_decided(*kernels: Kernel) -> None:
    """Reject kernels with outputs that are not known: of them, little can be said."""
    known = not any(any(kernel.undecided) for kernel in kernels)
    require(known, "of undecided outputs nothing but sums and level is claimed")


def integers(row: Sequence[tuple[int, int]]) -> Line:
    """Return numbers p/q as numerators over one denominator."""
    common = 1
    for q in {q for _, q in row}:
        short(common.bit_length() + q.bit_length())
        common = lcm(common, q)
    return [p * (common // q) for p, q in row], common


def rationals(rows: Iterable[Iterable[Fraction]]) -> list[Line]:
    """Return rows of fractions as lines."""
    return [integers([x.as_integer_ratio() for x in row]) for row in rows]


def sparse(value: Any, where: str, inputs: int, outputs: int) -> Sparse:
    """Read rows, each a list of [output, number]."""
    return [vector(row, outputs, where) for row in items(value, where, inputs)]


def stochastic(value: Any, inputs: int, outputs: int) -> Sparse:
    """Read what a kernel is followed by: a kernel itself."""
    post = sparse(value, "post", inputs, outputs)
    for k, row in enumerate(post):
        require(all(w >= 0 for w in row.values()), f"post row {k} has a negative entry")
        require(sum(row.values()) == 1, f"post row {k} does not sum to 1")
    return post


def followed(base: Kernel, post: Sparse, outputs: int) -> list[Line]:
    """Return the rows of a kernel after post-processing."""
    require(base.shape.box is None, "polynomials are not post-processed")
    numerators, unit = integers([w.as_integer_ratio() for row in post for w in row.values()])
    left, out = iter(numerators), []
    rows = [[(j, next(left)) for j in row] for row in post]
    for x, d in base.lines:
        line = [0] * outputs
        for a, row in zip(x, rows, strict=True):
            for j, w in row:
                line[j] += a * w
        out.append((line, d * unit))
    return out


def read_kernel(value: Any, earlier: Sequence[Kernel]) -> Kernel:
    """Return a kernel, in one of the forms that are known here."""
    form = value.get("form") if type(value) is dict else None
    if type(form) is not str or form not in FORMS:
        where = "; forms.py reads it" if form in ("coupled", "scaled") else ""
        raise Outcome(f"the kernel has no form that is known here: {say(form)}{where}")
    optional = ["undecided"] if form == "dense" else []
    fields(value, "kernel", "form", "inputs", "outputs", *FORMS[form], optional=optional)
    shape = read_shape(value)
    (m, n), rows = shape[:2], value.get("rows")
    if form == "dense":
        texts = [items(row, "a row", n) for row in items(rows, "rows", m)]
        dense = [integers([ratio(x, "an entry") for x in row]) for row in texts]
        kernel = Kernel(shape, lambda: dense)
        kernel.undecided = numbers(value.get("undecided", ["0"] * m), "undecided", m)
        require(min(kernel.undecided) >= 0, "undecided has a negative number")
        return kernel
    if form == "product":
        base = earlier[index(value["of"], len(earlier), "of")]
        require_decided(base)
        require(base.shape.inputs == m, "the kernel has not the inputs of the one that it follows")
        post = stochastic(value["post"], base.shape.outputs, n)
        kernel = Kernel(shape, lambda: followed(base, post, n))
        kernel.base = base
        return kernel
    if form == "polynomial":
        unit = shape.read(value["unit"], "unit")
        require(
            isinstance(unit, Poly) and unit.sign() == (1, True), "the unit is not shown to be > 0"
        )
        table = [
            [0 * unit + shape.read(x, "an entry") for x in items(row, "a row", n)]
            for row in items(rows, "rows", m)
        ]
        return Kernel(shape, lambda: [(row, unit) for row in table])
    return READERS[form](value, shape)


FORMS = {
    "dense": ("rows",),
    "power": ("base", "exponents", "row_factors", "column_factors"),
    "product": ("of", "post"),
    "scales": ("alpha", "weights"),
    "polynomial": ("interval", "unit", "rows"),
}


def read_power(value: Claim, shape: Shape) -> Kernel:
    """Entry (i, j) is row_factors[i] * column_factors[j] * base ** exponents[i][j]."""
    (m, n), base, e = shape[:2], number(value["base"], "base"), value["exponents"]
    r, c = (
        numbers(value[f"{side}_factors"], side, size) for side, size in (("row", m), ("column", n))
    )
    require(0 < base <= 1 and min(r) > 0 and min(c) > 0, "a factor or the base is out of range")
    if e == "abs(i-j)":
        e = [[abs(i - j) for j in range(n)] for i in range(m)]
    steps = [items(row, "exponents", n) for row in items(e, "exponents", m)]
    require(all(whole(k, "exponent") >= 0 for row in steps for k in row), "an exponent is negative")
    p, q = base.as_integer_ratio()
    most = max(map(max, steps))
    short(most * q.bit_length())
    power = {k: p**k * q ** (most - k) for k in {k for row in steps for k in row}}
    (x, d), (y, f) = rationals([r, c])
    column = {(b, k): b * power[k] for b in set(y) for k in power}
    unit = d * f * q**most
    lines = [
        ([a * column[b, k] for b, k in zip(y, row, strict=True)], unit)
        for a, row in zip(x, steps, strict=True)
    ]
    return Kernel(shape, lambda: lines)


def read_scales(value: Claim, shape: Shape) -> Kernel:
    """Columns are sums of scales, each entry of which is the one before times or over alpha."""
    (m, n), alpha, weights = shape[:2], number(value["alpha"], "alpha"), {}
    require(0 < alpha < 1, "alpha is not in (0, 1)")
    for pattern, j, w in (
        items(entry, "a weight", 3) for entry in items(value["weights"], "weights")
    ):
        fits = type(pattern) is str and re.fullmatch("[+-]*", pattern) and len(pattern) == m - 1
        require(fits, "a pattern does not fit")
        place = index(j, n, "output"), pattern
        require(place not in weights, "two weights are at the same pattern and output")
        weights[place] = number(w, "weight")
        require(weights[place] > 0, "a weight is not positive")

    def make() -> list[Line]:
        rows = [[ZERO] * n for _ in range(m)]
        for (j, pattern), w in weights.items():
            for row, x in zip(rows, scale(pattern, alpha), strict=True):
                row[j] += w * x
        return rationals(rows)

    kernel = Kernel(shape, make)
    kernel.alpha, kernel.weights = alpha, weights
    return kernel


def scale(pattern: str, alpha: Fraction) -> list[Fraction]:
    """Return the scale with a pattern, which sums to 1."""
    short(alpha.denominator.bit_length() * len(pattern) * 4)
    column = [ONE]
    for sign in pattern:
        column.append(column[-1] / alpha if sign == "+" else column[-1] * alpha)
    total = sum(column)
    return [x / total for x in column]


READERS = {"power": read_power, "scales": read_scales}


# -- rows ------------------------------------------------------------------------------

Step = tuple[int, Sequence[int], int, Sequence[int], Any]


class Demand:
    """A family of linear inequalities in the entries, each of them with a name.

    `singles` has sums of entries by the JSON of their names. A step (i, js, k, ms, factor) stands
    for kernel[i][j] >= factor * kernel[k][m] for the pairs j, m of js, ms; for F and S it is =.
    Of e^-eps a bound is taken: the upper one, or to show that a member fails the lower one.
    """

    def __init__(self, value: Any, shape: Shape, fails: bool = False):
        kind: Any = value.get("demand") if type(value) is dict else None
        require(type(kind) is str and kind in DEMANDS, f"unknown demand {say(kind)}")
        fields(value, "demand", "demand", *DEMANDS[kind])
        self.kind, self.given, self.shape, (m, n) = kind, value, shape, shape[:2]
        self.singles: dict[str, Member] = {}
        self.steps: list[Step] = []
        self.equal, self.exact = False, True
        if kind == "sums":
            for i in range(m):
                self.singles[f"[{i}]"] = [((i, j), 1) for j in range(n)], ONE, True
        elif kind == "law":
            z = distribution(value["from"], "from", m)
            for j, y in enumerate(distribution(value["to"], "to", n)):
                self.singles[f"[{j}]"] = [((i, j), x) for i, x in enumerate(z)], y, True
        elif kind == "linear":
            listed = [items(term, "term", 3) for term in items(value["terms"], "terms")]
            terms = [(shape.cell([i, j], "term"), shape.read(w, "weight")) for i, j, w in listed]
            require(value["relation"] in (">=", "="), "unknown relation")
            bound = shape.read(value["bound"], "bound")
            self.singles["[]"] = terms, bound, value["relation"] == "="
        elif kind == "property":
            self.equal = value["property"] in ("F", "S")
            require(shape.square, "a property needs outputs with the labels of the inputs")
            if value["property"] == "WH":
                for i in range(m):
                    self.singles[f"[[{i},{i}]]"] = [((i, i), 1)], ONE / m, False
            else:
                self.steps = list(property_steps(value["property"], m))
        elif kind == "private":
            least, most = levels(value["alpha"], shape)
            self.exact, self.alpha = least == most, least if fails else most
            require(least >= 0 and most <= 1, "alpha is not in [0, 1]")
            every, (pairs, reach) = range(n), neighbours(value["neighbours"], shape)
            for (i, k), d in pairs.items():
                factor = power(self.alpha, d)
                self.steps += [(i, every, k, every, factor), (k, every, i, every, factor)]
            for i, r in product(range(m), range(1, reach + 1)):
                self.steps.append((i, every[r:], i, every[:-r], self.alpha))
                self.steps.append((i, every[:-r], i, every[r:], self.alpha))
        else:
            self.objective = Objective(value["objective"], shape)
            self.bound = shape.read(value["value"], "value")

    @cached_property
    def between(self) -> dict[Cell, list[Step]]:
        """Return the steps from one row to another."""
        found: dict[Cell, list[Step]] = {}
        for step in self.steps:
            found.setdefault((step[0], step[2]), []).append(step)
        return found

    def member(self, name: Any) -> Member:
        """Return the inequality that a name stands for."""
        member = self.singles.get(canonical(name))
        if member is None:
            (i, j), (k, m) = (self.shape.cell(x, "a name") for x in items(name, "a name", 2))
            for _, js, _, ms, factor in self.between.get((i, k), []):
                if (j, m) in zip(js, ms, strict=True):
                    return [((i, j), 1), ((k, m), -1 * factor)], ZERO, self.equal
            raise Outcome(f"{say(name)} names no member of {words(self.given)}")
        return member

    def value(self, name: Any, kernel: Kernel) -> tuple[Any, Any]:
        """Return both sides of a member at a kernel."""
        terms, bound, _ = self.member(name)
        undecided = kernel.undecided[name[0]] if self.kind == "sums" else ZERO
        return kernel.weigh(terms) + undecided, bound * kernel.unit

    def require_met(self, kernel: Kernel) -> None:
        """Reject unless every member is shown to hold at a kernel."""
        if self.kind == "cost":
            require(self.objective.cost(kernel) == self.bound, "the kernel costs something else")
        for name, (_, _, equal) in self.singles.items():
            value, bound = self.value(json.loads(name), kernel)
            met = value == bound if equal else value >= bound
            require(met, f"{words(self.given)} is not shown at {name}")
        for i, js, k, ms, factor in self.steps:
            high, low = kernel.part(i, js), kernel.part(k, ms)
            met = dominates(high, low, factor) and (not self.equal or dominates(low, high, ONE))
            require(met, f"{words(self.given)} is not shown for rows {i} and {k}")

    def tight(self, kernel: Kernel) -> Iterator[Terms]:
        """Return the members that are equations at a kernel."""
        for name, (terms, _, _) in self.singles.items():
            value, bound = self.value(json.loads(name), kernel)
            if value == bound:
                yield terms
        for i, js, k, ms, factor in self.steps:
            for j, m in zip(js, ms, strict=True):
                if kernel.value(i, j) == factor * kernel.value(k, m):
                    yield [((i, j), 1), ((k, m), -1 * factor)]


DEMANDS = {
    "sums": (),
    "private": ("alpha", "neighbours"),
    "property": ("property",),
    "law": ("from", "to"),
    "linear": ("terms", "bound", "relation"),
    "cost": ("objective", "value"),
}


def property_steps(letter: Any, size: int) -> Iterator[Step]:
    """Return what a property of count mechanisms demands."""
    every = range(size)
    for i in every:
        if letter == "CH":  # the truth is the likeliest output
            yield i, [i] * size, i, every, ONE
        elif letter == "S":  # reversing all counts changes nothing
            yield i, every, size - 1 - i, every[::-1], ONE
        elif letter == "CM":  # falls as the output moves away from the input
            yield i, every[1 : i + 1], i, every[:i], ONE
            yield i, every[i:-1], i, every[i + 1 :], ONE
        elif letter == "RM":  # falls as the input moves away from the output
            yield min(i + 1, size - 1), every[i + 1 :], i, every[i + 1 :], ONE
            yield max(i - 1, 0), every[:i], i, every[:i], ONE
        elif letter == "RH":  # an output is likeliest on its own count
            yield from ((j, [j], i, [j], ONE) for j in every)
        else:  # the truth is equally likely on every count
            require(letter == "F", "unknown property")
            yield from ((i, [i], j, [j], ONE) for j in every)


def neighbours(value: Any, shape: Shape) -> tuple[dict[Cell, int], int]:
    """Return the distances of neighbouring inputs, and how far apart outputs may be instead."""
    ((kind, given),) = value.items() if type(value) is dict and len(value) == 1 else [("", 0)]
    pairs: dict[Cell, int] = {}
    if kind == "pairs":
        for i, k, d in (items(pair, "a pair", 3) for pair in items(given, "pairs")):
            place = index(i, shape.inputs, "an input"), index(k, shape.inputs, "an input")
            fits = place[0] < place[1] and place not in pairs and whole(d, "a distance") >= 1
            require(fits, "a pair is none, or is there twice")
            pairs[place] = d
        return pairs, 0
    require(kind in ("inputs_within", "outputs_within"), "neighbours are of no known kind")
    require(whole(given, "neighbours") >= 1, "neighbours are no place apart")
    if kind == "outputs_within":
        return {}, min(given, shape.outputs - 1)
    rows = range(shape.inputs)
    return {(i, k): 1 for i in rows for k in rows[i + 1 : i + 1 + min(given, len(rows))]}, 0


def power(x: Any, d: int) -> Any:
    """Return a power, d >= 1, of a number or a polynomial."""
    if isinstance(x, Fraction):
        short(d * x.denominator.bit_length())
        return x**d
    require(d < MAX_DEGREE, "a distance is too large for polynomials")
    return x if d == 1 else x * power(x, d - 1)


def dominates(high: Line, low: Line, factor: Any) -> bool:
    """Whether each entry of a row is at least that of another one times a factor."""
    (x, d), (y, e) = high, low
    p, q = (factor, 1) if isinstance(factor, Poly) else factor.as_integer_ratio()
    if d is not e and d != e:
        p, q = p * d, q * e
    return all(a * q >= b * p for a, b in zip(x, y, strict=True))


class Objective:
    """What output j on input i costs, and whether costs of inputs add up or the max counts."""

    def __init__(self, value: Any, shape: Shape):
        (loss, self.aggregate, weights) = fields(value, "objective", "loss", "aggregate", "weights")
        require(self.aggregate in ("sum", "max"), "unknown aggregate")
        (m, n), scale = shape[:2], ONE
        prior = [ONE / m] * m if weights is None else distribution(weights, "weights", m)
        if type(loss) is dict:
            (table,) = fields(loss, "loss", "table")
            losses = [numbers(line, "loss", n) for line in items(table, "loss", m)]
        else:
            match = re.fullmatch(r"L([012])(?:,([0-9]{1,6}))?", loss if type(loss) is str else "")
            if match is None or (match[2] and match[1] != "0"):
                raise Outcome("unknown loss")
            require(shape.square and m > 1, "a loss by distance needs the labels of the inputs")
            if match[1] == "0":  # scaled so that the uniform mechanism scores 1 under L0
                scale = Fraction(m, m - 1) / (max(prior) if self.aggregate == "max" else 1)
            beyond, exponent = int(match[2] or 0), int(match[1])
            steps = [Fraction(d**exponent if d > beyond else 0) for d in range(m)]
            losses = [[steps[abs(i - j)] for j in range(n)] for i in range(m)]
        self.costs = [[w * scale * x for x in line] for w, line in zip(prior, losses, strict=True)]

    def terms(self, i: int) -> Terms:
        """Return the cost of an input."""
        return [((i, j), c) for j, c in enumerate(self.costs[i]) if c]

    def cost(self, kernel: Kernel) -> Any:
        """Return what a kernel costs, over its unit."""
        each = [kernel.weigh(self.terms(i)) for i in range(kernel.shape.inputs)]
        if self.aggregate == "sum":
            return sum(each)
        greatest = [x for x in each if all(x >= y for y in each)]
        require(greatest, "no input is shown to cost the most")
        return greatest[0]


# -- dual ------------------------------------------------------------------------------

T = (-1, -1)  # the place of t, the greatest cost of an input


class Design:
    """What is demanded of kernels, and what they cost."""

    def __init__(self, claim: Claim, shape: Shape):
        self.shape, self.sums = shape, Demand({"demand": "sums"}, shape)
        self.demands = [Demand(value, shape) for value in items(claim["design"], "design")]
        for demand in self.demands:
            require(
                demand.exact and demand.kind not in ("sums", "cost"),
                "a design does not demand that",
            )
        self.objective = Objective(claim["objective"], shape) if "objective" in claim else None

    def member(self, label: Any) -> Member:
        """Return the inequality that a label names."""
        (kind, name), objective = items(label, "label", 2), self.objective
        if kind == "sum":
            return self.sums.member([name])
        if kind == "max" and objective and objective.aggregate == "max":
            cost = objective.terms(index(name, self.shape.inputs, "label"))
            return [(T, ONE), *((cell, -c) for cell, c in cost)], ZERO, False
        return self.demands[index(kind, len(self.demands), "label")].member(name)

    def combine(self, dual: Any) -> tuple[dict[Cell, Any], Any, list[Terms]]:
        """Add up members times multipliers: (coefficients, bound, what a tight sum makes tight)."""
        total: dict[Cell, Any] = {}
        least, binding = ZERO, []
        for label, text in (items(entry, "dual entry", 2) for entry in items(dual, "dual")):
            (terms, bound, equal), m = self.member(label), self.shape.read(text, "multiplier")
            require(equal or m >= 0, "the multiplier of an inequality is not shown to be >= 0")
            least = least + m * bound
            for v, x in terms:
                total[v] = total.get(v, ZERO) + m * x
            if m or equal:
                binding.append(terms)
        return total, least, binding

    def require_met(self, kernel: Kernel) -> None:
        """Reject a kernel of another shape, or one that is not all that is demanded."""
        require(kernel.shape == self.shape, "the kernel is not of the shape of the design")
        for demand in (self.sums, *self.demands):
            demand.require_met(kernel)

    def require_least(self, kernel: Kernel, dual: Any) -> tuple[Any, set[Cell], list[Terms]]:
        """Reject unless the kernel meets the design and the multipliers show that none costs less.

        Return the cost, and what holds at every kernel that costs as little: the entries that
        may be other than 0, and the inequalities that are equations.
        """
        assert self.objective is not None
        unit, left = kernel.unit, dict.fromkeys(self.shape.cells(), 0 * kernel.unit)
        if self.objective.aggregate == "max":
            left[T] = unit
        else:
            rows = range(self.shape.inputs)
            left |= {cell: c * unit for i in rows for cell, c in self.objective.terms(i)}
        total, bound, binding = self.combine(dual)
        for v, x in total.items():
            left[v] = left[v] + -1 * x
        require(all(x >= 0 for x in left.values()), "the multipliers exceed the objective")
        # t may have either sign, so nothing of it may be left over.
        require(not left.get(T), "the multipliers fall short of the objective")
        self.require_met(kernel)
        require(bound == self.objective.cost(kernel), "the multipliers do not prove the cost")
        return bound, {v for v, x in left.items() if not x}, binding


def check_optimal(claim: Claim, kernel: Kernel, _: Any) -> bool:
    """The kernel is all that is demanded, and no kernel that is costs less."""
    bound, *_ = Design(claim, kernel.shape).require_least(kernel, claim["dual"])
    require(bound == kernel.shape.read(claim["cost"], "cost"), "the kernel costs something else")
    return True


def check_infeasible(claim: Claim, _: Any, __: Any) -> bool:
    """No kernel is all that is demanded: added up, it says that a number <= 0 is positive."""
    total, bound, _ = Design(claim, read_shape(claim)).combine(claim["dual"])
    require(all(x <= 0 for x in total.values()), "the multipliers leave a positive coefficient")
    positive = bound.sign() == (1, True) if isinstance(bound, Poly) else bound > 0
    require(positive, "the multipliers do not show a contradiction")
    return True


def check_noise(claim: Claim, _: Any, __: Any) -> bool:
    """Shifts of the noise mask every move at a cost of epsilon; or a functional tells one.

    A move of x moves the output A x + S noise by d. Shifting the noise by v, S v = d, costs at
    most the sum of |v_i|/b_i; and the loss is at least w.d for any functional w of the output
    with |w.S_i| <= 1/b_i, since the mean of e^(t w.output), finite for all t < 1, changes by
    e^(t w.d).
    """
    scales, lattice = numbers(claim["scales"], "scales"), claim["law"] == "geometric"
    require(lattice or claim["law"] == "laplace", "unknown law of noise")
    require(scales and all(b > 0 for b in scales), "a scale is not positive")
    bins = whole(claim["bins"], "bins")
    queries = [vector(row, bins, "query") for row in items(claim["queries"], "queries")]
    noise = [
        vector(row, len(scales), "noise") for row in items(claim["noise"], "noise", len(queries))
    ]
    moves = [vector(move, bins, "move") for move in items(claim["moves"], "moves")]
    require(moves and all(any(move.values()) for move in moves), "a move is none")

    def times(rows: list[dict[int, Fraction]], x: dict[int, Fraction]) -> list[Fraction]:
        return [sum((a * x[k] for k, a in row.items() if k in x), ZERO) for row in rows]

    changes, holds, epsilon = [times(queries, move) for move in moves], claim["holds"], None
    if claim["epsilon"] is not None:
        epsilon = number(claim["epsilon"], "epsilon")
    if holds:
        costs = []
        for entry, moved_by in zip(
            items(claim["shifts"], "shifts", len(moves)), changes, strict=True
        ):
            shift = vector(entry, len(scales), "shift")
            require(times(noise, shift) == moved_by, "a shift does not mask its move")
            split = lattice and any(v.denominator > 1 for v in shift.values())
            require(not split, "a shift is split")
            costs.append(sum((abs(v) / scales[i] for i, v in shift.items()), ZERO))
        require(max(costs) == epsilon, "the costliest shift is not epsilon")
    if "functional" in claim:
        w = vector(claim["functional"], len(queries), "functional")
        change = changes[index(claim.get("move"), len(moves), "move")]
        gain = sum((x * change[q] for q, x in w.items()), ZERO)
        along = [
            sum((x * noise[q].get(i, ZERO) for q, x in w.items()), ZERO) for i in range(len(scales))
        ]
        if epsilon is None:  # the loss is infinite
            told = (gain.denominator > 1) if lattice else gain != 0
            hidden = all(y.denominator == 1 if lattice else y == 0 for y in along)
            require(told and hidden, "the functional does not tell neighbours apart")
        else:
            steep = any(abs(y) * b > 1 for y, b in zip(along, scales, strict=True))
            shown = gain == epsilon if holds else gain > epsilon
            require(shown and not steep, "the functional does not show the loss")
    return bool(holds)


# -- rank ------------------------------------------------------------------------------


def determined(equations: Iterable[Iterable[tuple[Any, Fraction]]], free: set[Any], m: Any) -> bool:
    """Whether equations have at most one solution in the free variables, all others being 0.

    By elimination modulo m. Its pivots are invertible modulo m, and so is their product, a minor
    of the integer matrix: it is not 0. Equations of two variables come first: they tie one
    variable to a multiple of the other.
    """
    require(type(m) is int and 1 < m < 2**64, "the modulus is no integer from 2 to 2^64")
    ties: dict[Any, tuple[Any, int]] = {}

    def root(v: Any) -> tuple[Any, int]:
        path, factor = [], 1
        while v in ties:
            path.append(v)
            v = ties[v][0]
        for u in reversed(path):
            factor = factor * ties[u][1] % m
            ties[u] = v, factor
        return v, factor

    def reduced(row: list[tuple[Any, int]]) -> dict[Any, int]:
        total: dict[Any, int] = {}
        for v, x in row:
            u, factor = root(v)
            total[u] = (total.get(u, 0) + x * factor) % m
        return {v: x for v, x in total.items() if x}

    rest, pivots = [], dict[Any, dict[Any, int]]()
    for terms in equations:
        kept = [(v, x) for v, x in terms if v in free]
        numerators, _ = integers([x.as_integer_ratio() for _, x in kept])
        row = [(v, x % m) for (v, _), x in zip(kept, numerators, strict=True)]
        pair = reduced(row) if len(row) == 2 else {}
        u, v = min(pair, default=None), max(pair, default=None)
        if u != v and gcd(pair[v], m) == 1:
            ties[v] = u, -pair[u] * pow(pair[v], -1, m) % m
        else:
            rest.append(row)
    for left in map(reduced, rest):
        while left and (v := max(left)) in pivots:
            x = left[v]
            for u, y in pivots[v].items():
                left[u] = (left.get(u, 0) - x * y) % m
                if not left[u]:
                    del left[u]
        if left and gcd(left[v], m) == 1:
            inverse = pow(left[v], -1, m)
            pivots[v] = {u: inverse * y % m for u, y in left.items()}
    return len(pivots) + len(ties) == len(free)


def check_unique(claim: Claim, kernel: Kernel, kernels: Sequence[Kernel]) -> bool:
    """The kernel is optimal, and any other costs more; or here is one that does not."""
    design = Design(claim, kernel.shape)
    require(kernel.shape.box is None, "no rank is taken of polynomials")
    if claim["holds"]:
        _, free, tight = design.require_least(kernel, claim["dual"])
        require(determined(tight, free, claim["modulus"]), "what is tight leaves the kernel open")
        return True
    other, objective = kernels[index(claim["other"], len(kernels), "other")], design.objective
    require_decided(other)
    design.require_met(kernel)
    design.require_met(other)
    assert objective is not None
    require(objective.cost(other) <= objective.cost(kernel), "the other kernel costs more")
    require(point(other, False) != point(kernel, False), "the other kernel is the same")
    return False


def point(kernel: Kernel, weights: bool) -> dict[Any, Fraction]:
    """Return what is not 0 of the entries of a kernel, or of its weights, by their place."""
    if weights:
        return dict(kernel.weights)
    return {cell: x for cell in kernel.shape.cells() if (x := kernel.value(*cell))}


def check_extreme(claim: Claim, kernel: Kernel, kernels: Sequence[Kernel]) -> bool:
    """The kernel, or its sum of scales, is no mixture of others that meet a design; or it is."""
    design, weights = Design(claim, kernel.shape), claim["weights"]
    require(type(weights) is bool, "weights is neither true nor false")
    require(kernel.shape.box is None, "no rank is taken of polynomials")
    laws = all(demand.kind == "law" for demand in design.demands)
    require(not weights or (kernel.weights and laws), "weights are of scales, under laws alone")
    design.require_met(kernel)
    here = point(kernel, weights)
    if not claim["holds"]:
        mean: dict[Any, Fraction] = {}
        ends = [
            kernels[index(k, len(kernels), "between")]
            for k in items(claim["between"], "between", 2)
        ]
        require_decided(*ends)
        for end in ends:
            design.require_met(end)
            require(end.alpha == kernel.alpha or not weights, "these are scales at another alpha")
            for v, x in point(end, weights).items():
                mean[v] = mean.get(v, ZERO) + x / 2
        require(point(ends[0], weights) != here, "the two kernels are the same")
        require(mean == here, "the kernel is not the mean of the two")
        return False
    tight = [terms for demand in (design.sums, *design.demands) for terms in demand.tight(kernel)]
    if weights:  # an entry is what the scales of its output have there, times their weights
        scales = {v: scale(v[1], kernel.alpha) for v in here}
        tight = [
            [
                (v, sum((w * s[i] for (i, j), w in terms if j == v[0]), ZERO))
                for v, s in scales.items()
            ]
            for terms in tight
        ]
    require(determined(tight, set(here), claim["modulus"]), "what is tight leaves the point open")
    return True


# -- cases -----------------------------------------------------------------------------

Form = dict[str, int]  # an affine form: names with integers, the constant at the empty name


def read_form(value: Any) -> Form:
    """Read an affine form."""
    require(type(value) is dict, "a form is not an object")
    return {name: whole(x, "coefficient") for name, x in value.items()}


def total(parts: Iterable[tuple[int, Form]], constant: int = 0) -> Form:
    """Return a combination of forms, plus a constant."""
    out = {"": constant}
    for factor, form in parts:
        for name, x in form.items():
            out[name] = out.get(name, 0) + factor * x
    return {name: x for name, x in out.items() if x or not name}


def check_cases(claim: Claim, _: Any, __: Any) -> bool:
    """The form `goal` is >= 0 where all of `given` are, and all of one list of each of `either`.

    The negation of the goal is split into cases that cover all integers; each case ends in a
    nonnegative combination of its forms that is a negative constant.
    """
    given, goal = (
        [read_form(form) for form in items(claim["given"], "given")],
        read_form(claim["goal"]),
    )
    either = [
        [[read_form(form) for form in items(forms, "forms")] for forms in items(lists, "lists")]
        for lists in items(claim["either"], "either")
    ]
    left = [(claim["tree"], [*given, total([(-1, goal)], -1)])]
    while left:
        node, forms = left.pop()
        left += split(node, forms, either)
    return True


def split(
    node: Any, forms: list[Form], either: list[list[list[Form]]]
) -> list[tuple[Any, list[Form]]]:
    """Return the cases below a node, with what is >= 0 there; none where that is contradictory."""
    require(type(node) is dict, "a case is left over")

    def combined(multipliers: Any) -> Form:
        parts = [items(pair, "a multiple", 2) for pair in items(multipliers, "multiples")]
        require(all(whole(m, "multiplier") >= 0 for _, m in parts), "a multiplier is negative")
        return total((m, forms[index(k, len(forms), "form")]) for k, m in parts)

    if "farkas" in node:
        form = combined(fields(node, "case", "farkas")[0])
        require(set(form) == {""} and form[""] < 0, "a case is not contradictory")
        return []
    if "cut" in node:
        (cut, divide, child) = fields(node, "case", "cut", "divide", "then")
        form, divisor = combined(cut), whole(divide, "divide")
        fits = divisor > 0 and not any(x % divisor for name, x in form.items() if name)
        require(fits, "the divisor does not divide")
        # Integers respect a constant that is rounded down.
        return [(child, [*forms, {name: x // divisor for name, x in form.items()}])]
    if "either" in node:
        (place, children) = fields(node, "case", "either", "children")
        branches = either[index(place, len(either), "either")]
    else:
        (cut, children) = fields(node, "case", "split", "children")
        branches = [[read_form(cut)], [total([(-1, read_form(cut))], -1)]]
    children = items(children, "children", len(branches))
    return [(child, [*forms, *more]) for child, more in zip(children, branches, strict=True)]


# -- level -----------------------------------------------------------------------------


def levels(value: Any, shape: Shape) -> tuple[Any, Any]:
    """Return numbers below and above alpha, equal where it is written as one.

    For alpha = e^-eps so many terms of the series of e^eps; the rest of it is at most the next one
    times 1 + r + r^2 + ... with r = eps/(terms + 1).
    """
    if type(value) is not dict:
        return (shape.read(value, "alpha"),) * 2
    epsilon, terms = fields(value, "alpha", "epsilon", "terms")
    eps, terms = number(epsilon, "epsilon"), whole(terms, "terms")
    require(0 < eps < terms, "eps is not positive, or terms is too small for it")
    p, q = eps.as_integer_ratio()
    short(10 * terms * (p.bit_length() + q.bit_length() + terms.bit_length()))
    # 1 + x/1 (1 + x/2 (1 + x/3 (...))), from within, over one denominator
    over = under = 1
    for k in range(terms - 1, 0, -1):
        under *= q * k
        over = under + p * over
    rest = Fraction(p**terms, q**terms * factorial(terms)) / (1 - eps / (terms + 1))
    return 1 / (Fraction(over, under) + rest), Fraction(under, over)


def check_level(claim: Claim, kernel: Kernel, _: Any) -> bool:
    """The kernel is (eps, delta)-DP whatever the undecided outputs are, or it cannot be."""
    (least, most), delta = levels(claim["alpha"], kernel.shape), number(claim["delta"], "delta")
    pairs, reach = neighbours(claim["neighbours"], kernel.shape)
    require(kernel.shape.box is None, "of polynomials, no level is taken")
    require(0 < least <= most <= 1 and 0 <= delta <= 1, "alpha or delta is out of range")
    require(
        not reach and set(pairs.values()) <= {1},
        "delta is defined for neighbouring inputs, at distance 1",
    )

    def excess(k: int, i: int, alpha: Fraction) -> Fraction:  # of row k over row i / alpha
        (x, d), (y, e) = kernel.lines[k], kernel.lines[i]
        p, q = alpha.denominator * d, alpha.numerator * e
        over = sum(a * q - b * p for a, b in zip(x, y, strict=True) if a * q > b * p)
        return Fraction(over, d * e * alpha.numerator)

    if claim["holds"]:  # what exceeds falls as alpha falls, so the upper bound is the safe one
        for k, i in chain(pairs, ((i, k) for k, i in pairs)):
            shown = excess(k, i, most) + kernel.undecided[k] <= delta
            require(shown, f"inputs {i} and {k} are not shown to be within delta")
        return True
    i, k = (index(x, kernel.shape.inputs, "an input") for x in items(claim["at"], "at", 2))
    require((min(i, k), max(i, k)) in pairs, "the place is no pair of neighbours")
    beyond = excess(k, i, least) - kernel.undecided[i] / least > delta
    require(beyond, "the place is not shown to be beyond delta")
    return False


# -- the whole -------------------------------------------------------------------------


def check_rows(claim: Claim, kernel: Kernel, _: Any) -> bool:
    """A demand is met by every entry, perhaps tightly; or a member of it is not."""
    if "by" in claim:  # only where it holds
        require(claim["by"] == "form" and "tight" not in claim, "this is not shown by the form")
        require(kernel.shows(claim["demand"]), "the form does not show that")
        return True
    demand = Demand(claim["demand"], kernel.shape, fails=not claim["holds"])
    if not claim["holds"]:
        require(kernel.shape.box is None, "of polynomials, nothing is shown to fail")
        (_, _, equal), (value, bound) = (
            demand.member(claim["at"]),
            demand.value(claim["at"], kernel),
        )
        require(value < bound or (equal and value != bound), "the member is not shown to fail")
        return False
    demand.require_met(kernel)
    if "tight" in claim:
        require(
            demand.kind == "private" and demand.exact, "tight is for the demand private at a number"
        )
        if claim["tight"] == []:
            require(demand.alpha == 1, "no member is named that is tight")
        else:
            cells = [cell for cell, _ in demand.member(claim["tight"])[0]]
            value, bound = demand.value(claim["tight"], kernel)
            require(
                value == bound and kernel.value(*cells[1]), "the member is no equation, or 0 = 0"
            )
    return True


def check_product(claim: Claim, kernel: Kernel, kernels: Sequence[Kernel]) -> bool:
    """Another kernel followed by `post` is this one; or a functional shows that none is.

    Over all post-processings of a kernel the greatest value of a functional is attained where
    each of its outputs has one output j of its own.
    """
    base, (m, n) = kernels[index(claim["of"], len(kernels), "of")], kernel.shape[:2]
    require_decided(base)
    require(m == base.shape.inputs, "the two kernels have not the same inputs")
    require(kernel.shape.box is None is base.shape.box, "polynomials are not post-processed")
    if claim["holds"]:
        rows = followed(base, stochastic(claim["post"], base.shape.outputs, n), n)
        for i, ((x, d), (y, e)) in enumerate(zip(kernel.lines, rows, strict=True)):
            equal = all(a * e == b * d for a, b in zip(x, y, strict=True))
            require(equal, f"the product is not the kernel in row {i}")
        return True
    columns = [dict[int, Fraction]() for _ in range(n)]
    for i, row in enumerate(sparse(claim["functional"], "functional", m, n)):
        for j, w in row.items():
            columns[j][i] = w
    here, most = ZERO, ZERO
    for j, column in enumerate(columns):
        here += kernel.weigh([((i, j), w) for i, w in column.items()])
    for k in range(base.shape.outputs):
        most += max(base.weigh([((i, k), w) for i, w in column.items()]) for column in columns)
    require(here > most, "the functional does not separate the kernel")
    return False


class Kind(NamedTuple):
    """How a claim is checked, and its keys: of its statement, and of its proof either way."""

    check: Callable[[Claim, Any, Sequence[Kernel]], bool]
    statement: tuple[str, ...]
    holds: tuple[str, ...] = ()
    fails: tuple[str, ...] | None = None  # None: a claim that fails shows nothing
    optional: tuple[str, ...] = ()  # where it holds; the statement depends on them


KINDS = {
    "rows": Kind(check_rows, ("kernel", "demand"), (), ("at",), ("tight", "by")),
    "product": Kind(check_product, ("kernel", "of"), ("post",), ("functional",)),
    "optimal": Kind(check_optimal, ("kernel", "design", "objective", "cost"), ("dual",)),
    "infeasible": Kind(
        check_infeasible, ("inputs", "outputs", "design"), ("dual",), None, ("interval",)
    ),
    "noise": Kind(
        check_noise,
        ("law", "bins", "queries", "noise", "scales", "moves", "epsilon"),
        ("shifts",),
        ("move", "functional"),
        ("move", "functional"),
    ),
    "unique": Kind(
        check_unique, ("kernel", "design", "objective"), ("dual", "modulus"), ("other",)
    ),
    "extreme": Kind(check_extreme, ("kernel", "design", "weights"), ("modulus",), ("between",)),
    "sign": Kind(check_sign, ("symbols", "box", "numerator", "denominator", "relation")),
    "cases": Kind(check_cases, ("given", "either", "goal"), ("tree",)),
    "level": Kind(check_level, ("kernel", "neighbours", "alpha", "delta"), (), ("at",)),
}


def canonical(value: Any) -> str:
    """Return JSON with sorted keys, without spaces, in ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest(text: str) -> str:
    """Return the SHA-256 of a text in ASCII."""
    return "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()


def say(value: Any, most: int = 400) -> str:
    """Return what a file says, in ASCII on one line; if it is long, how long, and its SHA-256."""
    text = canonical(value).replace("\x7f", "\\u007f")
    if len(text) > most:
        return f"({len(text)} characters, {digest(text)})"
    return text[1:-1] if re.fullmatch(r'"[-+/0-9A-Za-z,]*"', text) else text


def words(demand: Claim) -> str:
    """Return a demand in words."""
    kind, rest = demand["demand"], {key: say(x) for key, x in demand.items() if key != "demand"}
    if kind == "sums":
        return "each row sums to 1"
    if kind == "property":
        return f"property {rest['property']}"
    if kind == "private":
        return f"private at alpha = {rest['alpha']} between {rest['neighbours']}"
    if kind == "law":
        return f"the law {rest['from']} is sent to {rest['to']}"
    return f"{kind} " + ", ".join(f"{key} {x}" for key, x in rest.items())


def describe(claim: Claim) -> str:
    """Return what was checked, in words: all that it depends on, and nothing else."""
    kind = KINDS[claim["claim"]]
    told = [key for key in (*kind.statement, *kind.optional) if key in claim]
    parts = [f"kernel {claim['kernel']}:"] if "kernel" in claim else []
    parts += [words(claim["demand"])] if "demand" in claim else [claim["claim"]]
    for key in told:
        if key == "design":
            parts.append(f"among those with [{'; '.join(map(words, claim['design']))}],")
        elif key not in ("kernel", "demand", "tight", "by", "move", "functional"):
            parts.append(f"{key} {say(claim[key])},")
    end = (
        "holds" if claim["holds"] else f"fails at {say(claim['at'])}" if "at" in claim else "fails"
    )
    end += ", and for no larger alpha" if "tight" in claim else ""
    end += ", and no less" if claim["holds"] and "functional" in claim else ""
    return f"{' '.join(parts).rstrip(',')}: {end}"


def check(certificate: Any) -> list[str]:
    """Return a line for each thing that was checked; raise Outcome otherwise."""
    # Exact numbers outgrow the interpreter's limit on digits; MAX_DIGITS bounds them here.
    sys.set_int_max_str_digits(MAX_DIGITS)
    told = certificate.get("format") if type(certificate) is dict else None
    if told == "exactdp-explanation":
        raise Refused("not a proof: an explanation, whose steps are joined by words")
    if told != FORMAT:
        raise Unreadable("this is no exactdp certificate")
    version = certificate.get("version")
    if type(version) is not int or version != VERSION:
        again = " (files of version 1 are read no more: write them anew)" * (version == 1)
        raise Unreadable(f"the certificate has version {say(version)}, not {VERSION}{again}")
    names = ("format", "version", "subject", "kernels", "claims", "verdict", "digest")
    (_, _, subject, listed, claims, verdict, stated) = fields(
        certificate, "certificate", *names, optional=("made",)
    )[:7]
    content = {key: x for key, x in certificate.items() if key not in ("digest", "made")}
    require(stated == digest(canonical(content)), "the digest does not match: the file was changed")
    require(subject is None or type(subject) is dict, "the subject is neither an object nor null")
    lines = [] if subject is None else [f"subject, in the writer's words: {say(subject)}"]
    kernels: list[Kernel] = []
    for k, value in enumerate(items(listed, "kernels")):
        kernels.append(read_kernel(value, kernels))
        lines.append(f"kernel {k}: form {value['form']}, {kernels[-1].shape.words}")
    summed, failed = set(), False
    for claim in items(claims, "claims"):
        name: Any = claim.get("claim") if type(claim) is dict else None
        require(type(name) is str and name in KINDS, f"unknown claim {say(name)}")
        kind, holds = KINDS[name], claim.get("holds")
        require(type(holds) is bool, "holds is neither true nor false")
        require(holds or kind.fails is not None, f"a claim {name} that fails shows nothing")
        proof, optional = (kind.holds, kind.optional) if holds else (kind.fails or (), ())
        fields(claim, "claim", "claim", "holds", *kind.statement, *proof, optional=optional)
        kernel = None
        if "kernel" in claim:
            kernel = kernels[index(claim["kernel"], len(kernels), "kernel")]
        if kernel and name != "level" and claim.get("demand") != {"demand": "sums"}:
            require_decided(kernel)
        require(kind.check(claim, kernel, kernels) is holds, "the claim says the opposite")
        if claim.get("demand") == {"demand": "sums"}:
            summed.add(claim["kernel"])
        failed = failed or not holds
        lines.append(describe(claim))
    require(claims, "the certificate claims nothing")
    missing = set(range(len(kernels))) - summed
    require(not missing, f"nothing is claimed of the sums of kernel {sorted(missing)[:1]}")
    require(verdict == ("fails" if failed else "holds"), "the verdict is not that of the claims")
    return lines


def no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Read a JSON object, none of whose keys may be there twice."""
    found = dict(pairs)
    require(len(found) == len(pairs), "an object has the same key twice")
    return found


def no_floats(text: str) -> NoReturn:
    """Refuse a JSON number that is not an integer."""
    raise Outcome(f'the number {say(text[:40])} is not exact: write it as a text "p/q"')


def load(path: str) -> Any:
    """Return the JSON in a file, exact numbers only."""
    about = os.stat(path)
    if not stat.S_ISREG(about.st_mode) or about.st_size > MAX_FILE:
        raise Unreadable(f"is no regular file of at most {MAX_FILE} bytes")
    limit(about.st_size // 10**6 + 1)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    hooks: dict[str, Any] = {"parse_float": no_floats, "parse_constant": no_floats}
    return json.loads(text, object_pairs_hook=no_duplicates, **hooks)


def limit(megabytes: int) -> None:
    """Limit the time and the memory that a file may take, where the system can do that."""
    if sys.platform != "win32":
        import resource

        def over(*_: Any) -> NoReturn:
            raise Refused(f"rechecking it takes more than {SECONDS * megabytes} s")

        signal.signal(signal.SIGVTALRM, over)
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS * megabytes)
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        most = min(MEMORY * megabytes, hard) if hard >= 0 else MEMORY * megabytes
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def main(paths: Sequence[str]) -> int:
    """Check the files; print a line for each; return the exit status."""
    status = 0 if paths else 2
    for path in paths:
        shown = path if path.isascii() and path.isprintable() else canonical(path)
        try:
            certificate = load(path)
            for line in check(certificate):
                print(f"  {line}")
            print(f"{shown}: accepted, verdict {certificate['verdict']}")
            continue
        except Outcome as reason:
            found = reason
        except (OSError, ValueError, RecursionError) as error:  # of the file, its text, its JSON
            found = Unreadable(f"{type(error).__name__}: {say(str(error))}")
        except MemoryError:
            found = Refused("rechecking it takes too much memory")
        print(f"{shown}: {found.word}: {found}")
        status = max(status, found.status)
    if not paths:
        print(__doc__)
    return status


def run() -> NoReturn:
    """Check the files that the command line names, and end."""
    try:
        status = main(sys.argv[1:])
        print(end="", flush=True)
    except OSError as error:
        sys.stderr.write(f"the answer cannot be written: {error}\n")
        os._exit(74)
    sys.exit(status if sys.stdout else 74)


if __name__ == "__main__":
    run()
