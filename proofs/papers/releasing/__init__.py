"""Claims of "Releasing Counts with Differential Privacy", a module a section.

* :mod:`.noise`: two-sided geometric noise and how it is drawn;
* :mod:`.variance`: the variances of Laplace noise and of geometric noise;
* :mod:`.comparison`: the second is below the first, step by step;
* :mod:`.regimes`: where it is ten times smaller, and where it hardly differs;
* :mod:`.composition`: rounding, and a histogram's bins;
* :mod:`.relaxation`: what (eps, delta)-differential privacy means.
"""
