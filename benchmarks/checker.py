"""The checkers against the one of version 1, on certificates that say the same, in one run.

    python benchmarks/checker.py [--turns N]

Kernels and multipliers come from closed forms, so nothing is solved. Each check is a process of
its own, as it is for an auditor: seconds of the processor, start and reading included. The
proved checker takes part where `verify/proved/bin/exactdp-check` is built.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import resource
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
OLD = "6d8d960"  # the last commit whose checker reads version 1
ALPHA = Fraction(9, 10)
LETTERS = ("RH", "RM", "CH", "CM", "F", "WH", "S")
MODULUS = 2**31 - 1
Document = dict[str, Any]


def document(version: int, kernel: Document, claims: list[Document]) -> Document:
    """Return a certificate of one kernel, in either version."""
    about = {"kernel": kernel} if version == 1 else {"kernels": [kernel], "subject": None}
    made = {"format": "exactdp-certificate", "version": version, **about, "claims": claims}
    made["verdict"] = "holds"
    text = json.dumps(made, sort_keys=True, separators=(",", ":"))
    return made | {"digest": "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()}


def geometric_factors(n: int) -> list[Fraction]:
    """Return GM's column factors, which solve sum over k of alpha^|i-k| g[k] = 1 as well."""
    end, inside = 1 / (1 + ALPHA), (1 - ALPHA) / (1 + ALPHA)
    return [end, *[inside] * (n - 1), end]


def geometric(version: int, n: int) -> Document:
    """Return the kernel GM."""
    labels = {} if version == 1 else {"inputs": [0, n], "outputs": [0, n]}
    columns = [str(g) for g in geometric_factors(n)]
    form = {"form": "power", "base": str(ALPHA), "exponents": "abs(i-j)", **labels}
    return form | {"row_factors": ["1"] * (n + 1), "column_factors": columns}


def explicit_fair(version: int, n: int) -> Document:
    """Return the kernel EM, written out."""
    exponents = [
        [min(abs(i - j), ((j if i <= j else n - j) + 1) // 2) for j in range(n + 1)]
        for i in range(n + 1)
    ]
    rows = [[ALPHA**e for e in row] for row in exponents]
    texts = [[str(x / sum(row)) for x in row] for row in rows]
    labels = {} if version == 1 else {"inputs": [0, n], "outputs": [0, n]}
    return {"form": "dense", "rows": texts, **labels}


def certify(version: int, kernel: Document, tight: list[list[int]], letters: Any) -> Document:
    """Return that rows sum to 1, the tightest alpha, and the properties."""
    if version == 1:
        (i, j), (k, _) = tight
        claims: list[Document] = [
            {"claim": "stochastic", "holds": True},
            {
                "claim": "tightest-alpha",
                "neighbours": {"kind": "adjacent", "sensitivity": 1},
                "alpha": str(ALPHA),
                "witness": {"output": j, "inputs": [i, k]},
            },
        ]
        claims += [{"claim": "property", "property": p, "holds": True} for p in letters]
        return document(1, kernel, claims)
    private = {"demand": "private", "alpha": str(ALPHA), "neighbours": {"inputs_within": 1}}
    demands: list[Document] = [{"demand": "sums"}, private]
    demands += [{"demand": "property", "property": p} for p in letters]
    claims = [{"claim": "rows", "kernel": 0, "demand": d, "holds": True} for d in demands]
    claims[1]["tight"] = tight
    return document(2, kernel, claims)


def multipliers(version: int, n: int) -> list[Any]:
    """Return why no alpha-DP kernel has a smaller L0 than GM.

    Where sum over k of alpha^|i-k| g[k] = 1, column j gives sum over i of g[i] P[i][j] >= P[j][j]:
    steps from each entry to the next, towards the diagonal.
    """
    g, dual = geometric_factors(n), []
    for j in range(n + 1):
        for side in (range(n, j, -1), range(j)):
            m = Fraction(0)
            for i in side:
                m = g[i] + ALPHA * m
                pair = [[i, j], [i + (1 if i < j else -1), j]]
                label = ["private", *pair] if version == 1 else [0, pair]
                dual.append([label, str(m / n)])
        dual.append([["sum", j], str((1 - g[j]) / n)])
    return dual


def optimum(version: int, n: int, unique: bool) -> Document:
    """Return that GM is an L0 optimum, or the only one."""
    claim: Document = {
        "objective": {"loss": "L0", "aggregate": "sum", "weights": None},
        "dual": multipliers(version, n),
        "holds": True,
    }
    claim |= {"claim": "unique", "modulus": MODULUS} if unique else {"claim": "optimal"}
    claim |= {} if unique else {"cost": str(2 * ALPHA / (1 + ALPHA))}
    if version == 1:
        claim |= {"alpha": str(ALPHA), "properties": [], "extra": []}
        claims = [{"claim": "stochastic", "holds": True}, claim]
        return document(1, geometric(1, n), claims)
    private = {"demand": "private", "alpha": str(ALPHA), "neighbours": {"inputs_within": 1}}
    sums = {"claim": "rows", "kernel": 0, "demand": {"demand": "sums"}, "holds": True}
    return document(2, geometric(2, n), [sums, claim | {"kernel": 0, "design": [private]}])


def seconds(command: list[str]) -> float:
    """Return the seconds of the processor that a check takes, which must accept."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: {done.stdout}{done.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print seconds and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=3)
    turns = parser.parse_args().turns
    jobs = {
        "GM n = 500, power: alpha": lambda v: certify(v, geometric(v, 500), [[1, 0], [0, 0]], ()),
        "EM n = 200, dense: alpha, seven": lambda v: certify(
            v, explicit_fair(v, 200), [[1, 0], [0, 0]], LETTERS
        ),
        "GM n = 200: optimal, 40,000 duals": lambda v: optimum(v, 200, False),
        "GM n = 200: unique, 40,000 duals": lambda v: optimum(v, 200, True),
    }
    proved = ROOT / "verify/proved/bin/exactdp-check"
    print(f"{'seconds':<36} {'version 1':>9} {'version 2':>9} {'proved':>9}   2/1   2/proved")
    with tempfile.TemporaryDirectory() as name:
        old = Path(name, "old.py")
        shown = ["git", "-C", str(ROOT), "show", f"{OLD}:verify/checker.py"]
        old.write_bytes(subprocess.run(shown, capture_output=True, check=True).stdout)
        new = ROOT / "verify/checker.py"
        for job, make in jobs.items():
            paths = []
            for version in (1, 2):
                paths.append(Path(name, f"{version}.json"))
                paths[-1].write_text(json.dumps(make(version)))
            commands = [
                [sys.executable, str(script), str(path)]
                for script, path in zip((old, new), paths, strict=True)
            ]
            if os.access(proved, os.X_OK):
                commands.append([str(proved), str(paths[1])])
            found = [[seconds(command) for command in commands] for _ in range(turns)]
            old_time, new_time, *rest = (median(column) for column in zip(*found, strict=True))
            native = f"{rest[0]:9.2f}" if rest else f"{'-':>9}"
            ratio = f"{new_time / rest[0]:10.1f}" if rest else f"{'-':>10}"
            print(
                f"{job:<36} {old_time:9.2f} {new_time:9.2f} {native} {new_time / old_time:5.2f} "
                f"{ratio}",
                flush=True,
            )


if __name__ == "__main__":
    main()
