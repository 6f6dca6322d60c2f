"""The main part of a web page, and what is left out around and within it."""

from __future__ import annotations

import pytest

pytest.importorskip("bs4")

from pipeline.sources.page_furniture import leave_out_furniture, main_part
from pipeline.sources.page_tree import parsed

STEPS = "<ol><li>Melt the wax.</li><li>Rub it in.</li></ol>"


def left(body: str) -> str:
    """What is left of a page with steps above the words."""
    root = parsed(f"<body>{STEPS}{body}</body>").body
    leave_out_furniture(root)
    return root.decode_contents().removeprefix(STEPS)


@pytest.mark.parametrize(
    ("page", "name"),
    [
        ("<body><p>Shop</p><main>Rub it.</main></body>", "main"),
        ("<body><p>Rub it.</p></body>", "body"),
        ("<p>Rub it.</p>", "[document]"),
        ("<body><p>1234</p><article>1234</article></body>", "body"),
        ("<body><p>1234</p><article>12345</article></body>", "article"),
        ("<body><p>1234</p><article><h1>12</h1></article></body>", "article"),
        ("<body><article>12</article><p>1234</p><h1>12</h1></body>", "body"),
    ],
)
def test_the_main_part_is_so_called_or_an_article_with_the_title_or_most_of_the_text(page, name):
    assert main_part(parsed(page)).name == name


def test_an_article_with_most_of_the_text_comes_before_one_with_the_title():
    page = "<article><h1>Wax</h1></article><article>Rub it in and wait.</article>"

    assert main_part(parsed(page)).get_text() == "Rub it in and wait."


@pytest.mark.parametrize(
    "name", ["iframe", "noscript", "script", "select", "style", "svg", "template"]
)
def test_what_is_no_text_is_removed_before_the_text_is_measured(name):
    page = parsed(f"<body><p>Rub it.</p><{name}>wax</{name}></body>")

    assert str(main_part(page)) == "<body><p>Rub it.</p></body>"


def test_one_accepted_answer_is_the_main_part_and_of_two_none_is():
    answer = "<p itemprop=acceptedAnswer>Rub it.</p>"
    page = "<div itemtype=https://schema.org/QAPage><p>How?</p>{}</div>"

    assert main_part(parsed(page.format(answer))).get_text() == "Rub it."
    assert main_part(parsed(page.format(answer * 2))).get_text() == "How?Rub it.Rub it."


@pytest.mark.parametrize(
    ("notes", "words"),
    [("grated", "wax, grated"), (", grated", "wax, grated"), (" (hot)", "wax (hot)")],
)
def test_notes_on_an_ingredient_follow_a_comma_or_stand_in_brackets(notes, words):
    body = f"<p>wax<span class=wprm-recipe-ingredient-notes>{notes}</span></p>"

    assert parsed(left(body)).get_text() == words


@pytest.mark.parametrize(
    "control",
    [
        "<p>Print</p>",
        "<div> Copy </div>",
        "<p>Rub it.</p> <a>Edit</a> <p>Wait.</p>",
        "<label><input/> Mark as done</label>",
        "<small>Advertisement</small>",
        "<span>12:30</span>",
        "<h2>Wax <a>Edit</a></h2>",
        "Rub it. <div>Print</div>",
        "<p><img/>Print<img/></p>",
    ],
)
def test_controls_are_left_out(control):
    words = parsed(left(control)).get_text()

    assert "".join(words.split()) in ("", "Rubit.", "Rubit.Wait.", "Wax")


@pytest.mark.parametrize(
    "kept",
    [
        "<p>Rub it, then <a>print</a></p>",
        "<p><a>Print</a> it.</p>",
        "<p>Rub it, <label>print</label> it.</p>",
        "<p>Rub it, <span>print</span> it.</p>",
        "<p>Rub it, <small>print</small> it.</p>",
        "<a>Print <b>it</b></a>",
        "<a>Print<img/><b>it</b></a>",
        "<a><img/><img/><img/>Print</a>",
        "<p>Print it</p>",
        "<ul><li>Print</li></ul>",
    ],
)
def test_words_of_a_sentence_or_with_more_than_a_control_has_are_kept(kept):
    assert left(kept) == kept


