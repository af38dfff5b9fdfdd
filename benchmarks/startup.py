"""Print how long commands take as whole processes, against one that imports numpy and flint.

Processes take turns, so that whatever else the machine does falls on all of them, and each
figure is the median of its turns. Read the ratios, not the seconds.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.kernels.files.writing import save

UNIT = "import numpy, flint"
COMMANDS = (
    "--help",
    "certify --help",
    "certify m.json --alpha 1/2",
    "certify m.csv --alpha 1/2",
    "certify m.json --alpha 1/2 -o c.json --force",
    "check c.json",
    "show m.json",
)


def seconds(arguments: list[str], folder: str) -> float:
    """Return how long a Python process takes."""
    # As it is installed: with bytecode, which the first turn writes.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    start = perf_counter()
    subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return perf_counter() - start


def main() -> None:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=15)
    turns = parser.parse_args().turns
    jobs = {UNIT: ["-c", UNIT]}
    jobs |= {f"exactdp {c}": ["-m", "exactdp", *c.split()] for c in COMMANDS}
    taken: dict[str, list[float]] = {name: [] for name in jobs}
    with tempfile.TemporaryDirectory() as folder:
        for name in ("m.json", "m.csv"):
            save(Path(folder) / name, geometric(4, "1/2"))
        for turn in range(turns + 1):
            for name, arguments in jobs.items():
                found = seconds(arguments, folder)
                if turn:
                    taken[name].append(found)
    unit = statistics.median(taken[UNIT])
    for name, given in taken.items():
        median = statistics.median(given)
        print(f"{median:7.3f} s  {median / unit:5.2f} x  {name}")


if __name__ == "__main__":
    main()
