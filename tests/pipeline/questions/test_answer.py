"""Answers to English questions: the sentence, and the sentences of the document that support it."""

from __future__ import annotations

from datetime import datetime
from functools import partial

import pytest

from pipeline.domain.document import Entity
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Evidence, Grid, Location, Track
from pipeline.domain.reading import NumberedReading
from pipeline.errors import BadInput, UnknownDocument
from pipeline.questions.answer import Answer, answer_question
from pipeline.questions.forms import FORMS
from pipeline.questions.parser import NotUnderstood
from pipeline.stores import Store
from pipeline.stores.write import write
from tests.support.examples import LEAF, LEAF_ROWS, Rows, example
from tests.support.graphs import document

ask = partial(answer_question, unsure_below=0.0)

BREAD = ("Mix flour and water into a dough.", "Bake the dough into bread.")
BREAD_STATES = {
    "flour": ("?", "-", "-"),
    "waters": ("?", "-", "-"),
    "dough": ("-", "bowl", "-"),
    "bread": ("-", "-", "oven"),
}


def reading(id: str, steps: tuple[str, ...], states: Rows) -> NumberedReading:
    return NumberedReading(example(id, steps, states), 1, "default", "0abc", "{}")


@pytest.fixture
def leaf(ladybug_store: Store) -> Store:
    write(
        [reading("leaf.txt", LEAF, LEAF_ROWS)],
        store=ladybug_store,
        clock=lambda: datetime(2024, 1, 1),
    )
    return ladybug_store


@pytest.fixture
def both(leaf: Store) -> Store:
    bread = reading("bread.txt", BREAD, BREAD_STATES)
    write([bread], store=leaf, clock=lambda: datetime(2024, 1, 1))
    return leaf


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_form_is_answered_in_whole_sentences(leaf: Store, form) -> None:  # type: ignore[no-untyped-def]
    answer = ask(form.example, store=leaf)

    assert answer.sentence.endswith(".")
    assert "None" not in answer.sentence


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Where is H2O after step 3?", "After step 3 the water is in the leaf, since step 2."),
        ("Where are the waters before step 2?", "Before step 2 the water is in the root."),
        ("Where is the Water at the start?", "At the start the water is in the soil."),
        ("When is sugar created?", "The sugar is created in step 4."),
        ("Where is the sugar made?", "The sugar is created in the leaf, in step 4."),
        ("Is carbon dioxide created?",
         "No. The carbon dioxide is not created, but there from the start."),
        ("When is the sugar destroyed?",
         "The sugar is not destroyed, but there until the end. The text says, step 4:"
         f" “{LEAF[3]}”."),
        ("Does the water move?", "Yes. The water moves in steps 1 and 2."),
        ("Where does the water go?",
         "The water moves from the soil to the root in step 1 and from the root to the leaf in"
         " step 2."),
        ("What goes in?",
         "What goes in: the carbon dioxide (used up in step 4) and the water (used up in step 4)."),
        ("What turns into sugar?",
         "In step 4 the carbon dioxide and the water are converted into the oxygen and the sugar."),
        ("What does the sugar become?",
         "The sugar is not converted into anything tracked. The text says, step 4:"
         f" “{LEAF[3]}”."),
        ("What happens in step 5?",
         "In step 5 the oxygen moves from a place that is not stated to the air."),
        ("What happens to the sugar in step 1?", "Nothing happens to the sugar at step 1."),
        ("What moves in step 4?", "Nothing that is tracked moves at step 4."),
        ("What happens to the water?",
         "The water starts in the soil, moves to the root in step 1, moves to the leaf in step 2"
         " and is destroyed in step 4."),
        ("What was ever in the leaves?",
         "In the leaf: the carbon dioxide (from step 3 to step 4), the sugar (from step 4 on) and"
         " the water (from step 2 to step 4). The text says, step 2:"
         f" “{LEAF[1]}”; step 3: “{LEAF[2]}”."),
        ("What is together with the water after step 3?",
         "After step 3 the water is in the leaf together with the carbon dioxide."),
        ("What is where at the end?",
         "After step 5 the oxygen is in the air; the sugar is in the leaf."),
    ],
)  # fmt: skip
def test_the_answer_is_an_english_sentence(leaf: Store, question: str, sentence: str) -> None:
    assert ask(question, store=leaf, document="leaf.txt").sentence == sentence


