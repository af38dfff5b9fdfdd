"""Claims of "Constrained Differential Privacy for Count Data", a module a section.

* :mod:`.summary`: section I, the two bullets and what prevents gaps; :mod:`.introduction`:
  what it says of Figures 1, 2 and 7;
* :mod:`.model`, :mod:`.losses`: section II-A, mechanisms, privacy, and what is minimised;
* :mod:`.existing`: section II-B, randomized response, the exponential and the Laplace
  mechanism, GM's spikes; :mod:`.preliminaries`: Definition 4;
* :mod:`.example`: sections II-B and IV-A, Example 1 and the uniform mechanism UM;
* :mod:`.programs`: section III and Theorem 2, the linear programs;
* :mod:`.implications`, :mod:`.closures`: section IV-A, what follows from what, and that
  nothing else does; :mod:`.consequences`: Lemma 1, n = 1, gaps; :mod:`.symmetry`: Theorem 1;
* :mod:`.geometric`: section IV-B, the geometric mechanism GM;
* :mod:`.optimality`: Theorems 3 and 4;
* :mod:`.tightness`: section IV-C, what tight inequalities and fairness force;
* :mod:`.fair`: section IV-C, Lemma 4 and the explicit fair mechanism EM;
* :mod:`.choosing`, :mod:`.flowchart`: section IV-D, which mechanism for which demand,
  with Figures 5 and 6, by :mod:`.demands`; :mod:`.heatmaps`: its costs, and Figure 7;
  :mod:`.derivation`: what can be had from GM by post-processing;
* :mod:`.experiments`: sections V-A and V-B, with Figures 8 and 9; :mod:`.binomial`: section
  V-C, with Figures 12 and 13;
* :mod:`.closed_form`: EM in closed form for both parities, which the paper does not print.

What other papers need too is in :mod:`exactdp.proofs.lemmas`: GM, EM, optima, sums, instances.

Exponents and probabilities are written Pr[output i | input j] as in the paper.
"""
