"""The page in a real Chromium, from a file, without a network."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from pipeline.pages.view import ShownReading, view_page
from tests.support.browser import serious_violations, window
from tests.support.examples import example
from tests.support.graphs import HOSTILE
from tests.support.shown_readings import hostile, large, shown, tea

pytestmark = pytest.mark.browser
Opened = Callable[..., AbstractContextManager[Any]]

TEXT, GRID, GRAPH = "#text [aria-current]", "#grid", "#graph .content"
SIZES = {"screen": (1600, 1000), "laptop": (1280, 800), "phone": (390, 844)}


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Opened:
    """A function that writes a page and opens the file; ``address`` is the part from # on."""

    def open_page(
        page: ShownReading | str | None = None, address: str = "", **options: Any
    ) -> AbstractContextManager[Any]:
        html = page if isinstance(page, str) else view_page(page or tea())
        path = tmp_path / "page.html"
        path.write_text(html, encoding="utf-8")
        return window(browser, f"{path.as_uri()}{address}", **options)

    return open_page


def cell(page: Any, thing: int, state: int) -> Any:
    return page.locator(f'#grid tr[data-thing="{thing}"] td[data-state="{state}"]')


def step_of(page: Any) -> dict[str, Any]:
    """The step that each of the four views and the address show."""
    return {
        "text": page.locator(TEXT).get_attribute("data-step"),
        "grid": page.locator("#grid thead th.now").get_attribute("data-state"),
        "storyline": page.evaluate(
            """() => {
                const band = document.querySelector("#storyline .band");
                return String(band.getAttribute("x") / band.getAttribute("width"));
            }"""
        ),
        "graph": page.locator("#graph-heading").inner_text().split()[2].rstrip(":"),
        "address": page.evaluate("new URLSearchParams(location.hash.slice(1)).get('step')"),
    }


def everywhere(step: int) -> dict[str, str]:
    return dict.fromkeys(("text", "grid", "storyline", "graph", "address"), str(step))


def test_the_page_opens_at_the_first_step(opened):
    with opened() as page:
        assert page.title() == "Tea"
        assert step_of(page) | {"address": None} == everywhere(1) | {"address": None}


def test_the_slider_moves_all_views(opened):
    with opened() as page:
        page.locator("#slider").fill("4")

        assert step_of(page) == everywhere(4)


def test_the_arrow_keys_move_all_views_and_stop_at_the_ends(opened):
    with opened() as page:
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        assert step_of(page) == everywhere(3)

        page.keyboard.press("End")
        page.keyboard.press("ArrowRight")
        assert step_of(page) == everywhere(5)

        page.keyboard.press("Home")
        page.keyboard.press("ArrowLeft")
        assert page.locator("#graph-heading").inner_text() == "At the start: what is where"


def test_the_buttons_move_by_a_step(opened):
    with opened() as page:
        page.click("#next")
        page.click("#next")
        page.click("#previous")

        assert step_of(page) == everywhere(2)


def test_a_click_on_a_cell_shows_sentence_probability_and_explanation(opened):
    with opened() as page:
        cell(page, 2, 5).click()

        explanation = page.locator("#explanation")
        assert explanation.locator("h2").inner_text() == "Tea after step 5"
        assert explanation.locator(".sentence").all_inner_texts() == [
            "After step 4 the tea is in the pot.",
            "In step 5 the tea moves from the pot to the cup.",
            "After step 5 the tea is in the cup.",
        ]
        assert "61 %" in explanation.inner_text()
        assert explanation.locator("mark").all_inner_texts() == ["pot", "cup", "cup"]
        assert page.url.endswith("#step=5&thing=tea")
        assert step_of(page) == everywhere(5)


def test_words_after_an_emoji_are_marked_where_python_counts_them(opened):
    with opened(address="#step=4&thing=tea") as page:
        assert page.locator("#explanation mark").first.inner_text() == "tea 🍵"


def test_without_a_thing_the_changes_of_the_step_are_explained(opened):
    with opened(address="#step=4") as page:
        assert page.locator("#explanation .sentence").all_inner_texts() == [
            "The water is destroyed in the pot.",
            "The tea is created in the pot.",
        ]


def test_an_address_opens_at_its_step_and_thing(opened):
    with opened(address="#step=3&thing=H2O") as page:
        assert page.locator("#explanation h2").inner_text() == "Water after step 3"
        assert page.locator("#grid tr.is-chosen").get_attribute("data-thing") == "0"

        page.evaluate("location.hash = '#step=5&thing=tea'")
        page.wait_for_selector("text=Tea after step 5")
        assert step_of(page) == everywhere(5)


