"""Claims of "Preserving Target Distributions With Differentially Private Count Mechanisms".

* :mod:`.corners`: the vertices of a polytope by trying all bases, which knows no structure;
* :mod:`.extreme_points`: which points are extreme, and how many there are.
"""
