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
from typing import Any

from .. import __version__
from ..mechanisms.errors import InputError
from ..mechanisms.files import write_aside

FORMAT = "exactdp-verdicts"
VERSION = 1

#: What is kept of a result. Evidence is not: `prove` computes it again.
KEPT = (
    "verdict",
    "scope",
    "kind",
    "counterexample",
    "correction",
    "condition",
    "scan_error",
    "seconds",
    "searched",
    "cut_short",
)

Entry = dict[str, Any]


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
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read: {error}; delete it or name another") from None
    if not _is_record(document):
        raise InputError(f"{path}: is no record of verdicts, version {VERSION}; name another")
    return dict(document["claims"])


def _is_record(document: Any) -> bool:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        return False
    entries = document.get("claims")
    wanted = {*KEPT, "date", "exactdp"}
    return (
        document.get("version") == VERSION
        and isinstance(entries, dict)
        and all(isinstance(entry, dict) and wanted <= set(entry) for entry in entries.values())
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
