"""What there is: exact kernels, privacy levels, named families, files. Knows no verdicts."""

from . import families
from .errors import ExactDPError, InputError, LimitError
from .families import *  # noqa: F403
from .level import PrivacyLevel
from .mechanism import Mechanism

__all__ = ["ExactDPError", "InputError", "LimitError", "Mechanism", "PrivacyLevel"]
__all__ += families.__all__
