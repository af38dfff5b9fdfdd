"""exactdp: exact verification of differentially private count mechanisms.

Three rooms, one direction:

* :mod:`exactdp.mechanisms`: what there is (exact kernels, privacy levels, families, files);
* :mod:`exactdp.verify`: what holds of one given mechanism (verdict, witness, certificate);
* :mod:`exactdp.proofs`: what always holds (claims about whole families, and their proofs).

What people need most is here, and loads on first use; the list is ``__init__.pyi``, and
``docs/reference.md`` says what each name does.

>>> from exactdp import certify, geometric
>>> certify(geometric(4, "1/2"), "1/2").verdict
'holds'
"""

import lazy_loader

__version__ = "0.1.0"
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
