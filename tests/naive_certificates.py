"""Whether what a certificate of version 2 states is true: by definitions, not by its proofs.

It shares nothing with the checker. Of kernels that are written out and of designs `truth` decides,
by an exact simplex method. Of kernels for every alpha, and of polynomials, points are tried; of
integers, boxes. So what is false may pass here, but what is true never fails.
"""

import random
from fractions import Fraction
from itertools import chain, product
from math import factorial

import truth

POINTS = [Fraction(k, 16) for k in range(1, 16)] + [Fraction(1, 1000), Fraction(999, 1000)]


def is_true(document):
    """Whether every statement of a certificate is true, as far as it can be seen."""
    claims = document["claims"]
    fails = any(not claim["holds"] for claim in claims)
    if document["verdict"] != ("fails" if fails else "holds"):
        return False
    return all(is_true_at(document, alpha) for alpha in alphas(document))


def alphas(document):
    """Some alphas for which all is said; None where nothing is said for every alpha."""
    intervals = [part["interval"] for part in parts(document) if "interval" in part]
    if not intervals:
        return [None]
    (ends,) = {tuple(map(Fraction, interval)) for interval in intervals}  # enough for these tests
    spread = [ends[0] + (ends[-1] - ends[0]) * x for x in POINTS]
    return spread + list(ends[1:-1])


def parts(document):
    return [*document["kernels"], *document["claims"]]


def is_true_at(document, alpha):
    kernels = []
    for kernel in document["kernels"]:
        kernels.append(entries(kernel, kernels, alpha))
    units = [evaluate(kernel.get("unit", "1"), alpha) for kernel in document["kernels"]]
    if not all(unit > 0 for unit in units):
        return False
    if not all(p >= 0 for rows in kernels for row in rows for p in row):
        return False
    for claim in document["claims"]:
        place = claim.get("kernel")
        stated = (
            claim if alpha is None else said_at(claim, alpha, 1 if place is None else units[place])
        )
        rows = None if place is None else kernels[place]
        if decide(stated, rows, kernels, document["kernels"]) is not claim["holds"]:
            return False
    return True


def entries(kernel, earlier, alpha):
    """A kernel, written out, at an alpha where it is for all of them."""
    if kernel["form"] != "polynomial":
        return truth.entries(kernel, earlier)
    unit = evaluate(kernel["unit"], alpha)
    return [[evaluate(x, alpha) / unit for x in row] for row in kernel["rows"]]


def evaluate(value, alpha):
    """A number, or a polynomial in alpha, the constant first."""
    if isinstance(value, str):
        return Fraction(value)
    return sum((Fraction(x) * alpha**k for k, x in enumerate(value)), Fraction(0))


def said_at(claim, alpha, unit):
    """What a claim for every alpha says at one of them."""
    over = {"cost": unit, "value": unit}

    def number(key, value):
        is_poly = isinstance(value, list) and all(isinstance(x, str) for x in value)
        if key in ("alpha", "bound", "cost", "value") and (is_poly or isinstance(value, str)):
            return str(evaluate(value, alpha) / over.get(key, 1))
        if key == "terms" and isinstance(value, list):
            return [[i, j, str(evaluate(w, alpha))] for i, j, w in value]
        if isinstance(value, dict):
            return {k: number(k, x) for k, x in value.items()}
        if key == "design":
            return [number(None, demand) for demand in value]
        return value

    return {key: number(key, value) for key, value in claim.items()}


def decide(claim, rows, kernels, documents):
    """Whether what a claim is about holds."""
    kind = claim["claim"]
    if kind == "rows":
        undecided = [Fraction(u) for u in documents[claim["kernel"]].get("undecided", [])]
        return meets(claim, rows, undecided or [Fraction(0)] * len(rows))
    if kind == "level":
        undecided = [Fraction(u) for u in documents[claim["kernel"]].get("undecided", [])]
        return is_level(claim, rows, undecided or [Fraction(0)] * len(rows))
    if (
        kind == "unique" and not claim["holds"]
    ):  # some other kernel costs no more: it need not cost least
        here, other = (truth.cost(claim["objective"], k) for k in (rows, kernels[claim["other"]]))
        assert truth.all_met(claim["design"], rows)
        assert truth.all_met(claim["design"], kernels[claim["other"]])
        return not (other <= here and kernels[claim["other"]] != rows)
    if kind == "extreme" and claim["weights"]:
        return truth.is_extreme_sum(claim, rows, documents)
    if kind in OTHERS:
        return OTHERS[kind](claim)
    return truth.DECIDE[kind](claim, rows, kernels)


# -- levels -------------------------------------------------------------------------------


def exponential(epsilon):
    """Rationals around e^epsilon, 10^-100 apart or so."""
    if epsilon > 1:
        low, high = exponential(epsilon / 2)
        return low * low, high * high
    low = sum((epsilon**k / factorial(k) for k in range(80)), Fraction(0))
    return low, low + 2 * epsilon**80 / factorial(80)


def bracket(alpha):
    """Rationals around alpha."""
    if isinstance(alpha, dict):
        low, high = exponential(Fraction(alpha["epsilon"]))
        return 1 / high, 1 / low
    return Fraction(alpha), Fraction(alpha)


def both(decided):
    """What is so at both ends of a bracket, which no case of these tests lies in."""
    first, last = decided
    assert first == last
    return first


def meets(claim, rows, undecided):
    demand = claim["demand"]
    if demand["demand"] == "sums":
        return all(sum(row) + u == 1 for row, u in zip(rows, undecided, strict=True))
    if demand["demand"] != "private":
        return truth.met(demand, rows)

    def private(alpha):
        return all(
            truth.value(rows, a) >= alpha**d * truth.value(rows, b)
            for a, b, d in near(demand["neighbours"], rows)
        )

    holds = both([private(alpha) for alpha in bracket(demand["alpha"])])
    if holds and "tight" in claim:
        alpha = Fraction(demand["alpha"])
        return alpha == 1 or not private(alpha + Fraction(1, 10**200))
    return holds


