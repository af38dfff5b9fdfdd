"""Every representation answers what naive fractions answer, on inputs made to mislead it."""

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import LimitError
from exactdp.mechanisms.kernels.forms.dense import DenseForm
from exactdp.mechanisms.kernels.forms.dyadic import DyadicForm
from exactdp.mechanisms.kernels.forms.postprocessed import PostprocessedForm
from exactdp.mechanisms.kernels.forms.power import DISTANCE, PowerForm, last_step_above_one

F = Fraction


def q(value):
    return fmpq(value.numerator, value.denominator)


def frac(value):
    return F(int(value.p), int(value.q))


def places(size):
    """The pairs of places that judges compare, and a few more."""
    counts = np.arange(size)
    column = counts[:, None]
    reach = min(2, size - 1)
    return [
        (np.s_[:-1], np.s_[1:]),
        (np.s_[1:], np.s_[:-1]),
        (np.s_[:, :-1], np.s_[:, 1:]),
        (np.s_[:-reach], np.s_[reach:]),
        ((counts, counts), np.s_[:]),
        ((column, column), np.s_[:]),
        (np.s_[:], (counts, counts)),
        (np.s_[:], np.s_[::-1, ::-1]),
        ((counts[:-1], counts[:-1]), (counts[1:], counts[1:])),
    ]


def check(form, rows):
    """`form` is the kernel `rows`, in every answer that it gives."""
    size = len(rows)
    assert form.size == size
    assert [[frac(form.entry(i, j)) for j in range(size)] for i in range(size)] == rows
    assert [[frac(x) for x in form.row(i)] for i in range(size)] == rows
    assert [[frac(x) for x in row] for row in form.matrix.tolist()] == rows
    assert [frac(x) for x in form.row_sums()] == [sum(row) for row in rows]
    assert form.zeros().tolist() == [[x == 0 for x in row] for row in rows]
    cells = np.arange(size**2).reshape(size, size)
    flat = [x for row in rows for x in row]
    for first, second in places(size):
        a, b = np.broadcast_arrays(cells[first], cells[second])
        x = [flat[k] for k in a.ravel()]
        y = [flat[k] for k in b.ravel()]
        signs = form.signs(first, second)
        assert signs.shape == a.shape
        assert signs.ravel().tolist() == [(p > r) - (p < r) for p, r in zip(x, y, strict=True)]
        check_least_ratio(form, first, second, a.ravel(), b.ravel(), flat)


def check_least_ratio(form, first, second, a, b, flat):
    size = form.size
    found = form.least_ratio(first, second)
    ratios = {}
    for k, m in zip(a.tolist(), b.tolist(), strict=True):
        if flat[k] and flat[m]:
            ratios[k, m] = flat[k] / flat[m]
            ratios[m, k] = flat[m] / flat[k]
    if not ratios:
        assert found is None
        return
    assert frac(found.ratio) == min(ratios.values())
    place = tuple(i * size + j for i, j in (found.numerator, found.denominator))
    assert ratios[place] == min(ratios.values())  # a pair of the places, and it attains it


# --- floats -----------------------------------------------------------------------------

TINY = 5e-324
EDGES = [0.0, TINY, 2 * TINY, 2.2250738585072014e-308, 1e-308, 1e-300, 0.1, 0.5, 1.0, 3.0]
EDGES += [math.nextafter(x, 2.0) for x in (0.1, 0.5, 1.0)]
EDGES += [math.nextafter(x, 0.0) for x in (0.1, 0.5, 1.0)]
EDGES += [2.0**k for k in (-1074, -537, -53, -27, 27, 53, 537, 1023)]
EDGES += [1e300, 1e308, 1.7976931348623157e308, 1 / 3, 2 / 3, 0.30000000000000004]

any_float = st.floats(min_value=0, allow_nan=False, allow_infinity=False)
edge_float = st.sampled_from(EDGES)
near_one = st.integers(-3, 3).map(lambda k: 1.0 + k * 2.0 ** (-52 if k >= 0 else -53))
scaled = st.tuples(near_one, st.integers(-1000, 1000)).map(lambda x: math.ldexp(*x))


def square(elements):
    return st.integers(2, 5).flatmap(
        lambda size: st.lists(
            st.lists(elements, min_size=size, max_size=size), min_size=size, max_size=size
        )
    )


kernels = st.one_of(
    square(any_float),
    square(edge_float),
    square(near_one),
    square(scaled),
    square(any_float | edge_float),
)


def stored(values):
    return [[F(x) for x in row] for row in values]


