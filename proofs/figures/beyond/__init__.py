"""Figures that no paper prints: what exact mechanisms show besides.

* :mod:`.optima`: the optimal cost over alpha, and which mechanism is optimal where;
* :mod:`.keeping`: what mechanisms cost that keep a law;
* :mod:`.noise`: what private distributions spend, and how far off they are;
* :mod:`.kernels`: who is derivable from GM, and privacy profiles;
* :mod:`.samplers`: the laws of others' samplers against what they were meant to be.
"""

PAPER = "Beyond the papers"
