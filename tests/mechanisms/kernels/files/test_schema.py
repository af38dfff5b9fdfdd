"""The published schema and the reader agree."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import exactdp
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.kernels.files.document import mechanism_document
from exactdp.mechanisms.kernels.files.schemas import load

SCHEMA = load("exactdp.mechanisms.kernels.files", "mechanism.schema.json")
VECTORS = Path(exactdp.__file__).parent / "vectors" / "mechanisms"

#: Refused for what a schema cannot say: how sizes and values go together, and syntax.
BEYOND_A_SCHEMA = {
    "base_above_one",
    "base_zero",
    "cell_zero_denominator",
    "counts_misfit",
    "factor_zero",
    "factors_misfit",
    "exponents_misfit",
    "level_alpha_above_one",
    "level_alpha_zero",
    "level_epsilon_negative",
    "level_epsilon_zero",
    "not_square",
    "post_misfit",
    "post_output_beyond",
    "post_twice",
    "post_unsorted",
    "ragged",
}


def documents(folder):
    found = []
    for path in sorted((VECTORS / folder).glob("*.json")):
        try:
            document = json.loads(path.read_text(encoding="utf-8-sig"))
        except (json.JSONDecodeError, RecursionError):
            continue
        if isinstance(document, dict) and path.name != "reasons.json":
            found.append(pytest.param(path.stem, document, id=path.stem))
    return found


def test_the_schema_is_one():
    Draft202012Validator.check_schema(SCHEMA)


def test_what_is_written_is_valid():
    assert Draft202012Validator(SCHEMA).is_valid(mechanism_document(geometric(3, "2/3")))


@pytest.mark.parametrize(("name", "document"), documents("accepted"))
def test_what_is_accepted_is_valid(name, document):
    assert Draft202012Validator(SCHEMA).is_valid(document)


@pytest.mark.parametrize(("name", "document"), documents("refused"))
def test_what_is_refused_is_invalid_as_far_as_a_schema_can_say(name, document):
    assert Draft202012Validator(SCHEMA).is_valid(document) == (name in BEYOND_A_SCHEMA)