@pytest.mark.parametrize(
    ("question", "kind", "sentence"),
    [
        ("Where is the oxygen after step 4?", "not stated",
         "After step 4 the oxygen exists, but where is not stated."),
        ("Where is the water after step 5?", "does not exist",
         "After step 5 the water does not exist: destroyed in step 4."),
        ("Where is the sugar after step 1?", "does not exist",
         "After step 1 the sugar does not exist: created only in step 4."),
        ("Where is the water after the light splits it?", "does not exist",
         "After step 4 the water does not exist: destroyed in step 4."),
        ("Where is the sugar when the water flows to the leaf?", "does not exist",
         "After step 2 the sugar does not exist: created only in step 4."),
        ("Where is the ghost?", "does not exist", "The ghost does not exist at any step."),
        ("Where is the milk after step 1?", "not tracked",
         "'milk' is not tracked here; tracked are carbon dioxide, ghost, oxygen, sugar, water."),
        ("What is on the moon?", "not tracked",
         "'moon' is no place here; places are air, leaf, root, soil."),
    ],
)  # fmt: skip
def test_an_answer_states_what_is_not_known(
    leaf: Store, question: str, kind: str, sentence: str
) -> None:
    answer = ask(question, store=leaf)

    assert (answer.outcome, answer.sentence) == (kind, sentence)


@pytest.mark.parametrize(
    ("question", "kind", "sentence"),
    [
        ("Is the water still in the leaf after step 3?", "known",
         "Yes. After step 3 the water is in the leaf."),
        ("Is the water still in the root when light splits it?", "known",
         "No. After step 4 the water does not exist: destroyed in step 4."),
        ("Does the water flow before the light splits it?", "quoted",
         f"Yes. The text says, step 2: “{LEAF[1]}”; step 4: “{LEAF[3]}”."),
        ("What does the light do?", "quoted", f"The text says, step 4: “{LEAF[3]}”."),
        ("What comes after step 3?", "known", f"Step 4: “{LEAF[3]}”."),
        ("How many steps are there?", "known", "There are 5 steps."),
        ("Which steps mention the soil?", "known",
         f"Step 1 names soil; step 1: “{LEAF[0]}”."),
        ("What changes between steps 1 and 2?", "known",
         "In step 2 the water moves from the root to the leaf."),
        ("Where does the water come from?", "known", "The water comes from the soil."),
        ("Where does the sugar come from?", "known",
         "In step 4 the carbon dioxide and the water are converted into the oxygen and the"
         " sugar."),
    ],
)  # fmt: skip
def test_an_everyday_question_is_answered(
    leaf: Store, question: str, kind: str, sentence: str
) -> None:
    answer = ask(question, store=leaf)

    assert (answer.kind, answer.sentence) == (kind, sentence)


@pytest.mark.parametrize("text", ["", "  ", "?", "…", "¿\t?", "\u200b"])
def test_a_question_without_words_is_refused(leaf: Store, text: str) -> None:
    with pytest.raises(NotUnderstood, match="you can ask"):
        ask(text, store=leaf)


def test_without_a_plain_yes_or_no_the_closest_step_is_shown(leaf: Store) -> None:
    with pytest.raises(NotUnderstood, match=r"the closest is step 4: “Light splits") as refusal:
        ask("Is the light in the root at the end?", store=leaf)

    assert len(str(refusal.value).splitlines()) == 4


def test_a_thing_that_is_unlikely_to_be_converted_with_another_is_left_out(
    ladybug_store: Store,
) -> None:
    rows = {
        "dough": ("bowl", "tin", "-"),
        "tin": ("?", "?", "-"),
        "bread": ("-", "-", "oven"),
    }
    estimates = {"tin": {"change_probabilities": (1.0, 0.39)}}
    graph = example("bread.txt", BREAD, rows, estimates=estimates)
    write(
        [NumberedReading(graph, 1, "default", "0abc", "{}")],
        store=ladybug_store,
        clock=lambda: datetime(2024, 1, 1),
    )

    answer = ask("What is the dough turned into?", store=ladybug_store, unsure_below=0.7)

    assert answer.sentence == "In step 2 the dough is converted into the bread."


def test_a_quotation_is_supported_by_the_steps_that_it_quotes(leaf: Store) -> None:
    answer = ask("What does the light do?", store=leaf)

    assert [(support.step, support.text) for support in answer.support] == [(4, LEAF[3])]
    assert (answer.question, answer.outcome, answer.probability) == ("steps", "answered", None)
    assert [row["text"] for row in answer.rows] == [LEAF[3]]


def test_a_typing_error_is_corrected_and_the_answer_says_so(leaf: Store) -> None:
    answer = ask("Whre is the watr after step 1?", store=leaf)

    assert answer.taken_as == "where is the water after step 1?"
    assert answer.sentence == "After step 1 the water is in the root."


@pytest.mark.parametrize(
    ("question", "known"),
    [
        ("Describe the journey of the water.", "What happens to the water?"),
        ("Can you walk me through the whole procedure?", "What are the steps?"),
        ("Give me the final position of everything", "What is where at the end?"),
    ],
)
def test_the_known_question_closest_in_meaning_is_asked(
    leaf: Store, question: str, known: str
) -> None:
    answer = ask(question, store=leaf)

    assert (answer.kind, answer.taken_as) == ("closest", known)
    assert answer.sentence == ask(known, store=leaf).sentence


