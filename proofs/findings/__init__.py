"""Findings beyond the papers, a module a finding; each is proved like any other claim.

* :mod:`.rejection`: NEW-4, what rejection costs the geometric mechanism;
* :mod:`.weak_honesty`: NEW-2, what weak honesty alone costs; :mod:`.column_honesty`: NEW-3,
  what the column properties cost;
* :mod:`.fixed_point`: NEW-5, the best mechanism that keeps a law;
* :mod:`.prior`: NEW-8, for which priors GM is optimal;
* :mod:`.lattice`: NEW-9, how many sets of properties are closed.
"""
