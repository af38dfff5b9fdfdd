"""The subcommands gathered, and errors turned into exit codes."""

from __future__ import annotations

import sys

import typer

from .. import __version__
from ..mechanisms import ExactDPError, LimitError
from . import (
    build,
    certify,
    check,
    choose,
    claims,
    compare,
    decompose,
    derive,
    lemma,
    optimal,
    profile,
    repair,
    scales,
    show,
    vertices,
)
from .progress import showing_progress

app = typer.Typer(
    name="exactdp",
    help="Exact verification of differentially private count mechanisms.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for command in (
    build,
    certify,
    check,
    show,
    compare,
    repair,
    profile,
    optimal,
    choose,
    derive,
    lemma,
    scales,
    vertices,
    decompose,
):
    app.command(name=command.__name__.rpartition(".")[2])(command.run)
app.command(name="claims")(claims.claims)
app.command(name="prove")(claims.prove)


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
    try:
        with showing_progress():
            app()
    except LimitError as error:
        _stop(error, 3)
    except ExactDPError as error:
        _stop(error, 2)


def _stop(error: ExactDPError, code: int) -> None:
    print(f"exactdp: {error}", file=sys.stderr)
    sys.exit(code)
