"""Section IV-D: what EM and WM cost, and the heatmaps of Figure 7.

Of the 75 numbers in Figure 7 the texts carry 19, in fragments of rows; they are kept here
as printed. They fix the level, which the text rounds, and show which program "WM" solves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from ....mechanisms.design.design import Inequality
from ....mechanisms.design.optimal import InfeasibleDesign, OptimalMechanism
from ...engine.evidence import Step
from ...engine.exponents import prove
from ...engine.identities import identity
from ...engine.linear import ceil_half
from ...engine.reals import rounding
from ...engine.search import counterexample, instances, written
from ...engine.signs import UNIT, at_least, sign
from ...engine.sums import vanishing
from ...lemmas import instances as concrete
from ...lemmas.column_honesty import attained, bound
from ...lemmas.explicit_fair import M, a, m, n, normaliser, normaliser_at
from ...lemmas.explicit_fair import i as output
from ...lemmas.joined_ends import joined_attained, joined_bound
from ...lemmas.largest_trace import geometric_below_half, geometric_is_least
from ...lemmas.optima import (
    PARAMETRIC,
    WM,
    Entry,
    at_cost,
    certified,
    curve,
    least,
    least_cost,
    optimum,
    printed_of,
)
from ...statements.claim import Finding, Proof, Repair, claim, decide
from .introduction import HEATMAPS, TRUE_LEVEL

#: The size of Figure 7.
SIZE = 4
_M = {"b": UNIT, "M": UNIT}


@claim(
    "CKS-71",
    place="IV-D, Fig. 6",
    statement="EM's cost is approximately 2 alpha/(1+alpha) (n+1)/n",
    formula="L0(EM) ~ 2 alpha/(1+alpha) (n+1)/n",
)
def approximate_cost_of_em() -> Finding:
    """The relative error is exact: alpha^m y* for n = 2m, alpha^m (1+alpha) y*/2 for 2m+1."""

    def relative(n: int, alpha: Fraction) -> bool:
        approximate = 2 * alpha / (1 + alpha) * Fraction(n + 1, n)
        y, half = normaliser_at(n, alpha), alpha ** (n // 2)
        error = half * y * (1 if n % 2 == 0 else (1 + alpha) / 2)
        cost = concrete.loss(concrete.explicit_fair(n, alpha))
        return cost == approximate * (1 - error) and 0 < error * (n + 1) <= 1

    steps: list[Step] = []
    even, odd = normaliser(False, steps), normaliser(True, steps)
    scale = 2 * a / (1 + a)
    return decide(
        search=[counterexample("the relative error is as said", instances(), relative)],
        proof=Proof(
            "all n, all alpha in (0, 1)",
            [
                *steps,
                identity(
                    "n = 2m: 1 - y* = 2a/(1+a) (1 - a^m y*)", 1 - even, scale * (1 - M * even)
                ),
                identity(
                    "n = 2m+1: 1 - y* = 2a/(1+a) (1 - a^m y* (1+a)/2)",
                    1 - odd,
                    scale * (1 - M * odd * (1 + a) / 2),
                ),
                prove(
                    "1/(a^m y*) sums a^(ceil(k/2)-m) >= 1 over k <= 2m",
                    [output >= 0, output <= 2 * m],
                    [m - ceil_half(output)],
                ),
                # Odd n: 1/(a^m y*) >= n + a, and (1+a)/2 <= (n+a)/(n+1).
                sign(
                    "n odd: (1+a)/(2(n+a)) <= 1/(n+1)",
                    1 / (n + 1) - (1 + a) / (2 * (n + a)),
                    ">=0",
                    {"b": UNIT, "n": at_least(1)},
                ),
                vanishing(a, 0, {"b": UNIT}),
                sign("y* < 1, so the error vanishes with a^m", 1 - even, ">0", _M),
            ],
        ),
    )


@claim(
    "CKS-72",
    place="IV-D",
    statement="there is no closed form for WM's cost",
)
def closed_form_of_wm() -> Finding:
    """At each size the cost is rational in alpha on finitely many intervals."""

    def has_none(n: int) -> bool:
        # A curve is finitely many rational functions whose optimality has been rechecked.
        return len(curve(n, WM).pieces) == 0

    curves = {n: curve(n, WM) for n in PARAMETRIC}
    shown = {str(n): str(found).splitlines()[1:] for n, found in curves.items()}
    texts = [str(piece.cost) for piece in curves[4].pieces]
    return decide(
        search=[
            counterexample(
                "there is none",
                ({"n": n} for n in PARAMETRIC if n > 1),
                has_none,
                lambda n: {"cost": shown[str(n)]},
            )
        ],
        correction=Repair(
            f"n <= {PARAMETRIC[-1]}, all alpha in (0, 1); all n for alpha <= 2/3 and for alpha >= "
            "m/(m+1), m = floor(n/2)",
            [
                *(
                    Step(
                        "parametric program",
                        f"n = {n}: the pieces cover (0, 1), the first is GM's cost",
                        bool(found.pieces) and str(found.pieces[0].cost) == "2*alpha/(1 + alpha)",
                        {"cost": shown[str(n)]},
                    )
                    for n, found in curves.items()
                ),
                *geometric_is_least(),
                *geometric_below_half(),
                *joined_bound(),
                *joined_attained(),
                *bound(),
                *attained(),
            ],
            "for each n the cost is a piecewise rational function of alpha: (n+1-t)/n, where the "
            "trace t is that of GM for alpha <= 1/2, 1/alpha + (n-3)(1-alpha)/(1+alpha) for 1/2 <= "
            "alpha <= 2/3 and n >= 3, and for alpha >= m/(m+1) it is (1 + 2 sum_{k=1}^m "
            "alpha^-k)/(n+1) if n = 2m, 4 sum_{k=0}^m alpha^-k/((n+1)(1+alpha)) if n = 2m+1; "
            "for n = 2 and 3 it is "
            f"{curves[2].pieces[-1].cost} from alpha = 1/2 on; for n = 4 the pieces are "
            f"{'; '.join(texts)}, with breakpoints 1/2 and 2/3",
        ),
    )


#: What the texts carry of GM: output 1, inputs 1 to 4.
PRINTED_GM = {(1, 1): "0.048", (2, 1): "0.043", (3, 1): "0.039", (4, 1): "0.036"}
#: Of EM: two neighbours in a row, such as output 4, inputs 2 and 3.
PRINTED_EM = {(2, 4): "0.185", (3, 4): "0.203"}
#: Of WM: output 0, inputs 2 to 4; outputs 1 and 3, all inputs.
PRINTED_WM: dict[Entry, str] = {
    **{(2, 0): "0.218", (3, 0): "0.213", (4, 0): "0.194"},
    **{(j, 1): t for j, t in enumerate(("0.195", "0.2", "0.182", "0.165", "0.182"))},
    **{(j, 3): t for j, t in enumerate(("0.182", "0.165", "0.182", "0.2", "0.195"))},
}


def entries(
    name: str,
    kernel: concrete.Kernel,
    texts: dict[Entry, str],
    form: Mapping[str, Any] | None = None,
) -> list[Step]:
    """Compare entries (input, output) of a kernel with printed ones."""
    return [
        printed_of(f"{name}: Pr[{o}|{j}]", kernel, {(j, o): 1}, text, form)
        for (j, o), text in texts.items()
    ]


def rounding_to(texts: dict[Entry, str]) -> tuple[Inequality, ...]:
    """Return the demands that entries (input, output) round to what is printed."""
    demands = []
    for entry, text in texts.items():
        low, high = rounding(text)
        demands.append(Inequality(((entry, Fraction(1)),), low))
        demands.append(Inequality(((entry, Fraction(-1)),), -high))
    return tuple(demands)


def drawn_as_wm(alpha: Fraction = TRUE_LEVEL) -> OptimalMechanism | InfeasibleDesign:
    """Return an optimum of WH alone whose entries round to what is printed of WM."""
    honest = ("WH",)
    optimum = at_cost(SIZE, "L0", least_cost(SIZE, alpha, honest))
    return least(SIZE, alpha, honest, "L0", (optimum, *rounding_to(PRINTED_WM)))


def honest_optimum() -> list[Step]:
    """Prove that some optimum of WH alone rounds to what is printed of WM, at 10/11."""
    found = drawn_as_wm()
    feasible = isinstance(found, OptimalMechanism)
    steps = [
        certified("an optimum of WH alone rounds to all that is printed of WM", found, feasible)
    ]
    if isinstance(found, OptimalMechanism):
        kernel = found.mechanism.rows()
        steps += entries("WM", kernel, PRINTED_WM)
        lacking = {p: concrete.PROPERTIES[p](kernel) for p in ("RM", "CM")}
        steps.append(
            Step(
                "instance",
                "it has neither RM nor CM",
                not any(lacking.values()),
                written({"kernel": kernel}),
            )
        )
    return steps


@claim(
    "CKS-73",
    place="IV-D, Fig. 7",
    statement="Fig. 7 shows GM, EM and WM for n = 4 and alpha = 0.9, every printed entry",
)
def figure_7() -> Finding:
    """What survives is right at alpha = 10/11, with WH alone in place of WM."""

    def gm_and_em(alpha: Fraction) -> list[Step]:
        gm, em = concrete.geometric(SIZE, alpha), concrete.explicit_fair(SIZE, alpha)
        at = f"alpha = {alpha}, "
        forms = concrete.geometric_form(SIZE, alpha), concrete.explicit_fair_form(SIZE, alpha)
        return [
            *entries(f"{at}GM", gm, PRINTED_GM, forms[0]),
            *entries(f"{at}EM", em, PRINTED_EM, forms[1]),
        ]

    count = len(PRINTED_GM) + len(PRINTED_EM) + len(PRINTED_WM)
    whole = 3 * (SIZE + 1) ** 2
    return decide(
        search=gm_and_em(HEATMAPS),
        correction=Repair(
            f"this instance (n = 4, alpha = 10/11); {count} of {whole} entries are in the texts",
            [*gm_and_em(TRUE_LEVEL), *honest_optimum()],
            "alpha is 10/11, which 0.9 rounds, and the third matrix is an optimum of WH alone, "
            "without RM and CM; so read, every entry that the texts carry is right",
        ),
    )


@claim(
    "CKS-74",
    place="IV-D, Fig. 7",
    statement="the matrix printed as WM in Fig. 7 is an optimum of the WM program (WH+RM+CM)",
)
def wm_of_figure_7() -> Finding:
    """In the row of output 1 the entry grows from 0.165 to 0.182 away from the diagonal."""
    extra = rounding_to(PRINTED_WM)
    # Without privacy, so that the level does not matter.
    programs = {p: least(SIZE, None, (p,), "L0", extra) for p in ("RM", "CM")}
    search = []
    for letter, found in programs.items():
        possible = isinstance(found, OptimalMechanism)
        step = certified(f"a kernel that rounds to it has {letter}", found, possible)
        shown = {
            "n": SIZE,
            "printed, by input and output": {f"{j},{o}": t for (j, o), t in PRINTED_WM.items()},
        }
        data = {**step.data, **({} if possible else {"counterexample": shown})}
        search.append(replace(step, data=data, refutes=partial(optimum, found)))
    wm, honest = (least_cost(SIZE, TRUE_LEVEL, letters) for letters in (WM, ("WH",)))
    return decide(
        search=search,
        correction=Repair(
            "this instance (n = 4, alpha = 10/11)",
            [
                *honest_optimum(),
                certified(
                    "WM costs more at that level",
                    least(SIZE, TRUE_LEVEL, WM),
                    wm > honest,
                ),
            ],
            f"it is an optimum of WH alone at alpha = 10/11, with L0 = {honest}; WM costs {wm}",
        ),
    )
