"""What holds of one given mechanism: a verdict, a witness, a certificate."""

from ..mechanisms.properties import PROPERTIES
from .blackwell import BlackwellOrder, derivable_from
from .derivability import Derivability, derivable_from_geometric
from .extreme import Extremeness, extreme
from .judgement import Judgement, Question, certify
from .likelihood import maximum_likelihood
from .neighbours import Neighbours
from .noise import NoiseLoss, noise_loss
from .objectives import cost, error_probability, input_errors, l0, objective, output_law
from .optimality import design_certificate
from .privacy import Privacy, privacy
from .profile import Delta, delta, profile
from .properties import Property, properties
from .repair import Repair, repair
from .stochastic import Stochastic, stochastic

__all__ = [
    "PROPERTIES",
    "BlackwellOrder",
    "Delta",
    "Derivability",
    "Extremeness",
    "Judgement",
    "Neighbours",
    "NoiseLoss",
    "Privacy",
    "Property",
    "Question",
    "Repair",
    "Stochastic",
    "certify",
    "cost",
    "delta",
    "derivable_from",
    "derivable_from_geometric",
    "design_certificate",
    "error_probability",
    "extreme",
    "input_errors",
    "l0",
    "maximum_likelihood",
    "noise_loss",
    "objective",
    "output_law",
    "privacy",
    "profile",
    "properties",
    "repair",
    "stochastic",
]
