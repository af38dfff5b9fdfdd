"""Copies of the samplers, each with one deliberate mistake, and what each claims to be.

For tests only: the law of the code must catch every one of them. The mistakes are those that
have been made: a loop that starts or ends one off, a float division, a tail cut off, a sign
swapped, an integer division that rounds, a rejection left out.
"""

from fractions import Fraction
from math import exp, isqrt

from exactdp.mechanisms.sampling.bernoulli import bernoulli_exp
from exactdp.mechanisms.sampling.geometric import geometric, geometric_exp
from exactdp.mechanisms.sampling.two_sided import discrete_laplace, two_sided_geometric

# --- uniform numbers and coins


def below_by_remainder(n, source):
    """Claims to be uniform below n. Rejection left out: the remainder favours small numbers."""
    return source.bits((n - 1).bit_length() + 1) % n


def below_one_off(n, source):
    """Claims to be uniform below n. Off by one: accepts n too, and folds it onto n - 1."""
    k = n.bit_length()
    while True:
        drawn = source.bits(k)
        if drawn <= n:
            return min(drawn, n - 1)


def bernoulli_by_float(p, source):
    """Claims to be Bernoulli(p). A float division: p is rounded to 53 bits, then compared."""
    return source.bits(8) < p.numerator / p.denominator * 256


def bernoulli_truncated(p, source):
    """Claims to be Bernoulli(p). Truncated: no more than six binary digits of p are compared."""
    digits = 6
    while digits and p:
        p *= 2
        digit = p >= 1
        p -= digit
        if source.bits(1) != digit:
            return digit
        digits -= 1
    return False


def bernoulli_exp_one_off(gamma, source):
    """Claims to be Bernoulli(e^-gamma), gamma <= 1. The loop starts at 2."""
    k = 2
    while source.bernoulli(Fraction(gamma) / k):
        k += 1
    return k % 2 == 1


def bernoulli_exp_swapped(gamma, source):
    """Claims to be Bernoulli(e^-gamma), gamma <= 1. Even and odd swapped."""
    k = 1
    while source.bernoulli(Fraction(gamma) / k):
        k += 1
    return k % 2 == 0


