"""A second engine for linear programs: cddlib in exact arithmetic."""

from fractions import Fraction

import cdd
import cdd.gmp


def solve(program):
    """Return (status, cost): "optimal", "infeasible" or "unbounded"."""

    def exact(x):
        return Fraction(int(x.p), int(x.q))

    n = program.variables
    inequalities, equations = [], []
    for row in program.rows:
        line = [-exact(row.bound)] + [Fraction(0)] * n
        for v, a in row.terms:
            line[1 + v] += exact(a)
        (equations if row.equal else inequalities).append(line)
    for v in range(n):
        inequalities.append([Fraction(0)] * (1 + v) + [Fraction(1)] + [Fraction(0)] * (n - 1 - v))
    matrix = cdd.gmp.matrix_from_array(
        equations + inequalities,
        lin_set=range(len(equations)),
        rep_type=cdd.RepType.INEQUALITY,
        obj_type=cdd.LPObjType.MIN,
        obj_func=[Fraction(0)] + [exact(c) for c in program.cost],
    )
    lp = cdd.gmp.linprog_from_matrix(matrix)
    cdd.gmp.linprog_solve(lp)
    names = {
        cdd.LPStatusType.OPTIMAL: "optimal",
        cdd.LPStatusType.INCONSISTENT: "infeasible",
        cdd.LPStatusType.STRUC_INCONSISTENT: "infeasible",
    }
    status = names.get(lp.status, "unbounded")
    return status, lp.obj_value if status == "optimal" else None


def simplex(program):
    """Return the least cost of a feasible, bounded program: the textbook tableau, two phases.

    Bland's rule, Fractions, nothing clever. (SymPy 1.14's ``linprog`` was tried here first:
    on some of these programs it returns points that violate the equations.)
    """

    def exact(x):
        return Fraction(int(x.p), int(x.q))

    inequalities = sum(not row.equal for row in program.rows)
    n, slack = program.variables, 0
    table, width = [], program.variables + inequalities
    for row in program.rows:
        line = [Fraction(0)] * width + [exact(row.bound)]
        for v, a in row.terms:
            line[v] += exact(a)
        if not row.equal:
            line[n + slack] = Fraction(-1)
            slack += 1
        table.append([-x for x in line] if line[-1] < 0 else line)
    # Phase 1: one artificial variable a row, in the basis; their sum is minimised.
    rows = len(table)
    for k, line in enumerate(table):
        line[-1:-1] = [Fraction(int(k == m)) for m in range(rows)]
    basis = list(range(width, width + rows))
    cost = [-sum(line[v] for line in table) for v in range(width)] + [Fraction(0)] * rows
    cost.append(-sum(line[-1] for line in table))
    _pivot_until_optimal(table, basis, cost, range(width))
    assert cost[-1] == 0, "infeasible"
    for k, v in enumerate(basis):
        if v >= width:  # an artificial variable at 0: pivot it out, where its row allows
            entering = next((w for w in range(width) if table[k][w]), None)
            if entering is not None:
                _pivot(table, basis, cost, k, entering)
    # Phase 2.
    cost = [exact(c) for c in program.cost] + [Fraction(0)] * (inequalities + rows + 1)
    for k, v in enumerate(basis):
        if cost[v]:
            factor = cost[v]
            cost = [c - factor * x for c, x in zip(cost, table[k], strict=True)]
    _pivot_until_optimal(table, basis, cost, range(width))
    return -cost[-1]


def _pivot_until_optimal(table, basis, cost, allowed):
    while (entering := next((v for v in allowed if cost[v] < 0), None)) is not None:
        ratios = [
            (line[-1] / line[entering], basis[k], k)
            for k, line in enumerate(table)
            if line[entering] > 0
        ]
        _pivot(table, basis, cost, min(ratios)[2], entering)


def _pivot(table, basis, cost, k, entering):
    scale = table[k][entering]
    table[k][:] = [x / scale for x in table[k]]
    for line in [*table[:k], *table[k + 1 :], cost]:
        factor = line[entering]
        if factor:
            line[:] = [x - factor * y for x, y in zip(line, table[k], strict=True)]
    basis[k] = entering
