#!/usr/bin/env python3
"""Recheck a certificate of a count mechanism: ``python checker.py CERT.json [...]``.

One file, standard library only, exact arithmetic only (integers and fractions). It shares
no code with the program that wrote the certificate, never searches and never solves: it
multiplies, adds and compares, and finds a rank modulo a prime. Read it in one sitting;
trust nothing else.

A certificate is a JSON object with five keys:

    format, version   what this file is
    kernel            a matrix of exact rationals; kernel[i][j] = Pr[output j | input i];
                      null where the claim is that no kernel meets some demands,
                      or about noise
    claims            what is said of it, each with the numbers that show it
    verdict           "holds" if every claim that can fail is said to hold, and all rows of
                      the kernel sum to 1; else "fails"
    digest            SHA-256 of all the rest, against accidental change

Every claim is recomputed from the kernel; a statement that is not true, a key that is not
known and a number that is not exact are all reasons to reject. Exit status: 0 accepted,
1 rejected, 2 not readable as a certificate of this version.
"""

import hashlib
import json
import os
import re
import stat
import sys
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import factorial, gcd
from typing import Any, NamedTuple, NoReturn

Rows = list[list[Fraction]]
Sparse = list[list[tuple[int, Fraction]]]  # rows of (output, weight)
Line = tuple[list[int], int]  # numerators over one denominator
Cell = tuple[int, int]  # (input, output)
Terms = list[tuple[int, Fraction]]  # (variable, coefficient)
Claim = dict[str, Any]

VERSION = 1
MAX_SIZE = 5000  # counts
MAX_COUPLED = 100_000  # counts of a kernel in the form coupled, which is never written out whole
MAX_DIGITS = 100_000  # of one number
MAX_TERMS = 10_000  # of the exponential series
MAX_BITS = 10**6  # of its partial sums
MAX_FILE = 2**31  # bytes
MAX_POWER = 10**7  # bits of a power of the base of a closed form
MAX_KERNEL = 10**10  # bits of such a kernel, written out
MAX_LENGTH = 10**6  # bits of a number of a kernel that keeps a law, of a row written out
MAX_POWERS = 10**9  # bits of all powers of alpha of a kernel in the form scaled
MAX_WORK = 10**13  # bits times bits, where many long quotients are taken
MAX_EXPONENT = 10**6  # of a power of the base

ZERO = Fraction(0)


class Rejected(Exception):
    """The certificate states something that is not true, or not in the agreed form."""


class Unreadable(Exception):
    """The file is no certificate of this version."""


# -- reading ---------------------------------------------------------------------------


def require(condition: Any, reason: str) -> None:
    """Reject for a reason unless the condition holds."""
    if not condition:
        raise Rejected(reason)


def fields(value: Any, where: str, *names: str, optional: Sequence[str] = ()) -> list[Any]:
    """Return the named members of an object that has no others (optional ones may miss)."""
    require(type(value) is dict, f"{where} is not an object")
    extra = sorted(set(value) - set(names) - set(optional))
    require(not extra, f"{where} has the unknown key {extra[:1]}")
    missing = [name for name in names if name not in value]
    require(not missing, f"{where} lacks the key {missing[:1]}")
    empty = [name for name in optional if name in value and value[name] is None]
    require(not empty, f"{where} has nothing at the key {empty[:1]}")
    return [value.get(name) for name in (*names, *optional)]


def number(text: Any, where: str) -> Fraction:
    """Read "p" or "p/q"."""
    require(type(text) is str and len(text) <= MAX_DIGITS, f"{where} is not a short text")
    match = re.fullmatch(r"(-?[0-9]+)(?:/([0-9]+))?", text, re.ASCII)
    if match is None:
        raise Rejected(f"{where} is not an integer or p/q: {text[:40]!r}")
    q = int(match[2] or 1)
    require(q != 0, f"{where} has the denominator 0")
    return Fraction(int(match[1]), q)


def index(value: Any, size: int, where: str) -> int:
    """Read a count below `size`."""
    require(type(value) is int and 0 <= value < size, f"{where} is not a count in 0..{size - 1}")
    return int(value)


def cell(value: Any, size: int, where: str) -> Cell:
    """Read an entry [input, output] of a kernel."""
    (i, j) = items(value, where, 2)
    return index(i, size, where), index(j, size, where)


def items(value: Any, where: str, length: int | None = None) -> list[Any]:
    """Return a list, of the given length if there is one."""
    require(type(value) is list, f"{where} is not a list")
    require(length is None or len(value) == length, f"{where} does not have {length} items")
    return list(value)


