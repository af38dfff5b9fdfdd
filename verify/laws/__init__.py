"""The exact law of sampler code: what runs, and not what was meant to run.

>>> from exactdp.mechanisms.sampling.truncated import truncated_geometric
>>> law = exact_law(lambda count, source: truncated_geometric(count, 0, 2, "1/3", source), 1)
>>> law.probabilities, law.exact
({'0': Fraction(1, 4), '1': Fraction(1, 2), '2': Fraction(1, 4)}, True)
"""

from .audit import Audit, audit
from .exact import SOURCES, Source, code_of, exact_law, exact_laws
from .law import Law
from .target import find_target, target_of

__all__ = [
    "SOURCES",
    "Audit",
    "Law",
    "Source",
    "audit",
    "code_of",
    "exact_law",
    "exact_laws",
    "find_target",
    "target_of",
]
