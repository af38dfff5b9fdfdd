"""forms.py reads kernels that keep a law, and says of them only what their forms show."""

import json
import runpy
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from fixed_points import ALPHAS, costs, laws
from hypothesis import given, settings
from hypothesis import strategies as st
from sealed import checked, rejected, seal, with_claim

import exactdp
from exactdp.verify import checker as plain
from exactdp.verify import forms
from exactdp.verify.forms import checker
from exactdp.verify.judge.certificate import SUMS, certificate, rows_claim

FORMS = Path(exactdp.__file__).parent / "verify" / "forms.py"
HALF = Fraction(1, 2)
UNIFORM = ["1/4"] * 4
COUNTS = {"inputs": [0, 3], "outputs": [0, 3]}
NEAR = {"inputs_within": 1}
PRIVATE = {"demand": "private", "alpha": "1/2", "neighbours": NEAR}
KEPT = {"demand": "law", "from": UNIFORM, "to": UNIFORM}
COUPLED = {"form": "coupled", **COUNTS, "alpha": "1/2"}
COUPLED |= {"input_law": UNIFORM, "output_law": UNIFORM}
SCALED = {"form": "scaled", **COUNTS, "alpha": "1/2", "law": UNIFORM}
SCALED |= {"terms": [[0, "---", "1/2"], [3, "+++", "1/2"]]}
CLAIMS = [rows_claim(demand, True, by="form") for demand in (PRIVATE, KEPT)]
BEST = {"claim": "coupling", "kernel": 0, "design": [PRIVATE, KEPT], "loss": "L1"}
BEST |= {"cost": "43/60", "holds": True}
SEALED = certificate([COUPLED], [*CLAIMS, BEST])
SCALES = certificate([SCALED], CLAIMS)


def rows_of(kernel):
    """Return the rows of a kernel as the checker reads it."""
    read = checker.read_kernel(kernel, [])
    return [[Fraction(x, d) for x in row] for row, d in read.lines]


def coupled_rows(z, y, alpha):
    """Return GM at alpha followed by the coupling, by cutting [0, 1] at both laws."""
    n = len(z) - 1
    ends = {0: 1 / (1 + alpha), n: 1 / (1 + alpha)}
    inner = (1 - alpha) / (1 + alpha)
    gm = [[ends.get(k, inner) * alpha ** abs(i - k) for k in range(n + 1)] for i in range(n + 1)]
    mass = [sum(z[i] * gm[i][k] for i in range(n + 1)) for k in range(n + 1)]

    def spans(law):
        at = [sum(law[:k], Fraction(0)) for k in range(len(law) + 1)]
        return list(pairwise(at))

    def common(one, other):
        return max(Fraction(0), min(one[1], other[1]) - max(one[0], other[0]))

    post = [[common(a, b) / m for b in spans(y)] for a, m in zip(spans(mass), mass, strict=True)]
    return [[sum(row[k] * post[k][j] for k in range(n + 1)) for j in range(n + 1)] for row in gm]


def texts(law):
    return [str(Fraction(x)) for x in law]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_coupled_kernel_is_what_it_is_said_to_be(data):
    size = data.draw(st.integers(2, 6))
    z, y, alpha = data.draw(laws(size)), data.draw(laws(size)), Fraction(data.draw(ALPHAS))
    rows = coupled_rows(z, y, alpha)
    labels = {"inputs": [0, size - 1], "outputs": [0, size - 1]}
    kernel = {"form": "coupled", **labels, "alpha": str(alpha)}
    kernel |= {"input_law": texts(z), "output_law": texts(y)}
    assert rows_of(kernel) == rows
    private = {"demand": "private", "alpha": str(alpha), "neighbours": NEAR}
    sent = {"demand": "law", "from": texts(z), "to": texts(y)}
    design = [private, sent]
    by_form = [rows_claim(demand, True, by="form") for demand in (SUMS, *design)]
    by_entries = [rows_claim(demand, True) for demand in (SUMS, *design)]
    checked(certificate([kernel], by_form + by_entries))
    for loss, name in ((1, "L1"), (2, "L2")):
        cost = sum(
            z[i] * x * abs(i - j) ** loss for i, row in enumerate(rows) for j, x in enumerate(row)
        )
        table = [[str(abs(i - j) ** loss) for j in range(size)] for i in range(size)]
        for told in (name, {"table": table}):
            best = {"claim": "coupling", "kernel": 0, "design": design, "loss": told}
            best |= {"holds": True}
            assert checked(certificate([kernel], [best | {"cost": str(cost)}]))
            ends = [str(cost - 1), str(cost + Fraction(1, 10**9))]
            assert checked(certificate([kernel], [best | {"between": ends}]))
            wrong = certificate([kernel], [best | {"cost": str(cost + Fraction(1, 10**40))}])
            rejected(wrong, "not shown that the kernel costs that")


