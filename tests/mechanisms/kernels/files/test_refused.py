"""Every file of vectors/mechanisms/refused is refused, for the reason that stands there."""

import json
from pathlib import Path

import pytest

import exactdp
from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.kernels.files.reading import load

FOLDER = Path(exactdp.__file__).parent / "vectors" / "mechanisms" / "refused"
REASONS = json.loads((FOLDER / "reasons.json").read_text())


@pytest.mark.parametrize("name", sorted(REASONS))
def test_is_refused_with_the_reason(name):
    path = FOLDER / name
    with pytest.raises(InputError) as caught:
        load(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert REASONS[name] in message
    assert len(message) < len(str(path)) + 400


def test_every_refused_file_has_its_reason():
    assert {path.name for path in FOLDER.iterdir()} == {*REASONS, "reasons.json"}
