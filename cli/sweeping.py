"""What a sweep is: one command over a grid, a row for each combination, in files that resume.

A specification is TOML::

    command = "optimal"
    arguments = []                  # positional, with {names} of the grid
    limit = 60                      # seconds for a row; beyond, it is undecided

    [grid]                          # every combination, the last name varies fastest
    n = "1..4"                      # a range, a list, or one value; {glob = "*.csv"} for files
    properties = ["", "WH"]         # "" leaves the option out

    [options]                       # the same for all rows
    objective = "L0"
    json = true

Each row is a run of ``exactdp`` in a process of its own, in the specification's folder. What it
said is kept in ``rows/`` of the output folder as soon as it is known, so that a sweep which was
cut short goes on where it was; ``results.csv`` gathers the rows, and neither depends on what ran
them.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from .. import __version__
from ..mechanisms.exact.errors import InputError
from ..mechanisms.exact.rationals import shorten

KEYS = ("command", "arguments", "limit", "grid", "options")
#: What the exit code of a row means.
OUTCOMES = {0: "holds", 1: "fails", 2: "input", 3: "undecided", 70: "defect"}
#: The longest limit of a row, in seconds.
MAX_LIMIT = 10**6
#: The most rows of one sweep.
MAX_ROWS = 10**6


class Row(NamedTuple):
    """One run: where in the grid, the command line, the folder, and its limit in seconds."""

    grid: dict[str, str]
    command: list[str]
    folder: str
    limit: float | None

    @property
    def key(self) -> str:
        """What tells whether a kept result is that of this run."""
        return hashlib.sha256(json.dumps([self.command, __version__]).encode()).hexdigest()


@dataclass(frozen=True)
class Sweep:
    """A specification, read and checked.

    Attributes
    ----------
    names : tuple of str
        Of the grid.
    rows : list of Row
    """

    names: tuple[str, ...]
    rows: list[Row]


def read_sweep(path: Path, known: dict[str, list[str]], out: Path) -> Sweep:
    """Return the sweep that a file specifies.

    Parameters
    ----------
    path : Path
    known : dict
        For each command its long options.
    out : Path
        The folder of results, which arguments may name as ``{out}``.

    Raises
    ------
    InputError
        If it is not TOML, or a key, a command, an option or a value is none; with the line.
    """
    try:
        text = path.read_text(encoding="utf-8")
        given = tomllib.loads(text)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: is not TOML: {error}") from None

    def wrong(key: str, said: str, choices: Any = (), given: str = "") -> InputError:
        start = re.compile(rf'\s*\[?"?{re.escape(key)}\b')
        line = next((k for k, s in enumerate(text.splitlines(), 1) if start.match(s)), 1)
        near = get_close_matches(given or key, choices, 1)
        hint = f", perhaps {near[0]}?" if near else ""
        return InputError(f"{path}, line {line}: {said}{hint}")

    for key in given:
        if key not in KEYS:
            raise wrong(key, f"got the key {shorten(key)}, expected {', '.join(KEYS)}", KEYS)
    command = given.get("command")
    if not isinstance(command, str) or command not in known:
        raise wrong("command", f"got the command {command!r}", known, str(command))
    options, grid = given.get("options", {}), given.get("grid", {})
    arguments = given.get("arguments", [])
    limit = given.get("limit")
    seconds = isinstance(limit, int | float) and not isinstance(limit, bool)
    if limit is not None and not (seconds and 0 < limit <= MAX_LIMIT):
        raise wrong("limit", f"got the limit {limit!r}, expected seconds, from 0 to {MAX_LIMIT}")
    if not isinstance(arguments, list) or not all(isinstance(x, str) for x in arguments):
        raise wrong("arguments", "expected a list of texts")
    for name, table in (("grid", grid), ("options", options)):
        if not isinstance(table, dict):
            raise wrong(name, f"expected a table [{name}]")
    positional = {name for x in arguments for name in re.findall(r"\{(\w+)\}", x)}
    for name in positional - {"out", "row"} - set(grid):
        raise wrong("arguments", f"got {{{name}}}, which is not in the grid", grid, name)
    for key in [*options, *(name for name in grid if name not in positional)]:
        if key.replace("_", "-") not in known[command]:
            said = f"got {shorten(key)}, which is no option of exactdp {command}"
            raise wrong(key, said, known[command])
    values = {name: _values(name, value, path.parent, wrong) for name, value in grid.items()}
    count = 1
    for several in values.values():
        count *= len(several)
    if count > MAX_ROWS:
        raise InputError(f"{path}: the grid has {count} rows, the limit is {MAX_ROWS}")
    rows = []
    for number, combination in enumerate(product(*values.values()), 1):
        place = dict(zip(values, combination, strict=True))
        names = place | {"out": str(out.resolve()), "row": f"{number:06}"}
        line = [command, *(_filled(x, names) for x in arguments)]
        for key, value in [*options.items(), *place.items()]:
            if key not in positional:
                line += _option(key.replace("_", "-"), value, names, wrong)
        rows.append(Row(place, line, str(path.parent.resolve()), limit))
    return Sweep(tuple(values), rows)


def _values(name: str, value: Any, folder: Path, wrong: Any) -> list[str]:
    """Return the values of a name of the grid, as texts."""
    if isinstance(value, str) and (found := re.fullmatch(r"(\d{1,9})\.\.(\d{1,9})", value)):
        low, high = map(int, found.groups())
        if low > high:
            raise wrong(name, f"got {name} = {value!r}, expected LO <= HI")
        return [str(k) for k in range(low, high + 1)]
    if isinstance(value, dict) and set(value) == {"glob"} and isinstance(value["glob"], str):
        pattern = Path(value["glob"])
        if not pattern.parts or pattern.is_absolute() or ".." in pattern.parts:
            said = f"got the pattern {value['glob']!r}"
            raise wrong(name, f"{said}, expected a pattern below the specification's folder")
        files = sorted(str(x.relative_to(folder)) for x in folder.glob(value["glob"]))
        if not files:
            raise wrong(name, f"no file matches {value['glob']!r}")
        return files
    several = value if isinstance(value, list) else [value]
    if several and all(isinstance(x, str | int) and not isinstance(x, bool) for x in several):
        return [str(x) for x in several]
    expected = 'a text, a list, "LO..HI", or {glob = "..."}'
    raise wrong(name, f"got {name} = {shorten(repr(value))}, expected {expected}")


def _filled(text: str, names: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: names[found[1]], text)


def _option(key: str, value: Any, names: dict[str, str], wrong: Any) -> list[str]:
    if value is True:
        return [f"--{key}"]
    if value is False or value == "":
        return []
    if isinstance(value, str | int):
        return [f"--{key}", re.sub(r"\{(row|out)\}", lambda x: names[x[1]], str(value))]
    raise wrong(key, f"got {key} = {value!r}, expected a text, a whole number, true or false")


def run_row(row: Row) -> dict[str, Any]:
    """Run the command of a row and return what it said; a task for an executor."""
    command = [sys.executable, "-m", "exactdp", *row.command]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="backslashreplace",
            cwd=row.folder,
            timeout=row.limit,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(x for x in sys.path if x)},
            check=False,
        )
    except subprocess.TimeoutExpired:
        return said(row, 3, "", f"not decided within {row.limit:g} seconds")
    return said(row, done.returncode, done.stdout, done.stderr)


def said(row: Row, code: int, output: str, notes: str) -> dict[str, Any]:
    """Return a row's result as it is kept."""
    try:
        answer = json.loads(output)
    except ValueError:
        answer = output
    return {
        "key": row.key,
        "grid": row.grid,
        "command": row.command,
        "exit": code,
        "outcome": OUTCOMES.get(code, f"ended with {code}"),
        "output": answer,
        "notes": notes,
    }


def kept(folder: Path, row: Row, number: int) -> dict[str, Any] | None:
    """Return the result of a row that an earlier run left, if it is decided."""
    try:
        found = json.loads((folder / f"{number:06}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    good = isinstance(found, dict) and found.get("key") == row.key and found.get("exit") in (0, 1)
    return found if good else None


def table(sweep: Sweep, results: list[dict[str, Any]]) -> str:
    """Return all rows as CSV: the grid, the outcome, and what the outputs have at their top."""
    fields: dict[str, None] = {}
    for result in results:
        if isinstance(result["output"], dict):
            fields |= dict.fromkeys(
                key for key, x in result["output"].items() if not isinstance(x, dict | list)
            )
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(["row", *sweep.names, "exit", "outcome", *fields])
    for number, result in enumerate(results, 1):
        answer = result["output"] if isinstance(result["output"], dict) else {}
        cells = [answer.get(field, "") for field in fields]
        grid = [result["grid"][name] for name in sweep.names]
        writer.writerow([number, *grid, result["exit"], result["outcome"], *cells])
    return lines.getvalue()
