"""Measures how long pages of documents take to be made and to be drawn, in Chromium.

    python benchmarks/pages.py [--out docs/results/records/pages.json]

Each page is opened several times from a file, in a window of its own; the fastest counts, since
other work on the machine only ever adds. A page is drawn when its load event has ended, since its
scripts draw before that. A step is a move of all views, without the painting that follows it.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from records import RECORDS, write_record

sys.path.insert(0, str(Path(__file__).parent.parent))
from pipeline.pages.view import ShownReading, view_page  # noqa: E402
from tests.support.shown_readings import large  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SIZES = ((12, 11), (20, 100), (1000, 100))  # steps, things
TIMES = 5
DRAWN = "performance.getEntriesByType('navigation')[0].loadEventEnd"
STEP = """() => {
    const start = performance.now();
    for (let step = 1; step <= 10; step += 1) position.move({ step });
    return (performance.now() - start) / 10;
}"""


def main() -> None:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=RECORDS / "pages.json")
    arguments = parser.parse_args()
    view_page(large(1, 1))  # loads what is loaded once
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        record = {
            "command": "python benchmarks/pages.py",
            "machine": f"{os.cpu_count()} cores, {platform.machine()}",
            "load": round(os.getloadavg()[0], 1),
            "browser": f"Chromium {browser.version.split('.')[0]}",
            "times": TIMES,
            "pages": [_measured(browser, *size) for size in SIZES],
        }
        browser.close()
    write_record(arguments.out, record)


def _measured(browser: Browser, n_steps: int, n_things: int) -> dict[str, Any]:
    shown = large(n_steps, n_things)
    html, making = _made(shown)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        path.write_text(html, encoding="utf-8")
        runs = [_run(browser, path.as_uri()) for _ in range(TIMES)]
    return {
        "steps": n_steps,
        "things": n_things,
        "kilobytes": round(len(html.encode()) / 1000),
        "seconds_to_make": round(making, 2),
        "seconds_to_draw": round(min(drawn for drawn, _ in runs) / 1000, 2),
        "milliseconds_a_step": round(min(step for _, step in runs), 1),
    }


def _made(shown: ShownReading) -> tuple[str, float]:
    """The page, and the seconds that it takes to make it."""
    seconds = []
    for _ in range(TIMES):
        start = time.perf_counter()
        html = view_page(shown)
        seconds.append(time.perf_counter() - start)
    return html, min(seconds)


def _run(browser: Browser, url: str) -> tuple[float, float]:
    """Milliseconds until the page is drawn, and for a step."""
    page = browser.new_page(viewport={"width": 1600, "height": 1000})
    page.goto(url)
    drawn, step = page.evaluate(DRAWN), page.evaluate(STEP)
    page.close()
    return drawn, step


if __name__ == "__main__":
    main()
