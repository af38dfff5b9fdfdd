"""The definitions, written down once more in plain Fractions, as slowly as they read."""

from fractions import Fraction
from itertools import combinations

from hypothesis import strategies as st


def neighbours(size, kind="adjacent", sensitivity=1):
    """Yield pairs of entries ((i, j), (k, m)) that the relation compares, both ways."""
    reach = size - 1 if kind == "all" else sensitivity
    for a, b in combinations(range(size), 2):
        if b - a <= reach:
            for c in range(size):
                pair = ((c, a), (c, b)) if kind == "outputs" else ((a, c), (b, c))
                yield pair
                yield pair[::-1]


def tightest_alpha(rows, kind="adjacent", sensitivity=1):
    ratios = [Fraction(1)]
    for (i, j), (k, m) in neighbours(len(rows), kind, sensitivity):
        if rows[k][m] > 0:
            ratios.append(rows[i][j] / rows[k][m])
    return min(ratios)


def zero_pairs(rows, kind="adjacent", sensitivity=1):
    return sum(
        rows[i][j] == 0 < rows[k][m] for (i, j), (k, m) in neighbours(len(rows), kind, sensitivity)
    )


def hockey_stick(rows, odds, kind="adjacent", sensitivity=1):
    size = len(rows)
    reach = size - 1 if kind == "all" else sensitivity
    return max(
        sum(max(Fraction(0), p - odds * q) for p, q in zip(rows[i], rows[k], strict=True))
        for i in range(size)
        for k in range(size)
        if 1 <= abs(i - k) <= reach
    )


def has_property(rows, letter):
    n = len(rows) - 1
    counts = range(n + 1)

    def pr(output, given):  # Pr[output | input]
        return rows[given][output]

    if letter == "RH":
        return all(pr(i, i) >= pr(i, j) for i in counts for j in counts)
    if letter == "RM":
        return all(pr(i, j - 1) <= pr(i, j) for i in counts for j in range(1, i + 1)) and all(
            pr(i, j + 1) <= pr(i, j) for i in counts for j in range(i, n)
        )
    if letter == "CH":
        return all(pr(j, j) >= pr(i, j) for i in counts for j in counts)
    if letter == "CM":
        return all(pr(i - 1, j) <= pr(i, j) for j in counts for i in range(1, j + 1)) and all(
            pr(i + 1, j) <= pr(i, j) for j in counts for i in range(j, n)
        )
    if letter == "F":
        return len({pr(i, i) for i in counts}) == 1
    if letter == "WH":
        return all(pr(i, i) >= Fraction(1, n + 1) for i in counts)
    return all(pr(i, j) == pr(n - i, n - j) for i in counts for j in counts)


def matrices(max_size=5, *, stochastic=False):
    """Matrices with many zeros and ties; where `stochastic`, with rows that sum to 1."""

    @st.composite
    def draw_matrix(draw):
        size = draw(st.integers(2, max_size))
        entry = st.one_of(
            st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 2)]),
            st.fractions(0, 3, max_denominator=12),
        )
        rows = draw(
            st.lists(st.lists(entry, min_size=size, max_size=size), min_size=size, max_size=size)
        )
        if stochastic:
            for row in rows:
                if not any(row):
                    row[draw(st.integers(0, size - 1))] = Fraction(1)
            rows = [[x / sum(row) for x in row] for row in rows]
        return rows

    return draw_matrix()
