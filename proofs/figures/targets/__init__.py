"""The figures of "Preserving Target Distributions With Differentially Private Count Mechanisms".

* :mod:`.overview`: 1, 2 and 4; :mod:`.privatizers`: 3; :mod:`.accuracy`: 5 and 6;
* :mod:`.runtime`: 7 and table 2; :mod:`.split`: 8 and table 3;
* :mod:`.data`: the tables of counts; :mod:`.simulation`: what a release of one is off by.

The paper's n is the number of counts 0..n-1, and so is ``n`` in these figures.
"""

PAPER = "Preserving Target Distributions With Differentially Private Count Mechanisms"
