"""A kernel is sampled exactly as it is written, by single draws and by columns."""

from fractions import Fraction
from itertools import accumulate

import numpy as np
import pytest
from flint import arb, fmpq, fmpz
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_law import naive_law

from exactdp.mechanisms.design.registry import FAMILIES
from exactdp.mechanisms.exact import balls
from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.families.geometric import geometric
from exactdp.mechanisms.families.uniform import uniform
from exactdp.mechanisms.kernels.forms.coupled import CoupledForm
from exactdp.mechanisms.kernels.forms.postprocessed import PostprocessedForm
from exactdp.mechanisms.kernels.mechanism import Mechanism
from exactdp.mechanisms.sampling import kernel
from exactdp.mechanisms.sampling.dice import Die
from exactdp.mechanisms.sampling.kernel import KernelSampler
from exactdp.mechanisms.sampling.rows import ExactRow, GeometricRow, geometric_parameter
from exactdp.mechanisms.sampling.source import BitSource, SeededSource, Tape

LEVEL = PrivacyLevel.from_alpha("4/9")
THIRDS = [["1/3", "1/3", "1/3"], ["0", "1", "0"], ["1/2", "0", "1/2"]]


class Number(BitSource):
    """Answers with the binary digits of one number, and notes how many were looked at.

    A column of one draw is decided by a 16-bit digit, the first of a word; then by the 48 top
    bits of another word; then by 64 bits at a time.
    """

    def __init__(self, numerator, bits):
        # What follows the given digits is arbitrary, but for what makes a tie without end.
        self.digits = format(numerator, f"0{bits}b") + format(SeededSource(1).bits(512), "0512b")
        self.used = 0

    def bits(self, k):
        self.used += k
        return int(self.digits[self.used - k : self.used], 2)

    def words(self, count):
        assert count == 1
        word = self.bits(16) if self.used == 0 else self.bits(48) << 16
        return np.array([word], dtype=np.uint64)

    def interval(self):
        """Return the numbers that begin with the digits that were looked at."""
        head = int(self.digits[: self.used], 2)
        return Fraction(head, 2**self.used), Fraction(head + 1, 2**self.used)


def mechanisms():
    """Return kernels of every form: closed, dense, with zeros, of floats, factored."""
    yield from (family.build(4, LEVEL) for family in FAMILIES.values())
    yield uniform(7)
    yield Mechanism.from_rows(THIRDS)
    yield Mechanism.from_array(np.array([[0.1, 0.7], [1e-300, 5.0]]), reading="weights")
    yield Mechanism.from_array(np.array([[0.25, 0.75], [1.0, 0.0]]))


def factored():
    base = geometric(2, "1/2").form
    post = [{0: fmpq(1)}, {0: fmpq(1, 3), 2: fmpq(2, 3)}, {1: fmpq(1, 2), 2: fmpq(1, 2)}]
    yield Mechanism(PostprocessedForm(base, post))
    law = [fmpq(1, 5), fmpq(0), fmpq(1, 2), fmpq(3, 10)]
    yield Mechanism(CoupledForm(fmpq(2, 3), law))


def entropy(row):
    """Return the entropy of a law in bits, as a ball."""
    terms = [arb(fmpq(p.numerator, p.denominator)) for p in row if p]
    return sum((-p * p.log() for p in terms), arb(0)) / arb(2).log()


@pytest.mark.parametrize("mechanism", [*mechanisms(), *factored()], ids=repr)
def test_single_draws_have_the_law_of_their_row(mechanism):
    sampler = KernelSampler(mechanism)
    for i, row in enumerate(mechanism.rows()):
        law = naive_law(lambda source, i=i: sampler.draw(i, source), Fraction(1, 2**10))
        assert law.agrees_with(row.__getitem__, within=Fraction(1, 2**4))


@pytest.mark.parametrize("mechanism", [*mechanisms()], ids=repr)
def test_single_draws_cost_less_than_the_entropy_and_two_bits(mechanism):
    """The expected number of bits, from the tree itself: sum over levels of 2^-level nodes."""
    sampler = KernelSampler(mechanism)
    for i, row in enumerate(mechanism.rows()):
        depth = 1200
        # At level k, the mass not yet decided is sum_j (2^k p_j mod 1) / 2^k: a bit each.
        expected = sum(
            sum((p * 2**k) % 1 for p in row if p != 1) / Fraction(2**k) for k in range(depth)
        )
        rest = Fraction(4 * len(row), 2**depth)  # and levels beyond
        with balls.precision(2048):
            bound = entropy(row) + 2
            most = expected + rest
            assert arb(fmpq(most.numerator, most.denominator)) < bound
        law = naive_law(lambda source, i=i: sampler.draw(i, source), Fraction(1, 2**10))
        cut = sum(sum((p * 2**k) % 1 for p in row if p != 1) / Fraction(2**k) for k in range(11))
        assert law.bits <= expected + rest
        assert law.bits + 11 * law.undecided >= cut


