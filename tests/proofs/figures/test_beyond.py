"""The numbers behind the figures that no paper prints, recomputed naively."""

from fractions import Fraction
from itertools import accumulate, pairwise
from math import ceil, comb, factorial

import numpy as np
import oracle
import pytest
from fixed_points import cost_of_rows, keeps, private
from naive import has_property, hockey_stick

from exactdp.mechanisms.design.design import Design
from exactdp.mechanisms.design.registry import FAMILIES
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.keeping.methods import keep
from exactdp.proofs.figures.beyond import keeping, kernels, noise, optima, samplers
from exactdp.proofs.figures.catalogue import figures, named
from exactdp.proofs.figures.figure import Settings

F = Fraction
GRID53 = 2**53


def naive_gm(n, a):
    """Two-sided geometric noise, clipped: mass x a^d at the ends and y a^d between."""
    x, y = 1 / (1 + a), (1 - a) / (1 + a)
    return [[(y if 0 < j < n else x) * a ** abs(i - j) for j in range(n + 1)] for i in range(n + 1)]


def made(name):
    (figure,) = named([name])
    return figure.make(Settings())


def outcomes(figure):
    return [c.outcome for c in figure.comparisons]


def table(figure, name=""):
    (found,) = [t for t in figure.tables if t.name == name]
    return found.rows


def test_they_are_listed_last_and_need_no_data():
    names = [name for name in figures() if name.startswith("beyond-")]
    assert len(names) == 8
    assert list(figures())[-8:] == names
    assert not any(figures()[name].data for name in names)


# --- optima -------------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", [F(3, 10), F(11, 20), F(17, 25), F(7, 8)])
def test_a_curve_passes_through_the_optima_of_the_textbook_simplex(alpha):
    found = optima.class_curves(3)
    letters = {"nothing": "", "WH": "WH", "CH or CM": "CM", "F": "F"}
    assert found.keys() == letters.keys()
    for name, curve in found.items():
        program = Design.of(3, alpha, letters[name]).program()[1]
        assert curve.cost_at(alpha) == oracle.simplex(program)


@pytest.mark.slow
def test_the_curves_bear_out_what_is_claimed_of_them_for_all_sizes():
    figure = made("beyond-curves")
    assert outcomes(figure) == ["agree"] * 4
    exact = {(n, name, text): poly for n, name, text, poly in table(figure, "breakpoints")}
    # Between 2/3 and 3/4 the curve of CH at n = 6 turns at a root of 8x^2 + 15x - 14.
    assert '"polynomial": [-14, 15, 8]' in exact[6, "CH or CM", "0.683890..."]
    for n in optima.DRAWN:
        assert (n, "WH", str(F(n, n + 2))) in exact


def test_a_border_is_where_the_geometric_mechanism_loses_the_property():
    for demand, letters in optima.DEMANDS.items():
        for n in range(1, 7):
            for a in {F(k, 12) for k in range(1, 12)} | {F(n, n + 2)}:
                (family,) = [x for low, high, x in optima.phases(n, letters) if low < a <= high]
                rows = naive_gm(n, a)
                has = all(has_property(rows, letter) for letter in letters)
                assert (family == "geometric") == has, (demand, n, a)


def test_the_phase_diagram_contradicts_two_sentences():
    figure = made("beyond-phases")
    assert outcomes(figure) == ["differ", "agree", "differ"]
    assert ("weak honesty (WH)", 20, F(0), F(10, 11), "geometric") in table(figure)
    assert ("fairness (F)", 1, F(0), F(1), "geometric") in table(figure)


# --- keeping a law ------------------------------------------------------------------------------


def naive_best(z, a):
    """GM, then the mass of z GM moved to z from the left, output by output."""
    n = len(z) - 1
    gm = naive_gm(n, a)
    law = [sum(z[i] * gm[i][o] for i in range(n + 1)) for o in range(n + 1)]
    sums, ends = [0, *accumulate(law)], [0, *accumulate(z)]

    def common(o, j):
        return max(F(0), min(sums[o + 1], ends[j + 1]) - max(sums[o], ends[j]))

    return [
        [sum(gm[i][o] * common(o, j) / law[o] for o in range(n + 1)) for j in range(n + 1)]
        for i in range(n + 1)
    ]


@pytest.mark.parametrize("name", keeping.LAWS)
@pytest.mark.parametrize("alpha", [F(1, 5), F(4, 5)])
def test_deviations_are_those_of_private_mechanisms_that_keep_the_law(name, alpha):
    z = keeping.LAWS[name](5)
    absolute = [[abs(i - j) for j in range(6)] for i in range(6)]
    best = cost_of_rows(naive_best(z, alpha), z, absolute)
    assert keeping.deviation(z, alpha, "GM, then a coupling") == best
    for way, told in keeping.WAYS.items():
        rows = keep(z, alpha, **told).mechanism.rows()
        assert private(rows, alpha)
        assert keeping.deviation(z, alpha, way) == cost_of_rows(rows, z, absolute)
        if way != "nothing kept":
            assert keeps(rows, z, z)
            assert cost_of_rows(rows, z, absolute) >= best


