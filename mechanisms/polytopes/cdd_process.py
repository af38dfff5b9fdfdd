"""cddlib in a process of its own: constraints come in, vertices go out.

cddlib computes in one call that no signal interrupts, so :mod:`.engines` runs this file as a
program that can be killed; it imports nothing of ours. On standard input it reads how many
of the constraints are equations, and then the constraints, one on a line, up to a line
``end``. It says each vertex on a line, numbers as "p/q", and ``end``.
"""

import os
import signal
import sys
from fractions import Fraction


def main() -> None:
    """Read the constraints and print the vertices."""
    sys.set_int_max_str_digits(0)  # numbers may be long, and were read before
    lines = list(iter(sys.stdin.readline, "end\n"))
    _end_when_nobody_listens()
    import cdd
    import cdd.gmp

    rows = [[Fraction(x) for x in line.split()] for line in lines[1:]]
    matrix = cdd.gmp.matrix_from_array(
        rows, lin_set=range(int(lines[0])), rep_type=cdd.RepType.INEQUALITY
    )
    found = cdd.gmp.copy_generators(cdd.gmp.polyhedron_from_matrix(matrix))
    for line in found.array:
        print(*line[1:])
    print("end")


def _end_when_nobody_listens() -> None:
    """Leave a watcher behind that kills this process when standard input is closed.

    It is closed by whoever wants no more, and by the system when that one was killed.
    """
    watched = os.getpid()
    if os.fork():
        return
    os.close(1)  # or else its end would not be seen as long as the watcher lives
    while os.read(0, 1):
        pass
    if os.getppid() == watched:
        os.kill(watched, signal.SIGKILL)
    os._exit(0)


if __name__ == "__main__":
    main()