@pytest.mark.parametrize("address", ["#step=99", "#step=x&thing=nobody", "#%", "#step=-1"])
def test_an_address_that_names_nothing_still_shows_the_document(opened, address):
    with opened(address=address) as page:
        assert page.locator("#grid td.cell").count() == 18
        assert page.locator("#now b").inner_text()


def test_the_graph_of_a_step_has_a_line_from_each_thing_to_its_place(opened):
    with opened(address="#step=3") as page:
        graph = page.locator(GRAPH)

        assert graph.locator("button bdi").all_inner_texts() == ["water", "leaves"]
        assert graph.locator(".place").all_inner_texts() == ["pot"]
        assert graph.locator(".link").count() == 2
        assert "Not there yet" in graph.inner_text() and "tea" in graph.inner_text()


def test_the_storyline_marks_creation_and_destruction(opened):
    with opened() as page:
        picture = page.locator("#storyline svg")

        assert picture.locator('[data-thing="2"] circle').count() == 1
        assert picture.locator('[data-thing="0"] .end').count() == 1
        assert picture.locator('[data-thing="1"] circle, [data-thing="1"] .end').count() == 0


def test_what_is_unsure_looks_unsure_in_every_view(opened):
    with opened(address="#step=3") as page:
        styles = [
            cell(page, 0, state).evaluate("element => getComputedStyle(element).borderTopStyle")
            for state in (2, 3)
        ]

        assert styles == ["solid", "dashed"]
        assert "unsure" in cell(page, 0, 3).get_attribute("aria-label")
        assert page.locator('#graph .link.unsure[data-thing="0"]').count() == 1
        assert page.locator('#storyline [data-thing="0"] .unsure').count() == 1
        cell(page, 0, 3).click()
        assert "30 % unsure" in page.locator("#explanation").inner_text()


def test_the_threshold_of_what_is_unsure_can_be_chosen(opened):
    with opened(view_page(tea(unsure_below=0.2))) as page:
        assert page.locator("#grid td.unsure").count() == 0


def test_the_grid_can_be_read_with_the_keyboard_alone(opened):
    with opened(address="#step=2&thing=leaves") as page:
        page.locator('#grid td[tabindex="0"]').focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")

        focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert focused == "tea, after step 3: does not exist, probability 100 %"
        assert page.locator("#explanation h2").inner_text() == "Tea after step 3"


def test_escape_lets_go_of_the_thing(opened):
    with opened(address="#step=4&thing=tea") as page:
        page.keyboard.press("Escape")

        assert page.locator("#explanation h2").inner_text() == "What step 4 does"
        assert page.url.endswith("#step=4")


@pytest.mark.parametrize(
    ("words", "kinds", "address"),
    [
        ("h2o", ["thing"], "#step=1&thing=water%3B+H2O"),
        ("CUP", ["place", "step 5"], "#step=5&thing=tea"),
        ("becomes", ["step 4"], "#step=4"),
        ("use a pan", ["step 2"], "#step=2"),
    ],
)
def test_search_finds_things_places_and_words(opened, words, kinds, address):
    with opened() as page:
        page.fill("#search", words)
        assert page.locator("#search-results .kind").all_inner_texts() == kinds

        page.keyboard.press("Enter")
        assert page.url.endswith(address)


def test_a_search_without_results_is_answered(opened):
    with opened() as page:
        page.fill("#search", "coffee")

        assert page.locator("#search-results").inner_text() == "Nothing is called that."
        page.keyboard.press("Escape")
        assert not page.locator("#search-results").is_visible()


def background(page: Any) -> str:
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


def test_colours_follow_the_system_and_the_button_changes_them(opened):
    with opened(colours="light") as page:
        light = background(page)
    with opened(colours="dark") as page:
        dark = background(page)
        page.click("#theme")
        assert background(page) == light
        page.click("#theme")
        assert background(page) == dark

    assert light != dark


