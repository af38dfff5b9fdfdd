"""GM and the monotone coupling: a member of F, and the cheapest for every Monge cost."""

from fractions import Fraction
from math import comb

import pytest
from fixed_points import ALPHAS, cost_of_rows, costs, keeps, laws, private
from flint import fmpq, fmpz
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdp.mechanisms.exact import limits
from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.keeping.coupling import coupled
from exactdp.mechanisms.keeping.heuristic import heuristic
from exactdp.mechanisms.keeping.program import linear_program
from exactdp.mechanisms.kernels import expected as expected_module
from exactdp.mechanisms.kernels.files.document import mechanism_document, mechanism_from_document
from exactdp.mechanisms.kernels.forms.coupled import CoupledForm, after_geometric, monotone
from exactdp.mechanisms.kernels.mechanism import Mechanism

UNIFORM = [Fraction(1, 4)] * 4


@given(st.data())
def test_it_keeps_rows_laws_and_privacy_whatever_the_two_laws_are(data):
    size = data.draw(st.integers(2, 7))
    z, y, alpha = data.draw(laws(size)), data.draw(laws(size)), data.draw(ALPHAS)
    rows = coupled(z, alpha, y).mechanism.rows()
    assert keeps(rows, z, y)
    assert private(rows, alpha)
    assert keeps(coupled(z, alpha).mechanism.rows(), z, z)


def agrees_with_the_linear_program(z, y, alpha, names=None):
    best = coupled(z, alpha, y)
    for name, cost in costs(len(z)).items():
        if names is None or name in names:
            found = linear_program(z, alpha, cost, y)
            assert found.cost(cost) == best.cost(cost), (name, z, y, alpha)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_no_linear_program_does_better(data):
    size = data.draw(st.integers(2, 5))
    z, alpha = data.draw(laws(size)), data.draw(ALPHAS)
    y = data.draw(st.none() | laws(size))
    agrees_with_the_linear_program(z, y, alpha)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.data())
def test_no_linear_program_does_better_up_to_8_counts(data):
    size = data.draw(st.integers(2, 8))
    z, alpha = data.draw(laws(size)), data.draw(ALPHAS)
    names = data.draw(st.sampled_from(sorted(costs(2))))
    agrees_with_the_linear_program(z, data.draw(st.none() | laws(size)), alpha, {names})


def test_it_answers_the_open_question_of_the_paper_on_four_counts():
    best = coupled(UNIFORM, "1/2")
    assert best.cost() == Fraction(43, 60)
    tried = [heuristic(UNIFORM, "1/2", order).cost() for order in ("max", "min", "sandwich")]
    assert min(tried) == Fraction(3, 4)


@given(st.data())
def test_costs_from_the_structure_are_those_of_the_dense_kernel(data):
    size = data.draw(st.integers(2, 7))
    z, alpha = data.draw(laws(size)), data.draw(ALPHAS)
    y = data.draw(st.none() | laws(size))
    found = coupled(z, alpha, y)
    rows = found.mechanism.rows()
    tables = costs(size)
    for cost, name in (("ead", "absolute"), ("mse", "squared")):
        dense = cost_of_rows(rows, z, tables[name])
        assert found.cost(cost) == found.cost(tables[name]) == dense
        low, high = found.expected(cost).enclosure(25)
        assert Fraction(low) <= dense <= Fraction(high) <= Fraction(low) + Fraction(2, 10**25)
    other = data.draw(laws(size))
    form = found.mechanism.form
    dense = cost_of_rows(rows, other, tables["cubic"])
    assert form.expected(other, _table(tables["cubic"])).exact() == dense


def _table(rows):
    from exactdp.mechanisms.kernels.costs import Cost

    return Cost.of_table(rows)


