"""The exact loss of linear noise mechanisms: Theorem 1, calibrations, laws, certificates."""

from fractions import Fraction
from itertools import product
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sealed import checked, rejected, with_claim

from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families.noise import TwoSidedGeometric
from exactdp.mechanisms.release.distributions.noise_mechanism import NoiseMechanism, adjacent_moves
from exactdp.mechanisms.release.distributions.privatize import NOISES
from exactdp.mechanisms.release.distributions.privatizer import share
from exactdp.verify.judge import noise
from exactdp.verify.judge.certificate import write_certificate
from exactdp.verify.judge.noise import noise_loss
from exactdp.verify.judge.reading import read_certificate
from exactdp.verify.judge.rechecking import check

PURE = [name for name in NOISES if name != "gaussian"]
HALF = Fraction(1, 2)


def made(queries, entering=None, scales=None):
    variables = len(entering[0]) if entering else len(queries)
    return NoiseMechanism.from_rows(queries, noise=entering, scales=scales or [1] * variables)


def accepted(found, bound=None):
    """Return the certificate, which the checker accepts."""
    document = found.certificate(bound)
    assert checked(document)
    assert document["verdict"] == ("holds" if found.holds(bound) else "fails")
    return document


def scaled(m, factor):
    return NoiseMechanism(m.bins, m.queries, m.noise, tuple(factor * b for b in m.scales))


# --- Theorem 1, two ways ------------------------------------------------------------------


@pytest.mark.parametrize("bins", range(2, 13))
def test_theorem_1_by_linear_programs(bins):
    for law in ("laplace", "geometric"):
        found = noise_loss(NOISES["cyclic"].mechanism(bins), law=law)
        assert (found.epsilon, found.exact, found.integral) == (1, True, True)
        accepted(found, Fraction(1))


@pytest.mark.parametrize("bins", range(2, 13))
def test_theorem_1_by_enumeration(bins):
    # Shifts that mask a unit from bin j to the next are e_(j+1) + t(1, ..., 1): their cost is
    # convex and piecewise linear in t, with corners at 0 and -1 alone.
    for j in range(bins - 1):
        change = [(i == j + 1) - (i == j) for i in range(bins)]
        costs = {}
        for t in (-1, 0, 1):
            v = [(i == j + 1) + t for i in range(bins)]
            assert [v[i] - v[(i + 1) % bins] for i in range(bins)] == change
            costs[t] = sum(map(abs, v))
        assert min(costs.values()) == costs[0] == 1
        # And the indicator of bin j + 1 shows that no mechanism so noisy loses less.
        w = [int(i == j + 1) for i in range(bins)]
        assert max(abs(w[i] - w[i - 1]) for i in range(bins)) == 1
        assert sum(x * y for x, y in zip(w, change, strict=True)) == 1


# --- every privatizer spends exactly eps --------------------------------------------------


def certify_all(name, sizes):
    for bins in sizes:
        found = noise_loss(NOISES[name].mechanism(bins), law="geometric")
        assert found.epsilon == 1, bins
        assert found.exact
        assert found.integral
        accepted(found, Fraction(1))


@pytest.mark.parametrize("name", PURE)
def test_privatizers_lose_exactly_eps_at_small_sizes_and_boundaries(name):
    certify_all(name, [2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 18, 33])


@pytest.mark.slow
@pytest.mark.parametrize("name", PURE)
def test_privatizers_lose_exactly_eps_at_every_size_up_to_128(name):
    certify_all(name, range(2, 129))


@pytest.mark.parametrize("bins", [4, 16, 64])
def test_wrong_calibrations_are_caught(bins):
    levels = (bins - 1).bit_length()
    height = ceil(levels / 4)
    wrong = [
        ("laplace", Fraction(1)),  # as if a move changed one bin
        ("hierarchical", Fraction(height)),  # as if it changed one node a level
        ("haar", Fraction(levels + 1)),  # the weights' bound for a change of one bin
        ("cyclic", HALF),
        ("acyclic", HALF),
    ]
    for name, scale in wrong:
        m = NOISES[name].mechanism(bins)
        small = NoiseMechanism(m.bins, m.queries, m.noise, (scale,) * len(m.scales))
        found = noise_loss(small, law="geometric")
        assert found.epsilon == m.scales[0] / scale > 1
        assert not found.holds(Fraction(1))
        assert accepted(found, Fraction(1))["verdict"] == "fails"


# --- against the laws themselves ------------------------------------------------------------


