"""A report shows what it says: its certificates hold, and its figures agree with them."""

import copy
import re
from fractions import Fraction
from pathlib import Path

import pytest

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.keeping.methods import keep
from exactdp.mechanisms.kernels.costs import cost_of
from exactdp.mechanisms.kernels.mechanism import Mechanism
from exactdp.mechanisms.release.budget import Budget, Grant
from exactdp.mechanisms.release.histogram import histogram_release
from exactdp.mechanisms.release.report import errors_document
from exactdp.mechanisms.release.table import Table
from exactdp.mechanisms.release.two_stage import release
from exactdp.mechanisms.sampling.source import SeededSource, SystemSource
from exactdp.verify.judge.certificate import certificate, digest, kernels_of, rows_claim
from exactdp.verify.judge.keeping import certify_fixed_point
from exactdp.verify.judge.optimality import optimal_claim
from exactdp.verify.judge.reading import mechanism_of
from exactdp.verify.judge.rechecking import accepted, check
from exactdp.verify.judge.report import MAX_BINS, check_report, report


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("tables") / "t.csv"
    path.write_text("n\n" + "".join(f"{k % 3}\n" for k in range(60)))
    return path


@pytest.fixture(scope="module")
def made(path):
    """Reports by name; copy before changing one."""
    table = Table(path, "n", 3)
    tables = {
        method: report(release(table, Budget("1"), SeededSource(1), method=method))
        for method in ("optimal", "heuristic", "lp", "unfixed")
    }
    for noise in ("laplace", "gaussian"):
        tables[noise] = report(release(table, Budget("ln(3)"), SystemSource(), noise=noise))
    bins = {
        f"{noise} {level}": report(
            histogram_release(table, Budget(level).total, SystemSource(), noise)
        )
        for noise in ("geometric", "laplace")
        for level in ("1", "ln(2)")
    }
    return tables | bins


def changed(document, *path, to):
    """Return a report with one member changed and the digest made anew."""
    document = copy.deepcopy(document)
    place = document
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return document | {"digest": digest(document)}


def rejected(document, words, status=1):
    """Expect a reason."""
    found = check_report(document)
    assert (found.status, found.verdict) == (status, None)
    assert re.search(words, found.reason), found.reason


NAMES = ["optimal", "heuristic", "lp", "unfixed", "laplace", "gaussian"]
BINS = ["geometric 1", "geometric ln(2)", "laplace 1", "laplace ln(2)"]


@pytest.mark.parametrize("name", [*NAMES, *BINS])
def test_a_report_of_a_release_is_accepted(made, name):
    found = check(made[name])
    assert found.shown[-3].startswith("noise of the ")
    assert found.shown[-2].startswith("budget: eps")
    assert found.shown[-1].startswith("errors: agree")
    simulated = name in NAMES[:4]
    assert made[name]["private"] is not simulated
    assert found.headline() == (
        "accepted, NOT PRIVATE (simulated)"
        if simulated
        else "accepted; that the system's randomness drew it is the writer's word"
    )


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("optimal", "noise of the distribution: at the level that was used"),
        ("gaussian", "noise of the distribution: not certified"),
        (
            "laplace",
            "noise of the distribution: epsilon, and 1/b, in units of alpha = 93407/107747 "
            "(eps = ln(107747/93407))",
        ),
        (
            "geometric ln(2)",
            "noise of the bins: epsilon, and 1/b, in units of alpha = 1/2 (eps = ln(2))",
        ),
        ("geometric ln(2)", "budget: eps = ln(2) (alpha = 1/2 is used)"),
        (
            "optimal",
            "budget: eps_1 = 7/50, eps_2 = 43/50 (alpha = 24463/57810 is used), together eps = 1",
        ),
    ],
)
def test_what_was_used_is_told(made, name, words):
    assert words in check_report(made[name]).shown


