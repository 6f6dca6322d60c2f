"""Photograph the view of a document for the documentation.

python docs/screenshot.py DOCUMENT OUT.png [--store URL] [--address "#step=6"]

Needs Chromium. Its fonts are those of this machine; Inter and P052 (Palatino) look best.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

from PIL import Image

import stepgraph
from pipeline.pages.view import ShownReading, view_page
from pipeline.stores.read import find_reading, read_graphs, resolve_document

WIDTH, HEIGHT = 1600, 900


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("document")
    parser.add_argument("out", type=Path)
    parser.add_argument("--store")
    parser.add_argument("--address", default="")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(page_of(arguments.document, arguments.store), encoding="utf-8")
        photograph(f"{page.as_uri()}{arguments.address}", arguments.out)


def page_of(document: str, store: str | None) -> str:
    with stepgraph.open(store) as graphs:
        identity = resolve_document(document, store=graphs.store)
        reading = find_reading(identity, store=graphs.store)
        (graph,) = read_graphs([reading], store=graphs.store)
    return view_page(ShownReading(graph, reading))


def photograph(url: str, out: Path) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.goto(url)
        page.screenshot(path=out)
        browser.close()
    # few colours, so that the file is a third as large and looks the same
    Image.open(out).convert("RGB").quantize(128, dither=Image.Dither.NONE).save(out, optimize=True)


if __name__ == "__main__":
    main()
