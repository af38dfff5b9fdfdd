"""Sizes are checked before memory is spent."""

from __future__ import annotations

from .errors import LimitError

#: The most memory that one object may be expected to need, in bytes.
MAX_BYTES = 8 * 2**30


def require_memory(estimate: int, what: str) -> None:
    """Refuse work whose estimated memory is beyond `MAX_BYTES`.

    >>> require_memory(10**12, "a dense kernel of 10^5 x 10^5")
    Traceback (most recent call last):
        ...
    exactdp.LimitError: a dense kernel of 10^5 x 10^5 needs about 931.3 GiB, the limit is 8.0 GiB: use fewer counts or a structured form
    """  # noqa: E501
    if estimate > MAX_BYTES:
        raise LimitError(
            f"{what} needs about {_gib(estimate)} GiB, the limit is {_gib(MAX_BYTES)} GiB: "
            "use fewer counts or a structured form"
        )


def _gib(size: int) -> str:
    tenths = 10 * size // 2**30
    return f"{tenths // 10}.{tenths % 10}"
