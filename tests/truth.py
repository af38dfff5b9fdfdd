"""What a certificate states, decided the slow way: an oracle for the stand-alone checker.

It shares no code with the checker. A statement is true if the plain definitions confirm it; what
is said of all kernels, cddlib's exact simplex method decides. An inequality is a dictionary from
variables to coefficients, with what the sum is at least at "bound".
"""

from fractions import Fraction

import cdd
import cdd.gmp

from exactdp.mechanisms.exact.level import PrivacyLevel


def is_true(document):
    """Whether every statement of a certificate is true."""
    kernels = []
    for kernel in document["kernels"]:
        kernels.append(entries(kernel, kernels))
    facts = []
    for claim in document["claims"]:
        rows = kernels[claim["kernel"]] if "kernel" in claim else None
        decide = is_extreme_sum if claim.get("weights") else DECIDE[claim["claim"]]
        parts = document["kernels"] if claim.get("weights") else kernels
        facts.append(decide(claim, rows, parts) is claim["holds"])
    verdict = "holds" if all(claim["holds"] for claim in document["claims"]) else "fails"
    return all(facts) and document["verdict"] == verdict


def entries(kernel, earlier):
    """A kernel, written out: a list of rows."""
    if kernel["form"] == "dense":
        return [[Fraction(x) for x in row] for row in kernel["rows"]]
    if kernel["form"] == "power":
        r, c = ([Fraction(x) for x in kernel[f"{side}_factors"]] for side in ("row", "column"))
        base, e = Fraction(kernel["base"]), kernel["exponents"]
        return [
            [x * y * base ** (abs(i - j) if e == "abs(i-j)" else e[i][j]) for j, y in enumerate(c)]
            for i, x in enumerate(r)
        ]
    outputs = size_of(kernel["outputs"])
    if kernel["form"] == "product":
        return followed(earlier[kernel["of"]], kernel["post"], outputs)
    rows = [[Fraction(0)] * outputs for _ in range(size_of(kernel["inputs"]))]
    for pattern, j, w in kernel["weights"]:
        for row, x in zip(rows, scale(pattern, Fraction(kernel["alpha"])), strict=True):
            row[j] += Fraction(w) * x
    return rows


def size_of(labels):
    return labels[1] - labels[0] + 1 if type(labels[0]) is int else len(labels)


def followed(rows, post, outputs):
    """The rows of a kernel after another one, of which what is not 0 is listed."""
    out = [[Fraction(0)] * outputs for _ in rows]
    for line, made in zip(rows, out, strict=True):
        for p, row in zip(line, post, strict=True):
            for j, w in row:
                made[j] += p * Fraction(w)
    return out


def scale(pattern, alpha):
    column = [Fraction(1)]
    for sign in pattern:
        column.append(column[-1] * (1 / alpha if sign == "+" else alpha))
    return [x / sum(column) for x in column]


# -- demands ------------------------------------------------------------------------------


def neighbours(stated, rows):
    """Yield pairs of neighbouring entries, both ways, with their distance."""
    counts, outputs = range(len(rows)), range(len(rows[0]))
    ((kind, given),) = stated.items()
    if kind == "outputs_within":
        pairs = [((i, j), (i, k), 1) for i in counts for j in outputs for k in outputs]
        yield from ((a, b, d) for a, b, d in pairs if 1 <= abs(a[1] - b[1]) <= given)
        return
    if kind == "inputs_within":
        given = [[i, k, 1] for i in counts for k in counts if 1 <= k - i <= given]
    for i, k, d in given:
        for j in outputs:
            yield (i, j), (k, j), d
            yield (k, j), (i, j), d


def compare(alpha, x):
    """The sign of x - alpha, alpha a number or e^-eps."""
    if isinstance(alpha, dict):
        return PrivacyLevel.from_epsilon(alpha["epsilon"]).compare(x)
    return (x > Fraction(alpha)) - (x < Fraction(alpha))


def private(demand, rows):
    return all(
        compare(demand["alpha"], value(rows, a) / value(rows, b)) >= 0
        if d == 1
        else value(rows, a) >= Fraction(demand["alpha"]) ** d * value(rows, b)
        for a, b, d in neighbours(demand["neighbours"], rows)
        if value(rows, b)
    )


def value(rows, entry):
    return rows[entry[0]][entry[1]]


def inequalities(demand, m, n):
    """The (inequalities, equations) of a demand; entry (i, j) is the variable (i, j)."""
    kind = demand["demand"]
    if kind == "sums":
        return [], [{(i, j): 1 for j in range(n)} | {"bound": 1} for i in range(m)]
    if kind == "law":
        start, end = ([Fraction(z) for z in demand[side]] for side in ("from", "to"))
        return [], [{(i, j): z for i, z in enumerate(start)} | {"bound": end[j]} for j in range(n)]
    if kind == "linear":
        row = {"bound": Fraction(demand["bound"])}
        for i, j, w in demand["terms"]:
            row[i, j] = row.get((i, j), 0) + Fraction(w)
        return ([row], []) if demand["relation"] == ">=" else ([], [row])
    if kind == "private":
        alpha, nothing = Fraction(demand["alpha"]), [[0] * n] * m
        near = neighbours(demand["neighbours"], nothing)
        return [{a: 1, b: -(alpha**d)} for a, b, d in near], []
    letter = demand["property"]
    if letter == "WH":
        return [{(i, i): 1, "bound": Fraction(1, m)} for i in range(m)], []
    pairs = [{a: 1, b: -1} for a, b in comparisons(letter, m - 1) if a != b]
    return ([], pairs) if letter in ("F", "S") else (pairs, [])