def near(stated, rows):
    ((kind, given),) = stated.items()
    most = max(len(rows), len(rows[0]))
    return truth.neighbours({kind: given if kind == "pairs" else min(given, most)}, rows)


def is_level(claim, rows, undecided):
    """Whether delta is enough, whichever outputs the undecided mass has: the worst is its own."""
    bound = Fraction(claim["delta"])
    pairs = {(a[0], b[0]) for a, b, _ in near(claim["neighbours"], rows)}

    def within(alpha):
        excess = [
            sum(max(Fraction(0), p - q / alpha) for p, q in zip(rows[k], rows[i], strict=True))
            for i, k in pairs
        ]
        if not claim["holds"]:  # then not even if all that is undecided helps
            worst = [x - undecided[i] / alpha for x, (i, _) in zip(excess, pairs, strict=True)]
        else:
            worst = [x + undecided[k] for x, (_, k) in zip(excess, pairs, strict=True)]
        return all(x <= bound for x in worst)

    return both([within(alpha) for alpha in bracket(claim["alpha"])])


# -- noise --------------------------------------------------------------------------------


def is_noise(claim):
    """Whether the loss is as stated: what it costs to mask each move, as a linear program."""
    scales = [Fraction(b) for b in claim["scales"]]
    queries, noise = ([dict(row) for row in claim[key]] for key in ("queries", "noise"))
    epsilon = None if claim["epsilon"] is None else Fraction(claim["epsilon"])
    losses, lattice = [], claim["law"] == "geometric"
    ways = [(i, side) for i in range(len(scales)) for side in (1, -1)]
    price = {(i, side): 1 / scales[i] for i, side in ways}
    for move in claim["moves"]:
        change = [
            sum(Fraction(a) * Fraction(dict(move).get(k, 0)) for k, a in row.items())
            for row in queries
        ]
        equations = [
            {(i, side): side * Fraction(row.get(i, 0)) for i, side in ways} | {"bound": change[q]}
            for q, row in enumerate(noise)
        ]
        losses.append(truth.least(price, [{v: 1} for v in ways], equations, ways))
        if losses[-1] is not None and lattice and not reached(noise, change, len(scales)):
            losses[-1] = None
    most = None if None in losses else max(losses)
    if claim["holds"]:
        known = most is not None and epsilon is not None and most <= epsilon
        # A loss on the integers may be more than that of the program, never less.
        return known and (lattice or ("functional" not in claim) or most == epsilon)
    return most is not None and (epsilon is None or most <= epsilon)


def reached(noise, change, size):
    """Whether small integers v have S v = change."""
    return any(
        all(
            sum(Fraction(a) * v[i] for i, a in row.items()) == d
            for row, d in zip(noise, change, strict=True)
        )
        for v in product(range(-6, 7), repeat=size)
    )


# -- signs and cases ----------------------------------------------------------------------


def is_sign(claim):
    """Whether the quotient has its sign at points of the box, or where it is 0 everywhere."""
    source = random.Random(claim["relation"])
    ranges = [claim["box"][name] for name in claim["symbols"]]
    if claim["relation"] == "=0":
        points = [[Fraction(source.randint(-(10**6), 10**6)) for _ in ranges] for _ in range(30)]
        values = [quotient(claim, point) for point in points]
        return all(top == 0 for top, _ in values) and any(below for _, below in values)
    points = [[inside(source, *value) for value in ranges] for _ in range(200)]
    for point in points:
        top, below = quotient(claim, point)
        if not below:
            return False
        x = top / below
        if not {">0": x > 0, ">=0": x >= 0, "<0": x < 0, "<=0": x <= 0}[claim["relation"]]:
            return False
    return True


def inside(source, low, high, low_in, high_in, _cuts):
    """A point of a range, often an end that is in it."""
    low, span = Fraction(low), Fraction(source.choice([1, 10, 10**9]))
    if low_in and source.random() < 0.2:
        return low
    if high is not None:
        if high_in and source.random() < 0.2:
            return Fraction(high)
        span = Fraction(high) - low
    return low + span * Fraction(source.randint(1, 999), 1000)


def quotient(claim, point):
    return sum((worth(part, point) for part in claim["numerator"]), Fraction(0)), worth(
        claim["denominator"], point
    )


def worth(factors, point):
    out = Fraction(1)
    for polynomial, power in factors:
        total = Fraction(0)
        for coefficient, exponents in polynomial:
            term = Fraction(coefficient)
            for x, e in zip(point, exponents, strict=True):
                term *= x**e
            total += term
        out *= total**power
    return out


def is_cases(claim):
    """Whether the goal is at least 0 at small integers where the rest is."""
    forms = [*claim["given"], claim["goal"], *chain(*chain(*claim["either"]))]
    names = sorted({name for form in forms for name in form} - {""})

    def positive(form, at):
        return sum(x * at.get(name, 1) for name, x in form.items()) >= 0

    size = 6 if len(names) <= 3 else 2
    for values in product(range(-size, size + 1), repeat=len(names)):
        at = dict(zip(names, values, strict=True))
        given = all(positive(form, at) for form in claim["given"]) and all(
            any(all(positive(form, at) for form in forms) for forms in lists)
            for lists in claim["either"]
        )
        if given and not positive(claim["goal"], at):
            return False
    return True


OTHERS = {"noise": is_noise, "sign": is_sign, "cases": is_cases}
