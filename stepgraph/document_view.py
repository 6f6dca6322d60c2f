"""The view of a document, as notebooks show it and as a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from tempfile import mkdtemp

from pipeline.errors import BadInput

__all__ = ["View"]

HEIGHT = 820  # pixels of the frame in a notebook: all panels of a short procedure


@dataclass(frozen=True, slots=True)
class View:
    """The page that ``stepgraph view`` writes: text, storyline, grid and graph by step.

    A notebook shows it in a frame. ``html`` is the whole page, which loads nothing.
    """

    title: str
    html: str = field(repr=False)

    def save(self, path: str | Path) -> Path:
        """Write the page to a file and return its path. Raises BadInput if that fails."""
        from pipeline.exports.output_files import save

        if not isinstance(path, str | Path):
            raise BadInput(f"a path must be a string, not {path!r:.60}")
        save(Path(path), [self.html], report=False)
        return Path(path)

    def open(self) -> None:
        """Open the page in the browser, from a temporary file. Raises BadInput without one."""
        from pipeline.pages.browser import open_in_browser

        open_in_browser(self.save(Path(mkdtemp(prefix="stepgraph-")) / "view.html"))

    def _repr_html_(self) -> str:
        """The page in a frame of its own, which cannot reach the notebook."""
        return (
            f'<iframe srcdoc="{escape(self.html)}" sandbox="allow-scripts allow-modals"'
            f' title="{escape(self.title)}" width="100%" height="{HEIGHT}"'
            ' style="border:0"></iframe>'
        )
