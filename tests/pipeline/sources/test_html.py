"""What of a web page is its text: not what stands around it."""

from __future__ import annotations

import pytest

pytest.importorskip("bs4")

from bs4 import BeautifulSoup

from pipeline.sources.html import html_text
from pipeline.sources.results import UnusableSource

STEPS = "<ol><li>Mix it.</li><li>Bake it.</li></ol>"
LISTED = "1. Mix it.\n2. Bake it."


def text(body: str, *, title: str = "") -> str:
    head = f"<head><title>{title}</title></head>" if title else ""
    return html_text(f"<html>{head}<body>{body}</body></html>".encode()).strip()


@pytest.mark.parametrize(
    "around",
    [
        '<ul class="breadcrumbs"><li>Home <b>page</b></li></ul>',
        '<div id="onetrust-banner"><p>We use cookies.</p></div>',
        '<div class="wide sidebar"><p>Related</p></div>',
        '<div class="related-posts"><p>Bread</p></div>',
        '<p class="byline">A. Baker</p>',
        '<div class="comments-area"><p>Nice!</p></div>',
        '<ul><li><a href="/1">Bread</a></li><li><a href="/2">Buns</a></li></ul>',
        '<ul><li> <a href="/1">Bread</a> </li> <li> <b> <a href="/2">Buns</a></b></li></ul>',
        "<nav><p>Home</p></nav>",
        '<div class="tip-box"><p>Use rye.</p></div>',
        '<div class="recipeTip"><p>Use rye.</p></div>',
        '<div id="post-comments"><p>Nice!</p></div>',
        '<div role="note"><p>Use rye.</p></div>',
        '<div class="IMPORTANT"><p>Use rye.</p></div>',
        "<div hidden><p>Use rye.</p></div>",
        '<div style="display: none"><p>Use rye.</p></div>',
        f"<div role=tabpanel hidden>{STEPS}</div>",
        "<p>Advertisement</p>",
        '<a href="#c">Jump to recipe</a>',
        "<label><input type=checkbox> Mark as done</label>",
        "<button>Print</button>",
        "<figure><figcaption>Bread</figcaption></figure>",
    ],
)
def test_what_stands_around_the_text_is_left_out(around: str) -> None:
    assert text(f"{STEPS}{around}") == LISTED


@pytest.mark.parametrize(
    ("kept", "words"),
    [
        (
            '<ul><li><a href="/1">Bread</a> of wheat</li><li>Buns</li></ul>',
            "- Bread of wheat\n- Buns",
        ),
        ('<h3>Tools</h3><ul><li><a href="/1">Tray</a></li></ul>', "### Tools\n\n- Tray"),
        ('<div class="authority"><p>Wait.</p></div>', "Wait."),
        ("<ul><li>Rest.</li></ul>", "- Rest."),
    ],
)
def test_what_only_looks_like_it_is_kept(kept: str, words: str) -> None:
    assert text(f"{STEPS}{kept}") == f"{LISTED}\n\n{words}"


def test_what_holds_most_of_the_text_is_no_furniture() -> None:
    assert text(f'<div class="menu">{STEPS}</div>') == LISTED


def test_the_title_is_the_heading_of_the_page_wherever_it_stands() -> None:
    page = f"<article><header><h1>Bread</h1><p>By Sam</p></header>{STEPS}</article>"

    assert text(page, title="Bread - Bakes") == f"# Bread\n\n{LISTED}"
    assert text(f"<h2>Your privacy</h2><h1>Bread</h1>{STEPS}") == f"# Bread\n\n{LISTED}"
    assert text(f"<header><h1>Bread</h1></header>{STEPS}") == f"# Bread\n\n{LISTED}"
    site = "<header><h1>Site</h1></header>"
    assert text(f"{site}<h1>Bread</h1>{STEPS}") == f"# Bread\n\n{LISTED}"
    assert text(f"<p class=MsoTitle>Bread</p>{STEPS}", title="S-1") == f"# Bread\n\n{LISTED}"
    assert text(STEPS, title="Bread") == f"# Bread\n\n{LISTED}"


def test_a_heading_far_below_is_not_where_the_text_begins() -> None:
    long = "<p>Mix the flour and the water well, and let it rest.</p>"

    assert text(f"{long}<h1>Bread</h1><p>Bake.</p>").startswith("Mix the flour")


def test_a_line_break_ends_a_line_and_two_end_a_paragraph() -> None:
    assert text("<p>flour<br>water<br/>salt</p>") == "flour\nwater\nsalt"
    assert text("<p>flour<br><br>water</p>") == "flour\n\nwater"
    assert text("<ul><li>flour<br>and water</li></ul>") == "- flour and water"
    assert text("<h2>Bread<br>of wheat</h2>") == "## Bread of wheat"


