"""Lemmas: what the paper states is proved, what is false is refuted by a kernel.

Counterexamples are checked by the plain definitions in `naive`; proofs by adding up the
rows with their multipliers.
"""

from fractions import Fraction
from itertools import combinations, pairwise

import naive
import pytest
from flint import fmpq

from exactdp.mechanisms.design.lp.program import Row
from exactdp.mechanisms.design.parametric import recheck
from exactdp.mechanisms.design.parametric.recheck import nonnegative
from exactdp.mechanisms.design.parametric.tiles import Span
from exactdp.mechanisms.design.statements.demands import demands
from exactdp.mechanisms.design.statements.grammar import parse
from exactdp.mechanisms.exact.algebraic import ONE, ZERO, Algebraic
from exactdp.mechanisms.exact.errors import InputError, LimitError
from exactdp.mechanisms.exact.rationals import to_fraction
from exactdp.mechanisms.exact.ratios import ALPHA, Ratio
from exactdp.mechanisms.kernels.properties import PROPERTIES
from exactdp.proofs.deciding.decision import lemma
from exactdp.proofs.deciding.kernels import Kernels
from exactdp.proofs.deciding.lattice import lattice

PRINTED = ["RM => RH", "CM => CH", "CH => WH", "F & RH => CH", "F & CH => RH"]
COUNTS = range(1, 6)


def assert_proved(text, n, private=True):
    """Add up the premises with their multipliers: what is left of a row must be nonnegative."""
    said = parse(text)
    found = lemma(said, n, private=private)
    assert found.holds
    assert found.alpha == "all"
    rows = dict(Kernels(n, said.premises, private).rows(ALPHA))
    targets = {}
    for atom in said.conclusions:
        for d in demands(atom, n, ALPHA):
            targets[d.text] = d.row
            opposite = Row(tuple((v, -a) for v, a in d.row.terms), -d.row.bound)
            targets[f"{d.text} (from below)"] = opposite
    for text, reasons in found.proof.items():
        assert covered([r.span for r in [*reasons, *found.vacuous]])
        for reason in reasons:
            span = reason.span or Span(ZERO, ONE)
            terms, bound, _ = targets[text]
            left = {v: Ratio.of(a) for v, a in terms}
            rest = -bound
            for label, m in reason.multipliers.items():
                assert rows[label].equal or nonnegative(m, span)
                rest = rest + m * rows[label].bound
                for v, a in rows[label].terms:
                    left[v] = left.get(v, 0) - m * a
            assert all(nonnegative(value, span) for value in left.values())
            assert nonnegative(rest, span)
            assert rest == reason.least
    return found


def covered(spans):
    if None in spans:
        return True
    spans = sorted(spans, key=lambda s: s.low)
    reaches = spans[0].low == ZERO and spans[-1].high == ONE
    return reaches and all(a.touches(b) for a, b in pairwise(spans))


def kernel_of(found):
    return [[to_fraction(x) for x in row] for row in found.counterexample.kernel]


def assert_refuted(found, has, lacks, private=True):
    assert not found.holds
    rows = kernel_of(found)
    assert all(sum(row) == 1 and min(row) >= 0 for row in rows)
    assert all(naive.has_property(rows, letter) for letter in has)
    assert not naive.has_property(rows, lacks)
    if private:
        assert naive.tightest_alpha(rows) >= to_fraction(found.counterexample.alpha.rational)


@pytest.mark.parametrize("n", COUNTS)
@pytest.mark.parametrize("text", PRINTED)
def test_the_implications_of_the_paper_hold_for_all_alpha(text, n):
    assert_proved(text, n)
    assert_proved(text, n, private=False)


@pytest.mark.parametrize("n", range(2, 6))
@pytest.mark.parametrize(
    "text", ["RH => RM", "CH => CM", "WH => CH", "CH => RH", "RH => CH", "F => RH", "S => F"]
)
@pytest.mark.parametrize("private", [True, False])
def test_the_converses_fail(text, n, private):
    premise, conclusion = text.split(" => ")
    for alpha in ("all", Fraction(9, 10)):
        found = lemma(text, n, alpha, private=private)
        assert_refuted(found, [premise], conclusion, private and alpha == "all")


def test_with_one_individual_more_follows():
    for text in ("RH => RM", "CH => CM", "CH => RH", "WH => CH", "F => S", "S => F"):
        assert_proved(text, 1)
    assert_refuted(lemma("RH => CH", 1), ["RH"], "CH")


