"""Documents are held against their published JSON Schema, and errors say it in our words.

In our schemas every subschema that a user can fail carries a ``description`` that
completes the sentence "got ..., expected ...".
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

from ...exact.errors import InputError
from ...exact.rationals import shorten
from .strict_json import shown

# Rows beyond these are left to the code that reads the numbers: a schema takes minutes there.
_SAMPLE = 4
_DEPTH = 8


def _pattern(checker: Any, pattern: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    # Of the texts of numbers the reader says better what is wrong with them.
    if schema.get("format") != "exact-number":
        yield from Draft202012Validator.VALIDATORS["pattern"](checker, pattern, instance, schema)


_Checker = extend(Draft202012Validator, {"pattern": _pattern})


@cache
def load(package: str, name: str) -> Any:
    """Return the schema in file `name` of a package."""
    return json.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8"))


@cache
def validator(package: str, name: str, part: str | None = None) -> Any:
    """Return a validator for a schema file, or for one of its ``$defs``."""
    schema = load(package, name)
    if part is not None:
        schema = {"$defs": schema["$defs"], "$ref": f"#/$defs/{part}"}
    return _Checker(schema)


def require_valid(document: Any, checker: Any, where: str = "") -> None:
    """Refuse a document that its schema refuses.

    Of long lists only the start is looked at; whoever reads their items checks them all.

    Parameters
    ----------
    document : JSON value
    checker : validator
        See :func:`validator`.
    where : str, optional
        The path of the document within a larger one.

    Raises
    ------
    InputError
        Naming the JSON path, what was given and what was expected.

    Examples
    --------
    >>> package = "exactdp.mechanisms.kernels.files"
    >>> kernel = validator(package, "mechanism.schema.json", "kernel")
    >>> require_valid({"form": "dense", "rows": 3}, kernel, "kernel")
    Traceback (most recent call last):
        ...
    exactdp.InputError: kernel.rows: got 3, expected a list of at least 2 rows
    """
    errors = list(checker.iter_errors(_sample(document)))
    if errors:
        first = min(errors, key=lambda error: len(error.absolute_path))
        raise InputError(_sentence(first, where))


def _sample(value: Any, depth: int = 0) -> Any:
    if depth > _DEPTH:
        return None  # no document is so deep, so it fails further up
    if isinstance(value, dict):
        return {key: _sample(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_sample(item, depth + 1) for item in value[:_SAMPLE]]
    return value


def _sentence(error: ValidationError, where: str) -> str:
    path = where
    for step in error.absolute_path:
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else step
    place = f"{path}: " if path else ""
    given, schema = error.instance, error.schema
    if error.validator == "required":
        missing = next(key for key in error.validator_value if key not in given)
        return f'{place}the key "{missing}" is missing'
    if error.validator == "additionalProperties":
        unknown = next(key for key in given if key not in schema["properties"])
        known = ", ".join(f'"{key}"' for key in schema["properties"])
        return f"{place}got the unknown key {shorten(unknown)}, expected {known}"
    if error.validator in ("const", "enum"):
        wanted = schema.get("enum", [schema.get("const")])
        return f"{place}got {shown(given)}, expected {' or '.join(map(json.dumps, wanted))}"
    return f"{place}got {shown(given)}, expected {schema['description']}"