def test_the_law_of_two_peaks_is_half_of_each():
    z = keeping.two_peaks(3)
    tenth = [comb(3, k) * F(1, 10) ** k * F(9, 10) ** (3 - k) for k in range(4)]
    assert z == [(x + y) / 2 for x, y in zip(tenth, tenth[::-1], strict=True)]


@pytest.mark.slow
def test_the_coupling_reaches_the_linear_program_at_every_point():
    figure = made("beyond-keeping")
    assert outcomes(figure) == ["agree", "differ"]
    found = {tuple(key): y for *key, y in table(figure)}
    for (law, n, a, way), y in found.items():
        low, best = (found[law, n, a, x] for x in ("nothing kept", "GM, then a coupling"))
        assert low <= best
        assert way == "nothing kept" or best <= y


# --- private distributions ----------------------------------------------------------------------


def dense(rows, columns):
    return [[row.get(j, 0) for j in range(columns)] for row in rows]


@pytest.mark.parametrize("bins", [2, 5, 8, 17])
def test_what_is_spent_is_the_cheapest_shift_of_the_noise(bins):
    for name in ("laplace", "haar", "hierarchical"):
        queries = dense(noise.NOISES[name].mechanism(bins).queries, bins)
        moved = max(sum(abs(q[j + 1] - q[j]) for q in queries) for j in range(bins - 1))
        assert noise.spent(name, bins, noise.usual_scale(name, bins)) == F(
            moved
        ) / noise.usual_scale(name, bins)
        assert noise.needed_scale(name, bins) == moved
    # Around the cycle a unit goes directly, or c times the other way round at every border.
    direct = min(abs(1 + c) + (bins - 1) * abs(c) for c in range(-3, 4))
    assert noise.spent("cyclic", bins, F(1)) == noise.spent("acyclic", bins, F(1)) == direct == 1


@pytest.mark.slow
def test_usual_scales_overspend():
    figure = made("beyond-spent")
    assert outcomes(figure) == ["agree"] * 4
    spent = {(x, bins): (loss, both) for x, bins, _, loss, _, _, both in table(figure)}
    assert spent["haar", 32] == (F(5, 3), F(4, 3))
    assert spent["hierarchical", 17] == (F(3, 2), F(5, 4))
    assert {loss for (x, _), (loss, _) in spent.items() if x == "laplace"} == {F(2)}


def test_acyclic_noise_halves_the_variance_and_the_print_is_contradicted():
    figure = made("beyond-cyclic")
    assert outcomes(figure) == ["differ", "differ", "agree"]
    bins = noise.BINS_DRAWN
    along = {(x, i): y for x, i, y in table(figure, "along-bins")}
    for name in ("cyclic", "acyclic"):
        entering = noise.NOISES[name].mechanism(bins).noise
        columns = range(bins if name == "cyclic" else bins - 1)
        for i in range(bins - 1):
            sums = [sum(row.get(k, 0) for row in entering[: i + 1]) for k in columns]
            assert along[name, i] == 2 * sum(s * s for s in sums)
    for name, a, y in table(figure, "over-alpha"):
        # A sum of k^2 (1-r)/(1+r) r^|k| over all k, at r = alpha or, with half the eps, its root.
        r = {F(k, 20) ** 2: F(k, 20) for k in range(20)}[a] if name == "laplace" else a
        assert y == (2 if name == "cyclic" else 1) * 2 * r / (1 - r) ** 2


# --- kernels ------------------------------------------------------------------------------------


def inverse_times(g, p):
    """Return the matrix t with g t = p, by elimination."""
    size = len(g)
    lines = [[*map(F, a), *map(F, b)] for a, b in zip(g, p, strict=True)]
    for k in range(size):
        pivot = next(r for r in range(k, size) if lines[r][k])
        lines[k], lines[pivot] = lines[pivot], lines[k]
        lines[k] = [x / lines[k][k] for x in lines[k]]
        for r in range(size):
            if r != k:
                lines[r] = [x - lines[r][k] * y for x, y in zip(lines[r], lines[k], strict=True)]
    return [line[size:] for line in lines]


@pytest.mark.parametrize("family", FAMILIES)
def test_who_is_derivable_is_told_by_elimination_too(family):
    for n in (2, 4):
        found = kernels.derivable(family, n)
        for a in kernels.LEVELS[1::4]:
            rows = FAMILIES[family].build(n, PrivacyLevel.from_alpha(a)).rows()
            t = inverse_times(naive_gm(n, a), rows)
            assert (a in found) == all(x >= 0 for row in t for x in row)


