"""The numbers behind the figures of Constrained DP, recomputed, and what they contradict."""

from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import pytest

from exactdp.mechanisms.exact.errors import InputError
from exactdp.proofs.figures.catalogue import figures, named
from exactdp.proofs.figures.constrained import choice, costs, heatmaps, populations
from exactdp.proofs.figures.figure import Settings

F = Fraction
DATA = Path(__file__).parents[4] / "shared/data"
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="the data folder is not here")


def naive_gm(n, a):
    """Two-sided geometric noise, clipped: mass x a^d at the ends and y a^d between."""
    x, y = 1 / (1 + a), (1 - a) / (1 + a)
    return [[(y if 0 < j < n else x) * a ** abs(i - j) for j in range(n + 1)] for i in range(n + 1)]


def made(name, data=None):
    (figure,) = named([name])
    return figure.make(Settings(data, runs=2))


def said(figure):
    return {c.printed: c.outcome for c in figure.comparisons}


def test_figure_1_contradicts_what_is_said_of_it():
    found = said(made("constrained-1"))
    assert [found[x] for x in found][:4] == ["differ", "differ", "differ", "agree"]


def test_figure_2_misses_two_thirds_by_the_rounding_of_alpha():
    (first, gaps) = made("constrained-2").comparisons
    assert first.outcome == "differ"
    assert first.ours.startswith("2500/3761")
    assert gaps.outcome == "agree"


def test_figures_3_and_4_hold_the_printed_symbols():
    assert set(said(made("constrained-3")).values()) == {"agree"}
    assert set(said(made("constrained-4")).values()) == {"agree"}
    cells = {(i, j): x for i, j, x in made("constrained-3").tables[0].rows}
    assert cells[0, 0] == "x"
    assert cells[3, 1] == "yα²"
    assert cells[2, 0] == "xα²"


def test_exponents_are_found_by_division_and_an_entry_that_is_no_power_is_noticed():
    gm = heatmaps.geometric(3, F(1, 2))
    with pytest.raises(AssertionError):
        heatmaps.exponents_of(gm, F(1, 3), [F(2, 3), F(1, 3), F(1, 3), F(2, 3)])


def test_figure_5_is_the_printed_flowchart_and_every_branch_is_asked():
    figure = made("constrained-5")
    assert set(said(figure).values()) == {"agree"}
    assert len(figure.tables[0].rows) == 256
    wrong = [(*case[:3], "geometric") for case in choice.cases()]
    assert choice.tree(wrong) == "geometric"
    assert choice.tree(wrong) != choice.PRINTED


def test_figure_6_says_what_is_always_never_or_sometimes_so():
    table = made("constrained-6")
    holds = {(m, n, a, p): x for m, n, a, p, x in table.tables[0].rows}
    assert {x for (m, _, _, p), x in holds.items() if (m, p) == ("GM", "F")} == {"no"}
    for n in choice.SIZES_6:
        for a in choice.LEVELS_6:
            rows = naive_gm(n, a)
            honest = all(rows[i][i] >= F(1, n + 1) for i in range(n + 1))
            assert holds["GM", n, a, "WH"] == ("yes" if honest else "no")
    assert "differ" not in said(table).values()


def test_figure_7_has_the_printed_numbers_at_another_level_than_the_printed_one():
    assert [c.outcome for c in made("constrained-7").comparisons] == [
        "differ",
        "differ",
        "agree",
        "agree",
    ]


def test_there_are_nine_combinations_with_weak_honesty():
    from_text = {
        frozenset(c) for k in range(3) for c in combinations(("RH", "RM", "CH", "CM"), k)
    } - {frozenset(("RH", "RM")), frozenset(("CH", "CM"))}
    assert {frozenset(c) for c in costs.COMBINATIONS} == from_text


@pytest.mark.slow
def test_figures_8_and_9_agree_with_the_threshold_and_with_nothing_else():
    eight, nine = said(made("constrained-8")), made("constrained-9")
    assert [eight[x] for x in eight] == ["agree", "agree", "differ", "cannot be read"]
    assert [c.outcome for c in nine.comparisons] == ["differ", "differ", "agree", "differ"]
    values = {(p, m, n): y for p, _, m, n, y in nine.tables[0].rows}
    for n in range(2, 13):
        rows = naive_gm(n, F(2, 3))
        cost = F(n + 1, n) * (1 - sum(rows[i][i] for i in range(n + 1)) / (n + 1))
        assert values["a", "GM", n] == cost == F(4, 5)


def naive_expectation(rows, law, loss):
    return sum(w * x * loss(i, j) for (i, w) in enumerate(law) for (j, x) in enumerate(rows[i]))


def test_figures_11_to_13_are_expectations_under_binomial_laws():
    for p in (F(1, 20), F(1, 2)):
        law = [comb(8, k) * p**k * (1 - p) ** (8 - k) for k in range(9)]
        rows = naive_gm(8, F(91, 100))
        far = naive_expectation(rows, law, lambda i, j: abs(i - j) > 1)
        square = naive_expectation(rows, law, lambda i, j: (i - j) ** 2)
        gm = populations.mechanism("GM", 8, F(91, 100))
        assert populations.expected(gm, law, populations.beyond(1)) == far
        assert populations.expected(gm, law, populations.squared) == square
        assert populations.binomial(8, p) == law


def test_figures_11_to_13_contradict_some_of_what_is_said():
    assert [c.outcome for c in made("constrained-11").comparisons][:2] == ["differ", "agree"]
    assert [c.outcome for c in made("constrained-12").comparisons][:2] == ["differ", "differ"]
    assert [c.outcome for c in made("constrained-13").comparisons] == ["differ", "agree"]


@needs_data
def test_figure_10_holds_for_young_and_gender_and_not_for_income():
    figure = made("constrained-10", DATA)
    found = {c.printed: c.outcome for c in figure.comparisons}
    assert found["young: EM is best"] == found["gender: EM is best"] == "agree"
    assert found["income: EM is best"] == "differ"
    assert found["income: GM is worse than UM"] == "differ"
    assert figure.simulated


def test_groups_are_counted_in_file_order_and_a_rest_is_left_out():
    bits = [True] * 5 + [False] * 6
    assert populations.groups(bits, 3) == [1, 0, 1, 1]
    mean, variance = populations.wrong(populations.mechanism("UM", 1, F(1, 2)), [3, 1])
    assert (mean, variance) == (F(1, 2), F(1, 16))


def test_data_that_is_missing_is_described():
    with pytest.raises(InputError, match=r"needs adult\.csv, with the columns age, sex, income"):
        made("constrained-10")
    with pytest.raises(InputError, match="there is no"):
        made("constrained-10", Path("nowhere"))


def test_every_claim_that_a_figure_names_is_in_the_catalogue():
    from exactdp.proofs.catalogue.registry import catalogue

    known = {claim.id for claim in catalogue()}
    for name, figure in figures().items():
        slow = ("constrained-8", "constrained-9", "targets-table-3")
        if not figure.data and name not in slow:
            for comparison in made(name).comparisons:
                assert set(comparison.claims) <= known
