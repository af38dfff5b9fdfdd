"""Functions that misbehave in a process of their own, for tests of those who start it."""

import os
import time


def dying(identifier, options):
    """End in the middle of the task."""
    os._exit(1)


def hanging(identifier, options):
    """Never answer."""
    time.sleep(600)


def complaining(identifier, options):
    """End with an error."""
    raise ZeroDivisionError("of ours")


def slow_at_first(identifier, options):
    """Answer, but for the first claim of the notes."""
    time.sleep(600 if identifier == "COV-15" else 0)
    return {"id": identifier}


class Refusing:
    """A task that ends its process before it is taken."""

    def __reduce__(self):
        return os._exit, (1,)