def scaled_rows(law, alpha, terms):
    """Return the scales, 1 at their greatest, and what they leave; None if that is not allowed."""
    size = len(law)
    rows = [[Fraction(0)] * size for _ in law]
    for j, pattern, w in terms:
        column = [Fraction(1)]
        for sign in pattern:
            column.append(column[-1] * (1 / alpha if sign == "+" else alpha))
        for i, x in enumerate(column):
            rows[i][j] += Fraction(w) * x / max(column)
    left = [z - sum(law[i] * rows[i][j] for i in range(size)) for j, z in enumerate(law)]
    rest, total = [1 - sum(row) for row in rows], sum(left) or 1
    if min(left) < 0 or any(alpha * x > y or alpha * y > x for x, y in pairwise(rest)):
        return None
    pairs = zip(rows, rest, strict=True)
    return [[x + r * c / total for x, c in zip(row, left, strict=True)] for row, r in pairs]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_kernel_of_scales_is_what_it_is_said_to_be_or_refused(data):
    size = data.draw(st.integers(2, 5))
    law, alpha = data.draw(laws(size)), Fraction(data.draw(ALPHAS))
    term = st.tuples(
        st.integers(0, size - 1),
        st.text("+-", min_size=size - 1, max_size=size - 1),
        st.sampled_from(["1/9", "1/4", "1/2", "1"]),
    )
    terms = [list(t) for t in data.draw(st.lists(term, max_size=4))]
    labels = {"inputs": [0, size - 1], "outputs": [0, size - 1]}
    kernel = {"form": "scaled", **labels, "alpha": str(alpha), "law": texts(law), "terms": terms}
    rows = scaled_rows(law, alpha, terms)
    demands = [
        SUMS,
        {"demand": "private", "alpha": str(alpha), "neighbours": NEAR},
        {"demand": "law", "from": texts(law), "to": texts(law)},
    ]
    by_form = [rows_claim(demand, True, by="form") for demand in demands]
    by_entries = [rows_claim(demand, True) for demand in demands]
    document = certificate([kernel], by_form + by_entries)
    if rows is None:
        rejected(document, "a column has too much|what the rows lack is not allowed by alpha")
        return
    assert checked(document)
    assert rows_of(kernel) == rows
    assert all(sum(row) == 1 for row in rows)


def test_what_is_printed_has_the_laws_the_level_the_loss_and_the_cost():
    law = json.dumps(UNIFORM, separators=(",", ":"))
    private = 'private at alpha = 1/2 between {"inputs_within":1}'
    assert checked(SEALED) == [
        "kernel 0: form coupled, inputs 0..3, outputs 0..3",
        "kernel 0: each row sums to 1: holds",
        f"kernel 0: {private}: holds",
        f"kernel 0: the law {law} is sent to {law}: holds",
        f"kernel 0: coupling among those with [{private}; the law {law} is sent to {law}], "
        "loss L1, cost 43/60: holds",
    ]
    between = with_claim(SEALED, "coupling", cost=None, between=["0", "1"])
    assert checked(seal(SEALED, claims=between))[-1].endswith('loss L1, between ["0","1"]: holds')
    z = ["1/1000"] * 1000
    about = {"inputs": [0, 999], "outputs": [0, 999], "input_law": z, "output_law": z}
    sent = rows_claim({"demand": "law", "from": z, "to": z}, True, by="form")
    assert "sha256:" in checked(certificate([COUPLED | about], [sent]))[-1]


def test_privacy_by_the_form_is_at_its_level_and_below_between_adjacent_inputs():
    for document in (SEALED, SCALES):
        for alpha in ("1/2", "1/3", "0", {"epsilon": "7/10", "terms": 12}):
            demand = PRIVATE | {"alpha": alpha}
            claims = with_claim(document, "private", demand=demand)
            assert checked(seal(document, claims=claims))
        beyond = ("2/3", "-1", {"epsilon": "69/100", "terms": 12})
        for demand in (
            *({"alpha": alpha} for alpha in beyond),
            *({"neighbours": {"inputs_within": k}} for k in (2, True)),
            {"neighbours": {"outputs_within": 1}},
            {"neighbours": {"pairs": [[0, 1, 1]]}},
        ):
            claims = with_claim(document, "private", demand=PRIVATE | demand)
            rejected(document, "the form does not show that", claims=claims)


