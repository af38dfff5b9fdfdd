"""The stand-alone checker accepts what this program writes, and no change of it that is untrue."""

import copy
import json
from fractions import Fraction
from functools import cache

import naive
import pytest
import truth
from flint import fmpq
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exactdp.mechanisms.design.design import Design, Inequality
from exactdp.mechanisms.design.optimal import optimal
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.exact.rationals import to_fraction
from exactdp.mechanisms.families.explicit_fair import explicit_fair
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.kernels.forms.postprocessed import PostprocessedForm
from exactdp.mechanisms.kernels.mechanism import Mechanism
from exactdp.mechanisms.kernels.neighbours import Neighbours
from exactdp.mechanisms.kernels.objectives import Objective
from exactdp.mechanisms.kernels.properties import PROPERTIES
from exactdp.mechanisms.polytopes.enumeration import points
from exactdp.mechanisms.polytopes.polytope import polytope
from exactdp.verify import checker
from exactdp.verify.judge.blackwell import derivable
from exactdp.verify.judge.certificate import certificate, digest, level_of, sparse
from exactdp.verify.judge.derivability import derivable_from_geometric
from exactdp.verify.judge.extreme import columns_of, extreme
from exactdp.verify.judge.judgement import Question, certify
from exactdp.verify.judge.objectives import cost
from exactdp.verify.judge.optimality import cost_claim, design_certificate

RELATIONS = st.sampled_from(
    [
        Neighbours(),
        Neighbours("adjacent", 2),
        Neighbours("adjacent", 7),
        Neighbours("all"),
        Neighbours("outputs"),
    ]
)
LEVELS = st.one_of(
    st.sampled_from(["1/4", "1/2", "9/10", "1"]).map(PrivacyLevel.from_alpha),
    st.sampled_from(["1/100", "1/3", "1", "5/2"]).map(PrivacyLevel.from_epsilon),
)


@st.composite
def mechanisms(draw):
    kind = draw(st.sampled_from(["matrix", "kernel", "closed", "post"]))
    if kind == "matrix":
        return Mechanism.from_rows(draw(naive.matrices(3)))
    if kind == "kernel":
        return Mechanism.from_rows(draw(naive.matrices(4, stochastic=True)))
    n, alpha = draw(st.integers(1, 4)), draw(st.sampled_from(["1/2", "9/10"]))
    if kind == "closed":
        return draw(st.sampled_from([geometric, explicit_fair]))(n, alpha)
    post = draw(naive.matrices(4, stochastic=True))
    sparse = [{j: fmpq(x.numerator, x.denominator) for j, x in enumerate(r) if x} for r in post]
    return Mechanism(PostprocessedForm(geometric(len(post) - 1, alpha).form, sparse))


@st.composite
def judgements(draw):
    mechanism, relation = draw(mechanisms()), draw(RELATIONS)
    delta = None
    if relation.kind != "outputs" and draw(st.booleans()):
        delta = draw(st.sampled_from([Fraction(0), Fraction(1, 10), Fraction(1, 2)]))
    asked = draw(st.sets(st.sampled_from(PROPERTIES)))
    letters = tuple(letter for letter in PROPERTIES if letter in asked)
    judgement = certify(mechanism, Question(draw(LEVELS), delta, relation, letters))
    document = judgement.certificate()
    names = draw(st.sets(st.sampled_from(["L0", "L1", "L2", "L0,1"])))
    goals, k = [Objective.parse(name) for name in names], len(document["kernels"]) - 1
    costs = [cost_claim(goal, cost(mechanism, goal), mechanism.n, k) for goal in goals]
    return certificate(document["kernels"], document["claims"] + costs)


@st.composite
def derivations(draw):
    rows = draw(naive.matrices(4, stochastic=True))
    if draw(st.booleans()):
        n = len(rows) - 1
        rows = truth.followed(geometric(n, "1/2").rows(), sparse(rows), n + 1)
    return derivable_from_geometric(Mechanism.from_rows(rows), "1/2").certificate()


