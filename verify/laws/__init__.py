"""The exact law of sampler code: what runs, and not what was meant to run.

* :mod:`.exact`: the front door, by the way that draws allow: :mod:`.chain`, the bit tree folded,
  or :mod:`.grid`, for large draws; :mod:`.samples`: where code can only be sampled;
* :mod:`.law`: what comes out; :mod:`.audit`: what that says of privacy;
* :mod:`.target`: code by its name; :mod:`.running`: one run of it; :mod:`.forks`,
  :mod:`.interception`, :mod:`.bit_generators`: whose randomness is ours; :mod:`.trespass`: what is
  refused;
* :mod:`.states`, :mod:`.snapshot`, :mod:`.operands`, :mod:`.cells`: what a suspended run remembers;
  :mod:`.absorption`: how often a chain visits its states.

>>> from exactdp.verify.laws.exact import exact_law
>>> from exactdp.mechanisms.sampling.truncated import truncated_geometric
>>> law = exact_law(lambda count, source: truncated_geometric(count, 0, 2, "1/3", source), 1)
>>> law.probabilities, law.exact
({'0': Fraction(1, 4), '1': Fraction(1, 2), '2': Fraction(1, 4)}, True)
"""
