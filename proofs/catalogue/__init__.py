"""All claims, decided, recorded and written as pages.

:mod:`.registry` finds them, :mod:`.runs` decides them within time limits and in several
processes, :mod:`.record` keeps the verdicts of the last run, :mod:`.pages` writes the paper map
and the errata.
"""
