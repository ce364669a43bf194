"""How every command of this room ends: a FolioError is one line on standard error and exit code 1."""

import os
import sys
from collections.abc import Callable

import typer

from ingestion.errors import FolioError


def run_command(command: Callable[..., object]) -> None:
    """Read the command line for one function and call it; never returns."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(command)
    try:
        app()
    except FolioError as error:
        typer.echo(f"error: {error}", err=True)
        sys.exit(1)
    except BrokenPipeError:
        os._exit(1)  # whoever read the output has gone; nothing is left to say
