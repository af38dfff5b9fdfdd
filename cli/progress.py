"""Progress bars on standard error, for what takes longer than a second."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from rich.console import Console
from rich.progress import Progress, TaskID

from ..mechanisms.exact.progress import reporting

#: Seconds before anything is shown.
PATIENCE = 1


@contextmanager
def showing_progress() -> Iterator[None]:
    """Show the progress of long loops inside the block, where a person is watching."""
    if not sys.stderr.isatty():
        yield
        return
    start = monotonic()
    tasks: dict[str, TaskID] = {}
    progress = Progress(console=Console(stderr=True), transient=True)

    def report(what: str, done: int, total: int) -> None:
        if monotonic() - start < PATIENCE:
            return
        if not tasks:
            progress.start()
        if what not in tasks:
            tasks[what] = progress.add_task(what, total=total)
        progress.update(tasks[what], completed=done, total=total)

    try:
        with reporting(report):
            yield
    finally:
        if tasks:
            progress.stop()