def test_an_item_loses_the_number_that_it_begins_with_if_it_is_its_own() -> None:
    numbered = "<ol><li><div>1</div><div>Mix.</div></li><li><div>2.</div>Bake.</li></ol>"
    other = "<ol><li><b>4</b> eggs: beat them.</li></ol>"

    assert text(numbered) == "1. Mix.\n2. Bake."
    assert text(other) == "1. 4 eggs: beat them."


def test_a_page_of_furniture_alone_is_refused() -> None:
    with pytest.raises(UnusableSource):
        text('<nav><ul><li><a href="/">Home</a></li></ul></nav>')


@pytest.mark.parametrize("opening", ["<ul><li>", '<div class="menu">', "<header>", "<ol><li>1"])
def test_a_page_may_be_very_deep(opening: str) -> None:
    assert "Mix it." in text(f"<p>Mix it.</p>{opening * 3_000}a")


@pytest.mark.parametrize(
    "kept",
    [
        '<div class="with-sidebar"><p>Wait.</p></div>',
        '<p>Wait<span class="tooltip-word"></span>.</p>',
        "<p>Wait<span hidden>: not too long</span>.</p>",
        "<p>Wait <img alt=''>.</p>",
    ],
)
def test_words_that_a_site_explains_or_marks_are_kept(kept: str) -> None:
    assert text(f"{STEPS}{kept}") == f"{LISTED}\n\nWait."


def test_names_that_begin_like_that_of_the_whole_text_say_nothing() -> None:
    steps = "<li class=step-nav__step>Mix it.</li><li class=step-nav__step>Bake it.</li>"

    assert text(f"<div class=step-nav><ol>{steps}</ol></div><p>Eat.</p>") == f"{LISTED}\n\nEat."


def test_names_of_the_whole_page_are_not_those_of_its_text() -> None:
    comments = '<div class="comments-area"><p>Nice!</p></div>'
    page = f'<html class="comments">{STEPS}{comments}</html>'  # a page may have no body

    assert html_text(page.encode()).strip() == LISTED


def test_a_form_that_holds_the_whole_page_is_no_form() -> None:
    assert text(f"<form>{STEPS}<form><input></form></form>") == LISTED


def test_sections_that_the_reader_unfolds_are_parts_of_the_text() -> None:
    section = f"<h2><button>The dough <svg></svg></button></h2><div hidden>{STEPS}</div>"

    assert text(section) == f"## The dough\n\n{LISTED}"
    assert text(f"<h2>The dough <button>Edit</button></h2>{STEPS}") == f"## The dough\n\n{LISTED}"


def test_an_empty_heading_makes_no_heading_of_what_stands_below() -> None:
    assert text(f"<h2><img></h2><p>Wait.</p>{STEPS}") == f"Wait.\n\n{LISTED}"


def test_a_heading_that_begins_an_item_is_its_first_line() -> None:
    item = "<li><h3>Dough</h3><p>Mix it.</p><h4>Later</h4></li>"

    assert text(f"<ol>{item}<li>Bake it.</li></ol>") == (
        "1. Dough\n  Mix it.\n#### Later\n2. Bake it."
    )


def test_numbers_that_stand_alone_are_those_of_what_follows() -> None:
    assert text("<div>1</div><h3>Mix</h3><p>It.</p><div>2</div><h3>Bake</h3>") == (
        "### 1. Mix\n\nIt.\n\n\n\n### 2. Bake"
    )
    assert text("<p>Step 1</p><p>Mix.</p><p>Step 2:</p><p>Bake.</p>") == (
        "Step 1: Mix.\n\n\n\nStep 2: Bake."
    )
    assert text("<div>1</div><p>Mix.</p><div>3</div><p>Bake.</p>") == "1\n\nMix.\n\n3\n\nBake."


def test_the_mark_of_a_footnote_is_left_out_and_other_raised_numbers_are_not() -> None:
    assert text('<p>Mix<sup><a href="#f1">1</a></sup> 10<sup>5</sup> cells.</p>') == (
        "Mix 10⁵ cells."
    )
    assert text("<p>Add d(T)<sub>23</sub>VN.</p>") == "Add d(T)₂₃VN."
    assert text("<p>Mix<sup class='reference'>: 214</sup> it.</p>") == "Mix it."


