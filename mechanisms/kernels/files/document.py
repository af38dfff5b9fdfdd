"""The JSON of a mechanism: an envelope of labels around a kernel, versioned.

A bare list of lists of numbers is accepted too. The document says for itself that rows are
inputs, so it can be neither written nor read transposed; a bare list can be read so.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq

from ...exact.errors import InputError
from ...exact.level import PrivacyLevel
from ...exact.progress import track
from ..mechanism import Mechanism, Orientation, Reading
from .cells import read_row
from .kernels import kernel_from_document
from .schemas import require_valid, validator
from .strict_json import shown

FORMAT = "exactdp-mechanism"
VERSION = 1


def mechanism_document(mechanism: Mechanism) -> dict[str, Any]:
    """Return the JSON of a mechanism; the inverse of :func:`mechanism_from_document`.

    Examples
    --------
    >>> document = mechanism_document(Mechanism.from_rows([["1", "0"], ["1/2", "1/2"]]))
    >>> document["counts"], document["kernel"]["rows"]
    ([0, 1], [['1', '0'], ['1/2', '1/2']])
    """
    document: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    if mechanism.name is not None:
        document["name"] = mechanism.name
    document["counts"] = list(mechanism.counts)
    level = mechanism.level
    if level is not None:
        stated = (
            ("alpha", level.alpha) if level.is_rational else ("epsilon", level.rational_epsilon)
        )
        document["level"] = {stated[0]: str(stated[1])}
    document["kernel"] = mechanism.form.document()
    require_valid(document, _validator())
    return document


def mechanism_from_document(document: Any) -> Mechanism:
    """Return the mechanism that a JSON object states.

    Raises
    ------
    InputError
        If the object does not follow the format, or a newer version of it.

    Examples
    --------
    >>> newer = {"format": "exactdp-mechanism", "version": 2}
    >>> mechanism_from_document(newer)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    exactdp.InputError: written by a newer exactdp: got version 2 of ...
    """
    if isinstance(document, dict) and document.get("format") == FORMAT:
        version = document.get("version")
        if type(version) is int and version > VERSION:
            raise InputError(
                f"written by a newer exactdp: got version {version} of the format, "
                f"this one reads version {VERSION}; upgrade it"
            )
    require_valid(document, _validator())
    labels: dict[str, Any] = {"name": document.get("name")}
    if "counts" in document:
        labels["counts"] = tuple(document["counts"])
    for key, text in document.get("level", {}).items():
        read = PrivacyLevel.from_alpha if key == "alpha" else PrivacyLevel.from_epsilon
        try:
            labels["level"] = read(text)
        except InputError as error:
            raise InputError(f"level.{key}: {error}") from None
    return Mechanism(kernel_from_document(document["kernel"]), **labels)


def mechanism_from_json(value: Any, reading: Reading, inputs: Orientation) -> Mechanism:
    """Return the mechanism of a document, or of a bare list of lists of numbers.

    >>> print(mechanism_from_json([[1, 3], [1, 1]], "weights", "rows"))
    1/4  3/4
    1/2  1/2
    """
    if isinstance(value, list):
        return Mechanism.from_rows(_bare(value), reading=reading, inputs=inputs)
    if not isinstance(value, dict):
        raise InputError(f"got {shown(value)}, expected a mechanism or a list of rows")
    if value.get("format") == "exactdp-certificate":
        raise InputError("this is a certificate; recheck it with `exactdp check`, or `show` it")
    if inputs == "columns":
        raise InputError(
            "a mechanism document always has rows as inputs; reading columns as inputs is for "
            "bare tables (.csv, .tsv, .npy, .npz, or a list of rows in .json)"
        )
    stored = mechanism_from_document(value)
    if reading == "stored":
        return stored
    rows = (stored.form.row(i) for i in range(stored.size))
    return Mechanism.from_rows(
        rows, reading=reading, name=stored.name, counts=stored.counts, level=stored.level
    )


def _bare(rows: list[Any]) -> list[list[fmpq]]:
    exact = []
    for i, row in enumerate(track(rows, len(rows), "reading rows")):
        if not isinstance(row, list):
            raise InputError(f"row {i}: got {shown(row)}, expected a list of numbers")
        exact.append(read_row(row, f"row {i}, column {{}}".format))
    return exact


def _validator() -> Any:
    return validator(__package__, "mechanism.schema.json")
