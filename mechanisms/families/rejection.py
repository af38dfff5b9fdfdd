"""The geometric mechanism by rejection: noise that leaves 0..n is drawn again.

Conditioning on landing in 0..n divides each row by its own mass, so the base b of the noise
is no longer the level. The worst ratio between neighbouring inputs is

    R(b) = c/b,    c = 1 + (1-b)(b - b^n)/(1 - b^(n+1)),

attained at output 0 between inputs 0 and 1: with Z_i = sum_j b^|i-j|, the ratio at an output
beyond i is Z_(i+1)/(Z_i b), and Z_(i+1)/Z_i - 1 = (1-b)(b^(i+1) - b^(n-i)) / ((1-b) Z_i) is
largest at i = 0, its numerator falling and Z_i rising. As c < 1/b, rejection costs less than
eps, and as c <= 5/4, at most ln(5/4).

R falls strictly as b rises, because R(b) = 1/b + (1 - b^(n-1))/(1 + b + ... + b^n). Hence for
each level there is one least base that meets it, whatever the data.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import fmpq

from ..exact.arguments import require_count
from ..exact.errors import InputError
from ..exact.level import PrivacyLevel, least_at_least
from ..exact.limits import require_memory
from ..exact.rationals import brief, rational, to_fmpq, to_fraction
from ..kernels.forms.power import DISTANCE, PowerForm
from ..kernels.mechanism import Mechanism


def conditioned_geometric(n: int, base: Any) -> Mechanism:
    """Return two-sided geometric noise of the given base, conditioned on landing in 0..n.

    Pr[j | i] = b^|i-j| / Z_i with Z_i = sum_j b^|i-j| = (1 + b - b^(i+1) - b^(n-i+1))/(1-b).
    It is alpha-DP for alpha = 1/R = b/c, see :func:`worst_ratio`, not for alpha = b.

    Parameters
    ----------
    n : int
        The largest count, at least 1.
    base : exact number
        0 < b <= 1; at b = 1, where the noise has no law, its limit: the uniform mechanism.

    References
    ----------
    *Geometric Mechanism Notes*, section 2.4.

    Examples
    --------
    >>> print(conditioned_geometric(2, "1/2"))
    4/7  2/7  1/7
    1/4  1/2  1/4
    1/7  2/7  4/7
    """
    n, b = require_count(n), _require_base(base)
    form = PowerForm(b, DISTANCE, _row_factors(n, b), [fmpq(1)] * (n + 1))
    return Mechanism(form, name="conditioned-geometric")


def rejection_geometric(n: int, alpha: Any, max_denominator: int = 10**6) -> Mechanism:
    """Return the conditioned geometric mechanism, calibrated to be alpha-DP.

    Its base is :func:`calibrated_base`, which does not depend on the data.

    Parameters
    ----------
    n : int
        The largest count, at least 1.
    alpha : exact number or PrivacyLevel
        alpha = e^-eps, 0 < alpha <= 1, rational or not.
    max_denominator : int
        The bound on the denominator of the base.

    References
    ----------
    *Geometric Mechanism Notes*, section 2.4, which leaves a calibration that does not depend
    on the data open; see the module for this one.

    Examples
    --------
    >>> print(rejection_geometric(2, PrivacyLevel.from_epsilon(1), max_denominator=9))
    49/79  21/79   9/79
     3/13   7/13   3/13
     9/79  21/79  49/79
    """
    level = PrivacyLevel.of(alpha)
    base = calibrated_base(n, level, max_denominator)
    return conditioned_geometric(n, base).relabelled(name="rejection-geometric", level=level)


def worst_ratio(n: int, base: Any) -> Fraction:
    """Return R = c/b, the largest ratio between neighbouring inputs of the conditioned geometric.

    Parameters
    ----------
    n : int
        The largest count, at least 1.
    base : exact number
        0 < b <= 1.

    Examples
    --------
    >>> worst_ratio(2, "1/2")
    Fraction(16, 7)
    """
    return to_fraction(_worst_ratio(require_count(n), _require_base(base)))


def calibrated_base(n: int, alpha: Any, max_denominator: int = 10**6) -> Fraction:
    """Return the least rational base at which the conditioned geometric mechanism is alpha-DP.

    It is the least b = p/q with q <= `max_denominator` and R(b) <= e^eps: less noise at that
    denominator would break the level. The real solution of R(b) = e^eps is irrational as a
    rule.

    Parameters
    ----------
    n : int
        The largest count, at least 1.
    alpha : exact number or PrivacyLevel
        alpha = e^-eps, 0 < alpha <= 1, rational or not.
    max_denominator : int
        The bound on the denominator of the base.

    Examples
    --------
    >>> calibrated_base(10, PrivacyLevel.from_epsilon("0.1"), max_denominator=1000)
    Fraction(69, 73)
    """
    n, level = require_count(n), PrivacyLevel.of(alpha)

    def meets(base: Fraction) -> bool:
        return base > 0 and level.compare(1 / _worst_ratio(n, to_fmpq(base))) >= 0

    return least_at_least(meets, max_denominator)


def cost(b: Any, power: Any) -> Any:
    """Return c = 1 + (1-b)(b - b^n)/(1 - b^(n+1)) over any exact field, where `power` is b^n.

    >>> cost(fmpq(1, 2), fmpq(1, 4))
    8/7
    """
    return 1 + (1 - b) * (b - power) / (1 - b * power)


def row_mass(b: Any, low: Any, high: Any) -> Any:
    """Return Z_i over any exact field, where `low` is b^i and `high` is b^(n-i).

    >>> row_mass(fmpq(1, 2), fmpq(1), fmpq(1, 4))
    7/4
    """
    return (1 + b - b * (low + high)) / (1 - b)


def _worst_ratio(n: int, b: fmpq) -> fmpq:
    return fmpq(1) if b == 1 else cost(b, b**n) / b


def _row_factors(n: int, b: fmpq) -> list[fmpq]:
    if b == 1:
        return [fmpq(1, n + 1)] * (n + 1)
    bits = int(b.p).bit_length() + int(b.q).bit_length()
    require_memory(n**2 * bits // 4, f"the row factors of {n + 1} counts")
    powers = [fmpq(1)]
    for _ in range(n):
        powers.append(powers[-1] * b)
    half = [1 / row_mass(b, powers[i], powers[n - i]) for i in range(n // 2 + 1)]
    return half + half[: n - n // 2][::-1]


def _require_base(base: Any) -> fmpq:
    value = rational(base)
    if not 0 < value <= 1:
        raise InputError(f"got the base {brief(value)}, expected 0 < b <= 1")
    return to_fmpq(value)
