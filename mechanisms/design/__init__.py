"""Mechanisms that are made to measure.

* :mod:`.design`: what is demanded, as an exact linear program; :mod:`.lp` solves it;
* :mod:`.optimal`: the best mechanism, with its proof; :mod:`.parametric`: for all alpha at once;
  :mod:`.classes`: for all 128 sets of properties;
* :mod:`.statements`: demands and lemmas as people write them;
* :mod:`.weakly_honest`: WM, and the optimum with WH alone; :mod:`.registry`: all families by
  name; :mod:`.choice`: which of them for which demand;
* :mod:`.repair`: the nearest mechanism that meets a claim.
"""
