"""Names of places: the words of the text, one name a place."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from pipeline.domain.document import AnnotatedDocument, Document, Entity
from pipeline.domain.grid import SOMEWHERE, Change, Grid, Location, Track
from pipeline.inference.candidates import PlaceTable, occurrences, place_key
from pipeline.inference.predict import Model, load_model, predict
from pipeline.inference.wordings import in_the_texts_words, one_name_each, steady
from pipeline.text.annotate import annotate
from pipeline.text.steps import find_procedure

EXAMPLES = Path(__file__).parents[3] / "examples"
COLLISIONS = """
1. Fit the organ into the housing, next to the accumulator and the generator.
2. Put the dough in the refrigerator. Chill the dough for an hour.
3. Pour the refrigerant into the house.
4. Move the dough from the refrigerator to the bedding.
5. Filter the dough through the filtration unit into tube(s) on the bench.
"""


@cache
def model() -> Model:
    return load_model()


def annotated(text: str, *entities: str) -> AnnotatedDocument:
    tracked = tuple(Entity.parse(name) for name in entities)
    return annotate(Document("d", "d", text, find_procedure(text).steps, "d", tracked))


def worded(text: str, phrase: str, *, step: int = 1) -> str:
    """The wording of the tokens that spell the phrase in a step."""
    document = annotated(text, "x")
    tokens = document.tokens[step - 1]
    words = phrase.split()
    first = next(
        start
        for start in range(len(tokens))
        if [token.text for token in tokens[start : start + len(words)]] == words
    )
    return in_the_texts_words(document, step, first, first + len(words) - 1)


def named(text: str, *rows: list[str]) -> list[list[str]]:
    """Rows of places after each place of the document got one name."""
    entities = [Entity.parse(f"thing {number}") for number in range(len(rows))]
    document = annotated(text, *(entity.name for entity in entities))
    grid = one_name_each(Grid.from_texts(entities, rows), document)
    return [[place.text for place in track.locations] for track in grid.tracks]


def without_capitals(text: str) -> str:
    return re.sub(r"\s+", " ", text).lower()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        *(
            (path.read_text(), ())
            for path in sorted((*EXAMPLES.glob("*.txt"), *EXAMPLES.glob("*.md")))
            if path.name != "README.md"
        ),
        (COLLISIONS, ("dough", "organ", "refrigerant")),
    ],
)
def test_every_stated_place_is_in_the_text(text, names):
    steps = find_procedure(text).steps
    words = sorted({word for step in steps for word in re.findall(r"[a-z]{4,}", step.text)})
    document = annotated(text, *(names or words[::4]))

    [grid] = predict([document], model=model())

    stated = {
        place.text for track in grid.tracks for place in track.locations if place.kind == "stated"
    }
    assert stated
    assert [place for place in stated if place.lower() not in without_capitals(text)] == []


def test_a_place_keeps_its_word_where_training_knew_another_of_its_stem():
    document = annotated("Pump the oil into the condensate. Cool the oil there.", "oil")

    [text], [training] = (
        predict([document], model=model(), wording=wording) for wording in ("text", "training")
    )

    assert text.tracks[0].locations[1].text == "condensate"
    assert training.tracks[0].locations[1].text == "condenser"


def test_a_place_is_in_the_number_of_its_first_mention():
    places = named(
        "The water reaches the leaves. A leaf holds the water. Air is in the leaf.",
        ["?", "leaves", "leaf", "leaf"],
        ["?", "?", "?", "leaf"],
    )

    assert places == [["?", "leaves", "leaves", "leaves"], ["?", "?", "?", "leaves"]]


@pytest.mark.parametrize(
    ("phrase", "wording"),
    [
        ("Oven", "oven"),  # begins a sentence
        ("Petri dish", "Petri dish"),  # never written in lower case
        ("TE buffer", "TE buffer"),
        ("Bowl", "bowl"),  # written in lower case elsewhere
    ],
)
def test_capitals_are_kept_where_they_are_part_of_the_name(phrase, wording):
    text = "Oven on. Fill the Petri dish with TE buffer in the Bowl near a bowl."
    document = annotated(text, "x")
    step = next(
        number
        for number, tokens in enumerate(document.tokens, 1)
        if phrase.split()[0] in [token.text for token in tokens]
    )

    assert worded(text, phrase, step=step) == wording


@pytest.mark.parametrize(
    ("text", "phrase", "wording"),
    [
        ("Pour it into the tube(s) now.", "tube(s", "tube(s)"),
        ("Pour it into the vat[a b] now.", "vat[a", "vat"),
    ],
)
def test_no_bracket_is_left_open(text, phrase, wording):
    assert worded(text, phrase) == wording


def test_the_fridge_is_the_refrigerator():
    assert named(
        "Put the milk in the fridge. Leave it in the refrigerator. Take it to the table.",
        ["?", "fridge", "refrigerator", "table"],
    ) == [["?", "fridge", "fridge", "table"]]


@pytest.mark.parametrize(
    ("text", "row", "names"),
    [
        ("Fill a medium pot. Stir the pot.", ["?", "medium pot", "pot"], ["?", "pot", "pot"]),
        (
            "Fill a medium pot. Fill another pot.",
            ["?", "medium pot", "pot"],
            ["?", "medium pot", "pot"],
        ),
        (
            "Fill the pot. Fill the small pot.",
            ["?", "pot", "small pot"],
            ["?", "pot", "small pot"],
        ),
        (
            "Fill the small pot. Fill the big pot. Stir the pot.",
            ["small pot", "small pot", "big pot", "pot"],
            ["small pot", "small pot", "big pot", "pot"],
        ),
        (
            "Cut the middle of the body. Wash the body.",
            ["?", "middle of the body", "body"],
            ["?", "middle of the body", "body"],
        ),
    ],
)
def test_a_place_with_modifiers_is_the_one_without_if_there_is_only_one(text, row, names):
    assert named(text, row) == [names]


@pytest.mark.parametrize(
    ("text", "place", "name"),
    [
        ("Lay the ham on each toasted bun.", "toasted bun", "bun"),
        ("Drain it on a paper towel-lined plate.", "paper towel-lined plate", "plate"),
        ("Pour it into a large heavy pan.", "large heavy pan", "pan"),
        ("Tip it into a small bowl, not the large bowl.", "small bowl", "small bowl"),
        ("Tip it into a small bowl, not the mixing bowl.", "small bowl", "small bowl"),
        ("Lift it out of the tub into a clean tub.", "clean tub", "clean tub"),
        ("Lift it into a clean tub.", "clean tub", "tub"),
        ("Sow it in the seed bed.", "seed bed", "seed bed"),
        ("Wrap it in red cloth.", "red cloth", "red cloth"),
        ("Carry it to the cold room.", "cold room", "cold room"),
        ("Lower it into the deep fryer.", "deep fryer", "deep fryer"),
        ("Pour it into the halogenated waste.", "halogenated waste", "halogenated waste"),
    ],
)
def test_an_adjective_is_part_of_a_name_only_where_it_distinguishes(text, place, name):
    assert named(text, ["?", place]) == [["?", name]]


def test_a_move_between_two_names_of_one_place_is_none():
    track = Track(
        Entity.parse("milk"),
        (SOMEWHERE, Location("fridge"), Location("refrigerator")),
        change_probabilities=(0.9, 0.8),
    )
    document = annotated("Put milk in the fridge. Keep it in the refrigerator.", "milk")

    [renamed] = one_name_each(Grid(2, (track,)), document).tracks

    assert [renamed.change_at(step) for step in (1, 2)] == [Change.MOVE, Change.NONE]
    assert renamed.change_probabilities == pytest.approx((0.9, 0.2))


def test_another_mention_of_the_same_candidate_is_no_move():
    places = [Location(text) for text in ("organ", "organism", "pot", "organism")]

    assert steady(places, [1, 1, 2, 1]) == [places[0], places[0], places[2], places[3]]


@pytest.mark.parametrize(
    ("text", "entity", "places"),
    [
        (
            "Pipette the sample into tube 1. Transfer the sample from tube 1 to tube 2.",
            "sample",
            ["tube 1", "tube 2"],
        ),
        (
            "Put the plates in incubator A. After a day, move the plates to incubator B.",
            "plates",
            ["incubator A", "incubator B"],
        ),
    ],
)
def test_numbers_and_letters_distinguish_places_of_one_kind(text, entity, places):
    [grid] = predict([annotated(text, entity)], model=model())

    assert [place.text for place in grid.tracks[0].locations[1:]] == places


def test_a_medium_pot_and_the_pot_are_one_place():
    text = "Fill a medium pot with water. Add the pasta to the pot. Drain the pasta into the bowl."

    [grid] = predict([annotated(text, "water", "pasta")], model=model())

    places = {place.text for track in grid.tracks for place in track.locations}
    assert "pot" in places and "medium pot" not in places


@pytest.mark.parametrize(
    ("text", "candidates", "none"),
    [
        ("Pour it into tube 1.", {"tube 1"}, {"tube", "1"}),
        ("Leave it in incubator A, then cool it.", {"incubator a"}, {"incubator"}),
        ("Park in bay 4b and wait.", {"bay 4b"}, {"bay"}),
        ("Warm the oven 30 minutes.", {"oven", "oven 30 minutes"}, set()),
        ("Fill tubes 1 and 2.", {"tubes"}, set()),
        ("Pour ddH2O or TE buffer.", {"ddh2o", "te buffer"}, {"ddh2o or te buffer"}),
        ("Wash the bottom and cooler.", {"bottom", "cooler"}, {"bottom and cooler"}),
    ],
)
def test_candidates_in_the_words_of_the_text(text, candidates, none):
    [tokens] = annotated(text, "x").tokens

    texts = {item.text for item in occurrences(tokens, step=1, wording="text")}

    assert texts >= candidates
    assert not texts & none


def test_candidates_for_training_join_places_as_its_data_does():
    [tokens] = annotated("Pour it into the soil or ground by tube 1.", "x").tokens

    texts = {item.text for item in occurrences(tokens, step=1)}

    assert {"soil or ground", "tube", "tube 1"} <= texts


def test_an_unknown_tube_1_is_as_frequent_as_tubes():
    table = PlaceTable.from_documents([["tube"], ["tube"], ["vitamin c"]])

    assert table.bucket_of_kind("tube 1") == table.bucket("tube") == 2
    assert table.bucket("tube 1") == 0
    assert table.bucket_of_kind(place_key(["vitamin", "c"])) == 1