def test_the_law_by_the_form_is_its_own_and_no_other_demand_is_shown_by_it():
    skew = ["1/2", "1/4", "1/8", "1/8"]
    for document in (SEALED, SCALES):
        for side in ("from", "to"):
            claims = with_claim(document, "law", demand=KEPT | {side: skew})
            rejected(document, "the form does not show that", claims=claims)
        other = {"demand": "property", "property": "S"}
        claims = with_claim(document, "private", demand=other)
        rejected(document, "the form does not show that", claims=claims)
        claims = with_claim(document, "private", demand=3)
        rejected(document, "the form does not show that", claims=claims)
        claims = with_claim(document, "private", tight=[])
        rejected(document, "not shown by the form", claims=claims)
    # Read off the entries it holds all the same, or fails.
    rows = rows_of(COUPLED)
    image = [sum(Fraction(x) * row[j] for x, row in zip(skew, rows, strict=True)) for j in range(4)]
    for demand, holds in (
        (KEPT | {"from": skew, "to": texts(image)}, True),
        ({"demand": "property", "property": "S"}, True),
        (PRIVATE | {"neighbours": {"inputs_within": 3}, "alpha": "1/8"}, True),
        (PRIVATE | {"neighbours": {"inputs_within": 2}}, False),
    ):
        at = {} if holds else {"at": [[0, 3], [2, 3]]}
        assert checked(certificate([COUPLED], [rows_claim(demand, holds, **at)]))
    tight = rows_claim(PRIVATE, True, tight=[[1, 0], [0, 0]])
    assert checked(certificate([COUPLED], [tight]))[-1].endswith("and for no larger alpha")


def test_kernels_that_are_none_are_rejected():
    def broken(document, reason, **changes):
        rejected(document, reason, kernels=[document["kernels"][0] | changes])

    for document in (SEALED, SCALES):
        for alpha in ("0", "1", "-1/2", "3/2"):
            broken(document, r"alpha is not in \(0, 1\)", alpha=alpha)
        broken(document, "not the labels of the inputs", outputs=[1, 4])
        broken(document, "should not have, the key", base="1/2")
    for side in ("input_law", "output_law"):
        for law in (["1", "0", "0", "1/9"], ["3/2", "0", "0", "-1/2"]):
            broken(SEALED, "is no distribution", **{side: law})
        broken(SEALED, "does not have 4 items", **{side: ["1"]})
    broken(SEALED, "the kernel has 1 rows", inputs=[0, 0], outputs=[0, 0])
    broken(SCALES, "is no distribution", law=["1", "0", "0", "1"])
    broken(SCALES, "a column has too much", terms=[[0, "---", "1"], [0, "---", "1"]])
    peak = {"law": ["0", "0", "0", "1"], "terms": [[3, "---", "9/10"]]}
    broken(SCALES, "not allowed by alpha", **peak)
    for pattern in ("--", "----", "--0", "---\n", 3):
        broken(SCALES, "a pattern does not fit", terms=[[0, pattern, "1/4"]])
    for weight in ("0", "-1"):
        broken(SCALES, "a weight is not positive", terms=[[0, "---", weight]])
    broken(SCALES, "a place in 0..3", terms=[[4, "---", "1/4"]])
    broken(SCALES, "term does not have 3 items", terms=[[0, "---"]])
    empty = certificate([SCALED | {"terms": []}], CLAIMS)
    assert checked(empty)  # all of it is shared out: the law itself on every input
    assert rows_of(empty["kernels"][0]) == [[Fraction(1, 4)] * 4] * 4


def test_the_least_cost_is_among_kernels_at_the_level_of_the_form_and_with_its_laws():
    skew = ["1/2", "1/4", "1/8", "1/8"]
    for design in (
        [PRIVATE | {"alpha": "1/3"}, KEPT],
        [PRIVATE | {"neighbours": {"inputs_within": True}}, KEPT],
        [PRIVATE, KEPT | {"to": skew}],
        [PRIVATE, KEPT, {"demand": "property", "property": "F"}],
        [KEPT, PRIVATE],
        [PRIVATE],
        [],
    ):
        rejected(SEALED, "the design is not", claims=with_claim(SEALED, "coupling", design=design))
    rejected(SEALED, "shows nothing", claims=with_claim(SEALED, "coupling", holds=False))
    best = certificate([SCALED], [*CLAIMS, BEST])
    rejected(best, "not in the form coupled")
    dense = {"form": "dense", **COUNTS, "rows": [texts(row) for row in rows_of(COUPLED)]}
    rejected(certificate([dense], [BEST]), "not in the form coupled")


