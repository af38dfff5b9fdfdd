#!/usr/bin/env python3
"""Recheck certificates of count mechanisms: ``python checker.py CERT.json [...]``.

One file, standard library only, exact arithmetic only (integers and fractions). It imports
nothing of the program that writes certificates, and nothing there imports it. It never
searches and never solves: it reads numbers, multiplies, adds and compares. Read it in one
sitting; trust nothing else. ``docs/certificate-format.md`` describes the format, with the six
primitives that every claim reduces to; here is how values are read, then sign (4), kernels, rows
(1), dual (2), rank (3), cases (5), level (6), and at last the whole: claims, words and files.

Numbers are fractions or, of a kernel for every alpha of an interval, polynomials in alpha. Both
know + * = >= >, where >= between polynomials says what is shown of every alpha; what leans on no
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
from itertools import pairwise, product
from math import factorial, gcd, lcm, prod
from typing import Any, NamedTuple, NoReturn

Claim = dict[str, Any]
Reader = Callable[[Any, str], Any]  # of a value; the text says where it stands
Cell = tuple[int, int]  # (input, output)
Terms = list[tuple[Cell, Any]]  # entries, with their coefficients
Member = tuple[Terms, Any, bool]  # the sum of the terms is >= a bound, or equal to it

FORMAT, VERSION = "exactdp-certificate", 2
MAX_DIGITS = 100_000  # of one number: read in 0.2 s
MAX_BITS = 10**6  # of a denominator that several numbers have in common: a quotient takes 2 s
MAX_DEGREE = 199  # of a polynomial in each symbol, and of powers
MAX_FILE = 2**31  # bytes
MAX_LABELS = 10**9
SECONDS, MEMORY = 10, 2**30  # of the processor, and bytes, for each MB of a file that was begun

ZERO, ONE = Fraction(0), Fraction(1)
sys.set_int_max_str_digits(MAX_DIGITS)  # exact numbers outgrow the interpreter's limit


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


def within(size: int, most: int, what: str) -> None:
    """Refuse what is too large for this checker."""
    if size > most:
        raise Refused(f"{what} is more than {most}")


def short(bits: int) -> None:
    """Refuse a number that is too long."""
    within(bits, MAX_BITS, "the number of bits of a number")


def fields(value: Any, where: str, *names: str, optional: Sequence[str] = ()) -> list[Any]:
    """Return the named members of an object that has no others (optional ones may miss)."""
    require(type(value) is dict, f"{where} is not an object")
    known = {*names, *(key for key in optional if value.get(key) is not None)}
    wrong = sorted(known ^ set(value))
    require(not wrong, f"{where} lacks, or should not have, the key {say(wrong[:1])}")
    return [value.get(name) for name in (*names, *optional)]


def items(value: Any, where: str, length: int | None = None) -> list[Any]:
    """Return a list, of the given length if there is one."""
    require(type(value) is list, f"{where} is not a list")
    require(length is None or len(value) == length, f"{where} does not have {length} items")
    return list(value)


def read(value: Any, where: str, kind: Any) -> Any:
    """Read what is of a kind.

    A kind is a reader; the type bool, int or str; n, for a place below n; [kind], for a list of
    them, or [kind, n] for n of them; or (kind, ...), for a list with one of each, as a tuple.
    """
    if type(kind) is tuple:
        parts = zip(items(value, where, len(kind)), kind, strict=True)
        return tuple(read(x, where, k) for x, k in parts)
    if type(kind) is list:
        return [read(x, where, kind[0]) for x in items(value, where, *kind[1:])]
    if type(kind) is int:
        if type(value) is int and 0 <= value < kind:
            return value
        raise Outcome(f"{where} has something else than a place in 0..{kind - 1}")
    if type(kind) is type:
        require(type(value) is kind, f"{where} has something else than {kind.__name__}")
        return value
    return kind(value, where)


def get(value: Claim, key: str, kind: Any) -> Any:
    """Read what an object has at a key."""
    return read(value[key], key, kind)


def added(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    """Add up what has the same key; what is 0 is left out."""
    total: dict[Any, Any] = {}
    for key, x in pairs:
        total[key] = total[key] + x if key in total else x
    return {key: x for key, x in total.items() if x}


def written(text: str) -> str:
    """Return what a number is written as; refuse one that is too long."""
    if len(text) > MAX_DIGITS:
        raise Refused(f"a number has more than {MAX_DIGITS} characters")
    return text


def ratio(text: Any, where: str) -> tuple[int, int]:
    """Read "p" or "p/q"."""
    require(type(text) is str, f"{where} is not a text")
    match = re.fullmatch(r"(-?[0-9]+)(?:/([0-9]+))?", written(text), re.ASCII)
    if match is None:
        raise Outcome(f"{where} is not an integer or p/q: {say(text[:40])}")
    p, q = int(match[1]), int(match[2] or 1)
    require(q != 0, f"{where} has the denominator 0")
    return p, q


def number(text: Any, where: str) -> Fraction:
    """Read a rational."""
    return Fraction(*ratio(text, where))


def distribution(value: Any, where: str, length: int) -> list[Fraction]:
    """Read numbers >= 0 that add up to 1."""
    law: list[Fraction] = read(value, where, [number, length])
    require(sum(law) == 1 and min(law) >= 0, f"{where} is no distribution")
    return law


def vector(size: int, stochastic: bool = False) -> Reader:
    """Return a reader of a list of [place, number], places ascending; the others are 0."""

    def reader(value: Any, where: str) -> dict[int, Fraction]:
        pairs = read(value, where, [(size, number)])
        require(all(x < y for (x, _), (y, _) in pairwise(pairs)), f"{where} is not ascending")
        if stochastic:
            distribution([x for _, x in value], where, len(pairs))
        return dict(pairs)

    return reader


# -- sign ------------------------------------------------------------------------------
# Where a symbol is: from low to high (None: no end), each of them included or not.
Piece = tuple[Fraction, Fraction | None, bool, bool]
Box = tuple[tuple[Piece, ...], ...]  # for each symbol the pieces of its range


def pieces(ends: Sequence[Any], low_in: bool, high_in: bool) -> tuple[Piece, ...]:
    """Return what lies between a number and the next; all but the first and the last are in."""
    ascending = len(ends) > 1 and all(y is None or x < y for x, y in pairwise(ends))
    require(ascending, "the numbers of a range do not ascend")
    return tuple(
        (x, y, low_in or x != ends[0], high_in or y != ends[-1]) for x, y in pairwise(ends)
    )


@lru_cache(maxsize=256)
def moved(low: Fraction, high: Fraction | None, e: int, degree: int) -> list[Fraction]:
    """Return (low + high t)^e (1 + t)^(degree - e), or (low + t)^e, as coefficients of t."""
    short(degree * (low.denominator * (high or ONE).denominator).bit_length())
    factors = [(low, ONE if high is None else high)] * e
    factors += [] if high is None else [(ONE, ONE)] * (degree - e)
    out = [ONE]
    for a, b in factors:
        out = [x * a + y * b for x, y in zip([*out, ZERO], [ZERO, *out], strict=True)]
    return out


class Poly:
    """A polynomial by its exponents, and the box for which >= and the sign are meant."""

    def __init__(self, terms: Iterable[tuple[tuple[int, ...], Any]], box: Box):
        self.terms, self.box = added(terms), box
        for x in self.terms.values():
            short(x.denominator.bit_length())

    def of(self, other: Any) -> "Poly":
        """Return a number as a polynomial."""
        constant = (0,) * len(self.box)
        return other if isinstance(other, Poly) else Poly([(constant, other)], self.box)

    def __add__(self, other: Any) -> "Poly":
        return Poly([*self.terms.items(), *self.of(other).terms.items()], self.box)

    def __mul__(self, other: Any) -> "Poly":
        pairs = product(self.terms.items(), self.of(other).terms.items())
        terms = ((tuple(map(int.__add__, e, f)), x * y) for (e, x), (f, y) in pairs)
        return Poly(terms, self.box)

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, power: int) -> "Poly":
        within(power, MAX_DEGREE, "the power of a polynomial")
        return prod([self] * power, start=self.of(1))

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __eq__(self, other: Any) -> bool:
        return self.terms == self.of(other).terms

    def __ge__(self, other: Any) -> bool:
        return (self + -1 * self.of(other)).sign()[0] in (0, 1)

    def __le__(self, other: Any) -> bool:
        return self.of(other) >= self

    def __gt__(self, other: Any) -> bool:
        return (self + -1 * self.of(other)).sign() == (1, True)

    def sign(self) -> tuple[int | None, bool]:
        """Return its sign on the box, and whether it is never 0 there.

        The sign is 1 (>= 0), -1 (<= 0), 0 for the polynomial 0, or None if it is not shown.
        """
        found = {self.sign_on(piece) for piece in product(*self.box)} if self else {(0, False)}
        ways = {way for way, _ in found}
        return ways.pop() if len(ways) == 1 else None, all(never for _, never in found)

    def sign_on(self, box: tuple[Piece, ...]) -> tuple[int | None, bool]:
        """Return the sign on one piece, as above.

        After the substitution by t >= 0 all terms have that sign. So it is 0 only on a side of
        the box without a term that is not 0 there: at a low end t is 0, at a high one the
        highest power of t counts.
        """
        q, sides = self, []
        for k, (low, high, low_in, high_in) in enumerate(box):
            degree = max(e[k] for e in self.terms)
            sides.append([None, *[0] * low_in, *[degree] * high_in])
            terms = (
                ((*e[:k], i, *e[k + 1 :]), x * y)
                for e, x in q.terms.items()
                for i, y in enumerate(moved(low, high, e[k], degree))
            )
            q = Poly(terms, self.box)
        if len({x > 0 for x in q.terms.values()}) != 1:
            return None, False
        never = all(
            any(all(at in (None, k) for at, k in zip(side, e, strict=True)) for e in q.terms)
            for side in product(*sides)
        )
        return (1 if min(q.terms.values()) > 0 else -1), never


def check_sign(claim: Claim, _: Any, __: Any) -> None:
    """A quotient of polynomials has a sign wherever the symbols are in their box."""
    symbols, relation, ranges = get(claim, "symbols", [str]), claim["relation"], []
    require(len(set(symbols)) == len(symbols), "a symbol is named twice")
    within(len(symbols), 10, "the number of symbols")
    require(relation in (">0", ">=0", "<0", "<=0", "=0"), "unknown relation")
    for value in fields(claim["box"], "box", *symbols):
        low, high, low_in, high_in, cuts = items(value, "a range", 5)
        ends = read([low, *items(cuts, "cuts")], "a range", [number])
        ends.append(None if high is None else number(high, "a range"))
        read([low_in, high_in], "an end", (bool, bool))
        require(high is not None or not high_in, "a range has no end to be in it")
        ranges.append(pieces(ends, low_in, high_in))
    box = tuple(ranges)

    def polynomial(value: Any, where: str) -> Poly:
        terms = read(value, where, [(int, [int, len(box)])])
        require(all(min(e, default=0) >= 0 for _, e in terms), "an exponent is negative")
        most = max((max(e, default=0) for _, e in terms), default=0)
        within(most, MAX_DEGREE, "the power of a symbol")
        return Poly(((tuple(exponents), x) for x, exponents in terms), box)

    def power(value: Any, where: str) -> int:
        k: int = read(value, where, int)
        require(k >= 0, "a power is negative")
        within(k, MAX_DEGREE, "the power of a factor")
        return k

    factors = [(polynomial, power)]
    below, above = get(claim, "denominator", factors), get(claim, "numerator", [factors])
    zero = Poly([], box)
    if len(above) != 1 or relation == "=0":
        parts = (prod((p**k for p, k in part), start=zero.of(1)) for part in above)
        above = [[(sum(parts, zero), 1)]]
    if relation == "=0":
        require(all(p for p, _ in below), "the denominator is 0")
        require(not above[0][0][0], "the numerator is not 0")
        return
    way, strict = 1, True
    for place, (p, k) in enumerate([*below, *above[0]]):
        one, never = p.sign()
        require(one is not None or k % 2 == 0, "the sign of a factor is not shown")
        way *= 1 if k % 2 == 0 else one or 0
        strict = strict and (never or k == 0)
        require(strict or place >= len(below), "the denominator may be 0")
    shown = {">0": strict and way > 0, ">=0": way >= 0, "<0": strict and way < 0, "<=0": way <= 0}
    require(shown[relation], "the sign is not shown")


# -- kernels ---------------------------------------------------------------------------
Line = tuple[list[Any], Any]  # numerators, over one positive denominator
Sparse = list[dict[int, Fraction]]  # for each row, its entries that are not 0


class Shape(NamedTuple):
    """Between which inputs and outputs; and over which interval of alpha, if any."""

    inputs: int
    outputs: int
    square: bool  # the outputs have the labels of the inputs
    box: Box | None
    undecided: dict[int, Fraction]  # for inputs, the mass of outputs that are not known
    words: str

    def number(self, value: Any, where: str) -> Any:
        """Read a number: a rational, or a polynomial in alpha."""
        if self.box is None:
            return number(value, where)
        listed = read(value if type(value) is list else [value], where, [number])
        within(len(listed) - 1, MAX_DEGREE, "the degree of a polynomial")
        return Poly((((k,), x) for k, x in enumerate(listed)), self.box)


def read_shape(value: Claim) -> Shape:
    """Return the shape of a kernel, or of the kernels that a claim is about."""
    sizes, words = [], []
    for side in ("inputs", "outputs"):
        labels, counts = items(value[side], side), [type(x) for x in value[side]] == [int, int]
        if not counts:
            unequal = len(set(read(labels, side, [str]))) == len(labels)
            require(unequal, f"two {side} have the same label")
        sizes.append(labels[1] - labels[0] + 1 if counts else len(labels))
        require(sizes[-1] > 0, f"there are no {side}")
        within(sizes[-1], MAX_LABELS, f"the number of {side}")
        words.append(f"{side} {labels[0]}..{labels[1]}" if counts else f"{side} {say(labels)}")
    box = None
    if "interval" in value:
        ends = get(value, "interval", [number])
        box = (pieces(ends, False, False),)
        require(ends[0] >= 0 and ends[-1] <= 1, "the interval is not in [0, 1]")
        words.append(f"every alpha in ({ends[0]}, {ends[-1]})")
    square = value["inputs"] == value["outputs"]
    return Shape(sizes[0], sizes[1], square, box, {}, ", ".join(words))


class Kernel:
    """A matrix of probabilities, made when its entries are first needed."""

    def __init__(
        self, shape: Shape, make: Callable[[], list[Line]], base: Any = None, scales: Any = (0, {})
    ):
        self.shape, self.make, self.base = shape, make, base
        self.alpha, self.weights = scales

    @cached_property
    def lines(self) -> list[Line]:
        """Return the rows, as numerators over one denominator."""
        lines = self.make()
        for i, (x, _) in enumerate(lines):
            require(all(a >= 0 for a in x), f"an entry of row {i} is not shown to be >= 0")
        return lines

    def shows(self, value: Any) -> bool:
        """Whether a demand is met by what the kernel is made of: a base, followed by a kernel."""
        if self.base is None:
            return False
        demand = Demand(value, self.base.shape)
        demand.require_met(self.base)
        inputs = demand.kind == "private" and "outputs_within" not in value["neighbours"]
        return demand.kind == "sums" or inputs

    def dominates(self, i: int, js: Sequence[int], k: int, ms: Sequence[int], factor: Any) -> bool:
        """Whether entries of row i are at least those of row k times a factor, pair by pair."""
        (x, d), (y, e) = self.lines[i], self.lines[k]
        p, q = (factor, 1) if isinstance(factor, Poly) else factor.as_integer_ratio()
        if d is not e and d != e:
            p, q = p * d, q * e
        pairs = zip(map(x.__getitem__, js), map(y.__getitem__, ms), strict=True)
        return all(a * q >= b * p for a, b in pairs)

    @property
    def unit(self) -> Any:
        """Return what sums of entries are over: 1, or the unit of all polynomials."""
        return ONE if self.shape.box is None else self.lines[0][1]

    def value(self, i: int, j: int) -> Any:
        """Return an entry, over the unit."""
        x, d = self.lines[i]
        return Fraction(x[j], d) if self.shape.box is None else x[j]

    def point(self, weights: bool = False) -> dict[Any, Any]:
        """Return what is not 0 of the entries, or of the weights, by their place."""
        cells = product(range(self.shape.inputs), range(self.shape.outputs))
        return self.weights if weights else added((cell, self.value(*cell)) for cell in cells)

    def weigh(self, terms: Iterable[tuple[Cell, Any]]) -> Any:
        """Return the sum of entries times coefficients, over the unit."""
        if self.shape.box is not None:
            return sum((self.value(*cell) * w for cell, w in terms), Poly([], self.shape.box))
        rows: dict[int, Any] = {}
        for (i, j), w in terms:
            rows[i] = rows.get(i, 0) + w * self.lines[i][0][j]
        return sum((Fraction(x) / self.lines[i][1] for i, x in rows.items()), ZERO)


def chosen(kernels: Sequence[Kernel]) -> Reader:
    """Return a reader of the place of a kernel that is known at one alpha, in every output."""

    def reader(value: Any, where: str) -> Kernel:
        kernel: Kernel = kernels[read(value, where, len(kernels))]
        require(kernel.shape.box is None, f"{where} is a kernel of polynomials")
        require(not kernel.shape.undecided, f"{where} is a kernel with undecided outputs")
        return kernel

    return reader


def integers(row: Sequence[tuple[int, int]]) -> Line:
    """Return numbers p/q as numerators over one denominator."""
    common = 1
    for q in {q for _, q in row}:
        short(common.bit_length() + q.bit_length())
        common = lcm(common, q)
    return [p * (common // q) for p, q in row], common


def rationals(row: Iterable[Fraction]) -> Line:
    """Return fractions as a line."""
    return integers([x.as_integer_ratio() for x in row])


def followed(base: Kernel, post: Sparse, outputs: int) -> list[Line]:
    """Return the rows of a kernel after post-processing."""
    numerators, unit = rationals(w for row in post for w in row.values())
    left, out = iter(numerators), []
    rows = [[(j, next(left)) for j in row] for row in post]
    for x, d in base.lines:
        short(d.bit_length() + unit.bit_length())
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
    (m, n), lines = shape[:2], list[Line]()
    if form == "dense":
        lines = [integers(row) for row in get(value, "rows", [[ratio, n], m])]
        mass = read(value.get("undecided", ["0"] * m), "undecided", [number, m])
        require(min(mass) >= 0, "undecided has a negative number")
        told = f", undecided {say(value['undecided'])}" if any(mass) else ""
        left = {i: u for i, u in enumerate(mass) if u}
        shape = shape._replace(undecided=left, words=shape.words + told)
        return Kernel(shape, lambda: lines)
    if form == "polynomial":
        unit = get(value, "unit", shape.number)
        require(unit > 0, "the unit is not shown to be > 0")
        lines = [(row, unit) for row in get(value, "rows", [[shape.number, n], m])]
        shape = shape._replace(words=f"{shape.words}, entries and costs over {say(value['unit'])}")
        return Kernel(shape, lambda: lines)
    if form != "product":
        return READERS[form](value, shape)
    base = get(value, "of", chosen(earlier))
    require(base.shape.inputs == m, "the kernel has not the inputs of what it follows")
    post = get(value, "post", [vector(n, True), base.shape.outputs])
    return Kernel(shape, lambda: followed(base, post, n), base=base)


def read_power(value: Claim, shape: Shape) -> Kernel:
    """Entry (i, j) is row_factors[i] * column_factors[j] * base ** exponents[i][j]."""
    (m, n), base, steps = shape[:2], get(value, "base", number), value["exponents"]
    r, c = get(value, "row_factors", [number, m]), get(value, "column_factors", [number, n])
    require(0 < base <= 1 and min(r) > 0 and min(c) > 0, "a factor or the base is out of range")
    if steps == "abs(i-j)":
        steps = [[abs(i - j) for j in range(n)] for i in range(m)]
    else:
        steps = get(value, "exponents", [[int, n], m])
    require(min(map(min, steps)) >= 0, "an exponent is negative")
    (p, q), (x, d), (y, f) = base.as_integer_ratio(), rationals(r), rationals(c)
    most = max(map(max, steps))
    short(most * q.bit_length() + d.bit_length() + f.bit_length())
    unit, power = d * f * q**most, {k: p**k * q ** (most - k) for k in set().union(*steps)}
    column = {(b, k): b * power[k] for b in set(y) for k in power}
    lines = [
        ([a * column[b, k] for b, k in zip(y, row, strict=True)], unit)
        for a, row in zip(x, steps, strict=True)
    ]
    return Kernel(shape, lambda: lines)


def read_scales(value: Claim, shape: Shape) -> Kernel:
    """Columns are sums of scales, each entry of which is the one before times or over alpha."""
    (m, n), alpha = shape[:2], get(value, "alpha", number)
    listed = get(value, "weights", [(str, n, number)])
    weights = {(j, pattern): w for pattern, j, w in listed}
    require(0 < alpha < 1, "alpha is not in (0, 1)")
    require(len(weights) == len(listed), "two weights are at the same pattern and output")
    for (_, pattern), w in weights.items():
        fits = len(pattern) == m - 1 and set(pattern) <= {"+", "-"}
        require(fits and w > 0, "a pattern does not fit, or its weight is not positive")

    def make() -> list[Line]:
        rows = [[ZERO] * n for _ in range(m)]
        for (j, pattern), w in weights.items():
            for row, x in zip(rows, scale(pattern, alpha), strict=True):
                row[j] += w * x
        return [rationals(row) for row in rows]

    return Kernel(shape, make, scales=(alpha, weights))


def scale(pattern: str, alpha: Fraction) -> list[Fraction]:
    """Return the scale with a pattern, which sums to 1."""
    short(alpha.denominator.bit_length() * len(pattern) * 4)
    column = [ONE]
    for sign in pattern:
        column.append(column[-1] / alpha if sign == "+" else column[-1] * alpha)
    total = sum(column)
    return [x / total for x in column]


FORMS = {
    "dense": ("rows",),
    "power": ("base", "exponents", "row_factors", "column_factors"),
    "product": ("of", "post"),
    "scales": ("alpha", "weights"),
    "polynomial": ("interval", "unit", "rows"),
}
READERS = {"power": read_power, "scales": read_scales}


# -- rows ------------------------------------------------------------------------------
Step = tuple[int, Sequence[int], int, Sequence[int], Any]

DEMANDS = {  # in words; what is in braces are keys
    "sums": "each row sums to 1",
    "private": "private at alpha = {alpha} between {neighbours}",
    "property": "property {property}",
    "law": "the law {from} is sent to {to}",
    "linear": "linear terms {terms}, bound {bound}, relation {relation}",
    "cost": "cost objective {objective}, value {value}",
}
# Of input i, all places being r: (i, js, k, ms), kernel[i][j] >= kernel[k][m] for pairs j, m.
PROPERTIES: dict[Any, Callable[[int, range], list[Any]]] = {
    # The truth is the likeliest output; and an output is likeliest on its own count.
    "CH": lambda i, r: [(i, [i] * len(r), i, r)],
    "RH": lambda i, r: [(j, [j], i, [j]) for j in r],
    # Falls as the output moves away from the input, and as the input moves from the output.
    "CM": lambda i, r: [(i, r[1 : i + 1], i, r[:i]), (i, r[i:-1], i, r[i + 1 :])],
    "RM": lambda i, r: [(i, r[i:], i - 1, r[i:]), (i - 1, r[:i], i, r[:i])] if i else [],
    # The truth is equally likely on every count; reversing all counts changes nothing. Both =.
    "F": lambda i, r: [(i, [i], j, [j]) for j in r],
    "S": lambda i, r: [(i, r, r[-1 - i], r[::-1])],
}


class Demand:
    """A family of linear inequalities in the entries, each of them with a name.

    `singles` has sums of entries by their names. A step (i, js, k, ms, factor) stands for
    kernel[i][j] >= factor * kernel[k][m] for the pairs j, m of js, ms; for F and S it is =.
    Of e^-eps a bound is taken: the upper one, or to show that a member fails the lower one.
    """

    def __init__(self, value: Any, shape: Shape, fails: bool = False):
        kind: Any = value.get("demand") if type(value) is dict else None
        require(type(kind) is str and kind in DEMANDS, f"unknown demand {say(kind)}")
        fields(value, "demand", "demand", *re.findall(r"{(\w+)}", DEMANDS[kind]))
        self.kind, self.given, self.shape, (m, n) = kind, value, shape, shape[:2]
        self.singles: dict[Any, Member] = {}
        self.steps: list[Step] = []
        self.equal, self.exact, self.reach = False, True, 0
        self.name: Any = ((m, n), (m, n))  # what a name is made of
        if kind == "sums":
            self.name = (m,)
            for i in range(m):
                terms: Terms = [((i, j), 1) for j in range(n)]
                self.singles[i,] = terms, ONE - shape.undecided.get(i, ZERO), True
        elif kind == "law":
            self.name, z = (n,), distribution(value["from"], "from", m)
            for j, y in enumerate(distribution(value["to"], "to", n)):
                self.singles[j,] = [((i, j), x) for i, x in enumerate(z)], y, True
        elif kind == "linear":
            terms = [((i, j), w) for i, j, w in get(value, "terms", [(m, n, shape.number)])]
            require(value["relation"] in (">=", "="), "unknown relation")
            bound = get(value, "bound", shape.number)
            self.name, self.singles[()] = (), (terms, bound, value["relation"] == "=")
        elif kind == "property":
            letter = get(value, "property", str)
            self.equal, r = letter in ("F", "S"), range(m)
            require(shape.square, "a property needs outputs with the labels of the inputs")
            require(letter == "WH" or letter in PROPERTIES, "unknown property")
            if letter == "WH":
                self.name = ((m, n),)
                self.singles = {((i, i),): ([((i, i), 1)], ONE / m, False) for i in r}
            else:
                self.steps = [(*step, ONE) for i in r for step in PROPERTIES[letter](i, r)]
        elif kind == "private":
            least, most = levels(value["alpha"], shape)
            self.exact, self.alpha = least == most, (a := least if fails else most)
            require(least >= 0 and most <= 1, "alpha is not in [0, 1]")
            pairs, self.reach = neighbours(value["neighbours"], shape)
            distances, r = {1, *pairs.values()}, range(n)
            if isinstance(a, Fraction):
                short(max(distances) * a.denominator.bit_length())
            powers = {d: a**d for d in distances}
            for (i, k), d in pairs.items():
                self.steps += [(i, r, k, r, powers[d]), (k, r, i, r, powers[d])]
            for i, far in product(range(m), range(1, self.reach + 1)):
                self.steps += [(i, r[far:], i, r[:-far], a), (i, r[:-far], i, r[far:], a)]
        else:
            self.objective = Objective(value["objective"], shape)
            self.bound = get(value, "value", shape.number)

    @cached_property
    def between(self) -> dict[Cell, list[tuple[Sequence[int], Sequence[int], Any]]]:
        """Return the steps from one row to another, with the factors on the other side."""
        found: dict[Cell, list[Any]] = {}
        for i, js, k, ms, factor in self.steps:
            found.setdefault((i, k), []).append((js, ms, -1 * factor))
        return found

    def member(self, name: Any) -> Member:
        """Return the inequality that a name stands for."""
        key = read(name, "a name", self.name)
        if key in self.singles:
            return self.singles[key]
        if self.steps:
            (i, j), (k, m) = key
            for js, ms, x in self.between.get((i, k), []):
                if (j, m) in zip(js, ms, strict=True):
                    return [((i, j), 1), ((k, m), x)], ZERO, self.equal
        raise Outcome(f"{say(name)} names no member of {words(self.given)}")

    def require_met(self, kernel: Kernel) -> None:
        """Reject unless every member is shown to hold at a kernel."""
        if self.kind == "cost":
            require(self.objective.cost(kernel) == self.bound, "the kernel costs something else")
        for name, (terms, bound, equal) in self.singles.items():
            value, bound = kernel.weigh(terms), bound * kernel.unit
            met = value == bound if equal else value >= bound
            require(met, f"{words(self.given)} is not shown at {say(name)}")
        for i, js, k, ms, factor in self.steps:
            met = kernel.dominates(i, js, k, ms, factor)
            met = met and (not self.equal or kernel.dominates(k, ms, i, js, factor))
            require(met, f"{words(self.given)} is not shown for rows {i} and {k}")

    def tight(self, kernel: Kernel) -> Iterator[Terms]:
        """Return the members that are equations at a kernel."""
        for terms, bound, _ in self.singles.values():
            if kernel.weigh(terms) == bound:
                yield terms
        for i, js, k, ms, factor in self.steps:
            for j, m in zip(js, ms, strict=True):
                if kernel.value(i, j) == factor * kernel.value(k, m):
                    yield [((i, j), 1), ((k, m), -1 * factor)]


def neighbours(value: Any, shape: Shape) -> tuple[dict[Cell, int], int]:
    """Return the distances of neighbouring inputs, and how far apart outputs may be instead."""
    ((kind, given),) = value.items() if type(value) is dict and len(value) == 1 else [("", 0)]
    m, n = shape[:2]
    if kind == "pairs":
        listed = read(given, "pairs", [(m, m, int)])
        pairs = {(i, k): d for i, k, d in listed}
        fits = len(pairs) == len(listed) and all(i < k and d > 0 for i, k, d in listed)
        require(fits, "a pair is none, or is there twice")
        return pairs, 0
    require(kind in ("inputs_within", "outputs_within"), "neighbours are of no known kind")
    require(read(given, "neighbours", int) >= 1, "neighbours are no place apart")
    if kind == "outputs_within":
        return {}, min(given, n - 1)
    return {(i, k): 1 for k in range(m) for i in range(max(0, k - given), k)}, 0


class Objective:
    """What output j on input i costs, and whether costs of inputs add up or the max counts."""

    def __init__(self, value: Any, shape: Shape):
        loss, self.aggregate, weights = fields(value, "objective", "loss", "aggregate", "weights")
        require(self.aggregate in ("sum", "max"), "unknown aggregate")
        (m, n), scale = shape[:2], ONE
        prior = [ONE / m] * m if weights is None else distribution(weights, "weights", m)
        if type(loss) is dict:
            losses = read(fields(loss, "loss", "table")[0], "table", [[number, n], m])
        else:
            match = re.fullmatch("L([012])(?:(?<=0),([0-9]{1,99}))?", read(loss, "loss", str))
            if match is None:
                raise Outcome("unknown loss")
            require(shape.square and m > 1, "a loss by distance needs the labels of the inputs")
            if match[1] == "0":  # scaled so that the uniform mechanism scores 1 under L0
                scale = Fraction(m, m - 1) / (max(prior) if self.aggregate == "max" else 1)
            beyond, exponent = int(match[2] or 0), int(match[1])
            steps = [Fraction(d**exponent if d > beyond else 0) for d in range(m)]
            losses = [[steps[abs(i - j)] for j in range(n)] for i in range(m)]
        factors = [w * scale for w in prior]
        self.costs = [[w * x for x in line] for w, line in zip(factors, losses, strict=True)]

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
        fits = all(demand.exact and demand.kind not in ("sums", "cost") for demand in self.demands)
        require(fits, "a design has no demand sums, cost, or private at e^-eps")
        self.objective: Any = "objective" in claim and Objective(claim["objective"], shape)

    def member(self, label: Any, _: str) -> Member:
        """Read the label of an inequality."""
        kind, name = items(label, "label", 2)
        if kind == "sum":
            return self.sums.member([name])
        if kind == "max" and self.objective and self.objective.aggregate == "max":
            cost = self.objective.terms(read(name, "label", self.shape.inputs))
            return [(T, ONE), *((cell, -c) for cell, c in cost)], ZERO, False
        demand: Demand = self.demands[read(kind, "label", len(self.demands))]
        return demand.member(name)

    def combine(self, dual: Any, costs: Terms) -> tuple[dict[Cell, Any], Any, list[Terms]]:
        """Take members times multipliers from costs, where something >= 0 must be left.

        Return what is left, the sum of their bounds, and what is an equation if all of it counts.
        """
        used = read(dual, "dual", [(self.member, self.shape.number)])
        shown = all(equal or m >= 0 for (_, _, equal), m in used)
        require(shown, "the multiplier of an inequality is not shown to be >= 0")
        taken = ((terms, -1 * m) for (terms, _, _), m in used)
        parts = ((v, m if x == 1 else m * x) for terms, m in taken for v, x in terms)
        left = added([*costs, *parts])
        require(all(x >= 0 for x in left.values()), "the multipliers exceed the objective")
        bound = sum((m * b for (_, b, _), m in used if b), ZERO)
        return left, bound, [terms for (terms, _, equal), m in used if m or equal]

    def require_met(self, *kernels: Kernel) -> None:
        """Reject a kernel of another shape, or one that is not all that is demanded."""
        for kernel in kernels:
            require(kernel.shape == self.shape, "the kernel is not of the shape of the design")
            for demand in (self.sums, *self.demands):
                demand.require_met(kernel)

    def require_least(self, kernel: Kernel, dual: Any) -> tuple[Any, set[Cell], list[Terms]]:
        """Reject unless the kernel meets the design and the multipliers show that none costs less.

        Return the cost, and what holds at every kernel that costs as little: the entries that
        may be other than 0, and the inequalities that are equations.
        """
        (m, n), objective = self.shape[:2], self.objective
        cells: Any = {(i, j) for i in range(m) for j in range(n)}
        costs: Terms = [term for i in range(m) for term in objective.terms(i)]
        if objective.aggregate == "max":
            cells, costs = {*cells, T}, [(T, ONE)]
        if self.shape.box is not None:
            costs = [(v, c * kernel.unit) for v, c in costs]
        left, bound, binding = self.combine(dual, costs)
        # t may have either sign, so nothing of it may be left over.
        require(T not in left, "the multipliers fall short of the objective")
        self.require_met(kernel)
        require(bound == objective.cost(kernel), "the multipliers do not prove the cost")
        return bound, cells - set(left), binding


def check_infeasible(claim: Claim, _: Any, __: Any) -> None:
    """No kernel is all that is demanded: added up, it says that a number <= 0 is positive."""
    _, bound, _ = Design(claim, read_shape(claim)).combine(claim["dual"], [])
    require(bound > 0, "the multipliers do not show a contradiction")


def check_noise(claim: Claim, _: Any, __: Any) -> None:
    """Shifts of the noise mask every move at a cost of epsilon; or a functional tells one.

    A move of x moves the output A x + S noise by d. Shifting the noise by v, S v = d, costs at
    most the sum of |v_i|/b_i; and the loss is at least w.d for any functional w of the output
    with |w.S_i| <= 1/b_i, since the mean of e^(t w.output), finite for all t < 1, changes by
    e^(t w.d).
    """
    scales, lattice = get(claim, "scales", [number]), claim["law"] == "geometric"
    require(lattice or claim["law"] == "laplace", "unknown law of noise")
    require(scales and min(scales) > 0, "a scale is not positive")
    change, shift = vector(get(claim, "bins", int)), vector(len(scales))
    queries, moves = get(claim, "queries", [change]), get(claim, "moves", [change])
    noise = get(claim, "noise", [shift, len(queries)])
    require(moves and all(any(move.values()) for move in moves), "a move is none")

    def times(rows: Sparse, x: dict[int, Fraction]) -> dict[int, Fraction]:
        return added((q, a * x[k]) for q, row in enumerate(rows) for k, a in row.items() if k in x)

    changes = [times(queries, move) for move in moves]
    holds, epsilon = claim["holds"], claim["epsilon"]
    if holds or epsilon is not None:
        epsilon = number(epsilon, "epsilon")
    if holds:
        costs = []
        for v, d in zip(get(claim, "shifts", [shift, len(moves)]), changes, strict=True):
            require(times(noise, v) == d, "a shift does not mask its move")
            split = lattice and any(x.denominator > 1 for x in v.values())
            require(not split, "a shift is split")
            costs.append(sum((abs(x) / scales[i] for i, x in v.items()), ZERO))
        require(max(costs) == epsilon, "the costliest shift is not epsilon")
        require(("move" in claim) == ("functional" in claim), "no functional is of that move")
    if "functional" in claim:
        w, d = (
            get(claim, "functional", vector(len(queries))),
            changes[get(claim, "move", len(moves))],
        )
        gain = sum((x * d[q] for q, x in w.items() if q in d), ZERO)
        along = added((i, x * y) for q, x in w.items() for i, y in noise[q].items())
        if epsilon is None:  # the loss is infinite
            told = (gain.denominator > 1) if lattice else gain != 0
            hidden = not along or (lattice and all(y.denominator == 1 for y in along.values()))
            require(told and hidden, "the functional does not tell neighbours apart")
        else:
            steep = any(abs(y) * scales[i] > 1 for i, y in along.items())
            shown = gain == epsilon if holds else gain > epsilon
            require(shown and not steep, "the functional does not show the loss")


# -- rank ------------------------------------------------------------------------------
def determined(equations: Iterable[Iterable[tuple[Any, Fraction]]], free: set[Any], m: int) -> bool:
    """Whether equations have at most one solution in the free variables, all others being 0.

    By elimination modulo m. Its pivots are invertible modulo m, and so is their product, a minor
    of the integer matrix: it is not 0. Equations of two variables come first: they tie one
    variable to a multiple of the other.
    """
    require(m > 1, "the modulus is no integer from 2 on")
    within(m, 2**64 - 1, "the modulus")
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
        rooted = ((root(v), x) for v, x in row)
        return modulo(added((u, x * factor) for (u, factor), x in rooted))

    def modulo(row: dict[Any, int]) -> dict[Any, int]:
        return {v: x % m for v, x in row.items() if x % m}

    rest, pivots = [], dict[Any, dict[Any, int]]()
    for terms in equations:
        kept = [(v, x) for v, x in terms if v in free]
        numerators, _ = rationals(x for _, x in kept)
        row = [(v, x % m) for (v, _), x in zip(kept, numerators, strict=True)]
        pair = reduced(row) if len(row) == 2 else {}
        u, v = min(pair, default=None), max(pair, default=None)
        if u != v and gcd(pair[v], m) == 1:
            ties[v] = u, -pair[u] * pow(pair[v], -1, m) % m
        else:
            rest.append(row)
    for left in map(reduced, rest):
        while left and (v := max(left)) in pivots:
            taken = ((u, -left[v] * y) for u, y in pivots[v].items())
            left = modulo(added([*left.items(), *taken]))
        if left and gcd(left[v], m) == 1:
            inverse = pow(left[v], -1, m)
            pivots[v] = {u: inverse * y % m for u, y in left.items()}
    return len(pivots) + len(ties) == len(free)


def check_best(claim: Claim, kernel: Kernel, kernels: Sequence[Kernel]) -> None:
    """The kernel meets a design, and none that does costs less, or as little; or here is one."""
    design = Design(claim, kernel.shape)
    if claim["holds"]:
        cost, free, tight = design.require_least(kernel, claim["dual"])
        if claim["claim"] == "optimal":
            fits = cost == get(claim, "cost", kernel.shape.number)
            require(fits, "the kernel costs something else")
        else:
            unique = determined(tight, free, get(claim, "modulus", int))
            require(unique, "what is tight leaves the kernel open")
        return
    other, costs = get(claim, "other", chosen(kernels)), design.objective.cost
    design.require_met(kernel, other)
    require(costs(other) <= costs(kernel), "the other kernel costs more")
    require(other.point() != kernel.point(), "the other kernel is the same")


def check_extreme(claim: Claim, kernel: Kernel, kernels: Sequence[Kernel]) -> None:
    """The kernel, or its sum of scales, is no mixture of others that meet a design; or it is."""
    design, weights = Design(claim, kernel.shape), get(claim, "weights", bool)
    laws = all(demand.kind == "law" for demand in design.demands)
    require(not weights or (kernel.weights and laws), "weights are of scales, under laws alone")
    here, alpha = kernel.point(weights), kernel.alpha
    design.require_met(kernel)
    if claim["holds"]:
        tight = [x for demand in (design.sums, *design.demands) for x in demand.tight(kernel)]
        if weights:  # an entry is what the scales of its output have there, times their weights
            scales = {v: scale(v[1], alpha) for v in here}
            tight = [
                [(v, sum(w * s[i] for (i, j), w in x if j == v[0])) for v, s in scales.items()]
                for x in tight
            ]
        extreme = determined(tight, set(here), get(claim, "modulus", int))
        require(extreme, "what is tight leaves the point open")
        return
    ends = get(claim, "between", (chosen(kernels), chosen(kernels)))
    design.require_met(*ends)
    require(not weights or all(end.alpha == alpha for end in ends), "scales at another alpha")
    one, two = (end.point(weights) for end in ends)
    mean = added((v, x / 2) for end in (one, two) for v, x in end.items())
    require(one != two and mean == here, "the kernel is not the mean of two that differ")


# -- cases -----------------------------------------------------------------------------
Form = dict[str, int]  # an affine form: names with integers, the constant at the empty name


def affine(value: Any, where: str) -> Form:
    """Read an affine form."""
    require(type(value) is dict, f"{where} is not an object")
    return {name: read(x, where, int) for name, x in value.items()}


def negated(form: Form) -> Form:
    """Return the form that is >= 0 at the integers at which this one is not: -1 less it."""
    return added([("", -1), *((name, -x) for name, x in form.items())])


def check_cases(claim: Claim, _: Any, __: Any) -> None:
    """The form `goal` is >= 0 where all of `given` are, and all of one list of each of `either`.

    The negation of the goal is split into cases that cover all integers; each case ends in a
    nonnegative combination of its forms that is a negative constant.
    """
    either = get(claim, "either", [[[affine]]])
    start = [*get(claim, "given", [affine]), negated(get(claim, "goal", affine))]
    left: list[tuple[Any, list[Form]]] = [(claim["tree"], start)]

    def combined(multipliers: Any, forms: list[Form]) -> Form:
        parts = read(multipliers, "multiples", [(len(forms), int)])
        require(all(m >= 0 for _, m in parts), "a multiplier is negative")
        return added((name, m * x) for k, m in parts for name, x in forms[k].items())

    while left:
        node, forms = left.pop()
        require(type(node) is dict, "a case is left over")
        if "farkas" in node:
            form = combined(fields(node, "case", "farkas")[0], forms)
            require(set(form) == {""} and form[""] < 0, "a case is not contradictory")
            continue
        if "cut" in node:
            cut, divisor, child = fields(node, "case", "cut", "divide", "then")
            form = combined(cut, forms)
            fits = read(divisor, "divide", int) > 0
            fits = fits and not any(x % divisor for name, x in form.items() if name)
            require(fits, "the divisor does not divide")
            # Integers respect a constant that is rounded down.
            branches, children = [[{name: x // divisor for name, x in form.items()}]], [child]
        elif "either" in node:
            place, children = fields(node, "case", "either", "children")
            branches = either[read(place, "either", len(either))]
        else:
            form, children = fields(node, "case", "split", "children")
            branches = [[affine(form, "split")], [negated(form)]]
        nodes = items(children, "children", len(branches))
        left += [(child, [*forms, *more]) for child, more in zip(nodes, branches, strict=True)]


# -- level -----------------------------------------------------------------------------
def levels(value: Any, shape: Shape) -> tuple[Any, Any]:
    """Return numbers below and above alpha, equal where it is written as one.

    For alpha = e^-eps so many terms of the series of e^eps; the rest of it is at most the next one
    times 1 + r + r^2 + ... with r = eps/(terms + 1).
    """
    if type(value) is not dict:
        return (shape.number(value, "alpha"),) * 2
    fields(value, "alpha", "epsilon", "terms")
    eps, terms = get(value, "epsilon", number), get(value, "terms", int)
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


def check_level(claim: Claim, kernel: Kernel, _: Any) -> None:
    """The kernel is (eps, delta)-DP whatever the undecided outputs are, or it cannot be."""
    (least, most), delta = levels(claim["alpha"], kernel.shape), get(claim, "delta", number)
    pairs, _ = neighbours(claim["neighbours"], kernel.shape)
    require(0 < least <= most <= 1 and 0 <= delta <= 1, "alpha or delta is out of range")
    near = "outputs_within" not in claim["neighbours"] and set(pairs.values()) <= {1}
    require(near, "delta is defined for neighbouring inputs, at distance 1")
    undecided = kernel.shape.undecided

    def beyond(k: int, i: int, alpha: Fraction, slack: Fraction) -> bool:
        """Whether what row k has in excess of row i / alpha is more than `slack`."""
        (x, d), (y, e), (p, q) = kernel.lines[k], kernel.lines[i], alpha.as_integer_ratio()
        p, q = p * e, q * d
        excess = sum(a * p - b * q for a, b in zip(x, y, strict=True) if a * p > b * q)
        return bool(excess > slack * (d * p))

    if claim["holds"]:  # what exceeds falls as alpha falls, so the upper bound is the safe one
        for pair in pairs:
            for k, i in (pair, pair[::-1]):
                near = not beyond(k, i, most, delta - undecided.get(k, ZERO))
                require(near, f"inputs {i} and {k} are not shown to be within delta")
        return
    i, k = get(claim, "at", (kernel.shape.inputs,) * 2)
    require((i, k) in pairs or (k, i) in pairs, "the place is no pair of neighbours")
    shown = beyond(k, i, least, delta + undecided.get(i, ZERO) / least)
    require(shown, "the place is not shown to be beyond delta")


# -- the whole -------------------------------------------------------------------------
def check_rows(claim: Claim, kernel: Kernel, _: Any) -> None:
    """A demand is met by every entry, perhaps tightly; or a member of it is not."""
    if "by" in claim:  # only where it holds
        require(claim["by"] == "form" and "tight" not in claim, "this is not shown by the form")
        require(kernel.shows(claim["demand"]), "the form does not show that")
        return
    demand = Demand(claim["demand"], kernel.shape, fails=not claim["holds"])
    if not claim["holds"]:
        terms, bound, equal = demand.member(claim["at"])
        value = kernel.weigh(terms)
        require(value < bound or (equal and value != bound), "the member is not shown to fail")
        return
    demand.require_met(kernel)
    if "tight" in claim:
        fits = demand.kind == "private" and demand.exact
        require(fits, "tight is for the demand private at a number")
        if claim["tight"] == []:
            require(demand.alpha == 1, "no member is named that is tight")
        else:
            terms = demand.member(claim["tight"])[0]
            require(kernel.weigh(terms) == 0, "the member is no equation")
            require(kernel.value(*terms[1][0]) > 0, "both sides of the member may be 0")


def check_product(claim: Claim, kernel: Kernel, kernels: Sequence[Kernel]) -> None:
    """Another kernel followed by `post` is this one; or a functional shows that none is.

    Over all post-processings of a kernel the greatest value of a functional is attained where
    each of its outputs has one output j of its own.
    """
    base, (m, n) = get(claim, "of", chosen(kernels)), kernel.shape[:2]
    require(m == base.shape.inputs, "the two kernels have not the same inputs")
    if claim["holds"]:
        rows = followed(base, get(claim, "post", [vector(n, True), base.shape.outputs]), n)
        for i, ((x, d), (y, e)) in enumerate(zip(kernel.lines, rows, strict=True)):
            equal = all(a * e == b * d for a, b in zip(x, y, strict=True))
            require(equal, f"the product is not the kernel in row {i}")
        return
    columns: list[dict[int, Fraction]] = [{} for _ in range(n)]
    for i, row in enumerate(get(claim, "functional", [vector(n), m])):
        for j, w in row.items():
            columns[j][i] = w

    def gain(of: Kernel, k: int, column: dict[int, Fraction]) -> Any:
        return of.weigh(((i, k), w) for i, w in column.items())

    here = sum(gain(kernel, j, column) for j, column in enumerate(columns))
    outputs = range(base.shape.outputs)
    most = sum(max(gain(base, k, column) for column in columns) for k in outputs)
    require(here > most, "the functional does not separate the kernel")


class Kind(NamedTuple):
    """How a claim is checked, and its keys: of its statement, and of its proof either way."""

    check: Callable[[Claim, Any, Sequence[Kernel]], None]
    statement: tuple[str, ...]
    holds: tuple[str, ...] = ()
    fails: tuple[str, ...] | None = None  # None: a claim that fails shows nothing
    optional: tuple[str, ...] = ()  # where it holds; the statement depends on them


NOISE = ("law", "bins", "queries", "noise", "scales", "moves", "epsilon")
TELLING = ("move", "functional")
BEST = ("kernel", "design", "objective")
KINDS = {
    "rows": Kind(check_rows, ("kernel", "demand"), (), ("at",), ("tight", "by")),
    "product": Kind(check_product, ("kernel", "of"), ("post",), ("functional",)),
    "optimal": Kind(check_best, (*BEST, "cost"), ("dual",)),
    "infeasible": Kind(
        check_infeasible, ("inputs", "outputs", "design"), ("dual",), None, ("interval",)
    ),
    "noise": Kind(check_noise, NOISE, ("shifts",), TELLING, TELLING),
    "unique": Kind(check_best, BEST, ("dual", "modulus"), ("other",)),
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
    text = canonical(value)
    if len(text) > most:
        return f"({len(text)} characters, {digest(text)})"
    return text[1:-1] if re.fullmatch(r'"[-+/0-9A-Za-z,]*"', text) else text


def words(demand: Claim) -> str:
    """Return a demand in words."""
    return DEMANDS[demand["demand"]].format_map({key: say(x) for key, x in demand.items()})


def describe(claim: Claim) -> str:
    """Return what was checked, in words: all that it depends on, and nothing else."""
    name, holds, told = claim["claim"], claim["holds"], []
    for key in (*KINDS[name].statement, *KINDS[name].optional):
        if key == "demand":
            name = words(claim[key])
        elif key == "design":
            told.append(f"among those with [{'; '.join(map(words, claim[key]))}]")
        elif key in claim and key not in ("kernel", "tight", "by", "move", "functional"):
            told.append(f"{key} {say(claim[key])}")
    start = f"kernel {claim['kernel']}: " if "kernel" in claim else ""
    end = "holds" if holds else f"fails at {say(claim['at'])}" if "at" in claim else "fails"
    end += ", and for no larger alpha" if "tight" in claim else ""
    end += ", and no less" if holds and "functional" in claim else ""
    return f"{start}{' '.join([name, ', '.join(told)]).rstrip()}: {end}"


def check_claim(claim: Any, kernels: Sequence[Kernel]) -> None:
    """Reject a claim unless its keys are right, and it is."""
    name: Any = claim.get("claim") if type(claim) is dict else None
    require(type(name) is str and name in KINDS, f"unknown claim {say(name)}")
    kind, holds = KINDS[name], claim.get("holds")
    require(type(holds) is bool, "holds is neither true nor false")
    require(holds or kind.fails is not None, f"a claim {name} that fails shows nothing")
    proof, optional = (kind.holds, kind.optional) if holds else (kind.fails or (), ())
    fields(claim, "claim", "claim", "holds", *kind.statement, *proof, optional=optional)
    kernel = None
    if "kernel" in claim:
        kernel = kernels[get(claim, "kernel", len(kernels))]
        shape = kernel.shape
        shown = shape.box is None or (holds and name in ("rows", "optimal"))
        require(shown, "this is not shown of polynomials")
        known = not shape.undecided or name == "level" or claim.get("demand") == {"demand": "sums"}
        require(known, "this is not claimed of undecided outputs")
    kind.check(claim, kernel, kernels)


def check(certificate: Any) -> list[str]:
    """Return a line for each thing that was checked; raise Outcome otherwise."""
    told = certificate.get("format") if type(certificate) is dict else None
    if told == "exactdp-explanation":
        raise Refused("not a proof: an explanation, whose steps are joined by words")
    if told != FORMAT:
        raise Unreadable("this is no exactdp certificate")
    version = certificate.get("version")
    if type(version) is not int or version != VERSION:
        again = (
            " (files of version 1 are read no more: write them anew)" if say(version) == "1" else ""
        )
        raise Unreadable(f"the certificate has version {say(version)}, not {VERSION}{again}")
    names = ("format", "version", "subject", "kernels", "claims", "verdict", "digest")
    fields(certificate, "certificate", *names, optional=("made",))
    content = {key: x for key, x in certificate.items() if key not in ("digest", "made")}
    intact = certificate["digest"] == digest(canonical(content))
    require(intact, "the digest does not match: the file was changed")
    subject = certificate["subject"]
    named = type(subject) is dict and subject
    require(subject is None or named, "the subject is neither an object nor null, or it is empty")
    require(type(certificate.get("made", {})) is dict, "made is not an object")
    told = {} if subject is None else subject
    lines = [f"subject, in the writer's words: {say(key)} {say(x)}" for key, x in told.items()]
    kernels: list[Kernel] = []
    for k, value in enumerate(get(certificate, "kernels", [dict])):
        kernels.append(read_kernel(value, kernels))
        lines.append(f"kernel {k}: form {value['form']}, {kernels[-1].shape.words}")
    claims = items(certificate["claims"], "claims")
    require(claims, "the certificate claims nothing")
    for claim in claims:
        check_claim(claim, kernels)
        lines.append(describe(claim))
    summed = {claim["kernel"] for claim in claims if claim.get("demand") == {"demand": "sums"}}
    missing = set(range(len(kernels))) - summed
    require(not missing, f"nothing is claimed of the sums of kernel {sorted(missing)[:1]}")
    verdict = "holds" if all(claim["holds"] for claim in claims) else "fails"
    require(certificate["verdict"] == verdict, "the verdict is not that of the claims")
    return lines


def no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Read a JSON object, none of whose keys may be there twice."""
    found = dict(pairs)
    require(len(found) == len(pairs), "an object has the same key twice")
    return found


