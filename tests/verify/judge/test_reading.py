"""What a certificate says is read as it stands, and none of its text can pass for ours."""

import json

import pytest

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.families.uniform import uniform
from exactdp.mechanisms.kernels.mechanism import Mechanism
from exactdp.verify.judge.blackwell import derivable
from exactdp.verify.judge.certificate import kernels_of, write_certificate
from exactdp.verify.judge.judgement import certify
from exactdp.verify.judge.reading import (
    escaped,
    is_certificate,
    mechanism_about,
    mechanism_of,
    read_certificate,
)


@pytest.fixture
def document():
    return certify(geometric(3, "1/2"), "1/2").certificate()


def written(folder, document):
    path = folder / "c.json"
    path.write_text(json.dumps(document))
    return path


def test_what_is_written_is_read_back(tmp_path, document):
    write_certificate(tmp_path / "c.json", document)
    assert is_certificate(tmp_path / "c.json")
    read = read_certificate(tmp_path / "c.json")
    read.pop("made")
    assert read == document
    assert mechanism_about(read) == geometric(3, "1/2")


@pytest.mark.parametrize(
    ("version", "reason"),
    [
        (1, "version 1, expected 2: others are read no more: write it anew"),
        (3, "version 3, expected 2: upgrade exactdp"),
        ("two\nlines", r"version 'two\\nlines', expected 2: others"),
        (None, "version null"),
    ],
)
def test_other_versions_are_refused_with_what_to_do(tmp_path, document, version, reason):
    path = written(tmp_path, document | {"version": version})
    assert is_certificate(path)
    with pytest.raises(InputError, match=f"c.json: got a certificate of {reason}"):
        read_certificate(path)


@pytest.mark.parametrize("change", [{"kernels": None}, {"kernels": [1]}, {"claims": "many"}])
def test_what_has_no_kernels_or_claims_is_refused(tmp_path, document, change):
    with pytest.raises(InputError, match="expected a list of objects at"):
        read_certificate(written(tmp_path, document | change))


@pytest.mark.parametrize("text", ["[1, 2]", '{"format": "exactdp-mechanism"}'])
def test_other_json_is_no_certificate(tmp_path, text):
    path = tmp_path / "c.json"
    path.write_text(text)
    assert not is_certificate(path)


def test_other_files_are_no_certificates_and_broken_json_is_named(tmp_path):
    table = tmp_path / "c.csv"
    table.write_text("1,0\n0,1\n")
    assert not is_certificate(table)
    broken = tmp_path / "c.json"
    broken.write_text('{"format": ')
    with pytest.raises(InputError, match=r"c\.json: .*ends too early"):
        is_certificate(broken)


def test_what_a_certificate_is_about_is_the_kernel_of_its_last_claim(document):
    source, target = geometric(2, "1/2"), geometric(2, "2/3")
    assert mechanism_about(derivable(source, target).certificate()) == target
    assert mechanism_about(document | {"claims": []}) is None
    for kernel in (None, True, 7, -1, "0"):
        assert mechanism_about(document | {"claims": [{"kernel": kernel}]}) is None


def test_a_kernel_is_a_mechanism_if_it_is_square_and_says_so():
    flat = Mechanism.from_rows([["1/2", "1/2"], ["1/2", "1/2"]])
    (dense,) = kernels_of(flat)
    assert mechanism_of([dense], 0) == flat
    kept = [[[0, "1"]], [[1, "1"]]]
    product = {"form": "product", "inputs": [0, 1], "outputs": [0, 1], "of": 0, "post": kept}
    assert mechanism_of([*kernels_of(uniform(1)), product], 1) == flat
    for kernels, place in [
        ([dense | {"outputs": [1, 2]}], 0),
        ([dense | {"inputs": ["a", "b"], "outputs": ["a", "b"]}], 0),
        ([dense | {"inputs": None}], 0),
        ([dense | {"form": "polynomial"}], 0),
        ([dense | {"undecided": ["0", "0"]}], 0),
        ([product], 0),
        ([dense, product], 1),
    ]:
        assert mechanism_of(kernels, place) is None
    with pytest.raises(InputError, match=r"kernels\[0\].rows"):
        mechanism_of([dense | {"rows": 3}], 0)


@pytest.mark.parametrize("text", ["a\nb", "\x1b[2J", "\x7f", "\u202e", "\x9b"])
def test_text_is_told_on_one_line_in_ascii(text):
    assert escaped({text: text}).isascii()
    assert escaped({text: text}).isprintable()
    assert json.loads(escaped({text: text})) == {text: text}


def test_what_is_long_is_told_by_its_length():
    assert escaped("x" * 300) == "(302 characters)"