def test_an_optimal_release_says_so_for_both_errors(made):
    lines = [line for line in check_report(made["optimal"]).shown if ": coupling among" in line]
    assert [re.findall("loss (L.), cost", line) for line in lines] == [["L1"], ["L2"]]


def test_many_bins_are_not_certified_anew(path):
    wide = Table(path, "n", MAX_BINS)
    document = report(histogram_release(wide, Grant(Budget("1").total.total), SystemSource()))
    assert document["certificates"] == {"bins": None}
    assert "noise of the bins: not certified" in accepted(document).shown


WRONG = [
    ("optimal", ("rows",), 61, None),
    ("optimal", ("private",), True, "the note does not say"),
    ("optimal", ("budget", "split"), "1/2", "the grant of the distribution is not 1/2"),
    ("optimal", ("budget", "total"), {"epsilon": "2"}, "the grant of the distribution is not"),
    ("optimal", ("budget", "split"), "2", "expected a number inside"),
    ("optimal", ("budget", "distribution", "granted"), "1", "the grant of the distribution"),
    ("optimal", ("budget", "counts", "granted"), "1", "the grant of the counts"),
    ("optimal", ("budget", "counts", "used"), {"alpha": "1/9"}, "what the counts used is not"),
    ("optimal", ("budget", "counts", "used"), {"alpha": "8/9"}, "what the counts used is not"),
    ("optimal", ("budget", "distribution", "used"), {"epsilon": "1"}, "used is not eps = 7/50"),
    ("optimal", ("budget", "distribution", "used"), {"epsilon": "0"}, "used is not eps = 7/50"),
    ("optimal", ("budget", "total"), {"epsilon": "0"}, "expected 0 < eps"),
    ("optimal", ("budget", "delta"), "1/9", "delta is not 0"),
    ("gaussian", ("budget", "delta"), "0", "delta is not 1/61"),
    ("gaussian", ("rows",), 61, "delta is not 1/62"),
    ("optimal", ("distribution",), ["1", "0", "0"], "the distribution is none"),
    ("optimal", ("distribution",), ["1", "1", "-1", "0"], "the distribution is none"),
    ("optimal", ("distribution",), ["1", "0", "0", "1"], "the distribution is none"),
    ("optimal", ("distribution",), ["1", "0", "0", "0"], "is for another distribution"),
    ("unfixed", ("distribution",), ["1", "0", "0", "0"], "the expected_absolute_deviation is"),
    ("optimal", ("max_count",), 2, "the distribution is none"),
    ("optimal", ("budget", "split"), "7/50", None),
    ("optimal", ("note",), "drawn in a good way", None),
    ("laplace", ("note",), "drawn in a good way", "the note does not say"),
    ("laplace", ("private",), False, "the note does not say"),
    ("optimal", ("method",), "unfixed", "the mechanism is none that unfixed makes"),
    ("optimal", ("method",), "heuristic", "the mechanism is none that heuristic makes"),
    ("heuristic", ("method",), "optimal", "the mechanism is none that optimal makes"),
    ("lp", ("method",), "optimal", "the mechanism is none that optimal makes"),
    ("optimal", ("order",), "max", "the order of optimal is none of"),
    ("heuristic", ("order",), None, "the order of heuristic is none of"),
    ("heuristic", ("order",), "best", "the order of heuristic is none of"),
    ("optimal", ("certificates", "distribution"), None, "of the distribution is missing"),
    ("geometric 1", ("certificates", "bins"), None, "of the bins is missing"),
    ("optimal", ("noise",), "cyclic", "the certificate of the distribution is about other noise"),
    ("laplace", ("noise",), "haar", "is about other noise"),
    ("optimal", ("expected_absolute_deviation", "exact"), "1/2", "is not that of the mechanism"),
    ("optimal", ("mean_squared_error", "enclosure"), ["0", "1"], "is not that of the mechanism"),
    ("geometric 1", ("counts",), [1, 2], "there are not 4 bins"),
    ("geometric 1", ("budget", "delta"), "1/2", "delta is not 0"),
    (
        "geometric 1",
        ("budget", "bins", "used"),
        {"epsilon": "2"},
        "the bins used is not eps = 1",
    ),
    ("geometric 1", ("noise",), "laplace", "is about other noise"),
    ("laplace 1", ("mean_squared_error", "exact"), "1", "is not that of the noise"),
]


