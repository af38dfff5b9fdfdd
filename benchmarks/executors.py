"""Print how much faster two processes are than one, and what Dask costs for each task.

The same tasks, optimal mechanisms of some seconds together, are run by this process and by two,
in turns; then tasks that do nothing by this process, by two, and by a local Dask cluster of two
workers. Read the ratio on a machine with two cores to spare: on a busy one it says little.
"""

import argparse
import statistics
from collections.abc import Callable
from fractions import Fraction
from time import perf_counter

from distributed import LocalCluster

from exactdp.mechanisms.design.design import Design
from exactdp.mechanisms.design.optimal import optimal
from exactdp.mechanisms.exact.executors import outcomes
from exactdp.mechanisms.kernels.objectives import Objective

#: Tasks that do nothing, to see what one costs.
IDLE = 500


def cost(n: int) -> Fraction:
    """Return the least L2 cost with all properties at 62/100."""
    found = optimal(Design(n, Fraction(31, 50), ("WH", "RM", "CM"), Objective.parse("L2")))
    return found.cost  # type: ignore[union-attr]


def seconds(function: Callable[[int], object], tasks: list[int], where: str) -> float:
    """Return how long all tasks take once the executor has started."""
    results = outcomes(function, [tasks[0]] * 2 + tasks, where)
    for _ in range(2):
        next(results)  # processes start, and load what they need
    start = perf_counter()
    for _ in results:
        pass
    return perf_counter() - start


def main() -> None:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=3)
    turns = parser.parse_args().turns
    tasks = [24] * 24
    ratios = [
        seconds(cost, tasks, "serial") / seconds(cost, tasks, "processes:2") for _ in range(turns)
    ]
    print(f"two processes: {statistics.median(ratios):.2f} x as fast as one (median of {turns})")
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        dask = cluster.scheduler_address.replace("tcp", "dask", 1)
        for name, where in [("one process", "serial"), ("two", "processes:2"), ("Dask", dask)]:
            each = seconds(abs, list(range(IDLE)), where) / IDLE
            print(f"{1000 * each:8.3f} ms for a task that does nothing, {name}")


if __name__ == "__main__":
    main()
