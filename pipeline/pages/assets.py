"""The style sheet and the scripts of a page, and the policy that allows these and nothing else."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files

from markupsafe import Markup

__all__ = ["SCRIPTS", "STYLES", "content_security_policy", "scripts", "style_sheet"]

# In the order in which the page runs them: each uses the ones before it.
SCRIPTS = (
    "elements.js",
    "readings.js",
    "position.js",
    "columns.js",
    "lanes.js",
    "text.js",
    "differences.js",
    "storyline_picture.js",
    "storyline.js",
    "grid_table.js",
    "grid.js",
    "graph.js",
    "explanation.js",
    "search.js",
    "controls.js",
    "print.js",
    "start.js",
)
STYLES = (
    "palette.css",
    "page.css",
    "search.css",
    "text.css",
    "storyline.css",
    "grid.css",
    "graph.css",
    "explanation.css",
    "differences.css",
    "player.css",
    "sizes.css",
    "print.css",
)


@cache
def style_sheet() -> Markup:
    """All style sheets as one; ours, so it needs no escaping."""
    return Markup("".join(map(_text, STYLES)))


@cache
def scripts() -> tuple[Markup, ...]:
    """The text of each script; ours, so it needs no escaping."""
    return tuple(Markup(_text(name)) for name in SCRIPTS)


@cache
def content_security_policy() -> str:
    """Nothing may be loaded, and only our own scripts and style may be in the page.

    Scripts may not turn text into HTML either (Trusted Types). A page on a server needs the same
    in its header, with ``frame-ancestors``, which a page cannot state itself.
    """
    script_sources = " ".join(map(_source, scripts()))
    return (
        f"default-src 'none'; script-src {script_sources}; style-src {_source(style_sheet())};"
        " img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"
    )


def _text(name: str) -> str:
    return files("pipeline.pages").joinpath("static", name).read_text(encoding="utf-8")


def _source(text: str) -> str:
    """The hash by which a policy names an element with this text."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