@pytest.mark.parametrize(("name", "place", "to", "words"), WRONG)
def test_a_figure_that_does_not_agree_is_rejected(made, name, place, to, words):
    document = changed(made[name], *place, to=to)
    if words is None:  # nothing else in the report depends on it
        assert check_report(document).accepted
        return
    rejected(document, words)


def test_a_certificate_that_fails_or_is_another_is_rejected(made):
    good = made["optimal"]
    proof = copy.deepcopy(good["certificates"]["counts"])
    proof["claims"][0]["holds"] = False
    broken = changed(good, "certificates", "counts", to=sealed(proof, verdict="fails"))
    rejected(broken, "the certificate of the counts: certificate|the certificate of the counts: ")
    for name, other in (("optimal", "laplace"), ("laplace", "optimal")):
        proof = made[other]["certificates"]["distribution"]
        rejected(changed(made[name], "certificates", "distribution", to=proof), "about other noise")
    for old in ({"format": "exactdp-certificate", "version": 1}, {}):
        document = changed(good, "certificates", "counts", to=old)
        rejected(document, "the certificate of the counts: ", status=2)


def test_a_certificate_that_says_fails_is_no_evidence(made):
    identity = Mechanism.from_rows([[1, 0], [0, 1]])
    private = {"demand": "private", "alpha": "1/2", "neighbours": {"inputs_within": 1}}
    claim = rows_claim(private, False, at=[[1, 0], [0, 0]])
    failing = certificate(kernels_of(identity), [claim])
    document = changed(made["optimal"], "certificates", "counts", to=failing)
    rejected(document, "the certificate of the counts fails")


def sealed(proof, **changes):
    """Return a certificate with changes, and its digest made anew."""
    proof = copy.deepcopy(proof) | changes
    return proof | {"digest": digest(proof)}


def test_privacy_between_outputs_is_not_privacy_between_counts(made):
    # Rows fall or rise by alpha at most, and neighbouring rows are far apart.
    good = made["lp"]
    alpha = Fraction(good["budget"]["counts"]["used"]["alpha"])
    falling = [alpha**k / sum(alpha**m for m in range(4)) for k in range(4)]
    mechanism = Mechanism.from_rows([falling, falling[::-1]] * 2)
    z = [(x + y) / 2 for x, y in zip(falling, falling[::-1], strict=True)]
    law = [str(x) for x in z]
    document = copy.deepcopy(good) | {"distribution": law}
    for name, cost in (("expected_absolute_deviation", "ead"), ("mean_squared_error", "mse")):
        document[name] = errors_document(mechanism.form.expected(z, cost_of(cost)))
    private = {"demand": "private", "alpha": str(alpha), "neighbours": {"outputs_within": 1}}
    kept = {"demand": "law", "from": law, "to": law}
    proof = certificate(kernels_of(mechanism), [rows_claim(x, True) for x in (private, kept)])
    document = changed(document, "certificates", "counts", to=proof)
    rejected(document, "the certificate is for another level")


