"""The numbers behind the figures of Preserving Target Distributions, against plain code."""

import csv
from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from math import exp, log, sqrt
from pathlib import Path

import numpy as np
import pytest

from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.exact.executors import Lost
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.keeping.algorithm_1 import construct
from exactdp.mechanisms.keeping.heuristic import heuristic
from exactdp.mechanisms.release.distributions.privatize import NOISES, privatize
from exactdp.mechanisms.sampling.source import SeededSource
from exactdp.proofs.figures.catalogue import named
from exactdp.proofs.figures.figure import Settings
from exactdp.proofs.figures.output import manifest
from exactdp.proofs.figures.targets import (
    accuracy,
    data,
    privatizers,
    runtime,
    simulation,
    split,
)

F = Fraction
DATA = Path(__file__).parents[4] / "shared/data"
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="the data folder is not here")
SMALL = data.Data("small", np.array([0, 0, 0, 1, 1, 2, 3, 3]), 3)


def made(name, runs=2, folder=DATA):
    (figure,) = named([name])
    return figure.make(Settings(folder, runs))


def outcomes(figure):
    return [c.outcome for c in figure.comparisons]


def said(figure):
    return {c.printed: c for c in figure.comparisons}


def rows_of(name, column):
    with open(DATA / name, newline="", encoding="utf-8") as file:
        return [int(row[column]) for row in csv.DictReader(file)]


@pytest.fixture(autouse=True)
def nothing_kept():
    """Forget what was simulated for other totals."""
    yield
    accuracy.simulated.cache_clear()
    accuracy.exact.cache_clear()


@pytest.fixture
def tiny(tmp_path):
    """Return a folder with tables of a few rows, the schools among them."""
    tables = {
        "county_homicides.csv": ("county,homicides", [f"{k},{k % 5}" for k in range(30)]),
        "binomial20_histogram.csv": ("count,categories", [f"{k},{k % 7}" for k in range(21)]),
        "teachers.csv": ("teachers", [f"{k % 9}" for k in range(40)]),
    }
    for name, (head, lines) in tables.items():
        (tmp_path / name).write_text("\n".join([head, *lines, ""]))
    return tmp_path


# --- figures 1, 2 and 4 ---------------------------------------------------------------------


@needs_data
def test_figure_1_holds_the_table_that_survives_in_print():
    figure = made("targets-1")
    assert outcomes(figure) == ["agree", "agree", "agree", "cannot be read"]
    cases = Counter(rows_of("bird_flu_by_state.csv", "cases"))
    assert figure.tables[0].rows == [(k, F(cases[k], 50)) for k in range(41)]


def test_figure_2_has_every_scale_of_four_counts():
    figure = made("targets-2", folder=None)
    assert outcomes(figure) == ["agree"] * 3
    found = {}
    for pattern, count, x in figure.tables[0].rows:
        found.setdefault(pattern, {})[count] = x
    for steps in product("↑↓", repeat=3):
        weights = [F(1)]
        for step in steps:
            weights.append(weights[-1] * (2 if step == "↑" else F(1, 2)))
        expected = {i: w / sum(weights) for i, w in enumerate(weights)}
        assert found.pop("".join(steps)) == expected
    assert not found


@needs_data
def test_figure_4_contradicts_the_printed_skewness_of_the_counties():
    figure = made("targets-4")
    assert outcomes(figure) == ["agree", "agree", "agree", "differ"]
    counts = np.array(rows_of("county_homicides.csv", "homicides"))
    for cap in (50, counts.max()):
        x = np.minimum(counts, cap).astype(float)
        plain = ((x - x.mean()) ** 3).mean() / ((x - x.mean()) ** 2).mean() ** 1.5
        assert f"{plain:.4f}" in figure.comparisons[-1].ours
    shares = {(name, k): x for name, k, x in figure.tables[0].rows}
    assert shares["county", 50] == F(int((counts >= 50).sum()), len(counts))
    assert "left out" in figure.caption


@needs_data
def test_the_schools_are_drawn_where_they_are_at_hand_and_their_file_is_in_the_manifest(tmp_path):
    for path in DATA.glob("*.csv"):
        (tmp_path / path.name).symlink_to(path)
    (tmp_path / "teachers.csv").write_text("teachers\n" + "\n".join(map(str, range(95))) + "\n")
    (figure,) = named(["targets-4"])
    settings = Settings(tmp_path)
    drawn = figure.make(settings)
    assert "left out" not in drawn.caption
    assert ("schools", 80, F(15, 95)) in drawn.tables[0].rows
    assert "teachers.csv" in manifest(figure, drawn, settings)["data"]
    assert len(drawn.draw().axes) == 3


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("x\n1\n", "expected a column"), ("c\n-1\n", "line 2: got '-1'"), ("c\n", "at least one row")],
)
def test_a_column_that_is_none_is_described(tmp_path, text, wanted):
    path = tmp_path / "t.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=wanted):
        data.column(path, "c", "")


