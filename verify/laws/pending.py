"""What a suspended frame holds besides its variables: the operands below the pending call.

Two visits to one call are the same state if the variables are equal *and* whatever the
interpreter keeps on the frame's stack below the call is equal: the iterator of a ``for`` loop,
the left operand of a sum whose right one is being computed. Python does not show that stack.
This module says, from the bytecode alone, which calls have nothing below them but values that
are functions of the variables as they are now; only those may take part in folding.

The stack is followed symbolically through the code. An entry is an expression of local
variables, constants and globals, or unknown; storing into a variable makes every entry that
was computed from it unknown, and so does a join of two ways that left different entries.

>>> import dis
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
from types import CodeType
from typing import Any

#: An entry of the symbolic stack: an expression with the variables that it depends on, or None
#: where nothing is known of it.
Entry = tuple[Any, frozenset[str]] | None
Stack = tuple[Entry, ...]

_PURE = {"BINARY_OP": 2, "COMPARE_OP": 2, "IS_OP": 2, "CONTAINS_OP": 2} | {
    "UNARY_NEGATIVE": 1,
    "UNARY_NOT": 1,
    "UNARY_INVERT": 1,
    "UNARY_POSITIVE": 1,
}
_FINAL = {"RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE"}
_ALWAYS = {"JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT"}
_NEUTRAL = {
    "RESUME",
    "NOP",
    "CACHE",
    "PRECALL",
    "KW_NAMES",
    "MAKE_CELL",
    "COPY_FREE_VARS",
} | _ALWAYS
_NOTHING: frozenset[str] = frozenset()


def operands(code: CodeType) -> dict[int, frozenset[str] | None]:
    """Return what lies below each call, by the offset of its instruction.

    Returns
    -------
    dict of int to (frozenset of str or None)
        The variables that the operands below the call depend on; None where an operand is no
        known function of the variables. Calls that cannot be reached are missing.
    """
    steps = [step for step in dis.get_instructions(code) if step.opname != "EXTENDED_ARG"]
    starts = [step.offset for step in steps]
    handlers = dis._parse_exception_table(code)  # type: ignore[attr-defined]
    stacks: dict[int, Stack] = {}
    below: dict[int, frozenset[str] | None] = {}
    waiting: list[tuple[int, Stack]] = [(0, ())]
    while waiting:
        k, stack = waiting.pop()
        if k in stacks:
            known = stacks[k]
            if len(known) != len(stack):
                return {}  # a join that this module does not understand
            stack = tuple(a if a == b else None for a, b in zip(known, stack, strict=True))
            if stack == known:
                continue
        stacks[k] = stack
        step = steps[k]
        if step.opname == "CALL":
            rest = stack[: len(stack) - _taken("CALL", step.arg or 0)]
            below[step.offset] = (
                _NOTHING.union(*(entry[1] for entry in rest if entry is not None))
                if None not in rest
                else None
            )
        for handler in handlers:
            if handler.start <= step.offset < handler.end:
                # What was there when it began, and the exception: nothing that folds.
                entered: Stack = (None,) * (handler.depth + handler.lasti + 1)
                waiting.append((bisect_left(starts, handler.target), entered))
        if step.opname in _FINAL:
            continue
        jumps = step.opcode in dis.hasjrel or step.opcode in dis.hasjabs
        if jumps:
            # A target may be the prefix of an instruction, which is not among the steps.
            waiting.append((bisect_left(starts, step.argval), _after(step, stack, True)))
        if step.opname not in _ALWAYS and k + 1 < len(steps):
            waiting.append((k + 1, _after(step, stack, False)))
    return below


def _after(step: dis.Instruction, stack: Stack, jump: bool) -> Stack:
    """Return the stack after an instruction."""
    name, arg = step.opname, step.arg
    if name in _NEUTRAL:
        return stack
    if name == "PUSH_NULL":
        return (*stack, ("null", _NOTHING))
    if name == "LOAD_CONST":
        return (*stack, (("const", arg), _NOTHING))
    if name == "LOAD_FAST":
        return (*stack, (("local", step.argval), frozenset([step.argval])))
    if name == "LOAD_GLOBAL":
        null: Stack = (("null", _NOTHING),) if (arg or 0) & 1 else ()
        return (*stack, *null, (("global", step.argval), _NOTHING))
    if name in ("STORE_FAST", "DELETE_FAST"):
        rest = stack[:-1] if name == "STORE_FAST" else stack
        return tuple(e if e is not None and step.argval not in e[1] else None for e in rest)
    if name in _PURE:
        count = _PURE[name]
        parts = stack[-count:]
        if None in parts:
            return (*stack[:-count], None)
        known = [entry for entry in parts if entry is not None]
        names = _NOTHING.union(*(entry[1] for entry in known))
        return (*stack[:-count], ((name, arg, *(entry[0] for entry in known)), names))
    taken = _taken(name, arg or 0)
    if name == "CALL":
        return (*stack[: len(stack) - taken], None)
    effect = dis.stack_effect(step.opcode, arg, jump=jump)
    kept = stack[: max(0, len(stack) - taken)]
    return (*kept, *(None,) * (len(stack) + effect - len(kept)))


def _taken(name: str, arg: int) -> int:
    """Return how many entries an instruction may touch: all, where that is not known here."""
    if name in ("LOAD_DEREF", "LOAD_CLOSURE"):
        return 0
    if name in ("LOAD_ATTR", "LOAD_METHOD", "POP_TOP") or name.startswith("POP_JUMP"):
        return 1
    if name in ("BUILD_TUPLE", "BUILD_LIST"):
        return arg
    return arg + 2 if name == "CALL" else 10**9
