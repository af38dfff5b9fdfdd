"""Exact samplers against OpenDP's Python API and a plain float transcription, in one run.

    python benchmarks/samplers.py [--turns N] [--draws N]

Truncated geometric noise on random counts of 0..n. What is compared takes turns, and each rate
is that of the median turn. The float transcription inverts a float64 cumulative law with
numpy's generator, so what it draws is *not* exact. OpenDP gets fewer inputs, as a list that is
ready-made, since it is so much slower.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from importlib.metadata import version
from time import perf_counter

import numpy as np
import numpy.typing as npt
import opendp.prelude as dp

from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.sampling.kernel import KernelSampler
from exactdp.mechanisms.sampling.source import SystemSource
from exactdp.mechanisms.sampling.truncated import truncated_geometric_constant_time
from exactdp.mechanisms.sampling.two_sided import two_sided_geometric_at

#: Close to e^-1, and 9/10.
ALPHAS = (Fraction(367879441, 10**9), Fraction(9, 10))
VERSION = version("opendp")
Counts = npt.NDArray[np.int64]


def float_sampler(n: int, alpha: float) -> Callable[[Counts], Counts]:
    """Return the plain transcription: invert the float law of the noise, add, clip."""
    noise = np.arange(-n, n + 1)
    masses = (1 - alpha) / (1 + alpha) * alpha ** np.abs(noise)
    masses[[0, -1]] = alpha**n / (1 + alpha)
    cumulative = np.cumsum(masses)[:-1]
    rng = np.random.default_rng()

    def draw(counts: Counts) -> Counts:
        drawn = np.searchsorted(cumulative, rng.random(len(counts)), side="right")
        return np.clip(counts + drawn - n, 0, n)

    return draw


def opendp_samplers(n: int, alpha: float, *, column: bool) -> dict[str, Callable[..., object]]:
    """Return OpenDP's mechanisms of this scale, of a list or of one number."""
    atoms, scale = dp.atom_domain(T=int), -1 / math.log(alpha)
    space = (
        (dp.vector_domain(atoms), dp.l1_distance(T=int))
        if column
        else (atoms, dp.absolute_distance(T=int))
    )
    return {
        "make_geometric, 0..n": dp.m.make_geometric(*space, scale=scale, bounds=(0, n)),
        "make_geometric": dp.m.make_geometric(*space, scale=scale),
        "make_laplace": dp.m.make_laplace(*space, scale=scale),
    }


def rates(jobs: dict[str, tuple[Callable[[], object], int]], turns: int) -> dict[str, float]:
    """Return the draws a second of each job, (job, draws); they take turns after a warm-up."""
    seconds: dict[str, list[float]] = {name: [] for name in jobs}
    for turn in range(turns + 1):
        for name, (job, _) in jobs.items():
            start = perf_counter()
            job()
            if turn:
                seconds[name].append(perf_counter() - start)
    return {name: jobs[name][1] / statistics.median(given) for name, given in seconds.items()}


def print_rates(found: dict[str, float]) -> None:
    """Print rates, and how many times faster the first is."""
    ours = next(iter(found.values()))
    for name, rate in found.items():
        print(f"    {name:<36} {rate:>14,.0f} /s   {ours / rate:>10,.2f}")


def columns(n: int, alpha: Fraction, draws: int, turns: int) -> None:
    """Compare on a column of counts."""
    counts = np.random.default_rng(0).integers(0, n + 1, draws)
    few = counts[: max(1, draws // 100)].tolist()
    source, sampler = SystemSource(), KernelSampler(geometric(n, alpha))
    jobs: dict[str, tuple[Callable[[], object], int]] = {
        "exactdp": (partial(sampler.draw_many, counts, source), draws),
        "numpy floats (not exact)": (partial(float_sampler(n, float(alpha)), counts), draws),
    }
    for name, sample in opendp_samplers(n, float(alpha), column=True).items():
        jobs[f"OpenDP {VERSION} {name}"] = partial(sample, few), len(few)
    print(f"  n = {n}, alpha = {alpha}, {draws:,} inputs")
    print_rates(rates(jobs, turns))


def singles(n: int, alpha: Fraction, turns: int, draws: int = 2000) -> None:
    """Compare on single draws, one call each."""
    source, sampler = SystemSource(), KernelSampler(geometric(n, alpha))
    level = PrivacyLevel.from_alpha(alpha)

    def many(draw: Callable[[], object]) -> None:
        for _ in range(draws):
            draw()

    calls: dict[str, Callable[[], object]] = {
        "exactdp KernelSampler.draw": partial(sampler.draw, n // 2, source),
        "exactdp two_sided_geometric_at": partial(two_sided_geometric_at, level, source),
        "the same, eps = 1": partial(two_sided_geometric_at, PrivacyLevel.from_epsilon(1), source),
    }
    for name, sample in opendp_samplers(n, float(alpha), column=False).items():
        calls[f"OpenDP {VERSION} {name}"] = partial(sample, n // 2)
    print(f"  n = {n}, alpha = {alpha}, one call a draw")
    print_rates(rates({name: (partial(many, call), draws) for name, call in calls.items()}, turns))


def extremes(turns: int, n: int = 10, alpha: Fraction = Fraction(9, 10)) -> None:
    """Compare the time of the constant-time sampler at the two extreme inputs."""
    source, draws = SystemSource(), 300

    def many(count: int) -> None:
        for _ in range(draws):
            truncated_geometric_constant_time(count, 0, n, alpha, source)

    print(f"  truncated_geometric_constant_time, n = {n}, alpha = {alpha}")
    print_rates(rates({f"input {count}": (partial(many, count), draws) for count in (0, n)}, turns))


def main() -> None:
    """Print the rates of columns, of single draws, and of extreme inputs in constant time."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--draws", type=int, default=10**6)
    given = parser.parse_args()
    dp.enable_features("contrib")
    print("draws a second, and how many times faster the first line is:")
    for n in (10, 100):
        for alpha in ALPHAS:
            columns(n, alpha, given.draws, given.turns)
    print()
    for n in (10, 100):
        for alpha in ALPHAS:
            singles(n, alpha, given.turns)
    print()
    extremes(given.turns)


if __name__ == "__main__":
    main()
