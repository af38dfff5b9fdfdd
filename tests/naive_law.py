"""The law of a sampler by running it on every answer that its source can give.

An oracle: short, slow, and none of the package's own engine. The mass of what was cut off is
reported, so that what is compared are exact bounds.
"""

from fractions import Fraction

from exactdp.mechanisms.sampling.source import BitSource


class _Fork(Exception):
    def __init__(self, chances):
        self.chances = chances


class _Answers(BitSource):
    """Gives the answers of one run, and asks for more where they end."""

    def __init__(self, answers):
        self.answers = iter(answers)

    def _next(self, chances):
        answer = next(self.answers, None)
        if answer is None:
            raise _Fork(chances)
        return answer

    def bits(self, k):
        self.used += k
        return self._next([(value, Fraction(1, 2**k)) for value in range(2**k)])


class _ComposedAnswers(_Answers):
    """Also answers uniform numbers and coins at once: their laws are tested by themselves."""

    def below(self, n):
        return self._next([(value, Fraction(1, n)) for value in range(n)])

    def bernoulli(self, p):
        assert 0 <= p <= 1
        assert not isinstance(p, float)
        return self._next([(True, Fraction(p)), (False, 1 - Fraction(p))])


class NaiveLaw(dict):
    """Output -> a lower bound of its probability; `undecided` is what is missing in all."""

    undecided = Fraction(0)
    bits = Fraction(0)  # expected number of bits of the runs that ended

    def agrees_with(self, probability, within):
        """Whether it is the law with these probabilities, but for at most `within`."""
        assert sum(self.values()) + self.undecided == 1
        return self.undecided <= within and all(
            low <= probability(value) <= low + self.undecided for value, low in self.items()
        )


def naive_law(draw, least=Fraction(1, 2**12), composed=False):
    """Return the law of ``draw(source)``; runs of probability below `least` are cut off."""
    law = NaiveLaw()
    kind = _ComposedAnswers if composed else _Answers
    runs = [((), Fraction(1))]
    while runs:
        answers, chance = runs.pop()
        source = kind(answers)
        try:
            value = draw(source)
        except _Fork as fork:
            for answer, share in fork.chances:
                if share == 0:
                    continue
                if chance * share < least:
                    law.undecided += chance * share
                else:
                    runs.append(((*answers, answer), chance * share))
        else:
            law[value] = law.get(value, 0) + chance
            law.bits += chance * source.used
    return law