def test_an_equation_is_proved_from_both_sides():
    found = assert_proved("S => P[n|n] = P[0|0]", 3, private=False)
    assert set(found.proof) == {"P[n|n] = P[0|0]", "P[n|n] = P[0|0] (from below)"}
    assert not lemma("F => P[0|0] = P[0|1]", 2).holds


@pytest.mark.parametrize("n", [1, 2, 3])
def test_conjectures_with_alpha_in_them(n):
    # the trace bound that makes the geometric mechanism optimal, Pr by Pr
    assert_proved("P[0|0] >= 1/2 => P[0|1] >= alpha/2", n)
    assert_proved("=> P[i|i+1] >= alpha*P[i|i]", n)
    assert_proved("F => (1+alpha)*P[0|0] <= 1 & P[0|0] >= 0", n)
    assert_proved("=> P[0|n] >= alpha^n*P[0|0]", n)
    found = lemma("=> P[0|n] > alpha^n*P[0|0]", n)
    assert not found.holds


def test_a_violation_on_a_small_range_of_alpha_is_found():
    # fails for 0.3 < alpha < 0.31 only, where no alpha is searched
    text = "=> P[0|0] + (alpha - 0.3)*(alpha - 0.31) >= 0"
    found = lemma(text, 1)
    at = to_fraction(found.counterexample.alpha.rational)
    assert Fraction(3, 10) < at < Fraction(31, 100)
    assert kernel_of(found)[0][0] == 0
    assert not lemma(text, 1, at).holds
    assert lemma(text, 1, "0.3").holds
    # and exactly nowhere, once strictly at a single irrational alpha
    assert_proved("=> P[0|0] + (alpha^2 - 1/3)^2 >= 0", 1)
    found = lemma("=> P[0|0] + (alpha^2 - 1/3)^2 > 0", 1)
    assert found.counterexample.to_json()["alpha"]["polynomial"] == [-1, 0, 3]


def test_a_lemma_for_all_alpha_rests_on_tiles_that_are_rechecked(monkeypatch):
    monkeypatch.setattr(recheck, "tile_objections", lambda program, tile: ["nothing is proved"])
    texts = ("=> P[0|n] >= alpha^n*P[0|0]", "P[0|0] >= 2*alpha => P[0|1] >= 2*alpha^2")
    for text in texts:
        with pytest.raises(ArithmeticError, match="nothing is proved"):
            lemma(text, 2)


def test_premises_that_contradict_each_other_imply_everything():
    found = lemma("P[0|0] >= 1 & P[0|1] = 0 => WH", 2)
    assert found.holds
    assert [str(r.span) for r in found.vacuous] == ["(0, 1)"]
    # P[0|0] <= 1, so only alpha <= 1/2 is possible
    found = assert_proved("P[0|0] >= 2*alpha => P[0|1] >= 2*alpha^2", 2)
    assert [str(r.span) for r in found.vacuous] == ["(1/2, 1)"]
    assert "contradict each other ((1/2, 1))" in str(found)
    found = lemma("P[0|0] >= 2 => WH", 1, Fraction(1, 2))
    assert found.holds
    (reason,) = found.vacuous
    assert reason.least is None
    rows = dict(Kernels(1, parse("P[0|0] >= 2 => WH").premises, True).rows(fmpq(1, 2)))
    bound = sum(m * rows[label].bound for label, m in reason.multipliers.items())
    left = [0] * 4
    for label, m in reason.multipliers.items():
        for v, x in rows[label].terms:
            left[v] += m * x
    assert bound > 0
    assert max(left) <= 0


