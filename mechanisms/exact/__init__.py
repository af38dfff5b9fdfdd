"""Exact numbers, what is stated in them, and what every room needs.

* :mod:`.rationals`: the one door through which a number enters;
* :mod:`.decimals`: how they are written for people; :mod:`.balls`: enclosures of real numbers;
  :mod:`.algebraic`: real algebraic numbers; :mod:`.law`: a distribution over the counts;
* :mod:`.ratios`: rational functions of alpha; :mod:`.residues`: rationals modulo a prime;
* :mod:`.level`: the privacy level, alpha or eps; :mod:`.arguments`: counts and levels, checked;
* :mod:`.limits`, :mod:`.errors`, :mod:`.progress`: sizes refused, errors that teach, long loops;
  :mod:`.executors`: many tasks, here or on many machines; :mod:`.plots`: pictures of numbers.
"""
