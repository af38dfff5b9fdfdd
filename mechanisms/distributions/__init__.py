"""Private estimates of the distribution of counts: linear noise, exactly calibrated."""

from .noise_mechanism import NoiseMechanism, adjacent_moves, l1_sensitivity
from .normalise import POSTS, clip, isotonic
from .privatize import DEFAULT_POST, NOISES, privatize
from .privatizer import Privatizer, share

__all__ = [
    "DEFAULT_POST",
    "NOISES",
    "POSTS",
    "NoiseMechanism",
    "Privatizer",
    "adjacent_moves",
    "clip",
    "isotonic",
    "l1_sensitivity",
    "privatize",
    "share",
]
