#!/usr/bin/env python3
"""Recheck a certificate of a count mechanism: ``python checker.py CERT.json [...]``.

One file, standard library only, exact arithmetic only (integers and fractions). It shares
no code with the program that wrote the certificate, never searches and never solves: it
multiplies, adds and compares, and finds a rank modulo a number. Read it in one sitting;
trust nothing else.

A certificate is a JSON object with five keys:

    format, version   what this file is
    kernel            a matrix of exact rationals; kernel[i][j] = Pr[output j | input i];
                      null where the claim is that no kernel meets some demands
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
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
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
MAX_DIGITS = 100_000  # of one number
MAX_TERMS = 10_000  # of the exponential series
MAX_BITS = 10**6  # of its partial sums
MAX_FILE = 2**31  # bytes
MAX_POWER = 10**7  # bits of a power of the base of a closed form
MAX_KERNEL = 10**10  # bits of such a kernel, written out
MAX_EXPONENT = 10**6  # of a power of the base


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
        modulus = index(claim.get("modulus"), 2**53, "the modulus")
        require(modulus >= 2, "the modulus is below 2")
        require(determined(binding, free, modulus), "what is tight does not determine the kernel")
        return True
    require("modulus" not in claim, "a modulus is given although the claim fails")
    other = read_kernel(claim.get("other"))
    require(len(other) == len(rows), "the other kernel is of another size")
    require(other != rows, "the other kernel is the same")
    cheap = feasible_cost(design, other) <= feasible_cost(design, rows)
    require(cheap, "the other kernel costs more")
    return False


def determined(equations: list[Terms], free: set[int], modulus: int) -> bool:
    """Whether equations have at most one solution in the free variables, all others being 0.

    By elimination modulo a number. All pivots are units, so their product, a minor of the
    integer matrix, is not 0 modulo the number, and hence not 0.
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
                require(gcd(x, modulus) == 1, "the modulus is not prime")
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
        modulus = index(claim.get("modulus"), 2**53, "the modulus")
        require(modulus >= 2, "the modulus is below 2")
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
}


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
    rows = [] if kernel is None else read_kernel(kernel)
    require(len(items(claims, "claims")) > 0, "the certificate claims nothing")
    shown, lines = [], []
    for claim in claims:
        kind = claim.get("claim") if type(claim) is dict else None
        if type(kind) is not str or kind not in CHECKS:
            raise Rejected(f"unknown claim {kind!r}")
        holds = claim.get("holds")
        require("holds" not in claim or type(holds) is bool, "holds is neither true nor false")
        about_none = kind == "infeasible"
        require(about_none == (kernel is None), f"the claim {kind} does not fit the kernel")
        result = CHECKS[kind](claim, rows, kernel)
        require(result is holds, f"the claim {kind} does not say whether it holds")
        shown.append(result)
        lines.append(describe(claim))
    require(True in shown or False in shown, "the certificate has no claim that can fail")
    # What does not sum to 1 is no mechanism, whatever else is true of it.
    mechanism = all(sum(row) == 1 for row in rows)
    expected = "holds" if mechanism and False not in shown else "fails"
    require(verdict == expected, f"the verdict is {expected}, not {verdict!r}")
    return lines


def describe(claim: Claim) -> str:
    """Return a claim in a line."""
    keys = (
        "polytope",
        "property",
        "objective",
        "n",
        "alpha",
        "epsilon",
        "delta",
        "properties",
        "value",
        "cost",
    )
    about = [
        words(claim[key]) if key == claim["claim"] else f"{key} {words(claim[key])}"
        for key in keys
        if claim.get(key) not in (None, [])
    ]
    near = claim.get("neighbours", {})
    if near.get("kind", "adjacent") != "adjacent" or near.get("sensitivity", 1) != 1:
        about.append(f"neighbours {near['kind']} within {near['sensitivity']}")
    text = " ".join([claim["claim"], ", ".join(about)]).strip()
    return text if "holds" not in claim else f"{text}: {'holds' if claim['holds'] else 'fails'}"


def words(value: Any) -> str:
    """Return a member of a claim in words."""
    if type(value) is dict:
        return " ".join(words(part) for part in value.values() if part is not None)
    text = "+".join(map(words, value)) if type(value) is list else str(value)
    return text if len(text) <= 60 else f"{text[:40]}...({len(text)} characters)"


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
            print(f"{path}: accepted, verdict {certificate['verdict']}")
        except Rejected as reason:
            print(f"{path}: REJECTED: {reason}")
            status = max(status, 1)
        except Unreadable as reason:
            print(f"{path}: not readable: {reason}")
            status = 2
    if not paths:
        print(__doc__)
        status = 2
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