def ratios(name, bins, alpha, reach):
    """Yield Pr[output | x + m] / Pr[output | x] over a box, for two-sided geometric noise.

    Exactly; the laws of cyclic noise are sums over the fibre, geometric beyond its corners.
    """
    m = NOISES[name].mechanism(bins)
    (c,) = set(m.scales)
    law = TwoSidedGeometric(share(PrivacyLevel.from_alpha(alpha), int(c)).alpha)
    for move in adjacent_moves(bins):
        change = m.output([move.get(j, 0) for j in range(bins)], [0] * len(m.scales))
        if name in ("cyclic", "acyclic"):
            for steps in product(range(-reach, reach + 1), repeat=bins - 1):
                # steps: how much the sum of each bin's noise has gone up
                inner = []
                for there in (0, 1):
                    sums, at = [], 0
                    for i in range(bins - 1):
                        at += steps[i] - there * change[i]
                        sums.append(-at)
                    inner.append(sums)
                mass = fibre if name == "cyclic" else independent
                yield mass(law, inner[1]) / mass(law, inner[0])
        else:
            for output in product(range(-reach, reach + 1), repeat=len(m.scales)):
                there = [y - d for y, d in zip(output, change, strict=True)]
                yield independent(law, there) / independent(law, output)


def independent(law, values):
    out = Fraction(1)
    for k in values:
        out *= law.pmf(int(k))
    return out


def fibre(law, values):
    """Return the sum over g of Pr[L_0 = g] times that of L_i = g + values[i-1]."""
    values = [0, *map(int, values)]
    low, high = -max(values), -min(values)
    total = sum((independent(law, [g + v for v in values]) for g in range(low, high + 1)), 0)
    tail = law.parameter ** len(values)
    ends = [independent(law, [g + v for v in values]) for g in (low - 1, high + 1)]
    return total + sum(ends) / (1 - tail)


@pytest.mark.parametrize("bins", [2, 3, 4])
@pytest.mark.parametrize("name", [name for name in PURE if name != "cyclic"])
def test_the_loss_is_attained_by_the_law(name, bins):
    # alpha = 2^-k such that every share is rational.
    alpha = Fraction(1, 2 ** int(NOISES[name].mechanism(bins).scales[0]))
    found = list(ratios(name, bins, alpha, 3))
    assert max(found) == 1 / alpha
    assert min(found) == alpha


@pytest.mark.parametrize("bins", [2, 3, 4])
def test_the_loss_of_the_cyclic_law_is_approached_far_out(bins):
    alpha = HALF
    for ratio in ratios("cyclic", bins, alpha, 4):
        assert alpha < ratio < 1 / alpha
    # Along the functional of the certificate: a unit to bin 1, which is far from its mean.
    law, far = TwoSidedGeometric(alpha), 400
    rest = [0] * (bins - 2)
    nearer, farther = fibre(law, [far, *rest]), fibre(law, [far + 1, *rest])
    assert Fraction(199, 100) < nearer / farther < 2