@st.composite
def designs(draw):
    n = draw(st.integers(1, 2))
    counts, small = st.integers(0, n), st.integers(-2, 2)
    options = {
        "aggregate": draw(st.sampled_from(["sum", "max"])),
        "weights": draw(st.sampled_from([None, ["1/3"] + ["0"] * (n - 1) + ["2/3"]])),
    }
    if draw(st.booleans()):
        row = st.lists(small, min_size=n + 1, max_size=n + 1)
        table = draw(st.lists(row, min_size=n + 1, max_size=n + 1))
        objective = Objective.of_table(table, **options)
    else:
        name = draw(st.sampled_from(["L0", "L1", "L2", "L0,1", "L0,9999999"]))
        objective = Objective.parse(name, **options)
    terms = st.lists(st.tuples(st.tuples(counts, counts), small.map(Fraction)), max_size=3)
    bounds = st.sampled_from([Fraction(x) for x in ("-1", "0", "1/3", "1", "5/2")])
    extra = st.lists(st.builds(Inequality, terms.map(tuple), bounds, st.booleans()), max_size=2)
    alpha = draw(st.sampled_from([None, Fraction(1, 2), Fraction(9, 10), Fraction(1)]))
    asked = draw(st.sets(st.sampled_from(PROPERTIES), max_size=3))
    letters = tuple(letter for letter in PROPERTIES if letter in asked)
    return Design(n, alpha, letters, objective, tuple(draw(extra)))


@st.composite
def pairs_of_kernels(draw):
    """Two kernels of one size; about half the time the second comes from the first."""
    first = draw(naive.matrices(3, stochastic=True))
    if draw(st.booleans()):
        first[1] = first[0]  # not invertible
    size = len(first)
    entries = st.lists(st.integers(0, 2), min_size=size, max_size=size).filter(any)
    weights = draw(st.lists(entries, min_size=size, max_size=size))
    second = [[Fraction(w, sum(row)) for w in row] for row in weights]
    if draw(st.booleans()):
        second = [
            [sum(p * row[j] for p, row in zip(line, second, strict=True)) for j in range(size)]
            for line in first
        ]
    return Mechanism.from_rows(first), Mechanism.from_rows(second)


@cache
def extreme_points(kind, size, alpha, target):
    p = polytope(kind, size, alpha, target)
    return p, [p.matrix(point) for point in points(p)]


@st.composite
def points_of_polytopes(draw):
    """A vertex of one of the four polytopes, or a mixture of some."""
    kind = draw(st.sampled_from(["U", "F", "RU", "RF"]))
    size, alpha = draw(st.sampled_from([2, 3])), draw(st.sampled_from(["1/2", "9/10"]))
    targets = [("1/2", "1/2"), ("0", "1")] if size == 2 else [("1/3",) * 3, ("1/2", "0", "1/2")]
    target = draw(st.sampled_from(targets)) if kind in ("F", "RF") else None
    p, vertices = extreme_points(kind, size, alpha, target)
    chosen = draw(st.lists(st.sampled_from(vertices), min_size=1, max_size=3))
    share = Fraction(1, len(chosen))
    mixed = [
        [share * sum(column) for column in zip(*lines, strict=True)]
        for lines in zip(*chosen, strict=True)
    ]
    return extreme(columns_of(mixed, p) if p.represents else mixed, p)


def certificates():
    return st.one_of(
        points_of_polytopes().map(lambda found: found.certificate()),
        judgements(),
        derivations(),
        designs().map(lambda design: design_certificate(optimal(design, unique=True))),
        pairs_of_kernels().map(lambda pair: derivable(*pair).certificate()),
    )


