"""The proof methods. They know mathematics and no paper.

* :mod:`.evidence`: what a method leaves behind, a :class:`~.evidence.Step`;
* :mod:`.search`: the hunt for a counterexample that comes before every proof;
* :mod:`.identities`: equations between rational functions, powers with symbolic exponents;
* :mod:`.sums`: finite and infinite sums in closed form, each with its telescoping identity;
* :mod:`.signs`: the sign of a rational function on a box;
* :mod:`.linear`, :mod:`.exponents`: integer inequalities between piecewise linear functions;
* :mod:`.reals`: printed decimals, signs and crossings of real numbers, by balls;
* :mod:`.farkas`: exact linear feasibility, with multipliers or a point;
* :mod:`.facts`: what a certificate states of a concrete kernel.

None of them asks the stand-alone checker: what they find is rechecked when it is written down.
"""
