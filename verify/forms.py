#!/usr/bin/env python3
"""Recheck certificates of kernels that keep a law: ``python forms.py CERT.json [...]``.

It does what ``checker.py`` does, which lies beside it, and reads one more claim, ``coupling``,
and two more forms of kernels, of so many counts that they are not written out:

    coupled     the geometric mechanism, followed by the monotone coupling of what it gives to y
    scaled      columns that rise and fall by alpha, and what they leave, shared in proportion

By what they are, their rows sum to 1, they are alpha-DP between adjacent inputs, and the law is
sent to its image. For whatever else is claimed they are written out. What is proved of them, and
the format, is in ``docs/law-keeping-forms.md``.
"""

import os
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate, pairwise, product
from math import gcd
from typing import TYPE_CHECKING, Any

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
if TYPE_CHECKING:
    from exactdp.verify import checker
else:
    import checker

MAX_COUNTS = 100_000
MAX_WRITTEN = 4 * 10**9  # bits of a kernel that is written out

Term = tuple[int, list[int], Fraction]  # output, exponents of alpha, weight
# A number: the first, less the sum of factor * over / under for all terms, divided by the second.
Parts = tuple[Fraction, int, list[tuple[int, int, int]]]


class Keeping(checker.Kernel):
    """A kernel that keeps a law by what it is: alpha-DP, with rows that sum to 1."""

    def __init__(self, shape: checker.Shape, alpha: Any, laws: Any, make: Callable[[], Any]):
        super().__init__(shape, make)
        self.size, self.level = shape.inputs, checker.number(alpha, "alpha")
        checker.require(shape.square, "the outputs have not the labels of the inputs")
        checker.require(2 <= self.size <= MAX_COUNTS, f"the kernel has {self.size} rows")
        checker.require(0 < self.level < 1, "alpha is not in (0, 1)")
        self.p, self.q = self.level.as_integer_ratio()
        self.private = {"demand": "private", "alpha": alpha, "neighbours": {"inputs_within": 1}}
        self.sent = {"demand": "law", "from": laws[0], "to": laws[1]}

    def shows(self, value: Any) -> bool:
        """Whether a demand is met by what the kernel is: also at levels below its own."""
        if checker.canonical(value) in map(checker.canonical, ({"demand": "sums"}, self.sent)):
            return True
        if type(value) is not dict or value.get("demand") != "private":
            return False
        (_, alpha, near) = checker.fields(value, "demand", "demand", "alpha", "neighbours")
        most = checker.levels(alpha, self.shape)[1]
        return bool(checker.canonical(near) == '{"inputs_within":1}' and 0 <= most <= self.level)

    def law(self, side: str) -> tuple[list[Fraction], list[int], int]:
        """Return one of the laws: its numbers, and as integers over one denominator."""
        law = checker.read(self.sent[side], f"the law {side}", [checker.number, self.shape.inputs])
        over, unit = checker.integers([x.as_integer_ratio() for x in law])
        checker.require(min(over) >= 0 and sum(over) == unit, f"the law {side} is no distribution")
        return law, over, unit

    def require_short(self, bits: int) -> None:
        """Refuse to write out a kernel with so many bits in an entry."""
        if bits * self.size**2 > MAX_WRITTEN:
            raise checker.Refused("the kernel is too long to be written out")


