"""What is drawn of a judged kernel is what was judged: exact deltas, exact errors."""

from fractions import Fraction
from math import log

from naive import hockey_stick

from exactdp.mechanisms.families.geometric import geometric
from exactdp.verify.judge.pictures import BETWEEN, cost_curve, profile_curve
from exactdp.verify.judge.profile import profile

GM = geometric(3, "1/2")


def test_a_profile_is_the_hockey_stick_divergence_at_every_point():
    curve, places = profile_curve(GM, "GM"), []
    pieces = profile(GM)
    ends = [piece.start for piece in pieces[1:]] + [pieces[-1].start * Fraction(5, 4)]
    for piece, end in zip(pieces, ends, strict=True):
        places += [piece.start + (end - piece.start) * k / BETWEEN for k in range(BETWEEN + 1)]
    assert curve.y == [hockey_stick(GM.rows(), odds) for odds in places]
    assert list(curve.x) == [log(odds) for odds in places]


def test_the_cost_of_an_input_is_its_expected_distance():
    curve = cost_curve(GM.relabelled(counts=(5, 8)), "GM")
    assert list(curve.x) == [5, 6, 7, 8]
    rows = GM.rows()
    assert curve.y == [sum(abs(i - j) * x for j, x in enumerate(rows[i])) for i in range(4)]
