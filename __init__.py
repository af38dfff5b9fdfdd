"""exactdp: exact verification of differentially private count mechanisms.

Three rooms, one direction:

* :mod:`exactdp.mechanisms`: what there is (exact kernels, privacy levels, families, files);
* :mod:`exactdp.verify`: what holds of one given mechanism (verdict, witness, certificate);
* :mod:`exactdp.proofs`: what always holds (claims about whole families, and their proofs).

>>> from exactdp.mechanisms import geometric
>>> from exactdp.verify import privacy
>>> privacy(geometric(4, "1/2")).tightest_alpha
Fraction(1, 2)
"""

__version__ = "0.1.0"