# --- what a release is off by ---------------------------------------------------------------


def test_the_errors_of_a_release_are_what_their_definitions_say():
    drawn = np.array([0, 1, 3, 1, 0, 0, 3, 2])
    found = simulation.measured(SMALL, drawn)
    before, after = (Counter(x.tolist()) for x in (SMALL.counts, drawn))
    change = [F(after[k] - before[k], 8) for k in range(4)]
    running = [abs(sum(change[: k + 1])) for k in range(4)]
    moved = [abs(int(a) - int(b)) for a, b in zip(drawn, SMALL.counts, strict=True)]
    assert found == (
        sum(running),
        sum(map(abs, change)) / 2,
        max(running),
        F(sum(moved), 8),
        F(sum(m * m for m in moved), 8),
    )


def test_expected_errors_are_means_over_all_outputs():
    mechanism = simulation.alone("staircase", SMALL, F(1))
    rows = mechanism.rows()
    ead = sum(rows[int(i)][j] * abs(int(i) - j) for i in SMALL.counts for j in range(4)) / 8
    mse = sum(rows[int(i)][j] * (int(i) - j) ** 2 for i in SMALL.counts for j in range(4)) / 8
    assert simulation.exact_errors(mechanism, SMALL) == (ead, mse)


def test_the_clipped_gaussian_is_the_discrete_gaussian_to_its_last_unit():
    rows = simulation.clipped_gaussian(3, F(5, 2)).rows()
    weights = {k: exp(-k * k / 5) for k in range(-60, 61)}
    total = sum(weights.values())
    for i, row in enumerate(rows):
        assert sum(row) == 1
        plain = [0.0] * 4
        for k, w in weights.items():
            plain[min(max(i + k, 0), 3)] += w / total
        assert [round(float(x), 12) for x in row] == [round(x, 12) for x in plain]


def test_alpha_is_on_the_safe_side_and_near_even_where_eps_is_small():
    for epsilon in (F(1, 100), F(1, 10), F(1), F(5)):
        level = PrivacyLevel.from_epsilon(epsilon)
        alpha = simulation.safe(level)
        assert level.compare(alpha) >= 0
        assert alpha < 1
        assert -log(alpha) > 0.98 * float(epsilon)


@pytest.mark.parametrize("method", ["max", "min", "sandwich", "optimal", "optimal, acyclic"])
def test_what_keeps_a_law_keeps_it_and_is_private(method):
    z = privatize(SMALL.histogram, PrivacyLevel.from_epsilon(2), "cyclic", SeededSource(3), "clip")
    alpha = F(1, 2)
    rows = simulation.two_stage(method, z, alpha).rows()
    assert [sum(z[i] * rows[i][j] for i in range(4)) for j in range(4)] == [*z]
    for i, j in product(range(3), range(4)):
        assert alpha * rows[i][j] <= rows[i + 1][j] <= rows[i][j] / alpha


def test_a_run_depends_on_its_seed_and_on_nothing_else():
    task = simulation.Release(SMALL, ("optimal", "geometric"), F(1), 3, 5)
    later = simulation.Release(SMALL, ("geometric", "min", "optimal"), F(1), 2, 6)
    first, again = simulation.released(task), simulation.released(task)
    assert first == again
    found = simulation.released(later)
    assert {name: lines[1:] for name, lines in first.items()} == {n: found[n] for n in first}


def test_a_mean_of_runs_has_an_error_and_one_run_has_none():
    found = simulation.Estimate.of([F(1), F(2), F(6)])
    assert found.mean == 3
    assert found.error == sqrt(F(14, 6))
    one = simulation.Estimate.of([F(1)])
    assert one.cells() == ("1", "nan")
    assert one.meets("1") is None
    assert simulation.Estimate(F(1), 0.0).meets("1.00")
    assert not simulation.Estimate(F("1.01"), 0.0).meets("1.00")


def test_a_task_that_is_lost_ends_the_simulation(monkeypatch):
    monkeypatch.setattr(simulation, "outcomes", lambda *_: iter([Lost("its process ended")]))
    with pytest.raises(LimitError, match="releases: a task is undecided, its process ended"):
        list(simulation.spread(abs, [1], Settings(), "releases"))


