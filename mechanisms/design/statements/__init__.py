"""Statements about kernels: :mod:`.grammar`, how they are written; :mod:`.demands`, their rows."""
