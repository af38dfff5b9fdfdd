"""A histogram has independent noise in each bin, and says nothing of how many rows there are."""

from fractions import Fraction

import pytest

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families.noise import RoundedLaplace, TwoSidedGeometric
from exactdp.mechanisms.release.budget import Grant
from exactdp.mechanisms.release.histogram import bin_errors, histogram_release
from exactdp.mechanisms.release.report import report_document
from exactdp.mechanisms.release.table import Table
from exactdp.mechanisms.release.writing import histogram_pieces
from exactdp.mechanisms.sampling.rounded_laplace import rounded_laplace_at
from exactdp.mechanisms.sampling.source import SeededSource, SystemSource
from exactdp.mechanisms.sampling.two_sided import two_sided_geometric_at


@pytest.fixture
def table(tmp_path):
    (tmp_path / "t.csv").write_text("age\n" + "1\n" * 30 + "3\n" * 20 + "99\n" * 7)
    return Table(tmp_path / "t.csv", "age", 4)


@pytest.mark.parametrize("level", ["1/3", "ln(4)"])
@pytest.mark.parametrize(
    ("noise", "draw"), [("geometric", two_sided_geometric_at), ("laplace", rounded_laplace_at)]
)
def test_every_bin_has_its_own_noise_at_the_whole_level(table, noise, draw, level):
    grant = Grant(PrivacyLevel.from_epsilon(level))
    found = histogram_release(table, grant, SeededSource(1), noise)
    source = SeededSource(1)
    assert found.level == grant.total
    assert found.counts == [x + draw(grant.total, source) for x in (0, 30, 0, 20, 7)]


def test_rounded_laplace_takes_the_best_square_on_the_safe_side(table):
    grant = Grant(PrivacyLevel.from_alpha("1/2"))
    found = histogram_release(table, grant, SystemSource(), "laplace")
    assert found.level.has_rational_root(2)
    assert Fraction(1, 2) < found.level.alpha < Fraction(1, 2) + Fraction(1, 10**9)


@pytest.mark.parametrize("b", ["1/2", "2/3", "1/9"])
@pytest.mark.parametrize("noise", ["geometric", "laplace"])
def test_the_errors_are_those_of_the_law(noise, b):
    level = PrivacyLevel.from_alpha(Fraction(b) ** 2)
    law = RoundedLaplace(b) if noise == "laplace" else TwoSidedGeometric(level.alpha)
    found = bin_errors(noise, level)
    exact = Fraction(found["expected_absolute_deviation"]["exact"])
    # E|X| is the sum of Pr[|X| > k] over k >= 0.
    partial = sum(2 * law.tail(k) for k in range(400))
    assert 0 < exact - partial < Fraction(1, 10**50)
    assert Fraction(found["mean_squared_error"]["exact"]) == law.variance
    for figure in found.values():
        low, high = map(Fraction, figure["enclosure"])
        assert low <= Fraction(figure["exact"]) <= high


@pytest.mark.parametrize("noise", ["geometric", "laplace"])
def test_the_errors_at_a_rational_eps_are_enclosed(noise):
    for figure in bin_errors(noise, PrivacyLevel.from_epsilon("1/2")).values():
        assert figure["exact"] is None
        low, high = map(Fraction, figure["enclosure"])
        assert 0 < high - low <= Fraction(2, 10**12)


def test_geometric_noise_is_never_worse_than_rounded_laplace():
    for epsilon in ("1/10", "1", "4"):
        level = PrivacyLevel.from_epsilon(epsilon)
        ours, theirs = (
            Fraction(bin_errors(noise, level)["mean_squared_error"]["enclosure"][0])
            for noise in ("geometric", "laplace")
        )
        assert ours < theirs


def test_a_report_does_not_tell_how_many_rows_there_are(table):
    document = report_document(
        histogram_release(table, Grant(PrivacyLevel.from_alpha("1/2")), SystemSource())
    )
    assert "rows" not in document
    assert "57" not in str(document["budget"])


def test_a_simulation_is_marked_in_every_row(table, tmp_path):
    found = histogram_release(table, Grant(PrivacyLevel.from_alpha("1/2")), SeededSource(9))
    lines = b"".join(histogram_pieces(tmp_path / "h.csv", found)).decode().splitlines()
    assert lines[0] == "age,count,not_private"
    assert all(line.endswith(",simulated with the seed 9") for line in lines[1:])


def test_a_column_called_count_is_not_confused_with_the_counts(tmp_path):
    (tmp_path / "t.csv").write_text("count\n1\n")
    table = Table(tmp_path / "t.csv", "count", 1)
    found = histogram_release(table, Grant(PrivacyLevel.from_alpha("1/2")), SystemSource())
    assert b"".join(histogram_pieces(tmp_path / "h.csv", found)).startswith(b"count,rows\n0,")


def test_unknown_noise_is_refused(table):
    with pytest.raises(InputError, match="expected one of geometric, laplace"):
        histogram_release(table, Grant(PrivacyLevel.from_alpha("1/2")), SystemSource(), "haar")
