"""The stand-alone checker as a process: nothing of ours imports it, so that nothing is shared.

Files are handed to ``verify/checker.py``, and those with kernels in the forms of kernels that
are too large to be written out to ``verify/forms.py``.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ...mechanisms.exact.errors import InputError
from ...mechanisms.kernels.telling import Line, Telling

FOLDER = Path(__file__).parent.parent
#: What the checker says of a file that it does not accept, by its exit status.
WORDS = {1: "REJECTED", 2: "not readable", 3: "refused"}


@dataclass(frozen=True)
class Recheck(Telling):
    """What the checker says of a certificate, or of a report.

    Attributes
    ----------
    status : int
        0 accepted, 1 rejected, 2 not readable, 3 refused: for its size, or since it is no proof.
    verdict : "holds", "fails" or None
        Of an accepted certificate.
    shown : tuple of str
        A line for each thing that was checked, in the checker's words.
    reason : str
        Why it is not accepted; empty where it is.
    note : str
        What has to be known besides.
    """

    status: int
    verdict: str | None
    shown: tuple[str, ...] = ()
    reason: str = ""
    note: str = ""

    @property
    def accepted(self) -> bool:
        """Whether every claim was shown."""
        return self.status == 0

    def headline(self) -> str:
        """Return what the checker concludes."""
        if not self.accepted:
            return f"{WORDS[self.status]}: {self.reason}"
        return f"accepted{f', verdict {self.verdict}' if self.verdict else ''}{self.note}"

    def lines(self) -> list[Line]:
        """Return what was checked."""
        return [("" if k else "shown", line) for k, line in enumerate(self.shown)]


def recheck(certificate: str | os.PathLike[str] | dict[str, Any]) -> Recheck:
    """Recheck a certificate: a file, or the document itself.

    >>> from exactdp.verify.judge.certificate import certificate
    >>> recheck(certificate([], [])).reason
    'the certificate claims nothing'
    """
    if isinstance(certificate, dict):
        with TemporaryDirectory() as folder:
            path = Path(folder, "certificate.json")
            try:
                path.write_text(json.dumps(certificate), encoding="utf-8")
            except OSError as error:
                raise InputError(f"{path}: cannot be written: {error.strerror}") from None
            return recheck(path)
    found = _run("checker.py", os.fspath(certificate))
    if found.reason.endswith("; forms.py reads it"):
        return _run("forms.py", os.fspath(certificate))
    return found


def named(path: str | os.PathLike[str]) -> str:
    r"""Return the name of a file on one line, as the checker prints it.

    >>> print(named("a.json"), named("a\nb.json"))
    a.json "a\nb.json"
    """
    name = os.fspath(path)
    return name if re.fullmatch(r"[-+./\\\w]+", name, re.ASCII) else json.dumps(name)


def _run(program: str, path: str) -> Recheck:
    """Return what one of the stand-alone programs says of a file."""
    done = subprocess.run(
        [sys.executable, "-I", str(FOLDER / program), path],
        capture_output=True,
        encoding="ascii",
        check=False,
    )
    *lines, outcome = done.stdout.splitlines() or [""]
    shown = tuple(line.removeprefix("  ") for line in lines)
    said, status = outcome.removeprefix(f"{named(path)}: "), done.returncode
    if status == 0 and said.startswith("accepted, verdict "):
        return Recheck(0, said.removeprefix("accepted, verdict "), shown)
    word = WORDS.get(status, "it")
    if not said.startswith(f"{word}: "):
        raise RuntimeError(f"{program} ended with {status}: {done.stderr}")
    return Recheck(status, None, shown, said.removeprefix(f"{word}: "))
