"""The mechanism: one orientation, exact entries, and errors that name the cell."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq, fmpz
from hypothesis import given
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.families.uniform import uniform
from exactdp.mechanisms.kernels.forms.dyadic import DyadicForm
from exactdp.mechanisms.kernels.forms.power import DISTANCE, PowerForm
from exactdp.mechanisms.kernels.mechanism import Mechanism

F = Fraction
exact = st.fractions(min_value=0, max_value=10)
squares = st.integers(2, 4).flatmap(
    lambda size: st.lists(
        st.lists(exact, min_size=size, max_size=size), min_size=size, max_size=size
    )
)


@given(squares)
def test_rows_come_back_as_they_were_given(rows):
    mechanism = Mechanism.from_rows(rows)
    assert mechanism.rows() == rows
    assert mechanism.n == len(rows) - 1 == mechanism.size - 1
    assert all(mechanism[i, j] == rows[i][j] for i in range(len(rows)) for j in range(len(rows)))
    assert [[F(int(x.p), int(x.q)) for x in row] for row in mechanism.matrix.tolist()] == rows


@given(squares)
def test_inputs_in_columns_are_turned_into_rows(rows):
    columns = [list(column) for column in zip(*rows, strict=True)]
    assert Mechanism.from_rows(columns, inputs="columns").rows() == rows
    array = np.array([[float(x) for x in row] for row in rows])
    turned = Mechanism.from_array(array.T, inputs="columns")
    assert turned == Mechanism.from_array(array)


def test_weights_are_divided_by_the_sum_of_their_input_whichever_way_inputs_run():
    by_rows = Mechanism.from_rows([[1, 3], [1, 1]], reading="weights")
    assert by_rows.rows() == [[F(1, 4), F(3, 4)], [F(1, 2), F(1, 2)]]
    by_columns = Mechanism.from_rows([[1, 3], [1, 1]], reading="weights", inputs="columns")
    assert by_columns.rows() == [[F(1, 2), F(1, 2)], [F(3, 4), F(1, 4)]]
    floats = Mechanism.from_array(
        np.array([[1.0, 3.0], [1.0, 1.0]]), reading="weights", inputs="columns"
    )
    assert floats == by_columns


@pytest.mark.parametrize("make", [Mechanism.from_rows, Mechanism.from_array])
def test_a_misspelt_choice_is_refused_and_never_a_transposed_kernel(make):
    for choice in ({"inputs": "cols"}, {"reading": "weight"}, {"inputs": None}):
        with pytest.raises(InputError, match=r"expected '.*' or '.*'"):
            make([[1, 0], [1, 0]], **choice)


@pytest.mark.parametrize("number", [1, F(1), "1", "1.0", Decimal(1), fmpq(1), fmpz(1), np.int64(1)])
def test_every_kind_of_exact_number_is_an_entry(number):
    assert Mechanism.from_rows([[number, 0], [0, number]]).rows() == [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([], "got no rows"),
        ([[]], "expected a square matrix"),
        ([[1]], "expected at least 2"),
        ([[1, 0]], "got 1 rows of 2 entries"),
        ([[1, 0], [1]], r"row 1: got 1 entries, expected 2 as in row 0 \(ragged\)"),
        ([[1, 0], [0, 1], [1, 0]], "got 3 rows of 2"),
        ([[1, 0], ["x", 1]], "row 1, column 0: got 'x', expected a number"),
        ([[1, 0], [0.5, 0.5]], r"row 1, column 0: got the float 0\.5"),
        ([[1, 0], [2, -1]], "row 1, column 1: got -1, expected a probability >= 0"),
        ([[1, 0], [2, "-1e-30"]], "row 1, column 1: got -1/10"),
        ([[1, -(10**5000)], [1, 0]], r"row 0, column 1: got '-1000.*\(5002 characters\)"),
        ([["-" + "9" * 5000, 0], [1, 0]], r"row 0, column 0: .*\(5001 characters\)"),
        ([[1, None], [0, 1]], "row 0, column 1: got 'None'"),
        ([[1, "nan"], [0, 1]], "row 0, column 1: .*not a finite number"),
    ],
)
def test_what_is_no_kernel_is_refused_with_its_place(rows, reason):
    with pytest.raises(InputError, match=reason):
        Mechanism.from_rows(rows)


@pytest.mark.parametrize("inputs", ["rows", "columns"])
def test_an_input_whose_weights_are_all_zero_is_refused(inputs):
    rows = [[1, 0], [1, 0]] if inputs == "columns" else [[1, 1], [0, 0]]
    with pytest.raises(InputError, match="input 1: all its weights are zero"):
        Mechanism.from_rows(rows, reading="weights", inputs=inputs)
    with pytest.raises(InputError, match="input 1: all its weights are zero"):
        Mechanism.from_array(np.array(rows, dtype=float), reading="weights", inputs=inputs)


# --- arrays -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64, ">f8", "<f4"])
def test_floats_of_every_width_are_the_dyadics_that_they_hold(kind):
    array = np.array([[0.1, 0.9], [0.5, 0.5]], dtype=kind)
    mechanism = Mechanism.from_array(array)
    assert isinstance(mechanism.form, DyadicForm)
    assert mechanism[0, 0] == F(float(array[0, 0]))


def test_long_doubles_are_exact_too():
    array = np.array([[1, 0], [0, 1]], dtype=np.longdouble) / 3
    assert Mechanism.from_array(array)[0, 0] == F(*array[0, 0].as_integer_ratio())


@pytest.mark.parametrize(
    "array",
    [
        np.array([[2, 1], [1, 2]]),
        np.array([[2, 1], [1, 2]], dtype=np.uint8),
        np.array([[F(2), F(1)], [F(1), F(2)]], dtype=object),
        np.array([["2", "1"], ["1", "2/1"]]),
        [[2, 1], [1, 2]],
    ],
)
def test_integers_objects_and_text_in_arrays_are_exact(array):
    assert Mechanism.from_array(array).rows() == [[2, 1], [1, 2]]
    assert Mechanism.from_array(array, reading="weights")[0, 0] == F(2, 3)


@pytest.mark.parametrize(
    ("array", "reason"),
    [
        (np.zeros(3), r"shape \(3,\)"),
        (np.zeros((2, 2, 2)), r"shape \(2, 2, 2\)"),
        (np.zeros((2, 3)), "square"),
        (np.zeros((0, 0)), "got no rows"),
        (np.zeros((1, 1)), "expected at least 2"),
        (np.array([[1.0, np.nan], [0, 1]]), "row 0, column 1: got nan"),
        (np.array([[1.0, 0], [np.inf, 1]]), "row 1, column 0: got inf"),
        (np.array([[1.0, 0], [2, -1e-300]]), "row 1, column 1: got -1e-300"),
        (np.array([[1, 0], [2, -1]]), "row 1, column 1: got -1"),
        (np.array([[True, False], [False, True]]), "got an array of bool"),
        (np.array([[1j, 0], [0, 1]]), "got an array of complex128"),
        (np.array([[0.5, 0.5], [0.5, 0.5]], dtype=object), r"row 0, column 0: got the float 0\.5"),
        (np.array([[np.longdouble("nan"), 0], [0, 1]], dtype=np.longdouble), "row 0, column 0"),
    ],
)
def test_what_is_no_array_of_probabilities_is_refused(array, reason):
    with pytest.raises(InputError, match=reason):
        Mechanism.from_array(array)


def test_a_mechanism_does_not_change_with_the_array_it_came_from():
    array = np.array([[0.25, 0.75], [0.5, 0.5]])
    mechanism = Mechanism.from_array(array)
    array[0, 0] = 1
    assert mechanism[0, 0] == F(1, 4)
    rows = mechanism.rows()
    rows[0][0] = F(1)
    mechanism.row(0)[0] = F(1)
    assert mechanism[0, 0] == F(1, 4)
    with pytest.raises(ValueError, match="read-only"):
        mechanism.form.values[0, 0] = 1


# --- labels and identity ----------------------------------------------------------------


def test_labels_are_carried_and_replaced_one_by_one():
    level = PrivacyLevel.from_alpha("1/2")
    mechanism = Mechanism.from_rows([[1, 0], [0, 1]], name="a", counts=(5, 6), level=level)
    assert (mechanism.name, mechanism.counts, mechanism.level) == ("a", (5, 6), level)
    other = mechanism.relabelled(name="b")
    assert (other.name, other.counts, other.level) == ("b", (5, 6), level)
    assert mechanism.name == "a"
    assert repr(other) == "<Mechanism b, counts 5..6>"
    assert repr(Mechanism.from_rows([[1, 0], [0, 1]])) == "<Mechanism counts 0..1>"


@pytest.mark.parametrize("counts", [(0, 2), (1, 1), (3, 2)])
def test_a_range_of_counts_fits_the_kernel(counts):
    with pytest.raises(InputError, match="got the range of counts"):
        Mechanism.from_rows([[1, 0], [0, 1]], counts=counts)


def test_equality_is_of_kernels_whatever_their_form_and_name():
    dense = Mechanism.from_rows(geometric(4, "1/2").rows(), name="other")
    assert dense == geometric(4, "1/2")
    assert hash(dense) == hash(geometric(4, "1/2"))
    assert dense != uniform(4)
    assert uniform(4) != uniform(5)
    assert dense != "geometric"
    assert geometric(2, "1/2") == Mechanism.from_array(
        np.array([[4, 1, 1], [2, 2, 2], [1, 1, 4]]), reading="weights"
    )


@pytest.mark.parametrize("index", [(-1, 0), (0, -1), (3, 0), (0, 3)])
def test_counts_outside_the_kernel_have_no_entry(index):
    with pytest.raises(IndexError, match=r"is not in 0\.\.2"):
        uniform(2)[index]


def test_a_dense_matrix_that_does_not_fit_is_refused_before_it_is_made():
    size = 10**6
    form = PowerForm(fmpq(1, 2), DISTANCE, [fmpq(1)] * size, [fmpq(1)] * size)
    with pytest.raises(LimitError, match=r"a dense kernel of 1000000 x 1000000 needs about"):
        Mechanism(form).matrix  # noqa: B018


@pytest.mark.parametrize(
    ("value", "advice"),
    [
        (0.1, 'write "1/10" or "0.1" as text;'),
        (0.333333, 'write "0.333333" as text;'),
        (1 / 3, 'write "0.3333333333333333" as text, or "1/3" if that was meant;'),
        (float("nan"), 'write a finite number, such as "3/4";'),
    ],
)
def test_a_float_is_advised_one_number_and_another_only_as_another(value, advice):
    with pytest.raises(InputError) as refused:
        Mechanism.from_rows([[value]])
    assert advice in str(refused.value)
    assert "Mechanism.from_array reads floats" in str(refused.value)


def test_numpy_sees_the_nearest_floats():
    thirds = Mechanism.from_rows([["1/3", "2/3"], [0, 1]])
    assert np.asarray(thirds).tolist() == [[1 / 3, 2 / 3], [0, 1]]
    assert np.asarray(thirds, dtype=np.float32).dtype == np.float32
    floats = Mechanism.from_array(np.array([[0.1, 0.9], [0.5, 0.5]]))
    copy = np.array(floats)
    copy[0, 0] = 7
    assert np.asarray(floats).tolist() == [[0.1, 0.9], [0.5, 0.5]]
    with pytest.raises(InputError, match="row 0, column 0: the entry is beyond the largest float"):
        np.asarray(Mechanism.from_rows([[10**400, 0], [0, 1]]))
