"""Samplers that never touch a float, and where their random bits come from.

* :mod:`.source`: random bits; :mod:`.kernel`: outputs of any mechanism, by :mod:`.dice` one at a
  time or by :mod:`.tables` many, from the laws in :mod:`.rows`;
* :mod:`.geometric`, :mod:`.two_sided`, :mod:`.truncated`, :mod:`.rounded_laplace`,
  :mod:`.gaussian`: noise, tossed with the coins of :mod:`.bernoulli`; :mod:`.vectors`: many bins.

Every sampler draws from the :class:`~exactdp.mechanisms.sampling.source.BitSource` that is its
last argument and from nothing else, keeps its whole state in integers and Fractions, and is
small enough to be read beside the algorithm that it transcribes. The laws are those of
`noise` and of `families`; that the code has
them is judged in :mod:`exactdp.verify.laws`.
"""
