"""``privatize``: from a histogram to a private probability vector."""

from fractions import Fraction

import pytest

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.law import Law
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.release.distributions.normalise import POSTS
from exactdp.mechanisms.release.distributions.privatize import DEFAULT_POST, NOISES, privatize
from exactdp.mechanisms.sampling.source import BitSource, SeededSource

ONE = PrivacyLevel.from_epsilon(1)


@pytest.mark.parametrize("name", NOISES)
@pytest.mark.parametrize("post", POSTS)
@pytest.mark.parametrize("histogram", [[7], [0, 3], [5, 0, 1], [1] * 17, [40, 20, 9] + [0] * 48])
def test_every_noise_gives_a_probability_vector(name, post, histogram):
    for level in (ONE, PrivacyLevel.from_alpha("1/2"), PrivacyLevel.from_alpha("99/100")):
        z = privatize(histogram, level, name, SeededSource(4), post)
        assert len(z) == len(histogram)
        assert sum(z) == 1
        assert all(type(x) is Fraction and x >= 0 for x in z)


@pytest.mark.parametrize("name", NOISES)
def test_the_same_bits_give_the_same_vector(name):
    histogram = [40, 20, 9, 3, 1, 0, 1]
    assert DEFAULT_POST == "isotonic"
    once, again = (privatize(histogram, ONE, name, SeededSource(9)) for _ in range(2))
    assert once == again


@pytest.mark.parametrize("name", NOISES)
def test_without_noise_the_distribution_is_the_true_one(name, monkeypatch):
    monkeypatch.setattr(type(NOISES[name]), "noise", lambda self, scales, *_: [0] * len(scales))
    z = list(privatize([4, 0, 3, 2, 1], ONE, name, SeededSource(1)))
    assert z == [Fraction(x, 10) for x in (4, 0, 3, 2, 1)]


class Refusing(BitSource):
    def bits(self, k):
        raise AssertionError("no bit is needed")


def test_one_bin_needs_no_noise():
    assert privatize([12], ONE, "acyclic", Refusing()) == Law([1])


@pytest.mark.parametrize(
    ("histogram", "level", "noise", "post", "words"),
    [
        ([], ONE, "acyclic", "isotonic", "no categories"),
        ([0, 0], ONE, "acyclic", "isotonic", "no categories"),
        ([3, -1], ONE, "acyclic", "isotonic", "bin 1 of the histogram"),
        ([3.0, 1], ONE, "acyclic", "isotonic", "bin 0 of the histogram"),
        ([3, True], ONE, "acyclic", "isotonic", "bin 1 of the histogram"),
        ([3, 1], PrivacyLevel.from_alpha(1), "acyclic", "isotonic", "expected eps > 0"),
        ([3, 1], ONE, "wavelet", "isotonic", "got the noise 'wavelet', expected one of acyclic"),
        ([3, 1], ONE, "haar", "none", "got the post-processing 'none', expected one of isotonic"),
    ],
)
def test_bad_input_is_refused_before_a_bit_is_drawn(histogram, level, noise, post, words):
    with pytest.raises(InputError, match=words):
        privatize(histogram, level, noise, Refusing(), post)


def test_messages_do_not_show_counts():
    with pytest.raises(InputError) as error:
        privatize([123456, -654321], ONE, "acyclic", Refusing())
    assert "123456" not in str(error.value)
    assert "654321" not in str(error.value)