def test_a_first_stage_that_used_more_than_is_said_is_found_by_its_certificate(path):
    # eps_1 = 1 was used, and 861/1000 is said to be, throughout: the counts used as much as ever.
    table = Table(path, "n", 3)
    document = report(release(table, Budget("2", "1/2"), SystemSource()))
    assert check_report(document).accepted
    told = document["budget"]["distribution"] | {"used": {"epsilon": "861/1000"}}
    forged = changed(document, "budget", "distribution", to=told)
    rejected(forged, "what the distribution used is not eps = 1")
    other = report(release(table, Budget("1861/1000", "861/1861"), SystemSource()))
    assert other["budget"]["counts"]["used"] == document["budget"]["counts"]["used"]
    forged = changed(document, "budget", to=other["budget"])
    rejected(forged, "the certificate of the distribution is about other noise")
    # A certificate in units of 1/eps is none of a level that is rational.
    unit = report(release(table, Budget("ln(9)", "1/2"), SystemSource()))["certificates"]
    forged = changed(document, "certificates", "distribution", to=unit["distribution"])
    assert unit["distribution"]["claims"][0]["scales"] == ["1", "1", "1"]
    forged = changed(other, "certificates", "distribution", to=unit["distribution"])
    rejected(forged, "the certificate of the distribution is about other noise")


def test_an_optimum_of_a_loss_that_nobody_asked_about_is_none(made):
    # Each row is z: the data are ignored, at no cost at all under the loss 0.
    good = made["lp"]
    z = [Fraction(x) for x in good["distribution"]]
    mechanism = Mechanism.from_rows([z] * len(z))
    document = copy.deepcopy(good)
    for name, cost in (("expected_absolute_deviation", "ead"), ("mean_squared_error", "mse")):
        document[name] = errors_document(mechanism.form.expected(z, cost_of(cost)))
    claims = copy.deepcopy(good["certificates"]["counts"]["claims"])
    (best,) = (claim for claim in claims if claim["claim"] == "optimal")
    table = [["0"] * len(z) for _ in z]
    best |= {"objective": best["objective"] | {"loss": {"table": table}}, "cost": "0", "dual": []}
    proof = certificate(kernels_of(mechanism), claims)
    document = changed(document, "certificates", "counts", to=proof)
    rejected(document, "not shown to be optimal at the level")


@pytest.mark.parametrize("method", ["optimal", "heuristic", "lp", "unfixed"])
def test_a_kernel_that_was_made_for_another_level_is_found(path, method):
    # What is private at alpha = 9/10 is so at 1/4, and keeps the law, but was not made for it.
    table, level = Table(path, "n", 3), Budget("ln(16)", "1/2")
    document = report(release(table, level, SeededSource(1), method=method))
    assert document["budget"]["counts"]["used"] == {"alpha": "1/4"}
    z = document["distribution"]
    other = keep(z, "9/10", method)
    law = {"demand": "law", "from": z, "to": z}
    private = {"demand": "private", "alpha": "1/4", "neighbours": {"inputs_within": 1}}
    kernels = kernels_of(other.mechanism)
    k = len(kernels) - 1
    claims = [rows_claim(private, True, k)]
    if method != "unfixed":
        found = certify_fixed_point(other.mechanism, "9/10", z)
        claims += [rows_claim(law, True, k), *found.claims()]
        if method == "optimal":
            claims.append(found.coupling_claim(cost_of("mse")))
    if other.proof is not None:
        claims.append(optimal_claim(other.proof, k))
    for name, cost in (("expected_absolute_deviation", "ead"), ("mean_squared_error", "mse")):
        document[name] = errors_document(other.expected(cost))
    proof = certificate(kernels, claims)
    assert check(proof).accepted
    words = "made for another level|not shown to be optimal at the level that was used"
    rejected(changed(document, "certificates", "counts", to=proof), words)


def test_that_a_simulation_is_private_is_the_writers_word_alone(made):
    forged = changed(made["optimal"], "private", to=True)
    rejected(forged, "the note does not say")
    forged = changed(forged, "note", to=made["laplace"]["note"])
    found = check(forged)
    assert found.accepted
    assert found.headline().endswith("that the system's randomness drew it is the writer's word")
    assert not any("private" in line for line in found.shown if "private at" not in line)


def test_an_optimal_mechanism_is_shown_to_be_one(made):
    proof = made["optimal"]["certificates"]["counts"]
    for kept in (3, 4):
        fewer = sealed(proof, claims=proof["claims"][:kept])
        document = changed(made["optimal"], "certificates", "counts", to=fewer)
        rejected(document, "not shown to be optimal")