def weighted(values):
    return [[x / sum(row) for x in row] for row in stored(values)]


@settings(max_examples=250, deadline=None)
@given(kernels)
def test_stored_floats(values):
    check(DyadicForm(np.array(values), weights=False), stored(values))


@settings(max_examples=250, deadline=None)
@given(kernels)
def test_floats_as_weights(values):
    assume(all(any(row) for row in values))
    check(DyadicForm(np.array(values), weights=True), weighted(values))


@settings(max_examples=60, deadline=None)
@given(
    row=st.lists(st.sampled_from([0.0, 0.1, 1 / 3, 0.5, 3.0]) | near_one, min_size=3, max_size=3),
    powers=st.lists(st.integers(-500, 500), min_size=3, max_size=3),
    flip=st.tuples(st.integers(0, 2), st.integers(0, 2), st.booleans()),
)
def test_rows_in_proportion_tie_as_weights_until_one_last_bit_differs(row, powers, flip):
    values = [[math.ldexp(x, p) for x in row] for p in powers]
    i, j, change = flip
    if change:
        values[i][j] = math.nextafter(values[i][j], math.inf)
    assume(all(any(row) for row in values))
    check(DyadicForm(np.array(values), weights=True), weighted(values))
    check(DyadicForm(np.array(values), weights=False), stored(values))


@pytest.mark.parametrize("weights", [False, True])
@pytest.mark.parametrize(
    "values",
    [
        [[1.7976931348623157e308] * 4] * 4,  # row sums beyond all floats
        [[TINY] * 3] * 3,  # row sums that are subnormal
        [[1e308, TINY], [TINY, 1e308]],
        [[1.0, 2.0**-52], [1.0, 2.0**-53]],
        [[0.1, 0.2, 0.7], [0.3, 0.6, 2.1], [0.1, 0.2, 0.7000000000000001]],
        [[1.0, 0.0], [0.0, 1.0]],
        [[1e-320, 3e-320, 1.0], [1e-310, 3e-310, 1e10], [7e-322, 21e-322, 1e-300]],
        [[1 / 3, 2 / 3], [math.nextafter(1 / 3, 1), 2 / 3]],
    ],
)
def test_floats_at_the_ends_of_their_range(values, weights):
    exact = weighted(values) if weights else stored(values)
    check(DyadicForm(np.array(values), weights=weights), exact)


@pytest.mark.parametrize("weights", [False, True])
def test_zeros_alone_have_no_ratio(weights):
    form = DyadicForm(np.eye(3), weights=weights)
    assert form.least_ratio(np.s_[:-1], np.s_[1:]) is None
    assert not form.signs(np.s_[:], np.s_[::-1, ::-1]).any()


def test_minus_zero_is_zero():
    check(DyadicForm(np.array([[-0.0, 1.0], [0.5, 0.5]]), weights=False), [[0, 1], [F(1, 2)] * 2])
    check(DyadicForm(np.array([[-0.0, 1.0], [0.5, 0.5]]), weights=True), [[0, 1], [F(1, 2)] * 2])


@pytest.mark.parametrize("seed", range(4))
def test_long_rows_of_floats_of_all_sizes_add_up_exactly(seed):
    random = np.random.default_rng(seed)
    size = 60
    values = np.ldexp(random.random((size, size)), random.integers(-1060, 1000, (size, size)))
    values[random.random((size, size)) < 0.2] = 0
    form = DyadicForm(values, weights=False)
    assert [frac(x) for x in form.row_sums()] == [sum(row) for row in stored(values.tolist())]
    weights = DyadicForm(values, weights=True)
    exact = weighted(values.tolist())
    assert [frac(x) for x in weights.row(7)] == exact[7]
    assert weights.row_sums() == [1] * size


