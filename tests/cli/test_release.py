"""``exactdp release`` and ``privatize-distribution``: what comes out, and what never does."""

import csv
import json
import os
import re
import resource
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import exactdp
from exactdp.cli import release as command
from exactdp.cli.app import app
from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.kernels.files import aside

ROOT = Path(exactdp.__file__).parent
DATA = Path(os.environ.get("EXACTDP_SHARED_DATA", ROOT.parent / "shared" / "data"))
CLINICS = ROOT / "examples" / "clinics.csv"
ACCEPTED = "r.json: accepted; that the system's randomness drew it is the writer's word\n"
BUDGET = ("--column", "n", "--max-count", "5", "--epsilon", "1")


def table(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def small(tmp_path):
    (tmp_path / "t.csv").write_text("place,n\n" + "".join(f"p{k},{k % 4}\n" for k in range(400)))
    return tmp_path


def test_every_row_is_kept_in_its_order_and_counts_stay_in_range(run, small):
    done = run("release", "t.csv", *BUDGET, "-o", "o.csv", "--report", "r.json")
    assert done.stdout.startswith("o.csv: 400 counts in 0..5 released, eps = 1\n")
    assert done.stderr == ""
    rows = table(small / "o.csv")
    assert [row["place"] for row in rows] == [f"p{k}" for k in range(400)]
    assert {int(row["n"]) for row in rows} <= set(range(6))
    assert list(rows[0]) == ["place", "n"]
    report = json.loads((small / "r.json").read_text())
    assert report["private"] is True
    parts = [Fraction(report["budget"][k]["granted"]) for k in ("distribution", "counts")]
    assert sum(parts) == 1
    done = run("check", "r.json")
    assert "together eps = 1\n" in done.stdout
    assert done.stdout.endswith(ACCEPTED)


def test_two_releases_differ_and_two_simulations_do_not(run, small):
    for name in ("a", "b"):
        run("release", "t.csv", *BUDGET, "-o", f"{name}.csv")
        simulated = ("--simulate", "7", "--report", f"s{name}.json")
        done = run("release", "t.csv", *BUDGET, "-o", f"s{name}.csv", *simulated)
        assert "NOT PRIVATE: simulated with the seed 7" in done.stderr
    assert (small / "a.csv").read_text() != (small / "b.csv").read_text()
    assert (small / "sa.csv").read_text() == (small / "sb.csv").read_text()
    assert (small / "sa.json").read_text() == (small / "sb.json").read_text()
    assert {row["not_private"] for row in table(small / "sa.csv")} == {"simulated with the seed 7"}
    report = json.loads((small / "sa.json").read_text())
    assert report["private"] is False
    assert report["note"].startswith("NOT PRIVATE")
    assert "NOT PRIVATE" in run("check", "sa.json").stdout


def test_a_private_release_has_no_mark(run, small):
    run("release", "t.csv", *BUDGET, "-o", "o.csv", "--report", "r.json")
    assert "not_private" not in (small / "o.csv").read_text()
    assert "simulated" not in (small / "r.json").read_text()


@pytest.mark.parametrize("method", ["optimal", "heuristic", "lp", "unfixed"])
def test_every_method_gives_a_report_that_is_accepted(run, small, method):
    run("release", "t.csv", *BUDGET, "--method", method, "-o", "o.csv", "--report", "r.json")
    report = json.loads((small / "r.json").read_text())
    assert report["method"] == method
    claims = report["certificates"]["counts"]["claims"]
    kept = {"demand": "law", "from": report["distribution"], "to": report["distribution"]}
    assert (kept in [claim.get("demand") for claim in claims]) is (method != "unfixed")
    kinds = {"optimal": "coupling", "lp": "optimal"}
    assert [claim["claim"] for claim in claims][-1] == kinds.get(method, "rows")
    assert run("check", "r.json").stdout.endswith(ACCEPTED)


@pytest.mark.parametrize(
    "noise", ["acyclic", "cyclic", "laplace", "haar", "hierarchical", "gaussian"]
)
def test_every_noise_gives_a_report_that_is_accepted(run, small, noise):
    run("release", "t.csv", *BUDGET, "--noise", noise, "-o", "o.csv", "--report", "r.json")
    report = json.loads((small / "r.json").read_text())
    assert report["budget"]["delta"] == ("1/401" if noise == "gaussian" else "0")
    assert (report["certificates"]["distribution"] is None) is (noise == "gaussian")
    assert run("check", "r.json").stdout.endswith(ACCEPTED)
    run("privatize-distribution", "t.csv", *BUDGET, "--noise", noise, "-o", "z.json")
    z = json.loads((small / "z.json").read_text())
    assert (len(z["distribution"]), sum(map(Fraction, z["distribution"]))) == (6, 1)
    assert (z["private"], z["noise"]) == (True, noise)


def test_a_budget_may_be_a_logarithm_and_split_as_wished(run, small):
    options = ("--column", "n", "--max-count", "5", "--epsilon", "ln(4)", "--split", "1/2")
    run("release", "t.csv", *options, "-o", "o.csv", "--report", "r.json")
    budget = json.loads((small / "r.json").read_text())["budget"]
    assert budget["distribution"]["granted"] == "1/2 ln(4)"
    assert budget["distribution"]["used"] == budget["counts"]["used"] == {"alpha": "1/2"}
    run("check", "r.json")


def test_a_report_that_was_changed_is_rejected(run, small):
    run("release", "t.csv", *BUDGET, "-o", "o.csv", "--report", "r.json")
    text = (small / "r.json").read_text()
    (small / "r.json").write_text(text.replace('"rows": 400', '"rows": 401'))
    done = run("check", "r.json", status=1)
    assert done.stdout == "r.json: REJECTED: the digest does not match\n"
    (small / "r.json").write_text(text.replace('"rows": 400', '"rows": "many"'))
    assert "not readable: rows: got 'many'" in run("check", "r.json", status=2).stdout


def test_certificates_and_reports_are_checked_together(run, small):
    run("release", "t.csv", *BUDGET, "-o", "o.csv", "--report", "r.json")
    run("build", "geometric", "--n", "2", "--alpha", "1/2", "-o", "gm.json")
    run("certify", "gm.json", "--alpha", "1/2", "-o", "c.json")
    done = run("check", "r.json", "c.json")
    assert ACCEPTED in done.stdout
    assert "c.json: accepted, verdict holds\n" in done.stdout
    run("check", "r.json", "absent.json", status=2)


def test_the_distribution_can_be_used_as_a_target(run, small):
    done = run("privatize-distribution", "t.csv", *BUDGET, "-o", "z.json", "--simulate", "1")
    assert "NOT PRIVATE" in done.stderr
    assert json.loads((small / "z.json").read_text())["private"] is False
    run("fixed-point", "z.json", "--alpha", "1/2", "-o", "m.json")


# -- the histogram of a column of individuals ---------------------------------------------


@pytest.mark.parametrize("noise", ["geometric", "laplace"])
@pytest.mark.parametrize("epsilon", ["1", "ln(2)", "ln(4)"])
def test_a_histogram_has_all_bins_and_the_noise_of_its_budget(run, small, noise, epsilon):
    options = ("--column", "n", "--max-count", "5", "--epsilon", epsilon, "--noise", noise)
    done = run("release", "t.csv", *options, "--histogram", "-o", "h.csv", "--report", "r.json")
    assert done.stdout.startswith("h.csv: the histogram of 'n' over 0..5")
    rows = table(small / "h.csv")
    assert [row["n"] for row in rows] == [str(k) for k in range(6)]
    report = json.loads((small / "r.json").read_text())
    assert [int(row["count"]) for row in rows] == report["counts"]
    assert "rows" not in report  # how many individuals there are is secret
    assert report["mean_squared_error"]["exact"] == {
        ("ln(2)", "geometric"): "4",
        ("ln(4)", "geometric"): "8/9",
        ("ln(4)", "laplace"): "10/9",
    }.get((epsilon, noise), report["mean_squared_error"]["exact"])
    assert run("check", "r.json").stdout.endswith(ACCEPTED)


def test_the_histogram_of_nobody_is_released_like_any_other(run, tmp_path):
    (tmp_path / "t.csv").write_text("n\n")
    run("release", "t.csv", *BUDGET, "--histogram", "-o", "h.tsv", "--simulate", "2")
    lines = (tmp_path / "h.tsv").read_text().splitlines()
    assert lines[0] == "n\tcount\tnot_private"
    assert len(lines) == 7


# -- the secret ----------------------------------------------------------------------------

SECRET, CAPPED = "48611", "7919"


def planted(folder):
    """A table with a count, two frequencies and a number of top-coded rows to look for."""
    counts = [0] * 48611 + [1] * 7000 + [3] * 3001 + [48611] * 7919
    (folder / "t.csv").write_text("n,x\n" + "".join(f"{n},\n" for n in counts))
    return {SECRET, "7000", "3001", CAPPED, str(len(counts) - int(CAPPED))}


@pytest.mark.parametrize("extra", [(), ("--histogram",)])
def test_no_true_count_and_no_true_frequency_comes_out(run, tmp_path, extra):
    secrets = planted(tmp_path)
    options = ("--column", "n", "--max-count", "5", "--epsilon", "1/10", "--simulate", "4")
    done = run("release", "t.csv", *options, *extra, "-o", "o.csv", "--report", "r.json")
    released = Counter((tmp_path / "o.csv").read_text().split())
    texts = [done.stdout, done.stderr, (tmp_path / "r.json").read_text(), *released]
    z = run("privatize-distribution", "t.csv", *options, "-o", "z.json")
    texts += [z.stdout, z.stderr, (tmp_path / "z.json").read_text()]
    for text in texts:
        assert not secrets & set(re.findall(r"[0-9]+", text))
    if not extra:  # nor does the released table have the frequencies
        assert not secrets & set(
            map(str, Counter(row["n"] for row in table(tmp_path / "o.csv")).values())
        )
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "o.csv",
        "r.json",
        "t.csv",
        "z.json",
    ]


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ("48611x,", "row 3: the count is not a nonnegative integer"),
        ("-48611,", "row 3: the count is not"),
        ("48611.5,", "row 3: the count is not"),
        ('"48,611",', "row 3: the count is not"),
        (",48611", "row 3: the count is not"),
        ("48611,48611,48611", "row 3 does not have 2 cells"),
        ('"48611', "row 3 does not have 2 cells"),
        ("1,\udcff48611", "is not UTF-8"),
    ],
)
def test_no_error_shows_a_count(run, tmp_path, bad, words):
    text = f"n,x\n48611,\n7,\n{bad}\n48611,\n"
    (tmp_path / "t.csv").write_bytes(text.encode(errors="surrogateescape"))
    for name, options in {
        "release": ("--report", "r.json"),
        "privatize-distribution": (),
    }.items():
        if name != "release" and "UTF" in words:
            continue  # the other columns are not read
        done = run(name, "t.csv", *BUDGET, "-o", "o.csv", *options, status=2)
        assert words in done.stderr
        assert SECRET not in done.stderr + done.stdout
        assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]


