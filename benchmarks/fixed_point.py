"""Exact certified fixed-point mechanisms against a float program, in one run.

    python benchmarks/fixed_point.py [--county county_homicides.csv] [--large] [--heuristic]

The float program is algorithm 1 written plainly, in numpy long doubles with a dense matrix, as
the code published with the paper has it. The exact optimum comes with its certificate, rechecked
by the stand-alone checker where the table says so. Laws: a binomial, a uniform one and, where the
file is given, the county data, top-coded. Read the ratios, not the seconds.

``--large`` adds 10,000 counts; ``--heuristic`` times the exact algorithm 1 in each order at 400
counts, and its rounding at 2000.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

from exactdp.mechanisms.keeping.coupling import coupled
from exactdp.mechanisms.keeping.heuristic import heuristic
from exactdp.mechanisms.keeping.rounding import rounded
from exactdp.proofs.figures.targets.runtime import float_heuristic
from exactdp.verify import checker
from exactdp.verify.judge.keeping import certify_fixed_point

ALPHAS = (Fraction(1, 2), Fraction(9, 10))


def laws(size: int, county: str | None) -> dict[str, list[Fraction]]:
    """Return the target laws over so many counts."""
    found = {
        "uniform": [Fraction(1, size)] * size,
        "binomial": [Fraction(comb(size - 1, k), 2 ** (size - 1)) for k in range(size)],
    }
    if county is not None:
        tally = [0] * size
        with open(county, encoding="utf-8", newline="") as stream:
            for row in csv.DictReader(stream):
                tally[min(int(row["homicides"]), size - 1)] += 1
        found["county"] = [Fraction(x, sum(tally)) for x in tally]
    return found


def timed(job: Callable[[], Any]) -> tuple[float, float, Any]:
    """Return wall seconds, seconds of the processor, and what the job returns."""
    wall, work = time.perf_counter(), time.process_time()
    result = job()
    return time.perf_counter() - wall, time.process_time() - work, result


def certified(z: list[Fraction], alpha: Fraction) -> dict[str, Any]:
    """Return the certificate of the optimum: rows, law, privacy, least cost, and the cost."""
    judged = certify_fixed_point(coupled(z, alpha).mechanism, alpha, z)
    assert judged.holds
    assert judged.optimal
    return judged.certificate()


def print_optimum(sizes: list[int], county: str | None) -> None:
    """Compare the exact certified optimum with the float program."""
    print("optimum, exact and certified; seconds of the processor (wall):")
    for size in sizes:
        for name, z in laws(size, county).items():
            for alpha in ALPHAS:
                wall, exact, document = timed(lambda z=z, a=alpha: certified(z, a))
                recheck = timed(lambda d=document: checker.check(d))[1]
                line = f"  {size:>6} {name:<9} {alpha!s:>5}  exact {exact:8.3f} ({wall:.3f})"
                line += f"  checker {recheck:8.3f}"
                if size <= 1000:
                    floats = timed(lambda z=z, a=alpha: float_heuristic(z, a))[1]
                    line += f"  float {floats:8.3f}  float/exact {floats / exact:6.1f}"
                print(line, flush=True)


def print_heuristic(county: str | None) -> None:
    """Time algorithm 1: exact at 400 counts, rounded at 2000."""
    print("algorithm 1, exact, 400 counts:")
    for name, z in laws(400, county).items():
        for alpha in ALPHAS:
            for order in ("max", "min", "sandwich"):
                wall, work, found = timed(lambda z=z, a=alpha, o=order: heuristic(z, a, o))
                low = found.expected().enclosure(12)[0]
                near = rounded(z, alpha, order)
                off = max(abs(x / Fraction(low) - 1) for x in (near.low, near.high))
                print(
                    f"  {name:<9} {alpha!s:>5} {order:<8}  {work:8.2f} ({wall:.2f})"
                    f"  {found.inner} rounds  rounded is off by {float(off):.1e} of the cost",
                    flush=True,
                )
    print("algorithm 1, rounded, 2000 counts, alpha = 9/10:")
    for name, z in laws(2000, county).items():
        wall, work, near = timed(lambda z=z: rounded(z, ALPHAS[1]))
        print(
            f"  {name:<9} {work:8.2f} ({wall:.2f})  cost within "
            f"{float(near.high / near.low - 1):.1e} of {float(near.low):.9f}",
            flush=True,
        )


def main() -> None:
    """Run the comparisons."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--county", help="a table with the column homicides")
    parser.add_argument("--large", action="store_true", help="10,000 counts too")
    parser.add_argument("--heuristic", action="store_true", help="algorithm 1 too")
    options = parser.parse_args()
    print_optimum([1000, 2000] + [10_000] * options.large, options.county)
    if options.heuristic:
        print_heuristic(options.county)


if __name__ == "__main__":
    main()
