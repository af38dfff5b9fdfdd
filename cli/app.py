"""The subcommands gathered, and errors turned into exit codes."""

from __future__ import annotations

import os
import select
import signal
import sys
import traceback
from types import FrameType

import typer

from .. import __version__
from ..mechanisms.exact.errors import ExactDPError, LimitError
from . import (
    audit_sampler,
    build,
    certify,
    certify_noise,
    check,
    choose,
    claims,
    compare,
    decompose,
    derive,
    extreme,
    fixed_point,
    law,
    lemma,
    optimal,
    privatize_distribution,
    profile,
    release,
    repair,
    sample,
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
    extreme,
    decompose,
    fixed_point,
    privatize_distribution,
    release,
    certify_noise,
    sample,
    law,
    audit_sampler,
):
    app.command(name=command.__name__.rpartition(".")[2].replace("_", "-"))(command.run)
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
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _ended)
    signal.signal(signal.SIGPIPE, _unread)
    try:
        with showing_progress():
            app()
    except LimitError as error:
        _stop(error, 3)
    except ExactDPError as error:
        _stop(error, 2)
    except OSError as error:  # of standard output: files have their own errors
        print(f"exactdp: the output cannot be written: {error.strerror}", file=sys.stderr)
        _exit(2)
    except Exception:
        # A defect of ours must never look like a verdict.
        traceback.print_exc()
        print("exactdp: this is a defect of exactdp, please report it", file=sys.stderr)
        _exit(70)


def _ended(number: int, _: FrameType | None) -> None:
    # As an exception, so that what is being written is cleared away.
    sys.exit(128 + number)


def _unread(number: int, frame: FrameType | None) -> None:
    # Nobody reads on, as after `| head`: the exit code would be 1, which means "fails". Pipes
    # to processes of our own have their own errors.
    output = select.poll()
    output.register(1, 0)
    if any(event & select.POLLERR for _, event in output.poll(0)):
        _ended(number, frame)


def _exit(code: int) -> None:
    # At once, because flushing standard output might fail again.
    sys.stderr.flush()
    os._exit(code)


def _stop(error: ExactDPError, code: int) -> None:
    print(f"exactdp: {error}", file=sys.stderr)
    sys.exit(code)
