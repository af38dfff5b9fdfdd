"""The geometric mechanisms of IBM diffprivlib, as functions of one count, for `exactdp law`.

    exactdp law examples/diffprivlib_samplers.py:truncated --input 5
    exactdp audit-sampler examples/diffprivlib_samplers.py:truncated --inputs 0..10 --epsilon 1

What comes out is written up in docs/third-party-samplers.md.
"""

from diffprivlib.mechanisms import Geometric, GeometricTruncated

geometric = Geometric(epsilon=1.0).randomise
truncated = GeometricTruncated(epsilon=1.0, lower=0, upper=10).randomise
#: eps = 0.1 is the float nearest to 1/10, a little more than that.
truncated_tenth = GeometricTruncated(epsilon=0.1, lower=0, upper=10).randomise
truncated_100 = GeometricTruncated(epsilon=1.0, lower=0, upper=100).randomise
