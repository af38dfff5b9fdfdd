"""The checker against mutants, files that cost much, and texts that would imitate its lines."""

import json
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHECKER = ROOT / "verify" / "checker.py"


def loaded(path):
    spec = spec_from_file_location(path.stem, path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


make = loaded(ROOT / "vectors" / "certificates" / "make.py")
fuzz = loaded(Path(__file__).with_name("fuzz.py"))


def test_no_mutant_is_accepted_that_is_untrue():
    pytest.importorskip("cdd", reason="the oracle of the checker is cddlib")
    wrong, ends = fuzz.findings(3000, seed=2)
    assert wrong == []
    assert set(ends) >= {0, 1, 2}  # mutants of all fates


# -- small files that cost much -----------------------------------------------------------


def primes(most):
    sieve = bytearray([1]) * most
    for p in range(2, int(most**0.5) + 1):
        sieve[p * p :: p] = bytes(len(range(p * p, most, p)))
    return [p for p in range(2, most) if sieve[p]]


def counts(n):
    return {"inputs": [0, n - 1], "outputs": [0, n - 1]}


def denominators(most):
    """One row, of 1/p for each prime p: their common denominator is long."""
    row = [f"1/{p}" for p in primes(most)]
    kernel = {"form": "dense", "inputs": [0, 0], "outputs": [0, len(row) - 1], "rows": [row]}
    return make.document([kernel], [])


def chain(length, n):
    """Products of products."""
    post = [[[j, str(1)]] for j in range(n)]
    post[0] = [[0, "1/3"], [1, "2/3"]]
    kernels = [make.gm(n - 1, "7/9")]
    for k in range(length):
        kernels.append({"form": "product", **counts(n), "of": k, "post": post})
    private = make.rows(make.private("1/2"), length)
    return make.document(kernels, [private])


def by_form(length):
    kernels = [make.gm(1)]
    kernels += [{"form": "product", **counts(2), "of": k, "post": make.POST} for k in range(length)]
    return make.document(kernels, [make.rows(make.SUMS, k + 1, by="form") for k in range(length)])


def nested(depth):
    """A tree of cases that goes deep."""
    tree = {"farkas": [[1, 1], [2, 1]]}
    for _ in range(depth):
        tree = {"cut": [[0, 1]], "divide": 1, "then": tree}
    return make.document([], [make.cases([{"x": 2, "": -1}], [], {"x": 1, "": -1}, tree)])


def wide_cut(names):
    """Cuts of sums of long forms."""
    form = {f"x{k}": 1 for k in range(names)}
    tree = {"farkas": [[1, 1]]}
    for _ in range(500):
        tree = {"cut": [[0, 1]] * 50, "divide": 1, "then": tree}
    return make.document([], [make.cases([form], [], {"": -1}, tree)])


def splits(depth):
    """Splits without end: each node has a child that is an empty sum."""
    tree = {"farkas": []}
    for _ in range(depth):
        tree = {"split": {"x": 1}, "children": [tree, {"farkas": []}]}
    return make.document([], [make.cases([], [], {"x": 1}, tree)])


def symbols(number, degree, power):
    """A polynomial of many terms, to a power."""
    names = [f"x{k}" for k in range(number)]
    unit = [[int(k == m) * degree for k in range(number)] for m in range(number)]
    terms = [[1, exponents] for exponents in [*unit, [0] * number]]
    box = {name: ["0", "1", True, True, []] for name in names}
    return make.document([], [make.sign(names, box, [[[terms, power]], [[terms, power]]], ">0")])


def cuts(number, dimensions):
    names = [f"x{k}" for k in range(dimensions)]
    ends = [f"{k}/{number + 1}" for k in range(1, number + 1)]
    box = {name: ["0", "1", True, True, ends] for name in names}
    terms = [[1, [199] * dimensions], [1, [0] * dimensions]]
    return make.document([], [make.sign(names, box, [[[terms, 1]]], ">0")])


def interval(number, degree):
    ends = [f"{k}/{number}" for k in range(number + 1)]
    row = [["1"] * degree, ["1"] * degree]
    return make.document([make.polynomial([row, row], ["2"] * degree, ends)], [])


def power(alpha, distance):
    near = {"pairs": [[0, 1, distance]]}
    return make.document([make.COIN], [make.rows(make.private(alpha, near))])


def exponents(n, most, digits):
    table = [[most] * n for _ in range(n)]
    base = f"{'3' * digits}/{'7' * digits}"
    sides = {"row_factors": ["1"] * n, "column_factors": ["1"] * n}
    kernel = {"form": "power", **counts(n), "base": base, "exponents": table, **sides}
    return make.document([kernel], [])


def repeated(claim, times, kernels):
    return make.document(kernels, [claim] * times)


def terms(times):
    alpha = {"epsilon": "1", "terms": times}
    return make.document([make.FLAT], [make.rows(make.private(alpha))] * 50)


def long_scales(size, digits):
    alpha = f"{'3' * digits}/{'7' * digits}"
    kernel = {
        "form": "scales",
        "inputs": [0, size - 1],
        "outputs": [0, 0],
        "alpha": alpha,
        "weights": [["+" * (size - 1), 0, "1"]],
    }
    return make.document([kernel], [])


def long_numbers(n, digits):
    x = "9" * digits
    kernel = {"form": "dense", **counts(n), "rows": [[f"{x}/{x[:-1]}7"] * n] * n}
    return make.document([kernel], [make.rows(make.private("1/2"))])


def large(form):
    """Many labels in few characters."""
    many = {"inputs": [0, 10**9 - 1], "outputs": [0, 10**9 - 1]}
    design = [make.private("1/2")]
    claim = make.infeasible(design, []) | many
    if form == "infeasible":
        return make.document([], [claim])
    if form == "law":
        return make.document([], [claim | {"design": [make.letter("S")]}])
    if form == "outputs":
        return make.document(
            [],
            [
                claim
                | {"inputs": [0, 0], "design": [make.private("1/2", {"outputs_within": 10**9})]}
            ],
        )
    if form == "one":
        return make.document([], [claim | {"inputs": [0, 0], "design": []}])
    kernel = {"form": "scales", **many, "inputs": [0, 0], "alpha": "1/2", "weights": [["", 0, "1"]]}
    if form == "product":
        post = [[[0, "1"]]] * 2
        kernel = {
            "form": "product",
            "inputs": [0, 1],
            "outputs": many["outputs"],
            "of": 0,
            "post": post,
        }
        return make.document([make.gm(1), kernel], [])
    return make.document([kernel], [])


def duals(times):
    entry = [[0, [[0, 0], [1, 0]]], "1/" + "7" * 2000]
    others = [[[0, [[0, 0], [1, 0]]], f"1/{p}"] for p in primes(120_000)]
    return make.document([make.gm(1)], [make.optimal([entry] * times + others, "2/3")])


def wide(n):
    """Outputs of one input, all of them neighbours."""
    kernel = {"form": "dense", "inputs": [0, 0], "outputs": [0, n - 1], "rows": [[f"1/{n}"] * n]}
    claim = make.rows(make.private("1", {"outputs_within": n}))
    return make.document([kernel], [claim])


def many_designs(times):
    """A design of all properties, many times, for a kernel of few characters."""
    kernel = make.gm(60)
    claim = make.extreme(
        [make.letter("S"), make.private("1/2", {"inputs_within": 60})], False, modulus=7
    )
    return make.document([kernel], [claim] * times)


def many_pairs(n):
    row = [["1" if j == 0 else "0" for j in range(2)] for _ in range(n)]
    kernel = {"form": "dense", "inputs": [0, n - 1], "outputs": [0, 1], "rows": row}
    return make.document([kernel], [make.level("1/2", "1", neighbours={"inputs_within": n})])


def big_modulus():
    return make.document([make.gm(40)], [make.unique(make.multipliers(40), modulus=2**61 - 1)] * 5)


def long_functional(n):
    vector = [[q, "1"] for q in range(n)]
    claim = make.noise("laplace", [[]] * n, [[]] * n, ["1"] * n, [[[0, "1"]]] * n, "1")
    return make.document([], [claim | {"shifts": [[]] * n, "move": 0, "functional": vector}])


COSTLY = {
    "denominators": lambda: denominators(10**6),
    "chain": lambda: chain(300, 40),
    "long chain": lambda: chain(5500, 2),
    "by form": lambda: by_form(5000),
    "nested": lambda: nested(900),
    "nested too deep": lambda: "[" * 900_000,
    "wide cut": lambda: wide_cut(20_000),
    "splits": lambda: splits(300),
    "symbols": lambda: symbols(10, 199, 1),
    "powers": lambda: symbols(10, 1, 199),
    "cuts": lambda: cuts(3000, 3),
    "interval": lambda: interval(20_000, 190),
    "power": lambda: power("3/" + "7" * 1000, 10**6),
    "power of a short one": lambda: power("1/2", 10**6 - 1),
    "power of 1": lambda: power("1", 10**50),
    "exponents": lambda: exponents(300, 10**5, 3),
    "repeated cost": lambda: repeated(
        make.rows(make.cost(make.L0, "2/3")), 6000, [make.gm(60)]
    ),
    "repeated property": lambda: repeated(make.rows(make.letter("S")), 9000, [make.gm(100)]),
    "repeated private": lambda: repeated(make.rows(make.private("1/3")), 6000, [make.gm(150)]),
    "terms": lambda: terms(3000),
    "long scales": lambda: long_scales(2000, 100),
    "longer scales": lambda: long_scales(200_000, 1),
    "long numbers": lambda: long_numbers(2, 99_000),
    "long rows": lambda: long_numbers(20, 1000),
    **{f"large {form}": lambda form=form: large(form) for form in (
        "infeasible", "law", "outputs", "one", "product", "scales")},
    "duals": lambda: duals(100),
    "wide": lambda: wide(70_000),
    "designs": lambda: many_designs(100),
    "pairs": lambda: many_pairs(20_000),
    "modulus": big_modulus,
    "noise": lambda: long_functional(20_000),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="programs cannot be held to limits there")
@pytest.mark.parametrize("name", COSTLY)
def test_no_small_file_costs_much(name, tmp_path):
    import resource

    path = tmp_path / "costly.json"
    made = COSTLY[name]()
    path.write_text(made if isinstance(made, str) else json.dumps(made, separators=(",", ":")))
    assert path.stat().st_size < 10**6
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, CHECKER, path], capture_output=True, text=True, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert (done.stderr, done.stdout.count(f"{path}: ")) == ("", 1)
    assert done.returncode in (0, 1, 2, 3)
    # What the page promises: 10 s and 1 GiB, and a moment for the end of what was begun.
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 15


