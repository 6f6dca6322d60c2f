"""The tree of a web page: parsed whatever it is like, measured and pruned."""

from __future__ import annotations

import pytest

pytest.importorskip("bs4")

from pipeline.sources.page_tree import holders, parsed, remove, text_sizes


def test_a_part_of_a_page_is_parsed_as_it_is():
    assert str(parsed("<li>Rub it.")) == "<li>Rub it.</li>"


@pytest.mark.parametrize(
    "markup",
    ["<p>Rub <![wax[ it.</p>", b"<p>Rub <![wax[ it.</p>"],
)
def test_a_broken_declaration_becomes_text_in_a_text_and_in_bytes(markup):
    assert parsed(markup).p.get_text() == "Rub <![wax[ it."


def test_bytes_that_are_no_text_do_not_stop_a_page_with_a_broken_declaration():
    assert parsed(b"<p>Rub \xff <![wax[ it.</p>").p.get_text() == "Rub \ufffd <![wax[ it."


def test_chosen_elements_are_removed_with_what_is_in_them_and_the_rest_stays_in_order():
    page = parsed("<div><b>1</b>Rub <i>it</i><b>2</b><b>3</b><p><b>4</b>well.</p></div>")
    remove(page.div, lambda element: element.name == "b")

    assert str(page) == "<div>Rub <i>it</i><p>well.</p></div>"
    assert page.i.next_sibling is page.p


def test_what_is_within_a_chosen_element_is_not_looked_at_and_the_root_stays():
    page = parsed("<div><p>Rub <b>it</b></p></div>")
    names = []
    remove(page.div, lambda element: names.append(element.name) is None)

    assert names == ["p"]
    assert str(page) == "<div></div>"


def test_the_size_of_an_element_is_that_of_all_its_words():
    page = parsed("<div>Rub<p>it <b>well</b></p>.</div>")
    sizes = text_sizes(page)

    assert [sizes[id(each)] for each in (page, page.div, page.p, page.b)] == [11, 11, 7, 4]


def test_holders_are_the_elements_and_all_around_them():
    page = parsed("<div><p><b>Rub</b> <i>it</i></p><ul></ul></div>")
    around = {id(each) for each in (page, page.div, page.p)}

    assert holders([page.b]) == {*around, id(page.b)}
    assert holders([page.b, page.i]) == {*around, id(page.b), id(page.i)}
    assert holders([]) == set()