POLES = [
    "P[0|0]*(alpha-3/7) = (alpha-3/7)/2 => P[0|0] <= 1/2",
    "P[0|0]*(alpha-3/7) = (alpha-3/7)/2 => P[0|0] >= 1/2",
    "P[0|0]*(alpha-3/7)^2 = (alpha-3/7)^2/2 => P[0|0] <= 1/2",
    "P[0|0]*(alpha-3/7)^2 <= (alpha-3/7)^2/2 & P[1|1] >= 1/3 => P[0|0] <= 1/2",
    "P[1|1] >= 1/3 & P[0|0]*(alpha-3/7)^2 <= (alpha-3/7)^2/2 & RM => P[0|0] <= 1/2",
    "P[0|0]*(alpha-3/7) = P[0|1]*(alpha-3/7) => P[0|0] <= P[0|1]",
    "P[0|0]*(alpha-3/7) + P[n|n]*(alpha-3/7)^2 = (alpha-3/7)/2 => P[0|0] <= 3/4",
]


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("text", POLES)
def test_a_premise_that_says_nothing_at_one_alpha_only(text, n):
    """There a multiplier has a pole, of an equation as well as of an inequality."""
    at = Fraction(3, 7)
    assert not lemma(text, n, at).holds
    found = lemma(text, n)
    assert not found.holds
    where = to_fraction(found.counterexample.alpha.rational)
    assert not lemma(text, n, where).holds
    premises = parse(text).premises
    x = [value for row in found.counterexample.kernel for value in row]
    for _, row in Kernels(n, premises, True).rows(fmpq(where.numerator, where.denominator)):
        slack = sum(a * x[v] for v, a in row.terms) - row.bound
        assert slack == 0 if row.equal else slack >= 0


def test_a_premise_that_says_nothing_at_one_alpha_may_imply_something_everywhere():
    for text in (
        "P[0|0]*(alpha-3/7) = (alpha-3/7)/2 => P[0|0] + (alpha-3/7)^2 > 0",
        "P[0|0]*(alpha-3/7) = (alpha-3/7)/2 => P[0|0]*(alpha-3/7) <= (alpha-3/7)/2",
        "P[0|0]*(alpha-3/7)^2 <= (alpha-3/7)^2/2 => (alpha-3/7)^2*P[0|0] <= (alpha-3/7)^2",
    ):
        answers = [lemma(text, 1, at).holds for at in ("3/7", "1/3", "1/2", "9/10")]
        assert lemma(text, 1).holds == all(answers)
    text = "P[0|0]*(alpha-3/7) = (alpha-3/7)/2 => P[0|0]*(alpha-3/7) <= (alpha-3/7)/2"
    assert_proved(text, 2)


@pytest.mark.parametrize("relation", ["=", "<="])
@pytest.mark.parametrize("factor", ["(alpha^2-1/2)^2", "(alpha^3+alpha-1)^2"])
def test_a_premise_that_says_nothing_at_one_irrational_alpha(relation, factor):
    text = f"P[0|0]*{factor} {relation} {factor}/2 => P[0|0] <= 1/2"
    assert all(lemma(text, 1, at).holds for at in ("1/10", "1/2", "7/10", "3/4"))
    with pytest.raises(LimitError, match="irrational"):
        lemma(text, 1)
    with pytest.raises(LimitError, match="irrational"):
        lemma("P[0|0]*(alpha^2-1/2) = (alpha^2-1/2)/2 => P[0|0] <= 1/2", 1)


def test_the_rows_of_a_program_are_the_same_for_all_alpha():
    for text in (*POLES, "alpha >= 3/7 & n >= 1 & S => WH"):
        kernels = Kernels(2, parse(text).premises, True)
        target = Row(((0, fmpq(1)),), fmpq(0))
        labels, program = kernels.program(target, ALPHA)
        for alpha in (fmpq(3, 7), fmpq(1, 2)):
            assert kernels.program(target, alpha)[0] == labels
            assert len(kernels.program(target, alpha)[1].rows) == len(program.rows)


def test_what_is_as_long_and_as_deep_as_may_be_is_read():
    for text in (
        "=> " + "-" * 300 + "P[0|0] >= 0",
        "=> " + "1 + " * 300 + "P[0|0] >= 0",
        "=> P[0|0] <= " + "1^" * 300 + "1",
        "=> " + "(" * 49 + "P[0|0]" + ")" * 49 + " >= 0",
        "=> P[" + "(" * 49 + "0" + ")" * 49 + "|0] >= 0",
        "=> P[0|0] >= 0" + " >= -1" * 300,
        "=> 00.50 >= 01/2",
    ):
        assert lemma(text, 1, Fraction(1, 2)).holds


def test_a_minus_stands_before_any_operand_and_a_power_binds_first():
    for text in ("=> -2^2 = 0-4", "=> 2*-3 = -6", "=> 2^-1 = 1/2", "=> 2^3^2 = 512"):
        assert lemma(text, 1).holds