@pytest.mark.parametrize(
    "mechanism", [*mechanisms(), geometric(6, "1/1000000"), geometric(1, "1/2")], ids=repr
)
def test_columns_are_inverted_exactly_at_every_threshold(mechanism):
    """Numbers beside, at and beyond each F(j), to 16, 64, 128 and 192 bits: ties among them."""
    if isinstance(mechanism.form, PostprocessedForm):
        mechanism = Mechanism.from_rows(mechanism.rows())  # a column is drawn by its factors
    sampler = KernelSampler(mechanism)
    # At alpha = 10^-6 thresholds lie within 2^-64 of 0 and of 1, several within one word.
    for i, row in enumerate(mechanism.rows()):
        noise = geometric_parameter(mechanism.form)
        law = noise_row(mechanism.n, noise) if noise is not None else row
        sums = list(accumulate(law))
        for total in sums[:-1]:
            for bits in (16, 64, 128, 192):
                for off in (-1, 0, 1):
                    number = total * 2**bits // 1 + off
                    if 0 <= number < 2**bits:
                        check_inversion(sampler, i, law, sums, number, bits)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_columns_are_inverted_exactly_at_any_number(data):
    weights = data.draw(st.lists(st.integers(0, 2**70), min_size=2, max_size=5).filter(any))
    row = [Fraction(w, sum(weights)) for w in weights]
    mechanism = Mechanism.from_rows([row] * len(row))
    bits = data.draw(st.sampled_from([16, 64, 128]))
    number = data.draw(st.integers(0, 2**bits - 1))
    check_inversion(KernelSampler(mechanism), 0, row, list(accumulate(row)), number, bits)


def noise_row(n, alpha):
    return [Fraction(int(p.p), int(p.q)) for p in geometric(2 * n, alpha).form.row(n)]


def check_inversion(sampler, i, law, sums, number, bits):
    """One draw of a column is the outcome whose interval holds every number it did not exclude."""
    source = Number(int(number), bits)
    drawn = int(sampler.draw_many(np.array([i]), source)[0])
    low, high = source.interval()
    (outcome,) = (j for j, p in enumerate(law) if p and sums[j] - p <= low and high <= sums[j])
    n = sampler.mechanism.n
    if len(law) != n + 1:  # the law of noise, centred
        outcome = min(max(i + outcome - n, 0), n)
    assert drawn == outcome


@pytest.mark.parametrize("mechanism", [*mechanisms(), *factored()], ids=repr)
def test_columns_have_the_law_of_their_rows_to_sixteen_bits(mechanism):
    """Every first digit once: what one look decides is exact, what it does not is little."""

    class Every(SeededSource):
        def words(self, count):
            if count == 2**14:
                return np.arange(2**16, dtype="<u2").view("<u8").astype(np.uint64)
            return super().words(count)

    sampler = KernelSampler(mechanism)
    stages = 2 if isinstance(mechanism.form, PostprocessedForm) else 1
    for i, row in enumerate(mechanism.rows()):
        drawn = sampler.draw_many(np.full(2**16, i), Every(0))
        counts = np.bincount(drawn, minlength=mechanism.size).tolist()
        assert len(counts) == mechanism.size
        if stages == 1:
            for count, p in zip(counts, row, strict=True):
                assert abs(count - p * 2**16) <= 2 * mechanism.size
        assert all(p for count, p in zip(counts, row, strict=True) if count)


@pytest.mark.parametrize("mechanism", [*factored()], ids=repr)
def test_a_large_factored_kernel_is_drawn_factor_by_factor(mechanism, monkeypatch):
    monkeypatch.setattr(kernel, "_SMALL", 0)
    sampler = KernelSampler(mechanism)
    for i, row in enumerate(mechanism.rows()):
        law = naive_law(lambda source, i=i: sampler.draw(i, source), Fraction(1, 2**12))
        assert law.agrees_with(row.__getitem__, within=Fraction(1, 2**4))


def test_the_factors_of_a_column_are_drawn_in_turn():
    base = geometric(2, "1/2").form
    mechanism = Mechanism(PostprocessedForm(base, [{2: fmpq(1)}, {1: fmpq(1)}, {0: fmpq(1)}]))
    plain, turned = KernelSampler(geometric(2, "1/2")), KernelSampler(mechanism)
    inputs = np.arange(3000) % 3
    a, b = plain.draw_many(inputs, SeededSource(7)), turned.draw_many(inputs, SeededSource(7))
    assert (a + b == 2).all()


