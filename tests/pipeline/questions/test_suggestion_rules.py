"""What a refusal offers, how steps are quoted, and which known question is close in meaning."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pipeline.questions import closest_question as closest_module
from pipeline.questions.closest_question import closest_question
from pipeline.questions.document_scope import DocumentScope, NotTracked
from pipeline.questions.parser import parse
from pipeline.questions.quotation import quoted_answer
from pipeline.questions.step_search import Passage
from pipeline.questions.suggestions import closest_step, not_understood, suggestions
from tests.pipeline.questions.test_quantity_rules import Row, opened

STEPS = ("Pour  the tea.", "Stir\nit.", "Drink it.", "Wash up.")
STEP_ROWS = [{"step": step, "text": text} for step, text in enumerate(STEPS, 1)]


def entities(*names: str) -> list[Row]:
    return [{"entity": name, "aliases": [], "concept": name} for name in names]


def named(things: Sequence[str], places: Sequence[str] = ()) -> DocumentScope:
    rows = [{"location": place} for place in places]
    return opened(entities=entities(*things), places=rows, steps=STEP_ROWS)


def passage(step: int) -> Passage:
    return Passage(step, STEPS[step - 1], 0.5, 0.5)


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("Is the cup red?", "the blue cup"),
        ("Is the blue cup on a tea table?", "the blue cup"),
        ("Is the table full of teas?", "the tea table"),
        ("Is it hot?", "the tea"),
    ],
)
def test_a_suggestion_is_about_the_thing_that_shares_most_words(text, thing):
    document = named(["tea; chai", "blue cup", "tea table", "tea; chai"])

    assert suggestions(text, document) == [
        f"What happens to {thing}?",
        f"Where is {thing} after step 4?",
        "What is tracked?",
    ]


def test_without_things_the_steps_are_suggested():
    own = suggestions("Is it hot?", named([]))

    assert own == ["What are the steps?", "What happens in step 1?", "Which places are named?"]


def test_a_refusal_shows_the_closest_step_and_has_a_line_for_each_question():
    plain = not_understood("Hm", ["A?", "B?"])
    closest = not_understood("Hm", ["A?"], [passage(1)])

    assert str(plain) == "'Hm' is not understood; you can ask\n  A?\n  B?"
    assert str(closest) == (
        "'Hm' is not understood; the closest is step 1: “Pour the tea.”; you can ask\n  A?"
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a " * 99 + "bc", "a " * 99 + "bc"),
        ("a " * 99 + "bcd", "a " * 98 + "a …"),
        ("a \n" * 150, "a " * 99 + "a …"),
    ],
)
def test_a_long_step_is_cut_after_a_word(text, shown):
    assert closest_step(Passage(3, text, 0.5, 0.5)) == f"the closest is step 3: “{shown}”"


def test_steps_that_answer_together_are_quoted_in_the_order_of_the_text():
    answer = quoted_answer([passage(3), passage(1)], named(["tea"]))

    assert answer.sentence == "The text says, step 1: “Pour the tea.”; step 3: “Drink it.”."
    assert (answer.kind, answer.outcome, answer.question) == ("quoted", "answered", "steps")
    assert (answer.taken_as, answer.probability, answer.unsure) == (None, None, False)
    assert (answer.document, answer.parameters, answer.next_after) == ("d", {"document": "d"}, None)
    assert [row["step"] for row in answer.rows] == [1, 3]
    assert [(each.step, each.text) for each in answer.support] == [(1, STEPS[0]), (3, STEPS[2])]
    (first, _) = answer.support
    assert (first.document, first.title, first.reading, first.model) == ("d", "T", 1, "m")
    assert (first.entity, first.probability, first.unsure) == (None, None, False)
    assert (first.char_start, first.char_end) == (-1, -1)


def test_alternatives_stay_in_their_order_after_an_opening():
    answer = quoted_answer([passage(3), passage(1)], named([]), opening="No.", alternatives=True)

    assert answer.sentence == (
        "No. The text says, step 3: “Drink it.”; or else step 1: “Pour the tea.”."
    )
    assert [row["step"] for row in answer.rows] == [1, 3]
    assert [each.step for each in answer.support] == [3, 1]


class Meaning:
    """Finds ``best`` the most similar text, and keeps the others that it was compared with."""

    def __init__(self, best: str = "", similarity: float = 1.0) -> None:
        self.texts: list[str] = []
        self._best = best
        self._similarity = similarity

    def similarities(self, question: str, texts: Sequence[str]) -> list[float]:
        self.texts = list(texts)
        return [self._similarity if text == self._best else -1.0 for text in texts]


def closest(
    monkeypatch: pytest.MonkeyPatch, question: str, meaning: Meaning, document: DocumentScope
) -> str | None:
    monkeypatch.setattr(closest_module, "similarities", meaning.similarities)
    return closest_question(question, document)


DOCUMENT = named(["tea", "green tea; matcha", "pan"], ["tea pot", "pot", "red bowl"])


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Well?", ()),
        ("Well, the tea?", ("tea",)),
        ("Well, the GREEN TEA?", ("green tea",)),
        ("Well, the tea in the pot?", ("tea",)),
        ("Well, the pot?", ("pot",)),
        ("Well, a tea pot?", ("tea",)),
        ("Well, red bowls and a red bowl?", ("red bowl",)),
        ("Well, the teas of matcha pots?", ()),
        ("Well, Step 12?", ("step 12",)),
        ("Well, the tea in step 2?", ("tea", "step 2")),
        ("Well, misstep 2?", ()),
    ],
)
def test_a_question_is_compared_with_those_about_the_same_names(monkeypatch, question, names):
    meaning = Meaning()

    assert closest(monkeypatch, question, meaning, DOCUMENT) is None
    assert len(meaning.texts) > 1
    for text in meaning.texts:
        assert all(name in text for name in names)
        assert "{" not in text
        others = {"green tea", " pot", "red bowl", "step 2"} - {*names, *(f" {n}" for n in names)}
        assert not any(name in text for name in others)


@pytest.mark.parametrize(
    "question", ["Well?", "Well, step 2?", "Well, the tea?", "The tea, step 2?", "Well, the pot?"]
)
def test_every_wording_is_a_question_whose_known_one_is_asked(monkeypatch, question):
    all_texts = Meaning()
    closest(monkeypatch, question, all_texts, DOCUMENT)

    known = {
        text: closest(monkeypatch, question, Meaning(text), DOCUMENT) for text in all_texts.texts
    }

    assert "" not in known and None not in known.values()
    for asked_instead in known.values():
        assert known[asked_instead] == asked_instead
        assert parse(asked_instead).form
    assert len(set(known.values())) < len(known)


@pytest.mark.parametrize(
    ("question", "text", "similarity", "is_close"),
    [
        ("Well?", "Summarise the procedure.", 0.82, True),
        ("Well?", "Summarise the procedure.", 0.819, False),
        ("Tea?", "Follow the tea from beginning to end.", 0.93, True),
        ("Tea?", "Follow the tea from beginning to end.", 0.929, False),
    ],
)
def test_a_question_must_be_close_and_closer_with_a_name(
    monkeypatch, question, text, similarity, is_close
):
    known = closest(monkeypatch, question, Meaning(text, similarity), DOCUMENT)

    assert (known is not None) is is_close


def test_names_for_which_there_is_no_wording_have_no_known_question(monkeypatch):
    meaning = Meaning()

    assert closest(monkeypatch, "The pot in step 2?", meaning, DOCUMENT) is None
    assert meaning.texts == []


@pytest.mark.parametrize(
    ("name", "stored"),
    [("stir", None), ("pour the tea", "tea"), ("hot tea", "tea"), ("drink  it", None)],
)
def test_a_name_is_matched_loosely_unless_the_text_has_it(name, stored):
    rows = [{"step": 1, "text": "Serve COLD TEA, then stir."}]
    document = opened(entities=entities("tea", "stem"), steps=rows, places=[])

    if stored is None:
        with pytest.raises(NotTracked):
            document.entity(name)
    else:
        assert document.entity(name) == stored
    with pytest.raises(
        NotTracked, match="^'cold tea' is not tracked here; tracked are tea, stem.$"
    ):
        document.entity("cold tea")
    with pytest.raises(NotTracked, match="^'tea' is no place here; places are none.$"):
        document.place("tea")
