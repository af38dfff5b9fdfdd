"""Algorithm 1: exact, at an extreme point of F, within the rounds of Theorem 5."""

from fractions import Fraction
from itertools import permutations
from math import comb

import pytest
from fixed_points import ALPHAS, costs, keeps, laws, private
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.keeping.coupling import coupled
from exactdp.mechanisms.keeping.heuristic import heuristic
from exactdp.mechanisms.keeping.orders import NAMED, columns
from exactdp.mechanisms.keeping.rounding import rounded
from exactdp.mechanisms.kernels.files.kernels import kernel_from_document
from exactdp.mechanisms.kernels.forms.scaled import ScaledForm, Term
from exactdp.mechanisms.polytopes.decomposition import scales_of
from exactdp.mechanisms.polytopes.polytope import polytope
from exactdp.mechanisms.polytopes.scales import scale
from exactdp.verify.judge.extreme import extreme


def literal(z, alpha, order):
    """Algorithm 1 as section 5.2 has it, in Fractions, step 8 from its definition."""
    n, z = len(z), [Fraction(x) for x in z]
    a = [[Fraction(0)] * n for _ in range(n)]
    r, c = [Fraction(1)] * n, list(z)
    rounds = []
    for j in order:
        count = 0
        while c[j] > 0:
            count += 1
            p = [1 if i < j else -1 for i in range(n - 1)]
            for i in range(n - 1):
                # r[i+1] / r[i] = exp(-p_i eps)
                if r[i + 1] == r[i] * (alpha if p[i] > 0 else 1 / alpha):
                    p[i] = -p[i]
            s = scale(tuple(p), alpha)
            amounts = [c[j] / sum(x * y for x, y in zip(z, s, strict=True))]
            for i in range(n - 1):
                for x, y in ((i, i + 1), (i + 1, i)):  # r[x] - q s[x] >= alpha (r[y] - q s[y])
                    if s[x] > alpha * s[y]:
                        amounts.append((r[x] - alpha * r[y]) / (s[x] - alpha * s[y]))
            q = min(amounts)
            assert q > 0
            for i in range(n):
                a[i][j] += q * s[i]
                r[i] -= q * s[i]
            c[j] -= q * sum(x * y for x, y in zip(z, s, strict=True))
        if count:
            rounds.append(count)
    assert not any(r)
    return a, len(rounds), sum(rounds)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_slacks_give_what_the_algorithm_as_printed_gives(data):
    size = data.draw(st.integers(2, 6))
    z, alpha = data.draw(laws(size)), data.draw(ALPHAS)
    order = data.draw(st.permutations(range(size)))
    found = heuristic(z, alpha, order)
    rows, outer, inner = literal(z, alpha, order)
    assert found.mechanism.rows() == rows
    assert (found.outer, found.inner) == (outer, inner)
    # Theorem 5
    assert outer <= size
    assert inner <= 2 * size - 1
    # Theorem 6
    assert extreme(rows, polytope("F", size, alpha, z)).holds


@pytest.mark.parametrize("alpha", ["1/2", pytest.param("9/10", marks=pytest.mark.slow)])
@pytest.mark.parametrize("order", ["min", "sandwich", "max", "middle"])
def test_long_amounts_are_those_of_the_algorithm_as_printed(alpha, order):
    size, a = 60, Fraction(alpha)
    z = [Fraction(comb(size - 1, k), 2 ** (size - 1)) for k in range(size)]
    listed = sorted(range(size), key=lambda j: (j % 7, j)) if order == "middle" else order
    found = heuristic(z, alpha, listed)
    rows, outer, inner = literal(z, a, columns(listed, z))
    assert found.mechanism.rows() == rows
    assert (found.outer, found.inner) == (outer, inner)


