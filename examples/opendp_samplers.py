"""OpenDP's geometric mechanism as a function of one count: to be sampled, it is compiled code.

    exactdp audit-sampler examples/opendp_samplers.py:geometric --inputs 0..10 --epsilon 1 \
        --samples 20000

What comes out is written up in docs/third-party-samplers.md.
"""

import opendp.prelude as dp

dp.enable_features("contrib")
_SPACE = dp.atom_domain(T=int), dp.absolute_distance(T=int)

geometric = dp.m.make_geometric(*_SPACE, scale=1.0, bounds=(0, 10))
unbounded = dp.m.make_geometric(*_SPACE, scale=1.0)
