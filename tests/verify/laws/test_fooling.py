"""No program gets a law that is not its own: it is judged as it is, or refused with the reason."""

import random
import sys

import numpy as np
import pytest

from exactdp.mechanisms.exact.errors import InputError
from exactdp.verify.laws.exact import exact_law
from exactdp.verify.laws.interception import watch

from .fooling_samplers import JUDGED, REFUSED


@pytest.fixture
def law(tmp_path):
    """The law of a module's ``f`` at 1; what it does to the global generators is undone."""
    path = tmp_path / "fooling.py"
    module, members = sys.modules["random"], dict(vars(random))
    before = np.random.get_bit_generator()
    np.random.set_bit_generator(np.random.MT19937())

    def of(text, source=None):
        path.write_text(text)
        return exact_law(f"{path}:f", 1, source)

    yield of
    sys.modules["random"] = module
    vars(random).update(members)
    with watch():
        random.seed()
    np.random.set_bit_generator(before)
    sys.modules.pop("exactdp_target_fooling", None)


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_chance_is_refused(law, name):
    text, reason = REFUSED[name]
    with pytest.raises(InputError, match=reason):
        law(text)


@pytest.mark.parametrize("name", JUDGED)
def test_what_is_as_it_looks_has_its_law(law, name):
    text, expected = JUDGED[name]
    found = law(text, "uniform-grid")
    assert found.exact
    assert expected is None or found.probabilities == expected
