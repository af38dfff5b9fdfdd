"""One function makes a mechanism for a law, by any method of the table."""

import pytest
from fixed_points import keeps, private

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.law import Law
from exactdp.mechanisms.keeping.methods import METHODS, WORDS, keep
from exactdp.mechanisms.keeping.orders import NAMED

Z = Law(["1/2", "1/6", "1/3"])
Y = Law(["1/4", "1/4", "1/2"])
DIFFERENT = [[int(i != j) for j in range(3)] for i in range(3)]


@pytest.mark.parametrize("method", METHODS)
def test_every_method_of_the_table_makes_a_private_mechanism_of_its_name(method):
    found = keep(Z, "1/2", method, "mse")
    assert found.method == method
    assert found.target == Z
    assert private(found.mechanism.rows(), found.alpha)
    assert keeps(found.mechanism.rows(), Z, Z) == (method != "unfixed")
    assert f"{method}: " in WORDS


def test_the_default_costs_least_of_all_that_keep_the_law():
    costs = {name: keep(Z, "1/2", name).cost() for name in METHODS}
    assert costs["unfixed"] < costs["optimal"] == costs["lp"] <= costs["heuristic"]


@pytest.mark.parametrize("method", ["optimal", "lp"])
def test_a_law_is_sent_to_another_where_the_method_can(method):
    found = keep(Z, "1/2", method, image=Y)
    assert found.image == Y
    assert keeps(found.mechanism.rows(), Z, Y)


@pytest.mark.parametrize("order", NAMED)
def test_the_heuristic_is_told_its_order(order):
    assert keep(Z, "1/2", "heuristic", order=order).order == order


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "best"}, "got the method 'best', expected one of optimal, heuristic, lp"),
        (
            {"method": "heuristic", "image": Y},
            "got an image for the method heuristic",
        ),
        ({"order": "max"}, "got an order for the method optimal, which takes none"),
        ({"cost": DIFFERENT}, "the cost is not Monge"),
        ({"cost": [[0]], "method": "lp"}, "got a cost for 1 counts, expected 3"),
        ({"image": ["1"]}, "output: got 1 numbers, expected 3"),
        ({"level": "1"}, "expected 0 < alpha < 1"),
    ],
)
def test_what_a_method_cannot_do_is_refused(options, message):
    with pytest.raises(InputError) as error:
        keep(Z, **{"level": "1/2"} | options)
    assert message in str(error.value)


@pytest.mark.parametrize("method", METHODS)
def test_what_is_made_says_in_a_few_lines_what_it_does(method):
    found = keep(Z, "1/2", method)
    said = str(found)
    assert ("keeps the law" in said) == (method != "unfixed")
    assert method in said
    assert len(said) < 200
    assert said.splitlines()[0] in found._repr_html_()