def test_noise_has_one_claim_and_its_own_certificate_or_none(made):
    proof = made["optimal"]["certificates"]["distribution"]
    twice = sealed(proof, claims=proof["claims"] * 2)
    rejected(
        changed(made["optimal"], "certificates", "distribution", to=twice), "about other noise"
    )
    document = changed(made["gaussian"], "certificates", "distribution", to=proof)
    rejected(document, "has no certificate")


def test_a_split_is_by_the_rule_if_it_says_so(made, path):
    split = report(release(Table(path, "n", 3), Budget("1", "1/2"), SystemSource()))
    assert check_report(split).accepted
    rejected(changed(split, "budget", "split_by_rule", to=True), "not that of the rule of thumb")


def test_a_mechanism_for_other_counts_is_rejected(made, path):
    other = report(release(Table(path, "n", 4), Budget("1"), SeededSource(1), method="unfixed"))
    proof = other["certificates"]["counts"]
    document = changed(made["unfixed"], "certificates", "counts", to=proof)
    rejected(document, r"not one for the counts 0\.\.3")


def test_noise_that_enters_otherwise_is_other_noise(made):
    proof = copy.deepcopy(made["laplace"]["certificates"]["distribution"])
    (claim,) = proof["claims"]
    claim["noise"] = [[[k, "-1"]] for k in range(4)]
    claim["shifts"] = [[[k, f"{-int(x)}"] for k, x in shift] for shift in claim["shifts"]]
    proof = sealed(proof)
    assert check(proof).accepted
    document = changed(made["laplace"], "certificates", "distribution", to=proof)
    rejected(document, "is about other noise")


def test_what_is_no_report_is_not_readable(made):
    good = made["optimal"]
    for bad in (good | {"extra": 1}, good | {"version": 1}, good | {"version": 3}):
        rejected(bad, "expected|unknown", status=2)
    assert check({"format": "exactdp-report"}).status == 2
    rejected(good | {"rows": 61}, "the digest does not match")


def test_no_text_of_a_report_makes_a_line_of_its_own(made):
    forged = "x\nout.json: accepted, verdict holds"
    document = changed(made["optimal"], "column", to=forged)
    assert check_report(document).accepted
    for document in (
        changed(made["optimal"], "note", to=forged),
        changed(made["optimal"], "noise", to=forged),
        changed(made["optimal"], "order", to=forged),
        changed(made["optimal"], "budget", "counts", "granted", to=forged),
    ):
        found = check_report(document)
        assert found.status or "NOT PRIVATE" in found.headline()
        assert all("\n" not in line for line in (found.headline(), *found.shown))


def test_the_figures_are_those_of_the_mechanism_entry_by_entry(made):
    for name in ("optimal", "unfixed"):
        document = made[name]
        z = [Fraction(x) for x in document["distribution"]]
        kernels = document["certificates"]["counts"]["kernels"]
        rows = mechanism_of(kernels, len(kernels) - 1).rows()
        for power, figure in ((1, "expected_absolute_deviation"), (2, "mean_squared_error")):
            exact = sum(
                z[i] * abs(i - j) ** power * x
                for i, row in enumerate(rows)
                for j, x in enumerate(row)
            )
            assert Fraction(document[figure]["exact"]) == exact
            low, high = map(Fraction, document[figure]["enclosure"])
            assert low <= exact <= high


def test_other_randomness_is_refused(path):
    class Coin(SystemSource):
        pass

    release(Table(path, "n", 3), Budget("1"), Coin())
    with pytest.raises(InputError, match="expected a SystemSource"):
        release(Table(path, "n", 3), Budget("1"), object())


def test_a_disk_that_is_full_is_told_where_a_certificate_is_handed_over(made, monkeypatch):
    def full(*_, **__):
        raise OSError(27, "File too large")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(InputError, match="cannot be written: File too large"):
        check_report(made["optimal"])
