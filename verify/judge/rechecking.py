"""Rechecking certificates and reports from Python, with the stand-alone checker.

:func:`check` asks :mod:`exactdp.verify.checker`, which shares no code with what writes
certificates; of the report of a release, :mod:`.report` holds the figures against them besides.

>>> from exactdp import certify, geometric
>>> print(check(certify(geometric(3, "1/2"), "1/2").certificate()))
accepted, verdict holds
  shown       stochastic: holds
              tightest-alpha alpha 1/2
              private alpha 1/2: holds
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from ...mechanisms.exact.errors import InputError
from ...mechanisms.kernels.telling import Line, Telling
from .. import checker


@dataclass(frozen=True)
class Recheck(Telling):
    """What the checker says of a certificate, or of a report.

    Attributes
    ----------
    verdict : "holds", "fails" or None
        Of an accepted certificate.
    shown : tuple of str
        A line for each claim, as the checker read it.
    reason : str or None
        Why it is rejected; None where it is accepted.
    note : str
        What has to be known besides.
    """

    verdict: str | None
    shown: tuple[str, ...] = ()
    reason: str | None = None
    note: str = ""

    @property
    def accepted(self) -> bool:
        """Whether every claim was shown."""
        return self.reason is None

    def headline(self) -> str:
        """Return what the checker concludes."""
        if not self.accepted:
            return f"REJECTED: {self.reason}"
        return f"accepted{f', verdict {self.verdict}' if self.verdict else ''}{self.note}"

    def lines(self) -> list[Line]:
        """Return the claims that were shown."""
        return [("" if k else "shown", line) for k, line in enumerate(self.shown)]


def check(certificate: str | os.PathLike[str] | dict[str, Any]) -> Recheck:
    """Recheck a certificate, or the report of a release.

    Parameters
    ----------
    certificate : path or dict
        A file, or the document itself.

    Raises
    ------
    InputError
        If it cannot be read, or is neither.

    Examples
    --------
    >>> from exactdp import certify, geometric
    >>> document = certify(geometric(3, "1/2"), "1/2").certificate()
    >>> document["verdict"] = "fails"
    >>> check(document).accepted, check(document).reason
    (False, 'the digest does not match: the file was changed')
    """
    try:
        if isinstance(certificate, dict):
            return _checked(certificate)
        return _checked(checker.load(os.fspath(certificate)))
    except checker.Rejected as reason:
        return Recheck(None, reason=str(reason))
    except (checker.Unreadable, RecursionError) as error:
        raise InputError(str(error)) from None


def _checked(document: Any) -> Recheck:
    if isinstance(document, dict) and document.get("format") != "exactdp-certificate":
        from .report import FORMAT, check_report  # loads what makes releases

        if document.get("format") == FORMAT:
            lines = check_report(document)
            note = "" if document["private"] else ", NOT PRIVATE (simulated)"
            return Recheck(None, tuple(lines), note=note)
    lines = checker.check(document)
    skipped = sum(claim["claim"] == "uncertified" for claim in document["claims"])
    rest = f"; steps that are not rechecked: {skipped}" if skipped else ""
    return Recheck(document["verdict"], tuple(lines), note=rest)