def test_a_law_with_split_shifts_loses_between_the_two_bounds():
    # output = x + 2 k1 + 3 k2: 1/3 by a third of k2, 2 by whole units. In the unit ln 2.
    found = noise_loss(made([[1, 0]], [[2, 3]]), law="geometric")
    assert (found.at_least, found.epsilon, found.exact) == (Fraction(1, 3), 2, False)
    law = TwoSidedGeometric(HALF)

    rest = Fraction(1, 2**140)  # what is left out is less

    def mass(y):
        near = (k for k in range(-150, 151) if (y - k) % 2 == 0)
        return sum(law.pmf(k) * law.pmf((y - 3 * k) // 2) for k in near)

    low = max(mass(y) / (mass(y + 1) + rest) for y in range(-20, 20))
    high = max((mass(y) + rest) / mass(y + 1) for y in range(-20, 20))
    assert low**3 > 2
    assert high < 4
    accepted(found)
    accepted(found, Fraction(2))
    accepted(found, Fraction(1, 4))
    with pytest.raises(LimitError, match="between 1/3 and 2"):
        found.holds(Fraction(1))
    real = noise_loss(found.mechanism)
    assert (real.epsilon, real.exact, real.integral) == (Fraction(1, 3), True, False)


# --- the general mechanism ------------------------------------------------------------------


@st.composite
def mechanisms(draw):
    bins, queries = draw(st.integers(2, 4)), draw(st.integers(1, 4))
    entries = st.sampled_from([0, 0, 1, -1, 2, HALF])

    def matrix(width):
        row = st.lists(entries, min_size=width, max_size=width)
        return draw(st.lists(row, min_size=queries, max_size=queries))

    a = matrix(bins)
    s = matrix(draw(st.integers(1, 4))) if draw(st.booleans()) else None
    width = len(s[0]) if s else queries
    scale = st.sampled_from([1, 2, Fraction(1, 3)])
    return made(a, s, draw(st.lists(scale, min_size=width, max_size=width)))


@settings(max_examples=150, deadline=None)
@given(m=mechanisms(), law=st.sampled_from(["laplace", "geometric"]))
def test_what_is_found_is_certified_at_every_claim(m, law):
    found = noise_loss(m, law=law)
    accepted(found)
    if found.epsilon is None:
        assert not found.holds()
        assert found.shift is None
        assert accepted(found, Fraction(100))["verdict"] == "fails"
        return
    assert found.holds(found.epsilon)
    accepted(found, found.epsilon)
    assert found.at_least <= found.epsilon
    assert found.exact or law == "geometric"
    if found.at_least > 0:
        accepted(found, found.at_least / 2)
    shift = found.shift
    change = m.output([found.moves[found.worst].get(j, 0) for j in range(m.bins)], [0] * len(shift))
    assert m.output([0] * m.bins, shift) == change
    assert sum(abs(v) / b for v, b in zip(shift, m.scales, strict=True)) == found.epsilon


@settings(max_examples=60, deadline=None)
@given(m=mechanisms())
def test_the_loss_is_inverse_to_the_scales_and_integer_noise_loses_no_less(m):
    found = noise_loss(m)
    twice = noise_loss(scaled(m, 2))
    whole = noise_loss(m, law="geometric")
    if found.epsilon is None:
        assert twice.epsilon is None
        assert whole.epsilon is None
    else:
        assert 2 * twice.epsilon == found.epsilon
        assert whole.epsilon is None or whole.epsilon >= found.epsilon
        if found.integral:
            assert whole.epsilon == found.epsilon


def test_a_strategy_may_have_more_queries_than_bins_and_more_noise_than_queries():
    prefix = made([[1, 0, 0], [1, 1, 0], [1, 1, 1], [0, 1, 1]])
    found = noise_loss(prefix)
    assert found.epsilon == 2  # bins 0 and 1 part in the first and the last query
    wide = made([[1, 0]], [[1, 1, 2]], [1, 2, 1])
    assert noise_loss(wide).epsilon == HALF  # half a unit of the third, or one of the second
    assert noise_loss(wide, law="geometric").epsilon == HALF


def test_two_moves_may_need_different_shifts():
    m = made([[1, 0, 0], [0, 0, 1]], scales=[1, HALF])
    found = noise_loss(m)
    assert (found.worst, found.epsilon) == (1, 2)
    assert [masking.cost for masking in found.maskings] == [1, 2]
    assert noise_loss(m, moves=[{0: 3}]).epsilon == 3


def test_what_nothing_masks_is_infinite_with_a_witness():
    exposed = made([[1, 0], [1, 0]], [[1], [0]])
    for law in ("laplace", "geometric"):
        found = noise_loss(exposed, law=law)
        assert (found.epsilon, found.at_least, found.exact) == (None, None, True)
        assert not found.integral
        assert accepted(found)["verdict"] == "fails"
    even = noise_loss(made([[1, 0]], [[2, 4]]), law="geometric")  # the parity is not hidden
    assert even.epsilon is None
    accepted(even)
    assert noise_loss(made([["1/2", 0]]), law="geometric").epsilon is None
    assert noise_loss(made([["1/2", 0]])).epsilon == HALF


def test_a_change_that_nobody_asks_about_costs_nothing():
    found = noise_loss(made([[1, 1]]))
    assert (found.epsilon, found.at_least, found.shift) == (0, 0, [0])
    accepted(found, Fraction(0))


def test_a_search_without_end_is_a_limit(monkeypatch):
    monkeypatch.setattr(noise, "MAX_NODES", 2)
    with pytest.raises(LimitError, match="not found within 2 linear programs"):
        noise_loss(made([[1, 0]], [[2, 3]]), law="geometric")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"law": "gauss"}, "got the law 'gauss'"),
        ({"moves": []}, "no neighbouring changes"),
        ({"moves": [{0: 1}, {2: 1}]}, "neighbour 1 is about other bins than 0..1"),
        ({"moves": [{-1: 1}]}, "neighbour 0 is about other bins"),
        ({"moves": [{0: 1}, {}]}, "neighbour 1 changes no bin: leave it out"),
        ({"moves": [{0: 0}]}, "neighbour 0 changes no bin"),
    ],
)
def test_bad_input_is_refused(options, words):
    with pytest.raises(InputError, match=words):
        noise_loss(made([[1, 0]]), **options)
    with pytest.raises(InputError, match="two bins or more"):
        noise_loss(made([[1]]))


# --- certificates ---------------------------------------------------------------------------