def test_a_table_with_headers_may_have_lists_in_its_cells() -> None:
    header = "<tr><th><div>No.</div></th><th>Action</th><th>Duration</th></tr>"
    cell = "Stop these:<ul><li>pump </li><li>fan</li></ul>"
    rows = f"<tr><td>1</td><td>{cell}</td><td>1 min</td></tr><tr><td>2</td><td>Wait.</td></tr>"

    assert text(f"<table>{header}{rows}</table>") == ("1. Stop these: pump; fan (1 min)\n2. Wait.")


def test_inner_bullets_of_word_are_indented() -> None:
    inner = "<p class=MsoListParagraph><span>o<span>&nbsp;&nbsp; </span></span>the fire</p>"

    assert text(f"<p>1. Say what burns:</p>{inner}") == "1. Say what burns:\n\n  - the fire"


def test_a_section_among_the_steps_of_dita_is_a_heading() -> None:
    items = "<li class='stepsection'>Dough</li><li>Mix it.</li><li>Bake it.</li>"

    assert text(f"<ol>{items}</ol>") == f"###### Dough\n{LISTED}"


def test_the_one_article_of_a_page_is_its_main_part() -> None:
    more = "<article><h2>Buns</h2></article><h2>More bread</h2>"
    article = f"<article><h2>Bread</h2>{STEPS}<p>Eat it while it is still warm.</p></article>"

    assert text(f"<main>{article}{more}</main>").startswith(f"## Bread\n\n{LISTED}")
    assert "More" not in text(f"<main>{article}{more}</main>")


def test_an_article_without_the_title_or_most_of_the_text_is_not_the_main_part() -> None:
    assert text(f"<article><p>Wait.</p></article>{STEPS}") == f"Wait.\n\n{LISTED}"
    assert text("<p>12345</p><article><p>1234</p></article>") == "12345\n\n1234"


def test_items_within_many_marks_are_no_links() -> None:
    marks = "<span>" * 7

    assert text(f"<ul><li>{marks}Mix it.</li><li>{marks}Bake it.</li></ul>") == (
        "- Mix it.\n- Bake it."
    )


def test_the_title_in_the_head_ends_before_the_name_of_the_site() -> None:
    bread = f"# Bread - of wheat\n\n{LISTED}"

    assert text(STEPS, title="Bread - of wheat | Bakes") == bread
    assert text(f"<h1>Bread - of wheat</h1><main>{STEPS}</main>", title="Bread - of wheat") == bread
    assert text(STEPS, title="Bread") == f"# Bread\n\n{LISTED}"


def test_a_heading_may_be_one_by_its_role_alone() -> None:
    title = '<div role="heading" aria-level="1">Bread</div>'
    section = '<div role="heading">Dough</div>'

    assert text(f"{title}{section}{STEPS}", title="Site") == f"# Bread\n\n## Dough\n\n{LISTED}"


def test_a_figure_that_holds_a_table_is_kept() -> None:
    table = "<table><tr><th>Part</th><th>Quantity</th></tr><tr><td>belt</td><td>2</td></tr></table>"

    assert text(f"{STEPS}<figure>{table}</figure>") == f"{LISTED}\n\nMaterials:\n\n- 2 belt"


def test_bullets_that_begin_with_their_own_numbers_are_numbered() -> None:
    items = "<li><span>1.</span><p>Mix it.</p></li><li><span>2.</span><p>Bake it.</p></li>"

    assert text(f"<ul>{items}</ul>") == LISTED
    assert text("<ul><li><b>1.</b> Mix it.</li><li>Bake it.</li></ul>") == (
        "- 1. Mix it.\n- Bake it."
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "Get the <a class='reference external' href='https://x'>installer</a> from the web.",
        "Open <code class='filename'>/etc/hosts</code> in an editor.",
        "Click <span class='guilabel'>Save</span> and wait.",
        "<a href='https://x'>Sign in</a> to the console.",
        "Set the timer to <span>12:30</span> minutes.",
        "Select <b class='uicontrol'>File</b> &gt; <span class='uicontrol'>Print</span>.",
        "<a href=a>Download</a> the file and <a href=b>print</a> it.",
        "Run <code>git add .</code>",
    ],
)
def test_words_of_a_sentence_are_kept_whatever_they_are_called(sentence: str) -> None:
    plain = BeautifulSoup(sentence, "html.parser").get_text()

    assert text(f"<ol><li>{sentence}</li></ol>") == f"1. {plain}"


