"""What always holds: claims about whole families of mechanisms, and their proofs.

Each claim of the papers is decided by a function that computes: it hunts for a
counterexample on exact instances, then proves the claim, or the repaired claim, for as
much of the parameter space as the method reaches.

* :mod:`.catalogue`: all claims, and :func:`~.catalogue.prove` to decide them;
* :mod:`.claim`: what a claim and a finding are, and how evidence becomes a verdict;
* :mod:`.engine`: the proof methods, which know no paper;
* :mod:`.parametric`: optima for all alpha at once; :mod:`.lemmas`: conjectures at small n,
  decided;
* :mod:`.constrained`, :mod:`.notes`, :mod:`.releasing`, :mod:`.targets`: a package a paper, a
  module a section; :mod:`.findings`: what no paper prints;
* :mod:`.runs`: claims decided within time limits, in several processes; :mod:`.record`: the
  verdicts of the last run; :mod:`.pages`: the paper map and the errata.

>>> from exactdp.proofs import prove
>>> [(result["id"], result["verdict"], result["scope"]) for result in prove(["CKS-42"])]
[('CKS-42', 'true', 'all n, all alpha in (0, 1)')]
"""

from .catalogue import catalogue, prove
from .claim import Claim, Finding

__all__ = ["Claim", "Finding", "catalogue", "prove"]