@pytest.mark.parametrize(
    ("heading", "words"),
    [
        ("<h2><button>Dough</button></h2>", "Dough"),
        ("<h2>Doug<button>Dough</button></h2>", "DougDough"),
        ("<h2>Dough<button>Dough</button></h2>", "Dough"),
        (f"<h2>{'<b>' * 5}<button>Dough</button>{'</b>' * 5}</h2>", "Dough"),
        (f"<h2>{'<b>' * 6}<button>Dough</button>{'</b>' * 6}</h2>", ""),
        ("<p><button>Dough</button></p>", ""),
    ],
)
def test_a_button_is_kept_if_most_of_a_heading_is_in_it(heading, words):
    assert parsed(left(heading)).get_text() == words


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("<aside><h2>Method</h2>Rub.</aside>", "MethodRub."),
        ("<aside><h2>Method</h2>Rub.</aside><nav><h2>Method</h2>Wait.</nav>", ""),
        ("<aside><h2>Kim</h2>Rub.</aside>", ""),
        ("<div class=sidebar><h2>Method</h2>Rub.</div>", "MethodRub."),
        ("<div class=sidebar><h1>Wax</h1></div>", "Wax"),
        ("<h1>Oil</h1><div class=sidebar><h1>Wax</h1></div>", "Oil"),
        ("<div class=sidebar><p>Wax</p></div>", ""),
        ("<footer><p>Wax</p></footer>", ""),
        ("<form><h1>Wax</h1></form>", ""),
        ("<div class=caption><p>Wax</p></div>", ""),
        ("<div class=caption><ul><li>Wax</li></ul></div>", "Wax"),
        ("<div class=caption><h4>Wax</h4></div>", "Wax"),
        ("<figure><p>Wax</p></figure>", ""),
        ("<figure><pre>Wax</pre></figure>", "Wax"),
    ],
)
def test_asides_and_boxes_are_left_out_unless_they_hold_the_title_or_the_only_such_section(
    body, words
):
    assert parsed(left(f"<p>{'Wax it well. ' * 9}</p>{body}")).get_text().split()[27:] == (
        [words] if words else []
    )


@pytest.mark.parametrize(("n_letters", "is_kept"), [(23, False), (24, True)])
def test_a_box_with_more_than_half_of_the_text_is_no_box(n_letters, is_kept):
    words = "x" * n_letters  # the steps have 23 letters

    assert parsed(left(f"<div class=sidebar>{words}</div>")).get_text() == words * is_kept


def listed(*items: str, name: str = "ul") -> str:
    return f"<{name}>{''.join(f'<li>{each}</li>' for each in items)}</{name}>"


LINK = "<a>Bread</a>"


@pytest.mark.parametrize(
    "items",
    [
        [LINK, LINK],
        [f" {LINK} "],
        [f"<i>{LINK}</i>", f"<p><em>{LINK}</em></p>"],
        [f"<div><strong><span>{LINK}</span></strong></div>"],
        [f"{'<b>' * 5}{LINK}{'</b>' * 5}"],
    ],
)
def test_a_list_of_links_alone_is_left_out(items):
    assert left(listed(*items)) == ""
    assert left(listed(*items, name="ol")) == ""
    assert left(listed(*items).replace("</li>", "</li><br/>")) == ""


@pytest.mark.parametrize(
    "items",
    [
        [LINK, "Buns"],
        [f"{LINK} of wheat"],
        [f"{LINK}<b>Buns</b>"],
        [f"<u>{LINK}</u>"],
        [f"{'<b>' * 6}{LINK}{'</b>' * 6}"],
        [""],
    ],
)
def test_a_list_with_more_than_links_is_kept(items):
    assert left(listed(*items)) == listed(*items)


def test_links_to_what_is_needed_are_kept_up_to_the_next_heading():
    links, other = listed(LINK), listed("<a>Buns</a>", name="ol")

    assert left(f"<h2>Tools</h2><div>{links}</div>{other}<h2>More</h2>{links}") == (
        f"<h2>Tools</h2><div>{links}</div>{other}<h2>More</h2>"
    )


@pytest.mark.parametrize(
    ("name", "items", "expected"),
    [
        ("ol", ["1 Rub.", "2"], ["1 Rub.", "2"]),
        ("ol", ["<b>1</b> Rub.", "<i>2.</i> Wait."], [" Rub.", " Wait."]),
        ("ol", ["<b>4</b> eggs", "<b>2)</b> Wait."], ["4 eggs", " Wait."]),
        ("ul", ["<b>1.</b> Rub.", "<b>2)</b> Wait."], [" Rub.", " Wait."]),
        ("ul", [" <b> 1. </b>Rub.", "<b> 2) </b>Wait."], [" Rub.", "Wait."]),
        ("ul", [f"{'<b>' * 5}1.{'</b>' * 5}Rub.", "<b>2.</b>Wait."], ["Rub.", "Wait."]),
    ],
)
def test_the_numbers_that_stand_before_items_are_removed_and_such_a_list_is_numbered(
    name, items, expected
):
    made = parsed(left(f"{listed(*items, name=name)}<p>Eat.</p>"))
    words = [each.get_text() for each in made.find_all("li")]

    assert made.ol is not None
    assert words == (["1 Rub.", ""] if expected == ["1 Rub.", "2"] else expected)


@pytest.mark.parametrize(
    "items",
    [
        ["<b>1.</b> Rub."],
        ["<b>1.</b> Rub.", "<b>2.</b> Wait.", "Sit."],
        ["<b>1</b> egg", "<b>2</b> tins"],
        ["<b>2.</b> Rub.", "<b>1.</b> Wait."],
        ["<b>1. Rub.</b>", "<b>2. Wait.</b>"],
        [f"{'<b>' * 6}{each}.{'</b>' * 6}Rub." for each in (1, 2)],
        ["<img/>", "<b></b>"],
    ],
)
def test_bullets_with_fewer_or_other_numbers_stay_as_they_are(items):
    assert left(f"{listed(*items)}<p>Eat.</p>") == f"{listed(*items)}<p>Eat.</p>"
