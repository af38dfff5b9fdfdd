"""The JSON of a kernel alone, in whichever form it is kept; mechanisms and certificates carry it.

===============  ==============================================================
form             keys
===============  ==============================================================
dense            ``rows``
power            ``base``, ``exponents``, ``row_factors``, ``column_factors``
postprocessed    ``base`` (a power form), ``post`` (sparse rows)
coupled          ``alpha``, ``input_law``, ``output_law``
scaled           ``alpha``, ``law``, ``terms`` (output, pattern, weight)
===============  ==============================================================

Rows are inputs. Numbers are texts, as :func:`exactdp.mechanisms.exact.rationals.parse` reads them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import fmpq

from ...exact.errors import InputError
from ...exact.limits import require_memory
from ...exact.progress import track
from ...exact.rationals import shorten
from ..forms.coupled import CoupledForm
from ..forms.dense import DenseForm
from ..forms.form import Form
from ..forms.postprocessed import PostprocessedForm
from ..forms.power import DISTANCE, PowerForm
from ..forms.scaled import ScaledForm, Term
from .cells import read_row
from .schemas import require_valid, validator
from .strict_json import shown

#: The largest exponent of a power form.
MAX_POWER = 10**6


def kernel_from_document(document: Any, where: str = "kernel") -> Form:
    """Return the kernel that a JSON value states; the inverse of :meth:`Form.document`.

    Parameters
    ----------
    document : JSON value
        As :func:`exactdp.mechanisms.kernels.files.strict_json.loads` returns it.
    where : str
        Its path within the larger document, for errors.

    Raises
    ------
    InputError
        If it is no kernel; the message names the JSON path.
    LimitError
        If it would not fit in memory.

    Examples
    --------
    >>> kernel_from_document({"form": "dense", "rows": [["1", "0"], ["1/2", "0.5"]]}).row(1)
    [1/2, 1/2]
    >>> kernel_from_document({"form": "dense", "rows": [["1", "0"], ["1/2", "1/0"]]})
    Traceback (most recent call last):
        ...
    exactdp.InputError: kernel.rows[1][1]: got '1/0', whose denominator is zero
    """
    require_valid(document, validator(__package__, "mechanism.schema.json", "kernel"), where)
    if document["form"] == "dense":
        return _dense(document["rows"], f"{where}.rows")
    if document["form"] == "power":
        return _power(document, where)
    if document["form"] == "coupled":
        return _coupled(document, where)
    if document["form"] == "scaled":
        return _scaled(document, where)
    base = _power(document["base"], f"{where}.base")
    return PostprocessedForm(base, _post(document["post"], base.size, f"{where}.post"))


def _dense(rows: list[Any], where: str) -> DenseForm:
    exact = []
    for i, row in enumerate(track(rows, len(rows), "reading rows")):
        _require_list(row, len(rows), f"{where}[{i}]", "numbers in quotes")
        exact.append(_numbers(row, f"{where}[{i}]"))
    return DenseForm(exact)


def _power(document: dict[str, Any], where: str) -> PowerForm:
    (base,) = _numbers([document["base"]], f"{where}.base", indexed=False)
    if not 0 < base <= 1:
        raise InputError(f"{where}.base: got {shorten(str(base))}, expected 0 < base <= 1")
    size = len(document["row_factors"])
    # A closed form is short, what it stands for is not: the exponents, the powers of the base.
    require_memory(32 * size**2, f"a kernel of {size} x {size}")
    factors = []
    for key in ("row_factors", "column_factors"):
        _require_list(document[key], size, f"{where}.{key}", "numbers in quotes")
        numbers = _numbers(document[key], f"{where}.{key}")
        for i, number in enumerate(numbers):
            if number == 0:
                raise InputError(f"{where}.{key}[{i}]: got 0, expected a factor > 0")
        factors.append(numbers)
    exponents, largest = DISTANCE, size - 1
    if document["exponents"] != DISTANCE:
        exponents = _exponents(document["exponents"], size, f"{where}.exponents")
        largest = int(exponents.max())
    if base != 1:
        bits = int(base.p).bit_length() + int(base.q).bit_length()
        require_memory(bits * largest**2 // 16, f"the powers of {where}.base up to {largest}")
    return PowerForm(base, exponents, *factors)


def _coupled(document: dict[str, Any], where: str) -> CoupledForm:
    (alpha,) = _numbers([document["alpha"]], f"{where}.alpha", indexed=False)
    laws = [_numbers(document[key], f"{where}.{key}") for key in ("input_law", "output_law")]
    try:
        return CoupledForm(alpha, *laws)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _scaled(document: dict[str, Any], where: str) -> ScaledForm:
    (alpha,) = _numbers([document["alpha"]], f"{where}.alpha", indexed=False)
    law = _numbers(document["law"], f"{where}.law")
    terms = []
    for k, term in enumerate(document["terms"]):
        place = f"{where}.terms[{k}]"
        _require_list(term, 3, place, 'values, [output, "+-...", "p/q"]')
        output, pattern, weight = term
        if type(output) is not int or not isinstance(pattern, str) or {*pattern} - {*"+-"}:
            raise InputError(f"{place}: expected an output, a text of + and -, and a number")
        (number,) = _numbers([weight], f"{place}[2]", indexed=False)
        terms.append(Term(output, tuple(1 if x == "+" else -1 for x in pattern), number))
    try:
        form = ScaledForm(alpha, law, terms)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    if form.shortfall is not None:
        kind, k = form.shortfall
        raise InputError(
            f"{where}.terms: what they leave is not shared privately at {kind} {k}; expected "
            "scales that fit within rows of 1 and the law"
        )
    return form


def _exponents(rows: list[Any], size: int, where: str) -> Any:
    _require_list(rows, size, where, "rows, one a factor")
    for i, row in enumerate(rows):
        _require_list(row, size, f"{where}[{i}]", "integers")
        for j, k in enumerate(row):
            if type(k) is not int or not 0 <= k <= MAX_POWER:
                raise InputError(
                    f"{where}[{i}][{j}]: got {shown(k)}, expected an integer in 0..{MAX_POWER}"
                )
    exponents = np.array(rows, dtype=np.int64)
    exponents.flags.writeable = False
    return exponents


def _post(rows: list[Any], size: int, where: str) -> list[dict[int, fmpq]]:
    _require_list(rows, size, where, "sparse rows, one for each output of the base")
    post = []
    for k, row in enumerate(rows):
        if not isinstance(row, list):
            raise InputError(f"{where}[{k}]: got {shown(row)}, expected a sparse row")
        last = -1
        for m, pair in enumerate(row):
            place = f"{where}[{k}][{m}]"
            _require_list(pair, 2, place, 'values, [output, "p/q"]')
            if type(pair[0]) is not int or not 0 <= pair[0] < size:
                raise InputError(
                    f"{place}[0]: got {shown(pair[0])}, expected an output in 0..{size - 1}"
                )
            if pair[0] <= last:
                raise InputError(
                    f"{place}[0]: got {pair[0]} after {last}, expected outputs in rising order, "
                    "each once"
                )
            last = pair[0]
        numbers = _numbers([pair[1] for pair in row], f"{where}[{k}]", suffix="[1]")
        post.append({pair[0]: x for pair, x in zip(row, numbers, strict=True)})
    return post


def _numbers(cells: list[Any], where: str, *, suffix: str = "", indexed: bool = True) -> list[fmpq]:
    def place(j: int) -> str:
        return f"{where}[{j}]{suffix}" if indexed else where

    for j, cell in enumerate(cells):
        if not isinstance(cell, str):
            raise InputError(f"{place(j)}: got {shown(cell)}, expected a number in quotes")
    return read_row(cells, place)


def _require_list(value: Any, length: int, where: str, what: str) -> None:
    if not isinstance(value, list) or len(value) != length:
        raise InputError(f"{where}: got {shown(value)}, expected a list of {length} {what}")
