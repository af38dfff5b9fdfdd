"""Findings beyond the papers, a module a finding; each is proved like any other claim.

* :mod:`.rejection`: NEW-4, what rejection costs the geometric mechanism;
* :mod:`.weak_honesty`: NEW-2, what weak honesty alone costs; :mod:`.column_honesty`: NEW-3,
  what the column properties cost; :mod:`.comparing`: the one against the other;
  :mod:`.plateau`: a mechanism with all but fairness, for every n. Their mechanisms are of
  the kind of :mod:`.scaled`;
* :mod:`.prior`: NEW-8, for which priors GM is optimal;
* :mod:`.lattice`: NEW-9, how many sets of properties are closed.
"""
