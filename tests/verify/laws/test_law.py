"""What a law says, and how code is found by its name."""

import random
import sys
from fractions import Fraction

import numpy as np
import pytest

from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.sampling.source import BitSource
from exactdp.verify.laws.exact import code_of, exact_law, law
from exactdp.verify.laws.forks import ComposedForks
from exactdp.verify.laws.law import MAX_LABEL, CodeLaw, label_of
from exactdp.verify.laws.target import find_target, target_of

HALF = Fraction(1, 2)


def test_outputs_have_names():
    for value, name in (
        (True, "True"), (np.bool_(False), "False"), (None, "None"), (-3, "-3"),
        (np.uint64(2**63), str(2**63)), (Fraction(1, 3), "1/3"), ("x", "'x'"),
        ([1, (2, None)], "[1, (2, None)]"),
    ):  # fmt: skip
        assert label_of(value) == name
    assert len(label_of(10**5000)) == 5001


@pytest.mark.parametrize("value", [0.5, np.float32(1), np.array([1]), object(), {1: 2}, 1j])
def test_what_has_no_exact_value_is_refused(value):
    with pytest.raises(InputError, match=f"returns the {type(value).__name__} .*, expected"):
        exact_law(lambda _, source: value, 0)


def test_huge_outputs_are_refused():
    with pytest.raises(InputError, match="returns a value of 10001 characters"):
        exact_law(lambda _, source: 10**MAX_LABEL, 0)


def test_a_law_disagrees_where_a_claim_is_not_possible():
    law = CodeLaw({"0": HALF, "1": Fraction(1, 4)}, Fraction(1, 4), "")
    assert law.disagreement({"0": HALF, "1": HALF}) is None
    assert law.disagreement({"0": HALF, "2": Fraction(1, 4), "1": Fraction(1, 4)}) is None
    assert law.disagreement({"0": HALF, "2": HALF}) == "1"
    assert law.disagreement({"0": HALF, "1": Fraction(1, 8), "2": Fraction(3, 8)}) == "1"
    assert law.disagreement({"0": (Fraction(0), Fraction(1)), "1": HALF}) is None
    assert law.disagreement(lambda name: (Fraction(4, 5), Fraction(1))) == "0"


def test_a_law_as_json_says_what_it_rests_on():
    document = exact_law(lambda _, source: source.bits(1), 0).document()
    assert document["law"] == [["0", "1/2"], ["1", "1/2"]]
    assert (document["undecided"], document["method"]) == ("0", "bit tree")
    assert document["expected_bits"] == "1"
    assert document["assumptions"]

    def counting(_, source):
        k = 0
        while not source.bits(1):
            k += 1
        return k

    document = exact_law(counting, 0, depth=2).document()
    assert document["undecided"] == "1/4"
    assert (
        document["expected_bits_at_least"] == "7/4"
    )  # the third draw is counted, and not followed
    assert "expected_bits" not in exact_law(lambda _, s: s.below(2), 0, "randbelow").document()


def test_unknown_sources_and_depths_are_refused():
    with pytest.raises(InputError, match="got the source 'coins', expected one of bits"):
        exact_law(lambda _, source: 0, 0, "coins")
    with pytest.raises(InputError, match="got depth 0"):
        exact_law(lambda _, source: 0, 0, depth=0)


def test_composed_forks_draw_only_where_something_is_open():
    source = ComposedForks(lambda size, weights: 1 / 0)
    assert isinstance(source, BitSource)
    assert (source.below(1), source.bernoulli(1), source.bernoulli(Fraction(0))) == (0, True, False)
    assert source.bits(0) == 0
    for wrong in (0.5, Fraction(3, 2)):
        with pytest.raises(InputError):
            source.bernoulli(wrong)
    with pytest.raises(InputError):
        source.bits(-1)
    assert ComposedForks(lambda size, weights: size - 1).bits(np.int64(2)) == 3


# -- targets ---------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "code.py"
    path.write_text(
        "from random import random, SystemRandom\n"
        "import numpy\n"
        "RNG = numpy.random.default_rng()\n"
        "class Box:\n"
        "    def draw(self, value):\n"
        "        return int(random() < 0.5)\n"
        "BOX = Box()\n"
        "def kept(value):\n"
        "    return int(RNG.random() < 0.25)\n"
        "def system(value):\n"
        "    return int(SystemRandom().random() < 0.25)\n"
        "def bits(value, source):\n"
        "    return source.bits(1)\n"
        "def optional(value, source=None):\n"
        "    return source.bits(1)\n"
        "def scaled(value, scale=3):\n"
        "    return scale\n"
        "def three(a, b, c):\n"
        "    pass\n"
        "def none():\n"
        "    pass\n"
        "NUMBER = 3\n"
    )
    return str(path)


@pytest.mark.parametrize(
    ("name", "takes_source"),
    [("BOX.draw", False), ("kept", False), ("system", False), ("bits", True), ("optional", True),
     ("scaled", False)],
)  # fmt: skip
def test_a_target_is_a_callable_of_a_file(file, name, takes_source):
    target = find_target(f"{file}:{name}")
    assert target.takes_source is takes_source
    law = exact_law(f"{file}:{name}", 0)
    assert law.exact
    assert len(law.probabilities) == (1 if name == "scaled" else 2)
    assert code_of(target) is target