def no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Read a JSON object, none of whose keys may be there twice."""
    keys = [key for key, _ in pairs]
    require(len(set(keys)) == len(keys), "an object has the same key twice")
    return dict(pairs)


def no_floats(text: str) -> NoReturn:
    """Refuse a JSON number that is not an integer."""
    raise Rejected(f'the number {text[:40]} is not exact: write it as a text "p/q"')


# -- the kernel ------------------------------------------------------------------------


def read_kernel(kernel: Any) -> Rows:
    """Return the rows of the kernel as Fractions, whichever form it is written in."""
    form = kernel.get("form") if type(kernel) is dict else None
    if form == "dense":
        (_, texts) = fields(kernel, "kernel", "form", "rows")
        size = len(items(texts, "rows"))
        require(2 <= size <= MAX_SIZE, f"the kernel has {size} rows")
        rows = [
            [number(x, f"kernel row {i} column {j}") for j, x in enumerate(items(row, "row", size))]
            for i, row in enumerate(texts)
        ]
    elif form == "power":
        rows = read_power(kernel)
    elif form == "postprocessed":
        (_, base, post) = fields(kernel, "kernel", "form", "base", "post")
        rows = read_power(base)
        sparse = read_post(post, len(rows))
        rows = [after(row, sparse) for row in rows]
    elif form == "coupled":
        rows = coupled_rows(read_coupled(kernel))
    elif form == "scaled":
        rows = scaled_rows(read_scaled(kernel))
    else:
        raise Rejected("the kernel has no known form")
    for i, row in enumerate(rows):
        require(min(row) >= 0, f"kernel row {i} has a negative entry")
    return rows


def read_power(kernel: Any) -> Rows:
    """kernel[i][j] = row_factors[i] * column_factors[j] * base ** exponents[i][j]."""
    names = ("form", "base", "exponents", "row_factors", "column_factors")
    (form, base, exponents, r, c) = fields(kernel, "power kernel", *names)
    require(form == "power", "the base is not in the form power")
    b = number(base, "base")
    size = len(items(r, "row_factors"))
    require(2 <= size <= MAX_SIZE, f"the kernel has {size} rows")
    r = [number(x, "row factor") for x in r]
    c = [number(x, "column factor") for x in items(c, "column_factors", size)]
    require(0 < b <= 1 and min(r) > 0 and min(c) > 0, "a factor or the base is out of range")
    if exponents == "abs(i-j)":
        e = [[abs(i - j) for j in range(size)] for i in range(size)]
    else:
        e = [items(row, "exponents", size) for row in items(exponents, "exponents", size)]
    for row in e:
        for k in row:
            require(type(k) is int and 0 <= k <= MAX_EXPONENT, "an exponent is out of range")
    bits = b.denominator.bit_length() * max(map(max, e))
    require(bits <= MAX_POWER and bits * size**2 <= MAX_KERNEL, "the kernel is too long to expand")
    power = {k: b**k for k in {k for row in e for k in row}}
    column = {(x, k): x * power[k] for x in set(c) for k in power}
    return [[r[i] * column[c[j], e[i][j]] for j in range(size)] for i in range(size)]


def read_post(post: Any, size: int) -> Sparse:
    """Return sparse rows [(output, weight), ...], strictly increasing in the output."""
    rows = []
    for k, row in enumerate(items(post, "post", size)):
        pairs = [items(pair, "post entry", 2) for pair in items(row, "post row")]
        row = [(index(j, size, "post output"), number(w, f"post row {k}")) for j, w in pairs]
        outputs = [j for j, _ in row]
        require(outputs == sorted(set(outputs)), f"post row {k} is not in increasing order")
        rows.append(row)
    return rows


def require_kernel(post: Sparse) -> None:
    """Reject post-processing that is not a kernel."""
    for k, row in enumerate(post):
        require(all(w >= 0 for _, w in row), f"post row {k} has a negative entry")
        require(sum(w for _, w in row) == 1, f"post row {k} does not sum to 1")


def after(row: list[Fraction], sparse: Sparse) -> list[Fraction]:
    """Return the distribution after post-processing."""
    out = [Fraction(0)] * len(row)
    for x, weights in zip(row, sparse, strict=True):
        for j, w in weights:
            out[j] += x * w
    return out


# -- kernels that keep a law -----------------------------------------------------------
# The geometric mechanism GM at alpha = p/q gives k on input i with the chance w[k] alpha^|i-k|,
# where w is q/(p+q) at both ends and (q-p)/(p+q) between. A law z of the inputs makes it a law
# of k. That law and a wished law y, laid side by side, cut each other into pieces: what lies
# over piece k of the one and piece j of the other is how much of k is reported as j. So rows
# sum to 1, z is sent to y, and alpha-DP is GM's own, whatever the numbers are.


class Coupled(NamedTuple):
    """GM followed by the monotone coupling of z GM to y, all lengths over one unit."""

    size: int
    p: int
    q: int
    law: list[Fraction]  # of the inputs
    image: list[Fraction]  # of the reported counts
    z: list[int]  # the law of the inputs, over its sum
    sums: list[int]  # of z[i] alpha^|i-k| over i, times q^n
    masses: list[int]  # of GM's outputs, over their sum
    post: list[list[Cell]]  # for each of them the reported counts, with their lengths


def read_law(value: Any, where: str, size: int) -> tuple[list[Fraction], list[int], int]:
    """Return a distribution: its numbers, and as integers over one denominator."""
    law, common = [number(x, where) for x in items(value, where, size)], 1
    for x in law:
        common *= x.denominator // gcd(common, x.denominator)
        require(common.bit_length() * size <= MAX_KERNEL, f"{where} has too long a denominator")
    over, common = integers(law)
    require(min(over) >= 0 and sum(over) == common, f"{where} is no distribution")
    return law, over, common


def geometric_sums(weights: list[int], p: int, q: int) -> list[int]:
    """Return the sums over i of weights[i] alpha^|i-k|, times q^n, for each k.

    At k = 0 as it stands; then by the inverse of (alpha^|i-k|), which is tridiagonal.
    """
    first, power = 0, 1
    for k, weight in enumerate(reversed(weights)):
        first = first * p + weight * power
        power *= q if k < len(weights) - 1 else 1
    sums, source = [first], (q * q - p * p) * power
    for k in range(len(weights) - 1):
        rest = sums[k] * (p * p + q * q if k else q * q) - (p * q * sums[k - 1] if k else 0)
        sums.append((rest - weights[k] * source) // (p * q))
    return sums


def read_coupled(kernel: Any) -> Coupled:
    """Return the kernel that alpha, z and y stand for."""
    names = ("form", "alpha", "input_law", "output_law")
    (_, alpha, z, y) = fields(kernel, "kernel", *names)
    alpha, size = number(alpha, "alpha"), len(items(z, "input_law"))
    require(0 < alpha < 1, "alpha is not in (0, 1)")
    require(2 <= size <= MAX_COUPLED, f"the kernel has {size} rows")
    p, q = alpha.numerator, alpha.denominator
    (law, z, below), (image, y, unit) = (
        read_law(z, "input_law", size),
        read_law(y, "output_law", size),
    )
    bits = q.bit_length() * size + below.bit_length() + unit.bit_length()
    require(bits <= MAX_LENGTH and bits * size <= MAX_KERNEL, "the kernel is too long")
    sums = geometric_sums(z, p, q)
    masses = [s * (q if k in (0, size - 1) else q - p) for k, s in enumerate(sums)]
    total = sum(masses)
    stretch = unit // gcd(unit, total)
    masses, wished = [m * stretch for m in masses], [x * (total * stretch // unit) for x in y]
    post: list[list[Cell]] = []
    j, left = -1, 0
    for mass in masses:
        row = []
        while mass:
            while not left:
                j += 1
                left = wished[j]
            length = min(mass, left)
            row.append((j, length))
            mass, left = mass - length, left - length
        post.append(row)
    return Coupled(size, p, q, law, image, z, sums, masses, post)


def coupled_rows(about: Coupled) -> Rows:
    """Write such a kernel out."""
    bits = sum(about.masses).bit_length()
    short = bits * about.size <= MAX_LENGTH and bits * about.size**3 <= MAX_KERNEL
    require(short, "the kernel is too long to expand")
    alpha, end = Fraction(about.p, about.q), about.size - 1
    x, y = 1 / (1 + alpha), (1 - alpha) / (1 + alpha)
    lines = zip(about.masses, about.post, strict=True)
    sparse = [[(j, Fraction(length, mass)) for j, length in row] for mass, row in lines]
    sides = [alpha**k for k in range(about.size)]
    return [
        after([(x if k in (0, end) else y) * sides[abs(i - k)] for k in range(end + 1)], sparse)
        for i in range(end + 1)
    ]


# A scale is a column each of whose entries is the one before, times or over alpha; here it is 1
# at its greatest. A kernel in the form scaled has some scales, with weights, in its columns.
# What its rows lack of 1 is r, what the columns lack of z is c, and r c / sum(c) is added. So
# rows sum to 1 and z is kept; and it is alpha-DP where r is allowed by alpha, and c >= 0.


class Scaled(NamedTuple):
    """Scales with weights, over one unit, and what they leave."""

    alpha: Fraction
    law: list[Fraction]
    terms: list[tuple[int, list[int], Fraction]]  # output, exponents of alpha, weight
    rest: Line  # r
    left: list[Fraction]  # c


def read_scaled(kernel: Any) -> Scaled:
    """Return a kernel of scales; reject one that is not alpha-DP."""
    (_, alpha, law, listed) = fields(kernel, "kernel", "form", "alpha", "law", "terms")
    alpha, size = number(alpha, "alpha"), len(items(law, "law"))
    require(0 < alpha < 1, "alpha is not in (0, 1)")
    require(2 <= size <= MAX_SIZE, f"the kernel has {size} rows")
    law, z, _ = read_law(law, "law", size)
    p, q = alpha.numerator, alpha.denominator
    bits = q.bit_length() * size
    require(bits <= MAX_LENGTH and bits * size <= MAX_POWERS, "the powers of alpha are too long")
    powers = [q ** (size - 1)]
    for _ in range(size - 1):
        powers.append(powers[-1] * p // q)
    terms: list[tuple[int, list[int], Fraction]] = []
    rest, unit, left = [1] * size, 1, list(law)
    for output, pattern, text in (items(term, "term", 3) for term in items(listed, "terms")):
        fits = type(pattern) is str and re.fullmatch("[+-]*", pattern) and len(pattern) == size - 1
        require(fits, "a pattern does not fit")
        heights = [0]
        for sign in pattern:
            heights.append(heights[-1] + (1 if sign == "-" else -1))
        least = min(heights)
        heights = [h - least for h in heights]
        j, w = index(output, size, "output"), number(text, "weight")
        require(w > 0, "a weight is not positive")
        terms.append((j, heights, w))
        kept = sum(x * powers[h] for x, h in zip(z, heights, strict=True) if x)
        left[j] -= w * Fraction(kept, sum(z) * powers[0])
        # r less w s, over one denominator, and without what all have in common
        below = w.denominator * powers[0]
        stretch = below // gcd(below, unit)
        share = w.numerator * (unit * stretch // below)
        rest = [x * stretch - share * powers[h] for x, h in zip(rest, heights, strict=True)]
        unit *= stretch
        require(unit.bit_length() * size <= MAX_KERNEL, "the kernel is too long")
        # What all have in common divides any sum; remainders are cheaper than divisors.
        common = gcd(unit, sum(k * x for k, x in enumerate(rest, 1)))
        for x in rest:
            if x % common:
                common = gcd(common, x)
        if common > 1:
            rest, unit = [x // common for x in rest], unit // common
    require(min(left) >= 0, "a column has too much")
    for x, y in pairwise(rest):
        require(p * x <= q * y and p * y <= q * x, "what the rows lack is not allowed by alpha")
    return Scaled(alpha, law, terms, (rest, unit), left)


def scaled_rows(about: Scaled) -> Rows:
    """Write such a kernel out."""
    size, total = len(about.law), sum(about.left) or Fraction(1)
    bits = max((w.denominator.bit_length() for _, _, w in about.terms), default=1)
    bits += about.alpha.denominator.bit_length() * size
    short = bits * size <= MAX_LENGTH and bits * size * len(about.terms) <= MAX_KERNEL
    require(short, "the kernel is too long to expand")
    rows, (rest, unit) = [], about.rest
    for i, lacking in enumerate(rest):
        row = [Fraction(lacking, unit) * x / total for x in about.left]
        for j, heights, w in about.terms:
            row[j] += w * about.alpha ** heights[i]
        rows.append(row)
    return rows


class Parts(NamedTuple):
    """A number: whole, less the sum of factor * over / under for all terms, divided by unit."""

    whole: Fraction
    unit: int
    terms: list[tuple[int, int, int]]  # factor >= 0, over >= 0, under > 0


def squared_error(about: Coupled) -> Parts:
    """E (I - J)^2 = E I^2 + E J^2 - 2 E[I J], and given K = k, I and J are independent."""
    total = sum(about.z)
    pairs = zip(about.law, about.image, strict=True)
    squares = [i * i * (x + y) for i, (x, y) in enumerate(pairs)]
    weighted = geometric_sums([i * x for i, x in enumerate(about.z)], about.p, about.q)
    terms = []
    for k, (row, s) in enumerate(zip(about.post, weighted, strict=True)):
        factor = about.q if k in (0, about.size - 1) else about.q - about.p
        terms.append((2 * factor * s, sum(j * length for j, length in row), about.masses[k]))
    unit = total * about.q ** (about.size - 1) * (about.p + about.q)
    return Parts(sum(squares, Fraction(0)), unit, terms)


def absolute_error(about: Coupled) -> Parts:
    """E |I - J| = the sum over t < n of Pr[I <= t] + Pr[J <= t] - 2 Pr[I <= t, J <= t].

    J <= t if K < k, and with some chance if K = k, for a k that grows with t. A walk through
    the pairs (t, k) keeps here = the sum over i <= t of z[i] alpha^|i-k| and
    before = Pr[I <= t, K < k], both over the unit, and power = alpha^|t-k|.
    """
    p, q, end, total = about.p, about.q, about.size - 1, sum(about.masses)
    full, weight = q**end, sum(about.z)
    unit = weight * full * (p + q)
    wished = [y.numerator * (total // y.denominator) for y in about.image]
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
            low, before = low + about.masses[k], before + here * (q - p if k else q)
            if k >= t:
                here, power = here * p // q, power * p // q
            else:
                here = about.sums[k + 1] - (about.sums[k] - here) * q // p
                power = power * q // p
            k += 1
        sums = [x + y for x, y in zip(sums, (at_input, at_output, before), strict=True)]
        factor = 2 * here * (q if k in (0, end) else q - p)
        terms.append((factor, at_output - low, about.masses[k]))
    whole = Fraction(sums[0], weight) + Fraction(sums[1], total) - Fraction(2 * sums[2], unit)
    return Parts(whole, unit, terms)


# -- privacy levels --------------------------------------------------------------------


def affordable(eps: Fraction, terms: int) -> bool:
    """Whether the exponential series of so many terms is short enough to be added up."""
    bits = eps.numerator.bit_length() + eps.denominator.bit_length()
    return terms <= MAX_TERMS and terms * (bits + terms.bit_length()) <= MAX_BITS


def exponential(eps: Fraction, terms: Any) -> tuple[Fraction, Fraction]:
    """Return rationals below and above e^eps: the partial sum, and with its remainder."""
    require(type(terms) is int and terms >= 1 and affordable(eps, terms), "terms is out of range")
    require(0 < eps < terms, "terms is too small for eps")
    # 1 + x/1 (1 + x/2 (1 + x/3 (...))), from within, over one denominator
    p, q = eps.numerator, eps.denominator
    over = under = 1
    for k in range(terms - 1, 0, -1):
        under *= q * k
        over = under + p * over
    low = Fraction(over, under)
    # The rest is at most the next term times 1 + r + r^2 + ... with r = eps/(terms + 1).
    rest = Fraction(p**terms, q**terms * factorial(terms))
    return low, low + rest / (1 - eps / (terms + 1))


def read_odds(claim: Claim, where: str) -> tuple[Fraction, Fraction]:
    """Return rationals below and above e^eps; equal where the level is alpha = p/q."""
    if claim["alpha"] is not None:
        require(claim["epsilon"] is None and claim["terms"] is None, f"{where} has two levels")
        alpha = number(claim["alpha"], "alpha")
        require(0 < alpha <= 1, "alpha is not in (0, 1]")
        return 1 / alpha, 1 / alpha
    require(claim["epsilon"] is not None, f"{where} has no level")
    return exponential(number(claim["epsilon"], "epsilon"), claim["terms"])


# -- neighbours ------------------------------------------------------------------------


def neighbouring_rows(rows: Rows, neighbours: Any) -> tuple[list[Line], list[tuple[int, int]]]:
    """Return (lines, pairs): integer vectors with denominators, and which are neighbours.

    A line is an input's distribution, or for kind "outputs" an output's column.
    """
    (kind, reach) = fields(neighbours, "neighbours", "kind", "sensitivity")
    require(kind in ("adjacent", "all", "outputs"), "neighbours has an unknown kind")
    require(type(reach) is int and reach >= 1, "the sensitivity is not a count")
    require(kind != "all" or reach == 1, "any two inputs have no sensitivity")
    size = len(rows)
    reach = size - 1 if kind == "all" else min(reach, size - 1)
    vectors = list(zip(*rows, strict=True)) if kind == "outputs" else rows
    pairs = [(i, k) for i in range(size) for k in range(i + 1, min(i + reach, size - 1) + 1)]
    return [integers(line) for line in vectors], pairs


def integers(line: Sequence[Fraction]) -> Line:
    """Return (numerators, denominator) of a vector of Fractions."""
    common = 1
    for x in line:
        common *= x.denominator // gcd(common, x.denominator)
    return [x.numerator * (common // x.denominator) for x in line], common


def least_ratio_is_at_least(
    alpha: Fraction, lines: list[Line], pairs: list[tuple[int, int]]
) -> bool:
    """Whether alpha * b <= a and alpha * a <= b for all neighbouring entries a, b."""
    for i, k in pairs:
        (x, d), (y, e) = lines[i], lines[k]
        p, q = alpha.numerator * d, alpha.denominator * e  # alpha * (y/e) <= x/d
        r, s = alpha.numerator * e, alpha.denominator * d
        for a, b in zip(x, y, strict=True):
            if p * b > q * a or r * a > s * b:
                return False
    return True


def read_ratio(witness: Any, rows: Rows, neighbours: Claim) -> Fraction:
    """Return the ratio of the two neighbouring entries that a witness names."""
    size = len(rows)
    if neighbours["kind"] == "outputs":
        (i, outputs) = fields(witness, "witness", "input", "outputs")
        j, m = (index(x, size, "witness output") for x in items(outputs, "outputs", 2))
        a, b = rows[index(i, size, "witness input")][j], rows[i][m]
        distance = abs(j - m)
    else:
        (j, inputs) = fields(witness, "witness", "output", "inputs")
        i, k = (index(x, size, "witness input") for x in items(inputs, "inputs", 2))
        a, b = rows[i][index(j, size, "witness output")], rows[k][j]
        distance = abs(i - k)
    reach = size - 1 if neighbours["kind"] == "all" else neighbours["sensitivity"]
    require(1 <= distance <= reach, "the witness is no pair of neighbours")
    require(b > 0, "the witness divides by zero")
    return Fraction(a, b)


# -- the claims ------------------------------------------------------------------------
# Each returns what it has shown: True or False for a claim that holds or fails, None for a
# figure. All raise Rejected where the statement is not true.


def check_stochastic(claim: Claim, rows: Rows, _: Any) -> bool:
    """Every row sums to 1, or the named one does not."""
    (_, holds, row, total) = fields(claim, "claim", "claim", "holds", optional=("row", "sum"))
    if holds:
        require(row is None and total is None, "a row is named although all are said to sum to 1")
        for i, line in enumerate(rows):
            require(sum(line) == 1, f"row {i} does not sum to 1")
        return True
    i = index(row, len(rows), "row")
    require(sum(rows[i]) == number(total, "sum"), f"row {i} does not sum to what is stated")
    require(sum(rows[i]) != 1, f"row {i} sums to 1")
    return False


def check_tightest(claim: Claim, rows: Rows, _: Any) -> None:
    """All ratios of neighbouring entries are at least alpha, and the witness attains it."""
    (_, near, alpha, witness) = fields(claim, "claim", "claim", "neighbours", "alpha", "witness")
    alpha = number(alpha, "alpha")
    lines, pairs = neighbouring_rows(rows, near)
    if witness is None:
        require(alpha == 1, "no witness attains alpha")
    else:
        require(read_ratio(witness, rows, near) == alpha, "the witness does not attain alpha")
    require(0 <= alpha <= 1, "alpha is not in [0, 1]")
    require(least_ratio_is_at_least(alpha, lines, pairs), "some ratio is below alpha")


LEVEL = ("alpha", "epsilon", "terms")


def check_private(claim: Claim, rows: Rows, _: Any) -> bool:
    """All ratios of neighbouring entries are at least e^-eps, or the witness's is not."""
    names = ("claim", "neighbours", "holds")
    fields(claim, "claim", *names, optional=(*LEVEL, "bound", "witness"))
    (near, holds, witness) = (claim["neighbours"], claim["holds"], claim.get("witness"))
    low, high = read_odds({name: claim.get(name) for name in LEVEL}, "private")
    lines, pairs = neighbouring_rows(rows, near)
    if holds:
        require(witness is None, "a witness is given although the claim is said to hold")
        # bound >= alpha since 1/bound <= low <= e^eps
        bound = number(claim.get("bound"), "bound")
        require(0 < bound <= 1 and bound * low >= 1, "the bound is not shown to be above alpha")
        require(least_ratio_is_at_least(bound, lines, pairs), "some ratio is below alpha")
        return True
    require(claim.get("bound") is None, "a bound is given although the claim is said to fail")
    require(
        read_ratio(witness, rows, near) * high < 1, "the witness is not shown to be below alpha"
    )
    return False