def test_tasks_are_the_same_wherever_they_run():
    tasks = [simulation.Release(SMALL, ("unfixed",), F(k), 2, 0) for k in (1, 2)]
    here, there = (
        list(simulation.spread(simulation.released, tasks, Settings(executor=where), ""))
        for where in ("serial", "processes:1")
    )
    assert here == there


# --- figure 3 -------------------------------------------------------------------------------


@needs_data
def test_figure_3_contradicts_the_factor_of_the_classic_noise():
    found = said(made("targets-3"))
    assert found["classic: larger by a factor 4(i+1)"].outcome == "differ"
    assert "by 2(i+1)" in found["classic: larger by a factor 4(i+1)"].ours
    last = [c for p, c in found.items() if p.startswith("cyclic: the running sum")]
    assert [c.outcome for c in last] == ["differ"]
    assert found["acyclic (ours): half of the cyclic one"].outcome == "agree"


def test_running_sums_have_the_variance_of_the_noise_that_is_left_in_them():
    for n in (3, 8):
        assert privatizers.variances("cyclic", n, 10) == [4] * (n - 1) + [0]
        assert privatizers.variances("acyclic", n, 10) == [2] * (n - 1) + [0]
        assert privatizers.variances("laplace", n, 10) == [8 * (i + 1) for i in range(n)]


def test_distances_of_private_distributions_are_those_of_a_release_of_the_same_numbers():
    z = [F(1, 8), F(3, 8), F(1, 2), F(0)]
    drawn = np.repeat(range(4), [1, 3, 4, 0])
    assert privatizers.distances(z, SMALL.law) == simulation.measured(SMALL, drawn)[:3]


@pytest.mark.parametrize("noise", NOISES)
def test_every_noise_has_as_many_runs_and_both_ways_to_a_distribution(noise):
    found = privatizers.noisy(privatizers.Noisy(SMALL, noise, 3, 0))
    assert {post: len(lines) for post, lines in found.items()} == {"isotonic": 3, "clip": 3}
    level = PrivacyLevel.from_epsilon(1)
    z = privatize(SMALL.histogram, level, noise, SeededSource(2), "clip")
    assert found["clip"][2] == privatizers.distances([*z], SMALL.law)


# --- figures 5 and 6 ------------------------------------------------------------------------


@pytest.mark.slow
@needs_data
def test_figures_5_and_6_contradict_some_of_what_the_text_says(monkeypatch):
    monkeypatch.setattr(accuracy, "TOTALS", [F(1, 10), accuracy.MIDDLE, F(1), accuracy.NEAR_ONE])
    monkeypatch.setattr(accuracy, "OFTEN", 20)
    five, six = said(made("targets-5")), said(made("targets-6"))
    wanted = {
        "binomial, eps = 0.48: W1 0.64, unfixed": "agree",
        "binomial, eps = 0.48: W1 0.04, fixed point": "agree",
        "binomial, eps = 0.48: a decrease by 94 %": "agree",
        "county, eps = 0.48: a decrease by 74 %": "agree",
        "county, eps = 0.1: W1 1.44, unfixed": "differ",
        "county, eps = 0.1: W1 2.17, optimal": "agree",
    }
    assert {key: five[key].outcome for key in wanted} == wanted
    wanted = {
        "county, eps = 0.48: EAD 1.27, unfixed": "agree",
        "county, eps = 0.48: EAD 1.32, fixed point": "agree",
        "county, eps = 0.48: an increase by 5.7 %": "differ",
        "binomial: staircase and geometric cannot be told apart": "differ",
        "county: staircase and geometric cannot be told apart": "differ",
    }
    assert {key: six[key].outcome for key in wanted} == wanted


@needs_data
def test_the_deviation_at_one_is_that_of_the_next_total():
    whole = data.county(Settings(DATA)).topped(50)
    at = {e: simulation.alone("geometric", whole, e) for e in (F(1), accuracy.NEAR_ONE)}
    found = {e: simulation.exact_errors(mechanism, whole)[0] for e, mechanism in at.items()}
    assert [round(x, 2) for x in found.values()] == [F("0.59"), F("0.55")]


def test_staircase_and_geometric_part_at_large_budgets():
    far = data.Data("", np.arange(21), 20)
    at_five = {
        name: simulation.exact_errors(simulation.alone(name, far, F(5)), far)[0]
        for name in ("staircase", "geometric")
    }
    assert at_five["staircase"] > 3 * at_five["geometric"]