@pytest.mark.parametrize(
    "kept",
    [
        "<h2 class=subtitle>Dough</h2>{}",
        "<section id=edit-the-dough><h2>Edit the dough</h2>{}</section>",
        "<section id=dough><header><h2>Dough</h2></header>{}</section>",
        "<div class=css-1ad9x2z>{}</div>",
        "<div class=xAdQ>{}</div>",
        "<div class=text-caption>{}</div>",
        "<div class='thumbnail caption'>{}</div>",
        "<aside><h2>Method</h2>{}</aside>",
        "<form><h2>Method</h2>{}</form>",
        "<button>Method</button><div>{}</div>",
        "<div role=tab id=t>Method</div><div role=tabpanel hidden aria-labelledby=t>{}</div>",
        "<div role=tabpanel hidden><h2>Method</h2>{}</div>",
        "<h2>Method</h2><div style='display:none'>{}</div>",
    ],
)
def test_lists_are_kept_in_what_only_looks_like_furniture_or_is_unfolded(kept: str) -> None:
    long = "<p>This bread is easy to make, and there are few things that are as good.</p>"

    assert LISTED in text(f"<h1>Bread</h1>{long}{kept.format(STEPS)}")


def test_an_item_in_red_is_a_part_of_its_list() -> None:
    items = "<li>Open it.</li><li class='important'>Switch it off.</li><li class=ad>Buy it.</li>"

    assert text(f"<ol>{items}</ol>") == "1. Open it.\n2. Switch it off."


def test_steps_that_an_accordion_hides_below_a_heading_need_no_list() -> None:
    hidden = "<div style='display: none'><p>Plug it in.</p></div>"

    assert text(f"<h2>Setup</h2>{hidden}") == "## Setup\n\nPlug it in."
    assert text("<ol><li>Open it.<div hidden><ol><li>Turn it.</li></ol></div></li></ol>") == (
        "1. Open it.\n  1. Turn it."
    )


def test_the_accepted_answer_is_the_main_part_of_a_question_but_not_of_a_list_of_questions() -> (
    None
):
    answer = f"<div itemprop=acceptedAnswer>{STEPS}</div>"
    question = f"<ol><li>I tried.</li></ol>{answer}"

    assert text(f"<div itemtype=https://schema.org/QAPage>{question}</div>") == LISTED
    assert "I tried." in text(f"<div itemtype=https://schema.org/FAQPage>{question}</div>")


def test_links_to_other_recipes_are_no_recipe_card() -> None:
    links = "<li><a href=a>Pie</a> 1 h</li>" * 3

    assert text(f"{STEPS}<div class=recipe-card>{links}</div>").startswith(LISTED)


def test_the_article_with_the_title_is_the_main_part_however_long_the_comments_are() -> None:
    comments = "<div class=replies>" + "<p>It worked, and everybody liked it.</p>" * 9 + "</div>"
    article = f"<article class=category-tips><h1>Bread</h1>{STEPS}</article>"

    assert text(f"{article}{comments}") == f"# Bread\n\n{LISTED}"


@pytest.mark.parametrize("broken", ["<![ endif]-->", "<![foo["])
def test_a_broken_declaration_is_text(broken: str) -> None:
    assert text(f"<p>a {broken} b</p>{STEPS}").endswith(LISTED)


def test_code_in_a_figure_belongs_to_its_step() -> None:
    code = "<figure class=highlight><pre>pip install x</pre></figure>"

    assert text(f"<ol><li><p>Install it:</p>{code}</li><li>Run it.</li></ol>") == (
        "1. Install it:\n  pip install x\n2. Run it."
    )


def test_a_single_row_of_lists_below_headers_is_a_page_in_columns() -> None:
    rows = f"<tr><th>Ingredients</th><th>Method</th></tr><tr><td>egg</td><td>{STEPS}</td></tr>"

    assert text(f"<table>{rows}</table>").endswith(LISTED)


def test_amounts_are_no_numbers_of_bullets() -> None:
    assert text("<ul><li><b>1</b> onion</li><li><b>2</b> carrots</li></ul>") == (
        "- 1 onion\n- 2 carrots"
    )


def test_of_the_tabs_of_mkdocs_the_first_is_read() -> None:
    tabs = "<div class=tabbed-labels><label>Debian</label><label>Fedora</label></div>"
    blocks = "<div class=tabbed-block>{}</div><div class=tabbed-block><p>Wait.</p></div>"

    assert text(tabs + blocks.format(STEPS)) == LISTED


def test_notes_within_an_item_are_left_out_and_an_item_may_begin_with_one() -> None:
    note = "<br><br><i>Note: It may be hot.</i>"
    items = f"<li>Mix<br>it.{note}</li><li>Bake it.<p>Tip: Use a tin.</p><p>Wait.</p></li>"

    assert text(f"<ol>{items}<li>Note: Eat it.</li></ol>") == (
        "1. Mix it.\n2. Bake it.\n  Wait.\n3. Note: Eat it."
    )
