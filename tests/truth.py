"""What a certificate states, decided the slow way: an oracle for the stand-alone checker.

It shares no code with the checker. A statement is true if it is well formed and the plain
definitions in `naive` confirm it; what is said of all kernels, cddlib's exact simplex method
decides.
"""

from fractions import Fraction
from itertools import product

import cdd
import cdd.gmp
import naive

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.exact.rationals import to_fraction
from exactdp.mechanisms.kernels.files.kernels import kernel_from_document


def is_true(document):
    """Whether every statement of a certificate is true."""
    rows = None if document["kernel"] is None else kernel_rows(document["kernel"])
    verdicts = [claim_is_true(claim, rows, document) for claim in document["claims"]]
    holds = [claim["holds"] for claim in document["claims"] if "holds" in claim]
    mechanism = rows is None or all(sum(row) == 1 for row in rows)
    verdict = "holds" if all(holds) and mechanism else "fails"
    return all(verdicts) and bool(holds) and document["verdict"] == verdict


def kernel_rows(document):
    form = kernel_from_document(document)
    return [[to_fraction(x) for x in form.row(i)] for i in range(form.size)]


def claim_is_true(claim, rows, document):
    return {
        "stochastic": stochastic,
        "tightest-alpha": tightest,
        "private": private,
        "delta": delta,
        "property": has_property,
        "objective": objective,
        "post-processing": post_processing,
        "derivable": derivable,
        "blackwell": blackwell,
        "optimal": optimal,
        "unique": unique,
        "infeasible": infeasible,
        "extreme": extreme,
    }[claim["claim"]](claim, rows, document)


def stochastic(claim, rows, _):
    sums = [sum(row) for row in rows]
    if claim["holds"]:
        return all(total == 1 for total in sums) and not {"row", "sum"} & set(claim)
    return sums[claim["row"]] == Fraction(claim["sum"]) != 1


def relation(claim):
    near = claim["neighbours"]
    return near["kind"], near["sensitivity"]


def ratio(witness, rows, near):
    if near[0] == "outputs":
        (i, (j, m)) = (witness["input"], witness["outputs"])
        pair = ((i, j), (i, m))
    else:
        (j, (i, k)) = (witness["output"], witness["inputs"])
        pair = ((i, j), (k, j))
    if pair not in set(naive.neighbours(len(rows), *near)):
        return None
    (i, j), (k, m) = pair
    return rows[i][j] / rows[k][m] if rows[k][m] else None


def tightest(claim, rows, _):
    alpha, near = Fraction(claim["alpha"]), relation(claim)
    if claim["witness"] is None:
        return alpha == 1 == naive.tightest_alpha(rows, *near)
    return alpha == naive.tightest_alpha(rows, *near) == ratio(claim["witness"], rows, near)


def level(claim):
    try:
        if "alpha" in claim:
            return None if "epsilon" in claim else PrivacyLevel.from_alpha(claim["alpha"])
        return PrivacyLevel.from_epsilon(claim["epsilon"])
    except InputError:
        return None


def private(claim, rows, _):
    near, at = relation(claim), level(claim)
    if at is None:
        return False
    if claim["holds"]:
        bound = Fraction(claim["bound"])
        alpha = naive.tightest_alpha(rows, *near)
        return "witness" not in claim and at.compare(bound) >= 0 and alpha >= bound
    found = ratio(claim["witness"], rows, near)
    return found is not None and at.compare(found) < 0 and "bound" not in claim


def delta(claim, rows, _):
    near, at, bound = relation(claim), level(claim), Fraction(claim["delta"])
    if at is None or near[0] == "outputs" or not 0 <= bound <= 1:
        return False
    # Between rationals so near to e^eps that no breakpoint of these small cases is missed.
    low, high = (Fraction(str(x)) for x in at.odds_bracket())
    if claim["holds"]:
        return naive.hockey_stick(rows, low, *near) <= bound and "witness" not in claim
    i, k = claim["witness"]["inputs"]
    reach = len(rows) - 1 if near[0] == "all" else near[1]
    beyond = sum(max(0, p - high * q) for p, q in zip(rows[i], rows[k], strict=True)) > bound
    return 1 <= abs(i - k) <= reach and beyond


