"""Replies about one document: what the sentence says, which rows answer, and what supports it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest

from pipeline.domain.grid import Change
from pipeline.domain.reading import NumberedReading
from pipeline.questions import single_document as replies
from pipeline.questions.document_scope import DocumentScope
from pipeline.questions.parsed_question import ParsedQuestion, Time
from pipeline.questions.single_document import DocumentReply
from pipeline.stores import Store, open_store
from pipeline.stores.write import write
from tests.support.examples import Rows, example

CAKE = (
    "Put flour and salt into a bowl.",
    "Mix them with water into a batter.",
    "Pour the batter into a tin.",
    "Bake it in the oven until it is a cake.",
    "Move the cake to a plate.",
)
CAKE_ROWS: Rows = {
    "flour": ("?", "bowl", "-", "-", "-", "-"),
    "salt": ("jar", "bowl", "-", "-", "-", "-"),
    "water": ("tap", "tap", "-", "-", "-", "-"),
    "batter": ("-", "-", "bowl", "tin", "-", "-"),
    "cake": ("-", "-", "-", "-", "oven", "plate"),
    "cook": ("kitchen", "kitchen", "kitchen", "kitchen", "kitchen", "kitchen"),
    "smell": ("-", "-", "-", "-", "?", "?"),
    "spoon": ("-", "-", "-", "-", "-", "-"),
}
Describe = Callable[..., DocumentReply]


def scope(store: Store, steps: tuple[str, ...] = CAKE, rows: Rows = CAKE_ROWS) -> DocumentScope:
    reading = NumberedReading(example("cake.txt", steps, rows), 1, "default", "0abc", "{}")
    write([reading], store=store, clock=lambda: datetime(2024, 1, 1))
    return DocumentScope.open("cake.txt", store=store, as_of=None)


@pytest.fixture(scope="module")
def cake(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DocumentScope]:
    store = open_store(f"ladybug:{tmp_path_factory.mktemp('cake') / 'graph'}")
    yield scope(store)
    store.close()


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DocumentScope]:
    """A document in which nothing happens to a stone, and nothing else is tracked."""
    store = open_store(f"ladybug:{tmp_path_factory.mktemp('still') / 'graph'}")
    yield scope(store, ("Look at it.", "Look again."), {"stone": ("?", "?", "?")})
    store.close()


@pytest.fixture
def empty(ladybug_store: Store) -> DocumentScope:
    """A document of which nothing is tracked that exists."""
    return scope(ladybug_store, ("Look.",), {"spoon": ("-", "-")})


def ask(
    document: DocumentScope,
    describe: Describe,
    question: str = "",
    *,
    time: Time | None = None,
    entity: str | None = None,
    location: str | None = None,
    **options: Any,
) -> DocumentReply:
    roles = {"entity": entity, "location": location}
    names = {key: name for key, name in roles.items() if name is not None}
    parsed = ParsedQuestion("", question, entity, location, time)
    return describe(document, parsed, names, **options)


def after(step: int) -> Time:
    return Time("after", step)


@pytest.mark.parametrize(
    ("question", "entity", "time", "outcome", "sentence", "step"),
    [
        ("location-after", "salt", after(0), "answered",
         "At the start the salt is in the jar.", 0),
        ("location-after", "salt", after(1), "answered",
         "After step 1 the salt is in the bowl.", 1),
        ("location-after", "batter", after(3), "answered",
         "After step 3 the batter is in the tin.", 3),
        ("location-after", "cook", after(3), "answered",
         "After step 3 the cook is in the kitchen.", 3),
        ("location-after", "cake", None, "answered", "After step 5 the cake is on the plate.", 5),
        ("location-after", "smell", None, "not stated",
         "After step 5 the smell exists, but where is not stated.", 5),
        ("location-after", "water", after(2), "does not exist",
         "After step 2 the water does not exist: destroyed in step 2.", 2),
        ("location-after", "batter", after(1), "does not exist",
         "After step 1 the batter does not exist: created only in step 2.", 1),
        ("location-after", "spoon", after(1), "does not exist",
         "After step 1 the spoon does not exist.", 1),
        ("location-before", "salt", Time("before", 1), "answered",
         "Before step 1 the salt is in the jar.", 1),
        ("location-before", "salt", Time("before", 2), "answered",
         "Before step 2 the salt is in the bowl.", 2),
        ("location-before", "salt", Time("before", 3), "does not exist",
         "Before step 3 the salt does not exist: destroyed in step 2.", 3),
        ("location-before", "batter", Time("before", -1), "does not exist",
         "Before step 5 the batter does not exist: destroyed in step 4.", 5),
    ],
)  # fmt: skip
def test_a_location_is_that_of_the_state_with_why_there_is_none(
    cake, question, entity, time, outcome, sentence, step
):
    reply = ask(cake, replies.describe_location, question, entity=entity, time=time)

    assert (reply.outcome, reply.sentence) == (outcome, sentence)
    assert reply.parameters == {"step": step}
    assert bool(reply.rows) == (outcome != "does not exist")


def test_a_location_that_has_lasted_names_the_step_since_which_it_has(ladybug_store):
    rows = {"egg": ("box", "pan", "pan", "pan", "pan", "pan")}
    document = scope(ladybug_store, rows=rows)

    sentences = [
        ask(document, replies.describe_location, "location-after", entity="egg", time=after(step))
        .sentence.removeprefix(f"After step {step} ")
        for step in (1, 2, 5)
    ]  # fmt: skip

    assert sentences == [
        "the egg is in the pan.",
        "the egg is in the pan, since step 1.",
        "the egg is in the pan, since step 1.",
    ]


def test_an_absence_is_supported_by_the_change_that_explains_it(cake):
    gone, coming, never = (
        ask(cake, replies.describe_location, "location-after", entity=entity, time=after(step))
        for entity, step in (("batter", 5), ("batter", 0), ("spoon", 2))
    )

    assert [(row["change"], row["step"]) for row in gone.support] == [("destroy", 4)]
    assert [(row["change"], row["step"]) for row in coming.support] == [("create", 2)]
    assert list(never.support) == []


def test_an_absence_between_two_lives_is_explained_by_the_last_end(ladybug_store):
    rows = {"fire": ("-", "hearth", "-", "hearth", "-", "-")}
    document = scope(ladybug_store, rows=rows)

    sentences = {
        step: ask(
            document, replies.describe_location, "location-after", entity="fire", time=after(step)
        ).sentence
        for step in (0, 2, 5)
    }

    assert sentences == {
        0: "At the start the fire does not exist: created only in step 1.",
        2: "After step 2 the fire does not exist: destroyed in step 2.",
        5: "After step 5 the fire does not exist: destroyed in step 4.",
    }


@pytest.mark.parametrize(
    ("entity", "time", "sentence"),
    [
        ("salt", after(1), "Yes. After step 1 the salt exists, in the bowl."),
        ("smell", None, "Yes. After step 5 the smell exists."),
        ("salt", None, "No. After step 5 the salt does not exist: destroyed in step 2."),
    ],
)
def test_existence_is_a_yes_with_the_place_or_a_no_with_the_reason(cake, entity, time, sentence):
    reply = ask(cake, replies.describe_existence, "exists", entity=entity, time=time)

    assert reply.sentence == sentence
    assert [row["existing"] for row in reply.rows] == [sentence.startswith("Yes")]
    assert reply.parameters == {"step": 5 if time is None else time.step}
    assert reply.probability is not None and reply.support


@pytest.mark.parametrize(
    ("entity", "outcome", "sentence"),
    [
        ("salt", "answered", "The salt comes from the jar."),
        ("flour", "not stated", "The flour is there from the start, but where is not stated."),
        ("batter", "answered",
         "In step 2 the flour, the salt and the water are converted into the batter."),
        ("spoon", "does not exist", "The spoon does not exist at any step."),
    ],
)  # fmt: skip
def test_a_source_is_the_first_place_or_the_conversion(cake, entity, outcome, sentence):
    reply = ask(cake, replies.describe_source, "timeline", entity=entity)

    assert (reply.outcome, reply.sentence) == (outcome, sentence)


def test_what_is_made_of_nothing_that_is_tracked_comes_from_where_it_is_made(ladybug_store):
    document = scope(ladybug_store, rows={"cake": CAKE_ROWS["cake"]})

    reply = ask(document, replies.describe_source, "timeline", entity="cake")

    assert (reply.outcome, reply.sentence) == (
        "answered",
        "The cake is made in the oven in step 4.",
    )
    assert [row["from_step"] for row in reply.rows] == [4]


@pytest.mark.parametrize(
    ("question", "entity", "outcome", "sentence"),
    [
        ("when-created", "cake", "answered", "The cake is created in step 4."),
        ("where-created", "cake", "answered", "The cake is created in the oven, in step 4."),
        ("is-created", "cake", "answered", "Yes. The cake is created in step 4."),
        ("where-created", "smell", "not stated",
         "The smell is created in step 4, but where is not stated."),
        ("when-created", "salt", "nothing",
         "The salt is not created, but there from the start."),
        ("is-created", "salt", "nothing",
         "No. The salt is not created, but there from the start."),
        ("is-created", "spoon", "does not exist", "No. The spoon does not exist at any step."),
        ("when-created", "spoon", "does not exist", "The spoon does not exist at any step."),
    ],
)  # fmt: skip
def test_a_creation_has_its_step_and_place_or_the_reason_why_there_is_none(
    cake, question, entity, outcome, sentence
):
    reply = ask(cake, replies.describe_creation, question, entity=entity)

    assert (reply.outcome, reply.sentence) == (outcome, sentence)


@pytest.mark.parametrize(
    ("question", "entity", "outcome", "sentence"),
    [
        ("when-destroyed", "batter", "answered", "The batter is destroyed in step 4."),
        ("where-destroyed", "batter", "answered",
         "The batter is destroyed in the tin, in step 4."),
        ("is-destroyed", "batter", "answered", "Yes. The batter is destroyed in step 4."),
        ("is-destroyed", "cake", "nothing",
         "No. The cake is not destroyed, but there until the end."),
    ],
)  # fmt: skip
def test_a_destruction_has_its_step_and_place_or_the_reason_why_there_is_none(
    cake, question, entity, outcome, sentence
):
    reply = ask(cake, replies.describe_destruction, question, entity=entity)

    assert (reply.outcome, reply.sentence) == (outcome, sentence)


@pytest.mark.parametrize(
    ("question", "entity", "sentence"),
    [
        ("is-moved", "cake", "Yes. The cake moves in step 5."),
        ("when-moved", "cake", "The cake moves in step 5."),
        ("where-moved", "cake", "The cake moves from the oven to the plate in step 5."),
        ("where-moved", "flour",
         "The flour moves from a place that is not stated to the bowl in step 1."),
        ("is-moved", "cook", "No. The cook does not move."),
        ("where-moved", "cook", "The cook does not move."),
    ],
)  # fmt: skip
def test_a_move_has_its_steps_and_places(cake, question, entity, sentence):
    reply = ask(cake, replies.describe_moves, question, entity=entity)

    moves = [] if entity == "cook" else [1 if entity == "flour" else 5]
    assert reply.sentence == sentence
    assert reply.outcome == ("answered" if moves else "nothing")
    assert [row["step"] for row in reply.support] == moves


def test_several_moves_are_listed_in_order(ladybug_store):
    document = scope(ladybug_store, rows={"egg": ("box", "pan", "?", "plate", "plate", "bin")})

    when = ask(document, replies.describe_moves, "when-moved", entity="egg")
    where = ask(document, replies.describe_moves, "where-moved", entity="egg")

    assert when.sentence == "The egg moves in steps 1, 2, 3 and 5."
    assert where.sentence == (
        "The egg moves from the box to the pan in step 1, from the pan to a place that is not"
        " stated in step 2, from a place that is not stated to the plate in step 3 and from the"
        " plate to the bin in step 5."
    )
    assert {row["entity"] for row in where.support} == {"egg"}


@pytest.mark.parametrize(
    ("describe", "sentence"),
    [
        (replies.describe_inputs,
         "What goes in: the flour (used up in step 2), the salt (used up in step 2) and the water"
         " (used up in step 2)."),
        (replies.describe_outputs,
         "What comes out: the cake (made in step 4) and the smell (made in step 4)."),
        (replies.describe_conversions,
         "In step 2 the flour, the salt and the water are converted into the batter. In step 4 the"
         " batter is converted into the cake and the smell."),
        (replies.list_entities,
         "Tracked: batter, cake, cook, flour, salt, smell, spoon and water."),
        (replies.list_places, "Places: bowl, jar, kitchen, oven, plate, tap and tin."),
    ],
)  # fmt: skip
def test_a_list_of_the_whole_document(cake, describe, sentence):
    reply = ask(cake, describe)

    assert (reply.outcome, reply.sentence) == ("answered", sentence)
    assert reply.rows


@pytest.mark.parametrize(
    ("describe", "sentence"),
    [
        (replies.describe_inputs, "Nothing that is tracked goes in and is used up."),
        (replies.describe_outputs, "Nothing that is tracked is made and comes out."),
        (replies.describe_conversions,
         "No step converts anything that is tracked into something else."),
        (replies.list_places, "Places: none."),
        (replies.describe_changes, "Nothing that is tracked changes."),
        (replies.describe_shared_places, "After step 2 no two things share a stated place."),
    ],
)  # fmt: skip
def test_a_document_without_changes_has_a_sentence_for_it(still, describe, sentence):
    reply = ask(still, describe)

    assert (reply.outcome, reply.sentence, list(reply.rows)) == ("nothing", sentence, [])


def test_steps_are_listed_one_a_line(cake):
    assert ask(cake, replies.list_steps).sentence.splitlines() == [
        "5 steps:",
        *(f"{number}. {text}" for number, text in enumerate(CAKE, 1)),
    ]


def test_a_document_of_one_step_has_one_step(empty):
    assert ask(empty, replies.list_steps).sentence == "1 step:\n1. Look."


@pytest.mark.parametrize(
    ("entity", "outcome", "sentence"),
    [
        ("cake", "answered", "In step 4 the batter is converted into the cake and the smell."),
        ("salt", "nothing", "Nothing that is tracked is converted into the salt."),
        ("batter", "answered",
         "In step 2 the flour, the salt and the water are converted into the batter."),
    ],
)  # fmt: skip
def test_an_origin_is_the_conversion_that_makes_the_thing(cake, entity, outcome, sentence):
    reply = ask(cake, replies.describe_origin, entity=entity)

    assert (reply.outcome, reply.sentence) == (outcome, sentence)


@pytest.mark.parametrize(
    ("entity", "outcome", "sentence"),
    [
        ("batter", "answered", "In step 4 the batter is converted into the cake and the smell."),
        ("cake", "nothing", "The cake is not converted into anything tracked."),
    ],
)
def test_a_fate_is_the_conversion_that_uses_the_thing_up(cake, entity, outcome, sentence):
    reply = ask(cake, replies.describe_fate, entity=entity)

    assert (reply.outcome, reply.sentence) == (outcome, sentence)


@pytest.mark.parametrize(
    ("options", "sentence", "step"),
    [
        ({"time": Time("at", 3)}, "In step 3 the batter moves from the bowl to the tin.", 3),
        ({"time": Time("before", 2), "change": Change.MOVE},
         "In step 1 the flour moves from a place that is not stated to the bowl and the salt moves"
         " from the jar to the bowl.", 2),
        ({"time": after(4)}, "In step 5 the cake moves from the oven to the plate.", 4),
        ({"time": after(-1)}, "In step 5 the cake moves from the oven to the plate.", 5),
        ({"time": after(0), "entity": "cake"},
         "In step 4 the cake is created in the oven. In step 5 the cake moves from the oven to the"
         " plate.", 0),
        ({"change": Change.CREATE, "entity": "batter"},
         "In step 2 the batter is created in the bowl.", None),
        ({"change": Change.DESTROY, "entity": "batter"},
         "In step 4 the batter is destroyed in the tin.", None),
    ],
)  # fmt: skip
def test_changes_can_be_chosen_by_time_kind_and_thing(cake, options, sentence, step):
    reply = ask(cake, replies.describe_changes, **options)

    assert reply.sentence == sentence
    assert reply.parameters == ({} if step is None else {"step": step})
    assert len(reply.support) == len(reply.rows) > 0


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"time": Time("at", 3), "entity": "salt"}, "Nothing happens to the salt at step 3."),
        ({"entity": "cook"}, "Nothing happens to the cook."),
        ({"time": Time("before", 1)}, "Nothing that is tracked changes before step 1."),
        ({"time": Time("at", 3), "change": Change.CREATE},
         "Nothing that is tracked is created at step 3."),
        ({"time": Time("at", 2), "change": Change.MOVE},
         "Nothing that is tracked moves at step 2."),
        ({"time": after(4), "change": Change.DESTROY},
         "Nothing that is tracked is destroyed after step 4."),
    ],
)  # fmt: skip
def test_no_change_is_a_sentence_with_what_was_asked_for(cake, options, sentence):
    reply = ask(cake, replies.describe_changes, **options)

    assert (reply.outcome, reply.sentence, list(reply.rows)) == ("nothing", sentence, [])


@pytest.mark.parametrize(
    ("time", "location", "outcome", "sentence"),
    [
        (after(1), None, "answered",
         "After step 1 the flour and the salt are in the bowl; the cook is in the kitchen; the"
         " water is in the tap."),
        (None, None, "answered",
         "After step 5 the cook is in the kitchen; the cake is on the plate; the smell is at a"
         " place that is not stated."),
        (after(1), "bowl", "answered", "After step 1 the flour and the salt are in the bowl."),
        (Time("before", 1), "bowl", "nothing",
         "At the start nothing that is tracked is in the bowl."),
        (None, "tin", "nothing", "After step 5 nothing that is tracked is in the tin."),
    ],
)  # fmt: skip
def test_a_snapshot_has_everything_or_what_is_at_one_place(cake, time, location, outcome, sentence):
    state = 5 if time is None else time.step - (time.relation == "before")

    reply = ask(cake, replies.describe_snapshot, time=time, location=location)

    assert (reply.outcome, reply.sentence) == (outcome, sentence)
    assert reply.parameters == {"step": state}
    assert location is None or {row["location"] for row in reply.rows} <= {location}


def test_a_snapshot_of_nothing_says_that_nothing_exists(empty):
    reply = ask(empty, replies.describe_snapshot)

    assert reply.sentence == "After step 1 nothing that is tracked exists."


def test_visitors_are_all_that_was_ever_at_a_place_or_what_is_there_at_a_time(cake):
    ever = ask(cake, replies.describe_visitors, location="bowl")
    then = ask(cake, replies.describe_visitors, location="bowl", time=after(2))

    assert ever.sentence == (
        "In the bowl: the batter (from step 2 to step 3), the flour (from step 1 to step 2) and"
        " the salt (from step 1 to step 2)."
    )
    assert then.sentence == "After step 2 the batter is in the bowl."


@pytest.mark.parametrize(
    ("entity", "time", "outcome", "sentence"),
    [
        ("salt", after(1), "answered",
         "After step 1 the salt is in the bowl together with the flour."),
        ("salt", after(0), "nothing", "At the start the salt is in the jar with nothing tracked."),
        ("smell", None, "not stated", "After step 5 the smell exists, but where is not stated."),
        ("salt", None, "does not exist",
         "After step 5 the salt does not exist: destroyed in step 2."),
    ],
)  # fmt: skip
def test_company_is_what_shares_a_stated_place(cake, entity, time, outcome, sentence):
    reply = ask(cake, replies.describe_company, entity=entity, time=time)

    assert (reply.outcome, reply.sentence) == (outcome, sentence)
    assert reply.parameters == {"step": 5 if time is None else time.step}


def test_the_things_that_share_places_are_grouped_by_place(cake):
    reply = ask(cake, replies.describe_shared_places, time=after(1))

    assert reply.sentence == "After step 1 the flour and the salt are together in the bowl."
    assert (reply.outcome, reply.parameters) == ("answered", {"step": 1})


def test_a_timeline_is_supported_by_its_start_and_its_changes(cake):
    reply = ask(cake, replies.describe_timeline, entity="salt")

    assert reply.sentence == (
        "The salt starts in the jar, moves to the bowl in step 1 and is destroyed in step 2."
    )
    assert [row.get("from_step", row.get("step")) for row in reply.support] == [0, 1, 2]
    assert ask(cake, replies.describe_timeline, entity="spoon").outcome == "does not exist"