def test_a_coupling_of_huge_numbers_is_never_dense():
    law = [fmpq(1, 2000)] * 2000
    sampler = KernelSampler(Mechanism(CoupledForm(fmpq(9, 10), law)))
    inputs = np.arange(0, 2000, 7)
    drawn = sampler.draw_many(inputs, SeededSource(0))
    assert abs(drawn - inputs).max() < 400
    assert abs(sampler.draw(1000, SeededSource(1)) - 1000) < 400
    assert "_dense" not in vars(sampler.mechanism.form)
    assert "post" not in vars(sampler.mechanism.form)


def test_a_post_processing_that_is_no_kernel_is_judged_by_its_product():
    base = geometric(1, "1/2").form
    odd = PostprocessedForm(base, [{0: fmpq(1), 1: fmpq(1)}, {}])
    with pytest.raises(InputError, match="sums to"):
        KernelSampler(Mechanism(odd))


def test_a_kernel_that_is_not_stochastic_is_refused_by_row_and_sum():
    short = Mechanism.from_rows([["1/2", "1/2"], ["1/2", "1/3"]])
    with pytest.raises(InputError, match="row 1 of the kernel sums to 5/6"):
        KernelSampler(short)
    floats = Mechanism.from_array(np.array([[0.1, 0.9], [0.1, 0.7]]))
    with pytest.raises(InputError, match="row 1 of the kernel sums to"):
        KernelSampler(floats)


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ([0, 1, 3], "position 2: the input is outside 0..2"),
        ([0, -1], "position 1: the input is outside 0..2"),
        (np.array([0, 2**64 - 1], dtype=np.uint64), "position 1"),
        ([0.0, 1.0], "expected one row of integers"),
        ([True], "expected one row of integers"),
        ([[0, 1]], "expected one row of integers"),
        (["0"], "expected one row of integers"),
    ],
)
def test_inputs_outside_are_refused_by_position_and_nothing_is_drawn(inputs, message):
    source = SeededSource(0)
    with pytest.raises(InputError, match=message):
        KernelSampler(geometric(2, "1/2")).draw_many(inputs, source)
    assert source.used == 0


@pytest.mark.parametrize("i", [-1, 3, 1.0, "1", None])
def test_a_single_input_outside_is_refused(i):
    with pytest.raises(InputError, match="the input"):
        KernelSampler(geometric(2, "1/2")).draw(i, Tape(""))


def test_columns_may_be_empty_or_of_any_integers():
    sampler = KernelSampler(geometric(2, "1/2"))
    assert sampler.draw_many([], SeededSource(0)).tolist() == []
    for kind in (np.int8, np.uint8, np.int64, np.uint64, np.int32):
        drawn = sampler.draw_many(np.array([0, 1, 2], dtype=kind), SeededSource(0))
        assert drawn.dtype == np.int64
        assert drawn.tolist() == sampler.draw_many([0, 1, 2], SeededSource(0)).tolist()


@pytest.mark.parametrize("n", [1, 2, 3, 8])
@pytest.mark.parametrize("alpha", ["1/1000", "1/2", "99/100"])
@pytest.mark.parametrize("bits", [0, 5, 64, 200])
def test_a_geometric_row_knows_its_digits(n, alpha, bits):
    form = geometric(n, alpha).form
    for i in range(n + 1):
        expected = [int((p.p << bits) // p.q) for p in form.row(i)]
        assert (
            GeometricRow(n, i, fmpq(*Fraction(alpha).as_integer_ratio())).floors(bits) == expected
        )


def test_what_is_taken_for_the_truncated_geometric_mechanism_is_it():
    taken = []
    for family in FAMILIES.values():
        mechanism = family.build(3, LEVEL)
        if geometric_parameter(mechanism.form) is not None:
            taken.append(family.name)
            assert mechanism == geometric(3, LEVEL)
    assert "geometric" in taken
    assert "uniform" not in taken


def test_sure_outcomes_cost_nothing():
    tape = Tape("")
    assert Die(ExactRow([(3, fmpz(5), fmpz(5)), (4, fmpz(0), fmpz(1))])).roll(tape) == 3
    assert KernelSampler(Mechanism.from_rows([[0, 1], [1, 0]])).draw(0, tape) == 1


def test_a_die_goes_deeper_than_its_first_digits():
    """An outcome of probability 2^-150, behind 150 zeros, and what is beside it."""
    tiny = ExactRow([(0, fmpz(2) ** 150 - 1, fmpz(2) ** 150), (1, fmpz(1), fmpz(2) ** 150)])
    for bits, expected in (("1" * 150, 1), ("1" * 149 + "0", 0), ("0" * 150, 0)):
        tape = Tape(bits)
        assert Die(tiny).roll(tape) == expected
        assert (tape.used == 150) == bits.startswith("1")