def test_a_phone_shows_one_view_at_a_time_and_never_scrolls_sideways(opened):
    with opened(width=390, height=844) as page:
        for view in ("text", "storyline", "grid", "graph"):
            page.click(f'.views [data-view="{view}"]')

            visible = [
                name
                for name in ("text", "storyline", "grid", "graph")
                if page.locator(f"#{name}").is_visible()
            ]
            assert visible == [view]
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.locator("#slider").fill("5")
        assert page.locator("#graph .place").all_inner_texts() == ["pot", "cup"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_nothing_serious(opened, size, colours):
    width, height = SIZES[size]
    with opened(address="#step=3", width=width, height=height, colours=colours) as page:
        assert serious_violations(page) == []
        if size == "phone":
            page.click('.views [data-view="grid"]')
        cell(page, 0, 3).click()
        page.fill("#search", "tea")
        assert serious_violations(page) == []


def test_a_comparison_switches_between_readings_and_lists_what_differs(opened):
    later = tea(2, leaves=("?", "?", "?", "pot", "pot", "bin"))
    with opened(view_page(later, before=tea(1)), "#step=5&thing=leaves") as page:
        assert cell(page, 1, 5).inner_text() == "bin"
        assert page.locator("#grid td.different").count() == 1
        page.click("text=Reading 1")

        assert cell(page, 1, 5).inner_text() == ""
        assert page.locator("#explanation h2").inner_text() == "Leaves after step 5"
        assert page.url.endswith("#reading=1&step=5&thing=leaves")
        row = page.locator("#differences tbody tr")
        assert row.all_inner_texts() == ["leaves, step 5\tpot (100 %)\tmove: bin (100 %)"]
        assert serious_violations(page) == []


def test_a_comparison_keeps_the_step_where_one_was_inserted_before_it(opened):
    before = shown(example(steps=("Pour it.", "Drink it."), rows={"tea": ("pot", "cup", "-")}))
    steps = ("Wait a while.", "Pour it.", "Drink it.")
    after = shown(example(steps=steps, rows={"tea": ("pot", "pot", "cup", "-")}), 2)
    with opened(view_page(after, before=before), "#step=2") as page:
        page.click("text=Reading 1")
        assert page.locator(TEXT).inner_text() == "Pour it."
        page.keyboard.press("ArrowRight")
        page.click("text=Reading 2")
        assert page.locator(TEXT).inner_text() == "Drink it."


@pytest.mark.parametrize("size", ["screen", "phone"])
def test_a_thousand_steps_with_a_hundred_things_can_be_used(opened, size):
    width, height = SIZES[size]
    with opened(large(1000, 100), "#step=500&thing=thing+7", width=width, height=height) as page:
        if size == "phone":
            page.click('.views [data-view="grid"]')
        assert cell(page, 7, 500).is_visible()
        assert page.locator("#grid td.cell").count() < 10_000
        page.keyboard.press("End")

        cell(page, 7, 1000).click()
        assert page.locator("#explanation h2").inner_text() == "Thing 7 after step 1000"


@pytest.mark.parametrize("text", ["<img src=x onerror=alert(1)>", "a&thing=b#step=9", *HOSTILE])
def test_a_hostile_text_is_shown_as_text(opened, text):
    comparison = view_page(hostile(text), before=hostile(f"{text[:900]}<b>"))
    with opened(comparison, "#step=1") as page:
        shown_text = page.evaluate(
            "document.querySelector('article:not([hidden]) li p').textContent"
        )
        assert shown_text == text.replace("\r\n", "\n")
        assert page.locator("main img, main script, main b:not(.hint b)").count() == 0
        assert page.locator("#differences tbody tr").count() > 0

        page.fill("#search", text.strip()[:20])
        cell(page, 0, 1).click()
        explanation = page.locator("#explanation").inner_text()
        page.reload()
        assert page.locator("#explanation").inner_text() == explanation


def test_a_document_without_things_is_its_text(opened):
    with opened(shown(example(rows={}))) as page:
        page.keyboard.press("ArrowRight")

        assert page.locator(TEXT).get_attribute("data-step") == "2"
        assert "Nothing that is tracked" in page.locator(GRAPH).inner_text()
        assert serious_violations(page) == []


def test_paper_gets_text_storyline_and_the_whole_grid(opened):
    with opened(large(30, 4)) as page:
        page.emulate_media(media="print")
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")

        assert page.locator("#print table").count() == 3
        assert page.locator("#print td.cell").count() == 31 * 4
        assert page.locator("#print svg").is_visible()
        assert not page.locator("#player").is_visible()
        page.evaluate("window.dispatchEvent(new Event('afterprint'))")
        assert page.locator("#print table").count() == 0


def test_without_scripts_the_text_can_be_read(opened):
    with opened(java_script_enabled=False) as page:
        assert "Pour the tea into a cup." in page.locator("#text").inner_text()