@pytest.mark.slow
def test_what_is_said_of_derivability_holds_for_em_and_not_for_wm():
    figure = made("beyond-derivable")
    assert outcomes(figure) == ["agree", "differ"]
    assert "1 (n = 2), 0.707106... (n = 3)" in figure.comparisons[1].ours
    yes = {(f, n, a) for f, n, a, answer in table(figure) if answer == "yes"}
    assert all(("geometric", n, a) in yes for n in kernels.SIZES for a in kernels.LEVELS)


def test_profiles_are_hockey_stick_divergences():
    figure = made("beyond-profiles")
    starts = {}
    for name, start, mass, other in table(figure):
        rows = FAMILIES[name].build(kernels.SIZE, PrivacyLevel.of(kernels.LEVEL)).rows()
        assert mass - other * start == hockey_stick(rows, start)
        starts.setdefault(name, []).append((start, mass, other, rows))
    for pieces in starts.values():
        for (low, mass, other, rows), (high, *_) in pairwise(pieces):
            middle = (low + high) / 2
            assert mass - other * middle == hockey_stick(rows, middle)
    for _, n, y in (row for row in table(figure, "over-n") if row[0] == "GM"):
        assert y == hockey_stick(naive_gm(n, kernels.LEVEL), F(1))


# --- samplers -----------------------------------------------------------------------------------


def points_below(x):
    """How many of the floats k/2^53 that numpy draws are below x."""
    return min(max(ceil(F(float(x)) * GRID53), 0), GRID53)


@pytest.mark.parametrize("sampler", ["numpy choice(p=row)", "numpy searchsorted"])
def test_numpys_laws_are_counted_point_by_point(sampler):
    rows = [[float(x) for x in row] for row in naive_gm(samplers.SIZE, F(1, 2))]
    _, code = samplers.truncated()[sampler]
    for count in (0, 1, 5):
        sums = np.cumsum(rows[count])
        if "choice" in sampler:
            sums = sums / sums[-1]
        below = [0, *map(points_below, sums), GRID53]
        law = {str(j): F(b - a, GRID53) for j, (a, b) in enumerate(pairwise(below)) if b > a}
        assert samplers.law(code, [count])[count].probabilities == law


def test_what_is_meant_is_the_clipped_mechanism_and_brackets_hold_it():
    rows = naive_gm(samplers.SIZE, F(1, 2))
    for count in (0, 4):
        for j, x in enumerate(rows[count]):
            assert samplers.clipped(samplers.HALF, count, str(j)) == (x, x)
    low, high = samplers.clipped(samplers.ONE, 0, "3")
    assert low < high < low * (1 + F(1, 2**100))
    # 1/e lies between two partial sums of its series.
    least, most = (sum(F((-1) ** k, factorial(k)) for k in range(end)) for end in (30, 31))
    assert low <= (1 - least) / (1 + least) * most**3
    assert high >= (1 - most) / (1 + most) * least**3
    assert samplers.off(F(1), (F(1, 2), F(2))) == (F(0), F(1))
    assert samplers.off(F(3), (F(1), F(2))) == (F(1, 2), F(2))


@pytest.mark.slow
def test_no_sampler_has_the_level_that_was_asked_for(monkeypatch):
    monkeypatch.setattr(samplers, "diffprivlib", lambda: None)
    figure = made("beyond-samplers")
    assert outcomes(figure) == ["differ"] * 2
    assert "not installed" in figure.caption
    assert len(figure.draw().axes) == 2
    known = {}
    for name, count, label, shown, *_ in table(figure):
        known.setdefault(name, {}).setdefault(count, {})[label] = shown
    labels = [str(j) for j in range(samplers.SIZE + 2)]
    for found in figure.comparisons:
        (name,) = [name for name in known if found.printed.startswith(name)]
        rows = [[known[name][i].get(x, F(0)) for x in labels] for i in range(samplers.SIZE + 1)]
        # The kernel has one output too many to be a mechanism, which are square.
        columns = zip(*rows, strict=True)
        least = min(min(x, y) / max(x, y) for c in columns for x, y in pairwise(c) if x or y)
        assert f"alpha is {least}" in found.ours
        assert least < F(1, 2)


@pytest.mark.slow
def test_diffprivlibs_laws_are_those_of_the_page():
    pytest.importorskip("diffprivlib")
    figure = made("beyond-samplers")
    said = {c.printed: c.ours for c in figure.comparisons}
    ratio = "298949016421/812627678975"
    assert ratio in said["diffprivlib GeometricTruncated is private at eps = 1"]
    assert "no eps holds" in said["diffprivlib Geometric is private at eps = 1"]
    tail = {d: p for d, p, *_ in table(figure, "noise")}
    assert tail[36] > tail[37] == 0
    assert all((p * GRID53).denominator == 1 for p in tail.values())
