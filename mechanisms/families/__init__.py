"""The named mechanisms, each one function in closed form.

Every family works for every n >= 1 and every admissible alpha, and returns a
:class:`~exactdp.mechanisms.Mechanism` whose rows are inputs. By name, and all called alike,
they are in :data:`FAMILIES`.
"""

from .designed import constrained, weakly_honest
from .explicit_fair import explicit_fair
from .exponential import exponential
from .geometric import geometric
from .randomized_response import binary_randomized_response, randomized_response
from .registry import FAMILIES, Family
from .rejection import calibrated_base, conditioned_geometric, rejection_geometric, worst_ratio
from .rounded_laplace import rounded_laplace
from .staircase import staircase
from .uniform import uniform

__all__ = [
    "FAMILIES",
    "Family",
    "binary_randomized_response",
    "calibrated_base",
    "conditioned_geometric",
    "constrained",
    "explicit_fair",
    "exponential",
    "geometric",
    "randomized_response",
    "rejection_geometric",
    "rounded_laplace",
    "staircase",
    "uniform",
    "weakly_honest",
    "worst_ratio",
]
