"""How far a private distribution of counts is from the true one, by noise and normalisation.

    python benchmarks/distributions.py [--runs N] [--seed S] [--data FOLDER]

Prints mean Wasserstein-1, total variation and Kolmogorov-Smirnov distances for both ways of
normalising, then for how many rows of the table each of them is the nearer one. The data are
10,000 draws from Binomial(20, 1/2), made from the seed, and the counts of
`county_homicides.csv`, topped at 50, where FOLDER has it. Simulated: nothing is private here.
"""

from __future__ import annotations

import argparse
import csv
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np

from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.release.distributions.normalise import POSTS
from exactdp.mechanisms.release.distributions.privatize import NOISES
from exactdp.mechanisms.sampling.source import SeededSource

EPSILONS = ("1/10", "1/2", "1", "2")
MEASURES = ("W1", "TV", "KS")
CAP = 50


def binomial(source: SeededSource) -> list[int]:
    """Return the histogram of 10,000 draws from Binomial(20, 1/2)."""
    drawn = Counter(source.bits(20).bit_count() for _ in range(10_000))
    return [drawn[k] for k in range(21)]


def county(path: Path) -> list[int]:
    """Return the histogram of the counts in the last column, topped at `CAP`."""
    with path.open(newline="", encoding="utf-8") as file:
        counts = [min(int(row[-1]), CAP) for row in list(csv.reader(file))[1:]]
    found = Counter(counts)
    return [found[k] for k in range(CAP + 1)]


def distances(z: Sequence[Fraction], true: Sequence[Fraction]) -> list[float]:
    """Return Wasserstein-1, total variation and Kolmogorov-Smirnov distance."""
    difference = np.array([float(a - b) for a, b in zip(z, true, strict=True)])
    running = np.abs(np.cumsum(difference))
    return [running.sum(), np.abs(difference).sum() / 2, running.max()]


def simulated(
    histogram: list[int], level: PrivacyLevel, noise: str, source: SeededSource, runs: int
) -> dict[str, list[float]]:
    """Return the mean distances for each normalisation, of the same noise."""
    bins, total = len(histogram), sum(histogram)
    true = [Fraction(x, total) for x in histogram]
    privatizer = NOISES[noise]
    mechanism = privatizer.mechanism(bins)
    found: dict[str, list[list[float]]] = {post: [] for post in POSTS}
    for _ in range(runs):
        drawn = privatizer.noise(mechanism.scales, level, total, source)
        estimate = privatizer.estimate(mechanism.output(histogram, drawn), bins, total)
        for post, normalise in POSTS.items():
            found[post].append(distances(normalise(estimate, total), true))
    return {post: list(np.mean(rows, axis=0)) for post, rows in found.items()}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    root = Path(__file__).resolve().parent.parent
    parser.add_argument("--data", type=Path, default=root.parent / "shared" / "data")
    options = parser.parse_args()
    source = SeededSource(options.seed)
    data = {"binomial": binomial(source)}
    if (path := options.data / "county_homicides.csv").exists():
        data["county"] = county(path)
    print(f"{options.runs} runs each, seed {options.seed}; means, isotonic | clip")
    print(f"{'data':<9} {'eps':>4}  {'noise':<13}" + "".join(f"{m:^19}" for m in MEASURES))
    better: Counter[tuple[str, str]] = Counter()
    for (name, histogram), eps, noise in product(data.items(), EPSILONS, NOISES):
        level = PrivacyLevel.from_epsilon(eps)
        found = simulated(histogram, level, noise, source, options.runs)
        pairs = list(zip(MEASURES, found["isotonic"], found["clip"], strict=True))
        cells = "".join(f"{a:9.5f} |{b:8.5f}" for _, a, b in pairs)
        print(f"{name:<9} {eps:>4}  {noise:<13}{cells}", flush=True)
        for measure, a, b in pairs:
            better[measure, "isotonic" if a < b else "clip"] += 1
    for measure in MEASURES:
        wins = ", ".join(f"{post} {better[measure, post]}" for post in POSTS)
        print(f"nearer in {measure}: {wins}")


if __name__ == "__main__":
    main()
