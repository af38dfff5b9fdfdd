"""A report shows what it says: its certificates hold, and its figures agree with them."""

import copy
from fractions import Fraction

import pytest

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.kernels.costs import cost_of
from exactdp.mechanisms.kernels.mechanism import Mechanism
from exactdp.mechanisms.release.budget import Budget, Grant
from exactdp.mechanisms.release.histogram import histogram_release
from exactdp.mechanisms.release.report import errors_document
from exactdp.mechanisms.release.table import Table
from exactdp.mechanisms.release.two_stage import release
from exactdp.mechanisms.sampling.source import SeededSource, SystemSource
from exactdp.verify import checker
from exactdp.verify.judge.certificate import certificate
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
    return document | {"digest": checker.digest(document)}


NAMES = ["optimal", "heuristic", "lp", "unfixed", "laplace", "gaussian"]
BINS = ["geometric 1", "geometric ln(2)", "laplace 1", "laplace ln(2)"]


@pytest.mark.parametrize("name", [*NAMES, *BINS])
def test_a_report_of_a_release_is_accepted(made, name):
    lines = check_report(made[name])
    assert lines[-2].startswith("budget: eps")
    assert lines[-1].startswith("errors: agree")
    assert made[name]["private"] is (name not in NAMES[:4])


def test_an_optimal_release_says_so_for_both_errors(made):
    lines = [line for line in check_report(made["optimal"]) if "optimal-coupling" in line]
    assert [line.split()[3] for line in lines] == ["L1,", "L2,"]


def test_many_bins_are_not_certified_anew(path):
    wide = Table(path, "n", MAX_BINS)
    document = report(histogram_release(wide, Grant(Budget("1").total.total), SystemSource()))
    assert document["certificates"] == {"bins": None}
    check_report(document)


WRONG = [
    ("optimal", ("rows",), 61, None),
    ("optimal", ("private",), True, "the note does not say"),
    ("optimal", ("budget", "split"), "1/2", "the grant of the distribution is not 1/2"),
    ("optimal", ("budget", "total"), {"epsilon": "2"}, "the grant of the distribution is not"),
    ("optimal", ("budget", "split"), "2", "expected a number inside"),
    ("optimal", ("budget", "distribution", "granted"), "1", "the grant of the distribution"),
    ("optimal", ("budget", "counts", "granted"), "1", "the grant of the counts"),
    ("optimal", ("budget", "counts", "used"), {"alpha": "1/9"}, "the counts used more than was"),
    ("optimal", ("budget", "counts", "used"), {"alpha": "8/9"}, "is for another level"),
    ("optimal", ("budget", "distribution", "used"), {"epsilon": "1"}, "used more than was"),
    ("optimal", ("budget", "distribution", "used"), {"epsilon": "0"}, "expected 0 < eps"),
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
    ("geometric 1", ("budget", "bins", "used"), {"epsilon": "2"}, "the bins used more"),
    ("geometric 1", ("noise",), "laplace", "is about other noise"),
    ("laplace 1", ("mean_squared_error", "exact"), "1", "is not that of the noise"),
]


@pytest.mark.parametrize(("name", "place", "to", "words"), WRONG)
def test_a_figure_that_does_not_agree_is_rejected(made, name, place, to, words):
    document = changed(made[name], *place, to=to)
    if words is None:  # nothing else in the report depends on it
        check_report(document)
        return
    with pytest.raises(checker.Rejected, match=words):
        check_report(document)


def test_a_certificate_that_fails_or_is_another_is_rejected(made):
    good = made["optimal"]
    proof = copy.deepcopy(good["certificates"]["counts"])
    proof["claims"][0]["holds"] = False
    proof["digest"] = checker.digest(proof)
    with pytest.raises(checker.Rejected):
        check_report(changed(good, "certificates", "counts", to=proof))
    for name, other in (("optimal", "laplace"), ("laplace", "optimal")):
        proof = made[other]["certificates"]["distribution"]
        with pytest.raises(checker.Rejected, match="is about other noise"):
            check_report(changed(made[name], "certificates", "distribution", to=proof))


def test_a_certificate_that_says_fails_is_no_evidence(made):
    failing = {
        "format": "exactdp-certificate",
        "version": 1,
        "kernel": {"form": "dense", "rows": [["1", "0"], ["0", "1"]]},
        "claims": [
            {"claim": "private", "neighbours": {"kind": "adjacent", "sensitivity": 1}}
            | {"alpha": "1/2", "holds": False, "witness": {"output": 0, "inputs": [1, 0]}}
        ],
        "verdict": "fails",
    }
    failing["digest"] = checker.digest(failing)
    with pytest.raises(checker.Rejected, match="the certificate of the counts fails"):
        check_report(changed(made["optimal"], "certificates", "counts", to=failing))


def sealed(proof, **changes):
    """Return a certificate with changes, and its digest made anew."""
    proof = copy.deepcopy(proof) | changes
    return proof | {"digest": checker.digest(proof)}


