"""Optima for all alpha in (0, 1) at once, as piecewise rational functions with proof.

* :mod:`.optimum`: :func:`~.optimum.parametric`, the optimal cost of a design;
* :mod:`.tiling`: any family of linear programs over Q(alpha), tiled by optimal bases.
"""
