"""The stand-alone checker accepts what is true and rejects what is not, whoever wrote it."""

import ast
import copy
import json
import os
import re
import runpy
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import naive
import pytest
import truth
from flint import fmpq
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exactdp.mechanisms import InputError, Mechanism, PrivacyLevel, explicit_fair, geometric
from exactdp.mechanisms.forms import PostprocessedForm
from exactdp.mechanisms.objectives import Objective
from exactdp.verify import (
    PROPERTIES,
    Neighbours,
    Question,
    certify,
    checker,
    cost,
    derivable_from_geometric,
)
from exactdp.verify.certificate import certificate, derivable_claim, objective_claim

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
def certificates(draw):
    mechanism, relation = draw(mechanisms()), draw(RELATIONS)
    delta = None
    if relation.kind != "outputs" and draw(st.booleans()):
        delta = draw(st.sampled_from([Fraction(0), Fraction(1, 10), Fraction(1, 2)]))
    asked = draw(st.sets(st.sampled_from(PROPERTIES)))
    letters = tuple(letter for letter in PROPERTIES if letter in asked)
    judgement = certify(mechanism, Question(draw(LEVELS), delta, relation, letters))
    claims = judgement.claims()
    for name in draw(st.sets(st.sampled_from(["L0", "L1", "L2", "L0,1"]))):
        claims.append(objective_claim(name, cost(mechanism, Objective.parse(name))))
    if judgement.stochastic.holds and draw(st.booleans()):
        claims.append(derivable_claim(derivable_from_geometric(mechanism, "1/2")))
    return certificate(mechanism, claims)


