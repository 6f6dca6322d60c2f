"""Opening a page in the person's browser."""

from __future__ import annotations

from pathlib import Path

from pipeline.errors import BadInput

__all__ = ["open_in_browser"]


def open_in_browser(path: Path) -> None:
    """Open the file in the person's browser. Raises BadInput if there is none."""
    import webbrowser

    if not webbrowser.open(path.resolve().as_uri()):
        raise BadInput(f"no browser can be started here; open {path} in one")
