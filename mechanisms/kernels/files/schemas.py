"""Documents are held against their published JSON Schema, and errors say it in our words.

In our schemas every subschema that a user can fail carries a ``description`` that
completes the sentence "got ..., expected ...".
"""

from __future__ import annotations

import json
from functools import cache, reduce
from importlib import resources
from typing import Any

from ...exact.errors import InputError
from ...exact.rationals import shorten
from .strict_json import NumberText, shown

# Rows beyond these are left to the code that reads the numbers: a schema takes minutes there.
_SAMPLE = 4
_DEPTH = 8


@cache
def load(package: str, name: str) -> Any:
    """Return the schema in file `name` of a package."""
    return json.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8"))


class Validator:
    """A schema file of a package, or one of its ``$defs``; see :func:`require_valid`."""

    def __init__(self, package: str, name: str, part: str | None = None):
        from jsonschema_rs import Draft202012Validator

        self.schema = load(package, name)
        if part is not None:
            self.schema = {"$defs": self.schema["$defs"], "$ref": f"#/$defs/{part}"}
        self._checked = Draft202012Validator(_without_syntax(self.schema))

    def first_error(self, document: Any) -> Any:
        """Return the error that stands least deep, or None."""
        errors = self._checked.iter_errors(_sample(document))
        return min(errors, key=lambda error: len(error.instance_path), default=None)


validator = cache(Validator)


def _without_syntax(schema: Any) -> Any:
    """Leave out what texts of numbers look like: the reader says better what is wrong with them."""
    if isinstance(schema, list):
        return [_without_syntax(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    number = schema.get("format") == "exact-number"
    return {
        key: _without_syntax(part)
        for key, part in schema.items()
        if not (number and key == "pattern")
    }


def require_valid(document: Any, checker: Validator, where: str = "") -> None:
    """Refuse a document that its schema refuses.

    Of long lists only the start is looked at; whoever reads their items checks them all.

    Parameters
    ----------
    document : JSON value
    checker : Validator
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
    error = checker.first_error(document)
    if error is not None:
        given = _at(document, error.instance_path)
        schema = _at(checker.schema, error.schema_path[:-1])
        raise InputError(_sentence(error, given, schema, where))


def _at(value: Any, path: list[Any]) -> Any:
    return reduce(lambda part, step: part[step], path, value)


def _sample(value: Any, depth: int = 0) -> Any:
    if depth > _DEPTH:
        return None  # no document is so deep, so it fails further up
    if isinstance(value, dict):
        return {key: _sample(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_sample(item, depth + 1) for item in value[:_SAMPLE]]
    # No schema of ours takes numbers that are not whole, as which these stand here.
    return 0.5 if isinstance(value, NumberText) else value


def _sentence(error: Any, given: Any, schema: Any, where: str) -> str:
    path = where
    for step in error.instance_path:
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else step
    place = f"{path}: " if path else ""
    if error.kind.name == "required":
        return f'{place}the key "{error.kind.property}" is missing'
    if error.kind.name == "additionalProperties":
        known = ", ".join(f'"{key}"' for key in schema["properties"])
        unknown = shorten(error.kind.unexpected[0])
        return f"{place}got the unknown key {unknown}, expected {known}"
    if error.kind.name in ("const", "enum"):
        wanted = schema.get("enum", [schema.get("const")])
        return f"{place}got {shown(given)}, expected {' or '.join(map(json.dumps, wanted))}"
    return f"{place}got {shown(given)}, expected {schema['description']}"
