"""Laws, levels and costs for the tests of fixed-point mechanisms."""

from fractions import Fraction
from itertools import pairwise

from hypothesis import strategies as st

ALPHAS = st.builds(Fraction, st.integers(1, 19), st.just(20))


@st.composite
def laws(draw, size):
    """Return a distribution with zeros, ties and peaks in it."""
    weights = draw(
        st.lists(st.sampled_from([0, 0, 1, 1, 2, 7, 100]), min_size=size, max_size=size).filter(any)
    )
    return [Fraction(w, sum(weights)) for w in weights]


def costs(size):
    """Return Monge costs by name: convex functions of the difference, and one that is none."""

    def table(f):
        return [[f(i, j) for j in range(size)] for i in range(size)]

    return {
        "absolute": table(lambda i, j: abs(i - j)),
        "squared": table(lambda i, j: (i - j) ** 2),
        "asymmetric": table(lambda i, j: 3 * max(i - j, 0) + max(j - i, 0)),
        "cubic": table(lambda i, j: abs(i - j) ** 3),
        "hinge": table(lambda i, j: max(0, abs(i - j) - 1)),
        "product": table(lambda i, j: -(i * i) * j),
    }


def keeps(rows, z, y):
    """Whether rows sum to 1 and z is sent to y."""
    size = len(rows)
    sent = [sum(z[i] * rows[i][j] for i in range(size)) for j in range(size)]
    return all(sum(row) == 1 for row in rows) and sent == list(y)


def private(rows, alpha):
    """Whether neighbouring inputs are within alpha at every output."""
    return all(
        alpha * x <= y and alpha * y <= x
        for one, other in pairwise(rows)
        for x, y in zip(one, other, strict=True)
    )


def cost_of_rows(rows, z, cost):
    size = range(len(rows))
    return sum(z[i] * cost[i][j] * rows[i][j] for i in size for j in size)
