"""The errors that a user can cause, and nothing else.

Every message says what was given, where, what was expected and what to do. Errors that
are ours (a broken invariant) stay ordinary Python errors, so that they are never
mistaken for bad input. They name themselves as users import them.
"""


class ExactDPError(Exception):
    """Base of all errors that exactdp raises on purpose.

    Examples
    --------
    >>> from exactdp import ExactDPError, InputError, LimitError
    >>> issubclass(InputError, ExactDPError), issubclass(LimitError, ExactDPError)
    (True, True)
    """

    __module__ = "exactdp"


class InputError(ExactDPError, ValueError):
    """The input or the usage is wrong (exit code 2 on the command line).

    Examples
    --------
    >>> from exactdp import geometric
    >>> geometric(0, "1/2")
    Traceback (most recent call last):
        ...
    exactdp.InputError: got n = 0, expected n >= 1 (counts run from 0 to n)
    """

    __module__ = "exactdp"


class LimitError(ExactDPError):
    """A stated limit of size was reached before the work was done (exit code 3).

    Examples
    --------
    >>> from exactdp import scales
    >>> scales(100, "1/2")
    Traceback (most recent call last):
        ...
    exactdp.LimitError: there are 2^99 scales of size 100: take fewer counts
    """

    __module__ = "exactdp"
