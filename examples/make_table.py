"""Make a synthetic table of counts, for `exactdp release`.

2,000 clinics and how many cases of a rare disease each has seen. Nobody is behind a number:
all are drawn here, from a fixed seed. Most clinics have seen none, and a few many.

    python examples/make_table.py

makes ``clinics.csv`` in this folder. Needs nothing but Python, and makes the same everywhere.
"""

import argparse
import csv
import random
from pathlib import Path

ROWS = 2000
SEED = 5
FIRST = ["Ash", "Birch", "Clay", "Dun", "Elm", "Fern", "Gorse", "Hazel", "Ivy", "Juniper"]
LAST = ["bridge", "bury", "dale", "ford", "ham", "hurst", "mere", "stead", "ton", "wick"]
SIDES = ["East", "North", "South", "West"]


def cases(draw: random.Random) -> int:
    """Return how many cases one clinic has seen: a geometric number, its mean drawn before."""
    chance = draw.choice([0.3, 0.5, 0.5, 0.9])
    count = 0
    while draw.random() < chance:
        count += 1
    return count if draw.random() < 0.6 else 0


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, default=Path(__file__).parent)
    folder = parser.parse_args().folder
    draw = random.Random(SEED)
    with open(folder / "clinics.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["clinic", "place", "cases"])
        for k in range(ROWS):
            place = f"{draw.choice(FIRST)}{draw.choice(LAST)}, {draw.choice(SIDES)}"
            writer.writerow([f"{k + 1:04d}", place, cases(draw)])


if __name__ == "__main__":
    main()