def test_privacy_between_outputs_is_not_privacy_between_counts(made):
    # Rows fall or rise by alpha at most, and neighbouring rows are far apart.
    good = made["lp"]
    alpha = Fraction(good["budget"]["counts"]["used"]["alpha"])
    falling = [alpha**k / sum(alpha**m for m in range(4)) for k in range(4)]
    mechanism = Mechanism.from_rows([falling, falling[::-1]] * 2)
    z = [(x + y) / 2 for x, y in zip(falling, falling[::-1], strict=True)]
    level = {"alpha": str(alpha), "bound": str(alpha), "holds": True}
    kept = {"claim": "fixed-point", "law": [str(x) for x in z], "holds": True}
    document = copy.deepcopy(good) | {"distribution": kept["law"]}
    for name, cost in (("expected_absolute_deviation", "ead"), ("mean_squared_error", "mse")):
        document[name] = errors_document(mechanism.form.expected(z, cost_of(cost)))
    near = {"kind": "outputs", "sensitivity": 1}
    proof = certificate(mechanism, [{"claim": "private", "neighbours": near} | level, kept])
    with pytest.raises(checker.Rejected, match="the certificate is for another level"):
        check_report(changed(document, "certificates", "counts", to=proof))


def test_an_optimal_mechanism_is_shown_to_be_one(made):
    proof = made["optimal"]["certificates"]["counts"]
    fewer = sealed(proof, claims=proof["claims"][:3])
    with pytest.raises(checker.Rejected, match="not shown to be optimal"):
        check_report(changed(made["optimal"], "certificates", "counts", to=fewer))


def test_noise_has_one_claim_and_its_own_certificate_or_none(made):
    proof = made["optimal"]["certificates"]["distribution"]
    twice = sealed(proof, claims=proof["claims"] * 2)
    with pytest.raises(checker.Rejected, match="claims several things"):
        check_report(changed(made["optimal"], "certificates", "distribution", to=twice))
    with pytest.raises(checker.Rejected, match="has no certificate"):
        check_report(changed(made["gaussian"], "certificates", "distribution", to=proof))


def test_a_split_is_by_the_rule_if_it_says_so(made, path):
    split = report(release(Table(path, "n", 3), Budget("1", "1/2"), SystemSource()))
    check_report(split)
    with pytest.raises(checker.Rejected, match="not that of the rule of thumb"):
        check_report(changed(split, "budget", "split_by_rule", to=True))


def test_a_mechanism_for_other_counts_is_rejected(made, path):
    other = report(release(Table(path, "n", 4), Budget("1"), SeededSource(1), method="unfixed"))
    proof = other["certificates"]["counts"]
    with pytest.raises(checker.Rejected, match=r"not one for the counts 0\.\.3"):
        check_report(changed(made["unfixed"], "certificates", "counts", to=proof))


def test_noise_that_enters_through_a_matrix_is_not_per_bin(made):
    proof = copy.deepcopy(made["laplace"]["certificates"]["distribution"])
    claim = proof["claims"][0]
    claim["noise_matrix"] = [[[k, "1"]] for k in range(4)]
    proof["digest"] = checker.digest(proof)
    with pytest.raises(checker.Rejected, match="the noise enters otherwise"):
        check_report(changed(made["laplace"], "certificates", "distribution", to=proof))


def test_what_is_no_report_is_not_readable(made):
    good = made["optimal"]
    for bad in ([], {"format": "exactdp-certificate"}, good | {"extra": 1}, good | {"version": 2}):
        with pytest.raises(checker.Unreadable):
            check_report(bad)
    with pytest.raises(checker.Rejected, match="the digest does not match"):
        check_report(good | {"rows": 61})


def test_the_figures_are_those_of_the_mechanism_entry_by_entry(made):
    for name in ("optimal", "unfixed"):
        document = made[name]
        z = [Fraction(x) for x in document["distribution"]]
        rows = checker.read_kernel(document["certificates"]["counts"]["kernel"])
        for power, figure in ((1, "expected_absolute_deviation"), (2, "mean_squared_error")):
            exact = sum(
                z[i] * abs(i - j) ** power * x
                for i, row in enumerate(rows)
                for j, x in enumerate(row)
            )
            assert Fraction(document[figure]["exact"]) == exact
            low, high = map(Fraction, document[figure]["enclosure"])
            assert low <= exact <= high


def test_a_budget_that_only_nearly_suffices_is_told(path):
    document = report(release(Table(path, "n", 3), Budget("1", "1/2"), SystemSource()))
    with pytest.raises(checker.Rejected, match="the distribution used more than was granted"):
        check_report(
            changed(document, "budget", "distribution", "used", to={"epsilon": "500001/1000000"})
        )


def test_other_randomness_is_refused(path):
    class Coin(SystemSource):
        pass

    release(Table(path, "n", 3), Budget("1"), Coin())
    with pytest.raises(InputError, match="expected a SystemSource"):
        release(Table(path, "n", 3), Budget("1"), object())
