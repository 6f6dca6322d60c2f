"""The command that serves tools for agents."""

from __future__ import annotations

import signal
import sys
from typing import Annotated

import typer

from pipeline.commands.options import Device, LedgerUrl, StoreUrl
from pipeline.commands.output import print_error
from pipeline.errors import BadInput

__all__ = ["mcp"]

LIBRARIES = ("mcp", "mcp_types")  # packages of the extra


def mcp(
    write: Annotated[
        bool, typer.Option("--write", help="Add the tools that store and forget documents.")
    ] = False,
    store: StoreUrl = None,
    ledger: LedgerUrl = None,
    device: Device = None,
) -> None:
    """Serve tools for agents on standard input and output, until the input ends.

    An agent starts this command itself and speaks the Model Context Protocol with it. Without
    --write nothing is ever stored or deleted. Needs the extra agents.
    """
    from pipeline.logs import set_up_logs
    from pipeline.settings import load_settings

    settings = load_settings(store=store, ledger=ledger, device=device)
    try:
        from pipeline.agents.server import serve_agents
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in LIBRARIES:
            raise
        raise BadInput(
            "stepgraph mcp needs a library that is not installed: pip install 'stepgraph[agents]'"
        ) from error
    set_up_logs("warning")
    if sys.stdin.isatty():
        print_error("waiting for an agent on standard input (Ctrl-C stops it)")
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        # what waits for input cannot be interrupted, and a kill loses no work
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    serve_agents(settings, writes=write)
