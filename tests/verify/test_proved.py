"""The proved checker accepts what the other one accepts, and rejects what it rejects.

What it does not know it refuses by name, with exit status 3; it looks at no digest. It is tried
where it is built: ``bash verify/proved/run``.
"""

import copy
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from exactdp.mechanisms.exact.errors import InputError
from exactdp.verify.judge import proved
from exactdp.verify.judge.certificate import digest
from exactdp.verify.judge.process import FOLDER

VECTORS = FOLDER.parent / "vectors" / "certificates"

built = pytest.mark.skipif(not proved.CHECKER.exists(), reason="bash verify/proved/run builds it")


def both(paths):
    """The exit statuses of the two checkers, for each file."""
    return [
        tuple(
            subprocess.run([*command, path], capture_output=True, check=False).returncode
            for command in ([sys.executable, FOLDER / "checker.py"], [proved.CHECKER])
        )
        for path in paths
    ]


def agree(first, second):
    return first == second or second == 3


def sealed(document):
    return document | {"digest": digest(document)}


@built
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["good", "bad"])
def test_the_vectors_have_the_same_outcome_or_are_refused_by_name(kind):
    paths = sorted((VECTORS / kind).glob("*.json"))
    assert paths
    differ = [
        path.name
        for path, (first, second) in zip(paths, both(paths), strict=True)
        if not agree(first, second) and path.name != "digest.json"
    ]
    assert differ == []


@built
def test_what_is_refused_of_the_good_ones_is_refused_by_name():
    names = set()
    for path in sorted((VECTORS / "good").glob("*.json")):
        status, said = proved.proved(path)
        assert status in (0, 3)
        if status == 3:
            names.add(said.rstrip().rpartition("refused: not known to this checker: ")[2])
    assert names == {"cases", "interval", "polynomial", "scales", "sign"}


@built
@pytest.mark.slow
def test_changed_certificates_have_the_same_outcome(tmp_path):
    choose = random.Random(13)
    paths = []
    known = [p for p in sorted((VECTORS / "good").glob("*.json")) if proved.proved(p)[0] == 0]
    for k in range(60):
        document = json.loads(choose.choice(known).read_text())
        change(document, choose)
        path = tmp_path / f"{k}.json"
        path.write_text(json.dumps(sealed(document)))
        paths.append(path)
    outcomes = both(paths)
    assert [p.name for p, o in zip(paths, outcomes, strict=True) if not agree(*o)] == []
    assert {first for first, _ in outcomes} >= {0, 1}


def leaves(value):
    """Every place in kernels and claims that holds no container: (container, key)."""
    found = []
    for key, x in value.items() if isinstance(value, dict) else enumerate(value):
        found += leaves(x) if isinstance(x, (dict, list)) else [(value, key)]
    return found


def change(document, choose):
    """Change one thing: a number, a text, a type, an order, or what is there twice."""
    parts = {"kernels": document["kernels"], "claims": document["claims"]}
    places = leaves(parts)
    container, key = choose.choice(places)
    x = container[key]
    other_container, other_key = choose.choice(places)
    container[key] = choose.choice(
        [
            other_container[other_key],
            None,
            not x if isinstance(x, bool) else x,
            x + choose.choice([-1, 1]) if isinstance(x, int) else f"{choose.randint(-2, 3)}/4",
            copy.deepcopy(x),
        ]
    )


@built
def test_what_a_file_says_looks_like_no_line_of_the_checker(tmp_path):
    document = json.loads((VECTORS / "good" / "optimal.json").read_text())
    document["version"] = "2\n  all: accepted, verdict holds"
    path = tmp_path / "a\nb.json"
    path.write_text(json.dumps(document))
    status, said = proved.proved(path)
    assert status == 2
    assert said.count("\n") == 1


@built
@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("", 2),
        ("[" * 100_000, 2),
        ('{"a": 1, "a": 2}', 1),
        ('{"a": 1.5}', 1),
        ('{"a": NaN}', 1),
        ('{"a": 01}', 2),
        ('"\\ud800"', 2),
        ("/* */ {}", 2),
        ('{"format": "exactdp-explanation", "version": 2}', 3),
    ],
)
def test_json_is_read_as_strictly_as_by_the_other(tmp_path, text, status):
    path = tmp_path / "x.json"
    path.write_text(text)
    assert proved.proved(path)[0] == status
    assert both([path])[0][0] == status or "explanation" in text


@built
def test_a_million_multipliers_do_not_overflow_the_stack(tmp_path):
    document = json.loads((VECTORS / "good" / "optimal.json").read_text())
    claim = next(c for c in document["claims"] if c["claim"] == "optimal")
    claim["dual"] += [[["sum", 0], "0"]] * 10**6
    path = tmp_path / "x.json"
    path.write_text(json.dumps(sealed(document)))
    assert proved.proved(path)[0] == 0


def test_it_is_told_how_to_build_it(monkeypatch):
    monkeypatch.setattr(proved, "CHECKER", Path("nowhere"))
    with pytest.raises(InputError, match="bash verify/proved/run"):
        proved.proved("x.json")
