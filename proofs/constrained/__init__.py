"""Claims of "Constrained Differential Privacy for Count Data", a module a section.

* :mod:`.instances`: the paper's mechanisms and properties, evaluated naively on instances;
* :mod:`.introduction`: section I, what it says of Figures 1, 2 and 7;
* :mod:`.preliminaries`: section II-B, Definition 4;
* :mod:`.example`: sections II-B and IV-A, Example 1 and the uniform mechanism UM;
* :mod:`.geometric`: section IV-B, the geometric mechanism GM, with its lemmas in :mod:`.gm`;
* :mod:`.tightness`: section IV-C, what tight inequalities and fairness force;
* :mod:`.fair`: section IV-C, Lemma 4 and the explicit fair mechanism EM, with :mod:`.em`;
* :mod:`.choosing`, :mod:`.flowchart`: section IV-D, which mechanism for which demand,
  with Figures 5 and 6; :mod:`.heatmaps`: its costs, and Figure 7;
* :mod:`.experiments`: sections V-A and V-B, with Figures 8 and 9;
* :mod:`.optima`: optima of linear programs, as evidence;
* :mod:`.closed_form`: EM in closed form for both parities, which the paper does not print.

Exponents and probabilities are written Pr[output i | input j] as in the paper.
"""
