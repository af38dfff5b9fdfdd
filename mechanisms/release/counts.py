"""A column of counts as integers, top-coded; errors name the row and never the value.

The column is a secret: what stands in a cell must not show in a message, nor must it show
whether, or how often, a count lies above the cap.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ..exact.errors import InputError

Counts = npt.NDArray[np.int64]

#: Decimal digits that are sure to fit an int64.
_DIGITS = 18


def top_coded(column: pa.Array, cap: int, first: int) -> Counts:
    """Return a column of counts as integers in 0..cap; larger ones become `cap`.

    Parameters
    ----------
    column : pyarrow.Array
        Integers, or texts of plain digits (blanks around them are ignored).
    cap : int
        The largest count that is told from the others.
    first : int
        The number of the first row, for errors.

    Raises
    ------
    InputError
        If a cell is empty, negative or no integer. The message names the row only.

    Examples
    --------
    >>> top_coded(pa.array(["7", " 007 ", "0", "9" * 40]), 50, 1)
    array([ 7,  7,  0, 50])
    >>> top_coded(pa.array([3, -1]), 50, 1)
    Traceback (most recent call last):
        ...
    exactdp.InputError: row 2: the count is not a nonnegative integer in plain digits (no sign, point, separator); the value is not shown, because counts are secret
    """  # noqa: E501
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        text = pc.utf8_trim_whitespace(pc.cast(column, pa.string()))
        _require(pc.ascii_is_decimal(text), first)
        digits = pc.utf8_ltrim(text, "0")
        long = pc.greater(pc.binary_length(digits), _DIGITS)
        short = pc.binary_join_element_wise("0", pc.if_else(long, str(cap), digits), "")
        column = pc.cast(short, pa.int64())
    elif pa.types.is_integer(column.type):
        # With its own zero: another would be cast, and the error quote a count that does not fit.
        _require(pc.greater_equal(column, pa.scalar(0, column.type)), first)
        if pa.types.is_uint64(column.type):
            column = pc.min_element_wise(column, pa.scalar(cap, pa.uint64()))
        column = pc.cast(column, pa.int64())
    else:
        raise InputError(
            f"the counts have the type {column.type}, expected integers, or texts of digits: "
            "convert the column"
        )
    values: Counts = column.to_numpy(zero_copy_only=False)
    return np.minimum(values, cap)


def _require(good: pa.BooleanArray, first: int) -> None:
    good = pc.fill_null(good, False)
    if not pc.all(good).as_py() and len(good):
        row = first + pc.index(good, False).as_py()
        raise InputError(
            f"row {row}: the count is not a nonnegative integer in plain digits (no sign, point, "
            "separator); the value is not shown, because counts are secret"
        )
