"""The checker that is proved correct, as a process: it shares no code with the other one.

``bash verify/proved/run`` builds it; what it is, and what it does not know, is told in
``verify/proved/README.md``.
"""

from __future__ import annotations

import os
import subprocess

from ...mechanisms.exact.errors import InputError
from .process import FOLDER

CHECKER = FOLDER / "proved" / "bin" / "exactdp-check"


def proved(path: str | os.PathLike[str]) -> tuple[int, str]:
    """Return the exit status of the proved checker on a file, and what it prints.

    Raises
    ------
    InputError
        If it is not built.
    """
    if not CHECKER.exists():
        raise InputError(
            "the proved checker is not built: run bash verify/proved/run, among the sources"
        )
    done = subprocess.run([CHECKER, path], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr
