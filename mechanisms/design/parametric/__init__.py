"""Optima for all alpha in (0, 1) at once, as piecewise rational functions with proof.

* :mod:`.tiles`: intervals with exact ends, and those on which one basis is optimal;
* :mod:`.tiling`: any family of linear programs over Q(alpha), tiled by optimal bases;
* :mod:`.optimum`: the optimal cost of a design, as a curve with its tiles;
* :mod:`.recheck`: decides whether tiles and curves are proved, without what found them;
* :mod:`.curves`: :func:`~.curves.parametric`, which finds a curve and has it rechecked.
"""
