"""What all options have in common: how long a number may be, and where a file may go."""

import pytest

LONG = "1/" + "7" * 5000
TINY = "1e-25000"
BEYOND = "1e-25001"
HUGE = "9" * 5000


@pytest.fixture
def kernel(run):
    run("build", "geometric", "--n", 3, "--alpha", "1/2", "-o", "m.json")
    return "m.json"


@pytest.mark.parametrize(
    ("number", "statuses"),
    [(LONG, (0, 1)), (TINY, (0, 1)), (BEYOND, (2, 2)), ("1e-100000", (2, 2))],
)
def test_numbers_beyond_what_the_interpreter_prints_are_read_up_to_a_stated_length(
    run, kernel, number, statuses
):
    for option, status in zip(("--alpha", "--epsilon"), statuses, strict=True):
        done = run("certify", kernel, option, number, "-o", f"{option}.json", status=status)
        if status == 2:
            assert f"{option}: got" in done.stderr
            assert "expected at most 25000 digits" in done.stderr
        else:
            assert max(map(len, done.stdout.splitlines())) < 300
            run("check", f"./{option}.json")


@pytest.mark.parametrize(
    "arguments",
    [
        ["certify", "m.json", "--alpha", "1/2", "--delta", "{}"],
        ["audit-sampler", "x:y", "--alpha", "1/2", "--inputs", "0..1", "--delta", "{}"],
        ["build", "staircase", "--n", "3", "--alpha", "1/2", "--gamma", "{}"],
        ["optimal", "--n", "3", "--alpha", "{}"],
        ["choose", "--n", "3", "--epsilon", "{}"],
        ["lemma", "F => CH", "--n", "2", "--alpha", "{}"],
        ["repair", "m.json", "--alpha", "{}"],
        ["prove", "COV-15", "--alpha", "{}"],
    ],
    ids=lambda arguments: arguments[0],
)
@pytest.mark.parametrize("number", ["1e-100000", "1e100000", f"1e-{'9' * 5000}", "9" * 100_001])
def test_no_option_takes_a_longer_number(run, kernel, arguments, number):
    done = run(*(part.format(number) for part in arguments), status=2)
    assert max(map(len, done.stderr.splitlines())) < 300


def test_entries_of_any_length_are_judged_and_shown(run, tmp_path, kernel):
    one, rest = f"1/1{'0' * 5000}", f"{'9' * 5000}/1{'0' * 5000}"
    (tmp_path / "long.csv").write_text(f"{rest},{one}\n{one},{rest}\n")
    for arguments in (["--json"], ["-o", "c.json"], ["--delta", "1/3"], ["--reading", "weights"]):
        run("certify", "long.csv", "--alpha", "1/2", *arguments, status=1)
    assert "REJECTED" not in run("check", "c.json").stdout
    for format in ("text", "latex", "csv", "json"):
        run("show", "long.csv", "--format", format)
    run("repair", "long.csv", "--alpha", "1/2", "-o", "repaired.json")
    run("compare", "long.csv", "long.csv")


@pytest.mark.parametrize("arguments", [["-o", "loop"], ["-o", "loop", "--force"], ["-o", "."]])
def test_an_output_that_is_no_file_is_refused(run, tmp_path, kernel, arguments):
    (tmp_path / "loop").symlink_to("loop")
    for command in (["certify", kernel, "--alpha", "1/2"], ["sample", kernel, "--input", "1"]):
        assert "cannot be written" in run(*command, *arguments, status=2).stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["prove", "COV-15", "--n", HUGE], "--n"),
        (["prove", "COV-15", "--limit", "nan"], "expected a number of seconds"),
        (["optimal", "--n", "3", "--alpha", "1/2", "--objective", f"{HUGE}.csv"], "too long"),
        (
            ["build", "geometric", "--n", "3", "--epsilon", "1", "--max-denominator", HUGE],
            "--max-d",
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_whole_numbers_have_their_limits_too(run, arguments, words):
    assert words in run(*arguments, status=2).stderr