def check_delta(claim: Claim, rows: Rows, _: Any) -> bool:
    """The hockey-stick divergences of neighbouring inputs are at most delta, or one is not."""
    names = ("claim", "neighbours", "delta", "holds")
    fields(claim, "claim", *names, optional=(*LEVEL, "witness"))
    near, holds, witness = claim["neighbours"], claim["holds"], claim.get("witness")
    low, high = read_odds({name: claim.get(name) for name in LEVEL}, "delta")
    bound = number(claim["delta"], "delta")
    require(0 <= bound <= 1, "delta is not in [0, 1]")
    _, pairs = neighbouring_rows(rows, near)
    require(near["kind"] != "outputs", "delta is defined for neighbouring inputs")

    def hockey_stick(i: int, k: int, odds: Fraction) -> Fraction:
        excess = [p - odds * q for p, q in zip(rows[i], rows[k], strict=True)]
        return sum((x for x in excess if x > 0), Fraction(0))

    if holds:  # the divergence falls as the odds rise, so the lower bound is the safe one
        require(witness is None, "a witness is given although the claim is said to hold")
        for i, k in pairs:
            worst = max(hockey_stick(i, k, low), hockey_stick(k, i, low))
            require(worst <= bound, f"inputs {i} and {k} are not shown to be within delta")
        return True
    (inputs,) = fields(witness, "witness", "inputs")
    i, k = (index(x, len(rows), "witness input") for x in items(inputs, "inputs", 2))
    require((min(i, k), max(i, k)) in pairs, "the witness is no pair of neighbours")
    require(hockey_stick(i, k, high) > bound, "the witness is not shown to be beyond delta")
    return False


PROPERTIES = ("RH", "RM", "CH", "CM", "F", "WH", "S")


def property_pair(letter: str, size: int, i: int, j: int) -> tuple[Cell, Cell] | None:
    """Return what a property demands at (i, j): ((i, j), (k, m)) for kernel[i][j] >= kernel[k][m].

    All that it demands is what it demands at all places.
    """
    if letter == "RH":  # an output is likeliest on its own count
        return (j, j), (i, j)
    if letter == "CH":  # the truth is the likeliest output
        return (i, i), (i, j)
    if letter == "RM" and i != j:  # falls as the input moves away from the output
        return (i + (1 if i < j else -1), j), (i, j)
    if letter == "CM" and i != j:  # falls as the output moves away from the input
        return (i, j + (1 if j < i else -1)), (i, j)
    if letter == "F":  # the truth is equally likely on every count
        return (i, i), (j, j)
    if letter == "S":  # reversing all counts changes nothing
        return (i, j), (size - 1 - i, size - 1 - j)
    return None


def property_says(letter: str, size: int, high: Cell, low: Cell) -> bool:
    """Whether it is one of the demands of a property that one entry is at least the other."""
    places = (high, low, (high[0], low[0]))
    return (high, low) in [property_pair(letter, size, *place) for place in places]


def require_property(letter: str, rows: Rows) -> None:
    """Reject unless the kernel has the property."""
    size = len(rows)
    if letter == "WH":  # the truth is at least as likely as by guessing
        require(all(rows[i][i] * size >= 1 for i in range(size)), "WH does not hold")
    for place in product(range(size), repeat=2):
        high, low = property_pair(letter, size, *place) or (place, place)
        holds = rows[high[0]][high[1]] >= rows[low[0]][low[1]]
        require(holds, f"{letter} fails at {high} against {low}")


def check_property(claim: Claim, rows: Rows, _: Any) -> bool:
    """The kernel has one of the seven properties, or two entries violate it."""
    (_, letter, holds, violation) = fields(
        claim, "claim", "claim", "property", "holds", optional=("violation",)
    )
    require(letter in PROPERTIES, "unknown property")
    size = len(rows)
    if holds:
        require(violation is None, "a violation is given although the property is said to hold")
        require_property(letter, rows)
        return True
    entries = [
        cell(entry, size, "violation")
        for entry in items(violation, "violation", 1 if letter == "WH" else 2)
    ]
    if letter == "WH":
        ((i, j),) = entries
        require(i == j and rows[i][i] * size < 1, "the entry does not violate WH")
        return False
    (i, j), (k, m) = entries
    require(property_says(letter, size, (i, j), (k, m)), f"{letter} does not say that")
    require(rows[i][j] < rows[k][m], f"the entries do not violate {letter}")
    return False


def read_objective(objective: Any, size: int) -> tuple[Rows, str]:
    """Return (what output j on input i costs, whether costs of inputs add up or the max counts)."""
    (loss, aggregate, weights) = fields(objective, "objective", "loss", "aggregate", "weights")
    require(aggregate in ("sum", "max"), "unknown aggregate")
    prior = [Fraction(1, size)] * size
    if weights is not None:
        prior = [number(w, "weight") for w in items(weights, "weights", size)]
        require(min(prior) >= 0 and sum(prior) == 1, "the weights are no distribution")
    scale = Fraction(1)
    if type(loss) is dict:
        (table,) = fields(loss, "loss", "table")
        lines = [items(line, "loss row", size) for line in items(table, "loss", size)]
        losses = [[number(x, "loss") for x in line] for line in lines]
    else:
        text = loss if type(loss) is str else ""
        match = re.fullmatch(r"L([012])|L0,([0-9]{1,6})", text, re.ASCII)
        if match is None:
            raise Rejected("unknown objective")
        power, beyond = int(match[1] or 0), int(match[2] or 0)
        if power == 0:  # L0, L0,d: scaled so that the uniform mechanism scores 1 under L0
            scale = Fraction(size, size - 1) / (max(prior) if aggregate == "max" else 1)
        steps = [[abs(i - j) for j in range(size)] for i in range(size)]
        losses = [[Fraction(d**power if d > beyond else 0) for d in line] for line in steps]
    return [[w * scale * x for x in line] for w, line in zip(prior, losses, strict=True)], aggregate


def input_costs(costs: Rows, rows: Rows) -> list[Fraction]:
    """Return the expected cost of each input."""
    return [
        sum((c * p for c, p in zip(line, row, strict=True) if c), Fraction(0))
        for line, row in zip(costs, rows, strict=True)
    ]


def check_objective(claim: Claim, rows: Rows, _: Any) -> None:
    """An objective has the stated value."""
    (_, name, value) = fields(claim, "claim", "claim", "objective", "value")
    require(type(name) is str, "unknown objective")
    costs = read_objective({"loss": name, "aggregate": "sum", "weights": None}, len(rows))[0]
    total = sum(input_costs(costs, rows))
    require(total == number(value, "value"), f"{name} is not {value[:40]}")


def check_postprocessing(claim: Claim, _: Rows, kernel: Claim) -> bool:
    """DP survives post-processing: the base is alpha-DP and `post` is a kernel."""
    (_, alpha, holds) = fields(claim, "claim", "claim", "alpha", "holds")
    require(holds, "a failing post-processing shows nothing")
    require(kernel["form"] == "postprocessed", "the kernel is not in the form postprocessed")
    alpha = number(alpha, "alpha")
    require(0 < alpha <= 1, "alpha is not in (0, 1]")
    base = read_power(kernel["base"])
    require(all(sum(row) == 1 for row in base), "a row of the base does not sum to 1")
    lines, pairs = neighbouring_rows(base, {"kind": "adjacent", "sensitivity": 1})
    require(least_ratio_is_at_least(alpha, lines, pairs), "the base is not alpha-DP")
    require_kernel(read_post(kernel["post"], len(base)))
    return True


def check_derivable(claim: Claim, rows: Rows, _: Any) -> bool:
    """GM . post is the kernel, for the geometric mechanism GM at alpha; or that cannot be."""
    (_, alpha, holds, post, witness) = fields(
        claim, "claim", "claim", "alpha", "holds", optional=("post", "witness")
    )
    a, size = number(alpha, "alpha"), len(rows)
    require(0 < a < 1, "alpha is not in (0, 1)")
    for i, row in enumerate(rows):
        require(sum(row) == 1, f"row {i} does not sum to 1")
    if holds:
        require(witness is None, "a witness is given although the claim is said to hold")
        sparse = read_post(post, size)
        require_kernel(sparse)
        x, y = 1 / (1 + a), (1 - a) / (1 + a)
        for i, row in enumerate(rows):
            geometric = [(x if k in (0, size - 1) else y) * a ** abs(i - k) for k in range(size)]
            require(after(geometric, sparse) == row, f"GM . post is not the kernel in row {i}")
        return True
    require(post is None, "a kernel is given although the claim is said to fail")
    # The inverse of (a^|i-k|) is tridiagonal: (1, 1 + a^2, ..., 1 + a^2, 1) and -a beside it.
    (j, k) = fields(witness, "witness", "output", "input")
    j, k = index(j, size, "witness output"), index(k, size, "witness input")
    value = rows[k][j] * (1 if k in (0, size - 1) else 1 + a * a)
    value -= a * sum(rows[i][j] for i in (k - 1, k + 1) if 0 <= i < size)
    require(value < 0, "the witness does not prevent post-processing")
    return False


