"""Which draws are the same state: equal states, equal futures.

A run that waits for a draw is a stack of frames. What it will do depends on where each frame
stands, on its variables, on the operands that wait on its stack, and on what is hidden
elsewhere: globals, the state of C code. If all that is equal at two draws, they have the same
future, and the tree of draws may be folded there. :func:`key_of` returns what is compared;
that nothing is hidden is the assumption :data:`ASSUMPTION`, and the rest is verified, frame by
frame, from the innermost outwards:

* between the frames there is no C function (a ``map``, a ``sorted``) with a state of its own:
  every call is made by Python code directly. The interpreter tells such calls from others by
  the position at which it leaves a frame; where it does not, nothing is folded;
* the operands below each pending call are functions of the variables
  (:mod:`~exactdp.verify.laws.operands`);
* the variables can be compared (:mod:`~exactdp.verify.laws.snapshot`), with the cells that
  they share with closures (:mod:`~exactdp.verify.laws.cells`).

Where that stops short of the outermost frame, the frames outside have stood still since a
moment that stands for them in the key (a *token*): the beginning of the first of the verified
frames, or the last draw at which one of its variables was mutable. Since then nothing mutable
could be reached from the verified frames.

Folding is done on CPython 3.11 only, whose frames this was written for and verified on.
"""

from __future__ import annotations

import dis
import os
import sys
from itertools import pairwise
from types import CodeType, FrameType
from typing import Any

from .cells import cells_of
from .operands import operands
from .snapshot import ATOMS, Same, Snapshot, Unreadable

ASSUMPTION = (
    "no state is hidden in globals, in C code, in objects that the variables do not show, or in "
    "whether equal numbers or texts are one object (equal states of all Python frames were merged)"
)
_FOLDER = os.path.join(os.path.dirname(__file__), "")
_GENERATOR = 0x20 | 0x80 | 0x100 | 0x200  # flags of generators and coroutines


def frames(outermost: CodeType) -> list[FrameType]:
    """Return the frames from that of a code object to the one that draws, in this order.

    Those of this package between them are left out: each answers one draw, and has no state.
    """
    frame: Any = sys._getframe(1)
    found = []
    while frame.f_code is not outermost:
        if not frame.f_code.co_filename.startswith(_FOLDER):
            found.append(frame)
        frame = frame.f_back
    return [frame, *reversed(found)]


def key_of(stack: list[FrameType], tokens: list[Any]) -> tuple[Any, int]:
    """Return the state at a draw, hashable, or None where it cannot be told.

    With it comes how many of the innermost frames have immutable variables only.

    Parameters
    ----------
    stack : list of frame
        From the frame that called the code under study to the one that draws.
    tokens : list
        For each of them what identifies its beginning, or a later draw, since when all its
        variables were immutable at every draw.
    """
    snapshot = Snapshot()
    parts: list[Any] = []
    immutable = 0  # how many of the innermost have immutable variables only
    for frame in reversed(stack[1:]):
        try:
            parts.append(_part(frame, snapshot))
        except (Unreadable, RecursionError):  # nested too deeply, or code too deep in itself
            break
        immutable += immutable == len(parts) - 1 and not snapshot.mutable
    if len(parts) == len(stack) - 1 and _calls(stack[0].f_code).direct(stack[0]):
        return (None, tuple(parts)), immutable
    if not immutable:
        return None, 0
    return (tokens[len(stack) - immutable], tuple(parts[:immutable])), immutable


def _part(frame: FrameType, snapshot: Snapshot) -> Any:
    """Return the state of one frame."""
    calls = _calls(frame.f_code)
    if frame.f_code.co_flags & _GENERATOR or not calls.direct(frame):
        raise Unreadable
    below = calls.operands[calls.pending(frame)[0]]
    variables = frame.f_locals
    if below is None or not all(type(variables.get(name)) in ATOMS for name in below):
        raise Unreadable
    cells = tuple(map(snapshot.number, cells_of(frame)))
    values = tuple((name, snapshot.of(value)) for name, value in variables.items())
    return Same(frame.f_code), frame.f_lasti, cells, values


class _Calls:
    """The calls in a code object."""

    def __init__(self, code: CodeType):
        self.code = code  # kept alive, so that its id stays its own
        self.operands = operands(code)
        starts = [step.offset for step in dis.get_instructions(code)]
        self._instructions = {  # by each position in them
            position: (start, end)
            for start, end in pairwise([*starts, len(code.co_code)])
            for position in range(start, end, 2)
        }

    def pending(self, frame: FrameType) -> tuple[int, int]:
        """Return the offsets of the instruction at which a frame waits, and of the next."""
        return self._instructions[frame.f_lasti]

    def direct(self, frame: FrameType) -> bool:
        """Whether a frame waits at a call that the interpreter made by itself.

        Then it has gone past the inline cache of the instruction before it entered the
        function; a call by way of C leaves the position at the instruction.
        """
        offset, following = self.pending(frame)
        return offset in self.operands and offset < frame.f_lasti < following


_known: dict[int, _Calls] = {}


def _calls(code: CodeType) -> _Calls:
    found = _known.get(id(code))
    if found is None:
        found = _known[id(code)] = _Calls(code)
    return found