def excess(row, rows):
    return sum(w * value(rows, v) for v, w in row.items() if v != "bound") - row.get("bound", 0)


def met(demand, rows):
    """Whether a kernel, or a matrix that is none, is all that is demanded."""
    if demand["demand"] == "private":
        return private(demand, rows)
    if demand["demand"] == "cost":
        return cost(demand["objective"], rows) == Fraction(demand["value"])
    at_least, equal = inequalities(demand, len(rows), len(rows[0]))
    return all(excess(row, rows) >= 0 for row in at_least) and not any(
        excess(row, rows) for row in equal
    )


def is_rows(claim, rows, _):
    demand = claim["demand"]
    if "tight" in claim and met(demand, rows):
        ratios = [
            value(rows, a) / value(rows, b)
            for a, b, d in neighbours(demand["neighbours"], rows)
            if d == 1 and value(rows, b)
        ]
        return min([Fraction(1), *ratios]) == Fraction(demand["alpha"])
    return met(demand, rows)


def is_level(claim, rows, _):
    """Between rationals so near to e^eps that no breakpoint of these small cases is missed."""
    alpha, bound = claim["alpha"], Fraction(claim["delta"])
    level = (
        PrivacyLevel.from_epsilon(alpha["epsilon"])
        if isinstance(alpha, dict)
        else PrivacyLevel.from_alpha(alpha)
    )
    low, high = (Fraction(str(x)) for x in level.odds_bracket())
    pairs = {(a[0], b[0]) for a, b, _ in neighbours(claim["neighbours"], rows)}
    ends = []
    for odds in (low, high):
        deltas = [
            sum(max(Fraction(0), p - odds * q) for p, q in zip(rows[i], rows[k], strict=True))
            for i, k in pairs
        ]
        ends.append(max(deltas, default=0) <= bound)
    assert ends[0] == ends[1]
    return ends[0]


# -- post-processing ----------------------------------------------------------------------


def is_product(claim, rows, kernels):
    source = kernels[claim["of"]]
    inner, outputs = range(len(source[0])), range(len(rows[0]))
    equations = [
        {(k, j): p for k, p in enumerate(line)} | {"bound": row[j]}
        for line, row in zip(source, rows, strict=True)
        for j in outputs
    ]
    equations += [{(k, j): 1 for j in outputs} | {"bound": 1} for k in inner]
    cells = [(k, j) for k in inner for j in outputs]
    return least({}, [{v: 1} for v in cells], equations, cells) is not None


# -- designs: what is demanded of a kernel, and what it costs -----------------------------


def least(cost, inequalities, equations, variables):
    """The least cost over all x with a.x >= bound and a.x = bound; None if there is no x."""
    rows = [
        [-row.get("bound", Fraction(0)), *(row.get(v, Fraction(0)) for v in variables)]
        for row in [*inequalities, *equations]
    ]
    program = cdd.gmp.matrix_from_array(
        [[Fraction(x) for x in row] for row in rows],
        lin_set=range(len(inequalities), len(rows)),
        rep_type=cdd.RepType.INEQUALITY,
        obj_type=cdd.LPObjType.MIN,
        obj_func=[Fraction(0), *(Fraction(cost.get(v, 0)) for v in variables)],
    )
    solver = cdd.gmp.linprog_from_matrix(program)
    cdd.gmp.linprog_solve(solver)
    if solver.status == cdd.LPStatusType.OPTIMAL:
        return solver.obj_value
    assert solver.status in (cdd.LPStatusType.INCONSISTENT, cdd.LPStatusType.STRUC_INCONSISTENT)
    return None


def comparisons(letter, n):
    """Yield (larger, smaller) entries, from the definition of a property."""
    counts = range(n + 1)
    for i in counts:
        for j in counts:
            if letter == "RH":
                yield (i, i), (j, i)
            elif letter == "CH":
                yield (i, i), (i, j)
            elif letter == "F":
                yield (i, i), (j, j)
            elif letter == "S":
                yield (i, j), (n - i, n - j)
            elif letter in ("RM", "CM") and j < n:
                # along a line through the diagonal entry i, from j to j + 1
                near, far = (j + 1, j) if j + 1 <= i else (j, j + 1)
                yield ((near, i), (far, i)) if letter == "RM" else ((i, near), (i, far))


