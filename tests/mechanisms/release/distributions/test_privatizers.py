"""Each privatizer: what it asks, what it makes of the answers, and the scale that it computes."""

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.release.distributions.haar import Haar
from exactdp.mechanisms.release.distributions.hierarchical import Hierarchical, tree
from exactdp.mechanisms.release.distributions.privatize import NOISES
from exactdp.mechanisms.release.distributions.privatizer import share

HISTOGRAMS = st.lists(st.integers(0, 9), min_size=2, max_size=70)


@pytest.mark.parametrize("name", NOISES)
@given(histogram=HISTOGRAMS)
def test_without_noise_the_histogram_comes_back(name, histogram):
    p = NOISES[name]
    m = p.mechanism(len(histogram))
    outputs = m.output(histogram, [0] * len(m.scales))
    assert p.estimate(outputs, len(histogram), sum(histogram)) == histogram


@pytest.mark.parametrize("name", [name for name in NOISES if name != "laplace"])
@given(histogram=HISTOGRAMS, data=st.data())
def test_the_estimate_adds_up_to_n_whatever_the_noise(name, histogram, data):
    p, bins = NOISES[name], len(histogram)
    m = p.mechanism(bins)
    size = len(m.scales)
    noise = data.draw(st.lists(st.integers(-9, 9), min_size=size, max_size=size))
    found = p.estimate(m.output(histogram, noise), bins, sum(histogram))
    assert sum(found) == sum(histogram)
    assert len(found) == bins


@pytest.mark.parametrize("bins", range(2, 131))
def test_the_scales_in_closed_form(bins):
    def scale(name):
        (found,) = set(NOISES[name].mechanism(bins).scales)
        return found

    assert scale("acyclic") == scale("cyclic") == 1
    assert scale("laplace") == 2
    levels = (bins - 1).bit_length()
    assert scale("haar") <= 2 * levels
    if bins == 2**levels:
        assert scale("haar") == 2 * levels
    height = 1 if bins <= 16 else 2
    assert scale("hierarchical") == (3 if bins == 17 else 2 * height)


def test_haar_is_the_wavelet_transform_times_the_sizes_of_its_nodes():
    x = [5, 1, 2, 7, 3, 3, 0, 4]

    def coefficients(part):  # Privelet: (mean of the left - mean of the right) / 2
        if len(part) == 1:
            return []
        half = len(part) // 2
        left, right = part[:half], part[half:]
        own = Fraction(sum(left) - sum(right), len(part))
        return [own * len(part), *coefficients(left), *coefficients(right)]

    m = Haar().mechanism(8)
    assert m.output(x, [0] * 7) == coefficients(x)


@given(
    histogram=st.lists(st.integers(0, 9), min_size=2, max_size=40),
    branching=st.sampled_from([2, 3, 16]),
    data=st.data(),
)
def test_the_hierarchical_estimate_is_that_of_least_squares(histogram, branching, data):
    p, bins = Hierarchical(branching), len(histogram)
    m = p.mechanism(bins)
    size = len(m.scales)
    noise = data.draw(st.lists(st.integers(-9, 9), min_size=size, max_size=size))
    outputs = m.output(histogram, noise)
    found = p.estimate(outputs, bins, sum(histogram))
    misses = [y - sum(found[j] for j in row) for y, row in zip(outputs, m.queries, strict=True)]
    # Moving mass from a bin to the next, the total being kept, gains nothing to first order.
    for j in range(bins - 1):
        slope = zip(misses, m.queries, strict=True)
        assert sum(miss * ((j in row) - (j + 1 in row)) for miss, row in slope) == 0


@given(bins=st.integers(1, 300), branching=st.sampled_from([2, 3, 16]))
def test_no_node_of_the_tree_says_what_is_public(bins, branching):
    nodes = tree(bins, branching)
    assert (nodes[0].low, nodes[0].high) == (0, bins)
    assert len({(node.low, node.high) for node in nodes}) == len(nodes)
    for node in nodes:
        assert len(node.children) != 1
        if node.children:
            parts = [(nodes[c].low, nodes[c].high) for c in node.children]
            assert parts[0][0] == node.low
            assert parts[-1][1] == node.high
            assert all(a[1] == b[0] for a, b in pairwise(parts))
        else:
            assert node.high == node.low + 1


def test_weighted_averaging_has_the_weights_of_the_source():
    # One node of height 2 beside a leaf-like sibling of the same height: b = 2, so 2/3 and 1/3.
    m = Hierarchical(2).mechanism(4)
    assert m.queries == ({0: 1, 1: 1}, {0: 1}, {1: 1}, {2: 1, 3: 1}, {2: 1}, {3: 1})
    found = Hierarchical(2).estimate([3, 0, 0, 0, 0, 0], 4, 0)
    # z = 2/3 * 3 = 2 and 0; mean consistency takes 1 from both, down to the leaves
    assert found == [Fraction(1, 2)] * 2 + [-Fraction(1, 2)] * 2


@given(
    alpha=st.fractions(min_value=Fraction(1, 100), max_value=Fraction(99, 100)).filter(
        lambda a: a.denominator < 10**4
    ),
    parts=st.integers(1, 16),
)
def test_shares_never_spend_more_than_the_whole(alpha, parts):
    part = share(PrivacyLevel.from_alpha(alpha), parts).alpha
    assert part**parts >= alpha
    assert part < 1
    assert (part - Fraction(1, 10**5)) ** parts < alpha


def test_shares_are_exact_where_they_can_be():
    for eps, parts in product(("1/10", "3"), (1, 2, 14)):
        found = share(PrivacyLevel.from_epsilon(eps), parts)
        assert found.rational_epsilon == Fraction(eps) / parts
    assert share(PrivacyLevel.from_alpha("8/27"), 3).alpha == Fraction(2, 3)


def test_a_level_next_to_zero_is_refused_rather_than_rounded_to_it():
    with pytest.raises(InputError, match="state the level by a rational eps"):
        share(PrivacyLevel.from_alpha(Fraction(10**12 - 1, 10**12)), 2)
