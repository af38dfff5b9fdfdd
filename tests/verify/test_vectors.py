"""The vectors: certificates that are accepted, and for each rule of the page one that breaks it."""

import json
import os
import re
import runpy
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "vectors" / "certificates"
INDEX = json.loads((FOLDER / "index.json").read_text())
BAD = {name: about for name, about in INDEX.items() if about["status"]}
GOOD = sorted(set(INDEX) - set(BAD))
SPEC = spec_from_file_location("checker", ROOT / "verify" / "checker.py")
checker = module_from_spec(SPEC)
SPEC.loader.exec_module(checker)
PROVED = ROOT / "verify" / "proved" / "bin" / "exactdp-check"
WORDS = {"accepted": 0, "REJECTED": 1, "not readable": 2, "refused": 3}


def page():
    return " ".join((ROOT / "docs" / "certificate-format.md").read_text().split())


def statuses(names, command):
    """What a checker says of files: it prints one line for each that starts with its name."""
    paths = {str(FOLDER / name): name for name in names}
    done = subprocess.run([*command, *paths], capture_output=True, text=True, check=False)
    assert not done.stderr
    found = {}
    for line in done.stdout.splitlines():
        path, _, outcome = line.partition(": ")
        if path in paths:
            assert paths[path] not in found
            word = next(word for word in WORDS if outcome.startswith(word))
            found[paths[path]] = WORDS[word]
    assert done.returncode == max(found.values())
    return found


def test_the_files_are_what_the_script_makes():
    made = runpy.run_path(str(FOLDER / "make.py"))["files"]()
    there = {str(path.relative_to(FOLDER)): path.read_text() for path in FOLDER.rglob("*.json")}
    assert there == made


def test_the_checker_says_of_each_what_the_index_says():
    found = statuses(INDEX, [sys.executable, ROOT / "verify" / "checker.py"])
    assert found == {name: about["status"] for name, about in INDEX.items()}


@pytest.mark.skipif(not os.access(PROVED, os.X_OK), reason="bash verify/proved/run builds it")
def test_so_does_the_proved_checker_as_far_as_it_knows():
    """But for the digest, on which nothing rests: the first checker has taken it."""
    for name, status in statuses(set(INDEX) - {"bad/digest.json"}, [PROVED]).items():
        assert status in (3, INDEX[name]["status"]), name


@pytest.mark.parametrize("name", GOOD)
def test_the_checker_accepts(name):
    assert checker.check(json.loads((FOLDER / name).read_text()))


def test_the_good_ones_are_true_also_without_the_checker():
    pytest.importorskip("cdd", reason="the oracle of the checker is cddlib")
    from naive_certificates import is_true

    false = [name for name in GOOD if not is_true(json.loads((FOLDER / name).read_text()))]
    assert false == []


def test_what_is_printed_of_the_good_ones_is_as_it_was():
    # to renew, in vectors/certificates: python ../../verify/checker.py good/*.json > good.txt
    command = [sys.executable, ROOT / "verify" / "checker.py", *GOOD]
    done = subprocess.run(command, capture_output=True, text=True, cwd=FOLDER, check=False)
    assert done.stdout == (FOLDER / "good.txt").read_text()


@pytest.mark.parametrize("name", BAD)
def test_each_bad_one_breaks_a_sentence_of_the_page(name):
    assert " ".join(BAD[name]["sentence"].split()) in page()


# What the page says to define, to explain or to point elsewhere: no file can break it.
EXPLAINED = """
Rows are inputs.
Whatever a statement depends on is printed
`neighbours` is one of
`{"claim": "rows", "kernel", "demand", "holds"}`.
No post-processing of A gets beyond that.
Inequalities times multipliers are added up
`noise` is [below](#noise).
If so: `modulus`.
If so: `dual` as in `optimal`, and `modulus`.
Then the product of the pivots
One product is taken factor by factor
The box is cut into pieces at the cuts.
`{"claim": "cases"
""".strip().splitlines()


def rules():
    """The sentences of the page, and the rows of its tables, on what a file says."""
    text = (ROOT / "docs" / "certificate-format.md").read_text()
    text = text[text.index("## The document") : text.index("## What is no certificate")]
    text = re.sub(r"^\|.*\|\n(?=\|[-|]+\|)|^#.*|^\|[-|]+\|", "", text, flags=re.MULTILINE)
    for block in re.split(r"\n\n|\n(?=[|-])", text):
        line = " ".join(block.split()).lstrip("- ")
        yield from [line] if line.startswith("|") else re.split(r"(?<=\.)\s+(?=[A-Z`])", line)


def test_each_rule_of_the_page_has_a_bad_one():
    sentences = [" ".join(about["sentence"].split()) for about in BAD.values()]
    left = [
        rule
        for rule in rules()
        if not any(sentence in rule or rule in sentence for sentence in sentences)
    ]
    assert [rule for rule in left if not rule.startswith(tuple(EXPLAINED))] == []
    assert all(any(rule.startswith(line) for rule in left) for line in EXPLAINED)


UNTRUE = """
sums-not private-not private-not-at-2 property-RM-not-above property-S-not law-not
linear-not cost-not optimal-not-private optimal-not infeasible-not
unique-open extreme-not extreme-weights-not sign-not sign-changes cases-not level-not
level-undecided-not noise-epsilon-low noise-fails-not private-epsilon-not
for-all-not-everywhere infeasible-nowhere-near
"""


def test_that_oracle_knows_what_is_untrue():
    pytest.importorskip("cdd", reason="the oracle of the checker is cddlib")
    from naive_certificates import is_true

    files = [FOLDER / "bad" / f"{name}.json" for name in UNTRUE.split()]
    assert not [path.name for path in files if is_true(json.loads(path.read_text()))]
