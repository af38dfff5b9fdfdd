"""How many mutants of the checker the vectors kill: ``python benchmarks/mutation.py [--every K]``.

One place of verify/checker.py is changed at a time (a comparison, an operator, a constant, a
condition, a statement left out), and every vector is checked by what comes out. A mutant is killed
where a status, or a line that is printed of a good one, is another, or where it does not end in
time. All mutants take minutes on one core; every K-th of them, that much less.
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
        if isinstance(node, ast.FunctionDef):
            apart += [*node.decorator_list, *([node] if node.name in ("load", "run") else [])]
        for part in apart:
            if isinstance(part, ast.AST):
                found |= set(ast.walk(part))
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.If | ast.Expr):
            found |= set(ast.walk(node))
    return found


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield what may stand instead of a node, in words and as nodes."""
    made: ast.AST
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        made = copy.deepcopy(node)
        made.ops[0] = OPERATORS[type(node.ops[0])]()
        yield "comparison", made
    elif isinstance(node, ast.Compare):
        for k, op in enumerate(node.ops):
            made = copy.deepcopy(node)
            made.ops[k] = OPERATORS[type(op)]()
            yield f"comparison {k}", made
    elif isinstance(node, ast.BoolOp | ast.BinOp | ast.AugAssign):
        if type(node.op) in OPERATORS and not isinstance(
            getattr(node, "left", None), ast.JoinedStr
        ):
            made = copy.deepcopy(node)
            made.op = OPERATORS[type(node.op)]()
            yield "operator", made
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield "sign", node.operand
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield "constant", ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "constant", ast.Constant(node.value + 1)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "left out", ast.Pass()
    elif isinstance(node, ast.If | ast.IfExp):
        made = copy.deepcopy(node)
        made.test = ast.UnaryOp(ast.Not(), made.test)
        yield "condition", made


class Changing(ast.NodeTransformer):
    """Put a node in the place of another one."""

    def __init__(self, target: ast.AST, made: ast.AST):
        self.target, self.made = target, made

    def visit(self, node: ast.AST) -> ast.AST:
        """Return the node, or what stands instead."""
        return self.made if node is self.target else self.generic_visit(node)


def mutants(source: str) -> Iterator[tuple[int, str, Callable[[], str]]]:
    """Yield the line, what is changed there, and what makes the source of each mutant."""
    tree = ast.parse(source)
    nodes, apart = list(ast.walk(tree)), unsaid(tree)
    for place, node in enumerate(nodes):
        if node in apart or not hasattr(node, "lineno"):
            continue
        for word, made in changes(node):
            what = f"{word}: {ast.unparse(made)[:90]}"
            yield node.lineno, what, partial(written, source, place, made)


def written(source: str, place: int, made: ast.AST) -> str:
    """Return the source with something else in one place, by the order of ``ast.walk``."""
    tree = ast.parse(source)
    target = next(islice(ast.walk(tree), place, None))
    return ast.unparse(ast.fix_missing_locations(Changing(target, made).visit(tree)))


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
            signal.alarm(SECONDS)
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
    made, left = 0, 0
    for k, (line, what, changed) in enumerate(mutants(source)):
        if k % given.every == given.first:
            made += 1
            if not killed(changed(), vectors):
                left += 1
                print(f"survives, line {line}: {what}", flush=True)
    print(f"{made} mutants, {made - left} killed: {(made - left) / made:.1%}")


if __name__ == "__main__":
    main()
