"""Print how long a release of a million rows takes.

    python benchmarks/release.py [--rows N]

Each figure is one run of the command, from the start of the interpreter to its end: the file
is read twice, the distribution made private, the optimal mechanism built and certified, every
count drawn from the randomness of the operating system, the table and the report written.
The share of the parts is measured beside it, in this process.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from exactdp.mechanisms.release.budget import Budget
from exactdp.mechanisms.release.table import Table
from exactdp.mechanisms.release.two_stage import release
from exactdp.mechanisms.sampling.kernel import KernelSampler
from exactdp.mechanisms.sampling.source import SystemSource
from exactdp.verify.judge.report import report


def table(rows: int) -> pa.Table:
    """Return a synthetic table: a number, a name with a comma, and a count."""
    counts = np.random.default_rng(1).negative_binomial(0.7, 0.1, rows)
    places = [f"Place {k}, {random.Random(k).choice('NESW')}" for k in range(1000)]
    return pa.table(
        {
            "id": np.arange(rows),
            "place": pa.array(places).take(pa.array(np.arange(rows) % 1000)),
            "count": counts,
        }
    )


def command(path: Path, out: Path, largest: int) -> tuple[float, int]:
    """Run the release; return its seconds and its greatest memory in bytes."""
    options = ["--column", "count", "--max-count", str(largest), "--epsilon", "1/2", "--force"]
    options += ["--report", str(out.with_suffix(".json"))]
    # Not ru_maxrss, which a child takes over from its parent; VmHWM is Linux's.
    code = (
        "import sys; from exactdp.cli import main\n"
        "try: main()\n"
        "finally: print(open('/proc/self/status').read(), file=sys.stderr)"
    )
    start = perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code, "release", path, "-o", out, *options],
        check=True,
        capture_output=True,
        text=True,
    )
    seconds = perf_counter() - start
    return seconds, 1024 * int(re.search(r"VmHWM:\s*([0-9]+) kB", done.stderr)[1])


def parts(path: Path, largest: int) -> dict[str, float]:
    """Return the seconds of the parts of a release."""
    found, marks = {}, [perf_counter()]

    def mark(name: str) -> None:
        marks.append(perf_counter())
        found[name] = marks[-1] - marks[-2]

    source = SystemSource()
    opened = Table(path, "count", largest)
    opened.histogram()
    mark("first pass")
    made = release(opened, Budget("1/2"), source)
    mark("distribution and mechanism")
    report(made)
    mark("report and certificates")
    counts = [c for _, c in opened.batches()]
    mark("second pass, reading")
    sampler = KernelSampler(made.constructed.mechanism)
    for batch in counts:
        sampler.draw_many(batch, source)
    mark("drawing")
    return found


def main() -> None:
    """Time the release of a large table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=10**6)
    rows = parser.parse_args().rows
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = table(rows)
        pa.csv.write_csv(made, folder / "t.csv")
        pa.parquet.write_table(made, folder / "t.parquet")
        print(f"{rows} rows, eps = 1/2, end to end:")
        for suffix in (".csv", ".parquet"):
            for largest in (50, 500):
                path = folder / f"t{suffix}"
                seconds, memory = command(path, folder / f"out{suffix}", largest)
                print(
                    f"  {suffix:<8}  counts 0..{largest:<4}  {seconds:6.2f} s"
                    f"  {memory / 2**20:6.0f} MiB at most"
                )
        print("parts, .csv, counts 0..50:")
        for what, seconds in parts(folder / "t.csv", 50).items():
            print(f"  {what:<28}  {seconds:6.2f} s")


if __name__ == "__main__":
    main()
