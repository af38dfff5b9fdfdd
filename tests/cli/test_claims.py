"""``exactdp claims`` and ``exactdp prove``, as a user runs them."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest
from clusters import cluster

from exactdp.proofs.catalogue.registry import catalogue


def test_claims_show_what_was_proved_last(run):
    before = json.loads(run("claims", "--json", "--source", "COV").stdout)
    assert [claim["verdict"] for claim in before] == [None] * 22
    run("prove", "COV-15", "COV-16")
    after = {c["id"]: c for c in json.loads(run("claims", "--json", "--source", "COV").stdout)}
    assert after["COV-16"]["verdict"] == "conditional"
    assert after["COV-15"]["date"].startswith("20")
    assert after["COV-15"]["exactdp"]
    assert after["COV-14"]["verdict"] is None
    (listed,) = json.loads(run("claims", "--json", "--verdict", "true").stdout)
    assert listed["id"] == "COV-15"
    assert "conditional, argued (all n" in run("claims", "--source", "COV").stdout
    assert "not decided yet: exactdp prove KL-05" in run("claims", "--verdict", "none").stdout


def test_the_list_is_whole_and_the_map_is_printed(run):
    listed = json.loads(run("claims", "--json").stdout)
    assert [claim["id"] for claim in listed] == [claim.id for claim in catalogue()]
    text = run("claims", "--markdown").stdout
    assert text.startswith("# Paper map\n")
    assert all(f"</a>{claim['id']} |" in text for claim in listed)
    assert "expected it alone" in run("claims", "--markdown", "--json", status=2).stderr
    run("claims", "--source", "XYZ", status=2)
    run("claims", "--verdict", "maybe", status=2)


def test_the_record_may_lie_elsewhere_and_is_never_believed(run, tmp_path):
    run("prove", "COV-15", "--record", "mine.json")
    text = (tmp_path / "mine.json").read_text().replace('"true"', '"false"')
    (tmp_path / "mine.json").write_text(text)
    (listed,) = json.loads(
        run("claims", "--record", "mine.json", "--json", "--verdict", "false").stdout
    )
    assert listed["id"] == "COV-15"
    (result,) = json.loads(run("prove", "COV-15", "--record", "mine.json", "--json").stdout)
    assert result["verdict"] == "true"
    assert not (tmp_path / "cache").exists()


def test_a_record_that_cannot_be_kept_does_not_cost_the_answer(run, tmp_path):
    (tmp_path / "mine.json").write_text("{")
    done = run("prove", "COV-15", "--record", "mine.json")
    assert "COV-15  true" in done.stdout
    assert "not kept" in done.stderr
    assert run("claims", "--record", "mine.json", status=2).stderr.startswith("exactdp: mine.json")


def test_processes_quick_sizes_and_levels(run):
    ids = ["COV-15", "COV-19", "COL-09"]
    found = json.loads(run("prove", *ids, "--jobs", 2, "--quick", "--json").stdout)
    assert [result["id"] for result in found] == ids
    assert [result["verdict"] for result in found] == ["true", "conditional", "true"]
    assert "(quick: searched n <= 4" in found[0]["scope"]
    done = run("prove", "COV-19", "--n", 2, "--alpha", "9/10", "--alpha", "99/100", "--json")
    (result,) = json.loads(done.stdout)
    assert result["counterexample"]["alpha"] == "9/10"
    assert result["searched"] == "n <= 2, alpha in {9/10, 99/100}"


def test_a_limit_leaves_a_claim_undecided_and_says_so_in_the_status(run):
    done = run("prove", "COV-15", "CKS-69", "--limit", "0.02", "--json", status=3)
    found = json.loads(done.stdout)
    assert found[1]["verdict"] == "open"
    assert found[1]["cut_short"]


def test_certificates_and_explanations_are_written_and_told_apart(run, tmp_path):
    (tmp_path / "certs").mkdir()
    ids = ("CKS-28", "CKS-44", "COV-16")
    done = run("prove", *ids, "--certificates", "certs")
    assert "certificate: certs/CKS-44.cert.json" in done.stdout
    assert "explanation: certs/COV-16.explanation.json" in done.stdout
    assert sorted(path.name for path in (tmp_path / "certs").iterdir()) == [
        "CKS-28.cert.json",
        "CKS-44.cert.json",
        "CKS-44.explanation.json",
        "COV-16.explanation.json",
    ]
    assert "property WH: fails" in run("check", "certs/CKS-28.cert.json").stdout
    done = run("check", "certs/CKS-44.cert.json", "certs/COV-16.explanation.json", status=3)
    assert "CKS-44.cert.json: accepted, verdict holds" in done.stdout
    last = done.stdout.splitlines()[-2:]
    assert re.fullmatch(r"  the certificates of [1-9]\d* of \d+ steps are accepted", last[0])
    assert last[1] == (
        "certs/COV-16.explanation.json: refused: not a proof: an explanation, whose steps are "
        "joined by words"
    )
    for name in ("CKS-44.cert.json", "COV-16.explanation.json"):
        assert (
            "exists already" in run("prove", name[:6], "--certificates", "certs", status=2).stderr
        )
    found = json.loads(run("prove", *ids, "--certificates", "certs", "--force", "--json").stdout)
    assert [result["certificate"] for result in found] == [
        "certs/CKS-28.cert.json",
        "certs/CKS-44.cert.json",
        None,
    ]
    assert [result["explanation"] is None for result in found] == [True, False, False]
    assert "is no folder" in run("prove", "COV-16", "--certificates", "no", status=2).stderr


def test_the_grade_stands_wherever_the_verdict_does(run):
    done = run("prove", "CKS-44", "CKS-45", "CKS-28", "COV-15")
    heads = [line for line in done.stdout.splitlines() if not line.startswith(" ")]
    said = [head.split("  ")[1] for head in heads]
    assert said == ["false, rechecked", "conditional, argued", "true, rechecked", "true, argued"]
    assert "        counterexample (rechecked): " in done.stdout
    # What was refuted has no scope; what holds instead has.
    assert "        correction (argued, all n, all alpha in (0, 1)): y < x" in done.stdout
    assert "        condition (argued, all n >= 2, all alpha in (0, 1)): n >= 2" in done.stdout
    listed = run("claims", "--source", "CKS").stdout
    assert "false, rechecked; its correction argued (all n, all alpha in (0, 1)), " in listed
    found = json.loads(run("claims", "--json").stdout)
    told = {one["id"]: one["grade"] for one in found if one["verdict"]}
    assert told == dict(zip(("CKS-28", "CKS-44", "CKS-45", "COV-15"), GRADES, strict=True))


GRADES = ("rechecked", "rechecked", "argued", "argued")


def test_wrong_usage_is_said(run):
    assert "got ids and --all" in run("prove", "COV-15", "--all", status=2).stderr
    assert "got no claim" in run("prove", status=2).stderr
    assert "expected an id such as" in run("prove", "COV-15", "XYZ-1", status=2).stderr
    assert "in (0, 1)" in run("prove", "COV-15", "--alpha", "3/2", status=2).stderr
    assert "--alpha" in run("prove", "COV-15", "--alpha", "0.5.1", status=2).stderr
    both = run("prove", "COV-15", "--jobs", 2, "--executor", "serial", status=2)
    assert "got --executor and --jobs" in both.stderr
    assert "expected serial" in run("prove", "COV-15", "--executor", "x", status=2).stderr
    nowhere = run("prove", "COV-15", "--executor", "dask://127.0.0.1:1", status=3)
    assert "dask://127.0.0.1:1 cannot be reached" in nowhere.stderr
    for wrong in [("--n", 0), ("--jobs", 0), ("--limit", 0), ("--limit", "inf")]:
        run("prove", "COV-15", *wrong, status=2)


@pytest.mark.slow
def test_a_cluster_decides_the_same_and_ends_what_does_not_answer(run, tmp_path):
    ids, options = ("COV-15", "CKS-42"), ("--quick", "--json")
    with cluster(tmp_path) as (where, _):
        found = [
            json.loads(run("prove", *ids, *options, "--executor", executor).stdout)
            for executor in ("serial", "processes:2", where)
        ]
        late = run("prove", "CKS-01", "--limit", "0.5", "--executor", where, "--json", status=3)
    for results in found:
        for result in results:
            del result["seconds"]
    assert found[0] == found[1] == found[2]
    assert json.loads(late.stdout)[0]["cut_short"] is True


#: A claim that is decided at once, and others that take seconds.
IDS = ("COV-15", "CKS-01", "CKS-66", "CKS-69", "CKS-70")


def test_an_interrupted_run_keeps_what_it_found(tmp_path):
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "exactdp", "prove", *IDS, "--jobs", "2"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    ) as process:
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        start = time.monotonic()
        rest, errors = process.communicate(timeout=120)
    assert process.returncode == 130, errors
    assert time.monotonic() - start < 60
    assert "interrupted after" in errors
    assert "Traceback" not in errors + rest
    kept = json.loads((tmp_path / "exactdp" / "verdicts.json").read_text())
    assert first.split()[0] in kept["claims"]


def test_a_record_that_cannot_be_kept_is_refused_before_the_work(run, tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    for record in ("/dev/full", "/dev/zero", "loop", "."):
        refused = run("prove", "--all", "--record", record, status=2)
        assert f"{record}: cannot be written" in refused.stderr
        assert refused.stdout == ""
