"""Claims of "Constrained Differential Privacy for Count Data", a module a section.

* :mod:`.instances`: the paper's mechanisms and properties, evaluated naively on instances;
* :mod:`.preliminaries`: section II-B, Definition 4;
* :mod:`.geometric`: section IV-B, the geometric mechanism GM, with its lemmas in :mod:`.gm`;
* :mod:`.tightness`: section IV-C, what tight inequalities and fairness force;
* :mod:`.fair`: section IV-C, Lemma 4 and the explicit fair mechanism EM, with :mod:`.em`;
* :mod:`.closed_form`: EM in closed form for both parities, which the paper does not print.

Exponents and probabilities are written Pr[output i | input j] as in the paper.
"""
