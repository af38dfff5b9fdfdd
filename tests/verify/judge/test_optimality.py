"""Certificates of designs state the optimum, and what is stated is true."""

from fractions import Fraction
from itertools import combinations

import pytest
import truth

from exactdp.mechanisms.design.design import Design, Inequality
from exactdp.mechanisms.design.optimal import InfeasibleDesign, optimal
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.kernels.objectives import Objective
from exactdp.mechanisms.kernels.properties import PROPERTIES
from exactdp.verify import checker
from exactdp.verify.judge.certificate import (
    certificate,
    digest,
    kernels_of,
    write_certificate,
)
from exactdp.verify.judge.objectives import cost
from exactdp.verify.judge.optimality import (
    cost_claim,
    design_certificate,
    optimal_claim,
    unique_claim,
)
from exactdp.verify.judge.rechecking import check

SUBSETS = [s for k in range(8) for s in combinations(PROPERTIES, k)]
HALF = Fraction(1, 2)


def design(n, properties=(), objective="L0", alpha=HALF, extra=(), **options):
    return Design(n, alpha, properties, Objective.parse(objective, **options), extra)


def demand(*terms, bound, equal=False):
    return Inequality(
        tuple(((i, j), Fraction(w)) for i, j, w in terms), Fraction(bound), equal=equal
    )


@pytest.mark.parametrize("objective", ["L0", "L1"])
@pytest.mark.parametrize("aggregate", ["sum", "max"])
@pytest.mark.parametrize("alpha", [None, HALF, Fraction(1)])
def test_every_set_of_properties_has_a_certificate_of_the_optimum_and_whether_it_is_unique(
    objective, aggregate, alpha
):
    for properties in SUBSETS:
        asked = design(2, properties, objective, alpha, aggregate=aggregate)
        found = optimal(asked, unique=True)
        document = design_certificate(found)
        kinds = [claim["claim"] for claim in document["claims"]]
        assert kinds == ["rows"] * len(document["kernels"]) + ["optimal", "unique"]
        assert checker.check(document)
        assert document["verdict"] == ("holds" if found.unique else "fails")


@pytest.mark.parametrize("properties", [(), ("WH",), ("CM", "RM"), ("F",), PROPERTIES])
@pytest.mark.parametrize("aggregate", ["sum", "max"])
def test_another_exact_engine_finds_the_same_cost_and_the_same_uniqueness(properties, aggregate):
    for objective in ("L0", "L1", "L2", "L0,1"):
        found = optimal(design(2, properties, objective, aggregate=aggregate), unique=True)
        assert truth.is_true(design_certificate(found))


def test_a_greatest_cost_may_be_below_0():
    table = [[-3, 0], [0, -1]]
    goal = Objective.of_table(table, aggregate="max")
    found = optimal(Design(1, HALF, (), goal), unique=True)
    assert found.cost == cost(found.mechanism, goal) == Fraction(-3, 7)
    document = design_certificate(found)
    assert checker.check(document)
    assert truth.is_true(document)


def test_a_cost_of_0_is_proved_whatever_the_sign_that_costs_may_have():
    found = optimal(design(2, alpha=None, aggregate="max"), unique=True)
    assert (found.cost, found.unique) == (0, True)
    assert checker.check(design_certificate(found))


def test_where_uniqueness_was_not_asked_it_is_certified_if_the_multipliers_show_it_anyway():
    quiet = optimal(design(3, ("WH", "RM", "CM"), alpha=Fraction(9, 10)))
    assert quiet.unique is None
    assert [c["claim"] for c in design_certificate(quiet)["claims"]] == ["rows", "optimal"]
    assert optimal(design(3)).unique


def test_multipliers_that_determine_the_optimum_are_made_where_those_that_prove_it_do_not():
    # The kernel is forced, entry by entry, by demands that no multiplier needs to touch.
    forced = demand((0, 0, -1), bound="-1/2"), demand((0, 0, 1), bound="1/2")
    table = Objective.of_table([[0, 0], [0, 1]])
    found = optimal(Design(1, None, (), table, forced), unique=True)
    assert found.unique
    assert set(found.multipliers) < set(found.determining)
    assert checker.check(design_certificate(found))
    assert truth.is_true(design_certificate(found))