def test_large_numbers_that_are_not_too_large_are_read():
    for text in ("=> (alpha+1)^1000 >= 1", "=> P[0|0] + 10^1000*alpha^1000 > 0"):
        assert lemma(text, 1).holds
    assert not lemma("=> P[0|0] >= ((1^1000)^1000)^1000", 1).holds


def test_a_premise_about_alpha_alone_restricts_it():
    found = lemma("alpha >= 1/2 => P[n|n] <= 1 & alpha >= 1/2", 2)
    assert found.holds
    assert [str(r.span) for r in found.vacuous] == ["(0, 1/2)"]
    assert not lemma("alpha >= 1/2 => alpha > 1/2", 2).holds
    assert lemma("alpha = 1/4 => alpha^2 = 1/16", 1).holds
    assert lemma("n >= 3 => WH", 2).holds
    assert not lemma("n >= 3 => WH", 3).holds
    with pytest.raises(LimitError, match="irrational"):
        lemma("alpha^2 = 1/2 => WH", 1)


def test_counts_that_stand_for_all():
    definition = {
        "RH": "P[j|j] >= P[j|i]",
        "CH": "P[i|i] >= P[j|i]",
        "F": "P[i|i] = P[j|j]",
        "S": "P[j|i] = P[n-j|n-i]",
        "WH": "P[i|i] >= 1/(n+1)",
        "DP": "alpha*P[j|i] <= P[j|i+1] & alpha*P[j|i+1] <= P[j|i]",
    }
    for letter, written in definition.items():
        assert lemma(f"{written} => {letter}", 2, private=False).holds
        assert lemma(f"{letter} => {written}", 2, private=False).holds


def test_a_chain_of_relations_is_every_one_of_them():
    text = "1/4 <= P[0|0] <= 1/2 => 1/2 <= P[1|0] <= 3/4"
    assert set(assert_proved(text, 1).proof) == {
        "1/2 <= P[1|0] <= 3/4, part 1",
        "1/2 <= P[1|0] <= 3/4, part 2",
    }
    assert not lemma("1/4 <= P[0|0] <= 1/2 => P[1|0] <= 1/2", 1).holds
    assert not lemma("1/4 <= P[0|0] <= 1/2 => P[1|0] >= 3/4", 1).holds


def test_privacy_is_a_premise_unless_it_is_left_out():
    assert lemma("=> P[0|0] <= 2*P[0|1]", 1, Fraction(1, 2)).holds
    assert not lemma("=> P[0|0] <= 2*P[0|1]", 1, Fraction(1, 2), private=False).holds
    assert lemma("DP => P[0|0] <= 2*P[0|1]", 1, Fraction(1, 2), private=False).holds
    assert lemma("=> P[0|0] = P[0|1]", 1, 1).holds


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("RM RH", "column 4: got 'RH', expected '=>'"),
        ("RM => RX", "column 7: got 'RX', expected a number"),
        ("RM => RX", "did you mean RM or RH?"),
        ("=> p[0|0] >= 0", "column 4: got 'p'"),
        ("=> p[0|0] >= 0", "did you mean P or DP?"),
        ("=> __import__ >= 0", "column 4: got '__import__'"),
        ("=> n if n else n >= 0", "column 6: got 'if'"),
        ("RM => RH => CH", "column 10: got '=>', expected '&' or the end"),
        ("RM & (RH & CH) => S", "column 6: got '(', expected brackets that match"),
        ("=> 1+2) >= 0", "column 7: got ')', expected brackets that match"),
        ("=> P[0|0) >= 0", "column 9: got ')', expected brackets that match"),
        ("=> P[0 1|0] >= 0", "column 6: got '0 1|0', expected the end, '&', a relation or one of"),
        ("=> P[0|0|0] >= 0", "column 6: got '0|0', expected a number"),
        ("=> P[0] >= 0", "column 4: got 'P[0]', expected a number"),
        ("=> 2(3) >= 0", "column 4: got '2(3)', expected a number"),
        ("=> n[0|0] >= 0", "column 4: got 'n[0|0]', expected a number"),
        ("=> (0 <= 1) >= 0", "column 5: got '0 <= 1', expected a number"),
        ("=> RM >= 0", "column 4: got 'RM', expected a number"),
        ("=> +1 >= 0", "column 4: got '+1', expected a number"),
        ("=> 1 >=", "column 8: got the end, expected a number"),
        ("=> 1 >= & RM", "column 9: got '&', expected a number"),
        ("RM =>", "column 6: got the end"),
        ("=> P[0|0]", "one of <= >= < > ="),
        ("=> P[0|0] >= 1/0", "divides by zero"),
        ("=> P[0|0]*P[1|1] >= 0", "not linear"),
        ("=> 1/P[0|0] >= 1", "not linear"),
        ("=> P[0|0]^2 >= 1", "not linear"),
        ("=> P[0|0] >= 1/(alpha - 1/2)", "infinite at some alpha"),
        ("=> P[5|0] >= 0", "at n = 2: an entry is beyond the counts 0..2"),
        ("=> P[1/2|0] >= 0", "index or exponent 1/2"),
        ("=> P[alpha|0] >= 0", "index or exponent alpha"),
        ("=> P[0|0] >= alpha^(1/2)", "index or exponent 1/2"),
        ("=> P[0|0] >= alpha^9999", "beyond 1000"),
        ("=> ((10^1000)^1000)^1000 >= 0", "too large: 3322000 bits, beyond 10000"),
        ("=> ((1/10^1000)^1000)^1000 >= 0", "too large"),
        ("=> (((alpha+1)^1000)^1000) >= 0", "too large: 1000000 in degree, beyond 1000"),
        ("=> (((alpha+1)^(0-1000))^1000) >= 0", "too large"),
        ("=> P[0|0]*alpha^600*alpha^600 >= 0", "too large: 1200 in degree"),
        ("=> P[0|0]*10^1000*10^1000*10^1000*10^1000 >= 0", "too large"),
        ("=> P[0|0] >= " + "9" * 5000, "too large"),
        ("P[0|0] > 0 => WH", "can only be a conclusion"),
        ("=> P[0|0] ≥ 1", "column 11: got '≥'"),
        ("=> " + "(" * 100 + "1", "at most 50 nested brackets"),
        ("=> P[0|0] <= " + "1+" * 2000 + "1", "at most 300 operations"),
        ("=> " + "P[0|0] + " * 2000, "characters"),
    ],
)
def test_what_cannot_be_read_is_refused(text, says):
    with pytest.raises(InputError) as refused:
        lemma(text, 2)
    assert says in str(refused.value)


