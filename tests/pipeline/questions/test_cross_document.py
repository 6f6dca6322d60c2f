"""Answers from several documents: lineage, places, conversions, with the sentences of each."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from pipeline.domain.document import Material
from pipeline.errors import UnknownDocument
from pipeline.questions import candidates, row_pages
from pipeline.questions.answer import Answer, answer_question
from pipeline.questions.shared_conversions import shared_conversions
from pipeline.stores import Store
from pipeline.stores.concepts import Attribution, merge
from pipeline.stores.write import write
from tests.pipeline.questions.test_answer import ask, reading
from tests.support.histories import pages_of

DAY = datetime(2024, 1, 1)
PRESS = ("Press the grapes in the vat.", "Store the juice.")
WINE = ("Ferment the juices into wine.", "Age the wine in a cask.")
CIDER = ("Ferment the must into a wine.", "Bottle it.")
DISTIL = ("Distil wine into brandy.", "Drink it.")


@pytest.fixture
def cellar(ladybug_store: Store) -> Store:
    readings = [
        reading("press", PRESS, {"grapes": ("vat", "-", "-"), "juice": ("-", "vat", "tank")}),
        reading("wine", WINE, {"juices": ("?", "-", "-"), "wine": ("-", "vat", "cask")}),
        reading("cider", CIDER, {"must": ("?", "-", "-"), "wine": ("-", "?", "bottle")}),
        reading("distil", DISTIL, {"wine": ("?", "-", "-"), "brandy": ("-", "still", "still")}),
    ]
    write(readings, store=ladybug_store, clock=lambda: DAY)
    return ladybug_store


@pytest.fixture
def kitchen(ladybug_store: Store) -> Store:
    tart = reading("tart", ("Slice the red onions.", "Bake them."), {"red onions": ("?",) * 3})
    soup = reading("soup", ("Boil the stock.", "Strain it."), {"stock": ("?", "onion pot", "?")})
    cake = reading("cake", ("Beat the scallions in.", "Bake it."), {"scallions": ("?",) * 3})
    stew = reading("stew", ("Chop an onion.", "Fry it."), {"oil": ("?",) * 3})
    titled = replace(stew.graph.document, title="French onion-stew")
    listed = replace(soup.graph.document, materials=(Material("white onions"),))
    readings = [
        tart,
        soup,
        cake,
        replace(stew, graph=replace(stew.graph, document=titled)),
        replace(soup, graph=replace(soup.graph, document=replace(listed, id="broth"))),
    ]
    write(readings, store=ladybug_store, clock=lambda: DAY)
    return ladybug_store


def test_documents_about_a_word_come_by_where_they_have_it(kitchen: Store) -> None:
    answer = ask("What recipes are about onions?", store=kitchen)

    assert answer.sentence == (
        "4 documents are about onions: stew (title: French onion-stew), tart (thing: red onions),"
        " broth (material: white onions) and soup (place: onion pot)."
    )
    marked = {s.document: s.text[s.char_start : s.char_end] for s in answer.support}
    assert marked == {"stew": "onion", "tart": "onions"}


def test_a_word_within_a_longer_one_is_no_subject(kitchen: Store) -> None:
    answer = ask("Which documents mention lions?", store=kitchen)

    assert (answer.outcome, answer.rows) == ("nothing", ())


def test_documents_about_a_name_have_the_names_merged_with_it(kitchen: Store) -> None:
    merge("scallion", "oil", store=kitchen, attribution=Attribution("ann", DAY, ""))

    answer = ask("Which documents are about oil?", store=kitchen)

    assert [row["document"] for row in answer.rows] == ["cake", "stew"]


def test_a_thing_that_nothing_uses_up_is_looked_for_by_its_name(kitchen: Store) -> None:
    answer = ask("Which recipes use onions?", store=kitchen)

    assert answer.sentence.startswith(
        "Onions are used up in no document. 4 documents are about onions: stew (title:"
    )


def test_pages_of_documents_about_a_word_follow_each_other(kitchen: Store) -> None:
    words = {"words": ["onion", "onions"]}

    pages = list(pages_of("documents-about", words, store=kitchen, limit=3))

    assert [[row["document"] for row in page] for page in pages] == [
        ["broth", "soup", "stew"],
        ["tart"],
    ]


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Which documents convert juice into brandy?",
         "Juice is converted into the brandy in no document up to distil."),
        ("Which documents are about juice?",
         "No document up to distil has 'juice' in its title, things, materials or places."),
        ("Where is juice ever found?",
         "Juice is at no place that any document up to distil states."),
        ("Where is the juice after step 1?",
         "'juice' is not tracked in any document up to distil."),
    ],
)  # fmt: skip
def test_an_answer_without_rows_states_how_far_it_looked(
    cellar: Store, question: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(candidates, "MOST_LISTED", 0)
    monkeypatch.setattr(row_pages, "MOST_LOOKED_IN", 2)
    monkeypatch.setattr(row_pages, "LOOKED_IN_FOR_EACH", 2)

    answer = answer_question(question, store=cellar, unsure_below=0.5, limit=1)

    assert answer.sentence == sentence
    assert (answer.rows, answer.next_after) == ((), "distil")


@pytest.mark.parametrize(
    ("document", "question", "sentence"),
    [
        (None, "Which documents move wine?",
         "Wine is moved in 2 documents: cider (step 2) and wine (step 2)."),
        (None, "Where is wine ever found?",
         "Wine is found in the bottle (cider), in the vat (wine) and in the cask (wine)."),
        ("wine", "Where is wine ever found?",
         "Wine is found in the vat (wine) and in the cask (wine)."),
        (None, "Where is brandies ever found?", "Brandies are found in the still (distil)."),
        (None, "Where is gold ever found?", "Gold is at no place that any document states."),
        (None, "Which documents convert juice into wine?",
         "Juice is converted into the wine in 1 document: wine (step 1)."),
        ("press", "Which documents use its outputs?",
         "What press makes in step 1, the juice, is used up in step 1 of wine."),
        ("wine", "Where do the inputs come from?",
         "What press makes in step 1, the juice, is used up in step 1 of wine."),
        ("press", "Where do the inputs come from?",
         "No document makes what press uses up."),
        ("press", "What is its lineage?",
         "What press makes in step 1, the juice, is used up in step 1 of wine.\n"
         "What wine makes in step 1, the wine, is used up in step 1 of distil."),
        ("press", "Which documents share a conversion with it?",
         "No other document has a conversion of press."),
    ],
)  # fmt: skip
def test_the_answer_is_a_sentence(
    cellar: Store, document: str | None, question: str, sentence: str
) -> None:
    answer = ask(question, store=cellar, document=document)

    assert answer.sentence == sentence
    assert answer.outcome == ("answered" if answer.rows else "nothing")


def sentences(answer: Answer) -> list[tuple[str, int, str]]:
    return [(support.document, support.step, support.text) for support in answer.support]


def test_both_ends_of_a_hop_have_their_sentences(cellar: Store) -> None:
    answer = ask("What does it feed?", store=cellar, document="press")

    assert sentences(answer) == [("press", 1, PRESS[0]), ("wine", 1, WINE[0])]
    assert answer.rows[0]["maker"]["document"] == "press"


def test_merged_concepts_answer_as_one(cellar: Store) -> None:
    merge(
        "must", "juice", store=cellar, attribution=Attribution("Ada", datetime(2024, 2, 1), "it is")
    )

    shared = ask("Which documents share a conversion with it?", store=cellar, document="wine")
    past = shared_conversions("wine", store=cellar, as_of=datetime(2024, 1, 15))

    assert shared.sentence == (
        "As in step 1, the must is converted into the wine in step 1 of cider."
    )
    assert sentences(shared) == [("cider", 1, CIDER[0])]
    assert past == []


def test_what_different_steps_use_up_and_make_is_no_conversion(ladybug_store: Store) -> None:
    states = {"flour": ("?", "-", "-"), "dough": ("-", "bowl", "bowl"),
              "wood": ("?", "?", "-"), "ash": ("-", "-", "pan")}  # fmt: skip
    bake = reading("bake", ("Mix the flour into a dough.", "Burn the wood to ash."), states)
    char = reading("char", ("Burn the flour to ash.",), {"flour": ("?", "-"), "ash": ("-", "?")})
    write([bake, char], store=ladybug_store, clock=lambda: DAY)

    assert shared_conversions("bake", store=ladybug_store) == []


def test_a_cycle_is_listed_once_and_ends(cellar: Store) -> None:
    states = {"brandy": ("?", "-"), "grape": ("-", "vat")}
    back = reading("recycle", ("Turn brandy into grapes.",), states)
    write([back], store=cellar, clock=lambda: DAY)

    answer = ask("Show the lineage", store=cellar, document="press")

    assert answer.sentence.splitlines()[-1] == "In a circle: distil, recycle, press, wine, distil."


def test_a_question_about_one_document_is_refused_without_it(cellar: Store) -> None:
    with pytest.raises(UnknownDocument, match="which document"):
        ask("What is its lineage?", store=cellar)