def paths(value, path=()):
    """Yield the path of every member of a JSON value."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, member in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths(member, (*path, key))


WORDS = [
    "holds",
    "fails",
    "adjacent",
    "all",
    "outputs",
    "dense",
    "power",
    "L0",
    "L1",
    "L2",
    "L0,1",
    "stochastic",
    "private",
    "property",
    *PROPERTIES,
    "",
    "1e3",
    "0.5",
    "-1/2",
    "1/0",
    "2/4",
]


@st.composite
def mutations(draw):
    """A certificate and a copy of it in which one field is changed."""
    original = draw(certificates())
    mutant = copy.deepcopy(original)
    everywhere = [p for p in paths(mutant) if p[0] not in ("digest", "format", "version")]
    # Entries of the kernel outnumber everything else: give the claims their share.
    share = draw(st.sampled_from(["kernel", "claims", "verdict"]))
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
        value[draw(st.sampled_from(["row", "witness", "bound", "post", "terms", "new"]))] = None
    else:
        parent[last] = draw(st.sampled_from([None, 0, 1, True, "1/2", [], {}, [0, 1]]))
    return original, mutant, path


@settings(max_examples=300, deadline=None)
@given(document=certificates())
def test_every_certificate_that_we_write_is_accepted(document):
    lines = checker.check(json.loads(json.dumps(document)))
    assert len(lines) == len(document["claims"])
    assert truth.is_true(document)


@pytest.mark.slow
@settings(max_examples=4000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(case=mutations())
def test_a_changed_certificate_is_rejected_unless_it_is_still_true(case):
    original, mutant, _ = case
    if mutant == original:
        return
    with pytest.raises((checker.Rejected, checker.Unreadable)):
        checker.check(mutant)  # the old digest no longer fits
    if isinstance(mutant, dict):
        mutant["digest"] = checker.digest(mutant)
    try:
        checker.check(mutant)
    except (checker.Rejected, checker.Unreadable):
        return
    assert truth.is_true(mutant)


@settings(max_examples=200, deadline=None)
@given(document=certificates(), data=st.data())
def test_a_claim_of_the_other_verdict_is_rejected(document, data):
    k = data.draw(st.integers(0, len(document["claims"]) - 1))
    claim = document["claims"][k]
    if "holds" not in claim:
        return
    claim["holds"] = not claim["holds"]
    every = [c["holds"] for c in document["claims"] if "holds" in c]
    document["verdict"] = "holds" if all(every) else "fails"
    document["digest"] = checker.digest(document)
    with pytest.raises(checker.Rejected):
        checker.check(document)


# -- one bad certificate for each reason ------------------------------------------------


def build(claims, kernel=None, verdict="holds"):
    document = {
        "format": "exactdp-certificate",
        "version": 1,
        "kernel": kernel or {"form": "dense", "rows": [["2/3", "1/3"], ["1/3", "2/3"]]},
        "claims": claims,
        "verdict": verdict,
    }
    return document | {"digest": checker.digest(document)}


NEAR = {"kind": "adjacent", "sensitivity": 1}
SUMS = {"claim": "stochastic", "holds": True}
PRIVATE = {"claim": "private", "neighbours": NEAR, "holds": True, "bound": "1/2", "alpha": "1/2"}
FAILS = {
    "claim": "private",
    "neighbours": NEAR,
    "holds": False,
    "alpha": "3/4",
    "witness": {"output": 0, "inputs": [1, 0]},
}
DELTA = {"claim": "delta", "neighbours": NEAR, "alpha": "3/4", "delta": "1/4", "holds": True}
POWER = {
    "form": "power",
    "base": "1/2",
    "exponents": "abs(i-j)",
    "row_factors": ["1", "1"],
    "column_factors": ["2/3", "2/3"],
}
POST = {"form": "postprocessed", "base": POWER, "post": [[[0, "1"]], [[0, "1/2"], [1, "1/2"]]]}
GM_2 = {"form": "dense", "rows": [["2/3", "1/6", "1/6"], ["1/3"] * 3, ["1/6", "1/6", "2/3"]]}
UNFAIR = {"form": "dense", "rows": [["1/2", "1/2"], ["1", "0"]]}


def test_the_samples_below_are_right_before_they_are_spoilt():
    for claims, kernel, verdict in [
        ([SUMS, PRIVATE, DELTA], None, "holds"),
        ([FAILS], None, "fails"),
        ([SUMS, {"claim": "post-processing", "alpha": "1/2", "holds": True}], POST, "holds"),
        ([SUMS], POWER | {"exponents": [[0, 1], [1, 0]]}, "holds"),
    ]:
        assert checker.check(build(claims, kernel, verdict))


@pytest.mark.parametrize(
    ("claims", "kernel", "verdict", "reason"),
    [
        ([], None, "holds", "claims nothing"),
        ({}, None, "holds", "claims is not a list"),
        ([SUMS], None, "fails", "the verdict is holds"),
        ([3], None, "holds", "unknown claim None"),
        ([{"claim": "magic"}], None, "holds", "unknown claim 'magic'"),
        ([{"claim": ["private"]}], None, "holds", "unknown claim"),
        ([SUMS | {"holds": 1}], None, "holds", "neither true nor false"),
        ([SUMS | {"more": 1}], None, "holds", "unknown key"),
        ([{"claim": "stochastic"}], None, "holds", "lacks the key"),
        ([SUMS | {"row": 0}], None, "holds", "a row is named"),
        (
            [SUMS],
            {"form": "dense", "rows": [["1", "1"], ["0", "1"]]},
            "holds",
            "row 0 does not sum",
        ),
        (
            [{"claim": "stochastic", "holds": False, "row": 0, "sum": "1"}],
            None,
            "fails",
            "row 0 sums to 1",
        ),
        (
            [{"claim": "stochastic", "holds": False, "row": 0, "sum": "2"}],
            None,
            "fails",
            "does not sum to what is stated",
        ),
        (
            [{"claim": "stochastic", "holds": False, "row": 2, "sum": "2"}],
            None,
            "fails",
            "not a count in 0..1",
        ),
        (
            [{"claim": "tightest-alpha", "neighbours": NEAR, "alpha": "1/2", "witness": None}],
            None,
            "holds",
            "no witness attains alpha",
        ),
        (
            [{"claim": "tightest-alpha", "neighbours": NEAR, "alpha": "1", "witness": None}],
            None,
            "holds",
            "some ratio is below alpha",
        ),
        (
            [
                {
                    "claim": "tightest-alpha",
                    "neighbours": NEAR,
                    "alpha": "2",
                    "witness": {"output": 0, "inputs": [0, 1]},
                }
            ],
            None,
            "holds",
            r"alpha is not in \[0, 1\]",
        ),
        (
            [{"claim": "objective", "objective": "L0", "value": "2/3"}],
            None,
            "holds",
            "no claim that can fail",
        ),
        ([PRIVATE | {"epsilon": "1"}], None, "holds", "has two levels"),
        ([{k: v for k, v in PRIVATE.items() if k != "alpha"}], None, "holds", "has no level"),
        ([PRIVATE | {"alpha": "0"}], None, "holds", r"alpha is not in \(0, 1\]"),
        ([PRIVATE | {"alpha": "3/4"}], None, "holds", "not shown to be above alpha"),
        ([PRIVATE | {"bound": "3/4"}], None, "holds", "some ratio is below alpha"),
        ([PRIVATE | {"witness": {}}], None, "holds", "a witness is given"),
        ([PRIVATE | {"neighbours": NEAR | {"kind": "near"}}], None, "holds", "unknown kind"),
        ([PRIVATE | {"neighbours": NEAR | {"sensitivity": 0}}], None, "holds", "not a count"),
        (
            [PRIVATE | {"neighbours": {"kind": "all", "sensitivity": 2}}],
            None,
            "holds",
            "no sensitivity",
        ),
        ([FAILS | {"bound": "1/2"}], None, "fails", "a bound is given"),
        ([FAILS | {"alpha": "1/2"}], None, "fails", "not shown to be below alpha"),
        (
            [FAILS | {"witness": {"output": 0, "inputs": [1, 1]}}],
            None,
            "fails",
            "no pair of neighbours",
        ),
        ([FAILS | {"witness": {"output": 0, "inputs": [1]}}], None, "fails", "2 items"),
        (
            [FAILS | {"witness": {"output": 1, "inputs": [0, 1]}}],
            UNFAIR,
            "fails",
            "divides by zero",
        ),
        ([FAILS | {"witness": None}], None, "fails", "nothing at the key"),
        ([FAILS | {"witness": 1}], None, "fails", "witness is not an object"),
        (
            [
                {
                    "claim": "private",
                    "neighbours": NEAR,
                    "holds": True,
                    "bound": "1/2",
                    "epsilon": "1",
                    "terms": 1,
                }
            ],
            None,
            "holds",
            "terms is too small",
        ),
        (
            [
                {
                    "claim": "private",
                    "neighbours": NEAR,
                    "holds": True,
                    "bound": "1/2",
                    "epsilon": "1/2",
                    "terms": 10**9,
                }
            ],
            None,
            "holds",
            "terms is out of range",
        ),
        ([DELTA | {"delta": "2"}], None, "holds", r"delta is not in \[0, 1\]"),
        ([DELTA | {"delta": "1/10"}], None, "holds", "not shown to be within delta"),
        ([DELTA | {"witness": {"inputs": [0, 1]}}], None, "holds", "a witness is given"),
        (
            [DELTA | {"neighbours": {"kind": "outputs", "sensitivity": 1}}],
            None,
            "holds",
            "for neighbouring inputs",
        ),
        (
            [DELTA | {"holds": False, "witness": {"inputs": [0, 1]}}],
            None,
            "fails",
            "not shown to be beyond delta",
        ),
        (
            [DELTA | {"holds": False, "witness": {"inputs": [1, 1]}}],
            None,
            "fails",
            "no pair of neighbours",
        ),
        (
            [{"claim": "property", "property": "XX", "holds": True}],
            None,
            "holds",
            "unknown property",
        ),
        ([{"claim": "property", "property": "F", "holds": True}], UNFAIR, "holds", "F fails at"),
        ([{"claim": "property", "property": "WH", "holds": True}], UNFAIR, "holds", "WH does not"),
        (
            [{"claim": "property", "property": "F", "holds": True, "violation": []}],
            None,
            "holds",
            "a violation is given",
        ),
        (
            [{"claim": "property", "property": "WH", "holds": False, "violation": [[0, 1]]}],
            None,
            "fails",
            "about one truth",
        ),
        (
            [{"claim": "property", "property": "WH", "holds": False, "violation": [[0, 0]]}],
            None,
            "fails",
            "does not violate WH",
        ),
        (
            [{"claim": "property", "property": "F", "holds": False, "violation": [[0, 0], [0, 1]]}],
            None,
            "fails",
            "F does not say that",
        ),
        (
            [{"claim": "property", "property": "F", "holds": False, "violation": [[0, 0], [1, 1]]}],
            None,
            "fails",
            "do not violate F",
        ),
        ([{"claim": "objective", "objective": "L9", "value": "0"}], None, "holds", "unknown obj"),
        ([{"claim": "objective", "objective": "L1", "value": "0"}], None, "holds", "L1 is not 0"),
        (
            [{"claim": "post-processing", "alpha": "1/2", "holds": True}],
            POWER,
            "holds",
            "not in the form postprocessed",
        ),
        (
            [{"claim": "post-processing", "alpha": "1/2", "holds": False}],
            POST,
            "fails",
            "shows nothing",
        ),
        (
            [{"claim": "post-processing", "alpha": "2/3", "holds": True}],
            POST,
            "holds",
            "the base is not alpha-DP",
        ),
        (
            [{"claim": "post-processing", "alpha": "2", "holds": True}],
            POST,
            "holds",
            r"alpha is not in \(0, 1\]",
        ),
        (
            [{"claim": "post-processing", "alpha": "1/2", "holds": True}],
            POST | {"post": [[[0, "1"]], [[0, "1/2"]]]},
            "holds",
            "post row 1 does not sum to 1",
        ),
        (
            [{"claim": "post-processing", "alpha": "1/2", "holds": True}],
            POST | {"post": [[[0, "9/8"], [1, "-1/8"]], [[1, "1"]]]},
            "holds",
            "post row 0 has a negative entry",
        ),
        (
            [{"claim": "derivable", "alpha": "1", "holds": True, "post": []}],
            None,
            "holds",
            r"alpha is not in \(0, 1\)",
        ),
        (
            [{"claim": "derivable", "alpha": "1/2", "holds": True, "post": []}],
            {"form": "dense", "rows": [["1", "1"], ["0", "1"]]},
            "holds",
            "does not sum to 1",
        ),
        (
            [
                {
                    "claim": "derivable",
                    "alpha": "1/2",
                    "holds": True,
                    "post": [[[0, "1"]], [[1, "1"]]],
                    "witness": {},
                }
            ],
            None,
            "holds",
            "a witness is given",
        ),
        (
            [
                {
                    "claim": "derivable",
                    "alpha": "1/2",
                    "holds": True,
                    "post": [[[1, "1"]], [[0, "1"]]],
                }
            ],
            None,
            "holds",
            "GM . post is not the kernel",
        ),
        (
            [
                {
                    "claim": "derivable",
                    "alpha": "1/2",
                    "holds": True,
                    "post": [[[0, "2"], [1, "-1"]], [[1, "1"]]],
                }
            ],
            None,
            "holds",
            "post row 0 has a negative entry",
        ),
        (
            [
                {
                    "claim": "derivable",
                    "alpha": "1/2",
                    "holds": True,
                    "post": [[[0, "1/2"]], [[1, "1"]]],
                }
            ],
            None,
            "holds",
            "post row 0 does not sum to 1",
        ),
        (
            [
                {
                    "claim": "derivable",
                    "alpha": "1/2",
                    "holds": False,
                    "post": [],
                    "witness": {"output": 0, "input": 0},
                }
            ],
            None,
            "fails",
            "a kernel is given",
        ),
        (
            [
                {
                    "claim": "derivable",
                    "alpha": "1/2",
                    "holds": False,
                    "witness": {"output": 1, "input": 1},
                }
            ],
            GM_2,
            "fails",
            "does not prevent post-processing",
        ),
        ([SUMS], {"form": "sparse"}, "holds", "no known form"),
        ([SUMS], [["1"]], "holds", "no known form"),
        ([SUMS], {"form": "dense", "rows": [["1"]]}, "holds", "the kernel has 1 rows"),
        ([SUMS], {"form": "dense", "rows": [["1", "0"], ["1"]]}, "holds", "does not have 2 items"),
        ([SUMS], {"form": "dense", "rows": [["2", "-1"], ["1", "0"]]}, "holds", "negative entry"),
        ([SUMS], {"form": "dense", "rows": [["1/0", "0"], ["1", "0"]]}, "holds", "denominator 0"),
        ([SUMS], {"form": "dense", "rows": [["1.0", "0"], ["1", "0"]]}, "holds", "integer or p/q"),
        ([SUMS], {"form": "dense", "rows": [[1, 0], [1, 0]]}, "holds", "not a short text"),
        (
            [SUMS],
            {"form": "dense", "rows": [["1" * 100_001, "0"], ["1", "0"]]},
            "holds",
            "not a short text",
        ),
        ([SUMS], POWER | {"form": "power", "base": "2"}, "holds", "out of range"),
        ([SUMS], POWER | {"row_factors": ["1"]}, "holds", "the kernel has 1 rows"),
        ([SUMS], POWER | {"exponents": [[0, -1], [1, 0]]}, "holds", "an exponent is out of range"),
        ([SUMS], POWER | {"exponents": [[0, 10**7], [1, 0]]}, "holds", "an exponent is out of"),
        ([SUMS], POST | {"base": POWER | {"form": "dense"}}, "holds", "not in the form power"),
        (
            [SUMS],
            POST | {"post": [[[1, "1/2"], [0, "1/2"]], [[1, "1"]]]},
            "holds",
            "not in increasing order",
        ),
    ],
)
def test_it_says_what_is_untrue(claims, kernel, verdict, reason):
    with pytest.raises(checker.Rejected, match=reason):
        checker.check(build(claims, kernel, verdict))


def test_an_accidental_change_is_caught_by_the_digest():
    document = build([SUMS])
    document["kernel"]["rows"][0] = ["1/3", "2/3"]
    with pytest.raises(checker.Rejected, match="the digest does not match"):
        checker.check(document)


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ([], "no exactdp certificate"),
        ({"format": "exactdp-mechanism"}, "no exactdp certificate"),
        ({"format": "exactdp-certificate", "version": 2}, "has version 2, this checker reads 1"),
        ({"format": "exactdp-certificate", "version": True}, "has version True"),
        ({"format": "exactdp-certificate"}, "has version None"),
    ],
)
def test_what_is_no_certificate_of_this_version_is_not_read(document, reason):
    with pytest.raises(checker.Unreadable, match=reason):
        checker.check(document)


@pytest.mark.parametrize(
    ("content", "status", "reason"),
    [
        (b"", 2, "is not JSON"),
        (b"{", 2, "is not JSON"),
        (b"\xff\xfe", 2, "is not JSON"),
        (b"[" * 100_000, 2, "nested too deeply"),
        (b'{"a": 1, "a": 2}', 1, "same key twice"),
        (b'{"a": 0.5}', 1, "0.5 is not exact"),
        (b'{"a": NaN}', 1, "NaN is not exact"),
        (b'{"a": ' + b"1" * 5000 + b"}", 2, "is not JSON|no exactdp certificate"),
    ],
)
def test_malicious_files_end_in_one_line(tmp_path, capsys, content, status, reason):
    path = tmp_path / "cert.json"
    path.write_bytes(content)
    assert checker.main([str(path)]) == status
    output = capsys.readouterr().out
    assert len(output.splitlines()) == 1
    assert re.search(reason, output)


def test_the_status_is_the_worst_of_all_files(tmp_path, capsys):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(build([SUMS, PRIVATE])))
    bad.write_text(json.dumps(build([SUMS], verdict="fails")))
    assert checker.main([str(good)]) == 0
    assert checker.main([str(bad), str(good)]) == 1
    assert checker.main([str(tmp_path / "missing.json"), str(bad)]) == 2
    assert checker.main([]) == 2
    output = capsys.readouterr().out
    assert "good.json: accepted, verdict holds" in output
    assert "bad.json: REJECTED: the verdict is holds, not 'fails'" in output
    assert "missing.json: not readable: cannot be read: No such file" in output


def test_it_runs_by_itself_without_the_package(tmp_path):
    path = tmp_path / "cert.json"
    path.write_text(json.dumps(build([SUMS, PRIVATE])))
    run = subprocess.run(
        [sys.executable, "-I", "-S", os.path.abspath(checker.__file__), str(path)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines()[-1].endswith("accepted, verdict holds")


def test_it_is_a_script_that_exits_with_its_status(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["checker.py"])
    with pytest.raises(SystemExit, match="2"):
        runpy.run_path(checker.__file__, run_name="__main__")
    assert "Recheck a certificate" in capsys.readouterr().out


def test_it_imports_the_standard_library_only():
    tree = ast.parse(Path(checker.__file__).read_text(encoding="utf-8"))
    names = {
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module]
        )
    }
    assert {name.partition(".")[0] for name in names} <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("epsilon", ["1/1000000", "1/10", "1", "27/10", "200"])
def test_the_exponential_series_encloses_e_to_the_eps(epsilon):
    eps = Fraction(epsilon)
    level = PrivacyLevel.from_epsilon(epsilon)
    for terms in (int(eps) + 1, int(eps) + 8, 2 * int(eps) + 40):
        low, high = checker.exponential(eps, terms)
        assert low < high
        assert level.compare(1 / low) > 0 > level.compare(1 / high)


def test_numbers_beyond_the_interpreters_limit_on_digits_are_read():
    tiny = Fraction(1, 10**6000)
    rows = [[1 - tiny, tiny], [tiny, 1 - tiny]]
    document = certify(Mechanism.from_rows(rows), PrivacyLevel.of("1/2")).certificate()
    assert checker.check(json.loads(json.dumps(document)))


def test_a_power_kernel_in_a_certificate_is_as_good_as_the_dense_one():
    closed = certify(geometric(12, "9/10"), PrivacyLevel.of("9/10"))
    dense = certify(Mechanism.from_rows(geometric(12, "9/10").rows()), PrivacyLevel.of("9/10"))
    assert checker.check(closed.certificate()) == checker.check(dense.certificate())
    assert closed.certificate()["kernel"]["form"] == "power"


def test_questions_without_sense_are_refused():
    with pytest.raises(InputError, match="expected 0 <= delta <= 1"):
        Question(PrivacyLevel.of("1/2"), Fraction(3, 2))