def geometric_sums(weights: list[int], p: int, q: int) -> list[int]:
    """Return the sums over i of weights[i] alpha^|i-k|, times q^n, for each k."""
    first, power = 0, 1  # k = 0 as it stands, then by the inverse of (alpha^|i-k|), tridiagonal
    for k, weight in enumerate(reversed(weights)):
        first = first * p + weight * power
        power *= q if k < len(weights) - 1 else 1
    sums, source = [first], (q * q - p * p) * power
    for k in range(len(weights) - 1):
        rest = sums[k] * (p * p + q * q if k else q * q) - (p * q * sums[k - 1] if k else 0)
        sums.append((rest - weights[k] * source) // (p * q))
    return sums


class Coupled(Keeping):
    """GM followed by the monotone coupling of z GM to y, all lengths over one unit.

    The geometric mechanism GM at alpha = p/q gives k on input i with the chance w[k] alpha^|i-k|,
    where w is q/(p+q) at both ends and (q-p)/(p+q) between. So a law z of the inputs makes a law
    of k. That one and y, laid side by side, cut each other into pieces: what lies over piece k of
    the one and piece j of the other is how much of k is reported as j.
    """

    def __init__(self, value: checker.Claim, shape: checker.Shape):
        alpha, laws = value["alpha"], (value["input_law"], value["output_law"])
        super().__init__(shape, alpha, laws, self.written)
        self.input, self.z, below = self.law("from")
        self.output, y, unit = self.law("to")
        checker.short(self.q.bit_length() * self.size + below.bit_length() + unit.bit_length())
        self.sums = geometric_sums(self.z, self.p, self.q)
        masses = [s * self.ends(k) for k, s in enumerate(self.sums)]
        total = sum(masses)
        stretch = unit // gcd(unit, total)
        self.masses = [m * stretch for m in masses]  # of GM's outputs, over their sum
        wished = [x * (total * stretch // unit) for x in y]
        self.post: list[list[tuple[int, int]]] = []  # for each the reported counts, with lengths
        j, left = -1, 0
        for mass in self.masses:
            self.post.append([])
            while mass:
                while not left:
                    j += 1
                    left = wished[j]
                length = min(mass, left)
                self.post[-1].append((j, length))
                mass, left = mass - length, left - length

    def ends(self, k: int) -> int:
        """Return w[k], times p + q."""
        return self.q if k in (0, self.size - 1) else self.q - self.p

    def written(self) -> list[checker.Line]:
        """Write the kernel out."""
        self.require_short(self.size * sum(self.masses).bit_length())
        column = [str(Fraction(self.ends(k), self.p + self.q)) for k in range(self.size)]
        factors = {"row_factors": ["1"] * self.size, "column_factors": column}
        gm = {"base": str(self.level), "exponents": "abs(i-j)"} | factors
        pairs = zip(self.masses, self.post, strict=True)
        post = [{j: Fraction(length, mass) for j, length in row} for mass, row in pairs]
        return checker.followed(checker.read_power(gm, self.shape), post, self.size)


class Scaled(Keeping):
    """Scales with weights, over one unit, and what they leave.

    A scale is a column each of whose entries is the one before, times or over alpha; here it is 1
    at its greatest. What the rows lack of 1 is r, what the columns lack of z is c, and r c / sum(c)
    is added. So rows sum to 1 and z is kept; it is alpha-DP where r is allowed by alpha and c >= 0.
    """

    def __init__(self, value: checker.Claim, shape: checker.Shape):
        super().__init__(shape, value["alpha"], (value["law"],) * 2, self.written)
        p, q = self.p, self.q
        (self.left, z, below) = self.law("from")  # c
        checker.short(q.bit_length() * self.size)
        powers = [q ** (self.size - 1)]
        for _ in range(self.size - 1):
            powers.append(powers[-1] * p // q)
        rest, unit = [1] * self.size, 1  # r
        self.terms = [self.term(term) for term in checker.items(value["terms"], "terms")]
        for j, heights, w in self.terms:
            kept = sum(x * powers[h] for x, h in zip(z, heights, strict=True) if x)
            self.left[j] -= w * Fraction(kept, below * powers[0])
            # r less w s, over one denominator, and without what all have in common
            under = w.denominator * powers[0]
            stretch = under // gcd(under, unit)
            share = w.numerator * (unit * stretch // under)
            rest = [x * stretch - share * powers[h] for x, h in zip(rest, heights, strict=True)]
            unit *= stretch
            checker.short(unit.bit_length())
            common = gcd(unit, sum(k * x for k, x in enumerate(rest, 1)), *rest)
            rest, unit = [x // common for x in rest], unit // common
        checker.require(min(self.left) >= 0, "a column has too much")
        allowed = all(p * x <= q * y and p * y <= q * x for x, y in pairwise(rest))
        checker.require(allowed, "what the rows lack is not allowed by alpha")
        self.rest = rest, unit

    def term(self, value: Any) -> Term:
        """Read [output, pattern, weight]."""
        (output, pattern, text) = checker.items(value, "term", 3)
        fits = type(pattern) is str and re.fullmatch(f"[+-]{{{self.size - 1}}}", pattern)
        checker.require(fits, "a pattern does not fit")
        heights = [0, *accumulate(1 if sign == "-" else -1 for sign in pattern)]
        least, weight = min(heights), checker.number(text, "weight")
        checker.require(weight > 0, "a weight is not positive")
        return checker.read(output, "output", self.size), [h - least for h in heights], weight

    def written(self) -> list[checker.Line]:
        """Write the kernel out."""
        (rest, unit), total, rows = self.rest, sum(self.left) or checker.ONE, []
        bits = sum(w.denominator.bit_length() for _, _, w in self.terms) + unit.bit_length()
        self.require_short(bits + self.q.bit_length() * self.size)
        for i, lacking in enumerate(rest):
            row = [Fraction(lacking, unit) * x / total for x in self.left]
            for j, heights, w in self.terms:
                row[j] += w * self.level ** heights[i]
            rows.append(row)
        return [checker.rationals(row) for row in rows]


def squared_error(about: Coupled) -> Parts:
    """E (I - J)^2 = E I^2 + E J^2 - 2 E[I J], and given K = k, I and J are independent."""
    pairs = zip(about.input, about.output, strict=True)
    squares = sum((i * i * (x + y) for i, (x, y) in enumerate(pairs)), checker.ZERO)
    weighted = geometric_sums([i * x for i, x in enumerate(about.z)], about.p, about.q)
    terms = [
        (2 * about.ends(k) * s, sum(j * length for j, length in row), about.masses[k])
        for k, (row, s) in enumerate(zip(about.post, weighted, strict=True))
    ]
    unit = sum(about.z) * about.q ** (about.size - 1) * (about.p + about.q)
    return squares, unit, terms


def absolute_error(about: Coupled) -> Parts:
    """E |I - J| = the sum over t < n of Pr[I <= t] + Pr[J <= t] - 2 Pr[I <= t, J <= t].

    J <= t if K < k, and with some chance if K = k, for a k that grows with t. A walk through
    the pairs (t, k) keeps here = the sum over i <= t of z[i] alpha^|i-k| and
    before = Pr[I <= t, K < k], both over the unit, and power = alpha^|t-k|.
    """
    p, q, end, total = about.p, about.q, about.size - 1, sum(about.masses)
    full, weight = q**end, sum(about.z)
    unit = weight * full * (p + q)
    wished = [y.numerator * (total // y.denominator) for y in about.output]
    terms, sums = [], [0, 0, 0]
    k, low, before, power, here, at_input, at_output = 0, 0, 0, full, 0, 0, 0
    for t in range(end):
        if t:
            power = power * p // q if t > k else power * q // p
        here += about.z[t] * power
        if k:  # Pr[K < k | I = t] is alpha^(t-k+1)/(1+alpha), or 1 - alpha^(k-t)/(1+alpha)
            before += about.z[t] * (power * p if t >= k else full * (p + q) - power * q)
        at_input, at_output = at_input + about.z[t], at_output + wished[t]
        while k < end and low + about.masses[k] <= at_output:
            low, before = low + about.masses[k], before + here * about.ends(k)
            if k >= t:
                here, power = here * p // q, power * p // q
            else:
                here = about.sums[k + 1] - (about.sums[k] - here) * q // p
                power = power * q // p
            k += 1
        sums = [x + y for x, y in zip(sums, (at_input, at_output, before), strict=True)]
        terms.append((2 * here * about.ends(k), at_output - low, about.masses[k]))
    whole = Fraction(sums[0], weight) + Fraction(sums[1], total) - Fraction(2 * sums[2], unit)
    return whole, unit, terms


def check_coupling(claim: checker.Claim, kernel: Any, _: Any) -> None:
    """Of all alpha-DP kernels that send z to y, none has a smaller expected loss under z.

    None has, by a theorem, if it is coupled and the loss is Monge:
    loss(i, j) + loss(i+1, j+1) <= loss(i, j+1) + loss(i+1, j).
    """
    checker.require(isinstance(kernel, Coupled), "the kernel is not in the form coupled")
    same = checker.canonical(claim["design"]) == checker.canonical([kernel.private, kernel.sent])
    checker.require(same, "the design is not what the kernel keeps: its alpha and its two laws")
    loss, size = claim["loss"], kernel.size
    if type(loss) is dict:
        (table,) = checker.fields(loss, "loss", "table")
        c = checker.read(table, "loss", [[checker.number, size], size])
        for i, j in product(range(size - 1), repeat=2):
            crossed = c[i][j] + c[i + 1][j + 1] > c[i][j + 1] + c[i + 1][j]
            checker.require(not crossed, f"the loss is not Monge at {i}, {j}")
        terms = [((i, j), kernel.input[i] * c[i][j]) for i, j in product(range(size), repeat=2)]
        parts: Parts = kernel.weigh(terms), 1, []
    else:
        checker.require(loss in ("L1", "L2"), "unknown loss")
        parts = absolute_error(kernel) if loss == "L1" else squared_error(kernel)
    checker.require(("cost" in claim) != ("between" in claim), "the cost is not stated once")
    if "cost" in claim:
        shown = adds_up(parts, checker.number(claim["cost"], "cost"))
    else:
        shown = enclosed(parts, *checker.get(claim, "between", (checker.number,) * 2))
    checker.require(shown, "it is not shown that the kernel costs that")


def adds_up(parts: Parts, total: Fraction) -> bool:
    """Whether the number is `total`; added in pairs, so that most sums are of short numbers."""
    whole, unit, listed = parts
    checker.short(sum(under.bit_length() for _, _, under in listed))
    terms = [(0, 1), *((factor * over, under) for factor, over, under in listed)]
    while len(terms) > 1:
        rest = terms[-1:] if len(terms) % 2 else []
        pairs = zip(terms[::2], terms[1::2], strict=False)
        terms = [(a * d + b * c, c * d) for (a, c), (b, d) in pairs] + rest
    left = (whole - total) * unit
    return left.numerator * terms[0][1] == terms[0][0] * left.denominator


def enclosed(parts: Parts, low: Fraction, high: Fraction) -> bool:
    """Whether the number is shown to be in [low, high], by quotients of a few more bits."""
    whole, unit, terms = parts
    bits = (high - low).denominator.bit_length() + 2 * len(terms).bit_length() + 64
    least = sum(factor * ((over << bits) // under) for factor, over, under in terms)
    greatest = whole - Fraction(least, unit << bits)
    slack = Fraction(sum(factor for factor, _, _ in terms), unit << bits)
    return low <= greatest - slack and greatest <= high


checker.FORMS["coupled"] = ("alpha", "input_law", "output_law")
checker.FORMS["scaled"] = ("alpha", "law", "terms")
checker.READERS |= {"coupled": Coupled, "scaled": Scaled}
checker.KINDS["coupling"] = checker.Kind(
    check_coupling, ("kernel", "design", "loss"), (), None, ("cost", "between")
)

if __name__ == "__main__":
    checker.run()