def has_property(claim, rows, _):
    letter, n = claim["property"], len(rows) - 1
    if claim["holds"]:
        return "violation" not in claim and naive.has_property(rows, letter)
    entries = [tuple(entry) for entry in claim["violation"]]
    low = rows[entries[0][0]][entries[0][1]]
    if letter == "WH":
        return len(entries) == 1 and entries[0][0] == entries[0][1] and low * (n + 1) < 1
    (i, j), (k, m) = entries
    named = {
        "RH": (i, j) == (m, m),
        "CH": (i, j) == (k, k),
        "F": i == j and k == m,
        "S": (i, j) == (n - k, n - m),
        # one step nearer to the diagonal, on the same side of it or on it
        "RM": j == m and abs(i - k) == 1 and abs(i - j) == abs(k - m) - 1,
        "CM": i == k and abs(j - m) == 1 and abs(i - j) == abs(k - m) - 1,
    }[letter]
    return named and low < rows[k][m]


def objective(claim, rows, _):
    n = len(rows) - 1
    name, _, distance = claim["objective"].partition(",")
    total = Fraction(0)
    for i, row in enumerate(rows):
        for j, p in enumerate(row):
            if name == "L0":
                total += Fraction(abs(i - j) > int(distance or 0), n) * p
            else:
                total += Fraction(abs(i - j) ** int(name[1]), n + 1) * p
    return total == Fraction(claim["value"])


def post_processing(claim, rows, document):
    kernel, alpha = document["kernel"], Fraction(claim["alpha"])
    if kernel["form"] != "postprocessed" or not claim["holds"] or not 0 < alpha <= 1:
        return False
    exact = kernel_rows(kernel["base"])
    sums = [sum(Fraction(w) for _, w in row) for row in kernel["post"]]
    return naive.tightest_alpha(exact) >= alpha and all(total == 1 for total in sums)


def derivable(claim, rows, _):
    a, n = Fraction(claim["alpha"]), len(rows) - 1
    if not 0 < a < 1 or any(sum(row) != 1 for row in rows):
        return False
    if claim["holds"]:
        post = [[Fraction(0)] * (n + 1) for _ in rows]
        for k, sparse in enumerate(claim["post"]):
            for j, w in sparse:
                post[k][j] += Fraction(w)
        law = [
            [(1 if k in (0, n) else 1 - a) / (1 + a) * a ** abs(i - k) for k in range(n + 1)]
            for i in range(n + 1)
        ]
        made = [
            [sum(x * row[j] for x, row in zip(line, post, strict=True)) for j in range(n + 1)]
            for line in law
        ]
        return made == rows and min(map(min, post)) >= 0 and "witness" not in claim
    j, k = claim["witness"]["output"], claim["witness"]["input"]
    column = [row[j] for row in rows]
    if k in (0, n):
        return column[k] < a * column[1 if k == 0 else n - 1] and "post" not in claim
    return (
        column[k] - a * column[k - 1] < a * (column[k + 1] - a * column[k]) and "post" not in claim
    )


def blackwell(claim, rows, _):
    source, counts = kernel_rows(claim["from"]), range(len(rows))
    if len(source) != len(rows) or any(sum(row) != 1 for row in source + rows):
        return False
    # x[k * size + j] is the chance that output k becomes output j
    size = len(rows)
    equations = [
        {k * size + j: source[i][k] for k in counts} | {"bound": rows[i][j]}
        for i in counts
        for j in counts
    ]
    equations += [{k * size + j: 1 for j in counts} | {"bound": 1} for k in counts]
    possible = least({}, [{v: 1} for v in range(size**2)], equations, size**2) is not None
    return claim["holds"] == possible and ("post" in claim) == claim["holds"]


# -- designs: what is demanded of a kernel, and what it costs -----------------------------


