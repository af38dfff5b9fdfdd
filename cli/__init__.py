"""The ``exactdp`` command; its subcommands are a module each, listed in :mod:`.app`.

Exit codes: 0 holds, 1 fails, 2 the input or the usage is wrong, 3 a stated limit was reached,
70 a defect of ours, 74 standard output cannot be written, 128 + s ended by signal s. Results go
to standard output, everything else to standard error.
"""

import sys


def main() -> None:
    """Run the command line and exit."""
    try:
        from .app import run
        from .streams import standard_streams

        with standard_streams():
            run()
    except KeyboardInterrupt:
        sys.exit(130)
