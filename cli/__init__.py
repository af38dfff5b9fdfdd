"""The ``exactdp`` command; its subcommands are a module each, gathered in :mod:`.app`.

Exit codes: 0 holds, 1 fails, 2 the input or the usage is wrong, 3 a stated limit was
reached, 130 interrupted. Results go to standard output, everything else to standard error.
"""

import sys


def main() -> None:
    """Run the command line and exit."""
    try:
        from .app import run

        run()
    except KeyboardInterrupt:
        sys.exit(130)
