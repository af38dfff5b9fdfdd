"""What is written is read back the same, whatever the form and the format."""

from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.families.uniform import uniform
from exactdp.mechanisms.kernels.files import strict_json
from exactdp.mechanisms.kernels.files.document import mechanism_document, mechanism_from_document
from exactdp.mechanisms.kernels.files.kernels import kernel_from_document
from exactdp.mechanisms.kernels.files.reading import load
from exactdp.mechanisms.kernels.files.writing import save
from exactdp.mechanisms.kernels.forms.dense import DenseForm
from exactdp.mechanisms.kernels.forms.postprocessed import PostprocessedForm
from exactdp.mechanisms.kernels.forms.power import DISTANCE, PowerForm
from exactdp.mechanisms.kernels.mechanism import Mechanism

numbers = st.fractions(min_value=0, max_value=10).map(lambda x: fmpq(x.numerator, x.denominator))
positive = numbers.filter(bool)
bases = numbers.filter(lambda x: 0 < x <= 1)
sizes = st.integers(2, 6)


def square(size, items):
    return st.lists(st.lists(items, min_size=size, max_size=size), min_size=size, max_size=size)


def vector(size, items):
    return st.lists(items, min_size=size, max_size=size)


@st.composite
def dense_forms(draw):
    size = draw(sizes)
    return DenseForm(draw(square(size, numbers)))


@st.composite
def power_forms(draw):
    size = draw(sizes)
    exponents = draw(
        st.just(DISTANCE) | square(size, st.integers(0, 20)).map(lambda x: np.array(x, np.int64))
    )
    factors = vector(size, positive)
    return PowerForm(draw(bases), exponents, draw(factors), draw(factors))


@st.composite
def postprocessed_forms(draw):
    base = draw(power_forms())
    row = st.dictionaries(st.integers(0, base.size - 1), numbers)
    return PostprocessedForm(base, draw(vector(base.size, row)))


forms = dense_forms() | power_forms() | postprocessed_forms()
levels = st.none() | st.builds(
    PrivacyLevel.from_alpha, st.fractions(min_value=Fraction(1, 99), max_value=1)
)
levels |= st.builds(
    PrivacyLevel.from_epsilon, st.fractions(min_value=Fraction(1, 99), max_value=99)
)


@st.composite
def mechanisms(draw):
    form, low = draw(forms), draw(st.integers(-(10**9), 10**9))
    return Mechanism(
        form,
        name=draw(st.none() | st.text()),
        counts=(low, low + form.size - 1),
        level=draw(levels),
    )


def text(document):
    return "".join(strict_json.render(document))


@given(mechanisms())
def test_a_document_says_everything(mechanism):
    again = mechanism_from_document(strict_json.loads(text(mechanism_document(mechanism))))
    assert again == mechanism
    assert type(again.form) is type(mechanism.form)
    assert (again.name, again.counts, again.level) == (
        mechanism.name,
        mechanism.counts,
        mechanism.level,
    )


@given(forms)
def test_the_document_of_a_kernel_is_unique(form):
    document = form.document()
    assert kernel_from_document(document).document() == document


@settings(max_examples=40)
@given(
    mechanisms(),
    st.sampled_from([".json", ".csv", ".tsv"]),
    st.sampled_from([False, True]),
)
def test_files_are_exact(tmp_path_factory, mechanism, suffix, transpose):
    path = tmp_path_factory.mktemp("round") / f"trip{suffix}"
    transpose = transpose and suffix != ".json"
    written = save(path, mechanism, transpose=transpose)
    assert (written.path, written.exact) == (path, True)
    assert load(path, inputs="columns" if transpose else "rows") == mechanism


@settings(max_examples=40)
@given(mechanisms().filter(lambda m: all(map(any, m.rows()))))
def test_weights_divide_each_row_by_its_sum(tmp_path_factory, mechanism):
    expected = [[x / sum(row) for x in row] for row in mechanism.rows()]
    folder = tmp_path_factory.mktemp("weights")
    for suffix in (".json", ".csv"):
        save(folder / f"a{suffix}", mechanism)
        assert load(folder / f"a{suffix}", reading="weights").rows() == expected


@pytest.mark.parametrize("suffix", [".npy", ".json", ".csv"])
def test_floats_keep_what_they_hold(tmp_path, suffix):
    values = np.array([[0.1, 0.9, 5e-324], [1 / 3, 2 / 3, 0], [1e-300, 0.5, 0.5]])
    stored = Mechanism.from_array(values)
    assert save(tmp_path / f"a{suffix}", stored).exact
    assert load(tmp_path / f"a{suffix}") == stored


@pytest.mark.parametrize("mechanism", [geometric(4, "1/2"), uniform(4)])
def test_closed_forms_stay_closed(tmp_path, mechanism):
    save(tmp_path / "a.json", mechanism)
    again = load(tmp_path / "a.json")
    assert isinstance(again.form, PowerForm)
    assert again.form.pattern == mechanism.form.pattern
    assert (again.name, again.level) == (mechanism.name, mechanism.level)


def test_json_is_not_transposed(tmp_path):
    path = tmp_path / "a.json"
    with pytest.raises(InputError, match=r"a\.json: a mechanism document always has rows"):
        save(path, uniform(2), transpose=True)
    assert not path.exists()
    save(path, uniform(2))
    with pytest.raises(InputError, match=r"a\.json: a mechanism document always has rows"):
        load(path, inputs="columns")


def test_a_bare_list_may_be_transposed(tmp_path):
    (tmp_path / "a.json").write_text("[[0.5, 0.25], [0.5, 0.75]]")
    read = load(tmp_path / "a.json", inputs="columns")
    assert read == Mechanism.from_rows([["1/2", "1/2"], ["1/4", "3/4"]])


def test_numbers_of_json_are_read_from_their_text(tmp_path):
    digits = "0." + "1" * 50
    (tmp_path / "a.json").write_text(f"[[{digits}, 1e-400], [{10**40}, 1]]")
    read = load(tmp_path / "a.json")
    assert read[0, 0] == Fraction(digits)
    assert read[0, 1] == Fraction(1, 10**400)
    assert read[1, 0] == 10**40


@pytest.mark.parametrize("suffix", [".npz", ".txt", ""])
def test_an_unknown_suffix_is_not_written(tmp_path, suffix):
    with pytest.raises(InputError, match=r"expected \.json, \.csv, \.tsv or \.npy"):
        save(tmp_path / f"a{suffix}", uniform(2))


def test_labels_that_could_not_be_read_back_are_not_written(tmp_path):
    with pytest.raises(InputError, match=r"a\.json: counts\[0\]: .* at most 18 digits"):
        save(tmp_path / "a.json", uniform(1).relabelled(counts=(10**18, 10**18 + 1)))