def limit(seconds: float, memory: int | None = None) -> None:
    """Limit the time that is left, none if 0, and the memory; not where the system cannot."""
    if sys.platform != "win32":
        import resource

        def over(*_: Any) -> NoReturn:
            raise Refused(f"rechecking it takes more than {seconds} s")

        signal.signal(signal.SIGVTALRM, over)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        if memory is not None:
            hard = resource.getrlimit(resource.RLIMIT_AS)[1]
            most = min(memory, hard) if hard >= 0 else memory
            resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def load(path: str) -> Any:
    """Return the JSON in a file, exact numbers only; limit what it may cost from here on."""

    def inexact(text: str) -> Fraction:
        return number(text, "a JSON number")

    try:
        about = os.stat(path)
        if not stat.S_ISREG(about.st_mode) or about.st_size > MAX_FILE:
            raise Unreadable(f"is no regular file of at most {MAX_FILE} bytes")
        limit(*((about.st_size // 10**6 + 1) * x for x in (SECONDS, MEMORY)))
        with open(path, encoding="utf-8") as file:
            return json.loads(
                file.read(),
                object_pairs_hook=no_duplicates,
                parse_float=inexact,
                parse_constant=inexact,
                parse_int=lambda text: int(written(text)),
            )
    except (OSError, ValueError, RecursionError) as error:
        raise Unreadable(f"{type(error).__name__}: {say(str(error))}") from None


def outcome(path: str) -> tuple[int, list[str], str]:
    """Check a file: return its exit status, what was checked, and what becomes of it."""
    try:
        try:
            certificate = load(path)
            lines = check(certificate)
            return 0, lines, f"accepted, verdict {certificate['verdict']}"
        finally:
            limit(0)
    except Outcome as found:
        return found.status, [], f"{found.word}: {found}"
    except (MemoryError, RecursionError):
        return Refused.status, [], f"{Refused.word}: rechecking it takes too much memory"


def main(paths: Sequence[str]) -> int:
    """Check the files; print a line for each; return the exit status."""
    status = 0 if paths else 2
    for path in paths:
        found, lines, end = outcome(path)
        for line in lines:
            print(f"  {line}")
        shown = path if re.fullmatch(r"[-+./\\\w]+", path, re.ASCII) else canonical(path)
        print(f"{shown}: {end}")
        status = max(status, found)
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