def least(cost, inequalities, equations, variables):
    """The least cost over all x with a.x >= bound and a.x = bound; None if there is no x."""
    rows = [
        [-row.get("bound", Fraction(0)), *(row.get(v, Fraction(0)) for v in range(variables))]
        for row in [*inequalities, *equations]
    ]
    program = cdd.gmp.matrix_from_array(
        [[Fraction(x) for x in row] for row in rows],
        lin_set=range(len(inequalities), len(rows)),
        rep_type=cdd.RepType.INEQUALITY,
        obj_type=cdd.LPObjType.MIN,
        obj_func=[Fraction(0), *(Fraction(cost.get(v, 0)) for v in range(variables))],
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


def demands(claim, n):
    """The inequalities and equations of a design; entry (i, j) is variable i * (n + 1) + j."""
    size = n + 1
    inequalities = [{v: 1} for v in range(size**2)]
    equations = [{i * size + j: 1 for j in range(size)} | {"bound": 1} for i in range(size)]
    if claim["alpha"] is not None:
        for i in range(n):
            for j in range(size):
                a, b = i * size + j, (i + 1) * size + j
                alpha = Fraction(claim["alpha"])
                inequalities += [{a: 1, b: -alpha}, {b: 1, a: -alpha}]
    for letter in claim["properties"]:
        if letter == "WH":
            share = Fraction(1, size)
            inequalities += [{i * size + i: 1, "bound": share} for i in range(size)]
        for (i, j), (k, m) in comparisons(letter, n):
            if (i, j) != (k, m):
                inequalities.append({i * size + j: 1, k * size + m: -1})
    for extra in claim["extra"]:
        row = {"bound": Fraction(extra["bound"])}
        for i, j, w in extra["terms"]:
            row[i * size + j] = row.get(i * size + j, 0) + Fraction(w)
        (equations if extra["equal"] else inequalities).append(row)
    return inequalities, equations


def losses(objective, n):
    """What output j on input i costs, weighted."""
    size, loss = n + 1, objective["loss"]
    weights = [Fraction(w) for w in objective["weights"] or [Fraction(1, size)] * size]
    if sum(weights) != 1 or min(weights) < 0:
        return None

    def cost(i, j):
        if isinstance(loss, dict):
            return Fraction(loss["table"][i][j])
        name, _, distance = loss.partition(",")
        if name != "L0":
            return Fraction(abs(i - j) ** int(name[1]))
        # uniform scores 1 under L0: n wrong outputs of n + 1, weighted 1 in all, or at most
        largest = 1 if objective["aggregate"] == "sum" else max(weights)
        return Fraction(abs(i - j) > int(distance or 0)) * size / n / largest

    return [[weights[i] * cost(i, j) for j in range(size)] for i in range(size)]


def program(claim, n):
    """The least-cost program of a design: cost, inequalities, equations, variables."""
    inequalities, equations = demands(claim, n)
    costs = losses(claim["objective"], n)
    flat = {i * (n + 1) + j: c for i, row in enumerate(costs) for j, c in enumerate(row)}
    if claim["objective"]["aggregate"] == "sum":
        return flat, inequalities, equations, len(flat)
    t = len(flat)
    for i, row in enumerate(costs):
        inequalities.append({t: 1} | {i * (n + 1) + j: -c for j, c in enumerate(row)})
    return {t: 1}, inequalities, equations, t + 1


def price(claim, rows):
    """What a kernel costs; None if it is not all that is demanded."""
    n = len(rows) - 1
    flat = [p for row in rows for p in row]
    inequalities, equations = demands(claim, n)

    def value(row):
        return sum(w * flat[v] for v, w in row.items() if v != "bound") - row.get("bound", 0)

    if any(value(row) < 0 for row in inequalities) or any(value(row) != 0 for row in equations):
        return None
    if not all(naive.has_property(rows, letter) for letter in claim["properties"]):
        return None
    per_input = [
        sum(c * p for c, p in zip(costs, row, strict=True))
        for costs, row in zip(losses(claim["objective"], n), rows, strict=True)
    ]
    return sum(per_input) if claim["objective"]["aggregate"] == "sum" else max(per_input)


def optimal(claim, rows, _):
    if losses(claim["objective"], len(rows) - 1) is None or not claim["holds"]:
        return False
    found = least(*program(claim, len(rows) - 1))
    return found == price(claim, rows) == Fraction(claim["cost"])


def unique(claim, rows, _):
    if losses(claim["objective"], len(rows) - 1) is None:
        return False
    here = price(claim, rows)
    cost, inequalities, equations, variables = program(claim, len(rows) - 1)
    if here is None or least(cost, inequalities, equations, variables) != here:
        return False
    if not claim["holds"]:
        other = kernel_rows(claim["other"])
        return len(other) == len(rows) and price(claim, other) == here and other != rows
    equations.append(cost | {"bound": here})  # the set of all optima: every entry is one number
    flat = [p for row in rows for p in row]
    return all(
        least({v: sign}, inequalities, equations, variables) == sign * p
        for v, p in enumerate(flat)
        for sign in (1, -1)
    )


def infeasible(claim, rows, _):
    n = claim["n"]
    return rows is None and n >= 1 and least({}, *demands(claim, n), (n + 1) ** 2) is None


# -- extreme points: the rank of all constraints that are tight ---------------------------


def psi(size, alpha):
    """Yield (pattern, scale), in the order of the paper."""
    for signs in product("-+", repeat=size - 1):
        column = [Fraction(1)]
        for sign in signs:
            column.append(column[-1] * (1 / alpha if sign == "+" else alpha))
        yield "".join(signs), [x / sum(column) for x in column]


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


def constraints(kind, size, alpha, target):
    """The inequalities (row . x >= 0) and equations (row . x = bound) of a polytope."""
    counts = range(size)
    if kind in ("U", "F"):
        height, columns = size, [[Fraction(i == k) for i in counts] for k in counts]
        inequalities = []
        for j in counts:
            for i in range(size - 1):
                for low, high in ((i, i + 1), (i + 1, i)):
                    row = [Fraction(0)] * size**2
                    row[low * size + j], row[high * size + j] = Fraction(1), -alpha
                    inequalities.append(row)
    else:
        columns = [column for _, column in psi(size, alpha)]
        height = len(columns)
        inequalities = [
            [Fraction(v == w) for v in range(height * size)] for w in range(height * size)
        ]
    equations = []
    for i in counts:
        equations.append(([columns[s][i] for s in range(height) for _ in counts], 1))
    for j, z in enumerate(target or []):
        kept = [sum(y * x for y, x in zip(target, column, strict=True)) for column in columns]
        row = [x if m == j else Fraction(0) for x in kept for m in counts]
        equations.append((row, z))
    return inequalities, equations


def is_extreme(kind, size, alpha, target, point):
    """Whether a point is extreme; None if it is not in the polytope."""

    def value(row):
        return sum(x * y for x, y in zip(row, point, strict=True))

    inequalities, equations = constraints(kind, size, alpha, target)
    if any(value(row) < 0 for row in inequalities):
        return None
    if any(value(row) != bound for row, bound in equations):
        return None
    tight = [row for row in inequalities if value(row) == 0]
    return rank(tight + [row for row, _ in equations]) == len(point)


def extreme(claim, rows, _):
    kind, size, alpha = claim["polytope"], len(rows), Fraction(claim["alpha"])
    if kind not in ("U", "F", "RU", "RF") or not 0 < alpha < 1:
        return False
    target = claim["target"]
    if (target is None) != (kind in ("U", "RU")) or ("point" in claim) != (kind[0] == "R"):
        return False
    if target is not None:
        target = [Fraction(z) for z in target]
        if len(target) != size or min(target) < 0 or sum(target) != 1:
            return False
    point = [p for row in rows for p in row]
    if kind[0] == "R":
        weights = {(pattern, j): Fraction(w) for pattern, j, w in claim["point"]}
        made = [[Fraction(0)] * size for _ in rows]
        point = []
        for pattern, column in psi(size, alpha):
            for j in range(size):
                point.append(weights.get((pattern, j), Fraction(0)))
                for i in range(size):
                    made[i][j] += point[-1] * column[i]
        if made != rows:
            return False
    proofs = {"modulus"} if claim["holds"] else {"direction", "step"}
    given = {"modulus", "direction", "step"} & set(claim)
    return given == proofs and is_extreme(kind, size, alpha, target, point) == claim["holds"]
