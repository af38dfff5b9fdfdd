"""The exact law of sampler code: what runs, and not what was meant to run.

>>> from exactdp.verify.laws.exact import exact_law
>>> from exactdp.mechanisms.sampling.truncated import truncated_geometric
>>> law = exact_law(lambda count, source: truncated_geometric(count, 0, 2, "1/3", source), 1)
>>> law.probabilities, law.exact
({'0': Fraction(1, 4), '1': Fraction(1, 2), '2': Fraction(1, 4)}, True)
"""
