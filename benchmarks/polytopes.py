"""Extreme points: our way against the engines on the same constraints, in one run.

    python benchmarks/polytopes.py [--large]

Prints seconds, counts and ratios. `extreme` at size 200 comes first. By default the cdd run
on RF at size 4 (a minute or two) and the streaming of F at size 5 to disk are included;
``--large`` adds lrs on U and RU at size 5.
"""

import argparse
import resource
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.families.uniform import uniform
from exactdp.mechanisms.polytopes.decomposition import into_scales
from exactdp.mechanisms.polytopes.enumeration import choose_engine, points, tally
from exactdp.mechanisms.polytopes.listing import write_listing
from exactdp.mechanisms.polytopes.polytope import Polytope, polytope
from exactdp.verify.judge.extreme import extreme


def listed(p: Polytope, engine: str | None = None) -> int:
    """Return the number of vertices, each of which is made."""
    return sum(1 for _ in points(p, engine, force=True))


def written(p: Polytope, engine: str | None = None) -> int:
    """Return the number of vertices after they were streamed to a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "vertices.jsonl"
        write_listing(path, p, points(p, engine))
        size = path.stat().st_size
        with path.open() as lines:
            count = sum(1 for _ in lines)
    print(f"    {size / 1e6:.0f} MB in the file")
    return count


def counted(p: Polytope, engine: str | None = None) -> int:
    """Return the number of vertices, by orbits."""
    found = tally(p, engine, by_orbits=True)
    assert found.orbits is not None
    print(f"    {found.orbits.total()} orbits")
    return found.count


def measure(what: Callable[..., int], kind: str, size: int, engine: str | None = None) -> float:
    """Print one line and return the seconds."""
    p = polytope(kind, size, "1/2")
    start = perf_counter()
    count = what(p, engine)
    seconds = perf_counter() - start
    name = choose_engine(p, engine)
    print(
        f"{kind:>2} at size {size}, {what.__name__:7} by {name:9} {count:>11} {seconds:9.3f} s",
        flush=True,
    )
    return seconds


def judge(kind: str, name: str, size: int = 200) -> None:
    """Print how long it takes to decide whether a mechanism is extreme; the bar is 5 s."""
    rows = (uniform(size - 1) if name == "uniform" else geometric(size - 1, "1/2")).rows()
    point = into_scales(rows, "1/2") if kind.startswith("R") else rows
    law = None
    if kind in ("F", "RF"):  # of detailed balance: T_ij is c_j alpha^|i-j|
        total = sum(rows[j][j] for j in range(size))
        law = [rows[j][j] / total for j in range(size)]
    start = perf_counter()
    found = extreme(point, polytope(kind, size, "1/2", law))
    seconds = perf_counter() - start
    verdict = "extreme" if found.holds else "moves"
    print(f"{kind:>2} at size {size}, {name:9} {verdict:7} {seconds:26.3f} s", flush=True)


def ratio(slow: float, fast: float) -> None:
    """Print how much faster one was."""
    print(f"    ratio {slow / fast:.0f}")


def main() -> None:
    """Run all measurements."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--large", action="store_true", help="lrs on U and RU at size 5 too")
    large = parser.parse_args().large
    for kind in ("U", "F", "RU", "RF"):
        judge(kind, "geometric")
    judge("U", "uniform")
    judge("F", "uniform")
    measure(written, "F", 5)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"    peak memory {peak:.0f} MiB; lrs itself states some MiB")
    for kind in ("U", "F", "RU"):
        ratio(measure(listed, kind, 4, "cdd"), measure(listed, kind, 4))
    fast = measure(listed, "RF", 4)
    ratio(measure(listed, "RF", 4, "cdd"), fast)
    u, ru = measure(written, "U", 5), measure(written, "RU", 5)
    if large:
        ratio(measure(listed, "U", 5, "lrs"), u)
        ratio(measure(listed, "RU", 5, "lrs"), ru)
    measure(counted, "U", 6)
    measure(counted, "RU", 6)
    measure(counted, "F", 5, "walk")


if __name__ == "__main__":
    main()