def test_a_refusal_offers_three_questions_that_can_be_answered(leaf: Store) -> None:
    with pytest.raises(NotUnderstood) as refusal:
        ask("How are you?", store=leaf)

    offered = str(refusal.value).splitlines()[1:]
    assert len(offered) == 3
    for question in offered:
        assert ask(question.strip(), store=leaf).kind == "known"


def test_an_answer_shows_the_sentence_with_its_span(ladybug_store: Store) -> None:
    places = (Location("soil"), Location("root"), Location("root"))
    water = Track(
        Entity.parse("water"),
        places,
        probabilities=(0.9, 0.8, 0.7),
        evidence=(None, Evidence(1, 0, 5), Evidence(1, 0, 5)),
    )
    graph = TemporalGraph.from_grid(document(), Grid(2, (water,)))
    write(
        [NumberedReading(graph, 4, "default", "0abc", "{}")],
        store=ladybug_store,
        clock=lambda: datetime(2024, 1, 1),
    )

    (support,) = ask("Where is the water after step 2?", store=ladybug_store).support

    assert support.text[support.char_start : support.char_end] == "Roots"
    assert (support.document, support.step, support.probability) == ("leaf.txt", 1, 0.7)
    assert (support.reading, support.model, support.entity) == (4, "default", "water")


def test_the_step_that_destroyed_an_entity_supports_its_absence(leaf: Store) -> None:
    (support,) = ask("Where is the water after step 5?", store=leaf).support

    assert (support.step, support.text) == (4, LEAF[3])


@pytest.mark.parametrize("time", ["after step 9", "before step 0", "at step 6"])
def test_a_step_that_the_document_does_not_have_is_refused(leaf: Store, time: str) -> None:
    with pytest.raises(BadInput, match="'leaf.txt' has steps 1 to 5, not"):
        ask(f"Where is the water {time}?", store=leaf)


def test_without_a_document_all_that_track_the_entity_answer(both: Store) -> None:
    answer = ask("Where is the water after step 2?", store=both)

    assert answer.sentence == (
        "bread.txt: After step 2 the waters do not exist: destroyed in step 1.\n"
        "leaf.txt: After step 2 the water is in the leaf."
    )
    assert {support.document for support in answer.support} == {"bread.txt", "leaf.txt"}


def test_a_document_without_the_step_is_listed_after_the_others(both: Store) -> None:
    answer = ask("Where is the water after step 3?", store=both)

    assert answer.sentence.splitlines() == [
        "leaf.txt: After step 3 the water is in the leaf, since step 2.",
        "'bread.txt' has steps 1 to 2, not 3.",
    ]


def test_without_a_document_or_an_entity_the_refusal_lists_the_documents(both: Store) -> None:
    with pytest.raises(UnknownDocument, match="'bread.txt', 'leaf.txt'; name one"):
        ask("What goes in?", store=both)


def test_an_unknown_document_is_refused(both: Store) -> None:
    with pytest.raises(UnknownDocument, match="nope"):
        ask("What goes in?", store=both, document="nope")


def test_an_empty_store_is_refused_with_the_command_that_fills_it(ladybug_store: Store) -> None:
    with pytest.raises(UnknownDocument, match="stepgraph ingest"):
        ask("Where is the water?", store=ladybug_store)


def test_documents_are_listed_by_what_they_use_and_make(both: Store) -> None:
    def sentence(question: str) -> str:
        answer = ask(question, store=both)
        assert (answer.kind, answer.document) == ("known", None)
        return answer.sentence

    assert sentence("Which documents use water?") == (
        "Water is used up in 2 documents: bread.txt (step 1) and leaf.txt (step 4)."
    )
    assert sentence("Which recipes make breads?").endswith("in 1 document: bread.txt (step 2).")
    assert sentence("Which documents use milk?") == "Milk is used up in no document."


def test_an_ambiguous_name_is_refused_unless_it_is_the_exact_name_of_an_entity(
    ladybug_store: Store,
) -> None:
    states = {"leaf; plate": ("a", "b"), "leaves; plate": ("b", "a")}
    swap = reading("x", ("Swap.",), states)
    write([swap], store=ladybug_store, clock=lambda: datetime(2024, 1, 1))

    def where(name: str) -> Answer:
        return ask(f"Where is the {name} after step 1?", store=ladybug_store)

    assert where("leaf").rows[0]["location"] == "b"
    assert where("leaves").rows[0]["location"] == "a"
    with pytest.raises(BadInput, match="'plate' may be 'leaf; plate' or 'leaves; plate'"):
        where("plate")


