"""What supports a reply about one document, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest

from pipeline.domain.reading import NumberedReading
from pipeline.questions import single_document as replies
from pipeline.questions.document_scope import DocumentScope
from pipeline.questions.parsed_question import ParsedQuestion, Time
from pipeline.questions.single_document import DocumentReply
from pipeline.stores import open_store
from pipeline.stores.write import write
from tests.pipeline.questions.test_quantity_rules import opened
from tests.support.examples import example

STEPS = ("Mix it.", "Bake it.", "Move it.", "Eat it.")
ROWS = {
    "dough": ("-", "bowl", "-", "-", "-"),
    "bread": ("-", "-", "oven", "rack", "-"),
    "flour": ("bag", "-", "-", "-", "-"),
    "cook": ("kitchen",) * 5,
    "smoke": ("-", "-", "?", "?", "?"),
    "none": ("-",) * 5,
}


def chances(first: float) -> dict[str, Any]:
    """Probabilities of states that rise by 0.01, of existing by 0.02, of changes by 0.04."""
    return {
        "probabilities": tuple(first + state / 100 for state in range(5)),
        "exists": tuple(first + state / 50 for state in range(5)),
        "change_probabilities": tuple(first + step / 25 for step in range(4)),
    }


ESTIMATES = {
    "dough": chances(0.5), "bread": chances(0.6), "flour": chances(0.4), "cook": chances(0.7),
    "smoke": chances(0.3), "none": chances(0.2),
}  # fmt: skip


@pytest.fixture(scope="module")
def bread(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DocumentScope]:
    store = open_store(f"ladybug:{tmp_path_factory.mktemp('bread') / 'graph'}")
    graph = example("bread.txt", STEPS, ROWS, estimates=ESTIMATES)
    reading = NumberedReading(graph, 1, "default", "0abc", "{}")
    write([reading], store=store, clock=lambda: datetime(2024, 1, 1))
    yield DocumentScope.open("bread.txt", store=store, as_of=None)
    store.close()


def ask(
    document: DocumentScope,
    describe: Callable[..., DocumentReply],
    entity: str,
    question: str = "",
    time: Time | None = None,
) -> DocumentReply:
    parsed = ParsedQuestion("", question, entity, None, time)
    return describe(document, parsed, {"entity": entity})


def support(reply: DocumentReply) -> list[float]:
    rows = reply.rows if reply.support is None else reply.support
    return [pytest.approx(row["probability"]) for row in rows]


@pytest.mark.parametrize(
    ("describe", "question", "entity", "probabilities"),
    [
        # the step and the place are one statement, as probable as the less probable of them
        (replies.describe_creation, "where-created", "bread", [0.62, 0.62]),
        (replies.describe_creation, "where-created", "dough", [0.5, 0.5]),
        (replies.describe_creation, "where-created", "smoke", [0.34]),
        (replies.describe_destruction, "where-destroyed", "bread", [0.63, 0.63]),
        # what is not created was there at the start, what is not destroyed at the end
        (replies.describe_creation, "when-created", "cook", [0.7]),
        (replies.describe_destruction, "when-destroyed", "cook", [0.78]),
        (replies.describe_destruction, "is-destroyed", "smoke", [0.38]),
        (replies.describe_creation, "when-created", "none", []),
        (replies.describe_moves, "when-moved", "bread", [0.68]),
        (replies.describe_moves, "is-moved", "bread", [0.68]),
        (replies.describe_moves, "where-moved", "bread", [0.63]),
        (replies.describe_moves, "where-moved", "cook", []),
        (replies.describe_timeline, "timeline", "bread", [0.62, 0.63, 0.63]),
        (replies.describe_timeline, "timeline", "cook", [0.7]),
        (replies.describe_timeline, "timeline", "none", []),
        (replies.describe_changes, "changes", "bread", [0.62, 0.63, 0.63]),
        (replies.describe_source, "timeline", "flour", [0.4]),
    ],
)
def test_a_reply_is_supported_by_statements_with_their_probabilities(
    bread, describe, question, entity, probabilities
):
    assert support(ask(bread, describe, entity, question)) == probabilities


@pytest.mark.parametrize(
    ("describe", "question", "entity", "time", "probability"),
    [
        (replies.describe_creation, "when-created", "cook", None, 0.7),
        (replies.describe_destruction, "when-destroyed", "cook", None, 0.78),
        (replies.describe_creation, "when-created", "bread", None, None),
        (replies.describe_existence, "exists", "bread", Time("after", 2), 0.64),
        (replies.describe_existence, "exists", "bread", Time("before", 2), 1 - 0.62),
        (replies.describe_existence, "exists", "bread", None, 1 - 0.68),
        (replies.describe_location, "location-after", "bread", Time("after", 0), 1 - 0.6),
        (replies.describe_location, "location-after", "bread", Time("after", 2), None),
        (replies.describe_company, "together-with", "dough", Time("after", 3), 1 - 0.56),
        (replies.describe_company, "together-with", "dough", Time("after", 1), None),
    ],
)
def test_a_reply_about_existing_has_the_probability_of_that(
    bread, describe, question, entity, time, probability
):
    reply = ask(bread, describe, entity, question, time)

    expected = None if probability is None else pytest.approx(probability)
    assert reply.probability == expected


def test_a_presence_is_supported_by_its_place(bread):
    reply = ask(bread, replies.describe_existence, "bread", "exists", Time("after", 3))

    assert [row["location"] for row in reply.support] == ["rack"]
    assert support(reply) == [0.63]


@pytest.mark.parametrize(
    ("describe", "question", "entity", "outcome"),
    [
        (replies.describe_creation, "when-created", "none", "does not exist"),
        (replies.describe_creation, "when-created", "cook", "nothing"),
        (replies.describe_creation, "where-created", "smoke", "not stated"),
        (replies.describe_destruction, "is-destroyed", "bread", "answered"),
        (replies.describe_timeline, "timeline", "cook", "answered"),
        (replies.describe_source, "timeline", "none", "does not exist"),
        (replies.describe_source, "timeline", "flour", "answered"),
        (replies.describe_source, "timeline", "bread", "answered"),
        (replies.describe_origin, "conversions", "bread", "answered"),
        (replies.describe_fate, "conversions", "cook", "nothing"),
        (replies.describe_changes, "changes", "cook", "nothing"),
    ],
)
def test_a_reply_says_whether_there_is_an_answer(bread, describe, question, entity, outcome):
    assert ask(bread, describe, entity, question).outcome == outcome


@pytest.mark.parametrize(
    ("describe", "question", "start"),
    [
        (replies.describe_creation, "is-created", "Yes. The bread is created in step 2."),
        (replies.describe_creation, "when-created", "The bread is created in step 2."),
        (replies.describe_destruction, "is-destroyed", "Yes. The bread is destroyed in step 4."),
        (replies.describe_destruction, "where-destroyed",
         "The bread is destroyed on the rack, in step 4."),
        (replies.describe_moves, "is-moved", "Yes. The bread moves in step 3."),
        (replies.describe_source, "timeline",
         "In step 2 the dough is converted into the bread and the smoke."),
    ],
)  # fmt: skip
def test_a_reply_begins_with_yes_if_that_was_the_question(bread, describe, question, start):
    assert ask(bread, describe, "bread", question).sentence == start


def test_an_empty_document_has_nothing_to_list():
    empty = opened()
    parsed = ParsedQuestion("", "")

    entities = replies.list_entities(empty, parsed, {})
    places = replies.list_places(empty, parsed, {})

    assert (entities.sentence, entities.outcome) == ("Tracked: nothing.", "nothing")
    assert (places.sentence, places.outcome) == ("Places: none.", "nothing")
    assert replies.list_steps(empty, parsed, {}).sentence == "0 steps:"


def test_a_thing_with_several_concepts_is_listed_once():
    rows = [{"entity": "tea; chai"}, {"entity": "tea; chai"}, {"entity": "cup"}]

    reply = replies.list_entities(opened(entities=rows), ParsedQuestion("", ""), {})

    assert (reply.sentence, reply.outcome) == ("Tracked: tea and cup.", "answered")
    assert list(reply.rows) == rows


def conversion(entity: str, change: str, probability: float | None) -> dict[str, Any]:
    return {"step": 1, "change_step": 1, "change": change, "entity": entity,
            "probability": probability}  # fmt: skip


@pytest.mark.parametrize(("probability", "is_named"), [(0.5, True), (0.49, False), (None, True)])
def test_what_is_used_up_with_a_thing_is_named_if_it_is_likely(probability, is_named):
    rows = [
        conversion("flour", "destroy", 0.1),
        conversion("tin", "destroy", probability),
        conversion("bread", "create", 0.1),
    ]

    reply = ask(opened(conversions=rows), replies.describe_fate, "flour")

    assert ("the tin" in reply.sentence) is is_named
    assert reply.sentence.startswith("In step 1 the flour")
    assert reply.sentence.endswith("converted into the bread.")


@pytest.mark.parametrize(
    ("since", "state", "duration"),
    [(0, 3, ""), (1, 3, ", since step 1"), (2, 3, ", since step 2"), (3, 3, "")],
)
def test_a_place_that_has_lasted_has_the_step_since_which_it_has(since, state, duration):
    document = opened(location_after=[{"location": "cup", "since_step": since}])

    reply = ask(document, replies.describe_location, "tea", "location-after", Time("after", state))

    assert reply.sentence == f"After step 3 the tea is in the cup{duration}."


def test_places_come_in_order_and_those_that_are_not_stated_last():
    places = ("?", "shelf", "cup", "?", "cup")
    rows = [{"location": place, "entity": f"x{n}"} for n, place in enumerate(places)]

    reply = replies.describe_snapshot(opened(snapshot=rows), ParsedQuestion("", ""), {})

    assert reply.sentence == (
        "After step 4 the x2 and the x4 are in the cup; the x1 is on the shelf; the x0 and the x3"
        " are at a place that is not stated."
    )
