"""The kernels and the jobs that the benchmarks measure."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from qif import measure, metric

from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.kernels.files.reading import load
from exactdp.mechanisms.kernels.files.writing import save
from exactdp.mechanisms.kernels.mechanism import Mechanism
from exactdp.verify.judge.judgement import certify

EPSILON = PrivacyLevel.from_epsilon("0.1")
ALPHA = PrivacyLevel.from_alpha("9/10")


def float_kernels(n: int) -> Iterator[tuple[str, np.ndarray]]:
    """Yield float64 kernels, from all near-ties to hardly any."""
    counts = np.arange(n + 1)
    distance = np.abs(counts[:, None] - counts)
    ends = (counts == 0) | (counts == n)
    # Every ratio is e^-0.1 up to rounding: a filter leaves the most to exact arithmetic.
    yield "geometric, 0.1", _geometric(distance, ends, np.exp(-0.1))
    # At n = 1000 this one underflows to zero far from the diagonal.
    yield "geometric, 1", _geometric(distance, ends, np.exp(-1.0))
    # Every ratio is 1/2, exactly.
    yield "geometric, ln 2", _geometric(distance, ends, 0.5)
    noise = np.random.default_rng(1).uniform(0.95, 1.0, (n + 1, n + 1))
    yield "random", noise / noise.sum(axis=1, keepdims=True)


def _geometric(distance: np.ndarray, ends: np.ndarray, alpha: float) -> np.ndarray:
    return alpha**distance * np.where(ends, 1, 1 - alpha) / (1 + alpha)


def exact_verdict(path: Path) -> str:
    """Judge a file exactly: rows and privacy."""
    return certify(load(path), EPSILON).verdict


def exact_report(path: Path) -> dict[str, bool]:
    """Judge a file exactly: rows, privacy and all seven properties."""
    judgement = certify(load(path), EPSILON)
    return {letter: p.holds for letter, p in judgement.properties.items()} | {
        "verdict": judgement.verdict == "holds"
    }


def libqif(path: Path) -> float:
    """Let libqif find the smallest epsilon, in doubles."""
    return measure.d_privacy.smallest_epsilon(np.load(path), metric.euclidean())


def plain_numpy(path: Path) -> tuple[bool, float]:
    """Check a file as one would in numpy, in doubles: rows to a tolerance, least ratio."""
    kernel = np.load(path)
    stochastic = bool((kernel >= 0).all()) & np.allclose(kernel.sum(axis=1), 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        least = min((kernel[1:] / kernel[:-1]).min(), (kernel[:-1] / kernel[1:]).min())
    return stochastic, least


def rational_files(folder: Path, n: int) -> dict[str, Path]:
    """Write GM at alpha = 9/10 as a closed form and as dense tables; return the paths."""
    structured = geometric(n, "9/10")
    dense = Mechanism.from_rows(structured.rows())
    files = {
        "structured .json": (folder / "structured.json", structured),
        "dense .json": (folder / "dense.json", dense),
        "dense .csv": (folder / "dense.csv", dense),
    }
    for path, mechanism in files.values():
        save(path, mechanism)
    return {name: path for name, (path, _) in files.items()}


def rational_verdict(path: Path) -> str:
    """Judge a rational mechanism against alpha = 9/10."""
    return certify(load(path), ALPHA).verdict