def check_blackwell(claim: Claim, rows: Rows, _: Any) -> bool:
    """Another kernel followed by `post` is this one; or a functional shows that none is.

    A functional is a weight for each entry. Over all post-processings of a kernel A its
    greatest value is attained where each output of A has one output j of its own.
    """
    (_, source, holds, post, functional) = fields(
        claim, "claim", "claim", "from", "holds", optional=("post", "functional")
    )
    base, size = read_kernel(source), len(rows)
    require(len(base) == size, "the two kernels are not of one size")
    require(all(sum(row) == 1 for row in base + rows), "a row does not sum to 1")
    if holds:
        require(functional is None, "a functional is given although the claim is said to hold")
        sparse = read_post(post, size)
        require_kernel(sparse)
        for i, row in enumerate(rows):
            require(after(base[i], sparse) == row, f"from . post is not the kernel in row {i}")
        return True
    require(post is None, "a kernel is given although the claim is said to fail")
    lines = [items(line, "functional row", size) for line in items(functional, "functional", size)]
    weights = [[number(w, "weight") for w in line] for line in lines]
    columns = list(zip(*weights, strict=True))
    greatest = sum(max(dot(part, column) for column in columns) for part in zip(*base, strict=True))
    here = sum(dot(row, line) for row, line in zip(rows, weights, strict=True))
    require(here > greatest, "the functional does not separate the kernel")
    return False


def dot(x: Sequence[Fraction], y: Sequence[Fraction]) -> Fraction:
    """Return the sum of products."""
    return sum((a * b for a, b in zip(x, y, strict=True) if a and b), Fraction(0))


# -- designs ---------------------------------------------------------------------------
# Demands on a kernel, each a linear inequality or equation in its entries, and multipliers
# of them. The variables are the entries, input i and output j at i * size + j, all of them
# >= 0; and at size * size a number t, the greatest cost of an input.

Demand = tuple[Terms, Fraction, bool]  # the sum of terms is >= bound, or equal to it
DESIGN = ("alpha", "properties", "extra")


class Design(NamedTuple):
    """What is demanded of a kernel, and what its entries cost."""

    size: int
    alpha: Fraction | None  # None: privacy is not demanded
    properties: list[str]
    extra: list[Demand]
    costs: Rows
    aggregate: str


def read_design(claim: Claim, size: int) -> Design:
    """Return the design that a claim is about."""
    alpha, properties, extra = claim["alpha"], items(claim["properties"], "properties"), []
    if alpha is not None:
        alpha = number(alpha, "alpha")
        require(0 < alpha <= 1, "alpha is not in (0, 1]")
    require(all(letter in PROPERTIES for letter in properties), "unknown property")
    for demand in items(claim["extra"], "extra"):
        (texts, bound, equal) = fields(demand, "extra", "terms", "bound", "equal")
        require(type(equal) is bool, "equal is neither true nor false")
        terms = []
        for i, j, w in (items(term, "term", 3) for term in items(texts, "terms")):
            (i, j) = cell([i, j], size, "term")
            terms.append((i * size + j, number(w, "weight")))
        extra.append((terms, number(bound, "bound"), equal))
    goal = read_objective(claim["objective"], size) if "objective" in claim else ([], "none")
    return Design(size, alpha, properties, extra, *goal)


def demanded(design: Design, label: Any) -> Demand:
    """Return the demand that a label names; it must be one of the design."""
    size, one, zero = design.size, Fraction(1), Fraction(0)
    (kind, *places) = items(label, "label") or [None]
    if kind == "extra" and len(places) == 1:
        return design.extra[index(places[0], len(design.extra), "label")]
    if len(places) == 1:
        i = index(places[0], size, "label")
        entries = range(i * size, i * size + size)
        if kind == "sum":  # the entries of row i add up to 1
            return [(v, one) for v in entries], one, True
        if kind == "WH" and kind in design.properties:  # kernel[i][i] >= 1/size
            return [(entries[i], one)], one / size, False
        if kind == "max" and kind == design.aggregate:  # t >= the cost of input i
            costs = zip(entries, design.costs[i], strict=True)
            return [(size * size, one), *((v, -c) for v, c in costs)], zero, False
    elif len(places) == 2:
        (i, j), (k, m) = (cell(place, size, "label") for place in places)
        a, b = i * size + j, k * size + m
        if kind == "private" and design.alpha is not None and j == m and abs(i - k) == 1:
            return [(a, one), (b, -design.alpha)], zero, False
        if kind in design.properties and property_says(kind, size, (i, j), (k, m)):
            return [(a, one), (b, -one)], zero, kind in ("F", "S")
    raise Rejected(f"the design does not demand {str(label)[:60]}")


def combine(design: Design, dual: Any) -> tuple[list[Fraction], Fraction, list[Terms]]:
    """Add up demands times multipliers: (coefficients, bound, what a tight sum makes tight)."""
    total, least, binding = [Fraction(0)] * (design.size**2 + 1), Fraction(0), []
    for entry in items(dual, "dual"):
        (label, text) = items(entry, "dual entry", 2)
        (terms, bound, equal), m = demanded(design, label), number(text, "multiplier")
        require(m >= 0 or equal, "the multiplier of an inequality is negative")
        least += m * bound
        for v, x in terms:
            total[v] += m * x
        if m > 0 or equal:
            binding.append(terms)
    return total, least, binding