# -- texts that would imitate an outcome --------------------------------------------------

EVIL = "x\nother.json: accepted, verdict holds\r\x1b[2J\x7f\x9b\ud800\u202e\u2028"


def spoilt(document):
    """Copies of a document with that text at each place, as a key, and within a text."""
    for path in fuzz.places(document):
        if not path or path[0] == "digest":
            continue
        for value in (EVIL, EVIL + "/1", [EVIL], {EVIL: 1}):
            made = json.loads(json.dumps(document))
            fuzz.at(made, path[:-1])[path[-1]] = value
            yield make.signed(made)


def test_no_text_can_imitate_an_outcome(tmp_path):
    made = [copy for document in make.GOOD.values() for copy in list(spoilt(document))[::7]]
    for k, document in enumerate(made):
        (tmp_path / f"{k}.json").write_text(json.dumps(document))
    command = [sys.executable, CHECKER, *(f"{k}.json" for k in range(len(made)))]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.stderr == ""
    lines = done.stdout.split("\n")
    assert lines.pop() == ""
    assert all(line.isascii() and line.isprintable() for line in lines)
    outcomes = [line for line in lines if not line.startswith("  ")]
    assert [line.split(":")[0] for line in outcomes] == [f"{k}.json" for k in range(len(made))]


def test_nor_can_the_name_of_a_file(tmp_path):
    name = "x\nother.json: accepted, verdict holds\x1b[2J\u202e"
    (tmp_path / name).write_text("{}")
    command = [sys.executable, CHECKER, name]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.stdout.count("\n") == 1
    assert done.stdout[:-1].isprintable()


def test_what_a_text_says_is_printed_escaped(tmp_path):
    labels = [EVIL, "yes"]
    kernel = make.dense("1/2 1/2, 1/2 1/2", labels, labels)
    path = tmp_path / "labels.json"
    path.write_text(json.dumps(make.document([kernel], [], {"file": EVIL})))
    command = [sys.executable, CHECKER, path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    escaped = json.dumps(EVIL).replace("\x7f", "\\u007f")
    assert done.stdout.count(escaped) == 3
