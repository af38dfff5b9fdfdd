"""What the last runs of ``prove`` found, for lists and pages; never an answer of ``prove``.

It is a file in the user's cache folder (``XDG_CACHE_HOME``, else ``~/.cache``), or where the
user says. Each claim has its own date and version, since a run may decide a few only.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import NoneType
from typing import Any, get_args

from ... import __version__
from ...mechanisms.exact.errors import InputError
from ...mechanisms.kernels.files.aside import write_aside
from ...mechanisms.kernels.files.source import read_text
from ..statements.claim import Verdict

FORMAT = "exactdp-verdicts"
VERSION = 2

#: What is kept of a result, and of which types. Evidence is not: `prove` computes it again.
KEPT: dict[str, tuple[type, ...]] = {
    "verdict": (str,),
    "grade": (str, NoneType),
    "grades": (dict,),
    "scope": (str,),
    "kind": (list,),
    "counterexample": (dict, NoneType),
    "correction": (str, NoneType),
    "condition": (str, NoneType),
    "scan_error": (str, NoneType),
    "seconds": (int, float),
    "searched": (str, NoneType),
    "cut_short": (bool,),
}

Entry = dict[str, Any]


def told_grade(found: Mapping[str, Any]) -> str:
    """Return the grade of a verdict; of one that is false, that of its correction too.

    >>> grades = {"counterexample": "rechecked", "correction": "argued"}
    >>> told_grade({"verdict": "false", "grade": "rechecked", "grades": grades})
    'rechecked; its correction argued'
    """
    grade, repair = found["grade"] or "", found["grades"].get("correction")
    return f"{grade}; its correction {repair}" if repair else grade


def default_path() -> Path:
    """Return the file in the user's cache folder."""
    cache = Path(os.environ.get("XDG_CACHE_HOME", ""))
    folder = cache if cache.is_absolute() else Path.home() / ".cache"
    return folder / "exactdp" / "verdicts.json"


def read(path: Path | None = None) -> dict[str, Entry]:
    """Return what is known of each claim; nothing if there is no such file.

    Raises
    ------
    InputError
        If the file cannot be read, or is something else.
    """
    path = path or default_path()
    if not os.path.lexists(path):
        return {}
    try:
        document = json.loads(read_text(path))
    except InputError as error:
        raise InputError(f"{path}: {error}; name another") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: is no JSON: {error}; delete it or name another") from None
    if not _is_record(document):
        raise InputError(
            f"{path}: is no record of verdicts, version {VERSION}; delete it or name another"
        )
    return dict(document["claims"])


def _is_record(document: Any) -> bool:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        return False
    entries = document.get("claims")
    return (
        document.get("version") == VERSION
        and isinstance(entries, dict)
        and all(map(_is_entry, entries.values()))
    )


def _is_entry(entry: Any) -> bool:
    types = {**KEPT, "date": (str,), "exactdp": (str,)}
    return (
        isinstance(entry, dict)
        and all(key in entry and isinstance(entry[key], of) for key, of in types.items())
        and entry["verdict"] in get_args(Verdict)
    )


def update(results: Iterable[Mapping[str, Any]], path: Path | None = None) -> None:
    """Write down the verdicts of a run beside those of earlier ones, atomically.

    Raises
    ------
    InputError
        If the file cannot be written, or what is there is something else.
    """
    path = path or default_path()
    entries = read(path)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    for result in results:
        kept = {key: result[key] for key in KEPT}
        entries[result["id"]] = {**kept, "date": now, "exactdp": __version__}
    document = {"format": FORMAT, "version": VERSION, "claims": entries}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from None
    write_aside(path, json.dumps(document, indent=1) + "\n", force=True)