def bernoulli_exp_by_integer_division(gamma, source):
    """Claims to be Bernoulli(e^-gamma), gamma <= 1. The quotient gamma/K is an integer's."""
    k = 1
    while source.bernoulli(Fraction(gamma.numerator // k, gamma.denominator)):
        k += 1
    return k % 2 == 1


# --- geometric variables


def geometric_one_off(alpha, source):
    """Claims to be geometric from 0. The first failure is counted before it is tossed for."""
    k = 1
    while source.bernoulli(alpha):
        k += 1
    return k


def geometric_truncated(alpha, source):
    """Claims to be geometric. The tail beyond 5 is cut off."""
    k = 0
    while k < 5 and source.bernoulli(alpha):
        k += 1
    return k


def geometric_exp_one_off(s, t, source):
    """Claims to be geometric for e^-(s/t). The remainder is never t - 1."""
    u = source.below(max(1, t - 1))
    while not bernoulli_exp(Fraction(u, t), source):
        u = source.below(max(1, t - 1))
    v = 0
    while bernoulli_exp(1, source):
        v += 1
    return (u + t * v) // s


# --- two-sided geometric noise


def two_sided_geometric_one_off(alpha, source):
    """Claims Algorithm 1. The geometric variable starts at 0, so zero has two ways."""
    if source.bernoulli((1 - alpha) / (1 + alpha)):
        return 0
    sign = 1 - 2 * source.bits(1)
    return sign * geometric(alpha, source)


def two_sided_geometric_swapped(alpha, source):
    """Claims Algorithm 1. A sign swapped in the chance of zero: (1 - alpha)/(2 - alpha)."""
    if source.bernoulli((1 - alpha) / (2 - alpha)):
        return 0
    sign = 1 - 2 * source.bits(1)
    return sign * (1 + geometric(alpha, source))


def two_sided_geometric_by_sum(alpha, source):
    """Claims the difference of two geometrics. The sign swapped: their sum."""
    first = geometric(alpha, source)
    second = geometric(alpha, source)
    return first + second


def discrete_laplace_with_two_zeros(s, t, source):
    """Claims the discrete Laplace law. Minus zero is not refused, so zero has two ways."""
    size = geometric_exp(s, t, source)
    negative = source.bits(1)
    return -size if negative else size


# --- truncated and rejected


def truncated_geometric_one_off(count, low, high, alpha, source):
    """Claims Algorithm 2. The loop ends one early: noise never reaches high - low."""
    if source.bernoulli((1 - alpha) / (1 + alpha)):
        return count
    sign = 1 - 2 * source.bits(1)
    g = 1
    while g < high - low - 1 and source.bernoulli(alpha):
        g += 1
    return max(low, min(count + sign * g, high))


def truncated_geometric_one_sided(count, low, high, alpha, source):
    """Claims Algorithm 2. A sign swapped: what falls below `low` is clipped to `high`."""
    if source.bernoulli((1 - alpha) / (1 + alpha)):
        return count
    sign = 1 - 2 * source.bits(1)
    g = 1
    while g < high - low and source.bernoulli(alpha):
        g += 1
    reported = count + sign * g
    return high if reported < low else min(reported, high)


def truncated_geometric_by_float(count, low, high, alpha, source):
    """Claims Algorithm 2. A float division: coins of bias alpha are compared with 8 bits."""
    if source.bernoulli((1 - alpha) / (1 + alpha)):
        return count
    sign = 1 - 2 * source.bits(1)
    g = 1
    while g < high - low and source.bits(8) / 256 < alpha.numerator / alpha.denominator:
        g += 1
    return max(low, min(count + sign * g, high))


def rejection_geometric_clipped(count, low, high, base, source):
    """Claims the conditioned geometric. Rejects what falls below, clips what lies beyond."""
    reported = None
    while reported is None:
        reported = count + two_sided_geometric(base, source)
        reported = None if reported < low else min(reported, high)
    return reported


def rounded_laplace_by_floor(b, source):
    """Claims rounded Laplace noise. Rounds down: zero and one side share what they should not."""
    if not source.bernoulli(b):
        return 0
    sign = 1 - 2 * source.bits(1)
    size = 1 + geometric(b * b, source)
    return size if sign > 0 else 1 - size


def discrete_gaussian_one_off(sigma2, source):
    """Claims the discrete Gaussian. What is kept supposes t = floor(sigma), without the 1."""
    t = max(1, isqrt(sigma2.numerator // sigma2.denominator))
    y = None
    while y is None:
        y = discrete_laplace(1, t + 1, source)
        kept = bernoulli_exp((abs(y) - sigma2 / t) ** 2 / (2 * sigma2), source)
        y = y if kept else None
    return y


def discrete_gaussian_by_float(sigma2, source):
    """Claims the discrete Gaussian. The chance of keeping is a float, compared with 8 bits."""
    t = isqrt(sigma2.numerator // sigma2.denominator) + 1
    y = None
    while y is None:
        y = discrete_laplace(1, t, source)
        kept = source.bits(8) < 256 * exp(-float((abs(y) - sigma2 / t) ** 2 / (2 * sigma2)))
        y = y if kept else None
    return y


# --- noise vectors and kernels


def cyclic_noise_unclosed(bins, alpha, source):
    """Claims cyclic noise. The last bin lacks the variable that it shares with the first."""
    shared = ()
    while len(shared) < bins:
        shared += (two_sided_geometric(alpha, source),)
    return tuple(a - b for a, b in zip(shared, (*shared[1:], 0), strict=True))


def row_by_truncated_words(row, source):
    """Claims the law `row`. Ties are truncated: four bits decide, whatever is beyond them."""
    word, total = Fraction(source.bits(4), 16), Fraction(0)
    for outcome, p in enumerate(row):
        total += p
        if word < total:
            return outcome
    return len(row) - 1


def die_one_level_off(row, source):
    """Claims the law `row` by the tree of Knuth and Yao. Gives up at level 6, for the last."""
    level, node = 0, 0
    leaves = tuple(j for j, p in enumerate(row) if p == 1)
    while node >= len(leaves):
        if level == 6:
            return len(row) - 1
        node = 2 * (node - len(leaves)) + source.bits(1)
        level += 1
        leaves = tuple(j for j, p in enumerate(row) if int(p * 2**level) % 2)
    return leaves[node]
