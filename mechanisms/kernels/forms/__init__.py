"""How the numbers of a kernel are kept; :mod:`.form` says what each of these can answer.

* :mod:`.dense`: rationals; :mod:`.dyadic`: somebody's floats, as what they hold;
* :mod:`.power`: closed forms; :mod:`.postprocessed`: one of them, and sparse post-processing;
  :mod:`.coupled`: GM sent to a law; :mod:`.scaled`: few scales;
* :mod:`.on_demand`: written out only where that is asked;
* :mod:`.quotients`, :mod:`.sums`: ratios and sums of floats, exact and fast.
"""
