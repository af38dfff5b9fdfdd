"""Claims of "Preserving Target Distributions With Differentially Private Count Mechanisms".

* :mod:`.shares`: section 1.1, how the share of an output varies;
* :mod:`.privatizer`, :mod:`.cumulative`, :mod:`.gaussian`: section 3, distributions privatised
  and what that costs, by :mod:`.differences` of noise;
* :mod:`.indistinguishable`, :mod:`.number_of_scales`, :mod:`.extreme_points`: section 4, vectors,
  scales and extreme points, by :mod:`.vectors` and :mod:`.movements`; :mod:`.counted`: how many;
* :mod:`.representation`, :mod:`.affine`, :mod:`.functionals`, :mod:`.unfixed`: R_U and R_F above
  U and F, and their vertices;
* :mod:`.single_peaked`, :mod:`.unfixed_optimum`, :mod:`.algorithm_2`: section 5, what is best
  over U, by :mod:`.peaks` and :mod:`.weights`;
* :mod:`.heuristic`, :mod:`.extreme_output`: what :mod:`.algorithm_1` does;
* :mod:`.baselines`, :mod:`.rule_of_thumb`: the experiments;
* :mod:`.space`, :mod:`.corners`: points that claims are held against, and vertices found by
  trying all bases, which knows no structure.
"""