@pytest.mark.parametrize("alpha", ["1/2", "9/10"])
def test_steps_that_tie_exactly_are_settled_together(alpha):
    size, a = 31, Fraction(alpha)
    law = [Fraction(comb(size - 1, k), 2 ** (size - 1)) for k in range(size)]
    for z in (law, [Fraction(1, size)] * size, [Fraction(k in (9, 21), 2) for k in range(size)]):
        # from the centre outwards and inwards: left and right come to 0 in the same round
        outward = sorted(range(size), key=lambda j: (abs(2 * j - size + 1), j))
        for order in (outward, outward[::-1]):
            found = heuristic(z, alpha, order)
            rows, outer, inner = literal(z, a, columns(order, z))
            assert found.mechanism.rows() == rows
            assert (found.outer, found.inner) == (outer, inner)
    centre = [Fraction(j == size // 2) for j in range(size)]
    assert heuristic(centre, alpha, "max").inner == size // 2 + 1  # two steps a round


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_every_amount_is_the_one_of_proposition_2(data):
    size = data.draw(st.integers(2, 6))
    z, alpha = data.draw(laws(size)), data.draw(ALPHAS)
    r, c = [Fraction(1)] * size, list(z)
    order = data.draw(st.permutations(range(size)))
    for j, pattern, weight in heuristic(z, alpha, order).mechanism.form.terms:
        normalised = scale(pattern, alpha)
        s = [x / max(normalised) for x in normalised]
        amounts = [c[j] / sum(x * y for x, y in zip(z, s, strict=True))]
        for i, step in enumerate(pattern):
            if step > 0:
                amounts.append((r[i + 1] / alpha - r[i]) / (s[i + 1] / alpha - s[i]))
            else:
                amounts.append((r[i] - alpha * r[i + 1]) / (s[i] - alpha * s[i + 1]))
        amount = Fraction(int(weight.p), int(weight.q))
        assert amount == min(amounts) > 0
        r = [x - amount * y for x, y in zip(r, s, strict=True)]
        c[j] -= amount * sum(x * y for x, y in zip(z, s, strict=True))
    assert not any(r)


@given(st.data())
def test_it_ends_in_f_and_never_below_the_optimum(data):
    size = data.draw(st.integers(2, 7))
    z, alpha = data.draw(laws(size)), data.draw(ALPHAS)
    order = data.draw(st.sampled_from(NAMED))
    found = heuristic(z, alpha, order)
    rows = found.mechanism.rows()
    assert keeps(rows, z, z)
    assert private(rows, alpha)
    assert found.cost() >= coupled(z, alpha).cost()
    # Its scales are a point of the representations, in normalised scales.
    for j, terms in enumerate(scales_of(found.mechanism.form)):
        column = [sum(w * scale(p, alpha)[i] for p, w in terms) for i in range(size)]
        assert column == [row[j] for row in rows]
    # and the form knows by itself that nothing is left
    form = found.mechanism.form
    again = ScaledForm(form.alpha, form.law, form.terms)
    assert not any(again.rest[0])
    assert not any(again.left)
    assert again.shortfall is None
    assert kernel_from_document(form.document()).row(0) == form.row(0)


def test_best_keeps_the_cheapest_of_the_three_for_the_cost_that_is_asked():
    z = [Fraction(k, 21) for k in (6, 1, 0, 5, 2, 7)]
    for cost in ("ead", "mse", costs(6)["asymmetric"]):
        tried = [heuristic(z, "3/4", order).cost(cost) for order in NAMED]
        assert heuristic(z, "3/4", cost=cost).cost(cost) == min(tried)


def test_on_four_uniform_counts_no_order_reaches_the_optimum():
    z = [Fraction(1, 4)] * 4
    found = {heuristic(z, "1/2", order).cost() for order in permutations(range(4))}
    assert min(found) == Fraction(3, 4)


def test_a_function_may_choose_the_columns():
    z = [Fraction(1, 2), Fraction(0), Fraction(1, 6), Fraction(1, 3)]
    asked = []

    def last(law, lacking):
        asked.append(list(lacking))
        return max(j for j, x in enumerate(lacking) if x)

    found = heuristic(z, "1/2", last)
    assert found.mechanism == heuristic(z, "1/2", [3, 2, 0]).mechanism
    assert found.order == "custom"
    assert asked[0] == z
    assert asked[-1] == [Fraction(1, 2), 0, 0, 0]


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ("middle", "got the order 'middle'"),
        ([0, 1], "every count with a positive target once"),
        ([0, 1, 2, 2], "every count with a positive target once"),
        (lambda law, lacking: 0, "the order gave column 0"),
        (lambda law, lacking: 9, "the order gave column 9"),
    ],
)
def test_an_order_that_leaves_something_out_is_refused(order, message):
    with pytest.raises(InputError, match=message):
        heuristic(["1/3", "1/3", "1/3"], "1/2", order)


