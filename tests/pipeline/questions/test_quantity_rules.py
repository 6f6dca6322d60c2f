"""Which of a document's quantities a question means, and how each is put in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pipeline.questions.catalogue import catalogue
from pipeline.questions.document_scope import DocumentScope, NotTracked
from pipeline.questions.parsed_question import ParsedQuestion, Time
from pipeline.questions.quantity_replies import describe_quantities, states_quantity

Row = dict[str, Any]
ANY = ("amount", "count", "duration", "temperature", "speed", "concentration", "length")


class RowStore:
    """A store that has these rows for each question, whatever the parameters."""

    def __init__(self, **rows: list[Row]) -> None:
        names = {"reading": "reading", **{name: name.replace("_", "-") for name in rows}}
        own = {"reading": [{"title": "T", "number": 1, "model": "m", "n_steps": 4}], **rows}
        self._rows = {catalogue()[names[key]].cypher: each for key, each in own.items()}

    def ask(self, cypher: str, parameters: Mapping[str, Any]) -> list[Row]:
        return [dict(each) for each in self._rows.get(cypher, [])]


def opened(**rows: list[Row]) -> DocumentScope:
    """The document ``d`` of four steps with these rows."""
    return DocumentScope.open("d", store=RowStore(**rows), as_of=None)  # type: ignore[arg-type]


def row(sentence: str, text: str, kind: str = "amount", unit: str | None = "g", **more: Any) -> Row:
    """A quantity whose ``text`` stands in the sentence of a step."""
    start = sentence.index(text)
    usual = {
        "step": 1, "evidence_step": 1, "material": None, "entity": None, "kind": kind,
        "text": text, "unit": unit, "evidence_text": sentence, "char_start": start,
        "char_end": start + len(text), "document": "d",
    }  # fmt: skip
    return usual | more


def listed(text: str, material: str, kind: str = "amount", unit: str | None = "g") -> Row:
    """A quantity of the list of materials."""
    none = {"step": None, "evidence_step": None, "evidence_text": None}
    return row(text, text, kind, unit, material=material, char_start=-1, char_end=-1, **none)


def sentence(about: str, *rows: Row, time: Time | None = None, **options: Any) -> str:
    parsed = ParsedQuestion("", "quantities", about=about, time=time)
    options = {"kinds": ANY, "noun": "amount"} | options
    return describe_quantities(opened(quantities=list(rows)), parsed, {}, **options).sentence


REST = row("Rest the dough for 5 min.", "5 min", "duration", "min")
BAKE = row("Bake it in the oven for 9 min.", "9 min", "duration", "min", step=2)
SALT = row("Rub butter into 2 g of salt.", "2 g", step=3)


@pytest.mark.parametrize(
    ("about", "rows", "texts"),
    [
        ("does it take", [REST, BAKE], "5 min in step 1 and 9 min in step 2"),
        ("dough", [REST, BAKE], "5 min in step 1"),
        ("oven", [REST, BAKE], "9 min in step 2"),
        # a name of what is measured counts as much as two words of the sentence
        ("dough", [REST, BAKE | {"entity": "dough"}], "9 min in step 2"),
        ("oven dough", [REST | {"entity": "dough"}, row("Oven and dough: 7 h.", "7 h",
         "duration", "h", step=4)], "5 min in step 1 and 7 h in step 4"),
        # of an amount, other words of the sentence count half
        ("rub butter", [SALT], "2 g of salt in step 3"),
        ("whisk butter", [row("Stir butter, and 2 g.", "2 g")], "2 g in step 1"),
        ("salt", [SALT, row("See salt: 3 g.", "3 g")], "2 g of salt in step 3"),
        ("butter", [row("Turn butter twice.", "twice", "count", "time")], "twice in step 1"),
        ("cup", [row("Use 2 cups now.", "2 cups", "count", "cup")], "2 cups in step 1"),
        ("flour", [listed("5 g", "rye flour")], "5 g of rye flour (as listed)"),
        ("layers of foil", [row("Use two layers of foil.", "two layers", "count", "layer")],
         "two (2) layers of foil in step 1"),
    ],
)  # fmt: skip
def test_the_quantity_that_shares_most_words_with_the_question_is_meant(about, rows, texts):
    assert sentence(about, *rows).lower() == f"{texts}."


@pytest.mark.parametrize(
    ("about", "only"),
    [
        ("butter", SALT),
        ("the pot", REST),
        ("is left to stand", REST | {"evidence_text": "Wait for it 5 min."}),
        ("layers of foil are there", row("Cut 3 sheets of foil.", "3 sheets", "count", "sheet")),
        ("layers of foil", row("Use 2 layers of felt.", "2 layers", "count", "layer")),
        ("foil", listed("2 g", "tape")),
    ],
)
def test_a_quantity_that_shares_too_few_words_is_not_meant(about, only):
    with pytest.raises(NotTracked):
        sentence(about, only)


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ("butter", "The amount of 'butter' is not tracked here."),
        ("is butter", "The amount is not tracked here."),
        ("Should butter be", "The amount is not tracked here."),
        ("island butter", "The amount of 'island butter' is not tracked here."),
        ("", "The amount is not tracked here."),
    ],
)
def test_what_is_not_stated_is_named_as_in_the_question(about, message):
    with pytest.raises(NotTracked) as error:
        sentence(about)

    assert str(error.value) == message


@pytest.mark.parametrize(
    ("about", "time", "texts"),
    [
        ("does step 2 take", None, "9 min in step 2"),
        ("the oven at Step 2", None, "9 min in step 2"),
        ("the anvil", Time("at", 1), "5 min in step 1"),
        ("does step 1 take", Time("after", 1), "9 min in step 2 and 2 g of salt in step 3"),
        ("the oven", Time("after", 0), "9 min in step 2"),
    ],
)
def test_a_step_that_is_named_decides_even_if_no_word_fits(about, time, texts):
    rows = (listed("5 g", "flour"), REST, BAKE, SALT)

    assert sentence(about, *rows, time=time) == f"{texts}."


def test_a_step_without_a_quantity_states_none():
    with pytest.raises(NotTracked):
        sentence("does step 4 take", REST)


def test_quantities_of_one_wording_are_named_once_and_the_preferred_kind_first():
    count = row("Add 2 cups.", "2 cups", "count", "cup")

    assert sentence("", REST, REST, SALT) == "5 min in step 1 and 2 g of salt in step 3."
    assert sentence("", SALT, count, preferred="count") == "2 cups in step 1."
    assert sentence("", SALT, preferred="count") == "2 g of salt in step 3."
    assert sentence("", REST, SALT, kinds=("duration",)) == "5 min in step 1."


def test_an_answer_has_its_rows_and_as_support_those_of_a_step():
    parsed = ParsedQuestion("", "quantities", about="")
    document = opened(quantities=[listed("5 g", "flour"), SALT | {"probability": 0.5}])

    reply = describe_quantities(document, parsed, {}, kinds=ANY, noun="amount")

    assert [each["text"] for each in reply.rows] == ["5 g", "2 g"]
    assert [(each["text"], each["probability"]) for each in reply.support or ()] == [("2 g", None)]


@pytest.mark.parametrize(
    ("text", "is_frequency"),
    [
        ("Stir it every 3 h.", True),
        ("Stir it each full 3 h.", True),
        ("Stir it EVERY\n3 h.", True),
        ("Stir it for 3 h.", False),
        ("Stir every pot for up to 3 h.", False),
        ("3 h.", False),
    ],
)
def test_a_duration_is_a_frequency_after_every_or_each(text, is_frequency):
    rows = (row(text, "3 h", "duration", "h"), row("See it twice.", "twice", "count", "time"))

    expected = ["3 h"] * is_frequency + ["twice"]
    shown = " and ".join(f"{each} in step 1" for each in expected)
    assert sentence("", *rows, is_frequency=True) == f"{shown[0].upper()}{shown[1:]}."


@pytest.mark.parametrize(
    ("unit", "is_frequency"), [("time", True), ("cycle", True), ("round", True), ("cup", False)]
)
def test_a_count_is_a_frequency_if_it_counts_times(unit, is_frequency):
    own = row("Do 3 of these.", "3", "count", unit)

    if is_frequency:
        assert sentence("", own, is_frequency=True).startswith("3")
    else:
        with pytest.raises(NotTracked):
            sentence("", own, listed("2 h", "a", "duration"), is_frequency=True)


@pytest.mark.parametrize(
    ("own", "shown"),
    [
        (row("Use two screws.", "two screws", "count", "screw"), "two (2) screws"),
        (row("Use one screw.", "one screw", "count", "screw"), "one screw"),
        (row("Use 2 screws.", "2 screws", "count", "screw"), "2 screws"),
        (row("Use about two screws.", "about two screws", "count", "screw"), "about two screws"),
        (row("Use half a screw.", "half a screw", "count", "screw"), "half a screw"),
        (row("Use three g.", "three g"), "three g"),
        (row("Use two of the screws.", "two", "count", None), "two (2) of the screws"),
        (row("Use two old screws.", "two", "count", None), "two (2)"),
        (row("Feed once a day, often.", "once", "count", "time"), "once a day"),
        (row("Feed twice each week.", "twice", "count", "time"), "twice each week"),
        (row("Feed twice daily.", "twice", "count", "time"), "twice"),
        (row("Pour 5 ml a day.", "5 ml", "amount", "ml"), "5 ml of a day"),
        (row("Add 5 ml of oil and salt.", "5 ml", "amount", "ml"), "5 ml of oil"),
        (row("Add 5 ml oil, warm.", "5 ml", "amount", "ml"), "5 ml of oil"),
        (row("Add 5 ml of oil.", "5 ml", entity="rape oil; oil"), "5 ml of rape oil"),
        (row("Add 5 ml.", "5 ml", entity="oil", material="fat"), "5 ml of fat"),
        (row("Add 5 ml of it", "5 ml", "duration"), "5 ml"),
        (row("Add 5 g salt to it.", "5 g salt"), "5 g salt"),
        (row("Add 5 g salts.", "5 g salts", entity="salt"), "5 g salts"),
        (row("It is 70% of ethanol.", "70%", "concentration", "%"), "70% of ethanol"),
        (row("Two (2) cups.", "Two", "count", "time", entity="cup"), "two (2)"),
    ],
)
def test_a_quantity_is_shown_with_its_digits_and_what_it_is_of(own, shown):
    assert sentence("", own).lower() == f"{shown} in step 1."


def test_a_step_states_a_quantity_of_the_kinds_that_answer():
    document = opened(quantities=[SALT, REST])

    assert states_quantity(document, 3, "amount") and states_quantity(document, 3, "count")
    assert states_quantity(document, 1, "duration") and states_quantity(document, 1, "frequency")
    assert not states_quantity(document, 3, "duration")
    assert not states_quantity(document, 2, "amount")