@pytest.mark.parametrize("alpha", [0, 2, "x"])
def test_an_alpha_out_of_range_is_refused(alpha):
    with pytest.raises(InputError):
        lemma("RM => RH", 2, alpha)


@pytest.mark.parametrize(("n", "count"), [(1, 5), (2, 34), (3, 36), (4, 36), (5, 36)])
def test_the_lattice_of_property_sets(n, count):
    found = lattice(n)
    assert len(found.closed) == count
    implied = {f"{' & '.join(p)} => {c}" for p, c in found.implications}
    if n >= 3:
        assert implied == {"RM => RH", "CM => CH", "CH => WH", "RH & F => CH", "CH & F => RH"}
    if n == 2:
        assert {"RM & F & S => CM", "CM & F & S => RM"} < implied
    assert all(
        set(found.closure(found.closure(s))) == set(found.closure(s)) >= set(s)
        for r in range(8)
        for s in combinations(PROPERTIES, r)
    )


@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_lattice_is_the_same_with_privacy(n):
    for alpha in (Fraction(1, 3), Fraction(9, 10)):
        assert lattice(n, alpha, private=True).closed == lattice(n).closed
    assert lattice(n, private=True).closed == lattice(n).closed


def test_a_counterexample_is_at_an_exact_alpha():
    found = lemma("=> P[0|0] + (alpha - 1/3)^2 > 0", 1)
    assert found.counterexample.alpha == Algebraic.of(fmpq(1, 3))


def test_its_text_says_the_verdict_and_shows_the_witness():
    found = lemma("=> P[0|0] >= 1/3", 1, "1/2")
    first, *rows = str(found).splitlines()
    assert first == "n = 1: fails at alpha = 1/2: P[0|0] >= 1/3"
    assert [row.split() for row in rows] == [
        [str(x) for x in row] for row in found.counterexample.kernel
    ]
    assert str(lemma("RM => RH", 1)) == "n = 1: holds"


def test_a_notebook_shows_the_same_text_escaped():
    shown = lemma("=> P[0|0] < 1/3", 1, private=False)._repr_html_()
    assert shown.startswith("<pre>n = 1: fails: P[0|0] &lt; 1/3")