def uncertain_reading(id: str = "leaf.txt") -> NumberedReading:
    """Water and sugar, with probabilities that rise from state to state."""
    change_probabilities = {
        "water; H2O": (0.35, 0.9, 0.9, 0.6, 0.9),
        "sugar": (0.9, 0.9, 0.9, 0.75, 0.9),
    }
    estimates = {
        name: {
            "probabilities": (0.2, 0.3, 0.4, 0.5, 0.9, 0.95),
            "exists": (0.8, 0.8, 0.8, 0.8, 0.45, 0.05),
            "change_probabilities": chances,
        }
        for name, chances in change_probabilities.items()
    }
    graph = example(id, rows={name: LEAF_ROWS[name] for name in estimates}, estimates=estimates)
    return NumberedReading(graph, 1, "default", "0abc", "{}")


@pytest.fixture
def uncertain(ladybug_store: Store) -> Store:
    write([uncertain_reading()], store=ladybug_store, clock=lambda: datetime(2024, 1, 1))
    return ladybug_store


@pytest.mark.parametrize(
    ("question", "probability", "sentence"),
    [
        (
            "Where is the water after step 1?",
            0.3,
            "Unsure (probability 0.30): After step 1 the water is in the root.",
        ),
        (
            "When is the water destroyed?",
            0.6,  # where is not stated
            "The water is destroyed in step 4.",
        ),
        (
            "Where is the water after step 4?",
            0.55,
            "After step 4 the water does not exist: destroyed in step 4.",
        ),
        (
            "Does the sugar exist after step 2?",
            0.2,
            "No, but unsure (probability 0.20): After step 2 the sugar does not exist:"
            " created only in step 4.",
        ),
        (
            "Is the water created?",
            0.8,
            "No. The water is not created, but there from the start.",
        ),
        (
            "What happens in step 1?",
            0.3,
            "Unsure (probability 0.30): In step 1 the water moves from the soil to the root.",
        ),
        (
            "What changes?",
            0.3,
            "In step 1 the water moves from the soil to the root. In step 2 the water moves from"
            " the root to the leaf. In step 4 the sugar is created in the leaf and the water is"
            " destroyed in the leaf. Unsure: water in step 1 (probability 0.30) and water in step 2"
            " (probability 0.40).",
        ),
        ("What are the steps?", None, None),
    ],
)
def test_an_answer_below_the_threshold_is_marked_unsure_and_stays_the_most_likely(
    uncertain, question, probability, sentence
):
    answer = ask(question, store=uncertain, unsure_below=0.5)

    assert answer.probability == (None if probability is None else pytest.approx(probability))
    assert answer.unsure == (probability is not None and probability < 0.5)
    assert sentence is None or answer.sentence == sentence


@pytest.mark.parametrize(
    "question",
    [
        "Where is the water after step 4?",  # its destruction is more probable than its absence
        "Does the water exist after step 2?",  # existing is more probable than the place
        "Where is the sugar created?",
        "When is the water destroyed?",
    ],
)
def test_an_answer_of_one_statement_stands_above_its_own_probability_alone(uncertain, question):
    answer = ask(question, store=uncertain, document="leaf.txt")

    assert answer.probability is not None and answer.support
    assert {support.probability for support in answer.support} == {answer.probability}


def test_a_place_that_is_unsure_is_named_in_an_answer_that_is_sure(uncertain):
    answer = ask("Does the water exist after step 2?", store=uncertain, unsure_below=0.5)

    assert (answer.probability, answer.unsure) == (pytest.approx(0.8), False)
    assert answer.sentence == (
        "Yes. After step 2 the water exists, in the leaf. Unsure: leaf (probability 0.40)."
    )


def test_without_a_threshold_no_answer_is_unsure(uncertain):
    answer = ask("Where is the water after step 1?", store=uncertain)

    assert (answer.probability, answer.unsure) == (pytest.approx(0.3), False)
    assert answer.sentence == "After step 1 the water is in the root."


def test_each_document_is_marked_unsure_by_itself(uncertain):
    bread = reading("bread.txt", BREAD, {"waters": BREAD_STATES["waters"]})
    write([bread], store=uncertain, clock=lambda: datetime(2024, 1, 1))

    answer = ask("Where is the water after step 1?", store=uncertain, unsure_below=0.5)

    lines = sorted(answer.sentence.splitlines())
    assert answer.unsure and answer.probability == pytest.approx(0.3)
    assert lines[0].startswith("bread.txt: After step 1 the waters do not exist")
    assert lines[1].startswith("leaf.txt: Unsure (probability 0.30): After step 1")


@pytest.mark.parametrize(
    ("question", "steps"),
    [("When is the sugar created?", [4]), ("When is the water destroyed?", [4])],
)
def test_a_sentence_supports_an_answer_once(leaf, question, steps):
    assert [support.step for support in ask(question, store=leaf).support] == steps
