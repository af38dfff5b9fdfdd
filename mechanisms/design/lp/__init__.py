"""Exact linear programming: one interface for all that designs or compares mechanisms.

A :class:`Program` goes in; an :class:`Optimum` or an :class:`Infeasible` comes out, each
with multipliers that prove it.
"""
