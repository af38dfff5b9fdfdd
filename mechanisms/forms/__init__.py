"""How the numbers of a kernel are kept; see :mod:`~exactdp.mechanisms.forms.form`."""

from .dense import DenseForm
from .dyadic import DyadicForm
from .form import Form, LeastRatio
from .postprocessed import PostprocessedForm
from .power import DISTANCE, PowerForm

__all__ = [
    "DISTANCE",
    "DenseForm",
    "DyadicForm",
    "Form",
    "LeastRatio",
    "PostprocessedForm",
    "PowerForm",
]
