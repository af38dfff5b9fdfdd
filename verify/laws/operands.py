"""What a suspended frame holds besides its variables: the operands below the pending call.

Suspended in ``y`` of ``x + y()``, a frame keeps the value of ``x`` on its operand stack, and
in a ``for`` loop the iterator, whose state no variable shows. Python does not show that stack.
But the bytecode tells what was pushed: here it is *interpreted abstractly*, each entry being
an expression of variables and constants, or unknown. Where all entries below a call are known,
the stack is a function of the variables that they name, and those can be compared; only such
calls may take part in folding.

Storing into a variable makes the entries that were computed from it unknown. Where two ways
meet, entries that differ become unknown, until nothing changes any more.

>>> def f(draw, x):
...     x = x + draw()
...     for _ in range(3):
...         x = draw()
>>> calls = [i.offset for i in dis.get_instructions(f) if i.opname == "CALL"]
>>> [None if found is None else sorted(found) for found in map(operands(f.__code__).get, calls)]
[['x'], [], None]
"""

from __future__ import annotations

import dis
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from types import CodeType
from typing import Any

#: What is known of an operand: an expression, and the variables in it; or None.
Entry = tuple[Any, frozenset[str]] | None
Stack = tuple[Entry, ...]

#: Operators: how many operands they take for their one result.
_OPERATORS = dict.fromkeys(("BINARY_OP", "COMPARE_OP", "IS_OP", "CONTAINS_OP"), 2) | dict.fromkeys(
    ("UNARY_NEGATIVE", "UNARY_NOT", "UNARY_INVERT", "UNARY_POSITIVE"), 1
)
_JUMPS = {"JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT"}  # always
_LAST = {"RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE"} | _JUMPS
_NEUTRAL = {"RESUME", "NOP", "CACHE", "PRECALL", "KW_NAMES", "MAKE_CELL", "COPY_FREE_VARS"} | _JUMPS
_NOTHING: frozenset[str] = frozenset()
_NULL: Entry = ("null", _NOTHING)


def operands(code: CodeType) -> dict[int, frozenset[str] | None]:
    """Return what lies below each call, by the offset of its instruction.

    Returns
    -------
    dict of int to (frozenset of str or None)
        The variables that the operands below the call depend on; None where an operand is no
        known function of the variables. Calls that cannot be reached are missing.
    """
    steps = [step for step in dis.get_instructions(code) if step.opname != "EXTENDED_ARG"]
    handlers = dis._parse_exception_table(code)  # type: ignore[attr-defined]
    stacks: dict[int, Stack] = {}
    waiting: list[tuple[int, Stack]] = [(0, ())]
    while waiting:
        k, stack = waiting.pop()
        known = stacks.get(k, stack)
        if len(known) != len(stack):
            return {}  # ways meet that this module does not understand
        joined = tuple(a if a == b else None for a, b in zip(known, stack, strict=True))
        if stacks.get(k) != joined:
            stacks[k] = joined
            waiting += _next(steps, k, joined, handlers)
    return {
        steps[k].offset: _variables(stack[: len(stack) - _touched(steps[k])])
        for k, stack in stacks.items()
        if steps[k].opname == "CALL"
    }


def _variables(entries: Iterable[Entry]) -> frozenset[str] | None:
    """Return the variables in some entries, or None if one of these is unknown."""
    names = _NOTHING
    for entry in entries:
        if entry is None:
            return None
        names |= entry[1]
    return names


def _next(
    steps: list[dis.Instruction], k: int, stack: Stack, handlers: Any
) -> Iterator[tuple[int, Stack]]:
    """Yield the instructions that may follow one, and the stacks with which they begin."""
    step = steps[k]

    def at(offset: int) -> int:  # or the prefix before it, which is not among the steps
        return bisect_left(steps, offset, key=lambda other: other.offset)

    for handler in handlers:
        if handler.start <= step.offset < handler.end:
            # What was there when the block began, and the exception: nothing that folds.
            yield at(handler.target), (None,) * (handler.depth + handler.lasti + 1)
    if step.opcode in dis.hasjrel or step.opcode in dis.hasjabs:
        yield at(step.argval), _after(step, stack, True)
    if step.opname not in _LAST and k + 1 < len(steps):
        yield k + 1, _after(step, stack, False)


def _after(step: dis.Instruction, stack: Stack, jump: bool) -> Stack:
    """Return the stack after an instruction."""
    name, arg = step.opname, step.arg or 0
    if name in _NEUTRAL:
        return stack
    if name == "PUSH_NULL":
        return (*stack, _NULL)
    if name == "LOAD_CONST":
        return (*stack, (("const", arg), _NOTHING))
    if name == "LOAD_FAST":
        return (*stack, (("local", step.argval), frozenset([step.argval])))
    if name == "LOAD_GLOBAL":
        return (*stack, *((_NULL,) if arg & 1 else ()), (("global", step.argval), _NOTHING))
    if name in ("STORE_FAST", "DELETE_FAST"):
        rest = stack[:-1] if name == "STORE_FAST" else stack
        return tuple(e if e is not None and step.argval not in e[1] else None for e in rest)
    kept = stack[: max(0, len(stack) - _touched(step))]
    if name in _OPERATORS:
        parts = stack[len(kept) :]
        names = _variables(parts)
        return (*kept, None if names is None else ((name, arg, parts), names))
    if name == "CALL":
        return (*kept, None)
    effect = dis.stack_effect(step.opcode, step.arg, jump=jump)
    return (*kept, *(None,) * (len(stack) + effect - len(kept)))


def _touched(step: dis.Instruction) -> int:
    """Return how many entries an instruction may touch: all, where that is not known here."""
    name, arg = step.opname, step.arg or 0
    if name in _OPERATORS:
        return _OPERATORS[name]
    if name in ("LOAD_DEREF", "LOAD_CLOSURE"):
        return 0
    if name in ("LOAD_ATTR", "LOAD_METHOD", "POP_TOP") or name.startswith("POP_JUMP"):
        return 1
    if name in ("BUILD_TUPLE", "BUILD_LIST"):
        return arg
    return arg + 2 if name == "CALL" else 10**9
