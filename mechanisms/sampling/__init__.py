"""Samplers that never touch a float, and where their random bits come from.

Every sampler draws from the :class:`~exactdp.mechanisms.sampling.source.BitSource` that is its
last argument and from nothing else, keeps its whole state in integers and Fractions, and is
small enough to be read beside the algorithm that it transcribes. The laws are those of
:mod:`exactdp.mechanisms.noise` and of :mod:`exactdp.mechanisms.families`; that the code has
them is judged in :mod:`exactdp.verify.laws`.
"""

from .bernoulli import bernoulli_at, bernoulli_exp
from .gaussian import discrete_gaussian
from .geometric import geometric, geometric_at, geometric_exp
from .kernel import KernelSampler
from .rounded_laplace import rounded_laplace, rounded_laplace_at
from .source import BitSource, SeededSource, SystemSource, Tape, TapeExhausted
from .truncated import (
    rejection_geometric,
    truncated_geometric,
    truncated_geometric_constant_time,
)
from .two_sided import (
    discrete_laplace,
    two_sided_geometric,
    two_sided_geometric_at,
    two_sided_geometric_by_difference,
)
from .vectors import acyclic_noise, cyclic_noise

__all__ = [
    "BitSource",
    "KernelSampler",
    "SeededSource",
    "SystemSource",
    "Tape",
    "TapeExhausted",
    "acyclic_noise",
    "bernoulli_at",
    "bernoulli_exp",
    "cyclic_noise",
    "discrete_gaussian",
    "discrete_laplace",
    "geometric",
    "geometric_at",
    "geometric_exp",
    "rejection_geometric",
    "rounded_laplace",
    "rounded_laplace_at",
    "truncated_geometric",
    "truncated_geometric_constant_time",
    "two_sided_geometric",
    "two_sided_geometric_at",
    "two_sided_geometric_by_difference",
]
