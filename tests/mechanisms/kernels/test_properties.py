"""What the property letters mean is said once, and said alike wherever it is said."""

from pathlib import Path

import exactdp
from exactdp.mechanisms.kernels.properties import DEFINITIONS, MEANINGS, PROPERTIES, legend

ROOT = Path(exactdp.__file__).parent


def test_every_property_has_a_meaning_and_all_but_wh_a_comparison():
    assert tuple(MEANINGS) == PROPERTIES == ("RH", "RM", "CH", "CM", "F", "WH", "S")
    assert {*DEFINITIONS, "WH"} == {*PROPERTIES}
    assert len(legend().splitlines()) == 7


def test_the_readme_explains_the_letters_in_the_same_words():
    assert legend() in (ROOT / "README.md").read_text()
