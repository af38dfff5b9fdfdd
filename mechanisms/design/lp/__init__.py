"""Exact linear programming: one interface for all that designs or compares mechanisms.

* :mod:`.program`: what is to be minimised, and what comes out: an :class:`~.program.Optimum` or an
  :class:`~.program.Infeasible`, each with multipliers that prove it;
* :mod:`.minimum`: the front door. :mod:`.proposal`: a float solver proposes a basis;
  :mod:`.vertex`: exact arithmetic proves it; :mod:`.simplex`: the exact way round;
* :mod:`.matrix`, :mod:`.rational`: numbers of a program as floats, and linear algebra.
"""
