"""What a certificate states, decided the slow way: an oracle for the stand-alone checker.

It shares no code with the checker. A statement is true if it is well formed and the plain
definitions in `naive` confirm it.
"""

from fractions import Fraction

import naive

from exactdp.mechanisms import InputError, PrivacyLevel
from exactdp.mechanisms.files import kernel_from_document
from exactdp.mechanisms.rationals import to_fraction


def is_true(document):
    """Whether every statement of a certificate is true."""
    form = kernel_from_document(document["kernel"])
    rows = [[to_fraction(x) for x in form.row(i)] for i in range(form.size)]
    verdicts = [claim_is_true(claim, rows, document) for claim in document["claims"]]
    holds = [claim["holds"] for claim in document["claims"] if "holds" in claim]
    verdict = "holds" if all(holds) else "fails"
    return all(verdicts) and bool(holds) and document["verdict"] == verdict


def claim_is_true(claim, rows, document):
    return {
        "stochastic": stochastic,
        "tightest-alpha": tightest,
        "private": private,
        "delta": delta,
        "property": has_property,
        "objective": objective,
        "post-processing": post_processing,
        "derivable": derivable,
    }[claim["claim"]](claim, rows, document)


def stochastic(claim, rows, _):
    sums = [sum(row) for row in rows]
    if claim["holds"]:
        return all(total == 1 for total in sums) and not {"row", "sum"} & set(claim)
    return sums[claim["row"]] == Fraction(claim["sum"]) != 1


def relation(claim):
    near = claim["neighbours"]
    return near["kind"], near["sensitivity"]


def ratio(witness, rows, near):
    if near[0] == "outputs":
        (i, (j, m)) = (witness["input"], witness["outputs"])
        pair = ((i, j), (i, m))
    else:
        (j, (i, k)) = (witness["output"], witness["inputs"])
        pair = ((i, j), (k, j))
    if pair not in set(naive.neighbours(len(rows), *near)):
        return None
    (i, j), (k, m) = pair
    return rows[i][j] / rows[k][m] if rows[k][m] else None


def tightest(claim, rows, _):
    alpha, near = Fraction(claim["alpha"]), relation(claim)
    if claim["witness"] is None:
        return alpha == 1 == naive.tightest_alpha(rows, *near)
    return alpha == naive.tightest_alpha(rows, *near) == ratio(claim["witness"], rows, near)


def level(claim):
    try:
        if "alpha" in claim:
            return None if "epsilon" in claim else PrivacyLevel.from_alpha(claim["alpha"])
        return PrivacyLevel.from_epsilon(claim["epsilon"])
    except InputError:
        return None


def private(claim, rows, _):
    near, at = relation(claim), level(claim)
    if at is None:
        return False
    if claim["holds"]:
        bound = Fraction(claim["bound"])
        alpha = naive.tightest_alpha(rows, *near)
        return "witness" not in claim and at.compare(bound) >= 0 and alpha >= bound
    found = ratio(claim["witness"], rows, near)
    return found is not None and at.compare(found) < 0 and "bound" not in claim


def delta(claim, rows, _):
    near, at, bound = relation(claim), level(claim), Fraction(claim["delta"])
    if at is None or near[0] == "outputs" or not 0 <= bound <= 1:
        return False
    # Between rationals so near to e^eps that no breakpoint of these small cases is missed.
    low, high = (Fraction(str(x)) for x in at.odds_bracket())
    if claim["holds"]:
        return naive.hockey_stick(rows, low, *near) <= bound and "witness" not in claim
    i, k = claim["witness"]["inputs"]
    reach = len(rows) - 1 if near[0] == "all" else near[1]
    beyond = sum(max(0, p - high * q) for p, q in zip(rows[i], rows[k], strict=True)) > bound
    return 1 <= abs(i - k) <= reach and beyond


def has_property(claim, rows, _):
    letter, n = claim["property"], len(rows) - 1
    if claim["holds"]:
        return "violation" not in claim and naive.has_property(rows, letter)
    entries = [tuple(entry) for entry in claim["violation"]]
    low = rows[entries[0][0]][entries[0][1]]
    if letter == "WH":
        return len(entries) == 1 and entries[0][0] == entries[0][1] and low * (n + 1) < 1
    (i, j), (k, m) = entries
    named = {
        "RH": (i, j) == (m, m),
        "CH": (i, j) == (k, k),
        "F": i == j and k == m,
        "S": (i, j) == (n - k, n - m),
        # one step nearer to the diagonal, on the same side of it or on it
        "RM": j == m and abs(i - k) == 1 and abs(i - j) == abs(k - m) - 1,
        "CM": i == k and abs(j - m) == 1 and abs(i - j) == abs(k - m) - 1,
    }[letter]
    return named and low < rows[k][m]


def objective(claim, rows, _):
    n = len(rows) - 1
    name, _, distance = claim["objective"].partition(",")
    total = Fraction(0)
    for i, row in enumerate(rows):
        for j, p in enumerate(row):
            if name == "L0":
                total += Fraction(abs(i - j) > int(distance or 0), n) * p
            else:
                total += Fraction(abs(i - j) ** int(name[1]), n + 1) * p
    return total == Fraction(claim["value"])


def post_processing(claim, rows, document):
    kernel, alpha = document["kernel"], Fraction(claim["alpha"])
    if kernel["form"] != "postprocessed" or not claim["holds"] or not 0 < alpha <= 1:
        return False
    base = kernel_from_document(kernel["base"])
    exact = [[to_fraction(x) for x in base.row(i)] for i in range(base.size)]
    sums = [sum(Fraction(w) for _, w in row) for row in kernel["post"]]
    return naive.tightest_alpha(exact) >= alpha and all(total == 1 for total in sums)


def derivable(claim, rows, _):
    a, n = Fraction(claim["alpha"]), len(rows) - 1
    if not 0 < a < 1 or any(sum(row) != 1 for row in rows):
        return False
    if claim["holds"]:
        post = [[Fraction(0)] * (n + 1) for _ in rows]
        for k, sparse in enumerate(claim["post"]):
            for j, w in sparse:
                post[k][j] += Fraction(w)
        law = [
            [(1 if k in (0, n) else 1 - a) / (1 + a) * a ** abs(i - k) for k in range(n + 1)]
            for i in range(n + 1)
        ]
        made = [
            [sum(x * row[j] for x, row in zip(line, post, strict=True)) for j in range(n + 1)]
            for line in law
        ]
        return made == rows and min(map(min, post)) >= 0 and "witness" not in claim
    j, k = claim["witness"]["output"], claim["witness"]["input"]
    column = [row[j] for row in rows]
    if k in (0, n):
        return column[k] < a * column[1 if k == 0 else n - 1] and "post" not in claim
    return (
        column[k] - a * column[k - 1] < a * (column[k + 1] - a * column[k]) and "post" not in claim
    )
