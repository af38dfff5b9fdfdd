"""JSON without its traps: no float is made, no key is lost, nothing is nested without end.

A number with a point, an exponent, or many digits is kept as its text
(:class:`NumberText`), because ``json`` would round it. So are the words NaN and Infinity,
which then fail to be numbers wherever one is expected.

>>> loads('[0.1, 3, 1e-400]')
[0.1, 3, 1e-400]
>>> type(loads('0.1')).__name__
'NumberText'
>>> loads('{"n": 1, "n": 2}')
Traceback (most recent call last):
    ...
exactdp.InputError: the key 'n' is there twice in one object
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from ...exact.errors import InputError
from ...exact.limits import require_memory
from ...exact.rationals import shorten

#: Integers of at most so many digits become ints; longer ones are kept as their text.
MAX_DIGITS = 18
#: No document of ours is nested deeper.
MAX_DEPTH = 16

# What can stand after a backslash: a pair of surrogates is one character, one alone is none.
_ESCAPES = re.compile(r"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|u....|.)")
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]..$")
_TOKENS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[{]|[\]}]', re.DOTALL)


class NumberText:
    """A number as the text that stands in the file."""

    __slots__ = ("text",)

    def __init__(self, text: str):
        self.text = text

    def __repr__(self) -> str:
        return self.text


def loads(text: str, digits: int = MAX_DIGITS) -> Any:
    """Return the JSON value of `text`.

    Parameters
    ----------
    text : str
    digits : int
        Integers of more digits are kept as their text.

    Raises
    ------
    InputError
        If it is not JSON (the message says where), has a key twice, or is nested too deep.
    LimitError
        If it would not fit in memory.
    """
    parts = text.count("[") + text.count("{") + text.count(",")
    require_memory(3 * len(text) + 100 * parts, f"a JSON text of {len(text)} characters")
    try:
        value = json.loads(
            text,
            parse_int=lambda text: int(text) if len(text) <= digits else NumberText(text),
            parse_float=NumberText,
            parse_constant=NumberText,
            object_pairs_hook=_object,
        )
    except RecursionError:
        raise InputError(_too_deep(text)) from None
    except json.JSONDecodeError as error:
        if deep := _too_deep(text):  # how deep the parser itself goes depends on the machine
            raise InputError(deep) from None
        ended = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string")
        what = "the JSON ends too early (is the file cut off?)" if ended else "not JSON"
        raise InputError(f"{_place(text, error.pos)}: {what}: {error.msg}") from None
    for escape in _ESCAPES.finditer(text):
        if _SURROGATE.match(escape[0]):
            raise InputError(f"{_place(text, escape.start())}: half a character, {escape[0]}")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise InputError(f"the key {shown(key)} is there twice in one object")
        found[key] = value
    return found


def _place(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    return f"line {line}, column {position - text.rfind(chr(10), 0, position)}"


def _too_deep(text: str) -> str:
    """Return where the text is nested too deep, in words; empty if it is not."""
    depth = 0
    for token in _TOKENS.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
        if depth > MAX_DEPTH:
            place = _place(text, token.start())
            return f"{place}: nested more than {MAX_DEPTH} deep, expected at most that"
    return ""


def shown(value: Any) -> str:
    """Return a JSON value, short enough for an error message.

    >>> shown({"form": [1, 2]}), shown("x" * 60), shown(None), shown(NumberText("0.5"))
    ('an object', "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...' (60 characters)", 'null', '0.5')
    """
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, str):
        return shorten(value)
    if isinstance(value, NumberText):
        return value.text if len(value.text) <= 40 else shorten(value.text)
    return json.dumps(value)


def render(document: Any, indent: str = "") -> Iterator[str]:
    """Yield the text of a JSON document in pieces: a key a line, a row of a matrix a line.

    >>> print("".join(render({"name": "coin", "kernels": [{"rows": [["1/2"], ["1/2"]]}]})))
    {
      "name": "coin",
      "kernels": [
        {
          "rows": [
            ["1/2"],
            ["1/2"]
          ]
        }
      ]
    }
    """
    inner = indent + "  "
    if isinstance(document, dict) and document:
        yield "{\n"
        for k, (key, value) in enumerate(document.items()):
            yield f"{',' + chr(10) if k else ''}{inner}{json.dumps(key)}: "
            yield from render(value, inner)
        yield f"\n{indent}}}"
    elif isinstance(document, list) and document and isinstance(document[0], list | dict):
        yield "[\n"
        for k, item in enumerate(document):
            yield f"{',' + chr(10) if k else ''}{inner}"
            yield from render(item, inner) if isinstance(item, dict) else [json.dumps(item)]
        yield f"\n{indent}]"
    else:
        yield json.dumps(document)