@pytest.mark.parametrize("weights", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_a_noisy_geometric_kernel_is_decided_among_thousands_of_near_ties(seed, weights):
    random = np.random.default_rng(seed)
    size = 25
    counts = np.arange(size)
    values = 0.7 ** np.abs(counts[:, None] - counts) * random.choice(
        [1.0, 1 + 2.0**-52, 1 - 2.0**-53], (size, size)
    )
    exact = (weighted if weights else stored)(values.tolist())
    form = DyadicForm(values, weights=weights)
    for first, second in places(size)[:2]:
        flat = [x for row in exact for x in row]
        a, b = form.pairs(first, second)
        check_least_ratio(form, first, second, a.ravel(), b.ravel(), flat)
        cells = zip(a.flat, b.flat, strict=True)
        signs = [(flat[k] > flat[m]) - (flat[k] < flat[m]) for k, m in cells]
        assert form.signs(first, second).ravel().tolist() == signs


# --- dense rationals --------------------------------------------------------------------

fractions = st.one_of(
    st.fractions(min_value=0, max_value=3, max_denominator=4),
    st.fractions(min_value=0, max_value=1),
    st.integers(0, 2),
    st.integers(10**30, 10**30 + 2).map(lambda k: F(k, 10**30 + 1)),
).map(F)


@settings(max_examples=150, deadline=None)
@given(square(fractions))
def test_dense_rationals(rows):
    check(DenseForm([[q(x) for x in row] for row in rows]), rows)


# --- closed forms -----------------------------------------------------------------------

factors = st.sampled_from(
    [F(1), F(2), F(1, 2), F(1, 4), F(2, 3), F(9, 4), F(4, 9), F(10**30 + 1, 10**30), F(8, 27)]
)
powers_of_one_base = st.sampled_from(
    [F(1), F(1, 2), F(2, 3), F(1, 4), F(9, 10), 1 - F(1, 10**30), F(1, 10**30), F(99, 100)]
)


@st.composite
def closed_forms(draw):
    size = draw(st.integers(2, 5))
    exact = st.lists(factors, min_size=size, max_size=size)
    base, rows, columns = draw(powers_of_one_base), draw(exact), draw(exact)
    if draw(st.booleans()):
        counts = np.arange(size)
        pattern, exponents = DISTANCE, np.abs(counts[:, None] - counts)
    else:
        line = st.lists(st.integers(0, 7), min_size=size, max_size=size)
        pattern = exponents = np.array(draw(st.lists(line, min_size=size, max_size=size)))
    form = PowerForm(q(base), pattern, [q(x) for x in rows], [q(x) for x in columns])
    kernel = [
        [r * c * base ** int(e) for c, e in zip(columns, line, strict=True)]
        for r, line in zip(rows, exponents, strict=True)
    ]
    return form, kernel


@settings(max_examples=200, deadline=None)
@given(closed_forms())
def test_closed_forms(both):
    check(*both)


@settings(max_examples=300, deadline=None)
@given(factor=factors, base=powers_of_one_base, shift=st.integers(-9, 9), limit=st.integers(0, 9))
def test_the_last_step_above_one(factor, base, shift, limit):
    assume(base < 1)
    factor = factor * base**-shift  # so that exact powers, equal to 1 at the shift, occur
    last, equal = last_step_above_one(q(factor), q(base), limit)
    for step in range(-limit, limit + 1):
        value = factor * base**step
        assert (value >= 1) == (step <= last)
        assert (value == 1) == (step == last and equal)


def test_a_base_next_to_one_is_decided_without_its_astronomical_powers():
    base = 1 - fmpq(1, 10**60)
    assert last_step_above_one(fmpq(2), base, 100) == (101, False)
    assert last_step_above_one(fmpq(1, 2), base, 100) == (-101, False)
    assert last_step_above_one(base**-100, base, 100) == (100, True)


def test_entries_of_a_huge_closed_form_are_had_one_by_one_and_the_rest_refused():
    size = 10**6
    form = PowerForm(fmpq(1, 2), DISTANCE, [fmpq(1)] * size, [fmpq(1)] * size)
    assert form.entry(3, 5) == fmpq(1, 4)
    for ask in (lambda: form.exponents, lambda: form.row(0), lambda: form.matrix):
        with pytest.raises(LimitError, match="GiB"):
            ask()


# --- post-processing --------------------------------------------------------------------


@settings(max_examples=100, deadline=None)
@given(both=closed_forms(), data=st.data())
def test_a_closed_form_followed_by_sparse_post_processing(both, data):
    base, kernel = both
    size = base.size
    shares = st.fractions(min_value=0, max_value=1, max_denominator=9)
    post = data.draw(
        st.lists(
            st.dictionaries(st.integers(0, size - 1), shares, max_size=size),
            min_size=size,
            max_size=size,
        )
    )
    if data.draw(st.booleans()):  # a stochastic one, whose row sums are those of the base
        post = [{k: F(1, 2), (k + 1) % size: F(1, 2)} for k in range(size)]
    exact = [
        [sum((row[k] * post[k].get(j, F(0)) for k in range(size)), F(0)) for j in range(size)]
        for row in kernel
    ]
    check(PostprocessedForm(base, [{j: q(x) for j, x in row.items()} for row in post]), exact)
