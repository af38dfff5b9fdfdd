"""Mutants of certificates: ``python tests/verify/fuzz.py --mutants 100000 --seed 1``.

The good vectors are changed at random, in numbers, keys, orders, types and kernels, and signed
again. Of each mutant: the checker ends in a list of lines or in an Outcome, in nothing else; what
it accepts is true by the naive recomputation; what it prints of two is not the same unless they
state the same; and the proved checker, where it is built, agrees,
unless it does not know (status 3). Exit status 1, and the mutants, where that is not so.
"""

import argparse
import copy
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))
SPEC = spec_from_file_location("checker", ROOT / "verify" / "checker.py")
checker = module_from_spec(SPEC)
SPEC.loader.exec_module(checker)
PROVED = ROOT / "verify" / "proved" / "bin" / "exactdp-check"
PROOFS = [
    "dual",
    "modulus",
    "other",
    "between",
    "tree",
    "shifts",
    "functional",
    "move",
    "post",
    "by",
    "tight",
]
BATCH = 500  # files of one run of the proved checker
VALUES = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    7,
    "0",
    "1",
    "-1",
    "1/2",
    "x",
    "",
    [],
    {},
    [0],
    ["1"],
    {"": 1},
]
VALUES += [10**30, "9" * 50, "1/" + "9" * 50, "\u0661", ">=0", "=", "form", "sum", "L0", "F"]


def places(value, path=()):
    """Every place in a document, with its path."""
    yield path
    if isinstance(value, list | dict):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*path, key))


def at(value, path):
    for key in path:
        value = value[key]
    return value


def number(source, text):
    """A rational, changed a little or much."""
    p, _, q = text.partition("/")
    p, q = int(p), int(q or 1)
    change = source.randrange(8)
    p += {0: 1, 1: -1, 2: -2 * p, 3: 10**40 * p, 4: p}.get(change, 0)
    q += {5: 1, 6: q, 7: 10**30}.get(change, 0)
    return f"{p}/{q}" if q != 1 else str(p)


def changed(source, value, others):
    """Another value for the one at a place."""
    kind = source.randrange(10)
    if isinstance(value, bool) and kind < 6:
        return not value
    if isinstance(value, int) and kind < 7:
        return value + source.choice([1, -1, 1, -1, 2, -2 * value, 10**20])
    if isinstance(value, str) and kind < 7:
        try:
            return number(source, value)
        except ValueError:
            return source.choice([value + " ", value.upper(), *others.get(str, ["x"])])
    if isinstance(value, list) and value and kind < 7:
        value, k, m = list(value), source.randrange(len(value)), source.randrange(len(value))
        action = source.randrange(4)
        if action == 0:
            del value[k]
        elif action == 1:
            value.insert(m, copy.deepcopy(value[k]))
        else:
            value[k], value[m] = value[m], value[k]
        return value
    if isinstance(value, dict) and value and kind < 7:
        value, key = dict(value), source.choice(list(value))
        taken = value.pop(key)
        if source.randrange(3):
            value[source.choice(["", "by", "tight", "at", "undecided", "interval", key + "s"])] = (
                taken
            )
        return value
    if kind < 9 and others.get(type(value)):
        return copy.deepcopy(source.choice(others[type(value)]))
    return copy.deepcopy(source.choice(VALUES))


def mutant(source, seeds, pool):
    """One mutant: some changes of one certificate, signed again."""
    made = copy.deepcopy(source.choice(seeds))
    for _ in range(source.choice([1, 1, 1, 1, 2, 2, 3])):
        where = [path for path in places(made) if path and path[0] not in ("digest", "format")]
        path = source.choice(where)
        if source.random() < 0.3 and len(path) > 1 and made["kernels"]:
            path = source.choice([x for x in where if x[0] == "kernels"] or where)
        at(made, path[:-1])[path[-1]] = changed(source, at(made, path), pool)
    if source.random() < 0.05 and isinstance(made.get("kernels"), list):
        made["kernels"] = made["kernels"][::-1]
    if source.random() < 0.8:  # what the verdict must be, so that it does not hide everything
        claims = made.get("claims") if isinstance(made.get("claims"), list) else []
        fails = any(isinstance(c, dict) and c.get("holds") is False for c in claims)
        made["verdict"] = "fails" if fails else "holds"
    return signed(made)


def signed(made):
    content = {key: x for key, x in made.items() if key not in ("digest", "made")}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return made | {"digest": "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()}


def outcome(document):
    """The status by which a document ends, and its lines; any other exception is a finding."""
    try:
        return 0, checker.check(document)
    except checker.Outcome as found:
        return found.status, None


def statements(document):
    """What is stated of kernels, without what shows it."""
    kept = [{k: x for k, x in c.items() if k not in PROOFS} for c in document["claims"]]
    return json.dumps([document["subject"], kept], sort_keys=True)


def proved_statuses(documents):
    """What the proved checker says of each of some documents."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for k, document in enumerate(documents):
            path = Path(folder, f"{k}.json")
            path.write_text(json.dumps(document))
            done = subprocess.run([PROVED, path], capture_output=True, check=False)
            found.append(done.returncode)
    return found


def seeds():
    """The good vectors."""
    folder = ROOT / "vectors" / "certificates" / "good"
    return [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]


def pooled(documents):
    """Values of other certificates, by their type."""
    pool = {}
    for document in documents:
        for path in places({key: document[key] for key in ("kernels", "claims")}):
            value = at(document, path)
            if path and len(json.dumps(value)) < 1000:
                pool.setdefault(type(value), []).append(value)
    return pool


def findings(mutants, seed):
    """What is wrong, with the mutants; and how many ended in which way."""
    from naive_certificates import is_true

    source, given, ends, wrong, kept = random.Random(seed), seeds(), Counter(), [], []
    said = {}
    pool = pooled(given)
    for _ in range(mutants):
        document = mutant(source, given, pool)
        try:
            status, lines = outcome(document)
            if status == 0 and not is_true(document):
                wrong.append(("untrue, but accepted", document))
            if (
                status == 0
                and said.setdefault("\n".join(lines), stated := statements(document)) != stated
            ):
                wrong.append(("states other than another one with the same lines", document))
        except Exception as error:
            wrong.append((repr(error), document))
            continue
        ends[status] += 1
        kept.append((status, document))
        if os.access(PROVED, os.X_OK) and len(kept) == BATCH:
            wrong += disagreements(kept)
            kept = []
    return wrong + disagreements(kept), ends


def disagreements(kept):
    """Where the two checkers differ."""
    if not os.access(PROVED, os.X_OK):
        return []
    proved = proved_statuses([document for _, document in kept])
    return [
        (f"{status} here, {other} by the proved checker", document)
        for (status, document), other in zip(kept, proved, strict=True)
        if other not in (3, status)
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutants", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    wrong, ends = findings(given.mutants, given.seed)
    for reason, document in wrong:
        print(f"{reason}: {json.dumps(document)}")
    print(f"{given.mutants} mutants of seed {given.seed}: by exit status {dict(ends)}")
    print(f"proved checker: {'compared' if os.access(PROVED, os.X_OK) else 'not built'}")
    print(f"findings: {len(wrong)}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
