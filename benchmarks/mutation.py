"""How many mutants of the checker the vectors kill: ``python benchmarks/mutation.py [--every K]``.

One place of verify/checker.py is changed at a time (a comparison, an operator, a constant, a
condition, a statement left out), and every vector is checked by what comes out. A mutant is killed
where a status, or a line that is printed of a good one, is another, or where it does not end in
time. Mutants that no vector can tell are listed with the reason, and not counted. All take minutes
on one core; every K-th of them, that much less.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import io
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "vectors" / "certificates"
SECONDS = 10
OPERATORS: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
}

# Lines of mutants that no vector can tell from the checker, by the reason.
SAME = {
    line: reason
    for reason, lines in {
        "why a file is rejected is not in the format": (
            "where = '; forms.py reads it' if not form in ('coupled', 'scaled') else ''",
            "where = '; forms.py reads it' if form not in ('coupled', 'scaled') else ''",
            (
                "again = ' (files of version 1 are read no more: write them anew)' if not "
                "say(version) == '1' else ''"
            ),
            (
                "again = ' (files of version 1 are read no more: write them anew)' if "
                "say(version) != '1' else ''"
            ),
        ),
        "a limit, which only a costly file reaches": (
            "limit(1)",
            "without limit(0)",
        ),
        "of the script, which tests/verify/test_checker.py runs": (
            "without print(__doc__)",
            "status = 0 if paths else 3",
        ),
        "between polynomials, > is only asked of 0": (
            "return (self + -2 * self.of(other)).sign() == (1, True)",
            "return (self + 1 * self.of(other)).sign() == (1, True)",
        ),
        "what is added up has no term that is 0": (
            "return (1 if min(q.terms.values()) >= 0 else -1, never)",
            "require(set(form) == {''} and form[''] <= 0, 'a case is not contradictory')",
            "require(set(form) == {''} and form[''] < 1, 'a case is not contradictory')",
            "if len({x >= 0 for x in q.terms.values()}) != 1:",
        ),
        "only its sign counts": (
            "return (1 if min(q.terms.values()) > 0 else -2, never)",
            "way, strict = (2, True)",
            "way *= 2 if k % 2 == 0 else one or 0",
            "parts = (prod((p ** k for p, k in part), start=zero.of(2)) for part in above)",
        ),
        "a product none of whose factors can be 0 is not 0": (
            (
                "shown = {'>0': strict and way >= 0, '>=0': way >= 0, '<0': strict and way < 0, "
                "'<=0': way <= 0}"
            ),
            (
                "shown = {'>0': strict and way > 0, '>=0': way >= 0, '<0': strict and way <= 0, "
                "'<=0': way <= 0}"
            ),
            (
                "shown = {'>0': strict and way > 0, '>=0': way >= 0, '<0': strict and way < 1, "
                "'<=0': way <= 0}"
            ),
        ),
        "equal denominators may be compared too": ("if d is not e or d != e:",),
        "neighbours of the kind with the empty name are unknown": (
            (
                "(kind, given), = value.items() if type(value) is dict and len(value) == 1 else "
                "[('', 1)]"
            ),
        ),
        "the number is there so that there is a greatest one": (
            "distances, r = ({2, *pairs.values()}, range(n))",
        ),
        "modulo 1 nothing is left to be a pivot": (
            "require(m >= 1, 'the modulus is no integer from 2 on')",
        ),
        "only their ratio counts": ("over = under = 2",),
        "of an interval without a piece nothing is shown to be > 0": (
            "ascending = len(ends) >= 1 and all((y is None or x < y for x, y in pairwise(ends)))",
        ),
        "what is added then is 0": (
            "excess = sum((a * p - b * q for a, b in zip(x, y, strict=True) if a * p >= b * q))",
        ),
        "no scales have that alpha either": (
            (
                "def __init__(self, shape: Shape, make: Callable[[], list[Line]], base: Any=None, "
                "scales: Any=(1, {})):"
            ),
        ),
    }.items()
    for line in lines
}


def unsaid(tree: ast.Module) -> set[ast.AST]:
    """Return the nodes that no vector can tell apart.

    They say types; or why a file is rejected, which the page does not say; or that two lists are
    known to be as long as each other; or the limits, which only costly files reach; or they are
    of the script itself. Those files, and that script, are in the tests.
    """
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        apart = [getattr(node, name, None) for name in ("annotation", "returns")]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            apart += [word for word in node.keywords if word.arg == "strict"]
            apart += node.args[1:] if node.func.id == "require" else []
            apart += [node] if node.func.id in ("Outcome", "Refused", "Unreadable", "short") else []
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            apart += [node] if getattr(node.value.func, "id", "") == "short" else []
        if isinstance(node, ast.FunctionDef):
            script = node.name in ("load", "limit", "run")
            apart += [*node.decorator_list, *([node] if script else [])]
        for part in apart:
            if isinstance(part, ast.AST):
                found |= set(ast.walk(part))
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.If | ast.Expr):
            found |= set(ast.walk(node))
    return found


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what may stand instead of a node."""
    made: ast.AST
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        made = copy.deepcopy(node)
        made.ops[0] = OPERATORS[type(node.ops[0])]()
        yield made
    elif isinstance(node, ast.Compare):
        for k, op in enumerate(node.ops):
            made = copy.deepcopy(node)
            made.ops[k] = OPERATORS[type(op)]()
            yield made
    elif isinstance(node, ast.BoolOp | ast.BinOp | ast.AugAssign):
        if type(node.op) in OPERATORS and not isinstance(
            getattr(node, "left", None), ast.JoinedStr
        ):
            made = copy.deepcopy(node)
            made.op = OPERATORS[type(node.op)]()
            yield made
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield ast.Pass()
    elif isinstance(node, ast.If | ast.IfExp):
        made = copy.deepcopy(node)
        made.test = ast.UnaryOp(ast.Not(), made.test)
        yield made


