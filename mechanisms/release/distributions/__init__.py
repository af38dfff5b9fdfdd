"""Private estimates of the distribution of counts: linear noise, exactly calibrated.

* :mod:`.privatize`: the front door; :mod:`.privatizer`: what a way to do it is;
* :mod:`.per_bin`, :mod:`.cyclic`, :mod:`.haar`, :mod:`.hierarchical`, :mod:`.gaussian`: the ways;
* :mod:`.noise_mechanism`: linear noise, and how private it is; :mod:`.variance`: how exact;
* :mod:`.normalise`: from any numbers to a distribution.
"""
