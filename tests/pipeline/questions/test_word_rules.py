"""Words that decide how a name or a place is put, and what a question is about."""

from __future__ import annotations

import pytest

from pipeline.questions.answer_types import Answer, Support
from pipeline.questions.confidence import least_sure, mark_unsure, with_unsure
from pipeline.questions.phrasing import at, change_clause, course, from_to, named, subject
from pipeline.questions.question_words import classes_of, content_stems


@pytest.mark.parametrize(
    "word",
    "a an the this that these those your our my his her its their any each every all both one two"
    " three four five six seven eight nine ten 12".split(),
)
def test_a_name_with_a_word_of_its_own_in_front_takes_no_article(word):
    assert named(f"{word} egg") == f"{word} egg"
    assert named(f"{word.upper()} egg") == f"{word.upper()} egg"
    assert named(f"red {word} egg") == f"the red {word} egg"


@pytest.mark.parametrize(
    "word",
    "at in on inside into onto within under over above below beneath near between outside through"
    " around behind".split(),
)
def test_a_place_with_a_preposition_keeps_it(word):
    assert at(f"{word} it") == f"{word} it"
    assert at(f"red {word} it") in (f"in the red {word} it", f"on the red {word} it")


@pytest.mark.parametrize(
    "word",
    "bench board counter desk floor grill hob plate rack road roof shelf sheet stove surface table"
    " tray worktop".split(),
)
def test_things_lie_on_a_surface(word):
    assert at(f"old {word}") == f"on the old {word}"
    assert at(f"{word} box") == f"in the {word} box"


FUNCTION_WORDS = """
    who whom whose what which where when why how is are was were be been being am do does did done
    doing have has had having will would can could should shall must may might need needs needed to
    of in on at by for from with into onto as and or but if then than so there here too also not no
    yes still ever just very much many about exactly please use uses used using go goes going gone
    went come comes came coming get gets got getting put puts putting happen happens up down out
    off over step steps point stage time before after during while once until thing things part
""".split()


@pytest.mark.parametrize("word", FUNCTION_WORDS)
def test_a_word_that_only_asks_is_no_content(word):
    assert content_stems(f"{word.capitalize()} tea {word}") == ["tea"]


@pytest.mark.parametrize(
    ("name", "verb"),
    [
        ("add", "sprinkle"), ("remove", "discard"), ("return", "refit"), ("heat", "simmer"),
        ("cool", "chill"), ("wait", "incubate"), ("make", "create"), ("mix", "knead"),
        ("cut", "chop"), ("check", "inspect"), ("clean", "scrub"), ("spin", "centrifuge"),
        ("move", "carry"), ("fix", "fasten"), ("collect", "gather"), ("consume", "eat"),
        ("close", "shut"), ("open", "unlock"),
    ],
)  # fmt: skip
def test_a_verb_is_of_its_class(name, verb):
    assert name in classes_of(f"the {verb} of it")


@pytest.mark.parametrize(
    "word",
    "go goes come comes put puts take takes get gets gone went taken pour turn turned switch"
    " switched shut".split(),
)
def test_a_verb_of_moving_removes_with_off_and_adds_with_in(word):
    assert "remove" in classes_of(f"{word} it off")
    assert "remove" in classes_of(f"{word} it away")
    assert "add" in classes_of(f"{word} it inside")
    assert "return" in classes_of(f"{word} it back")


@pytest.mark.parametrize(
    ("text", "classes"),
    [("wash it off", {"clean"}), ("wash it in it", {"clean"}), ("goes", set()),
     ("goes in and out", {"remove"}), ("goes back in", {"return"}), ("put", {"add"})],
)  # fmt: skip
def test_a_direction_counts_with_a_verb_of_moving_alone(text, classes):
    assert classes_of(text) == classes


def test_a_phrase_agrees_with_its_names():
    move = {"change": "move", "entity": "leaves", "origin": "pot", "destination": "the cup"}

    assert subject(["leaf; frond"], "is") == "the leaf is"
    assert subject("Leaves", "comes from it") == "the Leaves come from it"
    assert from_to(move) == "from the pot to the cup"
    assert change_clause(move) == "the leaves move from the pot to the cup"


@pytest.mark.parametrize(
    ("presences", "text"),
    [
        ([("pot", 0, 2), ("cup", 3, 4)],
         "The cups start in the pot, are destroyed in step 2, are created again in the cup in step"
         " 3 and are destroyed in step 4."),
        ([("pot", 0, 4)], "The cups start in the pot and are destroyed in step 4."),
        ([("pot", 0, 5)], "The cups are in the pot all the time."),
        ([("pot", 4, 5)], "The cups are created in the pot in step 4."),
    ],
)  # fmt: skip
def test_the_course_of_several_things_agrees_with_them(presences, text):
    keys = ("location", "from_step", "until_step")
    rows = [dict(zip(keys, presence, strict=True)) for presence in presences]

    assert course("cups", rows, n_steps=4) == text


@pytest.mark.parametrize(
    ("part", "remark"),
    [
        ({"entity": "tea", "from_step": 2}, "tea in step 2"),
        ({"entity": "tea", "step": 0, "from_step": 2}, "tea in step 2"),
        ({"entity": "tea", "change_step": 1, "step": 3}, "tea in step 1"),
        ({"entity": None, "location": "pot", "step": 3}, "pot in step 3"),
        ({"step": 3}, "step 3"),
        ({"document": "d"}, "d: this"),
        ({}, "this"),
    ],
)
def test_an_unsure_part_is_named_in_a_few_words(part, remark):
    rows = [part | {"probability": 0.25}, {"entity": "x", "probability": 0.9}]

    marked = mark_unsure("So.", rows, 0.25, below=0.5)

    assert marked == f"So. Unsure: {remark} (probability 0.25)."


@pytest.mark.parametrize(
    ("probability", "marked"),
    [(0.49, "Unsure (probability 0.49): So."), (0.5, "So."), (None, "So.")],
)
def test_a_probability_at_the_threshold_is_sure(probability, marked):
    rows = [{"probability": probability}]

    assert mark_unsure("So.", rows, probability, below=0.5) == marked
    assert with_unsure(rows, below=0.5)[0]["unsure"] in (None, probability == 0.49)
    assert least_sure([0.7, probability, 0.9]) == (0.7 if probability is None else probability)


def test_evidence_in_a_notebook_has_headings_and_no_probability_where_there_is_none():
    support = Support("d", "T", "tea", 3, "Pour it.", -1, -1, None, 1, "m")
    facts = {"kind": "known", "outcome": "answered", "taken_as": None, "question": "steps"}
    answer = Answer(
        **facts, sentence="So.", parameters={}, document="d", rows=(), support=(support,),
        probability=None, unsure=False,
    )  # fmt: skip

    shown = answer._repr_html_()

    assert not support.unsure and answer.next_after is None
    for heading in ("document", "step", "sentence", "probability"):
        assert f"<th>{heading}</th>" in shown
    assert "<th>d</th><td>3</td><td>Pour it.</td><td></td>" in shown
