"""How the numbers of a kernel are kept; see :mod:`~exactdp.mechanisms.kernels.forms.form`."""
