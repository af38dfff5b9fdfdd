"""A source whose every draw is answered by an engine: where the code under study forks.

An engine is one function ``choose(size, weights)``. It returns a number in 0..size-1, uniform
where `weights` is None; which one, it decides from run to run, so that all of them are seen.
Code that draws from a :class:`Forks` and from nothing else is a function of the answers.

:class:`Forks` answers bits only: ``below`` and ``bernoulli`` run their own code, and their
law is derived with the rest. :class:`ComposedForks` answers them too, with the law that they
are known to have.

>>> answers = iter([3, 1])
>>> source = ComposedForks(lambda size, weights: next(answers))
>>> source.below(10), source.bernoulli(Fraction(1, 3))
(3, True)
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ...mechanisms.sampling.source import BitSource, whole_number

#: The probabilities of the outcomes of a draw; None where they are equal.
Weights = tuple[Fraction, ...] | None
Choose = Callable[[int, Weights], int]
#: Uniform floats are k/2^53, k in 0..2^53-1, in Python and in numpy alike.
GRID = 2**53


class Forks(BitSource):
    """Bits answered by an engine.

    Attributes
    ----------
    watched : bool
        Whether `used` was read: then how much was drawn is part of the state of the code.
    """

    def __init__(self, choose: Choose):
        self.start(choose)
        self.watched = False

    def start(self, choose: Choose) -> None:
        """Forget what was handed out, and let an engine answer."""
        self.choose = choose
        self._used = 0

    @property
    def extended(self) -> bool:
        """Whether somebody else keeps something in it."""
        return self.__dict__.keys() != {"choose", "watched", "_used"}

    @property
    def used(self) -> int:  # type: ignore[override]
        """How many bits have been handed out."""
        self.watched = True
        return self._used

    def bits(self, k: int) -> int:
        """Return one of 2^k equally likely numbers."""
        if type(k) is not int or k < 1:
            k = whole_number("k", k, at_least=0)
            if k == 0:
                return 0
        self._used += k
        return self.choose(1 << k, None)

    def random(self) -> float:
        """Return one of the 2^53 equally likely floats k/2^53."""
        return self.choose(GRID, None) / GRID


class ComposedForks(Forks):
    """Bits, uniform integers and exact coins answered by an engine, each in one step."""

    def below(self, n: int) -> int:
        """Return one of n equally likely numbers."""
        n = whole_number("n", n, at_least=1)
        return self.choose(n, None) if n > 1 else 0

    def bernoulli(self, p: Fraction | int) -> bool:
        """Return True with probability `p`."""
        if isinstance(p, Fraction | int) and 0 < p < 1:
            return bool(self.choose(2, (Fraction(1 - p), Fraction(p))))
        return super().bernoulli(p)  # sure, or refused: nothing is drawn


class Stopped(BaseException):
    """Ends a run from within a draw, when what follows is known or not wanted.

    Not an Exception, so that the code under study does not catch it unawares.
    """
