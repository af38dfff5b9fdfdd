"""The code under study, found by its name: ``package.module:callable`` or ``FILE.py:callable``.

It is called with one count, or with a count and a source: the source is passed to whatever
has a second positional parameter without a default, or a parameter called ``source``.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
import sys
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any

from ...mechanisms.exact.errors import InputError
from . import bit_generators
from .interception import watch
from .running import Target
from .trespass import now, staying


def find_target(name: str) -> Target:
    """Import the code under study. **It is run**: name only code that you would run yourself.

    Parameters
    ----------
    name : str
        ``package.module:callable`` or ``FILE.py:callable``; dots after the colon go into
        classes and objects.

    Raises
    ------
    InputError
        If there is no such module, file or callable, or importing it fails.

    Examples
    --------
    >>> find_target("random:randrange").takes_source
    False
    """
    place, colon, path = name.rpartition(":")
    if not colon or not place or not path:
        raise InputError(
            f"got the target {name!r}, expected package.module:callable or FILE.py:callable"
            f"{_written_in(name.removesuffix(':'))}"
        )
    found: Any = _module(name, place)
    for part in path.split("."):
        try:
            found = getattr(found, part)
        except AttributeError:
            offered = [x for x in vars(found) if not x.startswith("_") and callable(vars(found)[x])]
            raise InputError(f"{name}: {place} has no {part!r}{_offer(part, offered)}") from None
    if not callable(found):
        raise InputError(f"{name}: it is the {type(found).__name__} {found!r}, not a callable")
    return target_of(found, name)


def target_of(function: Any, name: str = "") -> Target:
    """Return a callable as code under study, seeing from its parameters whether it has a source.

    Raises
    ------
    InputError
        If it cannot be called with a count, nor with a count and a source.
    """
    name = name or getattr(function, "__qualname__", repr(function))
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # made in C, and says nothing of its parameters
        return Target(name, function, False)
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = [p for p in positional if p.default is p.empty]
    named = len(positional) > 1 and positional[1].name == "source"
    variadic = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    if len(needed) > 2 or not (positional or variadic):
        taken = ", ".join(p.name for p in needed)
        raise InputError(
            f"{name}: it takes {len(needed)} arguments ({taken}), expected a count, or a count and "
            "a source: write a function of the count alone that calls it with the others fixed"
        )
    return Target(name, function, len(needed) == 2 or named)


def _module(name: str, place: str) -> ModuleType:
    """Import a module; also what it binds by name is to be diverted, when it runs."""
    is_file = place.endswith(".py")
    if is_file and not Path(place).is_file():
        raise InputError(f"{name}: there is no file {place}")
    module = f"exactdp_target_{Path(place).stem}" if is_file else place
    now.importing, now.drew = module, set()
    try:
        with staying(), watch(), bit_generators.importing():
            found = _executed(module, place) if is_file else importlib.import_module(module)
    except InputError:
        raise
    except (Exception, SystemExit) as error:
        raise InputError(
            f"{name}: importing {place} raised {type(error).__name__}: {error}"
            f"{_beside(place, error)}"
        ) from None
    finally:
        now.importing = None
    if now.refused is not None:  # and it has caught that
        raise InputError(f"{name}: when it is imported, {now.refused}")
    if module in now.drew:
        raise InputError(
            f"{name}: {place} draws while it is imported, and what it draws there would be held "
            "fixed: draw inside the callable"
        )
    return found


def _executed(name: str, place: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, place)
    assert spec is not None  # the name ends in .py
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and pickles look there
    spec.loader.exec_module(module)
    return module


# -- what helps ------------------------------------------------------------------------


def _offer(part: str, offered: list[str]) -> str:
    """Return which of some names may be meant."""
    close = get_close_matches(part, offered, 1)
    if close:
        return f": do you mean {close[0]!r}?"
    return f": it has {', '.join(offered[:8])}" if offered else ""


def _written_in(place: str) -> str:
    """Return how the functions of a file are named, where a file is given."""
    try:
        tree = ast.parse(Path(place).read_text())
    except (OSError, ValueError, SyntaxError):
        return ""
    names = [step.name for step in tree.body if isinstance(step, ast.FunctionDef)]
    return f": {', '.join(f'{place}:{name}' for name in names[:8])}" if names else ""


def _beside(place: str, error: BaseException) -> str:
    """Return how a module that was not found can be, where it lies beside the file."""
    folder = Path(place).parent
    if isinstance(error, ModuleNotFoundError) and (folder / f"{error.name}.py").is_file():
        return f": it lies beside {place}, so set PYTHONPATH={folder}"
    return ""
