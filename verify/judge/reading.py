"""Certificates as they stand in files: what is read here is not checked.

>>> from exactdp import certify, geometric
>>> document = certify(geometric(1, "1/2"), "1/2").certificate()
>>> print(mechanism_about(document))
2/3  1/3
1/3  2/3
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...mechanisms.exact.errors import InputError, LimitError
from ...mechanisms.kernels.files.kernels import kernel_from_document
from ...mechanisms.kernels.files.source import read_text
from ...mechanisms.kernels.files.strict_json import loads, shown
from ...mechanisms.kernels.mechanism import Mechanism
from .certificate import FORMAT, VERSION, Document

#: The longest value of a claim that is printed whole.
MOST_PRINTED = 200


def is_certificate(path: str | os.PathLike[str]) -> bool:
    """Whether a file says of itself that it is a certificate."""
    if Path(path).suffix.lower() != ".json":
        return False
    document = _load(path)
    return isinstance(document, dict) and document.get("format") == FORMAT


def read_certificate(path: str | os.PathLike[str]) -> Document:
    """Return a certificate as it stands; whether it is right is the checker's question.

    Raises
    ------
    InputError
        If it is of another version, or has no lists of kernels and claims.
    """
    document = _load(path)
    version = document.get("version")
    if version != VERSION:
        newer = isinstance(version, int) and version > VERSION
        advice = "upgrade exactdp" if newer else "others are read no more: write it anew"
        raise InputError(
            f"{os.fspath(path)}: got a certificate of version {shown(version)}, "
            f"expected {VERSION}: {advice}"
        )
    for key in ("kernels", "claims"):
        parts = document.get(key)
        if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
            raise InputError(f"{os.fspath(path)}: expected a list of objects at {key!r}")
    return dict(document)


def _load(path: str | os.PathLike[str]) -> Any:
    try:
        return loads(read_text(path))
    except (InputError, LimitError) as error:
        raise type(error)(f"{os.fspath(path)}: {error}") from None


def mechanism_about(document: Document) -> Mechanism | None:
    """Return the mechanism that the last claim of a certificate is about, if there is one."""
    named: list[Any] = [claim.get("kernel") for claim in document["claims"]]
    place, kernels = named[-1] if named else None, document["kernels"]
    if type(place) is not int or not 0 <= place < len(kernels):
        return None
    return mechanism_of(kernels, place)


def mechanism_of(kernels: Sequence[Document], place: int) -> Mechanism | None:
    """Return a kernel of a certificate, or None if it is not a mechanism on counts.

    Raises
    ------
    InputError
        If it is not as its form has it.
    """
    kernel = kernels[place]
    labels = kernel.get("inputs")
    if not isinstance(labels, list) or [type(x) for x in labels] != [int, int]:
        return None
    if labels != kernel.get("outputs"):
        return None
    part = _unlabelled(kernel)
    if part.get("form") == "product" and part.get("of") in range(place):
        base = _unlabelled(kernels[part["of"]])
        part = {"form": "postprocessed", "base": base, "post": part.get("post")}
        if base.get("form") != "power":
            return None
    elif part.get("form") not in ("dense", "power", "coupled", "scaled") or "undecided" in part:
        return None
    return Mechanism(kernel_from_document(part, f"kernels[{place}]"), counts=(labels[0], labels[1]))


def _unlabelled(kernel: Document) -> Document:
    return {key: value for key, value in kernel.items() if key not in ("inputs", "outputs")}


def escaped(value: Any) -> str:
    r"""Return what a file says, as JSON on one line in ASCII; how long it is where it is long.

    >>> print(escaped("two\nlines"))
    "two\nlines"
    """
    text = json.dumps(value, default=str).replace("\x7f", "\\u007f")
    return text if len(text) <= MOST_PRINTED else f"({len(text)} characters)"