def paths(value, path=()):
    """Yield the path of every member of a JSON value."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, member in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths(member, (*path, key))


WORDS = [
    *("holds", "fails", "dense", "power", "product", "scales", "abs(i-j)", "form"),
    *("rows", "level", "optimal", "unique", "extreme", "sums", "private", "property", "cost"),
    *("L0", "L1", "L2", "L0,1", "sum", "max", ">=", "=", "+", "-+", *PROPERTIES),
    *("", "1e3", "0.5", "-1/2", "1/0", "2/4"),
]


@st.composite
def mutations(draw):
    """A certificate and a copy of it in which one field is changed."""
    original = draw(certificates())
    mutant = copy.deepcopy(original)
    everywhere = list(paths(mutant))
    # Entries of kernels outnumber everything else: give the claims their share.
    share = draw(st.sampled_from(["kernels", "claims", "claims", "verdict"]))
    path = draw(st.sampled_from([p for p in everywhere if p[0] == share]))
    *way, last = path
    parent = mutant
    for key in way:
        parent = parent[key]
    value = parent[last]
    change = draw(st.sampled_from(["other", "near", "delete", "repeat", "word", "number"]))
    if change == "delete":
        del parent[last]
    elif change == "repeat" and isinstance(parent, list):
        parent.insert(last, copy.deepcopy(value))
    elif isinstance(value, bool):
        parent[last] = not value
    elif isinstance(value, int):
        parent[last] = draw(st.sampled_from([value - 1, value + 1, 0, 10**7, str(value), None]))
    elif isinstance(value, str) and change == "word":
        parent[last] = draw(st.sampled_from(WORDS))
    elif isinstance(value, str) and value.replace("/", "").isdigit():
        x = Fraction(value)
        nudge = Fraction(1, 10 ** draw(st.integers(1, 30)))
        options = [x + nudge, x - nudge, 1 - x, -x, 2 * x, x / 2, Fraction(0), Fraction(1)]
        parent[last] = str(draw(st.sampled_from(options)))
    elif isinstance(value, list) and len(value) > 1 and change == "near":
        parent[last] = value[::-1]
    elif isinstance(value, dict) and change == "other":
        value[
            draw(
                st.sampled_from(
                    ["at", "tight", "by", "post", "terms", "dual", "other", "undecided", "new"]
                )
            )
        ] = None
    else:
        parent[last] = draw(st.sampled_from([None, 0, 1, True, "1/2", [], {}, [0, 1]]))
    return original, mutant, path


@settings(max_examples=300, deadline=None)
@given(document=certificates())
def test_every_certificate_that_we_write_is_accepted_and_true(document):
    lines = checker.check(json.loads(json.dumps(document)))
    assert len(lines) == len(document["kernels"]) + len(document["claims"])
    assert truth.is_true(document)


@settings(max_examples=30, deadline=None)
@given(document=certificates())
def test_the_digest_of_the_writer_is_that_of_the_checker(document):
    assert document["digest"] == digest(document)
    document["made"] = {"date": "any"}
    checker.check(document)
    document["digest"] = "sha256:" + "0" * 64
    with pytest.raises(checker.Outcome, match="digest does not match"):
        checker.check(document)


@pytest.mark.slow
@settings(max_examples=4000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(case=mutations())
def test_a_changed_certificate_is_rejected_unless_it_is_still_true(case):
    original, mutant, _ = case
    if mutant == original:
        return
    with pytest.raises(checker.Outcome):
        checker.check(mutant)  # the old digest no longer fits
    mutant["digest"] = digest(mutant)
    try:
        checker.check(mutant)
    except checker.Outcome:
        return
    assert truth.is_true(mutant)


@settings(max_examples=200, deadline=None)
@given(document=certificates(), data=st.data())
def test_a_claim_of_the_other_verdict_is_rejected(document, data):
    claim = document["claims"][data.draw(st.integers(0, len(document["claims"]) - 1))]
    claim["holds"] = not claim["holds"]
    every = all(c["holds"] for c in document["claims"])
    document["verdict"] = "holds" if every else "fails"
    document["digest"] = digest(document)
    with pytest.raises(checker.Outcome):
        checker.check(document)


@pytest.mark.parametrize("epsilon", ["1/1000000", "1/10", "1", "27/10", "200"])
def test_both_brackets_of_the_exponential_series_enclose_e_to_the_eps(epsilon):
    level = PrivacyLevel.from_epsilon(epsilon)
    for terms in (int(Fraction(epsilon)) + 1, int(Fraction(epsilon)) + 8, 440):
        low, high = checker.levels({"epsilon": epsilon, "terms": terms}, None)
        assert low < high
        assert level.compare(low) < 0 < level.compare(high)

        def shows(below, above, ours=(low, high)):
            assert (1 / to_fraction(above), 1 / to_fraction(below)) == ours
            return True

        if terms == int(Fraction(epsilon)) + 1:
            assert level_of(level, shows) == {"epsilon": epsilon, "terms": terms}


def test_numbers_beyond_the_interpreters_limit_on_digits_are_read():
    tiny = Fraction(1, 10**6000)
    rows = [[1 - tiny, tiny], [tiny, 1 - tiny]]
    document = certify(Mechanism.from_rows(rows), PrivacyLevel.of("1/2")).certificate()
    assert checker.check(json.loads(json.dumps(document)))


def test_a_power_kernel_in_a_certificate_is_as_good_as_the_dense_one():
    closed = certify(geometric(12, "9/10"), PrivacyLevel.of("9/10")).certificate()
    dense = certify(Mechanism.from_rows(geometric(12, "9/10").rows()), PrivacyLevel.of("9/10"))
    assert checker.check(closed)[1:] == checker.check(dense.certificate())[1:]
    assert closed["kernels"][0]["form"] == "power"