def feasible_cost(design: Design, rows: Rows) -> Fraction:
    """Return what a kernel costs; reject it unless it is all that is demanded."""
    size = design.size
    require(all(sum(row) == 1 for row in rows), "a row does not sum to 1")
    if design.alpha is not None:
        lines, pairs = neighbouring_rows(rows, {"kind": "adjacent", "sensitivity": 1})
        require(least_ratio_is_at_least(design.alpha, lines, pairs), "the kernel is not alpha-DP")
    for letter in design.properties:
        require_property(letter, rows)
    for terms, bound, equal in design.extra:
        value = sum(x * rows[v // size][v % size] for v, x in terms)
        require(value == bound or (value > bound and not equal), "an extra demand is not met")
    costs = input_costs(design.costs, rows)
    return sum(costs, Fraction(0)) if design.aggregate == "sum" else max(costs)


def require_optimal(
    design: Design, rows: Rows, dual: Any
) -> tuple[Fraction, set[int], list[Terms]]:
    """Reject unless the multipliers show that no kernel costs less.

    Return the cost, and what holds at every kernel that costs as little: the variables that
    may be other than 0, and the demands that are met with equality.
    """
    least = [c for line in design.costs for c in line] + [Fraction(0)]
    if design.aggregate == "max":
        least = [Fraction(0)] * design.size**2 + [Fraction(1)]
    total, bound, binding = combine(design, dual)
    left = [c - x for c, x in zip(least, total, strict=True)]
    # t may have either sign, so nothing of it may be left over.
    require(min(left) >= 0 and left[-1] == 0, "the multipliers cost more than the objective")
    require(bound == feasible_cost(design, rows), "the multipliers do not prove the cost")
    if design.aggregate == "sum":
        left.pop()
    return bound, {v for v, x in enumerate(left) if x == 0}, binding


def check_optimal(claim: Claim, rows: Rows, _: Any) -> bool:
    """The kernel is all that is demanded, and no kernel that is costs less."""
    names = ("claim", *DESIGN, "objective", "cost", "dual", "holds")
    (*_, cost, dual, holds) = fields(claim, "claim", *names)
    require(holds, "a failing optimum shows nothing")
    (least, *_) = require_optimal(read_design(claim, len(rows)), rows, dual)
    require(least == number(cost, "cost"), "the kernel costs something else")
    return True


def check_unique(claim: Claim, rows: Rows, _: Any) -> bool:
    """The kernel is optimal, and any other costs more; or here is one that does not."""
    names = ("claim", *DESIGN, "objective", "holds")
    fields(claim, "claim", *names, optional=("dual", "modulus", "other"))
    design = read_design(claim, len(rows))
    _, free, binding = require_optimal(design, rows, claim.get("dual"))
    if claim["holds"]:
        require("other" not in claim, "another kernel is given although the claim is said to hold")
        modulus = odd_prime(claim.get("modulus"))
        require(determined(binding, free, modulus), "what is tight does not determine the kernel")
        return True
    require("modulus" not in claim, "a modulus is given although the claim fails")
    other = read_kernel(claim.get("other"))
    require(len(other) == len(rows), "the other kernel is of another size")
    require(other != rows, "the other kernel is the same")
    cheap = feasible_cost(design, other) <= feasible_cost(design, rows)
    require(cheap, "the other kernel costs more")
    return False


def odd_prime(value: Any) -> int:
    """Return a modulus; it must be an odd prime.

    By the test of Miller and Rabin, to 12 bases, which decides below 3 * 10^23.
    """
    modulus = index(value, 2**53, "the modulus")
    small = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    if modulus in small[1:]:
        return modulus
    require(modulus > 37 and all(modulus % p for p in small), "the modulus is no odd prime")
    twos = ((modulus - 1) & -(modulus - 1)).bit_length() - 1
    for base in small:
        powers = [pow(base, (modulus - 1) >> k, modulus) for k in range(twos, -1, -1)]
        passed = powers[0] == 1 or modulus - 1 in powers[:-1]
        require(passed, "the modulus is no odd prime")
    return modulus


def determined(equations: list[Terms], free: set[int], modulus: int) -> bool:
    """Whether equations have at most one solution in the free variables, all others being 0.

    By elimination modulo a prime. Its pivots are not 0, so their product, a minor of the
    integer matrix, is not 0 modulo the prime, and hence not 0.
    """
    pivots: dict[int, dict[int, int]] = {}
    for terms in sorted(equations, key=len):
        row: dict[int, int] = {}
        for (v, _), x in zip(terms, integers([x for _, x in terms])[0], strict=True):
            if v in free:
                row[v] = row.get(v, 0) + x
        row = {v: x % modulus for v, x in row.items() if x % modulus}
        while row:
            v = max(row)
            x = row[v]
            if v not in pivots:
                inverse = pow(x, -1, modulus)
                pivots[v] = {u: inverse * y % modulus for u, y in row.items()}
                break
            for u, y in pivots[v].items():
                row[u] = (row.get(u, 0) - x * y) % modulus
                if not row[u]:
                    del row[u]
    return len(pivots) == len(free)


def check_infeasible(claim: Claim, _: Any, __: Any) -> bool:
    """No kernel is all that is demanded: added up, it says that a number <= 0 is positive."""
    (n, *_, dual, holds, _) = fields(claim, "claim", "n", *DESIGN, "dual", "holds", "claim")
    require(holds, "a failing contradiction shows nothing")
    require(index(n, MAX_SIZE, "n") >= 1, "n is 0")
    total, bound, _ = combine(read_design(claim, n + 1), dual)
    require(max(total) <= 0 < bound, "the multipliers do not show a contradiction")
    return True


# -- extreme points --------------------------------------------------------------------
# Of four polytopes: U, the alpha-DP kernels; F, those that keep the law `target`; RU and RF,
# the ways to write such kernels as scales times weights. A scale is a column in which each
# entry is alpha times the one before ("-"), or the one before is alpha times it ("+"); it
# sums to 1. A representation gives scales weights > 0 in the columns of the kernel.

Entries = dict[tuple[Any, int], Fraction]  # by (input, or pattern of a scale) and output
Part = tuple[int, list[Fraction]]  # an output, and what its column is tied to multiples of


class Membership(NamedTuple):
    """Which polytope a claim is about."""

    size: int
    alpha: Fraction
    target: list[Fraction] | None
    represents: bool


def read_polytope(claim: Claim, size: int) -> Membership:
    """Return the polytope that a claim is about."""
    kind, alpha, target = claim["polytope"], number(claim["alpha"], "alpha"), claim["target"]
    require(kind in ("U", "F", "RU", "RF"), "unknown polytope")
    require(0 < alpha < 1, "alpha is not in (0, 1)")
    require(alpha.denominator.bit_length() * size <= MAX_POWER, "alpha is too long")
    require((target is None) == (kind in ("U", "RU")), "F and RF have a target, U and RU have none")
    if target is not None:
        target = [number(z, "target") for z in items(target, "target", size)]
        require(min(target) >= 0 and sum(target) == 1, "the target is no distribution")
    return Membership(size, alpha, target, kind in ("RU", "RF"))


def require_member(about: Membership, rows: Rows) -> None:
    """Reject a matrix that is not in U, or F; what is alpha-DP has no negative entry."""
    require(all(sum(row) == 1 for row in rows), "a row does not sum to 1")
    lines, pairs = neighbouring_rows(rows, {"kind": "adjacent", "sensitivity": 1})
    require(least_ratio_is_at_least(about.alpha, lines, pairs), "the kernel is not alpha-DP")
    for j, z in enumerate(about.target or []):
        kept = sum(y * row[j] for y, row in zip(about.target or [], rows, strict=True))
        require(kept == z, f"the kernel does not keep the target at output {j}")


def read_entries(value: Any, about: Membership, where: str) -> Entries:
    """Read a list of [input or pattern, output, number], no place twice."""
    found: Entries = {}
    for row, j, text in (items(entry, where, 3) for entry in items(value, where)):
        if about.represents:
            pattern = re.fullmatch("[+-]*", row) if type(row) is str else None
            require(pattern and len(row) == about.size - 1, f"{where} has a wrong pattern")
        else:
            index(row, about.size, where)
        place = (row, index(j, about.size, where))
        require(place not in found, f"{where} has the same place twice")
        found[place] = number(text, where)
    return found


def climb(pattern: str, alpha: Fraction) -> list[Fraction]:
    """Return the scale with a pattern, times a number: it starts with 1."""
    column = [Fraction(1)]
    for sign in pattern:
        column.append(column[-1] / alpha if sign == "+" else column[-1] * alpha)
    return column


def matrix_of(entries: Entries, about: Membership) -> Rows:
    """Return the matrix with such entries, or what a representation by scales stands for."""
    rows = [[Fraction(0)] * about.size for _ in range(about.size)]
    for (row, j), x in entries.items():
        if about.represents:
            column = climb(row, about.alpha)
            total = sum(column)
            for i, y in enumerate(column):
                rows[i][j] += x / total * y
        else:
            rows[row][j] = x
    return rows


def tied(column: Sequence[Fraction], j: int, alpha: Fraction) -> list[Part]:
    """Return the runs of a column whose steps are tight: each can only move by a factor."""
    parts: list[Part] = []
    if not any(column):
        return parts
    for i, x in enumerate(column):
        down, up = i and column[i - 1] * alpha == x, i and x * alpha == column[i - 1]
        if not (down or up):
            parts.append((j, [Fraction(0)] * len(column)))
        run = parts[-1][1]
        run[i] = run[i - 1] * alpha if down else run[i - 1] / alpha if up else Fraction(1)
    return parts


def movements(about: Membership, rows: Rows, point: Entries) -> tuple[list[Terms], int]:
    """Return the equations that a movement both ways obeys, and its number of unknowns."""
    alpha, size = about.alpha, about.size
    require(len(point) <= 2 * size, "more can move than there are equations")
    parts = [(j, climb(pattern, alpha)) for pattern, j in point]
    if not about.represents:
        for j, column in enumerate(zip(*rows, strict=True)):
            parts += tied(column, j, alpha)
            require(len(parts) <= 2 * size, "more can move than there are equations")
    equations = [[(v, x[i]) for v, (_, x) in enumerate(parts)] for i in range(size)]
    if about.target is not None:  # the kernel keeps it, and so must the movement
        laws: list[Terms] = [[] for _ in range(size)]
        for v, (j, x) in enumerate(parts):
            kept = sum((y * z for y, z in zip(x, about.target, strict=True)), Fraction(0))
            laws[j].append((v, kept))
        equations += laws
    return equations, len(parts)


def check_extreme(claim: Claim, rows: Rows, _: Any) -> bool:
    """The kernel, or a representation of it, is no mixture of others; or the claim shows two."""
    names = ("claim", "polytope", "alpha", "target", "holds")
    fields(claim, "claim", *names, optional=("point", "modulus", "direction", "step"))
    about = read_polytope(claim, len(rows))
    require_member(about, rows)
    require(about.represents == ("point" in claim), "a point is for RU and RF, the kernel for U, F")
    point: Entries = {}
    if about.represents:
        point = read_entries(claim["point"], about, "the point")
        require(all(w > 0 for w in point.values()), "a weight of the point is not positive")
        require(matrix_of(point, about) == rows, "the point does not stand for the kernel")
    if claim["holds"]:
        require(not {"direction", "step"} & set(claim), "a direction is given although it holds")
        modulus = odd_prime(claim.get("modulus"))
        equations, unknowns = movements(about, rows, point)
        require(
            determined(equations, set(range(unknowns)), modulus),
            "what is tight does not determine the point",
        )
        return True
    require("modulus" not in claim, "a modulus is given although the claim fails")
    direction = read_entries(claim.get("direction"), about, "the direction")
    require(any(direction.values()), "the direction is zero")
    step = number(claim.get("step"), "step")
    require(step > 0, "the step is not positive")
    move = matrix_of(direction, about)
    for t in (step, -step):
        moved = [[x + t * y for x, y in zip(*p, strict=True)] for p in zip(rows, move, strict=True)]
        require_member(about, moved)
        if about.represents:
            weights = (point.get(place, 0) + t * y for place, y in direction.items())
            require(min(weights) >= 0, "a weight becomes negative")
    return False


# -- noise -----------------------------------------------------------------------------
# Of a mechanism whose output is A x + S noise: independent noise of scales b on the reals
# ("laplace") or the integers ("geometric"), in proportion to e^(-|k|/b). A neighbour of x
# moves the output by d. Shifting the noise by v, S v = d, costs at most the sum of |v_i|/b_i;
# and the loss is at least w.d for any functional w of the output with |w.S_i| <= 1/b_i, since
# the mean of e^(t w.output), finite for all t < 1, changes by e^(t w.d).

Vector = dict[int, Fraction]


def read_vector(value: Any, size: int, where: str) -> Vector:
    """Read a list of [place, number], no place twice; the others are 0."""
    pairs = [items(pair, where, 2) for pair in items(value, where)]
    found = {index(k, size, where): number(x, where) for k, x in pairs}
    require(len(found) == len(pairs), f"{where} has the same place twice")
    return found


def product_of(rows: list[Vector], vector: Vector) -> list[Fraction]:
    """Return the matrix times the vector."""
    return [sum((a * vector[k] for k, a in row.items() if k in vector), ZERO) for row in rows]


def check_noise(claim: Claim, _: Any, __: Any) -> bool:
    """Shifts of the noise mask every neighbour, within the bound; or a functional tells one."""
    names = ("claim", "law", "bins", "queries", "scales", "moves", "witness", "functional")
    optional = ("noise_matrix", "bound", "least", "epsilon", "shifts")
    fields(claim, "claim", *names, "holds", optional=optional)
    scales = [number(b, "scale") for b in items(claim["scales"], "scales")]
    require(all(b > 0 for b in scales), "a scale is not positive")
    bins, whole = index(claim["bins"], MAX_SIZE + 1, "bins"), claim["law"] == "geometric"
    require(whole or claim["law"] == "laplace", "unknown law of noise")
    queries = [read_vector(row, bins, "query") for row in items(claim["queries"], "queries")]
    noise = [{i: Fraction(1)} for i in range(len(scales))]
    if "noise_matrix" in claim:
        lines = items(claim["noise_matrix"], "noise_matrix")
        noise = [read_vector(row, len(scales), "noise_matrix") for row in lines]
    require(len(noise) == len(queries), "the noise is not that of the queries")
    moves = [read_vector(move, bins, "move") for move in items(claim["moves"], "moves")]
    changes = [product_of(queries, move) for move in moves]
    change = changes[index(claim["witness"], len(moves), "witness")]
    w = read_vector(claim["functional"], len(queries), "functional")
    gain = sum((x * change[q] for q, x in w.items()), ZERO)
    along = [ZERO] * len(scales)  # w.S
    for q, x in w.items():
        for i, s in noise[q].items():
            along[i] += x * s
    bound = number(claim["bound"], "bound") if "bound" in claim else None
    if "least" in claim:
        require(all(abs(y) * b <= 1 for y, b in zip(along, scales, strict=True)), "w is too steep")
        require(gain == number(claim["least"], "least"), "the functional does not show the least")
    if not claim["holds"]:
        require("epsilon" not in claim and "shifts" not in claim, "it has shifts though it fails")
        if "least" in claim:
            require(bound is not None and gain > bound, "the bound is not shown to be passed")
        elif whole:
            split = gain.denominator > 1 and all(y.denominator == 1 for y in along)
            require(split, "the functional does not tell neighbours apart")
        else:
            require(gain != 0 and not any(along), "the functional does not tell neighbours apart")
        return False
    require("least" in claim, "there is no least loss although it is finite")
    costs = []
    for entry, moved in zip(items(claim.get("shifts"), "shifts", len(moves)), changes, strict=True):
        shift = read_vector(entry, len(scales), "shift")
        require(product_of(noise, shift) == moved, "a shift does not mask its move")
        require(not whole or all(v.denominator == 1 for v in shift.values()), "a shift is split")
        costs.append(sum((abs(v) / scales[i] for i, v in shift.items()), ZERO))
    epsilon = number(claim.get("epsilon"), "epsilon")
    require(max(costs) == epsilon, "the costliest shift is not epsilon")
    require(bound is None or epsilon <= bound, "epsilon is beyond the bound")
    return True


# -- keeping a law ---------------------------------------------------------------------


def check_fixed_point(claim: Claim, rows: Rows, _: Any) -> bool:
    """The kernel sends `law` to `image`, to itself where there is none; or misses it somewhere."""
    given = read_wish(claim, len(rows))[0]
    return sent(claim, [dot(given, column) for column in zip(*rows, strict=True)])


def read_wish(claim: Claim, size: int) -> tuple[list[Fraction], list[Fraction]]:
    """Return the law of the inputs and the one wished for."""
    fields(claim, "claim", "claim", "law", "holds", optional=("image", "output"))
    law = read_law(claim["law"], "law", size)[0]
    return law, read_law(claim["image"], "image", size)[0] if "image" in claim else law


def sent(claim: Claim, law: list[Fraction]) -> bool:
    """Whether the law that the kernel gives is the one wished for, as the claim says."""
    wished = read_wish(claim, len(law))[1]
    if claim["holds"]:
        require("output" not in claim, "an output is named although the claim is said to hold")
        missed = [j for j, (x, y) in enumerate(zip(law, wished, strict=True)) if x != y]
        require(not missed, f"the law is not kept at output {missed[:1]}")
        return True
    j = index(claim.get("output"), len(law), "output")
    require(law[j] != wished[j], f"the law is kept at output {j}")
    return False


def known_stochastic(claim: Claim, _: Any) -> bool:
    """Rows sum to 1, by the form."""
    fields(claim, "claim", "claim", "holds")
    require(claim["holds"], "every row sums to 1")
    return True


def coupled_postprocessing(claim: Claim, about: Coupled) -> bool:
    """GM at p/q has neighbours whose ratio is p/q or its inverse, at every output."""
    (_, alpha, holds) = fields(claim, "claim", "claim", "alpha", "holds")
    require(holds, "a failing post-processing shows nothing")
    require(0 < number(alpha, "alpha") <= Fraction(about.p, about.q), "GM is not alpha-DP")
    return True


def known_private(claim: Claim, about: Coupled | Scaled) -> bool:
    """The kernel is alpha-DP by its form, and a level with a smaller alpha holds all the more."""
    names = ("claim", "neighbours", "holds")
    fields(claim, "claim", *names, optional=(*LEVEL, "bound"))
    require(claim["holds"], "no failure is shown by the form")
    (kind, reach) = fields(claim["neighbours"], "neighbours", "kind", "sensitivity")
    adjacent = kind == "adjacent" and type(reach) is int and reach == 1
    require(adjacent, "the form tells of adjacent inputs alone")
    low, _ = read_odds({name: claim.get(name) for name in LEVEL}, "private")
    bound = number(claim.get("bound"), "bound")
    known = about.alpha if isinstance(about, Scaled) else Fraction(about.p, about.q)
    require(0 < bound <= known and bound * low >= 1, "the level is not shown by the form")
    return True


def scaled_fixed_point(claim: Claim, about: Scaled) -> bool:
    """What the columns lack of z is given to them."""
    if read_wish(claim, len(about.law))[0] == about.law:
        return sent(claim, about.law)
    return check_fixed_point(claim, scaled_rows(about), None)


def coupled_fixed_point(claim: Claim, about: Coupled) -> bool:
    """What z becomes under GM is cut up into y."""
    if read_wish(claim, about.size)[0] == about.law:
        return sent(claim, about.image)
    return check_fixed_point(claim, coupled_rows(about), None)


def check_coupling(claim: Claim, about: Coupled) -> bool:
    """Of all alpha-DP kernels that send z to y, none has a smaller expected loss under z.

    Theorem, for 0 < alpha < 1 and a loss with
    loss(i, j) + loss(i+1, j+1) <= loss(i, j+1) + loss(i+1, j): such a loss is a constant of z
    and y less a sum, with weights >= 0, of Pr[I > i, J > j]. Each of these is as large as it
    can be. For J > j is a threshold on GM's output, whose chance phi(i) meets the bound
    phi(i+1) <= min(phi(i)/alpha, 1 - alpha (1 - phi(i))) of alpha-DP at every i. Another phi
    with the same z-mean, since the bound rises with phi(i), is above it up to some i and below
    it from there on. The kernel has the form; what is left to see is the loss.
    """
    names = ("claim", "loss", "holds")
    fields(claim, "claim", *names, optional=("cost", "between"))
    require(claim["holds"], "a failing coupling shows nothing")
    loss, size = claim["loss"], about.size
    stated = {"cost", "between"} & set(claim)
    require(len(stated) <= 1, "the cost is stated twice")
    if type(loss) is dict:
        (table,) = fields(loss, "loss", "table")
        lines = [items(line, "loss row", size) for line in items(table, "loss", size)]
        c = [[number(x, "loss") for x in line] for line in lines]
        for i, j in product(range(size - 1), repeat=2):
            crossed = c[i][j] + c[i + 1][j + 1] > c[i][j + 1] + c[i + 1][j]
            require(not crossed, f"the loss is not Monge at {i}, {j}")
        if stated:
            costs = input_costs(c, coupled_rows(about))
            parts = Parts(dot(about.law, costs), 1, [])
    else:
        require(loss in ("L1", "L2"), "unknown loss")
        if stated:
            parts = absolute_error(about) if loss == "L1" else squared_error(about)
    if "cost" in claim:
        cost = number(claim["cost"], "cost")
        require(adds_up(parts, cost), "the kernel costs something else")
    elif stated:
        low, high = (number(x, "between") for x in items(claim["between"], "between", 2))
        require(enclosed(parts, low, high), "the cost is not shown to be between the two")
    return True


def adds_up(parts: Parts, total: Fraction) -> bool:
    """Whether the number is `total`; added in pairs, so that most sums are of short numbers."""
    bits = sum(under.bit_length() for _, _, under in parts.terms)
    require(bits <= MAX_BITS, "the cost is too long to be added up")
    terms = [(0, 1), *((factor * over, under) for factor, over, under in parts.terms)]
    while len(terms) > 1:
        rest = terms[-1:] if len(terms) % 2 else []
        pairs = zip(terms[::2], terms[1::2], strict=False)
        terms = [(a * d + b * c, c * d) for (a, c), (b, d) in pairs] + rest
    left = (parts.whole - total) * parts.unit
    return left.numerator * terms[0][1] == terms[0][0] * left.denominator


def enclosed(parts: Parts, low: Fraction, high: Fraction) -> bool:
    """Whether the number is shown to be in [low, high], by quotients of a few more bits."""
    if low >= high:
        return False
    bits = (high - low).denominator.bit_length() + 2 * len(parts.terms).bit_length() + 64
    work = bits * sum(under.bit_length() for _, _, under in parts.terms)
    require(work <= MAX_WORK, "the enclosure is too narrow")
    floors = [(over << bits) // under for _, over, under in parts.terms]
    factors = [factor for factor, _, _ in parts.terms]
    least = sum(factor * floor for factor, floor in zip(factors, floors, strict=True))
    greatest = parts.whole - Fraction(least, parts.unit << bits)
    return low <= greatest - Fraction(sum(factors), parts.unit << bits) and greatest <= high


# -- statements without a kernel -------------------------------------------------------
# A polynomial is a list of terms [integer, exponents], an exponent for each of `symbols`; a
# product is a list of [polynomial, power]. An affine form maps names to integers, with its
# constant at the empty name.

Poly = dict[tuple[int, ...], Fraction]
Form = Mapping[str, int]
End = tuple[Fraction, Fraction | None, bool, bool]  # low, high (None: none), is each included

MAX_TERMS_OF = 10_000  # one polynomial
MAX_PRODUCTS = 10**6  # of terms, where polynomials are multiplied
MAX_DEGREE = 200
MAX_SYMBOLS = 10
MAX_PARAMETRIC = 100  # counts


def whole(value: Any, where: str) -> int:
    """Read a JSON integer of any size."""
    require(type(value) is int, f"{where} is not an integer")
    return int(value)


def read_symbols(value: Any) -> list[str]:
    """Return the names of the symbols, each once."""
    names = items(value, "symbols")
    require(all(type(name) is str and name for name in names), "a symbol has no name")
    require(len(set(names)) == len(names), "a symbol is named twice")
    return names


def read_poly(value: Any, symbols: Sequence[str]) -> Poly:
    """Return a polynomial by its exponents."""
    out: Poly = {}
    terms = items(value, "polynomial")
    require(len(terms) <= MAX_TERMS_OF, "a polynomial is too long")
    for term in terms:
        (coefficient, exponents) = items(term, "term", 2)
        key = tuple(index(e, MAX_DEGREE, "exponent") for e in items(exponents, "exponents"))
        require(len(key) == len(symbols), "a term does not have an exponent for each symbol")
        out[key] = out.get(key, ZERO) + whole(coefficient, "coefficient")
    return {key: x for key, x in out.items() if x}


def times(p: Poly, q: Poly) -> Poly:
    """Return the product."""
    require(len(p) * len(q) <= MAX_PRODUCTS, "a product is too long")
    out: Poly = {}
    for e, x in p.items():
        for f, y in q.items():
            key = tuple(map(sum, zip(e, f, strict=True)))
            out[key] = out.get(key, ZERO) + x * y
    return {key: x for key, x in out.items() if x}


def check_identity(claim: Claim, _: Any, __: Any) -> bool:
    """Two quotients of polynomials are equal: so are the products across."""
    names = ("claim", "shows", "symbols", "left", "right", "holds")
    (_, shows, symbols, left, right, holds) = fields(claim, "claim", *names)
    require(holds and type(shows) is str, "a failing identity shows nothing")
    symbols = read_symbols(symbols)
    (a, b), (c, d) = (
        [read_poly(part, symbols) for part in items(side, "a side", 2)] for side in (left, right)
    )
    require(bool(b) and bool(d), "a denominator is 0")
    require(times(a, d) == times(c, b), "the two sides differ")
    return True


def read_box(value: Any, symbols: list[str]) -> list[End]:
    """Return the range of each symbol."""
    ranges = fields(value, "box", *symbols)
    box = []
    for low, high, closed, ends in (items(entry, "range", 4) for entry in ranges):
        require(type(closed) is bool and type(ends) is bool, "an end is neither in nor out")
        low, high = number(low, "low"), None if high is None else number(high, "high")
        require(low < high if high is not None else not ends, "a range is empty")
        box.append((low, high, closed, ends))
    return box


def face(p: Poly, k: int, value: Fraction) -> Poly:
    """Return the polynomial with its k-th symbol set to a number."""
    out: Poly = {}
    for e, x in p.items():
        key = (*e[:k], 0, *e[k + 1 :])
        out[key] = out.get(key, ZERO) + x * value ** e[k]
    return {key: x for key, x in out.items() if x}


def moved(p: Poly, k: int, end: End) -> Poly:
    """Put low + t, or (low + high t)/(1 + t) times a power of 1 + t, for the k-th symbol."""
    low, high, *_ = end
    degree, size = max(e[k] for e in p), len(next(iter(p)))
    bits = sum(x.numerator.bit_length() + x.denominator.bit_length() for x in end[:2] if x)
    require(bits * degree**3 <= MAX_KERNEL, "a substitution is too long")
    t = tuple(int(i == k) for i in range(size))
    one, o = (0,) * size, Fraction(1)
    top = {key: x for key, x in ((one, low), (t, o if high is None else high)) if x}
    powers, below = [{one: o}], [{one: o}]
    for _ in range(degree):
        powers.append(times(powers[-1], top))
        below.append(below[-1] if high is None else times(below[-1], {one: o, t: o}))
    instead = [times(*pair) for pair in zip(powers, reversed(below), strict=True)]
    out: Poly = {}
    for e, x in p.items():
        for key, y in times({(*e[:k], 0, *e[k + 1 :]): x}, instead[e[k]]).items():
            out[key] = out.get(key, ZERO) + y
        require(len(out) <= MAX_TERMS_OF, "a substitution is too long")
    return {key: x for key, x in out.items() if x}


def sign_on(p: Poly, box: list[End]) -> tuple[int, bool] | None:
    """Return the sign of p on the box, 1 or -1, and whether p is never 0; None if not shown.

    After the substitution by t >= 0 all terms have that sign. One of them is not 0 if its t's
    are not; a t is 0 at a low end, and a high end is looked at by itself (those of the symbols
    before it having been looked at). In one symbol, Sturm.
    """
    there = [k for k in range(len(box)) if any(e[k] for e in p)]
    q = p
    for k in there:
        q = moved(q, k, box[k])
    if len({x > 0 for x in q.values()}) == 1:
        never = any(all(not e[k] or not box[k][2] for k in there) for e in q)
        for k in there:
            (low, high, start, closed) = box[k]
            box = [*box[:k], (low, high, start, False), *box[k + 1 :]]
            if never and closed and high is not None:
                on_face = face(p, k, high)
                found = sign_on(on_face, box) if on_face else None
                never = found is not None and found[1]
        return (1 if min(q.values()) > 0 else -1), never
    if len(there) != 1:
        return None
    (k,) = there
    line = [ZERO] * (1 + max(e[k] for e in p))
    for e, x in p.items():
        line[e[k]] = x
    sign = sturm(line, box[k])
    return None if sign is None else (sign, True)


def at(p: Sequence[Fraction], x: Fraction) -> Fraction:
    """Return the value of a polynomial, coefficients lowest first."""
    total = ZERO
    for c in reversed(p):
        total = total * x + c
    return total


def divided(p: Sequence[Fraction], by: Sequence[Fraction]) -> tuple[list[Fraction], list[Fraction]]:
    """Return quotient and rest of polynomials, coefficients lowest first, the last one not 0."""
    rest, quotient = list(p), [ZERO] * (len(p) - len(by) + 1)
    for shift in range(len(p) - len(by), -1, -1):
        quotient[shift] = rest[-1] / by[-1]
        for d, c in enumerate(by, shift):
            rest[d] -= quotient[shift] * c
        rest.pop()
    while rest and not rest[-1]:
        rest.pop()
    return quotient, rest


def sturm(p: list[Fraction], end: End) -> int | None:
    """Return the sign of a polynomial, None if it has a root in the range; Sturm's theorem."""
    chain = [p, [d * c for d, c in enumerate(p)][1:]]
    while rest := divided(*chain[-2:])[1]:
        (whole_ones, _) = integers(rest)  # without their common factor, which keeps them short
        chain.append([Fraction(-c, gcd(*whole_ones)) for c in whole_ones])
    # Without the common factor the roots are the same, and simple.
    chain = [divided(q, chain[-1])[0] for q in chain]
    low, high, closed, ends = end

    def changes(values: list[Fraction]) -> int:
        signs = [x > 0 for x in values if x]
        return sum(a != b for a, b in pairwise(signs))

    first = [at(q, low) for q in chain]
    last = [q[-1] if high is None else at(q, high) for q in chain]
    inside = changes(first) - changes(last)  # in (low, high]
    inside += (closed and first[0] == 0) - (high is not None and not ends and last[0] == 0)
    if inside:
        return None
    return 1 if at(p, low + 1 if high is None else (low + high) / 2) > 0 else -1


def check_sign(claim: Claim, _: Any, __: Any) -> bool:
    """A quotient of products of polynomials has a sign wherever the symbols are in their box."""
    names = ("claim", "shows", "symbols", "box", "relation", "numerator", "denominator", "holds")
    (_, shows, symbols, box, relation, *parts, holds) = fields(claim, "claim", *names)
    require(holds and type(shows) is str, "a failing sign shows nothing")
    require(relation in (">0", ">=0", "<0", "<=0"), "unknown relation")
    symbols = read_symbols(symbols)
    require(len(symbols) <= MAX_SYMBOLS, "there are too many symbols")
    ranges, sign, strict = read_box(box, symbols), 1, [True, True]
    for which, factors in enumerate(parts):
        for factor in items(factors, "product"):
            (terms, power) = items(factor, "factor", 2)
            require(index(power, MAX_DEGREE, "power") > 0, "a power is 0")
            p = read_poly(terms, symbols)
            if not p and not which:  # the quotient is 0
                require("=" in relation, "the quotient is 0")
                sign = 0
                continue
            require(p, "the denominator is 0")
            found = sign_on(p, ranges)
            require(found or power % 2 == 0, "the sign of a factor is not shown")
            way, never = found or (1, False)  # an even power is at least 0
            sign *= way**power
            strict[which] = strict[which] and never
    require(strict[1], "the denominator may be 0")
    require(strict[0] or "=" in relation, "the numerator may be 0")
    require(sign == 0 or (sign > 0) == (relation[0] == ">"), "the sign is the other one")
    return True


def check_parametric(claim: Claim, _: Any, __: Any) -> bool:
    """For every alpha of an interval, a kernel meets a design and none that does costs less.

    The kernel, the multipliers and the cost are polynomials over one positive denominator.
    Multipliers are used as in the claim optimal.
    """
    names = ("shows", "n", "properties", "extra", "objective", "interval", "denominator")
    fields(claim, "claim", "claim", *names, "kernel", "dual", "cost", "holds")
    require(claim["holds"] and type(claim["shows"]) is str, "a failing optimum shows nothing")
    size = index(claim["n"], MAX_PARAMETRIC, "n") + 1
    low, high = (number(x, "interval") for x in items(claim["interval"], "interval", 2))
    require(0 <= low < high <= 1 < size, "the interval is not in [0, 1], or n is 0")
    full, half = (read_design({**claim, "alpha": alpha}, size) for alpha in ("1", "1/2"))
    require(full.aggregate == "sum", "the objective is not a sum")

    def read(value: Any) -> Poly:
        return read_poly(value, ["alpha"])

    def least(p: Poly) -> tuple[int, bool] | None:
        return sign_on(p, [(low, high, False, False)]) if p else (1, False)

    def add(p: Poly, q: Poly, factor: Fraction) -> Poly:
        out = {key: p.get(key, ZERO) + factor * q.get(key, ZERO) for key in {*p, *q}}
        return {key: x for key, x in out.items() if x}

    def demand(label: Any) -> tuple[list[tuple[int, Poly]], Fraction, bool]:
        # Coefficients are linear in alpha, so their values at 1 and 1/2 say what they are.
        (terms, bound, equal), halves = demanded(full, label), demanded(half, label)[0]
        pairs = zip(terms, halves, strict=True)
        return [(v, {(0,): 2 * y - x, (1,): 2 * (x - y)}) for (v, x), (_, y) in pairs], bound, equal

    unit = read(claim["denominator"])
    require(unit and least(unit) == (1, True), "the denominator is not positive")
    lines = [items(row, "kernel row", size) for row in items(claim["kernel"], "kernel", size)]
    entries = [read(x) for line in lines for x in line]
    shown = [least(x) for x in entries]
    require(all(found and found[0] > 0 for found in shown), "an entry may be negative")
    places = list(product(range(size), repeat=2))
    labels: list[Any] = [["sum", i] for i in range(size)]
    labels += [["extra", k] for k in range(len(full.extra))]
    labels += [
        ["private", [i, j], [k, j]] for i, j in places for k in (i - 1, i + 1) if k in range(size)
    ]
    for letter in full.properties:
        pairs = [property_pair(letter, size, *place) for place in places]
        labels += [[letter, *map(list, pair)] for pair in pairs if pair]
        labels += [["WH", i] for i in range(size) if letter == "WH"]
    for label in labels:
        terms, bound, equal = demand(label)
        slack = add({}, unit, -bound)
        for v, x in terms:
            slack = add(slack, times(x, entries[v]), Fraction(1))
        found = least(slack)
        met = found is not None and found[0] > 0 and not (equal and slack)
        require(met, f"the demand {str(label)[:60]} is not shown to be met")
    costs = [c for line in full.costs for c in line]
    left = [add({}, unit, c) for c in costs]
    total: Poly = {}
    for entry in items(claim["dual"], "dual"):
        (label, m) = items(entry, "dual entry", 2)
        (terms, bound, equal), m = demand(label), read(m)
        found = least(m)
        require(equal or (found and found[0] > 0), "a multiplier may be negative")
        total = add(total, m, bound)
        for v, x in terms:
            left[v] = add(left[v], times(m, x), Fraction(-1))
    shown = [least(x) for x in left]
    require(all(found and found[0] > 0 for found in shown), "the multipliers may cost more")
    cost = read(claim["cost"])
    spent: Poly = {}
    for c, x in zip(costs, entries, strict=True):
        spent = add(spent, x, c)
    require(total == cost == spent, "the multipliers do not prove the cost")
    return True


def plus(left: Form, right: Form, factor: int = 1, constant: int = 0) -> dict[str, int]:
    """Return left + factor * right + constant."""
    total = {"": left.get("", 0) + factor * right.get("", 0) + constant}
    for name in sorted({*left, *right} - {""}):
        entry = left.get(name, 0) + factor * right.get(name, 0)
        if entry:
            total[name] = entry
    return total


def pieces(let: Mapping[str, Any]) -> list[list[dict[str, int]]]:
    """Return what is >= 0 on each piece of a function; one piece holds at all integers."""
    t: Form = {let["name"]: 1}
    kind, (a, b, c) = let["kind"], (*let["args"], {}, {})[:3]
    if kind == "ceil_half":  # 2t = a or a + 1
        return [[plus({}, plus(a, t, -2), -1), plus(a, t, -2, constant=1)]]
    if kind in ("min", "max"):
        way = 1 if kind == "min" else -1
        beyond = [plus({}, plus(x, t, -1), way) for x in (a, b)]
        return [[*beyond, plus({}, plus(x, t, -1), -way)] for x in (a, b)]
    if kind == "abs":
        sides = [plus({}, a), plus({}, a, -1)]
        return [[side, plus(side, t, -1), plus(t, side, -1)] for side in sides]
    return [  # if a >= 0 then b else c
        [plus({}, a), plus(b, t, -1), plus(t, b, -1)],
        [plus({}, a, -1, constant=-1), plus(c, t, -1), plus(t, c, -1)],
    ]


def combined(forms: Sequence[Form], multipliers: Mapping[Any, int]) -> dict[str, int]:
    """Return the combination of forms by their index, with multipliers >= 0."""
    total = {"": 0}
    for key, multiplier in multipliers.items():
        require(re.fullmatch("[0-9]{1,9}", str(key)), "a multiplier is of no form")
        k = index(int(key), len(forms), "form")
        require(whole(multiplier, "multiplier") >= 0, "a multiplier is negative")
        total = plus(total, forms[k], multiplier)
    return total


def tightened(form: Form, divisor: int) -> dict[str, int]:
    """Return form/divisor with its constant rounded down, which integers respect."""
    divides = divisor > 0 and not any(x % divisor for name, x in form.items() if name)
    require(divides, "the divisor does not divide")
    return {name: x // divisor for name, x in form.items()}


ARGUMENTS = {"min": 2, "max": 2, "abs": 1, "ceil_half": 1, "if": 3}


def read_form(value: Any, later: Sequence[str] = ()) -> dict[str, int]:
    """Return an affine form; names that are defined later may not occur."""
    require(type(value) is dict, "a form is not an object")
    require(not set(value) & set(later), "a name is used before it is defined")
    return {name: whole(x, "coefficient") for name, x in value.items()}


def check_exponents(claim: Claim, _: Any, __: Any) -> bool:
    """`goal` >= 0 wherever all of `given` are >= 0, for all integers.

    The negation of the goal is split into cases that cover all integers; each case ends in a
    nonnegative combination of its forms that is a negative constant.
    """
    names = ("claim", "shows", "given", "goal", "lets", "tree", "holds")
    (_, shows, given, goal, lets, tree, holds) = fields(claim, "claim", *names)
    require(holds and type(shows) is str, "a failing inequality shows nothing")
    defined = [fields(let, "let", "name", "kind", "args") for let in items(lets, "lets")]
    later = read_symbols([name for name, *_ in defined])
    functions = []
    for k, (name, kind, args) in enumerate(defined):
        require(type(kind) is str and kind in ARGUMENTS, f"unknown function {str(kind)[:20]!r}")
        args = [read_form(a, later[k:]) for a in items(args, "args", ARGUMENTS[kind])]
        functions.append({"name": name, "kind": kind, "args": args})
    forms: list[Form] = [read_form(form) for form in items(given, "given")]
    forms.append(plus({}, read_form(goal), -1, constant=-1))
    require_closed(tree, forms, functions, frozenset())
    return True


def require_closed(node: Any, forms: list[Form], lets: list[Claim], used: frozenset[int]) -> None:
    """Reject unless the tree shows that the forms are not all >= 0."""
    require(type(node) is dict, "a case is left over")
    if "farkas" in node:
        (multipliers,) = fields(node, "case", "farkas")
        require(type(multipliers) is dict, "farkas is not an object")
        total = combined(forms, multipliers)
        require(set(total) == {""} and total[""] < 0, "a case is not contradictory")
        return
    if "cut" in node:
        (cut, divide, children) = fields(node, "case", "cut", "divide", "children")
        require(type(cut) is dict, "cut is not an object")
        branches = [[tightened(combined(forms, cut), whole(divide, "divide"))]]
    elif "let" in node:
        (let, children) = fields(node, "case", "let", "children")
        require(index(let, len(lets), "let") not in used, "a function is split twice")
        branches, used = pieces(lets[let]), used | {let}
    else:
        (split, children) = fields(node, "case", "split", "children")
        form = read_form(split)
        branches = [[form], [plus({}, form, -1, constant=-1)]]
    for child, branch in zip(items(children, "children", len(branches)), branches, strict=True):
        require_closed(child, [*forms, *branch], lets, used)


def check_uncertified(claim: Claim, _: Any, __: Any) -> None:
    """A step of a proof that is not rechecked here; it shows nothing."""
    (_, shows, method) = fields(claim, "claim", "claim", "shows", "method")
    require(type(shows) is str and type(method) is str, "the step is not described")


def check_about(claim: Claim, _: Any, __: Any) -> bool:
    """Claims about a kernel of their own, with their verdict."""
    names = ("claim", "shows", "kernel", "claims", "verdict", "holds")
    (_, shows, kernel, claims, verdict, holds) = fields(claim, "claim", *names)
    require(holds and type(shows) is str, "a failing step shows nothing")
    require(type(kernel) is dict, "the step has no kernel")
    expected, _ = judge(kernel, claims)
    require(verdict == expected, f"the verdict is {expected}, not {verdict!r}")
    return True


# Claims that are shown by the form of a kernel, without writing it out.
COUPLED: dict[str, Callable[[Claim, Coupled], bool]] = {
    "stochastic": known_stochastic,
    "private": known_private,
    "post-processing": coupled_postprocessing,
    "fixed-point": coupled_fixed_point,
    "optimal-coupling": check_coupling,
}
SCALED: dict[str, Callable[[Claim, Scaled], bool]] = {
    "stochastic": known_stochastic,
    "private": known_private,
    "fixed-point": scaled_fixed_point,
}


# -- laws of code ----------------------------------------------------------------------
# What is rechecked is arithmetic on laws that are stated. That a program has these laws is
# the word of whoever wrote the certificate, who also says what that word rests on.


def read_laws(claim: Claim) -> tuple[list[dict[int, Fraction]], list[Fraction]]:
    """Return for each input the stated probabilities of outputs, and what is undecided."""
    names = items(claim["outputs"], "outputs")
    for text in [claim["target"], claim["method"], *items(claim["assumptions"], "assumptions")]:
        require(type(text) is str, "the provenance is not given as texts")
    require(all(type(x) is str for x in names), "an output is not named by a text")
    require(len(set(names)) == len(names), "two outputs have the same name")
    inputs = items(claim["inputs"], "inputs")
    require(len(inputs) >= 2 and all(type(x) is int for x in inputs), "the inputs are no counts")
    ascending = list(range(inputs[0], inputs[0] + len(inputs)))
    require(inputs == ascending, "the inputs are not consecutive")
    rows: list[dict[int, Fraction]] = []
    for i, row in enumerate(items(claim["rows"], "rows", len(inputs))):
        pairs = [items(pair, "entry of a law", 2) for pair in items(row, "law")]
        law = {index(j, len(names), "output"): number(p, f"law {i}") for j, p in pairs}
        require(len(law) == len(pairs), f"law {i} has the same output twice")
        require(all(p > 0 for p in law.values()), f"law {i} has an entry that is not positive")
        rows.append(law)
    left = [number(x, "undecided") for x in items(claim["undecided"], "undecided", len(rows))]
    for i, (law, u) in enumerate(zip(rows, left, strict=True)):
        require(u >= 0 and sum(law.values()) + u == 1, f"law {i} does not add up to 1")
    return rows, left


def check_stated_law(claim: Claim, _: Any, __: Any) -> bool:
    """The stated laws are (eps, delta)-DP whatever the undecided mass is, or cannot be."""
    origin = ("claim", "target", "method", "assumptions")
    names = ("inputs", "outputs", "rows", "undecided", "tightest_alpha", "delta", "holds")
    fields(claim, "claim", *origin, *names, optional=(*LEVEL, "witness"))
    rows, undecided = read_laws(claim)
    low, high = read_odds({name: claim.get(name) for name in LEVEL}, "stated-law")
    bound, witness, tightest = number(claim["delta"], "delta"), claim.get("witness"), Fraction(1)
    require(0 <= bound <= 1, "delta is not in [0, 1]")
    pairs = [pair for i in range(1, len(rows)) for pair in ((i - 1, i), (i, i - 1))]
    for i, k in pairs:
        tightest = min([tightest, *(rows[i].get(j, Fraction(0)) / p for j, p in rows[k].items())])
    if any(undecided):
        require(claim["tightest_alpha"] is None, "no alpha is tightest where mass is undecided")
    else:
        stated = number(claim["tightest_alpha"], "tightest_alpha")
        require(stated == tightest, "tightest_alpha is not what the laws give")

    def excess(i: int, k: int, odds: Fraction) -> Fraction:
        parts = (p - odds * rows[i].get(j, Fraction(0)) for j, p in rows[k].items())
        return sum((x for x in parts if x > 0), Fraction(0))

    if claim["holds"]:
        require(witness is None, "a witness is given although the claim is said to hold")
        for i, k in pairs:
            most = excess(i, k, low) + undecided[k]
            require(most <= bound, f"laws {i} and {k} are not shown to be within delta")
        return True
    (k, i) = (index(x, len(rows), "witness") for x in items(witness, "witness", 2))
    require((i, k) in pairs, "the witness is no pair of neighbours")
    least = excess(i, k, high) - high * undecided[i]
    require(least > bound, "the witness is not shown to be beyond delta")
    return False


CHECKS: dict[str, Callable[[Claim, Rows, Any], bool | None]] = {
    "stochastic": check_stochastic,
    "tightest-alpha": check_tightest,
    "private": check_private,
    "delta": check_delta,
    "property": check_property,
    "objective": check_objective,
    "post-processing": check_postprocessing,
    "derivable": check_derivable,
    "blackwell": check_blackwell,
    "optimal": check_optimal,
    "unique": check_unique,
    "infeasible": check_infeasible,
    "extreme": check_extreme,
    "fixed-point": check_fixed_point,
    "noise": check_noise,
    "stated-law": check_stated_law,
    "identity": check_identity,
    "sign": check_sign,
    "exponents": check_exponents,
    "parametric": check_parametric,
    "about": check_about,
    "uncertified": check_uncertified,
}
# Claims about no kernel, or one of their own.
SYMBOLIC = {"identity", "sign", "exponents", "parametric", "about", "uncertified"}
WITHOUT_KERNEL = SYMBOLIC | {"infeasible", "noise", "stated-law"}


# -- the certificate -------------------------------------------------------------------


def digest(certificate: Claim) -> str:
    """Return the SHA-256 of everything but the digest, as canonical JSON."""
    content = {key: value for key, value in certificate.items() if key != "digest"}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()


def check(certificate: Any) -> list[str]:
    """Return a line for each claim shown; raise Rejected or Unreadable otherwise."""
    # Exact numbers outgrow the interpreter's limit on digits; MAX_DIGITS bounds them here.
    sys.set_int_max_str_digits(MAX_DIGITS)
    if type(certificate) is not dict or certificate.get("format") != "exactdp-certificate":
        raise Unreadable("this is no exactdp certificate")
    version = certificate.get("version")
    if type(version) is not int or version != VERSION:
        raise Unreadable(f"the certificate has version {version!r}, this checker reads {VERSION}")
    names = ("format", "version", "kernel", "claims", "verdict", "digest")
    (_, _, kernel, claims, verdict, stated) = fields(certificate, "certificate", *names)
    require(stated == digest(certificate), "the digest does not match: the file was changed")
    expected, lines = judge(kernel, claims)
    require(verdict == expected, f"the verdict is {expected}, not {verdict!r}")
    return lines


def judge(kernel: Any, claims: Any) -> tuple[str, list[str]]:
    """Return the verdict of claims about one kernel, and a line for each."""
    form = kernel.get("form") if type(kernel) is dict else None
    coupled = read_coupled(kernel) if form == "coupled" else None
    scaled = read_scaled(kernel) if form == "scaled" else None
    rows = [] if kernel is None or coupled or scaled else read_kernel(kernel)
    require(len(items(claims, "claims")) > 0, "the certificate claims nothing")
    shown, lines = [], []
    for claim in claims:
        kind = claim.get("claim") if type(claim) is dict else None
        if type(kind) is not str or kind not in {*CHECKS, *COUPLED}:
            raise Rejected(f"unknown claim {kind!r}")
        holds = claim.get("holds")
        require("holds" not in claim or type(holds) is bool, "holds is neither true nor false")
        about_none = kind in WITHOUT_KERNEL
        require(about_none == (kernel is None), f"the claim {kind} does not fit the kernel")
        result: bool | None
        if coupled and kind in COUPLED:
            result = COUPLED[kind](claim, coupled)
        elif scaled and kind in SCALED:
            result = SCALED[kind](claim, scaled)
        else:
            require(kind in CHECKS, f"the claim {kind} is about a kernel in the form coupled")
            if coupled and not rows:
                rows = coupled_rows(coupled)
            if scaled and not rows:
                rows = scaled_rows(scaled)
            result = CHECKS[kind](claim, rows, kernel)
        require(result is holds, f"the claim {kind} does not say whether it holds")
        shown.append(result)
        lines.append(describe(claim))
    require(True in shown or False in shown, "the certificate has no claim that can fail")
    # What does not sum to 1 is no mechanism, whatever else is true of it.
    mechanism = coupled or scaled or all(sum(row) == 1 for row in rows)
    expected = "holds" if mechanism and False not in shown else "fails"
    return expected, lines


def describe(claim: Claim) -> str:
    """Return a claim in a line."""
    kind = claim["claim"]
    keys = (
        "target",
        "polytope",
        "law",
        "property",
        "objective",
        "loss",
        "n",
        "alpha",
        "epsilon",
        "delta",
        "properties",
        "value",
        "cost",
    )
    about = [
        words(claim[key]) if key == kind else f"{key} {words(claim[key])}"
        for key in keys
        if claim.get(key) not in (None, []) and (key, kind) != ("cost", "parametric")
    ]
    if "shows" in claim:  # free text, which nothing was compared with
        about = ["called " + words(json.dumps(claim["shows"]), 200), *about]
    if kind == "parametric":
        about.append("alpha in ({}, {})".format(*claim["interval"]))
    if kind == "about":
        inner = "; ".join(map(describe, claim["claims"]))
        about.append(f"a kernel of its own: {inner}; verdict {claim['verdict']}")
    near = claim.get("neighbours", {})
    if near.get("kind", "adjacent") != "adjacent" or near.get("sensitivity", 1) != 1:
        about.append(f"neighbours {near['kind']} within {near['sensitivity']}")
    text = " ".join([kind, ", ".join(about)]).strip()
    return text if "holds" not in claim else f"{text}: {'holds' if claim['holds'] else 'fails'}"


def words(value: Any, most: int = 60) -> str:
    """Return a member of a claim in words, at most so many characters of it."""
    if type(value) is dict:
        return " ".join(words(part) for part in value.values() if part is not None)
    text = "+".join(map(words, value)) if type(value) is list else str(value)
    return text if len(text) <= most else f"{text[: most - 20]}...({len(text)} characters)"


def load(path: str) -> Any:
    """Return the JSON in a file, exact numbers only."""
    try:
        about = os.stat(path)
        if not stat.S_ISREG(about.st_mode) or about.st_size > MAX_FILE:
            raise Unreadable(f"is no regular file of at most {MAX_FILE} bytes")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        return json.loads(
            text,
            object_pairs_hook=no_duplicates,
            parse_float=no_floats,
            parse_constant=no_floats,
        )
    except OSError as error:
        raise Unreadable(f"cannot be read: {error.strerror}") from None
    except RecursionError:
        raise Unreadable("is nested too deeply") from None
    except ValueError as error:  # not UTF-8, not JSON, or an integer beyond reason
        raise Unreadable(f"is not JSON: {error}") from None


def main(paths: Sequence[str]) -> int:
    """Check the files; print a line for each; return the exit status."""
    status = 0
    for path in paths:
        try:
            certificate = load(path)
            for line in check(certificate):
                print(f"  {line}")
            skipped = sum(claim["claim"] == "uncertified" for claim in certificate["claims"])
            rest = f"; steps that are not rechecked: {skipped}" if skipped else ""
            print(f"{path}: accepted, verdict {certificate['verdict']}{rest}")
        except Rejected as reason:
            print(f"{path}: REJECTED: {reason}")
            status = max(status, 1)
        except (Unreadable, RecursionError) as reason:
            print(f"{path}: not readable: {reason}")
            status = 2
    if not paths:
        print(__doc__)
        status = 2
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
