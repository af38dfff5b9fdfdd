"""The named mechanisms, each one function in closed form.

Every family works for every n >= 1 and every admissible alpha, and returns a
:class:`~exactdp.mechanisms.Mechanism` whose rows are inputs.
"""

from .geometric import geometric
from .uniform import uniform

__all__ = ["geometric", "uniform"]
