"""Maximum likelihood: which inputs explain each output best."""

from __future__ import annotations

from dataclasses import dataclass

from ...mechanisms.kernels.mechanism import Mechanism


@dataclass(frozen=True)
class Reading:
    """What one output says about the input.

    Attributes
    ----------
    output : int
    inputs : tuple of int
        All inputs of greatest likelihood, exact ties included; empty if the output is
        impossible.
    """

    output: int
    inputs: tuple[int, ...]

    @property
    def itself(self) -> bool:
        """Whether taking the output at its word is a maximum-likelihood estimate."""
        return self.output in self.inputs


def maximum_likelihood(mechanism: Mechanism) -> list[Reading]:
    """Return the maximum-likelihood inputs of every output.

    Every reachable output is its own estimate exactly if the mechanism is row honest (RH).

    Examples
    --------
    >>> from exactdp import geometric, uniform
    >>> [r.inputs for r in maximum_likelihood(geometric(2, "1/2"))]
    [(0,), (1,), (2,)]
    >>> maximum_likelihood(uniform(1))[0]
    Reading(output=0, inputs=(0, 1))
    """
    rows = [mechanism.form.row(i) for i in range(mechanism.size)]
    readings = []
    for j, column in enumerate(zip(*rows, strict=True)):
        best = max(column)
        inputs = tuple(i for i, p in enumerate(column) if p == best) if best > 0 else ()
        readings.append(Reading(j, inputs))
    return readings