@pytest.mark.slow
@needs_data
def test_the_unfixed_optimum_is_further_from_the_counties_than_printed():
    whole = data.county(Settings(DATA)).topped(50)
    task = simulation.Release(whole, ("unfixed", "optimal"), F(1, 10), 100, 0)
    found = simulation.estimates(simulation.released(task))
    assert found["unfixed", "W1"].meets("1.44") is False
    assert found["optimal", "W1"].meets("2.17")
    task = simulation.Release(whole, ("unfixed", "optimal"), accuracy.MIDDLE, 100, 0)
    found = simulation.estimates(simulation.released(task))
    assert found["unfixed", "EAD"].meets("1.27")
    assert found["optimal", "EAD"].meets("1.32")
    rise = found["optimal", "EAD"].mean / found["unfixed", "EAD"].mean - 1
    assert F("0.04") < rise < F("0.05")


def test_the_schools_are_compared_too_where_they_are_at_hand(tiny, monkeypatch):
    monkeypatch.setattr(accuracy, "TOTALS", [F(1), accuracy.NEAR_ONE])
    monkeypatch.setattr(accuracy, "OFTEN", 1)
    monkeypatch.setattr(data, "COUNTY", ("county_homicides.csv", "homicides", 5))
    monkeypatch.setattr(data, "TEACHERS", ("teachers.csv", "teachers", 9))
    five, six = made("targets-5", 1, tiny), made("targets-6", 1, tiny)
    assert len(five.draw().axes) == 9
    assert len(six.draw().axes) == 6
    schools = {c.printed: c for c in five.comparisons if c.printed.startswith("schools")}
    assert len(schools) == 4
    # One run has no standard error, so nothing is decided.
    assert {c.outcome for c in schools.values()} == {"cannot be read"}
    assert ("schools", F(1), "geometric") in {row[:3] for row in six.tables[0].rows}


# --- figure 7 and table 2 -------------------------------------------------------------------


def test_the_float_transcription_makes_what_the_exact_algorithm_makes():
    z = [F(3, 8), F(1, 4), F(1, 8), F(1, 4)]
    exact = heuristic(z, F(1, 2), "max").mechanism.rows()
    near = runtime.float_heuristic(z, F(1, 2))
    assert [[round(float(x), 12) for x in row] for row in exact] == np.round(
        near.astype(float), 12
    ).tolist()


@pytest.mark.parametrize("name", runtime.CONSTRUCTORS)
def test_every_constructor_can_be_timed(name):
    assert len(runtime.seconds(runtime.Timing(name, SMALL, 2, 0))) == 2


def test_a_clock_changes_nothing():
    z, alpha = runtime.target(SMALL, 0)
    plain = heuristic(z, alpha, "min")
    clocked = runtime.Clocked(alpha, z)
    assert construct(z, "min", clocked) == (plain.outer, plain.inner)
    found = runtime.passes((SMALL, "min", 0))
    assert (found.outer, found.inner) == (plain.outer, plain.inner)
    assert set(found.seconds) == set(runtime.PARTS)


@needs_data
def test_table_2_stays_within_the_printed_bounds(monkeypatch):
    monkeypatch.setattr(runtime, "SIZES_2", (5, 10, 20))
    figure = made("targets-table-2")
    assert outcomes(figure) == ["agree", "agree", "cannot be read"]
    counted = {(line, n): (most, bound) for line, _, _, n, most, bound, _ in figure.tables[0].rows}
    for (line, n), (most, bound) in counted.items():
        assert most <= bound == {1: 1, 12: 1, 2: n, 3: n, 11: n}.get(line, 2 * n - 1)


# --- figure 8 and table 3 -------------------------------------------------------------------


def test_the_objective_is_the_sum_of_the_logarithms_and_knows_its_error():
    lines = [simulation.Errors(F(w), F(0), F(0), F(e), F(0)) for w, e in ((1, 2), (3, 2), (2, 5))]
    found = split.Objective.of(lines)
    assert found.value == log(F(3)) + log(F(2))
    # W1 is 1, 3, 2 and EAD 2, 2, 5: relative to the means, less 2.
    assert found.changes == [float(x) for x in (F(-5, 6), F(1, 6), F(2, 3))]
    assert found.error == sqrt(sum(x * x for x in found.changes) / 6)
    assert found.above(found) == (0.0, 0.0)
    assert split.Objective.of(lines[:1]).error != split.Objective.of(lines[:1]).error


def test_shares_that_cannot_be_told_from_the_best_are_named():
    sure = split.Objective(1.0, [0.0, 0.0])
    near = split.Objective(1.1, [0.2, -0.2])
    far = split.Objective(3.0, [0.2, -0.2])
    line = {F(1, 10): near, F(2, 10): sure, F(3, 10): far}
    assert split.least(line) == (F(2, 10), sure)
    assert split.undecided(line) == [F(1, 10), F(2, 10)]