# -- what is refused -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--column", "m"), "t.csv: there is no column 'm'; it has 'place', 'n'"),
        (("--epsilon", "0"), "expected 0 < eps"),
        (("--epsilon", "-1"), "expected 0 < eps"),
        (("--epsilon", "ln(1/2)"), "expected eps > 0"),
        (("--split", "0"), "inside (0, 1)"),
        (("--split", "1"), "inside (0, 1)"),
        (("--max-count", "0"), "expected at least 1"),
        (("--simulate", "-1"), "Invalid value for '--simulate'"),
        (("--noise", "loud"), "got the noise 'loud', expected one of acyclic"),
        (("--histogram", "--noise", "haar"), "expected one of geometric, laplace"),
        (("--histogram", "--split", "1/2"), "--split does not go with --histogram"),
        (("--histogram", "--method", "lp"), "--method does not go with --histogram"),
        (
            ("--order", "max"),
            "got an order for the method optimal",
        ),
        (("--cost", "mse"), "--cost goes with --method heuristic, lp or unfixed"),
        (("-o", "t.csv"), "is an input too"),
        (("-o", "x.txt"), "got the suffix '.txt', expected .csv or .tsv or .parquet"),
        (("--report", "o.csv"), "is another output too"),
        (("-o", "no/o.csv"), "there is no folder"),
    ],
)
def test_bad_options_are_refused_and_nothing_is_left(run, small, options, words):
    given = {"--column": "n", "--max-count": "5", "--epsilon": "1", "-o": "o.csv"}
    rest = list(options)
    for name in list(given):
        if name in rest:
            at = rest.index(name)
            given[name] = rest[at + 1]
            del rest[at : at + 2]
    flat = [part for pair in given.items() for part in pair]
    done = run("release", "t.csv", *flat, *rest, status=2)
    assert words in done.stderr.replace("\n", " ")
    assert [path.name for path in small.iterdir()] == ["t.csv"]


