"""Mechanisms that keep a law, z T = z, or send it to another, and their unfixed rivals.

From *Preserving Target Distributions With Differentially Private Count Mechanisms*. A law z of
the counts 0..n is public by now; what is wanted is an alpha-DP mechanism that keeps it, at a
small cost.

* :mod:`.optimal`: the least cost, for Monge costs, in O(n) operations; the default;
* :mod:`.heuristic`: the paper's algorithm 1, an extreme point made greedily of scales;
* :mod:`.rounding`: the same with amounts of bounded length, for many counts;
* :mod:`.program`: the least cost for any cost, by an exact linear program;
* :mod:`.unfixed`: the least cost where nothing has to be kept (algorithm 2);
* :mod:`.gaussian`: the discrete Gaussian baseline, with its exact (eps, delta);
* :mod:`.target`, :mod:`.costs`, :mod:`.orders`: laws, costs and column orders;
* :mod:`.expected`, :mod:`.result`: exact expected costs, and what constructors return.

The truncated geometric and the staircase mechanism, the other baselines, are in
:mod:`exactdp.mechanisms.families`.
"""

from .costs import EAD, MSE, Cost, cost_of
from .costs import NAMED as NAMED_COSTS
from .gaussian import GaussianBaseline, discrete_gaussian
from .heuristic import heuristic
from .optimal import optimal
from .program import linear_program
from .result import Constructed
from .rounding import Rounded, rounded
from .target import Target, load_target, read_target, target_of
from .unfixed import unfixed

__all__ = [
    "EAD",
    "MSE",
    "NAMED_COSTS",
    "Constructed",
    "Cost",
    "GaussianBaseline",
    "Rounded",
    "Target",
    "cost_of",
    "discrete_gaussian",
    "heuristic",
    "linear_program",
    "load_target",
    "optimal",
    "read_target",
    "rounded",
    "target_of",
    "unfixed",
]
