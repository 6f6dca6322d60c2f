"""The command that serves pages and an HTTP API."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.commands.options import Device, LedgerUrl, StoreUrl
from pipeline.commands.output import print_error

__all__ = ["app"]


def app(
    host: Annotated[
        str,
        typer.Option(
            "--host",
            metavar="HOST",
            help="Address to listen on. Any but this machine's own needs STEPGRAPH_APP_TOKEN.",
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option("--port", metavar="N", min=0, max=65535, help="Port; 0 for any free one."),
    ] = 8321,
    write: Annotated[
        bool, typer.Option("--write", help="Allow documents to be stored and forgotten.")
    ] = False,
    open_browser: Annotated[
        bool, typer.Option("--open", help="Open the pages in your browser.")
    ] = False,
    store: StoreUrl = None,
    ledger: LedgerUrl = None,
    device: Device = None,
) -> None:
    """Serve pages for a browser and an HTTP API, until Ctrl-C.

    The pages list and show the documents, answer questions and read a text that you paste. The API
    is described at /api/v1/docs. Without --write nothing is ever stored or deleted.
    """
    from pipeline.settings import load_settings
    from pipeline.web.server import serve_app

    def announce(address: str) -> None:
        print_error(f"the app is at {address} (Ctrl-C stops it)")
        if open_browser:
            import webbrowser

            webbrowser.open(address)

    settings = load_settings(store=store, ledger=ledger, device=device)
    serve_app(settings, host=host, port=port, writes=write, on_start=announce)
