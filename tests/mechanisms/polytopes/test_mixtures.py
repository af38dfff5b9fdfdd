"""Extreme mixtures of scales: what they are, and that any number of scales is dealt with."""

from fractions import Fraction
from itertools import combinations

import pytest
from flint import fmpq, fmpq_mat

from exactdp.mechanisms.polytopes.mixtures import _meet, mixtures
from exactdp.mechanisms.polytopes.scales import psi


def by_all_bases(size, alpha):
    """The supports of the vertices of {w >= 0 : Psi w = 1}, from all sets of few columns."""
    matrix = psi(size, alpha)
    found = set()
    for chosen in combinations(range(matrix.ncols()), size):
        part = fmpq_mat(size, size, [matrix[i, s] for i in range(size) for s in chosen])
        if part.rank() == size:
            weights = part.solve(fmpq_mat(size, 1, [1] * size)).entries()
            if min(weights) >= 0:
                kept = [(s, w) for s, w in zip(chosen, weights, strict=True) if w]
                found.add((tuple(s for s, _ in kept), tuple(w for _, w in kept)))
    return found


@pytest.mark.parametrize("alpha", [Fraction(1, 3), Fraction(1, 2), Fraction(9, 10)])
@pytest.mark.parametrize("size", [2, 3, 4])
def test_they_are_what_all_bases_give(size, alpha):
    found = mixtures(size, alpha)
    assert len(found) == len({mixture.scales for mixture in found})
    exact = {(m.scales, m.weights) for m in found}
    assert exact == by_all_bases(size, alpha)


def test_sets_of_more_scales_than_a_machine_word_has_bits():
    # The same mixing problem with its 16 columns side by side, and far apart among 128.
    rises = [fmpq((7 * k * k + 3 * k) % 11 - 5) for k in range(16)]
    more = [fmpq((5 * k * k + k) % 13 - 6) for k in range(16)]

    def mixed(places, count):
        rays = [(1 << s, {s: fmpq(1)}) for s in places]
        for most, values in ((2, rises), (3, more)):
            spread = dict(zip(places, values, strict=True))
            rays = list(_meet(rays, [spread.get(s, fmpq(0)) for s in range(count)], most))
        back = {s: k for k, s in enumerate(places)}
        assert all(support == sum(1 << s for s in weights) for support, weights in rays)
        return [{back[s]: w for s, w in weights.items()} for _, weights in rays]

    close = mixed(range(16), 16)
    assert len(close) > 20
    assert mixed(range(0, 128, 8), 128) == close
    assert mixed(range(56, 72), 128) == close
