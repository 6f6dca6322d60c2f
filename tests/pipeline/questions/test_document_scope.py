"""A document as the scope of a question: its names, its steps and its states."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pytest

from pipeline.domain.reading import NumberedReading
from pipeline.errors import BadInput, UnknownDocument
from pipeline.questions.document_scope import (
    AmbiguousName,
    DocumentScope,
    NotTracked,
    stored_names,
)
from pipeline.questions.parsed_question import ParsedQuestion, Time
from pipeline.questions.time_clauses import TimeClause
from pipeline.stores import open_store
from pipeline.stores.write import write
from tests.support.examples import example

STEPS = (
    "Pour clean water over the tea bag.",
    "Before serving, stir it.",
    "Serve the tea with cold milk.",
    "Wash the red cup and the blue cup.",
)
ROWS = {
    "water; H2O": ("kettle", "tea pot", "tea pot", "-", "-"),
    "tea": ("-", "tea pot", "tea pot", "red cup", "-"),
    "milk": ("?", "?", "?", "red cup", "-"),
    "red mug": ("shelf",) * 5,
    "blue mug": ("shelf",) * 5,
}


@pytest.fixture(scope="module")
def tea(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DocumentScope]:
    store = open_store(f"ladybug:{tmp_path_factory.mktemp('tea') / 'graph'}")
    readings = [
        NumberedReading(example(id, STEPS, ROWS, title=title), 3, "default", "0abc", "{}")
        for id, title in (("tea.txt", "A pot of tea"), ("chai.txt", "Chai"))
    ]
    write(readings, store=store, clock=lambda: datetime(2024, 1, 1))
    yield DocumentScope.open("tea.txt", store=store, as_of=None)
    store.close()


def test_a_document_has_its_title_its_reading_and_its_steps(tea):
    assert (tea.title, tea.number, tea.model, tea.n_steps) == ("A pot of tea", 3, "default", 4)
    with pytest.raises(UnknownDocument, match="none"):
        DocumentScope.open("none", store=tea.store, as_of=None)


@pytest.mark.parametrize(
    ("name", "stored"),
    [
        ("water", "water; H2O"),
        ("h2o", "water; H2O"),
        ("the waters", "water; H2O"),
        ("watter", "water; H2O"),
        ("cold milk", None),  # it is named as it stands, so it is no way to write "milk"
        ("red mug", "red mug"),
        ("cold water", "water; H2O"),
    ],
)
def test_a_name_is_that_of_the_entity_which_a_person_means(tea, name, stored):
    if stored is not None:
        assert tea.entity(name) == stored
    else:
        with pytest.raises(NotTracked, match=r"'cold milk' is not tracked here; tracked are blue"):
            tea.entity(name)


def test_a_name_that_fits_several_entities_is_refused_with_them(tea):
    with pytest.raises(AmbiguousName, match=r"'mug' may be 'blue mug' or 'red mug' in 'tea.txt'"):
        tea.entity("mug")


@pytest.mark.parametrize(("name", "place"), [("pot", "tea pot"), ("ketttle", "kettle")])
def test_a_place_is_found_by_its_head_word_and_its_spelling(tea, name, place):
    assert tea.place(name) == place


def test_what_is_no_place_is_refused_with_those_that_are(tea):
    with pytest.raises(NotTracked, match=r"'moon' is no place here; places are kettle"):
        tea.place("moon")


@pytest.mark.parametrize(
    ("time", "state"),
    [
        (None, 4),
        (Time("after", 0), 0),
        (Time("after", 3), 3),
        (Time("at", 3), 3),
        (Time("before", 3), 2),
        (Time("before", 1), 0),
        (Time("after", -1), 4),
        (Time("before", -1), 3),
        (Time("at", -4), 1),
    ],
)
def test_a_time_is_a_state(tea, time, state):
    assert tea.state(time) == state


@pytest.mark.parametrize("time", [Time("after", 5), Time("before", 0), Time("at", -6)])
def test_a_time_beyond_the_document_is_refused(tea, time):
    with pytest.raises(BadInput, match=f"'tea.txt' has steps 1 to 4, not {time.step}"):
        tea.state(time)


@pytest.mark.parametrize(("step", "is_there"), [(0, False), (1, True), (4, True), (5, False)])
def test_a_step_is_checked(tea, step, is_there):
    if is_there:
        assert tea.checked_step(step) == step
    else:
        with pytest.raises(BadInput, match="has steps 1 to 4"):
            tea.checked_step(step)


@pytest.mark.parametrize(
    ("time", "steps"),
    [
        (None, [1, 2, 3, 4]),
        (Time("at", 2), [2]),
        (Time("before", 3), [1, 2]),
        (Time("after", 2), [3, 4]),
        (Time("after", 0), [1, 2, 3, 4]),
        (Time("before", 1), []),
    ],
)
def test_rows_can_be_chosen_by_time(tea, time, steps):
    rows = [{"step": step} for step in (1, 2, 3, 4)]

    assert [row["step"] for row in tea.during(rows, time)] == steps


def test_no_change_is_at_the_start_or_before_it(tea):
    for relation in ("at", "before"):
        with pytest.raises(BadInput, match="has steps 1 to 4, not 0"):
            tea.during([], Time(relation, 0))


def timed(tea: DocumentScope, relation: str, words: str, time: Time | None = None) -> Time | None:
    clause = TimeClause(relation, words)
    return tea.timed(ParsedQuestion("", "", clause=clause, time=time)).time


def test_a_clause_that_stands_in_the_text_is_the_time_of_its_step(tea):
    assert timed(tea, "before", "serving") == Time("at", 2)
    assert timed(tea, "before", "pouring the water") == Time("before", 1)


def test_a_clause_is_the_time_of_the_step_that_it_describes(tea):
    assert timed(tea, "after", "the cups are washed") == Time("after", 4)
    assert timed(tea, "after", "it", Time("at", 1)) == Time("at", 1)
    assert tea.timed(ParsedQuestion("", "")).time is None
    with pytest.raises(NotTracked, match=r"no step of 'tea.txt' is about 'the moon rises'"):
        timed(tea, "after", "the moon rises")


def test_names_of_parameters_are_replaced_by_stored_ones(tea):
    parameters = {"document": "A pot of tea", "entity": "h2o", "location": "pot", "step": 2}

    assert stored_names(parameters, store=tea.store, as_of=None) == {
        "document": "tea.txt",
        "entity": "water; H2O",
        "location": "tea pot",
        "step": 2,
    }


def test_names_that_are_unknown_or_no_text_stay_as_they_are(tea):
    unknown = {"document": "tea.txt", "entity": "gold", "location": 3}

    assert stored_names(unknown, store=tea.store, as_of=None) == unknown
    assert stored_names({"entity": "h2o"}, store=tea.store, as_of=None) == {"entity": "h2o"}
    assert stored_names({"document": 3}, store=tea.store, as_of=None) == {"document": 3}
