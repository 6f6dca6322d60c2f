"""Answers of many documents: a page at a time, each document on a line, with what supports it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from pipeline.domain.reading import NumberedReading
from pipeline.errors import BadInput, UnknownDocument
from pipeline.questions.answer import Answer, answer_question
from pipeline.questions.parser import NotUnderstood
from pipeline.stores import Store, open_store
from pipeline.stores.write import write
from tests.support.examples import example

DAY = datetime(2024, 1, 1)
LONG, SHORT = ("Fill the pot.", "Boil the tea.", "Pour it."), ("Pour the tea.",)
LETTERS = "abcdefghijkl"


def reading(id: str, *states: str, probability: float = 0.9) -> NumberedReading:
    """Tea with these places, and a cup; the tea's places and changes have the probability."""
    steps = LONG if len(states) == 4 else SHORT
    estimates = {
        "tea": {
            "probabilities": (probability,) * len(states),
            "change_probabilities": (probability,) * len(steps),
        }
    }
    rows = {"tea": states, f"cup {id}": ("shelf",) * len(states)}
    graph = example(id, steps, rows, estimates=estimates)
    return NumberedReading(graph, 1, "default", "0abc", "{}")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A dozen documents: of ``a`` the tea is unsure, ``b`` and ``c`` are short."""
    opened = open_store(f"ladybug:{tmp_path_factory.mktemp('teas') / 'graph'}")
    first = reading("a", "tin", "pot", "pot", "-", probability=0.3)
    short = [reading(id, "tin", "mug") for id in "bc"]
    rest = [reading(id, "tin", "pot", "pot", "-") for id in LETTERS[3:]]
    write([first, *short, *rest], store=opened, clock=lambda: DAY)
    yield opened
    opened.close()


def ask(question: str, store: Store, **options: object) -> Answer:
    return answer_question(question, store=store, **({"unsure_below": 0.5} | options))  # type: ignore[arg-type]


MORE = "More documents track it; name one to ask it alone."


@pytest.mark.parametrize(
    ("limit", "after", "documents", "next_after"),
    [
        (2, "d", "ef", "f"),
        (2, "j", "kl", None),
        (10, "b", "cdefghijkl", None),
        (9, "b", "cdefghijk", "k"),
        (100, "", "abcdefghij", "j"),
        (1, "k", "l", None),
    ],
)
def test_a_question_about_a_thing_is_answered_for_a_page_of_documents(
    store, limit, after, documents, next_after
):
    answer = ask("Where is the tea after step 1?", store, limit=limit, after=after)

    lines = answer.sentence.splitlines()
    assert [line[0] for line in lines[: len(documents)]] == list(documents)
    assert lines[len(documents) :] == ([] if next_after is None else [MORE])
    assert answer.next_after == next_after
    assert [row["document"] for row in answer.rows] == list(documents)
    assert [each.document for each in answer.support] == list(documents)
    assert (answer.kind, answer.document, answer.taken_as) == ("known", None, None)
    assert (answer.parameters, answer.question) == ({"entity": "tea"}, "location-after")


def test_several_documents_are_as_sure_as_the_least_sure(store):
    first = ask("Where is the tea after step 1?", store, limit=2)
    rest = ask("Where is the tea after step 1?", store, limit=2, after="b")

    assert (first.unsure, first.probability) == (True, pytest.approx(0.3))
    assert (rest.unsure, rest.probability) == (False, pytest.approx(0.9))
    assert first.sentence.startswith("a: Unsure (probability 0.30): After step 1 the tea is in")
    assert first.outcome == rest.outcome == "answered"


def test_several_documents_have_the_outcome_that_they_share(store):
    gone = ask("Where is the tea after step 3?", store, limit=2, after="e")
    both = ask("Where is the tea after step 2?", store, limit=2)

    assert gone.outcome == "does not exist"
    assert both.sentence.splitlines()[1] == "'b' has steps 1 to 1, not 2."
    assert both.outcome == "answered"


def test_if_no_document_has_the_step_the_first_refusal_is_the_answer(store):
    with pytest.raises(BadInput, match="^'b' has steps 1 to 1, not 3$"):
        ask("Where is the tea after step 3?", store, limit=2, after="a")


def test_what_no_document_tracks_is_said_of_all_or_of_the_rest(store):
    anywhere = ask("Where is the gold?", store)
    further = ask("Where is the gold?", store, after="k")

    assert anywhere.sentence == "'gold' is not tracked in any document."
    assert further.sentence == "'gold' is not tracked in more documents."
    assert (anywhere.outcome, anywhere.document, anywhere.rows) == ("not tracked", None, ())
    assert (anywhere.parameters, anywhere.question) == ({"entity": "gold"}, "timeline")
    assert (anywhere.support, anywhere.probability, anywhere.unsure) == ((), None, False)
    assert (anywhere.kind, anywhere.taken_as, anywhere.next_after) == ("known", None, None)


def test_a_thing_of_one_document_alone_is_answered_for_that_one(store):
    answer = ask("Where is the cup d?", store)

    assert (answer.document, answer.sentence) == ("d", "The cup d is on the shelf all the time.")
    assert answer.parameters == {"document": "d", "entity": "cup d"}
    later = ask("Where is the cup d?", store, after="c")
    assert (later.document, later.sentence[:3]) == (None, "d: ")


def test_a_question_that_names_no_thing_lists_the_first_ten_documents(store):
    with pytest.raises(UnknownDocument) as refusal:
        ask("What goes in?", store)

    names = ", ".join(map(repr, LETTERS[:10]))
    assert str(refusal.value).startswith(f"which document? There are {names} and more; name one")


def test_an_unknown_question_without_a_document_is_refused_with_examples(store):
    with pytest.raises(NotUnderstood, match="Which documents mention water"):
        ask("Why tea?", store)


def test_an_unknown_question_about_a_document_is_refused_with_questions_about_it(store):
    with pytest.raises(NotUnderstood, match=r"What happens to the cup d\?"):
        ask("?", store, document="d")


def test_a_question_across_documents_is_supported_by_the_first_ten(store):
    answer = ask("Which documents use up tea?", store)

    users = [letter for letter in LETTERS if letter not in "bc"]
    assert [row["document"] for row in answer.rows] == users
    assert [each.document for each in answer.support] == users[:10]
    assert (answer.kind, answer.outcome, answer.document) == ("known", "answered", None)
    assert (answer.unsure, answer.probability) == (True, pytest.approx(0.3))
    assert answer.sentence.startswith("Tea is used up in 10 documents: a (step 3), d (step 3)")
    assert answer.sentence.endswith(" Unsure: a: tea in step 3 (probability 0.30).")
    assert [row["unsure"] for row in answer.rows] == [True, *[False] * 9]
    assert (answer.parameters, answer.question) == ({"concept": "tea"}, "consumers")


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Which documents move tea?", "Tea is moved in at least 2 documents: a (step 1) and b"),
        ("Which documents track tea?", "Tea is tracked in at least 2 documents: a and b."),
        ("Which documents produce tea?", "Tea is produced in no document."),
    ],
)
def test_what_documents_do_with_a_thing_is_said_in_the_sentence(store, question, sentence):
    assert ask(question, store, limit=2).sentence.startswith(sentence)


def test_a_later_page_has_more_documents(store):
    page = ask("Which documents track tea?", store, limit=2, after="f")
    last = ask("Which documents track tea?", store, limit=2, after="k")
    none = ask("Which documents track tea?", store, limit=2, after="l")

    assert page.sentence == "Tea is tracked in at least 2 more documents: g and h."
    assert (page.next_after, page.support) == ("h", ())
    assert (last.sentence, last.next_after) == ("Tea is tracked in 1 more document: l.", None)
    assert (none.sentence, none.outcome) == ("Tea is tracked in no more documents.", "nothing")


def test_a_document_is_asked_as_it_was_at_a_moment(ladybug_store):
    for day, place in enumerate(("mug", "jug")):
        moment = DAY + timedelta(days=day)
        of = replace(reading("b", "tin", place), number=day + 1)
        write([of], store=ladybug_store, clock=lambda moment=moment: moment)  # type: ignore[misc]

    def where(as_of: datetime | None) -> str:
        question = "Where is the tea after step 1?"
        return ask(question, ladybug_store, document="About b", as_of=as_of).sentence

    assert where(None) == "After step 1 the tea is in the jug."
    assert where(DAY) == "After step 1 the tea is in the mug."
