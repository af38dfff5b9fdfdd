from .mechanisms.exact.errors import ExactDPError, InputError, LimitError
from .mechanisms.exact.law import Law
from .mechanisms.exact.level import PrivacyLevel
from .mechanisms.families.explicit_fair import explicit_fair
from .mechanisms.families.exponential import exponential
from .mechanisms.families.geometric import geometric
from .mechanisms.families.randomized_response import randomized_response
from .mechanisms.families.rounded_laplace import rounded_laplace
from .mechanisms.families.staircase import staircase
from .mechanisms.families.uniform import uniform
from .mechanisms.kernels.mechanism import Mechanism
from .verify.judge.judgement import certify

__version__: str
__all__ = [
    "ExactDPError",
    "InputError",
    "Law",
    "LimitError",
    "Mechanism",
    "PrivacyLevel",
    "certify",
    "explicit_fair",
    "exponential",
    "geometric",
    "randomized_response",
    "rounded_laplace",
    "staircase",
    "uniform",
]
