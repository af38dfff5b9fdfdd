"""Integer tightening: what the equalities of a case and integrality together imply.

If a nonnegative combination of forms has variable coefficients divisible by g, then over
the integers its constant may be rounded down to a multiple of g. The combinations tried are
those that eliminate variables by the equalities present (a form and its negation). A cut is
a ``(combine, divide)`` pair, which a checker can redo by itself.

>>> forms = [{"k": 1, "i": -2}, {"k": -1, "i": 2}, {"h": 2, "k": -1, "": -1}]
>>> cuts(forms)                         # k = 2i and 2h >= k + 1 give h >= i + 1
[({2: 1, 0: 1}, 2)]
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from .forms import Form, tightened, total

#: A nonnegative combination of forms, by their index.
Combination = dict[int, int]


def _key(form: Form) -> tuple[tuple[str, int], ...]:
    return tuple(sorted((name, times) for name, times in form.items() if times))


def _added(left: Combination, right: Combination, times: int) -> Combination:
    total = dict(left)
    for index, multiplier in right.items():
        total[index] = total.get(index, 0) + times * multiplier
    return total


def cuts(forms: Sequence[Form]) -> list[tuple[Combination, int]]:
    """Return the combinations and divisors that say something new about integers."""
    index = {_key(form): position for position, form in enumerate(forms)}
    partner = {p: index.get(_key(total([(-1, form)]))) for p, form in enumerate(forms)}
    # Each pivot: a variable, the equality that defines it and its negation, as combinations.
    pivots: list[tuple[str, dict[str, int], Combination, Combination]] = []

    def reduced(form: dict[str, int], made: Combination) -> tuple[dict[str, int], Combination]:
        for name, equality, plain, opposite in pivots:
            times = -form.get(name, 0) * equality[name]
            if times:
                form = total([(1, form), (times, equality)])
                made = _added(made, plain if times > 0 else opposite, abs(times))
        return form, made

    for position, other in partner.items():
        if other is None or other < position:
            continue
        form, made = reduced(dict(forms[position]), {position: 1})
        names = [name for name, times in form.items() if name and abs(times) == 1]
        if not names:
            continue
        # Names of function values start with t; they are eliminated before the variables.
        name = max(names, key=lambda name: (name.startswith("t"), name))
        back: Combination = {}
        for p, multiplier in made.items():
            opposite = partner[p]
            if opposite is None:
                raise RuntimeError("an equality was combined from something else")
            back[opposite] = back.get(opposite, 0) + multiplier
        pivots.append((name, form, made, back))
    known = set(index)
    found = []
    for position, original in enumerate(forms):
        form, made = reduced(dict(original), {position: 1})
        divisor = gcd(*(times for name, times in form.items() if name))
        if divisor > 1 and form.get("", 0) % divisor:
            tight = tightened(form, divisor)
            if _key(tight) not in known:
                known.add(_key(tight))
                found.append((made, divisor))
    return found
