"""Print ratios measured in one run: exact verdicts against float programs.

Jobs that are compared take turns, so that whatever else the machine does falls on all of
them, and each figure is the median of its turns. Read the ratios, not the seconds.
"""

import argparse
import statistics
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter

import numpy as np
from kernels import (
    exact_report,
    exact_verdict,
    float_kernels,
    libqif,
    plain_numpy,
    rational_files,
    rational_verdict,
)


def medians(jobs: dict[str, Callable[[], object]], turns: int) -> dict[str, float]:
    """Return the median seconds of each job; the jobs take turns, after one warm-up each."""
    seconds: dict[str, list[float]] = {name: [] for name in jobs}
    for turn in range(turns + 1):
        for name, job in jobs.items():
            start = perf_counter()
            job()
            if turn:
                seconds[name].append(perf_counter() - start)
    return {name: statistics.median(given) for name, given in seconds.items()}


def print_floats(folder: Path, turns: int) -> None:
    """Compare on float64 .npy files, file reading included."""
    print(f"float64 .npy, file reading included, medians of {turns} turns:")
    print(
        f"{'n':>5}  {'kernel':<20}  {'exact':>8}  {'all 7':>8}  {'numpy':>8}  {'libqif':>8}  "
        f"{'exact/numpy':>11}  {'all 7/numpy':>11}  {'libqif/exact':>12}"
    )
    for n in (500, 1000):
        for k, (name, kernel) in enumerate(float_kernels(n)):
            path = folder / f"{n}-{k}.npy"
            np.save(path, kernel)
            jobs = {"exact": exact_verdict, "all": exact_report, "numpy": plain_numpy}
            if n == 500:  # at 1000 it takes many seconds
                jobs["libqif"] = libqif
            found = medians({job: partial(f, path) for job, f in jobs.items()}, turns)
            exact, report, plain, peer = (
                found.get(job) for job in ("exact", "all", "numpy", "libqif")
            )
            print(
                f"{n:>5}  {name:<20}  {exact:8.4f}  {report:8.4f}  {plain:8.4f}  "
                f"{f'{peer:8.4f}' if peer else '       -'}  "
                f"{exact / plain:11.1f}  {report / plain:11.1f}  "
                f"{f'{peer / exact:12.1f}' if peer else '           -'}"
            )


def print_rationals(folder: Path, n: int, turns: int) -> None:
    """Compare the structured form of a rational mechanism with its dense tables."""
    files = rational_files(folder, n)
    found = medians({name: partial(rational_verdict, path) for name, path in files.items()}, turns)
    structured = found["structured .json"]
    print(f"geometric, alpha = 9/10, n = {n}, exact rationals, file reading included:")
    for name, path in files.items():
        print(
            f"  {name:<16}  {path.stat().st_size / 1e6:6.2f} MB  {found[name]:8.4f} s"
            f"  {found[name] / structured:7.1f} x structured"
        )


def main() -> None:
    """Run all comparisons."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=7)
    turns = parser.parse_args().turns
    with tempfile.TemporaryDirectory() as folder:
        print_floats(Path(folder), turns)
        print()
        print_rationals(Path(folder), 300, max(1, turns // 2))


if __name__ == "__main__":
    main()