class Changing(ast.NodeTransformer):
    """Put a node in the place of another one."""

    def __init__(self, target: ast.AST, made: ast.AST):
        self.target, self.made = target, made

    def visit(self, node: ast.AST) -> ast.AST:
        """Return the node, or what stands instead."""
        return self.made if node is self.target else self.generic_visit(node)


def mutants(source: str) -> Iterator[tuple[int, Callable[[], str]]]:
    """Yield the line of each mutant, and what makes its source."""
    tree = ast.parse(source)
    nodes, apart = list(ast.walk(tree)), unsaid(tree)
    for place, node in enumerate(nodes):
        if node in apart or not hasattr(node, "lineno"):
            continue
        for made in changes(node):
            yield node.lineno, partial(written, source, place, made)


def written(source: str, place: int, made: ast.AST) -> str:
    """Return the source with something else in one place, by the order of ``ast.walk``."""
    tree = ast.parse(source)
    target = next(islice(ast.walk(tree), place, None))
    return ast.unparse(ast.fix_missing_locations(Changing(target, made).visit(tree)))


def change(source: str, mutant: str) -> str:
    """Return the line that is another one in a mutant."""
    lines = zip(source.splitlines(), mutant.splitlines(), strict=True)
    old, new = next((x.strip(), y.strip()) for x, y in lines if x != y)
    return f"without {old}" if new == "pass" else new


def expected() -> list[tuple[str, int, str]]:
    """Return of each vector its path, its status, and what is printed of it if it is accepted."""
    index = json.loads((FOLDER / "index.json").read_text())
    printed, block = {}, ""
    for line in (FOLDER / "good.txt").read_text().splitlines(keepends=True):
        block += line
        if not line.startswith(" "):
            printed[line.partition(":")[0]] = block
            block = ""
    order = sorted(index, key=lambda name: (index[name]["status"] == 0, name))
    return [(name, index[name]["status"], printed.get(name, "")) for name in order]


def killed(source: str, vectors: list[tuple[str, int, str]]) -> bool:
    """Whether some vector tells a mutant from the checker, in a process of its own."""
    child = os.fork()
    if not child:
        status = 1
        with contextlib.suppress(BaseException), open(os.devnull, "w") as nothing:
            signal.setitimer(signal.ITIMER_PROF, SECONDS)  # of the processor
            os.dup2(nothing.fileno(), 2)
            os.chdir(FOLDER)
            module = ModuleType("mutant")
            sys.modules["mutant"] = module
            exec(compile(source, "mutant", "exec"), module.__dict__)
            status = int(any(not same(module, *vector) for vector in vectors))
        os._exit(status)
    return os.waitpid(child, 0)[1] != 0


def same(module: ModuleType, name: str, status: int, printed: str) -> bool:
    """Whether a vector ends as it should."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        found: int = module.main([name])
    return found == status and (not printed or out.getvalue() == printed)


def main() -> None:
    """Print the survivors, and how many were killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args()
    source = (ROOT / "verify" / "checker.py").read_text()
    vectors = expected()
    if killed(source, vectors):
        raise SystemExit("the checker itself does not pass the vectors")
    plain, made, left, same = ast.unparse(ast.parse(source)), 0, 0, 0
    for line, write in islice(mutants(source), given.first, None, given.every):
        what = change(plain, mutant := write())
        if what in SAME:
            same += 1
            print(f"is the same, line {line}: {what}: {SAME[what]}", flush=True)
            continue
        made += 1
        if not killed(mutant, vectors):
            left += 1
            print(f"survives, line {line}: {what}", flush=True)
    print(f"{made} mutants, {made - left} killed: {(made - left) / made:.1%}; {same} are the same")


if __name__ == "__main__":
    main()