@pytest.mark.parametrize("text", ["", "place,n\n"])
def test_an_empty_table_is_refused(run, tmp_path, text):
    (tmp_path / "t.csv").write_text(text)
    done = run("release", "t.csv", *BUDGET, "-o", "o.csv", status=2)
    assert "empty" in done.stderr or "no rows" in done.stderr


def test_what_is_there_is_kept_unless_forced(run, small):
    for name in ("o.csv", "r.json"):
        (small / name).write_text("mine")
        done = run("release", "t.csv", *BUDGET, "-o", "o.csv", "--report", "r.json", status=2)
        assert f"{name}: exists already" in done.stderr
        assert (small / name).read_text() == "mine"
        (small / name).unlink()
    (small / "o.csv").write_text("mine")
    run("release", "t.csv", *BUDGET, "-o", "o.csv", "--force")
    assert (small / "o.csv").read_text().startswith("place,n\n")


def test_a_column_named_as_the_mark_is_refused_in_simulations(run, tmp_path):
    (tmp_path / "t.csv").write_text("n,not_private\n1,a\n")
    done = run("release", "t.csv", *BUDGET, "--simulate", "1", "-o", "o.csv", status=2)
    assert "has a column 'not_private' already" in done.stderr
    run("release", "t.csv", *BUDGET, "-o", "o.csv")


