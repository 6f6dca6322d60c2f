"""Exactly what a small grid becomes: as rows with evidence, as probabilities, and as HTML."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.domain.cells import CELL_COLUMNS, cell_rows
from pipeline.domain.document import Entity
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import NOWHERE, Evidence, Grid, Location, Track
from pipeline.domain.grid_html import grid_html
from pipeline.domain.html_table import Cell, html_table
from tests.support.graphs import document

EGG = Entity.parse("egg")
PAN, BOWL = Location("pan"), Location("bowl")
TWO_STEPS = document(steps=("Crack it.", "Fry it."))


@pytest.mark.parametrize(
    ("evidence", "columns"),
    [
        (Evidence(1, 0, 5), (1, "Crack it.", 0, 5)),
        (Evidence(2), (2, "Fry it.", -1, -1)),
        (Evidence(0, 0, 5), (None, None, None, None)),
        (Evidence(3, 0, 5), (None, None, None, None)),
        (None, (None, None, None, None)),
    ],
)
def test_evidence_has_the_text_of_its_step_if_the_document_has_that_step(evidence, columns):
    track = Track(EGG, (PAN, PAN, PAN), evidence=(evidence,) * 3)

    for row in cell_rows(TWO_STEPS, Grid(2, (track,)), below=0.5):
        assert list(row) == list(CELL_COLUMNS)
        shown = ("evidence_step", "evidence_text", "char_start", "char_end")
        assert tuple(row[name] for name in shown) == columns


def test_by_default_a_place_is_unsure_if_it_is_clearly_less_probable_than_not():
    track = Track(EGG, (PAN, BOWL, NOWHERE), (0.4, 0.5, 0.6))

    folded = TemporalGraph.from_grid(TWO_STEPS, Grid(2, (track,)))

    assert [folded.is_unsure("egg", state) for state in (0, 1)] == [True, False]


@pytest.mark.parametrize(
    ("places", "expected"), [((0.2, 0.3, 0.9), 0.3), ((0.2, 0.8, 0.1), 0.5), ((0.9, 0.5, 0.1), 0.5)]
)
def test_an_end_is_no_more_probable_than_the_place_where_it_happens(places, expected):
    track = Track(EGG, (PAN, BOWL, NOWHERE), places, change_probabilities=(0.6, 0.5))

    folded = TemporalGraph.from_grid(TWO_STEPS, Grid(2, (track,)))

    assert folded.probabilities_with_places()["egg", 2] == expected


def test_a_small_grid_is_this_table_and_this_list():
    track = Track(EGG, (NOWHERE, PAN, PAN), (0.9, 0.3, 0.8))
    titled = replace(TWO_STEPS, title="Eggs")

    shown = grid_html(titled, Grid(2, (track,)), below=0.5).partition("</style>")[2]

    assert shown == (
        '<p class="title">Eggs: 2 steps, 1 entity</p>'
        '<table><thead><tr><th></th><th>before</th><th title="Crack it.">1</th>'
        '<th title="Fry it.">2</th></tr></thead><tbody><tr><th>egg</th>'
        '<td title="probability 0.90">-</td>'
        '<td class="unsure" title="probability 0.30">● (pan?)</td>'
        '<td class="same">pan</td></tr></tbody></table>'
        "<details><summary>Steps and signs</summary>"
        "<ol><li>Crack it.</li><li>Fry it.</li></ol>"
        "<p>● created, × destroyed, - does not exist, ? place not stated,"
        " (…?) less probable than 0.5</p></details></div>"
    )


@pytest.mark.parametrize(
    ("n_steps", "note"), [(59, ""), (60, ""), (61, "<p>and 1 more</p>"), (62, "<p>and 2 more</p>")]
)
def test_sixty_steps_are_listed(n_steps, note):
    long = document(steps=("Stir it.",) * n_steps)

    shown = grid_html(long, Grid(n_steps, ()), below=0.5)

    assert shown.count("<li>") == min(n_steps, 60)
    assert f"</li></ol>{note}<p>●" in shown


def test_a_small_table_is_shown_whole_and_nothing_else():
    assert html_table(["", Cell("b", "remark")], [["x", Cell("1")], ["y", "2"]]) == (
        '<table><thead><tr><th></th><th title="remark">b</th></tr></thead>'
        "<tbody><tr><th>x</th><td>1</td></tr><tr><th>y</th><td>2</td></tr></tbody></table>"
    )


@pytest.mark.parametrize(
    ("n_rows", "n_columns", "note"),
    [
        (30, 20, ""),
        (31, 20, "<p>and 1 more rows</p>"),
        (30, 21, "<p>and 1 more columns</p>"),
        (32, 22, "<p>and 2 more rows and 2 more columns</p>"),
    ],
)
def test_thirty_rows_and_twenty_columns_are_shown(n_rows, n_columns, note):
    shown = html_table(["x"] * n_columns, [["x"] * n_columns] * n_rows)

    assert shown.rpartition("</table>")[2] == note
    assert shown.count("<tr>") == 1 + 30
    assert shown.count("<th>") == 20 + 30 and shown.count("<td>") == 30 * 19


@pytest.mark.parametrize(
    ("span", "content"),
    [
        ((0, 3), "<mark>the</mark> pot"),
        ((1, 2), "t<mark>h</mark>e pot"),
        ((0, 7), "<mark>the pot</mark>"),
        ((0, 8), "the pot"),
        ((0, 0), "the pot"),
        ((-1, 3), "the pot"),
    ],
)
def test_words_are_marked_from_the_first_character_to_the_last(span, content):
    shown = html_table(["", ""], [["tea", Cell("the pot", marked=span)]])

    assert f"<td>{content}</td>" in shown
