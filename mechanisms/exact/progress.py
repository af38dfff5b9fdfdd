"""Progress of long loops, said by the library and shown by whoever listens.

The library wraps a long loop in :func:`track`. Nothing is shown unless a reporter was
installed with :func:`reporting` (the command line does), so library users see no output.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")
#: Called with the name of the loop, the steps done, and the steps in all.
Reporter = Callable[[str, int, int], None]

_reporter: ContextVar[Reporter | None] = ContextVar("reporter", default=None)


@contextmanager
def reporting(reporter: Reporter) -> Iterator[None]:
    """Send the progress of loops inside the block to `reporter`."""
    token = _reporter.set(reporter)
    try:
        yield
    finally:
        _reporter.reset(token)


def track(items: Iterable[T], total: int, what: str) -> Iterable[T]:
    """Return `items`, reporting progress about a hundred times on the way.

    >>> with reporting(lambda what, done, total: print(what, done, total)):
    ...     sum(track([1, 2], 2, "adding"))
    adding 0 2
    adding 1 2
    adding 2 2
    3
    """
    reporter = _reporter.get()
    return items if reporter is None else _reported(items, total, what, reporter)


def _reported(items: Iterable[T], total: int, what: str, reporter: Reporter) -> Iterator[T]:
    stride = max(1, total // 100)
    for done, item in enumerate(items):
        if done % stride == 0:
            reporter(what, done, total)
        yield item
    reporter(what, total, total)
