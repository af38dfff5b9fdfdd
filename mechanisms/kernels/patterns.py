"""The ups and downs of a column, which every scale is made of."""

from __future__ import annotations

#: For each step i to i+1: +1 up by 1/alpha, -1 down by alpha, 0 strictly between.
Pattern = tuple[int, ...]


def signs(pattern: Pattern) -> str:
    """Return the pattern of a scale as text.

    >>> signs((1, -1))
    '+-'
    """
    return "".join("+" if step > 0 else "-" for step in pattern)
