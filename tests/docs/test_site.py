"""The documentation site: built without warnings, readable without a network."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOADED = re.compile(
    r"<(?:script|img|iframe|source)\b[^>]*?\ssrc=\"([^\"]+)\""
    r"|<link\b[^>]*?\shref=\"([^\"]+)\""
    r"|@import\s+[\"']([^\"']+)|url\([\"']?([^\"')]+)"
)


def external(text: str) -> list[str]:
    """Return the addresses on other hosts that a page or a style sheet loads."""
    targets = ("".join(groups) for groups in LOADED.findall(text))
    return [target for target in targets if re.match(r"(https?:)?//", target)]


def test_what_another_host_would_serve_is_seen():
    page = (
        '<link rel="stylesheet" href="https://fonts.example/css"><script src="//cdn.example/x.js">'
        "<style>@font-face { src: url(https://fonts.example/a.woff2) }</style>"
        '<script src="_static/x.js"></script><a href="https://example.org">'
    )

    assert external(page) == [
        "https://fonts.example/css",
        "//cdn.example/x.js",
        "https://fonts.example/a.woff2",
    ]


@pytest.mark.slow
def test_the_site_is_built_without_warnings_and_loads_nothing_from_other_hosts(tmp_path):
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-n"]

    done = subprocess.run(
        [*command, str(ROOT / "docs"), str(tmp_path / "html")],
        env={"PATH": "", "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
    )

    assert done.returncode == 0, done.stderr
    files = [path for path in tmp_path.rglob("*") if path.suffix in {".html", ".css"}]
    assert len(files) > 30
    assert {
        path.name: external(path.read_text()) for path in files if external(path.read_text())
    } == {}
    assert "stepgraph ingest" in (tmp_path / "html" / "reference" / "cli.html").read_text()