def test_a_certificate_is_written_and_read_back(tmp_path):
    path = tmp_path / "noise.json"
    document = accepted(noise_loss(NOISES["cyclic"].mechanism(4)), Fraction(1))
    write_certificate(path, document)
    assert read_certificate(path).items() >= document.items()
    assert check(path).headline() == "accepted, verdict holds"


def claimed(found, bound=None):
    """Return the claim of an accepted certificate."""
    (claim,) = accepted(found, bound)["claims"]
    return claim


def test_what_holds_is_stated_of_the_loss_and_what_fails_of_the_bound():
    found = noise_loss(made([[1, 0], [0, 1]]))
    for bound in (None, Fraction(2), Fraction(3)):
        claim = claimed(found, bound)
        assert (claim["epsilon"], claim["holds"]) == ("2", True)
        assert {"shifts", "move", "functional"} <= claim.keys()
    claim = claimed(found, Fraction(1))
    assert (claim["epsilon"], claim["holds"]) == ("1", False)
    assert "shifts" not in claim
    split = noise_loss(made([[1, 0]], [[2, 3]]), law="geometric")
    claim = claimed(split)  # no functional shows that 2 is the least
    assert (claim["epsilon"], "functional" in claim) == ("2", False)
    claim = claimed(split, Fraction(1, 4))
    assert (claim["epsilon"], claim["functional"]) == ("1/4", [[0, "-1/3"]])
    exposed = noise_loss(made([[1, 0], [1, 0]], [[1], [0]]))
    for bound in (None, Fraction(7)):
        claim = claimed(exposed, bound)
        assert (claim["epsilon"], claim["holds"]) == (None, False)


def test_the_line_has_all_that_the_loss_depends_on():
    (line,) = checked(accepted(noise_loss(made([[1, 0]], [[2]], ["1/2"]))))
    assert line == (
        'noise law laplace, bins 2, queries [[[0,"1"]]], noise [[[0,"2"]]], scales ["1/2"], '
        'moves [[[0,"-1"],[1,"1"]]], epsilon 1: holds, and no less'
    )
    (line,) = checked(accepted(noise_loss(made([[1, 0], [1, 0]], [[1], [0]]))))
    assert line.endswith("epsilon null: fails")


def changed(document, **changes):
    claims = with_claim(document, "noise", **changes)
    return {"claims": claims}


def test_a_changed_certificate_is_rejected():
    document = accepted(noise_loss(NOISES["cyclic"].mechanism(3), law="geometric"), Fraction(1))
    for words, changes in [
        ("the costliest shift is not epsilon", {"epsilon": "1/2"}),
        ("the costliest shift is not epsilon", {"epsilon": "2"}),
        ("the functional does not show the loss", {"functional": [[0, "-2"]]}),
        ("a shift does not mask its move", {"noise": [[[k, "1"]] for k in range(3)]}),
        ("noise does not have 3 items", {"noise": [[[0, "1"]]]}),
        ("a move is none", {"moves": [[], [[0, "1"]]]}),
        ("the key", {"noise": None}),
    ]:
        rejected(document, words, **changed(document, **changes))
    whole = accepted(noise_loss(made([["1/2", 0]])))
    rejected(whole, "a shift is split", **changed(whole, law="geometric"))
    passed = accepted(noise_loss(made([[1, 0], [0, 1]])), Fraction(1))
    rejected(passed, "does not show the loss", **changed(passed, epsilon="2"))
    even = accepted(noise_loss(made([[1, 0]], [[2, 4]]), law="geometric"))
    for functional in ([[0, "1"]], [[0, "1/3"]], []):
        words = "does not tell neighbours apart"
        rejected(even, words, **changed(even, functional=functional))


def test_a_loss_tells_what_is_worst_and_what_masks_or_tells_it():
    masked = noise_loss(made([[1, 0], [0, 1]], scales=[1, 1]))
    assert str(masked).splitlines() == [
        "eps = 2, exactly",
        "  mechanism   2 queries of 2 bins, 2 variables of Laplace noise",
        "  worst move  one unit from bin 0 to bin 1, or back",
        "  masked by   noise variables shifted by 0: -1, 1: 1",
        "              whole units mask every move: two-sided geometric noise loses as much",
    ]
    split = noise_loss(made([[1, 0]], [[2, 3]]), moves=[{0: 1}], law="geometric")
    assert str(split).startswith("at least 1/3, at most eps = 2\n")
    assert "worst move  bin 0 by 1, or the opposite" in str(split)
    told = noise_loss(made([["1/2", 0]]), law="geometric")
    assert "told by     the fraction of 1 * query 0, which no noise changes" in str(told)
    bare = noise_loss(made([[1, 0], [1, 1]], [[1], [1]], scales=[1]))
    assert str(bare).startswith("infinite: no eps holds\n")
    assert "which has no noise" in str(bare)
