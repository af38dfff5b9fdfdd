"""Progress bars on standard error, for what takes longer than a second."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic

from ..mechanisms.exact.progress import Reporter, reporting

#: Seconds before anything is shown.
PATIENCE = 1


@contextmanager
def showing_progress() -> Iterator[None]:
    """Show the progress of long loops inside the block, where a person is watching."""
    if not sys.stderr.isatty():
        yield
        return
    start = monotonic()
    with ExitStack() as shown:
        bars: Reporter | None = None

        def report(what: str, done: int, total: int) -> None:
            nonlocal bars
            if bars is None and monotonic() - start >= PATIENCE:
                bars = shown.enter_context(_bars())
            if bars is not None:
                bars(what, done, total)

        with reporting(report):
            yield


@contextmanager
def _bars() -> Iterator[Reporter]:
    """Show a bar for each loop that is reported."""
    from rich.console import Console
    from rich.progress import Progress, TaskID

    tasks: dict[str, TaskID] = {}

    def report(what: str, done: int, total: int) -> None:
        if what not in tasks:
            tasks[what] = progress.add_task(what, total=total)
        progress.update(tasks[what], completed=done, total=total)

    with Progress(console=Console(stderr=True), transient=True) as progress:
        yield report