def test_a_target_is_a_callable_of_a_package():
    assert exact_law("random:randrange", 6, "randbelow").probabilities["5"] == Fraction(1, 6)
    assert not target_of(max).takes_source  # says nothing of its parameters
    assert target_of(lambda *values: 0, "many").name == "many"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("random", "expected package.module:callable"),
        (":x", "expected package.module:callable"),
        ("x:", "expected package.module:callable"),
        ("absent_module_x:f", "importing absent_module_x raised ModuleNotFoundError"),
        ("absent.py:f", "there is no file absent.py"),
        ("random:nothing", "random has no 'nothing'"),
        ("math:pi", "is the float 3.14.*, not a callable"),
    ],
)
def test_targets_that_cannot_be_found(name, message):
    with pytest.raises(InputError, match=message):
        find_target(name)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def f(:", "raised SyntaxError"),
        ("raise SystemExit(3)", "raised SystemExit: 3"),
        ("1 / 0", "raised ZeroDivisionError"),
        ("from exactdp import InputError\nraise InputError('no')", "^no$"),
    ],
)
def test_targets_that_cannot_be_imported(tmp_path, text, message):
    path = tmp_path / "broken.py"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        find_target(f"{path}:f")
    sys.modules.pop("exactdp_target_broken", None)


@pytest.mark.parametrize("name", ["three", "none"])
def test_targets_that_cannot_be_called_with_a_count(file, name):
    with pytest.raises(InputError, match=f"takes {3 if name == 'three' else 0} arguments"):
        find_target(f"{file}:{name}")


# -- what helps ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("kep", "do you mean 'kept'"),
        ("Boxes", "do you mean 'Box'"),
        ("three", r"it takes 3 arguments \(a, b, c\).*a function of the count alone"),
        ("BOX.dra", "has no 'dra'"),
        ("zzz", "it has .*kept, system"),
    ],
)
def test_errors_name_what_may_be_meant(file, name, message):
    with pytest.raises(InputError, match=message):
        find_target(f"{file}:{name}")


def test_a_file_without_a_callable_is_told_its_own(file, tmp_path, monkeypatch):
    with pytest.raises(InputError, match=r"code.py:kept, .*code.py:system"):
        find_target(file)
    (tmp_path / "empty.py").write_text("X = 1\n")
    with pytest.raises(InputError, match=r"FILE.py:callable$"):
        find_target(f"{tmp_path / 'empty.py'}:")
    (tmp_path / "sibling.py").write_text("")
    (tmp_path / "code2.py").write_text("import sibling\n")
    with pytest.raises(
        InputError, match=r"No module named 'sibling': it lies beside .*PYTHONPATH="
    ):
        find_target(f"{tmp_path / 'code2.py'}:f")


@pytest.mark.parametrize(
    ("value", "instead"),
    [
        (0.5, "Fraction"),
        (2.0, "int"),
        (np.array([1]), "item"),
        (np.array([1, 2]), "tolist"),
        ({}, "such"),
    ],
)
def test_what_to_return_instead_is_said(value, instead):
    with pytest.raises(InputError, match=rf"of such(: return .*{instead}|$)"):
        exact_law(lambda _: value, 0)


def test_code_that_wants_another_generator_is_told_how_to_get_it():
    def sampler(value, rng):
        return value + rng.integers(2)

    with pytest.raises(InputError, match=r"test_law.py, line \d+\): its second .*default_rng\(\)"):
        exact_law(sampler, 0)


COUNT = 0


def test_a_global_that_the_code_sets_is_named():
    def counting(value):
        global COUNT
        COUNT += 1
        return COUNT

    with pytest.raises(InputError, match="it sets the global COUNT"):
        exact_law(counting, 0)


def test_a_float_draw_is_sent_to_the_source_that_bisects_it():
    with pytest.raises(LimitError, match="uniform float, and --source random53"):
        exact_law(lambda _: int(random.random() < 0.5), 0, "randbelow")


# -- what a law says of itself ---------------------------------------------------------


def test_laws_of_several_inputs_are_found_by_them():
    laws = law(lambda value, source: value + source.bits(1), range(2))
    assert {value: list(found.probabilities) for value, found in laws.items()} == {
        0: ["0", "1"],
        1: ["1", "2"],
    }
    for wrong in (3, "0..3", None):
        with pytest.raises(InputError, match=r"got the inputs .*, expected several"):
            law(lambda value: value, wrong)


def test_a_law_prints_itself():
    found = law(lambda value, source: source.below(20), [0], "randbelow")[0]
    first, second = str(found).splitlines()
    assert first == "exact law of 20 outputs (calls, 52 runs), under 2 assumptions"
    assert second.startswith("0: 1/20, 1: 1/20, ")
    assert second.endswith("11: 1/20, ...")
    assert found._repr_html_().count("<tr>") == 12
    open_ = CodeLaw({"'<'": HALF}, HALF, "by hand")
    assert str(open_).startswith("undecided up to 5.00e-1, the law of 1 outputs (by hand, 0 runs)")
    assert "&lt;" in open_._repr_html_()
