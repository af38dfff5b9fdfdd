"""What was there before the audit is not known to be ideal, and noticed where it is drawn from."""

import functools
import random
import threading
from datetime import datetime

import numpy as np
import pytest

from exactdp.mechanisms.exact.errors import InputError
from exactdp.verify.laws import bit_generators
from exactdp.verify.laws.exact import exact_law

OLDER = random.Random()
OLDER_DRAW, GLOBAL_DRAW, OLD_CLASS = OLDER.random, random.random, random.Random
NUMPY, STATE, BITS = np.random.default_rng(), np.random.RandomState(), np.random.PCG64
RARELY = 1e-9


@pytest.fixture(scope="module", autouse=True)
def few_objects():
    """Keep all objects in sight: what is older than the audit is what these tests are about."""


def rarely(draw):
    """A sampler whose outputs hardly ever tell that it draws."""
    return lambda value: value + int(draw() < RARELY)


@functools.cache
def kept():
    return np.random.Generator(BITS(7))


@pytest.mark.parametrize(
    ("draw", "reason"),
    [
        (OLDER.random, "not intercepted"),
        (lambda: OLDER.random(), "made before the audit"),
        (lambda: OLDER.uniform(0, 1), "made before the audit"),
        (OLDER_DRAW, "not intercepted"),
        (GLOBAL_DRAW, "not intercepted"),
        (lambda: OLD_CLASS(3).random(), "seeded with '3'"),
        (NUMPY.random, "made before the audit"),
        (lambda: NUMPY.standard_normal() ** 2, "made before the audit"),
        (STATE.rand, "made before the audit"),
        (lambda: np.random.Generator(BITS()).random(), "way that is not intercepted"),
        (lambda: kept().random(), "way that is not intercepted"),
    ],
)
def test_older_generators_are_noticed_however_rarely_they_matter(draw, reason):
    with pytest.raises(InputError, match=reason):
        exact_law(rarely(draw), 0)


def test_an_older_generator_is_ideal_once_it_is_seeded_by_the_system():
    def sampler(_):
        OLDER.seed()
        return int(OLDER.random() < 0.5)

    assert len(exact_law(sampler, 0).probabilities) == 2


def test_numpy_s_global_generator_is_refused_once_it_was_seeded():
    before = np.random.get_bit_generator()
    np.random.set_bit_generator(np.random.MT19937())
    try:
        assert exact_law(lambda _: int(np.random.rand() < 0.5), 0).exact
        np.random.seed(3)
        with pytest.raises(InputError, match=r"np.random.seed was called before the audit"):
            exact_law(lambda _: int(np.random.rand() < 0.5), 0)
        assert exact_law(lambda value: value, 0).exact
    finally:
        np.random.set_bit_generator(before)


def test_a_seed_in_a_run_stays_in_the_audit():
    state = random.getstate()

    def sampler(_):
        random.seed(3)
        return 0

    assert exact_law(sampler, 0).exact
    assert random.getstate() == state
    assert exact_law(lambda _: int(random.random() < 0.5), 0).exact


def test_what_is_not_refused_is_assumed():
    law = exact_law(lambda value: value + (datetime.now().microsecond < 0), 0)
    assert any("clocks other than" in text for text in law.assumptions)


def test_other_threads_go_on_while_a_run_is_studied():
    import time

    found = []

    def sampler(_):
        thread = threading.Thread(target=lambda: found.append(time.time()))
        thread.start()
        thread.join()
        return 0

    assert exact_law(sampler, 0).exact
    assert found


def test_draws_while_other_modules_are_imported_are_theirs(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "drawing_helper.py").write_text("import random\nNAME = random.random()\n")
    (tmp_path / "code.py").write_text("import drawing_helper\ndef f(value):\n    return value\n")
    assert exact_law(f"{tmp_path / 'code.py'}:f", 2).probabilities == {"2": 1}


def test_a_generator_made_in_the_audit_is_of_the_class_that_code_asks_for():
    def code(value):
        made = np.random.default_rng().bit_generator
        return [isinstance(x, np.random.PCG64) for x in (made, value)] == [True, False]

    assert exact_law(code, 0).probabilities == {"True": 1}


def test_a_target_that_imports_another_is_watched_once():
    before = np.random.get_bit_generator()
    with bit_generators.importing():
        watched = np.random.get_bit_generator()
        with bit_generators.importing():
            assert np.random.get_bit_generator() is watched
        assert np.random.get_bit_generator() is watched
    assert np.random.get_bit_generator() is before
