"""How the numbers of a kernel are kept; see :mod:`~exactdp.mechanisms.forms.form`."""

from .coupled import CoupledForm
from .dense import DenseForm
from .dyadic import DyadicForm
from .form import Form, LeastRatio
from .postprocessed import PostprocessedForm
from .power import DISTANCE, PowerForm
from .scaled import ScaledForm, Term

__all__ = [
    "DISTANCE",
    "CoupledForm",
    "DenseForm",
    "DyadicForm",
    "Form",
    "LeastRatio",
    "PostprocessedForm",
    "PowerForm",
    "ScaledForm",
    "Term",
]
