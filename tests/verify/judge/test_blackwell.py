"""Whether one mechanism is a post-processing of another, against the definitions."""

from fractions import Fraction
from itertools import product

import naive
import pytest
import truth
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.families.explicit_fair import explicit_fair
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.families.uniform import uniform
from exactdp.mechanisms.kernels.mechanism import Mechanism
from exactdp.verify import checker
from exactdp.verify.judge.blackwell import derivable
from exactdp.verify.judge.derivability import derivable_from_geometric

KERNELS = naive.matrices(3, stochastic=True)


def times(a, b):
    columns = list(zip(*b, strict=True))
    return [[sum(x * y for x, y in zip(row, c, strict=True)) for c in columns] for row in a]


@st.composite
def pairs(draw):
    """Two kernels of one size, the first often not invertible."""
    first = draw(KERNELS)
    second = draw(KERNELS.filter(lambda rows: len(rows) == len(first)))
    if draw(st.booleans()):
        first[-1] = first[0]
    if draw(st.booleans()):
        second = times(first, second)
    return first, second


@settings(max_examples=200, deadline=None)
@given(pair=pairs())
def test_the_verdict_is_that_of_another_exact_engine_and_its_certificate_is_accepted(pair):
    verdict = derivable(*map(Mechanism.from_rows, pair))
    document = verdict.certificate()
    assert checker.check(document)
    assert truth.is_true(document)
    assert document["verdict"] == ("holds" if verdict.holds else "fails")


@settings(max_examples=200, deadline=None)
@given(pair=pairs())
def test_the_post_processing_gives_the_second_or_the_functional_separates_by_the_gap(pair):
    first, second = pair
    verdict = derivable(*map(Mechanism.from_rows, pair))
    if verdict.holds:
        post = verdict.post.rows()
        assert times(first, post) == second
        assert all(sum(row) == 1 and min(row) >= 0 for row in post)
        return
    size = len(first)

    def value(rows):
        return sum(
            w * p
            for line, row in zip(verdict.functional, rows, strict=True)
            for w, p in zip(line, row, strict=True)
        )

    greatest = max(
        value(times(first, [[Fraction(j == to) for j in range(size)] for to in where]))
        for where in product(range(size), repeat=size)
    )
    assert value(second) - greatest == verdict.gap > 0
    assert max(abs(w) for row in verdict.functional for w in row) == 1


@settings(max_examples=50, deadline=None)
@given(first=KERNELS, data=st.data())
def test_what_was_post_processed_is_recognised_whether_or_not_it_can_be_undone(first, data):
    post = data.draw(KERNELS.filter(lambda rows: len(rows) == len(first)))
    a, b = Mechanism.from_rows(first), Mechanism.from_rows(times(first, post))
    assert derivable(a, a).holds
    assert derivable(a, b).holds
    assert derivable(b, uniform(a.n)).holds


@pytest.mark.parametrize("n", [1, 2, 5, 9])
@pytest.mark.parametrize("alpha", ["1/2", "2/3", "9/10"])
def test_it_agrees_with_the_closed_form_for_the_geometric_mechanism(n, alpha):
    source = geometric(n, "2/3")
    for target in (geometric(n, alpha), explicit_fair(n, alpha), uniform(n)):
        closed, found = derivable_from_geometric(target, "2/3"), derivable(source, target)
        assert found.holds == closed.holds
        assert found.holds is False or found.post == closed.post


def test_privacy_orders_the_geometric_mechanisms():
    sharp, dull = geometric(6, "1/2"), geometric(6, "3/5")
    assert derivable(sharp, dull).holds
    assert not derivable(dull, sharp).holds


def test_the_uniform_mechanism_is_derivable_from_all_and_nothing_else_from_it():
    # It is not invertible, so a linear program decides.
    assert derivable(uniform(4), uniform(4)).holds
    verdict = derivable(uniform(4), explicit_fair(4, "9/10"))
    assert not verdict.holds
    assert checker.check(verdict.certificate())


def test_as_json_it_has_the_kernel_or_the_functional_and_the_gap():
    found = derivable(uniform(1), uniform(1)).document()
    assert set(found) == {"holds", "post", "functional", "gap"}
    assert (found["holds"], found["functional"], found["gap"]) == (True, None, None)
    found = derivable(uniform(1), geometric(1, "1/2")).document()
    assert (found["holds"], found["post"]) == (False, None)
    assert Fraction(found["gap"]) > 0


def test_it_is_asked_of_two_kernels_of_one_size():
    with pytest.raises(InputError, match="got mechanisms on 3 and on 4 counts"):
        derivable(uniform(2), uniform(3))
    bad = Mechanism.from_rows([[1, 0], ["1/2", "1/3"]])
    with pytest.raises(InputError, match="the first mechanism: row 1 does not sum to 1"):
        derivable(bad, uniform(1))
    with pytest.raises(InputError, match="the second mechanism: row 1 does not sum to 1"):
        derivable(uniform(1), bad)


def test_it_tells_the_post_processing_or_what_separates():
    head, *rows = str(derivable(geometric(1, "1/2"), uniform(1))).splitlines()
    assert head == "derivable, by this post-processing:"
    assert [row.split() for row in rows] == [["1/2", "1/2"]] * 2
    found = derivable(uniform(1), geometric(1, "1/2"))
    head, gap, *rows = str(found).splitlines()
    assert head == "NOT derivable"
    assert f"larger by   {found.gap} (about" in gap
    assert [[Fraction(x) for x in row.split()] for row in rows] == [*map(list, found.functional)]
