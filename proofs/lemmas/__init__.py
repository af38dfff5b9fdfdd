"""Facts about mechanisms that claims of several papers, or findings, need.

* :mod:`.geometric`, :mod:`.explicit_fair`: GM and EM; :mod:`.largest_trace`: GM as an optimum;
* :mod:`.weak_honesty`, :mod:`.column_honesty`, :mod:`.joined_ends`: the largest trace under each,
  by mechanisms of the kind of :mod:`.scaled`; :mod:`.honesty_prices`: the one against the other;
  :mod:`.plateau`: a mechanism with all but fairness, for every n;
* :mod:`.implications`, :mod:`.separations`: what follows from what among the seven properties;
* :mod:`.noise`, :mod:`.laplace`, :mod:`.rejection`: noise, its moments, what rejection costs;
* :mod:`.kms`, :mod:`.merging`, :mod:`.reflection`: sums against alpha^|i-j|, answers added up,
  counts turned around;
* :mod:`.optima`: optima of linear programs, as evidence; :mod:`.instances`: concrete objects.
"""
