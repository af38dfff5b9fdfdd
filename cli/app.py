"""The subcommands listed, each imported when it is asked for, and errors turned into exit codes."""

from __future__ import annotations

import signal
import sys
import traceback
from importlib import import_module
from types import FrameType
from typing import Any

import typer
from typer.core import TyperGroup

from .. import __version__
from ..mechanisms.exact.errors import ExactDPError, LimitError
from ..mechanisms.exact.rationals import MAX_CHARACTERS
from .progress import showing_progress

#: The commands as ``--help`` lists them; each is ``run`` in the module of its name.
COMMANDS = {
    "build": "Build a named mechanism, exactly.",
    "certify": "Judge a matrix against a claimed privacy level, exactly.",
    "check": "Recheck certificates.",
    "show": "Show a kernel exactly; of a certificate, its kernels and its claims, as they stand.",
    "compare": "Compare mechanisms of one size by an objective.",
    "repair": "Repair a matrix that misses its claim: exact row sums, the smallest mixture.",
    "profile": "Print the privacy profile: delta(x) = A - B x between rational breakpoints.",
    "optimal": "Design the optimal mechanism, exactly, and prove that no other costs less.",
    "choose": "Name the L0-optimal mechanism for the properties demanded, and say why.",
    "derive": "Decide exactly whether B is A followed by post-processing.",
    "lemma": "Prove a lemma for kernels on 0..n, or refute it with a kernel.",
    "scales": "List the 2^(K-1) scales, their patterns, and the matrix Psi.",
    "vertices": "Enumerate the extreme points of a polytope of count mechanisms, exactly.",
    "extreme": "Decide exactly whether a point is extreme, without enumerating.",
    "decompose": "Write a private mechanism exactly as a mixture of few simplest pieces.",
    "fixed-point": "Construct an exact private mechanism that keeps a law, and certify it.",
    "privatize-distribution": "Estimate how the counts of a table are distributed.",
    "release": "Release a table of counts with differential privacy.",
    "certify-noise": "Decide the exact privacy loss of A x + S noise.",
    "sample": "Draw outputs of a mechanism, exactly.",
    "law": "Print the law of sampler code on given inputs.",
    "audit-sampler": "Judge sampler code against a claimed privacy level, by its exact law.",
    "figure": "Make figures: a picture, its exact values, how it came to be, and what was printed.",
    "plot": "Draw files into one picture; what is drawn is exact, the picture is for the eye.",
    "sweep": "Run a command over a grid; what is done already is not done again.",
    "claims": "List the claims of the papers, with the verdicts of the last run.",
    "prove": "Decide claims from scratch: verdict, scope and evidence.",
}


class _Commands(TyperGroup):
    """Imports a command when it is asked for: ``--help`` and each command load what they need."""

    def __init__(self, **settings: Any):
        super().__init__(**settings)
        # Their names alone, by which misspelt ones are told the nearest.
        self.commands: dict[str, Any] = dict.fromkeys(COMMANDS)

    def get_command(self, _: Any, name: str) -> Any:
        if name not in COMMANDS:
            return None
        module = import_module(f".{name.replace('-', '_')}", __package__)
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        alone.command(name)(module.run)
        return typer.main.get_command(alone)

    def format_commands(self, _: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, context: Any) -> Any:
        try:
            return super().invoke(context)
        except (OSError, EOFError) as error:
            # typer would end with exit code 1, which means "fails", at some of these.
            raise RuntimeError("an error of the system that was not foreseen") from error


app = typer.Typer(
    name="exactdp",
    cls=_Commands,
    help="Exact verification of differentially private count mechanisms.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"exactdp {__version__}")
        raise typer.Exit


@app.callback()
def _top(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version and exit."
    ),
) -> None:
    pass


def run() -> None:
    """Run the command line and exit."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _ended)
    # What is read has a limit of its own, and what follows from it is longer.
    sys.set_int_max_str_digits(10 * MAX_CHARACTERS)
    try:
        with showing_progress():
            app()
    except LimitError as error:
        _stop(error, 3)
    except ExactDPError as error:
        _stop(error, 2)
    except MemoryError:
        _stop("the memory of this machine does not suffice: use fewer counts", 3)
    except Exception:
        # A defect of ours must never look like a verdict.
        traceback.print_exc()
        _stop("this is a defect of exactdp, please report it", 70)


def _ended(number: int, _: FrameType | None) -> None:
    # As an exception, so that what is being written is cleared away.
    sys.exit(128 + number)


def _stop(reason: object, code: int) -> None:
    # What a file or its name brings into the reason stays on the line.
    line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in str(reason))
    print(f"exactdp: {line}", file=sys.stderr)
    sys.exit(code)
