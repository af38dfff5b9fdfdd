"""Exact linear programming: one interface for all that designs or compares mechanisms.

A :class:`Program` goes in; an :class:`Optimum` or an :class:`Infeasible` comes out, each
with multipliers that prove it.
"""

from .optimum import Infeasible, Optimum, optimum
from .program import Basis, Program, Row

__all__ = ["Basis", "Infeasible", "Optimum", "Program", "Row", "optimum"]
