"""All claims, decided, recorded and written as pages.

:mod:`.registry` finds them, :mod:`.runs` decides them within time limits and in several
processes, :mod:`.grading` says of each whether it is rechecked or argued, :mod:`.record` keeps
the verdicts of the last run, :mod:`.pages` writes the paper map and the errata.
"""