def test_figure_8_says_what_the_rule_of_thumb_gives_away(tiny, monkeypatch):
    monkeypatch.setattr(split, "SHARES", [F(1, 10), F(9, 10)])
    monkeypatch.setattr(data, "COUNTY", ("county_homicides.csv", "homicides", 5))
    monkeypatch.setattr(data, "TEACHERS", ("teachers.csv", "teachers", 9))
    figure = made("targets-8", 2, tiny)
    assert len(figure.comparisons) == 6
    values = {row[:4]: F(row[4]) for row in figure.tables[0].rows}
    for name, e, method, rule, gap, low, high in figure.tables[1].rows:
        line = [x for key, x in values.items() if key[:3] == (name, e, method)]
        assert len(line) == 3
        # All three are rounded to six digits.
        assert abs(values[name, e, method, rule] - min(line) - F(gap)) <= F(3, 2 * 10**6)
        assert float(low) <= float(gap) <= float(high)
    assert len(figure.draw().axes) == 12


def test_a_gap_lies_between_what_the_errors_allow():
    line = {F(1, 10): split.Objective(1.5, [0.0, 0.0]), F(2, 10): split.Objective(1.0, [0.1, -0.1])}
    gap = split.Gap.of(line, F(1, 10))
    assert [round(x, 12) for x in gap] == [0.5, 0.3, 0.7]
    assert gap.meets("0.4")
    assert not gap.meets("0.8")
    assert split.Gap.of(line, F(2, 10)).meets("0")
    once = split.Gap.of({F(1, 10): split.Objective(1.0, [0.0])}, F(1, 10))
    assert once.meets("0") is None


def test_the_fit_to_the_printed_table_is_the_printed_one():
    names = [d.name for d in data.synthetic(0)]
    table = split.printed_table(names)
    assert len(table) == 66
    assert table["Uniform", simulation.GRID[0]] == F("0.8")
    fit = split.fitted([(e, f) for (_, e), f in table.items()])
    assert [f"{fit.A:.3f}", f"{fit.B:.3f}", f"{fit.K:.2f}"] == ["0.639", "0.106", "2.87"]


def test_the_six_tables_have_the_sizes_and_shapes_that_are_described():
    tables = {d.name: d for d in data.synthetic(0)}
    assert [len(d.counts) for d in tables.values()] == [3000, 10000, 10000, 20000, 10000, 10000]
    assert tables["Zero-inflated"].histogram[0] > 200
    assert tables["Top-inflated"].histogram[79] > 100
    left, right = (data.falling(data.LEFT)[::-1], data.falling(data.RIGHT))
    assert all(a == data.LEFT * b for a, b in pairwise(left))
    assert all(b == data.RIGHT * a for a, b in pairwise(right))
    assert np.mean(tables["Left-skewed"].counts) > 60
    assert np.mean(tables["Right-skewed"].counts) < 5
    again = data.synthetic(0)
    assert all((a.counts == b.counts).all() for a, b in zip(again, tables.values(), strict=True))


@pytest.mark.slow
def test_table_3_is_simulated_and_not_the_printed_one(monkeypatch):
    few = [d._replace(name=name) for d, name in ((SMALL, "Uniform"), (SMALL, "Left-skewed"))]
    monkeypatch.setattr(split, "synthetic", lambda seed: few)
    monkeypatch.setattr(
        split, "printed_table", lambda names: {(n, e): F(1, 10) for n in names for e in split.GRID}
    )
    figure = made("targets-table-3", runs=3, folder=None)
    best = {(name, e): f for name, e, f, _, _ in figure.tables[0].rows}
    values = {(name, e, f): x for name, e, f, x, _ in figure.tables[1].rows}
    for (name, e), f in best.items():
        assert values[name, e, f] == min((values[name, e, g] for g in split.SHARES), key=float)
    assert said(figure)["A, B, K fitted to the printed table"].outcome == "agree"


@needs_data
def test_every_claim_that_the_cheap_figures_name_is_in_the_catalogue(monkeypatch):
    from exactdp.proofs.catalogue.registry import catalogue

    monkeypatch.setattr(runtime, "SIZES_2", (5, 10))
    known = {claim.id for claim in catalogue()}
    for number in ("1", "2", "3", "4", "table-2"):
        for comparison in made(f"targets-{number}", runs=1).comparisons:
            assert set(comparison.claims) <= known
