"""Mechanisms that keep a law, z T = z, or send it to another, and their unfixed rivals.

From *Preserving Target Distributions With Differentially Private Count Mechanisms*. A law z of
the counts 0..n is public by now; what is wanted is an alpha-DP mechanism that keeps it, at a
small cost.

* :mod:`.methods`: :func:`~.methods.keep`, by any of the following;
* :mod:`.coupling`: the least cost, for Monge costs, in O(n) operations; the default;
* :mod:`.algorithm_1`: the paper's, as it is printed; :mod:`.heuristic`: an extreme point made
  greedily by it of scales; :mod:`.lacking`, :mod:`.ledger`: the arithmetic that keeps it fast;
* :mod:`.rounding`: the same with amounts of bounded length, for many counts;
* :mod:`.program`: the least cost for any cost, by an exact linear program;
* :mod:`.unfixed`: the least cost where nothing has to be kept (algorithm 2);
* :mod:`.gaussian`: the discrete Gaussian baseline, with its exact (eps, delta);
* :mod:`.orders`: column orders; :mod:`.result`: what constructors return.

The truncated geometric and the staircase mechanism, the other baselines, are in
:mod:`exactdp.mechanisms.families`.
"""
