"""What there is: exact objects. Knows nothing of verdicts.

Eight rooms, each leaning only on those named before it:

* :mod:`.exact`: rationals, balls, rational functions, algebraic numbers, privacy levels, laws;
* :mod:`.kernels`: the count mechanism, its forms, properties, objectives, display and files;
* :mod:`.families`: GM, EM, UM and the other closed forms; noise laws;
* :mod:`.design`: exact linear programs, the optimal mechanism, choosing, repairing;
* :mod:`.polytopes`: scales, extreme points, decompositions;
* :mod:`.keeping`: mechanisms that keep a law;
* :mod:`.sampling`: exact draws;
* :mod:`.release`: distributions, budgets, tables.

Packages import nothing: a name is imported from the module that defines it, and what people
need most stands in :mod:`exactdp` itself.
"""
