"""Lemmas about all kernels on 0..n, decided: proved with multipliers, or refuted by a kernel.

How a lemma is written, and its linear rows at one n, are in
:mod:`exactdp.mechanisms.design.statements`.

* :mod:`.kernels`: the polytope of its premises;
* :mod:`.decision`: :func:`~.decision.lemma`, at one alpha or for all alpha at once;
* :mod:`.everywhere`: what is decided on whole intervals of alpha;
* :mod:`.outcome`: what that returns;
* :mod:`.lattice`: all implications among the seven properties;
* :mod:`.patterns`: kernels that separate sets of properties at every n.
"""
