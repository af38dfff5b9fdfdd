"""Every file of vectors/mechanisms/accepted is the same mechanism."""

from fractions import Fraction
from pathlib import Path

import pytest

import exactdp
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.kernels.files.reading import load
from exactdp.mechanisms.kernels.mechanism import Mechanism

FOLDER = Path(exactdp.__file__).parent / "vectors" / "mechanisms" / "accepted"
RESPONSE = Mechanism.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.iterdir()))
@pytest.mark.parametrize("reading", ["stored", "weights"])
def test_is_read_exactly(name, reading):
    assert load(FOLDER / name, reading=reading) == RESPONSE


def test_labels_are_read():
    labelled = load(FOLDER / "postprocessed.json", reading="weights")
    assert labelled.name == "swapped twice"
    assert labelled.counts == (3, 4)
    assert labelled.level == PrivacyLevel.from_alpha(Fraction(1, 3))
