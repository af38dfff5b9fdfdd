"""Rechecking certificates and reports from Python, with the stand-alone checker.

:func:`check` runs ``verify/checker.py`` as a process of its own (:mod:`.process`), which shares
nothing with what writes certificates. Of the report of a release, :mod:`.report` holds the
figures against them besides; of an explanation, which is no proof, it is told which of the
certificates in it are accepted.

>>> from exactdp import certify, geometric
>>> print(check(certify(geometric(1, "1/2"), "1/2").certificate()))
accepted, verdict holds
  shown       kernel 0: form power, inputs 0..1, outputs 0..1
              kernel 0: each row sums to 1: holds
              kernel 0: private at alpha = 1/2 between {"inputs_within":1}: holds, and for no larger alpha
              kernel 0: private at alpha = 1/2 between {"inputs_within":1}: holds
"""  # noqa: E501

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

from ...mechanisms.exact.errors import ExactDPError, LimitError
from ...mechanisms.kernels.files.source import read_text
from ...mechanisms.kernels.files.strict_json import loads
from . import explanation
from .process import Recheck, recheck

#: Of a count in a report: with the least budget noise has about a thousand.
DIGITS = 2000


def check(certificate: str | os.PathLike[str] | dict[str, Any]) -> Recheck:
    """Recheck a certificate, the report of a release, or the certificates of an explanation.

    Parameters
    ----------
    certificate : path or dict
        A file, or the document itself.

    Examples
    --------
    >>> from exactdp import certify, geometric
    >>> document = certify(geometric(3, "1/2"), "1/2").certificate()
    >>> document["verdict"] = "fails"
    >>> print(check(document))
    REJECTED: the digest does not match: the file was changed
    """
    found = recheck(certificate)
    if found.status < 2 or (document := _document(certificate)) is None:
        return found
    if found.status == 3 and document.get("format") == explanation.FORMAT:
        return replace(found, shown=tuple(explanation.told(document)))
    from ...mechanisms.release.report import FORMAT  # loads what makes releases

    if document.get("format") != FORMAT:
        return found
    from .report import check_report

    return check_report(document)


def accepted(document: dict[str, Any]) -> Recheck:
    """Return what is said of a certificate or a report of ours, which is accepted.

    Raises
    ------
    LimitError
        If rechecking it costs too much.
    """
    found = check(document)
    if found.status == 3:
        raise LimitError(f"the certificate is refused by the checker: {found.reason}")
    if not found.accepted:
        raise AssertionError(f"the checker does not accept a certificate of ours: {found.reason}")
    return found


def _document(given: str | os.PathLike[str] | dict[str, Any]) -> dict[str, Any] | None:
    try:
        document = given if isinstance(given, dict) else loads(read_text(given), DIGITS)
    except ExactDPError:  # the checker has said what is wrong with it
        return None
    return document if isinstance(document, dict) else None
