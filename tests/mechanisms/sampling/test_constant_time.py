"""Algorithm 2 with enforce_constant_time does the same whatever the input and the outcome."""

import sys
from contextlib import suppress
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from exactdp.mechanisms.sampling.source import BitSource, SeededSource, Tape, TapeExhausted
from exactdp.mechanisms.sampling.truncated import (
    truncated_geometric,
    truncated_geometric_constant_time,
)


class Recorded(BitSource):
    """Notes the size of every draw, and of the draws that came out."""

    def __init__(self, source):
        self.source, self.sizes = source, []

    def bits(self, k):
        self.sizes.append(k)
        return self.source.bits(k)


def steps(draw):
    """Return the line numbers that a call runs through, and the sizes of its integers there."""
    seen = []

    def trace(frame, event, _):
        if "sampling" not in frame.f_code.co_filename or frame.f_code.co_name == "bits":
            return None
        sizes = tuple(
            (name, sys.getsizeof(value))
            for name, value in sorted(frame.f_locals.items())
            if type(value) is int
        )
        seen.append((event, frame.f_code.co_name, frame.f_lineno, sizes))
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        return draw(), seen
    finally:
        sys.settrace(before)


LOW, HIGH = 5, 12
ALPHA = Fraction(9, 10)


def test_the_same_bits_are_drawn_for_every_input():
    for seed in range(20):
        drawn = []
        for count in range(LOW, HIGH + 1):
            source = Recorded(SeededSource(seed))
            truncated_geometric_constant_time(count, LOW, HIGH, ALPHA, source)
            drawn.append(source.sizes)
        assert all(sizes == drawn[0] for sizes in drawn)


def test_algorithm_2_takes_the_option_of_the_notes():
    first, second = SeededSource(3), SeededSource(3)
    for count in range(LOW, HIGH + 1):
        assert truncated_geometric(
            count, LOW, HIGH, ALPHA, first, enforce_constant_time=True
        ) == truncated_geometric_constant_time(count, LOW, HIGH, ALPHA, second)
    assert first.used == second.used


def test_the_same_bits_are_drawn_for_every_outcome():
    outcomes, sizes = set(), set()
    for seed in range(200):
        source = Recorded(SeededSource(seed))
        outcomes.add(truncated_geometric_constant_time(8, LOW, HIGH, ALPHA, source))
        sizes.add(tuple(source.sizes))
    assert outcomes == set(range(LOW, HIGH + 1))
    # One coin for zero, compared with 19; a sign; six coins compared with 10.
    assert sizes == {(5 + 128, 1, *[4 + 128] * (HIGH - LOW - 1))}


def test_the_same_lines_run_on_integers_of_the_same_sizes():
    found = {}
    for count in range(LOW, HIGH + 1):
        for seed in range(25):
            outcome, path = steps(
                lambda count=count, seed=seed: truncated_geometric_constant_time(
                    count, LOW, HIGH, ALPHA, SeededSource(seed)
                )
            )
            found[count, outcome] = path
    first = next(iter(found.values()))
    # Python keeps zero in fewer bytes than other small numbers: so does every machine word not.
    zero, one = sys.getsizeof(0), sys.getsizeof(1)

    def normal(path):
        return [
            (event, name, line, tuple((v, max(size, one)) for v, size in sizes))
            for event, name, line, sizes in path
        ]

    assert zero <= one
    assert len({outcome for _, outcome in found}) == HIGH - LOW + 1
    assert all(normal(path) == normal(first) for path in found.values())


@given(
    st.integers(0, 2), st.integers(0, 2), st.lists(st.integers(0, 1), min_size=400, max_size=400)
)
def test_rejections_do_not_depend_on_the_input(count, other, bits):
    """With no spare bits rejections are frequent; on one tape, all inputs meet the same."""
    used = []
    for value in (count, other):
        tape = Tape(bits)
        with suppress(TapeExhausted):
            truncated_geometric_constant_time(value, 0, 2, Fraction(1, 2), tape, spare_bits=0)
        used.append(tape.used)
    assert used[0] == used[1]


def test_a_coin_is_rejected_as_rarely_as_the_spare_bits_say():
    # A toss of bias p/q draws from 2^w numbers with w = bitlength(q) + spare, and rejects
    # 2^w mod q of them.
    for q in range(2, 40):
        for spare in range(6):
            width = q.bit_length() + spare
            assert Fraction(2**width % q, 2**width) < Fraction(1, 2**spare)
