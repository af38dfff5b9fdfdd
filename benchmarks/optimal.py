"""Certified exact optima against HiGHS' own float time on the same model, in one run.

    python benchmarks/optimal.py [--large]

Prints seconds and their ratio for each instance, then the median and the worst ratio. The
exact time covers everything: the program, the proposals, the exact vertex and its proof.
The float time is HiGHS alone on the unscaled model with its default options.
"""

from __future__ import annotations

import statistics
import sys
import time
from fractions import Fraction
from itertools import product

import highspy
import numpy as np

from exactdp.mechanisms.design.design import Design
from exactdp.mechanisms.design.lp.proposal import Matrix
from exactdp.mechanisms.design.optimal import OptimalMechanism, optimal
from exactdp.mechanisms.kernels.objectives import Objective
from exactdp.mechanisms.kernels.properties import PROPERTIES

SETS = [(), ("WH",), ("CM", "WH"), PROPERTIES]
GRID = product(
    (16, 32, 50), (Fraction(1, 2), Fraction(2, 3), Fraction(9, 10)), SETS, ("L0", "L1", "L2")
)
LARGE = [
    (100, Fraction(9, 10), (), "L0"),
    (100, Fraction(2, 3), (), "L0"),
    (200, Fraction(9, 10), (), "L0"),
    (200, Fraction(9, 10), ("WH",), "L0"),
]


def float_seconds(design: Design) -> float:
    """Return the seconds that HiGHS takes, model passing excluded."""
    _, program = design.program()
    matrix = Matrix(program)
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = matrix.cost.size, matrix.bounds.size
    lp.col_cost_, lp.col_lower_ = matrix.cost, np.zeros(matrix.cost.size)
    lp.col_upper_ = np.full(matrix.cost.size, highspy.kHighsInf)
    lp.row_lower_ = matrix.bounds
    lp.row_upper_ = np.where(matrix.equal, matrix.bounds, highspy.kHighsInf)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_, lp.a_matrix_.index_ = matrix.start, matrix.index
    lp.a_matrix_.value_ = matrix.value
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.passModel(lp)
    start = time.perf_counter()
    solver.run()
    return time.perf_counter() - start


def main() -> None:
    """Run the instances and print the ratios."""
    ratios = []
    for n, alpha, letters, name in LARGE if "--large" in sys.argv else GRID:
        design = Design(n, alpha, letters, Objective.parse(name))
        floats = float_seconds(design)
        start = time.perf_counter()
        found = optimal(design)
        exact = time.perf_counter() - start
        assert isinstance(found, OptimalMechanism)
        ratios.append(exact / floats)
        print(
            f"n = {n:3}  alpha = {alpha!s:5} {name}  {'+'.join(letters) or 'BasicDP':20}"
            f"  exact {exact:7.3f} s  float {floats:7.3f} s  ratio {ratios[-1]:6.2f}",
            flush=True,
        )
    print(
        f"{len(ratios)} certified; ratio: median {statistics.median(ratios):.2f}, "
        f"worst {max(ratios):.2f}"
    )


if __name__ == "__main__":
    main()
