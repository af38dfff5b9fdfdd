"""The errors that a user can cause, and nothing else.

Every message says what was given, where, what was expected and what to do. Errors that
are ours (a broken invariant) stay ordinary Python errors, so that they are never
mistaken for bad input. They name themselves as users import them.
"""


class ExactDPError(Exception):
    """Base of all errors that exactdp raises on purpose."""

    __module__ = "exactdp"


class InputError(ExactDPError, ValueError):
    """The input or the usage is wrong (exit code 2 on the command line)."""

    __module__ = "exactdp"


class LimitError(ExactDPError):
    """A stated limit of size was reached before the work was done (exit code 3)."""

    __module__ = "exactdp"
