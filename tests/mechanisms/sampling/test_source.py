"""The sources of random bits: exact, counted, never shared, and the only ones."""

import copy
import os
import pickle
import re
import threading
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_law import naive_law

import exactdp
from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.sampling.source import (
    BitSource,
    SeededSource,
    SystemSource,
    Tape,
    TapeExhausted,
)


@pytest.mark.parametrize("n", range(1, 18))
def test_below_is_uniform(n):
    law = naive_law(lambda source: source.below(n))
    assert law.agrees_with(lambda k: Fraction(int(0 <= k < n), n), within=Fraction(1, 2**8))


@pytest.mark.parametrize("n", range(1, 65))
def test_below_costs_fewer_than_two_bits_beyond_the_entropy(n):
    law = naive_law(lambda source: source.below(n), least=Fraction(1, 2**16))
    # bits < log2(n) + 2, so 2^bits < 4n; what was cut off costs 2^-10 times a few dozen at most
    bits = law.bits + law.undecided * 64
    assert 2**bits.numerator < (4 * n) ** bits.denominator


@pytest.mark.parametrize("k", range(8))
def test_below_a_power_of_two_costs_its_logarithm(k):
    source = SeededSource(0)
    source.below(2**k)
    assert source.used == k


@pytest.mark.parametrize("p", ["0", "1", "1/2", "1/3", "5/7", "99/100", "3/8"])
def test_bernoulli_has_its_bias(p):
    p = Fraction(p)
    law = naive_law(lambda source: source.bernoulli(p))
    assert law.agrees_with(lambda value: p if value else 1 - p, within=Fraction(1, 2**11))
    assert law.bits <= 2


@given(st.fractions(0, 1), st.lists(st.integers(0, 1), max_size=40))
def test_bernoulli_compares_a_uniform_number_with_the_bias(p, bits):
    tape = Tape(bits)
    try:
        value = tape.bernoulli(p)
    except TapeExhausted:
        return
    drawn = bits[: tape.used]
    low = sum(Fraction(bit, 2 ** (k + 1)) for k, bit in enumerate(drawn))
    high = low + Fraction(1, 2 ** len(drawn))
    assert high <= p if value else p <= low


@pytest.mark.parametrize("n", [0, -1, 2.0, "3", None])
def test_below_refuses_what_is_no_positive_integer(n):
    with pytest.raises(InputError, match="n = "):
        SystemSource().below(n)


@pytest.mark.parametrize("p", [0.5, "1/2", Fraction(3, 2), Fraction(-1, 2), 2])
def test_bernoulli_refuses_what_is_no_exact_probability(p):
    with pytest.raises(InputError, match="the probability"):
        SystemSource().bernoulli(p)


@pytest.mark.parametrize("source", [SystemSource(), SeededSource(3)])
def test_what_is_handed_out_is_counted_and_within_range(source):
    expected = source.used
    for k in (0, 1, 7, 64, 511, 513, 40_000, 3):
        assert 0 <= source.bits(k) < 2**k
        expected += k
    words = source.words(1000)
    assert words.dtype == np.uint64
    assert words.shape == (1000,)
    assert source.used == expected + 64_000


class Numbered(SeededSource):
    """Every 64 bits that are read are another number."""

    count = 0

    def _read(self, size):
        start, self.count = self.count, self.count + -(-size // 8)
        return b"".join(k.to_bytes(8, "big") for k in range(start, self.count))[:size]


def test_no_bit_is_handed_out_twice():
    source, drawn = Numbered(0), []
    for k in [1, 3, 1, 8, 9, 1, 700, 2, 513, 1] * 30:
        value = source.bits(64 * k)
        drawn += [value >> 64 * place & (2**64 - 1) for place in range(k)]
        drawn += source.words(k).byteswap().tolist()
    assert len(set(drawn)) == len(drawn)
    assert source.used == 64 * len(drawn)


def test_bits_within_a_word_are_handed_out_in_order():
    source = Numbered(0)
    assert [source.bits(k) for k in (60, 4, 63, 1, 60, 4)] == [0, 0, 0, 1, 0, 2]


def test_a_seeded_source_is_the_same_everywhere():
    source = SeededSource(1)
    assert [source.below(6) + 1 for _ in range(8)] == [5, 1, 3, 1, 5, 2, 2, 6]
    assert source.words(2).tolist() == [1180604470909466786, 8689480172070936300]
    assert SeededSource(2).bits(128) != SeededSource(1).bits(128)
    with pytest.raises(InputError, match="the seed = -1"):
        SeededSource(-1)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_forked_child_does_not_repeat_the_bits_of_its_parent():
    source = SystemSource()
    source.bits(1)  # the pool is filled, and the block behind it
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(write, source.bits(256).to_bytes(32, "big"))
        os._exit(0)
    os.waitpid(child, 0)
    assert int.from_bytes(os.read(read, 32), "big") != source.bits(256)
    os.close(read)
    os.close(write)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_system_source_is_not_duplicated(duplicate):
    with pytest.raises(TypeError, match="would repeat its bits"):
        duplicate(SystemSource())


def test_no_bits_and_no_words_are_nothing_and_fewer_are_refused():
    for source in (SystemSource(), SeededSource(0), Tape("")):
        assert source.bits(0) == 0
        assert source.words(0).tolist() == []
        assert source.used == 0
        with pytest.raises((InputError, TapeExhausted)):
            source.bits(-1)


def test_threads_do_not_share_bits():
    source, drawn = Numbered(0), [[], [], []]
    threads = [
        threading.Thread(target=lambda mine=mine: mine.extend(source.bits(64) for _ in range(3000)))
        for mine in drawn
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    everything = [number for mine in drawn for number in mine]
    assert sorted(everything) == list(range(9000))


def test_a_tape_replays_and_ends():
    tape = Tape([0, 1, 1])
    assert (tape.bits(0), tape.bits(2), tape.used) == (0, 1, 2)
    with pytest.raises(TapeExhausted, match="the tape of 3 bits has 1 left, 2 were asked for"):
        tape.bits(2)
    assert Tape("1" + 63 * "0").words(1).tolist() == [2**63]
    with pytest.raises(InputError, match="expected the bits 0 and 1"):
        Tape("012")


def test_nothing_else_draws_randomness():
    root = Path(exactdp.__file__).parent
    draws = re.compile(
        r"^\s*(?:import|from)\s+(?:random|secrets)\b|urandom|\brandom\.\w|_rng\(", re.M
    )
    found = {
        path.relative_to(root).as_posix()
        for room in ("mechanisms", "cli")
        for path in (root / room).rglob("*.py")
        if draws.search(path.read_text())
    }
    # Names of unfinished files are random too; no output depends on them.
    assert found == {"mechanisms/sampling/source.py", "mechanisms/kernels/files/aside.py"}
    assert issubclass(SystemSource, BitSource)
