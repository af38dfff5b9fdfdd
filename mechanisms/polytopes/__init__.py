"""The polytopes U, F, RU, RF of count mechanisms: constraints, extreme points, decompositions.

* :mod:`.scales`: the columns that mechanisms are mixed of; :mod:`.polytope`: the constraints;
* :mod:`.enumeration`: the front door to the extreme points, by :mod:`.engines` that are not ours
  (:mod:`.cdd_process` is one of them, apart), by :mod:`.walk` along edges, or from
  :mod:`.structure`; :mod:`.estimate`: how many to expect; :mod:`.listing`: into files;
* :mod:`.symmetry`: orbits of vertices; :mod:`.adjacency`: which of them an edge joins;
* :mod:`.decomposition`: a mechanism as a mixture; :mod:`.images`: what the map Psi does;
* :mod:`.mixtures`, :mod:`.faces`, :mod:`.rays`, :mod:`.elimination`: what these are made with.
"""
