"""The named mechanisms and the noise laws, each in closed form.

Every family works for every n >= 1 and every admissible alpha, and returns a `Mechanism` whose
rows are inputs. By name, and all called alike, they are in
:data:`exactdp.mechanisms.design.registry.FAMILIES`.

* :mod:`.geometric`: GM; :mod:`.explicit_fair`: EM; :mod:`.uniform`: UM; WM is an optimum and
  lives in :mod:`exactdp.mechanisms.design.weakly_honest`;
* :mod:`.randomized_response`, :mod:`.exponential`, :mod:`.staircase`, :mod:`.rounded_laplace`; the
  last two are made by :mod:`.stepped`;
* :mod:`.rejection`: the geometric mechanism by rejection;
* :mod:`.noise`: noise laws on the integers; :mod:`.discrete_gaussian`: one with an exact delta.
"""
