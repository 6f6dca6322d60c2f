"""The page of a document: whole, safe, and with nothing from elsewhere."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html import unescape

import pytest
from hypothesis import given, settings

from pipeline.pages.assets import SCRIPTS, content_security_policy
from pipeline.pages.view import PageLink, ShownReading, view_page
from tests.support.graphs import HOSTILE, graphs
from tests.support.html_elements import INJECTIONS, Elements, shape
from tests.support.shown_readings import hostile, stored, tea


def test_title_steps_materials_labels_and_alternatives_are_in_the_page():
    page = unescape(re.sub(r"<[^>]+>", "", view_page(tea())))

    for text in (
        "Tea",
        "The water",
        "The tea",
        "or use a pan",
        "loose",
        "tsp",
        "tea 🍵 in the pot",
    ):
        assert text in page


@pytest.mark.parametrize("text", [*INJECTIONS, *HOSTILE])
def test_no_text_of_a_document_becomes_an_element_or_an_attribute(text):
    page = view_page(hostile(text))

    plain = view_page(hostile("harmless"))
    without_marks = [part for part in shape(page) if part[0] != "mark"]
    assert without_marks == [part for part in shape(plain) if part[0] != "mark"]
    assert len(Elements(page).scripts) == len(SCRIPTS) + 1


@pytest.mark.parametrize("text", [*INJECTIONS, *HOSTILE])
def test_the_data_of_the_scripts_hold_every_text_as_it_is(text):
    shown = hostile(text)

    data = json.loads(Elements(view_page(shown)).scripts[0])

    (reading,) = data["readings"]
    assert reading["steps"] == [{"text": text, "label": text, "alternative": text}]
    assert [thing["name"] for thing in reading["things"]] == [text, f"{text[:900]} again"]


@settings(max_examples=25, deadline=None)
@given(graphs())
def test_any_reading_makes_a_page_that_a_file_can_hold(graph):
    page = view_page(ShownReading(graph, stored(graph)))

    assert page.encode()
    assert json.loads(Elements(page).scripts[0])["comparison"] is None


def test_the_policy_names_the_hash_of_every_script_and_style_and_allows_nothing_else():
    page = view_page(tea())

    (policy,) = [
        attributes["content"]
        for _, attributes in Elements(page).tags
        if attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert policy == content_security_policy()
    assert "unsafe" not in policy and "http" not in policy
    for text in [*Elements(page).scripts[1:], style[1]]:
        assert f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" in policy


def test_nothing_in_the_page_has_an_address_style_or_handler_of_its_own():
    for tag, attributes in Elements(view_page(tea(), before=tea(2))).tags:
        assert not [name for name in attributes if name.startswith("on") or name == "style"], tag
        for name in ("src", "href", "action", "data"):
            assert attributes.get(name, "data:,") == "data:,", tag


def test_a_server_can_lead_back_to_its_documents():
    tags = Elements(view_page(tea(), links=[PageLink("List", "/?page=2")])).tags

    assert [attributes["href"] for tag, attributes in tags if tag == "a"] == ["/?page=2"]
    assert "a" not in dict(Elements(view_page(tea())).tags)


def test_a_page_is_the_same_whenever_it_is_made():
    assert view_page(tea()) == view_page(tea())


def test_a_comparison_holds_the_texts_of_both_readings():
    page = Elements(view_page(tea(2), before=tea(1)))

    numbers = [each["number"] for each in json.loads(page.scripts[0])["readings"]]
    articles = [attributes for tag, attributes in page.tags if tag == "article"]
    assert numbers == [1, 2]
    assert ["hidden" in attributes for attributes in articles] == [True, False]
