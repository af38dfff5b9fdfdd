"""What always holds: claims about whole families of mechanisms, and their proofs.

Each claim of the papers is decided by a function that computes: it hunts for a
counterexample on exact instances, then proves the claim, or the repaired claim, for as
much of the parameter space as the method reaches.

* :mod:`.statements`: what a claim and a finding are, and how evidence becomes a verdict;
* :mod:`.engine`: the proof methods, which know no paper;
* :mod:`.deciding`: lemmas about all kernels at small n, decided;
* :mod:`.lemmas`: facts that several claims need;
* :mod:`.papers`: a package a paper, a module a section; :mod:`.findings`: what no paper prints;
* :mod:`.catalogue`: all claims, decided within limits, recorded, and written as pages.

>>> from exactdp.proofs.catalogue.runs import prove
>>> [(result["id"], result["verdict"], result["scope"]) for result in prove(["CKS-42"])]
[('CKS-42', 'true', 'all n, all alpha in (0, 1)')]
"""