def broken(exception):
    yield b"n\n"
    raise exception


@pytest.mark.parametrize("exception", [KeyboardInterrupt(), SystemExit(143), InputError("no")])
def test_an_interrupted_release_leaves_neither_table_nor_report(tmp_path, monkeypatch, exception):
    monkeypatch.setattr(command, "report", lambda found: {"a": 1})
    monkeypatch.setattr(command, "accepted", lambda document: None)
    for report in (None, tmp_path / "r.json"):
        with pytest.raises(type(exception)):
            command._write(tmp_path / "o.csv", broken(exception), report, None, False)
        assert list(tmp_path.iterdir()) == []


def test_a_disk_that_is_full_is_said_and_nothing_is_left(tmp_path, small):
    def little():  # a file of more than a kilobyte cannot be written
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    for extra in ((), ("--report", "r.json")):
        done = subprocess.run(
            [sys.executable, "-m", "exactdp", "release", "t.csv", *BUDGET, "-o", "o.csv", *extra],
            cwd=small,
            preexec_fn=little,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 2
        assert "cannot be written: File too large" in done.stderr
        assert [path.name for path in small.iterdir()] == ["t.csv"]


def test_a_table_is_not_left_without_its_report(tmp_path, monkeypatch):
    monkeypatch.setattr(command, "report", lambda found: {"a": 1})
    monkeypatch.setattr(command, "accepted", lambda document: None)
    failing = iter([None, OSError(28, "No space left on device")])

    def fsync(descriptor):
        if (error := next(failing, None)) is not None:
            raise error

    monkeypatch.setattr(aside.os, "fsync", fsync)
    with pytest.raises(InputError, match=r"r\.json: cannot be written: No space left on device"):
        command._write(tmp_path / "o.csv", [b"n\n"], tmp_path / "r.json", None, False)
    assert list(tmp_path.iterdir()) == []


# -- tables of others ----------------------------------------------------------------------


def shared(name):
    if not (DATA / name).exists():
        pytest.skip(f"{name} is not beside the repository, in ../shared/data")
    return DATA / name


@pytest.mark.parametrize(
    ("name", "column", "largest", "rows"),
    [
        ("county_homicides.csv", "homicides", 50, 3136),
        ("bird_flu_by_state.csv", "cases", 41, 50),
    ],
)
def test_tables_of_the_paper(run, tmp_path, name, column, largest, rows):
    path = shared(name)
    options = ("--column", column, "--max-count", largest, "--epsilon", "0.48")
    run("release", path, *options, "-o", "o.csv", "--report", "r.json")
    given, found = table(path), table(tmp_path / "o.csv")
    assert len(found) == rows
    key = next(iter(given[0]))
    assert [row[key] for row in found] == [row[key] for row in given]
    assert all(0 <= int(row[column]) <= largest for row in found)
    report = json.loads((tmp_path / "r.json").read_text())
    assert (report["rows"], report["budget"]["split"]) == (rows, "6/25")
    run("check", "r.json")


def test_the_script_makes_the_example(tmp_path):
    script = ROOT / "examples" / "make_table.py"
    subprocess.run([sys.executable, script, "--folder", tmp_path], check=True)
    assert (tmp_path / "clinics.csv").read_bytes() == CLINICS.read_bytes()


def test_the_example_is_released_as_parquet_too(run, tmp_path):
    options = ("--column", "cases", "--max-count", "30", "--epsilon", "1/2", "--simulate", "1")
    for suffix in ("csv", "parquet"):
        run("release", CLINICS, *options, "-o", f"o.{suffix}")
    rows = pq.read_table(tmp_path / "o.parquet")
    assert rows.schema.field("cases").type == pa.int64()
    assert [str(n) for n in rows.column("cases").to_pylist()] == [
        row["cases"] for row in table(tmp_path / "o.csv")
    ]
    assert rows.column("clinic").to_pylist()[:2] == ["0001", "0002"]


@pytest.mark.parametrize(
    "options",
    [
        ("--epsilon", "1e-5000"),
        ("--epsilon", "1e-20000"),
        ("--epsilon", "1", "--split", "1e-5000"),
        ("--epsilon", "1", "--split", "0." + "9" * 5000),
        ("--epsilon", "1e-5000", "--histogram"),
    ],
)
def test_a_budget_too_small_to_be_written_is_refused_before_anything_is(run, small, options):
    given = ("--column", "n", "--max-count", "5", "-o", "o.csv", "--report", "r.json")
    done = run("release", "t.csv", *given, *options, status=3)
    assert "got a budget of less than 10^-1000, the limit" in done.stderr
    assert [path.name for path in small.iterdir()] == ["t.csv"]


@pytest.mark.parametrize(
    "options",
    [
        ("--epsilon", "1e-999"),
        ("--epsilon", "1e-30", "--histogram"),
        ("--epsilon", "ln(9/8)"),
    ],
)
def test_a_tiny_budget_gives_a_report_that_is_accepted(run, small, options):
    given = ("--column", "n", "--max-count", "5", "-o", "o.csv", "--report", "r.json")
    done = run("release", "t.csv", *given, *options)
    assert max(map(len, done.stdout.splitlines())) < 200
    assert run("check", "r.json").stdout.endswith(ACCEPTED)


def test_noise_beyond_64_bits_is_no_column_of_parquet(run, small):
    given = ("--column", "n", "--max-count", "5", "--epsilon", "1e-30", "--histogram")
    done = run("release", "t.csv", *given, "-o", "o.parquet", status=3)
    assert "beyond 64 bits, which Parquet cannot hold" in done.stderr
    assert [path.name for path in small.iterdir()] == ["t.csv"]


def test_where_the_report_is_not_accepted_nothing_is_written(small, monkeypatch):
    def broken(_):
        raise RuntimeError("a defect")

    monkeypatch.chdir(small)
    monkeypatch.setattr(command, "accepted", broken)
    with pytest.raises(RuntimeError):
        CliRunner().invoke(
            app,
            ["release", "t.csv", *BUDGET, "-o", "o.csv", "--report", "r.json"],
            catch_exceptions=False,
        )
    assert [path.name for path in small.iterdir()] == ["t.csv"]