def feasible(design, m, n):
    """The inequalities, equations and variables of all kernels that meet a design."""
    cells = [(i, j) for i in range(m) for j in range(n)]
    at_least, equal = [{v: 1} for v in cells], []
    for demand in ({"demand": "sums"}, *design):
        more, same = inequalities(demand, m, n)
        at_least += more
        equal += same
    return at_least, equal, cells


def losses(objective, m, n):
    """What output j on input i costs, weighted."""
    loss = objective["loss"]
    weights = [Fraction(w) for w in objective["weights"] or [Fraction(1, m)] * m]

    def loss_of(i, j):
        if isinstance(loss, dict):
            return Fraction(loss["table"][i][j])
        name, _, distance = loss.partition(",")
        if name != "L0":
            return Fraction(abs(i - j) ** int(name[1]))
        # uniform scores 1 under L0: m - 1 wrong outputs of m, weighted 1 in all, or at most
        largest = 1 if objective["aggregate"] == "sum" else max(weights)
        return Fraction(abs(i - j) > int(distance or 0)) * m / (m - 1) / largest

    return [[weights[i] * loss_of(i, j) for j in range(n)] for i in range(m)]


def cost(objective, rows):
    """What a kernel costs."""
    table = losses(objective, len(rows), len(rows[0]))
    each = [
        sum(c * p for c, p in zip(*pair, strict=True)) for pair in zip(table, rows, strict=True)
    ]
    return sum(each) if objective["aggregate"] == "sum" else max(each)


def program(claim, m, n):
    """The least-cost program of a design: cost, inequalities, equations, variables."""
    at_least, equal, cells = feasible(claim["design"], m, n)
    table = losses(claim["objective"], m, n)
    if claim["objective"]["aggregate"] == "sum":
        return {(i, j): table[i][j] for i, j in cells}, at_least, equal, cells
    for i, row in enumerate(table):
        at_least.append({"t": 1} | {(i, j): -c for j, c in enumerate(row)})
    return {"t": 1}, at_least, equal, [*cells, "t"]


def all_met(design, rows):
    return all(met(demand, rows) for demand in ({"demand": "sums"}, *design))


def is_optimal(claim, rows, _):
    found = least(*program(claim, len(rows), len(rows[0])))
    here = cost(claim["objective"], rows)
    return all_met(claim["design"], rows) and found == here == Fraction(claim["cost"])


def is_unique(claim, rows, _):
    """Whether every other kernel of the design costs more."""
    assert all_met(claim["design"], rows)
    here = cost(claim["objective"], rows)
    price, at_least, equal, cells = program(claim, len(rows), len(rows[0]))
    if least(price, at_least, equal, cells) != here:
        return False
    equal.append(price | {"bound": here})  # the set of all optima: every entry is one number
    return all(
        least({v: sign}, at_least, equal, cells) == sign * value(rows, v)
        for v in cells
        if v != "t"
        for sign in (1, -1)
    )


def is_infeasible(claim, _, __):
    shape = size_of(claim["inputs"]), size_of(claim["outputs"])
    return least({}, *feasible(claim["design"], *shape)) is None


# -- extreme points: the rank of all constraints that are tight ---------------------------


def rank(rows):
    """The rank of a list of rows, by elimination in fractions."""
    rows, found = [list(row) for row in rows], 0
    for v in range(len(rows[0])):
        pivot = next((row for row in rows if row[v]), None)
        if pivot is not None:
            rows.remove(pivot)
            found += 1
            for row in rows:
                if row[v]:
                    factor = row[v] / pivot[v]
                    row[:] = [x - factor * y for x, y in zip(row, pivot, strict=True)]
    return found


def is_extreme(claim, rows, _):
    """Whether a kernel is an extreme point of all that meet a design."""
    assert all_met(claim["design"], rows)
    at_least, equal, cells = feasible(claim["design"], len(rows), len(rows[0]))
    tight = [row for row in at_least if excess(row, rows) == 0] + equal
    return rank([[Fraction(row.get(v, 0)) for v in cells] for row in tight]) == len(cells)


def is_extreme_sum(claim, rows, stated):
    """Whether the weights > 0 of a sum of scales are determined by the sums and the laws."""
    assert all_met(claim["design"], rows)
    kernel = stated[claim["kernel"]]
    alpha, size = Fraction(kernel["alpha"]), size_of(kernel["inputs"])
    columns = [(j, scale(pattern, alpha)) for pattern, j, _ in kernel["weights"]]
    equations = [[column[i] for _, column in columns] for i in range(size)]
    for demand in claim["design"]:
        law = [Fraction(z) for z in demand["from"]]
        for j in range(size_of(kernel["outputs"])):
            kept = [sum(z * x for z, x in zip(law, column, strict=True)) for _, column in columns]
            equations.append([x if k == j else Fraction(0) for x, (k, _) in zip(kept, columns)])  # noqa: B905
    return rank(equations) == len(columns)


DECIDE = {
    "rows": is_rows,
    "level": is_level,
    "product": is_product,
    "optimal": is_optimal,
    "unique": is_unique,
    "infeasible": is_infeasible,
    "extreme": is_extreme,
}