def test_false_costs_and_losses_are_rejected():
    near = str(Fraction(43, 60) + Fraction(1, 10**30))
    reason = "not shown that the kernel costs that"
    rejected(SEALED, reason, claims=with_claim(SEALED, "coupling", cost=near))
    rejected(SEALED, reason, claims=with_claim(SEALED, "coupling", loss="L2"))
    ends = [str(Fraction(43, 60) + Fraction(x, 10**30)) for x in (-1, 1)]
    claims = with_claim(SEALED, "coupling", cost=None, between=ends)
    assert checked(seal(SEALED, claims=claims))
    for ends in (["43/60", "43/60"], [near, "1"], ["0", "7/10"], ["1", "0"]):
        claims = with_claim(SEALED, "coupling", cost=None, between=ends)
        rejected(SEALED, reason, claims=claims)
    for changes in ({"between": ["0", "1"]}, {"cost": None}):
        claims = with_claim(SEALED, "coupling", **changes)
        rejected(SEALED, "the cost is not stated once", claims=claims)
    crossed = {"table": [[str(int(i != j)) for j in range(4)] for i in range(4)]}
    claims = with_claim(SEALED, "coupling", loss=crossed)
    rejected(SEALED, "the loss is not Monge at 0, 1", claims=claims)
    for loss in ("L0", "L3", ["L1"], None, {"table": [["0"]]}, {"tables": []}):
        claims = with_claim(SEALED, "coupling") if loss is None else SEALED["claims"]
        claims = [c | {"loss": loss} if c["claim"] == "coupling" else c for c in claims]
        rejected(SEALED, "unknown loss|does not have|should not have", claims=claims)


def test_the_other_costs_that_are_monge_are_least_too():
    for table in costs(4).values():
        total = sum(
            Fraction(1, 4) * cost * x
            for costs_of, row in zip(table, rows_of(COUPLED), strict=True)
            for cost, x in zip(costs_of, row, strict=True)
        )
        loss = {"table": [texts(row) for row in table]}
        claims = with_claim(SEALED, "coupling", loss=loss, cost=str(total))
        assert checked(seal(SEALED, claims=claims))


def test_what_is_too_long_is_refused_and_not_rejected(monkeypatch):
    odds = f"{10**80}/{10**80 + 1}"
    law = ["1"] + ["0"] * 4999
    about = {"inputs": [0, 4999], "outputs": [0, 4999], "alpha": odds}
    sums = [rows_claim(SUMS, True, by="form")]
    for kernel in (
        COUPLED | about | {"input_law": law, "output_law": law},
        SCALED | about | {"law": law, "terms": []},
    ):
        with pytest.raises(checker.Refused, match="bits of a number is more than 1000000"):
            checked(certificate([kernel], sums))
    monkeypatch.setattr(forms, "MAX_WRITTEN", 100)
    for kernel in (COUPLED, SCALED):
        with pytest.raises(checker.Refused, match="too long to be written out"):
            checked(certificate([kernel], [rows_claim(SUMS, True)]))
    monkeypatch.setattr(forms, "MAX_COUNTS", 3)
    rejected(SEALED, "the kernel has 4 rows")


def test_a_thousand_counts_are_not_written_out(monkeypatch):
    monkeypatch.setattr(forms, "MAX_WRITTEN", 0)
    z = ["1/1000"] * 1000
    about = {"inputs": [0, 999], "outputs": [0, 999], "input_law": z, "output_law": z}
    sent = {"demand": "law", "from": z, "to": z}
    best = BEST | {"design": [PRIVATE, sent], "between": ["1", "2"]}
    del best["cost"]
    claims = [rows_claim(demand, True, by="form") for demand in (SUMS, PRIVATE, sent)]
    assert len(checked(certificate([COUPLED | about], [*claims, best]))) == 5


def test_the_checker_names_the_program_that_reads_the_forms():
    for document in (SEALED, SCALES):
        with pytest.raises(plain.Outcome, match=r"forms\.py reads it"):
            plain.check(document)
    with pytest.raises(plain.Outcome, match="unknown claim"):
        plain.check(certificate([], [BEST]))


def test_it_runs_by_itself_wherever_it_is_called(tmp_path):
    path = tmp_path / "c.json"
    path.write_text(json.dumps(SEALED))
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(FORMS), str(path)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == f"{path}: accepted, verdict holds"
    path.write_text(json.dumps(seal(SEALED, claims=with_claim(SEALED, "coupling", cost="1/2"))))
    done = subprocess.run([sys.executable, str(FORMS), str(path)], capture_output=True, check=False)
    assert done.returncode == 1


def test_it_ends_as_the_checker_does(tmp_path, monkeypatch, capsys):
    path = tmp_path / "c.json"
    path.write_text(json.dumps(SEALED))
    monkeypatch.setattr(checker, "load", lambda path: SEALED)  # this process is not to be limited
    monkeypatch.setattr(sys, "argv", [str(FORMS), str(path)])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(FORMS), run_name="__main__")
    assert end.value.code == 0
    assert capsys.readouterr().out.endswith("accepted, verdict holds\n")