@given(st.data())
def test_what_gm_makes_of_weights_is_the_product_with_gm(data):
    size = data.draw(st.integers(2, 7))
    weights = data.draw(st.lists(st.integers(-5, 9), min_size=size, max_size=size))
    alpha = data.draw(ALPHAS)
    integers = [fmpz(w) for w in weights]
    over, under = after_geometric(integers, fmpz(7), fmpq(alpha.numerator, alpha.denominator))
    rows = geometric(size - 1, alpha).rows()
    for k in range(size):
        direct = sum(Fraction(w, 7) * row[k] for w, row in zip(weights, rows, strict=True))
        assert Fraction(int(over[k]), int(under)) == direct


def test_a_coupling_is_monotone_and_has_at_most_two_masses_a_count():
    form = CoupledForm(fmpq(9, 10), [fmpq(comb(9, k), 2**9) for k in range(10)])
    pairs = [(k, j) for k, row in enumerate(form.coupling) for j, _ in row]
    assert pairs == sorted(pairs)
    assert [j for _, j in pairs] == sorted(j for _, j in pairs)
    assert len(pairs) <= 2 * 10
    assert [sum(x for _, x in row) for row in form.coupling] == form.masses
    assert sum(form.masses) == form.unit
    assert monotone([fmpq(1)], [fmpq(0), fmpq(1)]) == [[(1, 1)]]


def test_the_form_is_alpha_and_two_laws_in_a_file_too():
    made = coupled(UNIFORM, "1/2", [Fraction(1), 0, 0, 0]).mechanism
    document = mechanism_document(made)
    assert document["kernel"] == {
        "form": "coupled",
        "alpha": "1/2",
        "input_law": ["1/4"] * 4,
        "output_law": ["1", "0", "0", "0"],
    }
    back = mechanism_from_document(document)
    assert isinstance(back.form, CoupledForm)
    assert back == made


def test_entries_and_comparisons_agree_with_the_dense_kernel():
    made = coupled(UNIFORM, "1/2").mechanism
    dense = Mechanism.from_rows(made.rows())
    assert made == dense
    assert [made[0, j] for j in range(4)] == made.row(0)
    assert made.form.row_sums() == [1] * 4
    assert made.form.post_is_stochastic
    assert not made.form.zeros().any()


@pytest.mark.parametrize(
    ("z", "alpha", "output", "message"),
    [
        (["1/2", "1/2"], "1", None, "got alpha = 1, expected 0 < alpha < 1"),
        (["1"], "1/2", None, "got 1 count(s), expected at least 2"),
        (["1/2", "1/3"], "1/2", None, "z: got numbers that sum to 5/6"),
        (["3/2", "-1/2"], "1/2", None, "z: count 1: got -1/2"),
        (["1/2", "1/2"], "1/2", ["1"], "output: got 1 numbers, expected 2"),
        (["1/2", "1/2"], "1/2", [0, 0], "output: got numbers that sum to 0"),
    ],
)
def test_what_is_no_law_or_no_level_is_refused(z, alpha, output, message):
    with pytest.raises(InputError) as error:
        coupled(z, alpha, output)
    assert message in str(error.value)


def test_alpha_0_is_refused():
    with pytest.raises(InputError, match="expected 0 < alpha <= 1"):
        coupled(["1/2", "1/2"], 0)


def test_what_would_not_fit_is_refused_before_it_is_made(monkeypatch):
    monkeypatch.setattr(limits, "MAX_BYTES", 10**4)
    with pytest.raises(LimitError):
        coupled([Fraction(1, 300)] * 300, "9/10")
    monkeypatch.undo()
    form = coupled([Fraction(1, 300)] * 300, "9/10").mechanism.form
    monkeypatch.setattr(limits, "MAX_BYTES", 10**6)
    with pytest.raises(LimitError, match="dense kernel"):
        form.matrix  # noqa: B018


def test_an_exact_cost_beyond_reason_is_enclosed_instead(monkeypatch):
    found = coupled([Fraction(1, 50)] * 50, "9/10")
    exact = found.cost()
    monkeypatch.setattr(expected_module, "MAX_BITS", 1000)
    with pytest.raises(LimitError, match="ask for an enclosure"):
        found.cost()
    low, high = found.expected().enclosure(40)
    assert Fraction(low) <= exact <= Fraction(high)
