"""What holds of one given object: a verdict, a witness, a certificate. Makes no mechanism.

* :mod:`.judge`: verdicts on kernels, and their certificates;
* :mod:`.laws`: the exact law of a sampler's code;
* ``checker.py``: the trusted base, which needs nothing of the above;
* ``forms.py``: it extends the checker by kernels that keep a law, and leans on it alone;
* ``proved/``: a second checker, in Coq, proved sound and extracted.
"""