@pytest.mark.parametrize("make", [heuristic, rounded])
@pytest.mark.parametrize(("z", "alpha"), [(["1/2", "1/2"], 1), (["1"], "1/2"), ([0, 0], "1/2")])
def test_levels_and_laws_that_are_none_are_refused(make, z, alpha):
    with pytest.raises(InputError):
        make(z, alpha, "max")


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_rounded_amounts_stay_in_f_and_cost_as_much_as_exact_ones(data):
    size = data.draw(st.integers(2, 7))
    z, alpha = data.draw(laws(size)), data.draw(ALPHAS)
    order = data.draw(st.sampled_from(NAMED))
    found, exact = rounded(z, alpha, order), heuristic(z, alpha, order).cost()
    rows = found.constructed.mechanism.rows()
    assert keeps(rows, z, z)
    assert private(rows, alpha)
    assert found.low <= found.constructed.cost() <= found.high
    assert abs(found.low - exact) <= exact / 10**9
    assert abs(found.high - exact) <= exact / 10**9 + Fraction(size**2, 10**18)
    for term in found.constructed.mechanism.form.terms:
        deep = size * (alpha.denominator.bit_length() - alpha.numerator.bit_length() + 1)
        assert int(term.weight.p).bit_length() <= 128 + deep + 73


def test_a_tiny_cost_is_as_near_as_any():
    half, zero = Fraction(1, 2), Fraction(0)
    z = [zero, half, zero, zero, zero, zero, half]
    exact = heuristic(z, "1/100", "sandwich").cost()
    found = rounded(z, "1/100", "sandwich")
    assert exact < Fraction(1, 10**5)
    assert abs(found.low - exact) <= exact / 10**9
    assert abs(found.high - exact) <= exact / 10**9


def test_rare_counts_at_the_tails_do_not_spoil_what_is_left():
    size = 160  # alpha^n and the least of z are far below 2^-128
    z = [Fraction(comb(size - 1, k), 2 ** (size - 1)) for k in range(size)]
    found = rounded(z, "1/2", "min")
    assert found.constructed.mechanism.form.shortfall is None
    exact = heuristic(z, "1/2", "min").expected()
    low, high = map(Fraction, exact.enclosure(20))
    assert (
        low * (1 - Fraction(1, 10**9)) <= found.low <= found.high <= high * (1 + Fraction(1, 10**9))
    )


def test_rounding_that_breaks_alpha_is_a_limit(monkeypatch):
    monkeypatch.setattr(ScaledForm, "shortfall", ("input", 0))
    with pytest.raises(LimitError, match="amounts of 64 bits are too coarse for 4 counts"):
        rounded(["1/4"] * 4, "1/2", "max", bits=64)


def test_a_run_with_twice_the_bits_says_how_near_it_is():
    found = rounded([Fraction(1, 20)] * 20, "9/10", measure=True)
    assert 0 <= found.measured < Fraction(1, 10**6)
    with pytest.raises(InputError, match="only these are enclosed"):
        rounded(["1/2", "1/2"], "1/2", cost=[[0, 1], [1, 0]])


def test_a_form_of_scales_shares_out_what_they_leave():
    from flint import fmpq

    half = fmpq(1, 2)
    form = ScaledForm(half, [half, half], [Term(0, (-1,), half), Term(1, (1,), half)])
    rows = [[Fraction(int(x.p), int(x.q)) for x in form.row(i)] for i in range(2)]
    assert keeps(rows, [Fraction(1, 2)] * 2, [Fraction(1, 2)] * 2)
    assert form.shortfall is None
    assert form.entry(0, 1) == form.row(0)[1]
    assert form.row_sums() == [1, 1]
    assert not form.zeros().any()
    assert ScaledForm(half, [half, half], [Term(0, (-1,), fmpq(2))]).shortfall == ("output", 0)
    lopsided = ScaledForm(half, [fmpq(0), fmpq(1)], [Term(1, (-1,), fmpq(9, 10))])
    assert lopsided.shortfall == ("input", 0)


@pytest.mark.parametrize(
    ("alpha", "law", "terms", "message"),
    [
        (1, [1, 0], [], "expected 0 < alpha < 1"),
        ("1/2", [1], [], "expected at least 2"),
        ("1/2", ["1/2", "1/2"], [(2, (1,), 1)], "got the output 2"),
        ("1/2", ["1/2", "1/2"], [(0, (1, 1), 1)], "expected 1 steps"),
        ("1/2", ["1/2", "1/2"], [(0, (0,), 1)], "each \\+1 or -1"),
        ("1/2", ["1/2", "1/2"], [(0, (1,), 0)], "expected a number > 0"),
    ],
)
def test_terms_that_do_not_fit_are_refused(alpha, law, terms, message):
    from exactdp.mechanisms.exact.rationals import to_fmpq

    made = [Term(j, p, to_fmpq(w)) for j, p, w in terms]
    with pytest.raises(InputError, match=message):
        ScaledForm(to_fmpq(alpha), [to_fmpq(x) for x in law], made)
