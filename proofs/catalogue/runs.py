"""Deciding claims by any executor, each within a time limit.

A claim whose limit is reached stays undecided, with the steps that were taken until then. The
limit interrupts between two operations of Python; in another process than this, one that does
not answer :data:`GRACE` seconds later is ended and replaced.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from time import perf_counter
from types import FrameType
from typing import Any

from ...mechanisms.exact.errors import ExactDPError
from ...mechanisms.exact.executors import Lost, completed
from ..engine.evidence import recording
from ..engine.search import Reach, searching
from ..statements.claim import REGISTRY, Finding, unfinished
from .grading import explained, grade
from .registry import catalogue, require_known

#: Seconds after its limit in which a process may still answer.
GRACE = 5.0

Result = dict[str, Any]
#: Called before each claim: how many are done, how many there are, which one is next.
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Options:
    """How claims are decided.

    Parameters
    ----------
    n : int, optional
        The largest size that is searched, instead of each claim's own.
    alphas : tuple of Fraction
        The levels that are searched, instead of each claim's own.
    quick : bool
        Whether searches are kept small.
    limit : float, optional
        Seconds for a claim.
    certify : bool
        Whether results have their certificate and explanation, under these keys.
    """

    n: int | None = None
    alphas: tuple[Fraction, ...] = ()
    quick: bool = False
    limit: float | None = None
    certify: bool = False


class TimeIsUp(BaseException):
    """The time limit of a claim was reached; no handler of errors should take it for one."""


@contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """Raise :class:`TimeIsUp` inside the block after so many seconds.

    Only where there are interval timers (not on Windows), and in the main thread.
    """
    timers = hasattr(signal, "setitimer")
    if seconds is None or not timers or threading.current_thread() is not threading.main_thread():
        yield
        return
    armed = True

    def ring(number: int, frame: FrameType | None) -> None:
        if armed:
            raise TimeIsUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def decided(identifier: str, options: Options) -> Result:
    """Decide one claim from scratch; return what was found, as JSON can hold it."""
    entry = REGISTRY[identifier]
    reach = Reach(options.n, options.alphas, options.quick)
    start = perf_counter()
    cut_short = False
    with recording() as steps, searching(reach):
        try:
            with within(options.limit):
                finding = entry.decide()
        except TimeIsUp:
            cut_short = True
            finding = unfinished(list(steps), f"the limit of {options.limit:g} s was reached")
    seconds = perf_counter() - start
    return _result(identifier, finding, seconds, cut_short, reach, options)


def _result(
    identifier: str,
    finding: Finding,
    seconds: float,
    cut_short: bool,
    reach: Reach,
    options: Options,
) -> Result:
    claim = REGISTRY[identifier].claim
    searched = ", ".join(reach.said[key] for key in ("n", "alpha") if key in reach.said) or None
    how = "quick: searched" if options.quick else "searched"
    graded = grade(claim, finding)
    result = {
        "id": identifier,
        "verdict": finding.verdict,
        "grade": graded.grade,
        "grades": graded.grades,
        "scope": finding.scope + (f" ({how} {searched})" if searched else ""),
        "evidence": list(finding.evidence),
        "counterexample": finding.counterexample,
        "correction": finding.correction,
        "seconds": round(seconds, 3),
        "condition": finding.condition,
        "scan_error": finding.scan_error,
        "kind": list(finding.kind),
        "searched": searched,
        "cut_short": cut_short,
        "source": claim.source,
        "place": claim.place,
        "statement": claim.statement,
        "formula": claim.formula,
    }
    if options.certify:
        whole = graded.grade == "rechecked" and "argued" not in graded.grades.values()
        result["certificate"] = graded.certificate
        result["explanation"] = None if whole else explained(claim, finding)
    return result


def results(ids: Sequence[str], options: Options, executor: str = "serial") -> Iterator[Result]:
    """Yield what was found of each claim, in their order, as soon as it is known.

    An interrupted run ends with what was found beyond the first claim that is lacking.

    Parameters
    ----------
    ids : sequence of str
        Claims of the catalogue.
    options : Options
        How they are decided.
    executor : str
        What decides them, as in :mod:`exactdp.mechanisms.exact.executors`.
    """
    # This process is not ended; the others answer a little later than the limit, or never.
    bounded = options.limit is not None and executor != "serial"
    limit = (options.limit or 0) + GRACE if bounded else None
    task = partial(_told, decided, options)
    known: dict[int, Result] = {}
    first = 0
    try:
        for number, found in completed(task, ids, executor, limit=limit):
            if isinstance(found, Lost):
                found = _ended(ids[number], options, found.reason)
            known[number] = found
            while first in known:
                yield known.pop(first)
                first += 1
    except KeyboardInterrupt:
        yield from (known[number] for number in sorted(known))
        raise


def _told(decide: Callable[[str, Options], Result], options: Options, identifier: str) -> Result:
    try:
        return decide(identifier, options)
    except ExactDPError:
        raise
    except Exception as error:
        # A defect of ours: whoever asked is told where.
        raise RuntimeError(f"{identifier}: {type(error).__name__}: {error}") from error


def _ended(identifier: str, options: Options, reason: str) -> Result:
    limit = options.limit or 0.0
    reach = Reach(options.n, options.alphas, options.quick)
    return _result(identifier, unfinished([], reason), limit, True, reach, options)


def prove(
    ids: Iterable[str] | None = None,
    progress: Progress | None = None,
    *,
    options: Options = Options(),
    executor: str = "serial",
) -> list[dict[str, Any]]:
    """Decide claims, from scratch, and return what was found.

    Parameters
    ----------
    ids : str or iterable of str, optional
        The claims to decide, in this order; all of them if not given.
    progress : callable, optional
        Called before each claim with the number done, the number in all, and its id.
    options : Options
        How far searches go, and the seconds for a claim.
    executor : str
        What decides them: ``serial`` (this process), ``processes:K``, ``dask://HOST:PORT``.

    Returns
    -------
    list of dict
        JSON-able, with ``id``, ``verdict``, ``grade`` (of the evidence that the verdict needs:
        ``rechecked`` or ``argued``), ``grades`` (of its parts), ``scope``, ``evidence``,
        ``counterexample``, ``correction``, ``seconds``, and ``condition``, ``scan_error``,
        ``kind``, ``searched`` (how the options narrowed or widened its searches), ``cut_short``
        (whether the time limit was reached), ``source``, ``place``, ``statement``, ``formula``.

    Raises
    ------
    InputError
        If an id is not in the catalogue.

    Examples
    --------
    >>> result, = prove(["CKS-45"])
    >>> result["verdict"], result["counterexample"]["n"], result["counterexample"]["alpha"]
    ('conditional', 1, '2/3')
    """
    wanted = require_known([claim.id for claim in catalogue()] if ids is None else ids)
    found: list[dict[str, Any]] = []
    coming = results(wanted, options, executor)
    for done, identifier in enumerate(wanted):
        if progress is not None:
            progress(done, len(wanted), identifier)
        found.append(next(coming))
    return found