def test_contradictions_are_certified_without_a_kernel():
    found = optimal(design(3, ("WH",), extra=(demand((0, 0, -1), bound="-1/5"),)))
    assert isinstance(found, InfeasibleDesign)
    document = design_certificate(found)
    assert document["kernels"] == []
    assert checker.check(document) == [
        "infeasible inputs [0,3], outputs [0,3], among those with [private at alpha = 1/2 between "
        '{"inputs_within":1}; property WH; linear terms [[0,0,"-1"]], bound -1/5, relation ">="]: '
        "holds"
    ]
    assert truth.is_true(document)


@pytest.mark.parametrize(("bound", "equal"), [("1", False), ("1/3", True), ("-1/3", True)])
def test_a_demand_on_no_entry_at_all_may_be_the_contradiction(bound, equal):
    extra = (demand((0, 0, 1), (0, 0, -1), bound=bound, equal=equal),)
    found = optimal(design(1, extra=extra))
    assert isinstance(found, InfeasibleDesign)
    assert checker.check(design_certificate(found))


def test_a_demand_that_asks_nothing_or_names_an_entry_twice_does_no_harm():
    extra = (demand((0, 0, 0), bound="-1"), demand((1, 1, 1), (1, 1, 1), bound="3/2"))
    found = optimal(design(1, extra=extra), unique=True)
    assert found.mechanism[1, 1] == Fraction(3, 4)
    assert checker.check(design_certificate(found))
    assert truth.is_true(design_certificate(found))


def test_distances_beyond_all_counts_are_written_short():
    claim = optimal_claim(optimal(design(2, objective="L0,99999999")))
    assert claim["objective"]["loss"] == "L0,2"


@pytest.mark.parametrize(
    "asked",
    [
        design(3, weights=["1/2", "1/4", "1/4", "0"], objective="L2"),
        Design(1, HALF, ("S",), Objective.of_table([["0", "7/3"], ["1", "0"]])),
        design(2, extra=(demand((0, 1, "1/2"), (2, 2, "-1/3"), bound="-1/9", equal=True),)),
    ],
)
def test_all_that_a_design_says_is_in_its_certificate_in_the_published_form(tmp_path, asked):
    document = design_certificate(optimal(asked, unique=True))
    write_certificate(tmp_path / "c.json", document)
    assert check(tmp_path / "c.json").accepted


def test_every_multiplier_counts():
    found = optimal(design(3, ("WH",)))
    document = design_certificate(found)
    (_, claim, *_) = document["claims"]
    for k, (label, text) in enumerate(claim["dual"]):
        for changed in (Fraction(text) * 2, Fraction(text) - Fraction(1, 10**9), -Fraction(text)):
            claim["dual"][k] = [label, str(changed)]
            document["digest"] = digest(document)
            with pytest.raises(checker.Outcome):
                checker.check(document)
        claim["dual"][k] = [label, text]
    document["digest"] = digest(document)
    assert checker.check(document)


def test_a_prime_that_divides_the_minor_is_passed_over():
    first = 2**31 - 1
    found = optimal(design(1), unique=True)
    assert unique_claim(found)["modulus"] == first
    # at such an alpha the prime divides 1 - alpha^2
    for alpha in (Fraction(1, first - 1), Fraction(1, first + 1)):
        found = optimal(design(1, alpha=alpha), unique=True)
        assert unique_claim(found)["modulus"] > first
        assert checker.check(design_certificate(found))


def test_costs_are_claimed_as_they_are_defined():
    m, n = geometric(3, "1/2"), 3
    for name in ("L0", "L1", "L2", "L0,1"):
        for aggregate in ("sum", "max"):
            goal = Objective.parse(name, aggregate=aggregate, weights=["1/2", 0, "1/4", "1/4"])
            claim = cost_claim(goal, cost(m, goal), n)
            document = certificate(kernels_of(m), [claim])
            assert checker.check(document)
            assert truth.is_true(document)
