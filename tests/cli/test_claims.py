"""``exactdp claims`` and ``exactdp prove``, as a user runs them."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from clusters import cluster

from exactdp.proofs.catalogue.registry import catalogue
from exactdp.verify import checker


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
    assert "conditional (all n" in run("claims", "--source", "COV").stdout
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


def test_certificates_are_written_and_accepted(run, tmp_path):
    (tmp_path / "certs").mkdir()
    ids = ("COV-16", "COL-12", "CKS-45")
    done = run("prove", *ids, "--certificates", "certs")
    assert "certificate: certs/COV-16.cert.json" in done.stdout
    paths = sorted(str(path) for path in (tmp_path / "certs").iterdir())
    assert len(paths) == 3
    assert checker.main(paths) == 0
    assert run("check", "certs/COV-16.cert.json").stdout.count("holds") > 5
    assert "exists already" in run("prove", *ids, "--certificates", "certs", status=2).stderr
    found = json.loads(
        run("prove", "COV-16", "--certificates", "certs", "--force", "--json").stdout
    )
    assert found[0]["certificate"] == "certs/COV-16.cert.json"
    assert "is no folder" in run("prove", "COV-16", "--certificates", "no", status=2).stderr


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
