"""The other columns of a table: their values are passed on, and nothing that comes beside them.

A Parquet file says more than its values: free metadata of the file and of each field, at any
depth, and dictionaries, which may hold values that no row has (any more). All of that is left
behind: a field keeps its name and type, and a dictionary gives way to the values that it stands
for. Text is UTF-8 or refused, as it is in CSV.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from ..exact.errors import InputError
from ..exact.rationals import shorten


def plain(schema: pa.Schema) -> pa.Schema:
    """Return the fields of a schema without what the values do not need.

    >>> place = pa.field("place", pa.dictionary(pa.int8(), pa.string()), metadata={"a": "b"})
    >>> plain(pa.schema([place], metadata={"c": "d"}))
    place: string
    """
    return pa.schema([_plain(field) for field in schema])


def values(column: pa.Array, field: pa.Field) -> pa.Array:
    """Return a column as values of a plain field.

    Raises
    ------
    InputError
        If a text is not UTF-8, or the dictionaries are too deep inside.

    Examples
    --------
    >>> coded = pa.DictionaryArray.from_arrays([0, 0], ["Ayr", "nobody lives here"])
    >>> values(coded, pa.field("place", pa.string())).to_pylist()
    ['Ayr', 'Ayr']
    """
    name = shorten(field.name)
    try:
        # The type is another one where only the metadata of a field inside differs, too.
        found = column if column.type.equals(field.type, check_metadata=True) else None
        found = column.cast(field.type) if found is None else found
    except pa.ArrowException:
        raise InputError(
            f"the column {name} has the type {column.type}, whose dictionaries cannot be "
            "written out: convert it"
        ) from None
    try:
        found.validate(full=True)
    except pa.ArrowException:
        raise InputError(
            f"the column {name} has values that are not valid, such as text that is not UTF-8: "
            "save them anew, or drop the column"
        ) from None
    return found


def _plain(field: pa.Field) -> pa.Field:
    return pa.field(field.name, _plain_type(field.type), field.nullable)


def _plain_type(kind: Any) -> Any:
    if pa.types.is_dictionary(kind):
        return _plain_type(kind.value_type)
    if pa.types.is_struct(kind):
        return pa.struct([_plain(field) for field in kind])
    if pa.types.is_map(kind):
        return pa.map_(_plain(kind.key_field), _plain(kind.item_field), kind.keys_sorted)
    if pa.types.is_fixed_size_list(kind):
        return pa.list_(_plain(kind.value_field), kind.list_size)
    if pa.types.is_large_list(kind):
        return pa.large_list(_plain(kind.value_field))
    return pa.list_(_plain(kind.value_field)) if pa.types.is_list(kind) else kind
