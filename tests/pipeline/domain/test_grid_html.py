"""A graph in a notebook: the grid above the steps, small and with all text escaped."""

from __future__ import annotations

from html import unescape

import pytest

from tests.support.graphs import HOSTILE
from tests.support.html_elements import INJECTIONS, shape
from tests.support.shown_readings import hostile, large, tea


def test_the_title_counts_steps_and_entities():
    assert '<p class="title">Tea: 5 steps, 3 entities</p>' in tea().graph._repr_html_()
    assert "1 step, 2 entities" in hostile("tea").graph._repr_html_()


def test_creations_and_ends_have_their_signs_and_what_stays_is_quiet():
    shown = tea().graph._repr_html_()

    assert ">● pot</td>" in shown and ">×</td>" in shown
    assert '<td class="same">kettle</td>' in shown
    assert '<td class="same unsure"' not in shown


def test_an_unsure_place_looks_unsure():
    shown = tea().graph._repr_html_()

    assert '<td class="unsure" title="probability 0.30: Put the leaves' in shown
    assert ">(pot?)</td>" in shown


def test_a_change_shows_its_probability_and_its_sentence_to_a_pointer():
    shown = unescape(tea().graph._repr_html_())

    assert 'title="probability 0.80: Pour the water into the kettle.">kettle</td>' in shown
    assert 'title="probability 1.00: The water becomes tea 🍵 in the pot.">×</td>' in shown


def test_the_steps_are_listed_below_and_shown_by_their_numbers():
    shown = tea().graph._repr_html_()

    assert "(…?) less probable than 0.5</p>" in shown
    assert "<li>Boil the water in the kettle.</li>" in shown
    assert '<th title="Boil the water in the kettle.">2</th>' in shown


@pytest.mark.parametrize("text", [*INJECTIONS, *HOSTILE])
def test_no_text_of_a_document_becomes_an_element_or_an_attribute(text):
    shown = hostile(text).graph._repr_html_()

    assert shape(shown) == shape(hostile("harmless").graph._repr_html_())


def test_a_large_graph_stays_small():
    shown = large(1_000, 100).graph._repr_html_()

    assert len(shown) < 64_000
    assert "70 more rows and 982 more columns" in shown and "and 940 more" in shown
