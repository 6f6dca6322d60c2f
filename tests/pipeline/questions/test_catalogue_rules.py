"""Headers of the catalogue's files, and what is refused of the parameters of a question."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from pipeline.errors import BadInput, UnknownDocument
from pipeline.questions import catalogue as catalogue_module
from pipeline.questions import question_files
from pipeline.questions.catalogue import ask, ask_page, find, python_columns, read_parameters
from pipeline.questions.question_files import Field, Question, catalogue
from pipeline.stores.statements import statement
from pipeline.stores.transaction_time import LATEST

Row = dict[str, Any]
DAY = datetime(2024, 1, 1)
HEADER = """// question:   Which cups
//             are there?
// parameters: $document STRING, $step INT64 (0 to n, or so),
//             $as_of LOCAL DATETIME (UTC)
// columns:    cup STRING or NULL (source: none), sizes STRING[], is_full BOOLEAN, ml DOUBLE
// rows:       one for each cup
// source:     a shelf
MATCH (c)
// rows:       no header
RETURN c
"""


def read(monkeypatch: pytest.MonkeyPatch, folder: Path, **texts: str) -> dict[str, Question]:
    """The catalogue of a folder with these files."""
    questions = folder / "questions"
    questions.mkdir()
    (questions / "notes.txt").write_text("no question")
    for name, text in texts.items():
        (questions / f"{name}.cypher").write_text(text)
    monkeypatch.setattr(question_files, "files", lambda package: folder)
    return catalogue.__wrapped__()


def test_a_header_has_a_question_its_parameters_its_columns_and_its_rows(monkeypatch, tmp_path):
    own = read(monkeypatch, tmp_path, cups=HEADER)["cups"]

    assert (own.name, own.question) == ("cups", "Which cups are there?")
    assert own.parameters == (
        Field("document", "STRING", False, ""),
        Field("step", "INT64", False, "0 to n, or so"),
        Field("as_of", "LOCAL DATETIME", False, "UTC"),
    )
    assert own.columns == (
        Field("cup", "STRING", True, "source: none"),
        Field("sizes", "STRING[]", False, ""),
        Field("is_full", "BOOLEAN", False, ""),
        Field("ml", "DOUBLE", False, ""),
    )
    assert (own.rows, own.source, own.cypher) == ("one for each cup", "a shelf", HEADER)
    assert [field.name for field in own.own_parameters] == ["document", "step"]
    assert not own.is_across


def test_a_question_across_documents_has_those_to_look_in(monkeypatch, tmp_path):
    header = HEADER.replace("$step INT64 (0 to n, or so)", "$documents STRING[]")

    own = read(monkeypatch, tmp_path, cups=header)["cups"]

    assert own.is_across
    assert [field.name for field in own.own_parameters] == ["document"]


def test_questions_come_in_the_order_of_their_names(monkeypatch, tmp_path):
    own = read(monkeypatch, tmp_path, b=HEADER, c=HEADER, a=HEADER)

    assert list(own) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("// source:     a shelf\n", "", "cups.cypher needs the header lines question, param"),
        ("// source:", "//", "needs the header lines"),
        ("// rows:       one for each cup\n", "", "needs the header lines"),
        ("// question:", "// query:", "needs the header lines"),
        ("BOOLEAN", "FLAG", "cups.cypher: 'is_full FLAG' is not 'name TYPE"),
        ("ml DOUBLE", "ml", "'ml' is not 'name TYPE"),
    ],
)
def test_a_header_that_lacks_a_part_is_malformed(monkeypatch, tmp_path, old, new, reason):
    with pytest.raises(ValueError, match=reason):
        read(monkeypatch, tmp_path, cups=HEADER.replace(old, new))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("tracker", "no question 'tracker'; did you mean 'trackers'? run stepgraph questions"),
        ("zzzzzz", "no question 'zzzzzz'; run stepgraph questions for the list"),
        (7, "the name of a question must be a string, not 7"),
    ],
)
def test_an_unknown_question_is_refused_with_the_closest(name, message):
    with pytest.raises(BadInput) as refusal:
        find(name)

    assert message in str(refusal.value)


def test_columns_have_types_of_python():
    assert python_columns("documents") == {
        "document": str, "title": str, "number": int, "n_steps": int
    }  # fmt: skip
    assert python_columns("entities")["aliases"] is list
    assert python_columns("exists")["probability"] is float
    assert python_columns("is-moved")["moved"] is bool


@pytest.mark.parametrize(
    ("question", "texts", "values"),
    [
        ("documents-about", {"words": "red cup, jar ,lid"}, {"words": ["red cup", "jar", "lid"]}),
        ("quantities-above", {"value": "1.5", "unit": "7"}, {"value": 1.5, "unit": "7"}),
        ("snapshot", {"step": "-3", "other": "4"}, {"step": -3, "other": "4"}),
    ],
)
def test_texts_become_values_of_the_parameters(question, texts, values):
    assert read_parameters(question, texts) == values


@pytest.mark.parametrize(
    ("question", "texts", "message"),
    [
        ("snapshot", {"step": "1.5"}, "step must be a whole number, not '1.5'"),
        ("quantities-above", {"value": "much"}, "value must be a number, not 'much'"),
        ("quantities-above", {"value": "x" * 50}, f"not '{'x' * 40}'$"),
    ],
)
def test_a_text_that_is_no_number_is_refused(question, texts, message):
    with pytest.raises(BadInput, match=message):
        read_parameters(question, texts)


class Store:
    """A store with one document of three steps, of which no question has rows."""

    def __init__(self, *answers: Row) -> None:
        self.asked: list[Mapping[str, Any]] = []
        self._answers = list(answers)
        self._rows: dict[str, list[Row]] = {
            catalogue()["reading"].cypher: [{"n_steps": 3}],
            catalogue()["entities"].cypher: [{"entity": "tea"}, {"entity": "cup"}] * 2,
            catalogue()["places"].cypher: [{"location": "pot"}, {"location": "jug"}],
        }

    def ask(self, cypher: str, parameters: Mapping[str, Any]) -> list[Row]:
        self.asked.append(parameters)
        if cypher == statement("read/document"):
            return []
        rows = self._rows.get(cypher, self._answers)
        return rows if parameters.get("document", "tea.txt") == "tea.txt" else []


TIMELINE = {"document": "tea.txt", "entity": "tea"}


@pytest.mark.parametrize(
    ("question", "parameters", "message"),
    [
        ("timeline", {}, "timeline needs document (STRING); give it with -p document=…"),
        ("timeline", {"document": "tea.txt"}, "timeline needs entity (STRING); give it with"),
        ("timeline", TIMELINE | {"z": 1, "y": 2},
         "timeline has no parameter 'y'; its parameters are document, entity"),
        ("documents", {"x": 1}, "documents has no parameter 'x'; its parameters are none"),
        ("timeline", TIMELINE | {"as_of": DAY}, "give it with --as-of TIME"),
        ("timeline", TIMELINE | {"entity": None}, "entity must be STRING, not 'None'"),
        ("timeline", TIMELINE | {"entity": True}, "entity must be STRING, not 'True'"),
        ("timeline", TIMELINE | {"entity": 10**50}, f"not '1{'0' * 39}'"),
        ("snapshot", {"document": "tea.txt", "step": 2**63}, "does not fit in 64 bits"),
        ("snapshot", {"document": "tea.txt", "step": -(2**63) - 1}, "does not fit in 64 bits"),
        ("snapshot", {"document": "tea.txt", "step": 1.0}, "step must be INT64, not '1.0'"),
        ("snapshot", {"document": "tea.txt", "step": False}, "step must be INT64, not 'False'"),
        ("documents-about", {"words": ["a", 1]}, "words must be STRING[], not"),
        ("documents-about", {"words": "a"}, "words must be STRING[], not 'a'"),
        ("documents-about", {"words": ["a\0"]}, "the words 'a\\x00' contains a NUL"),
        ("timeline", TIMELINE | {"entity": "a\0"}, "the entity 'a\\x00' contains a NUL"),
        ("snapshot", {"document": "tea.txt", "step": -1},
         "'tea.txt' has steps 1 to 3 (0 is before step 1), not -1"),
        ("snapshot", {"document": "tea.txt", "step": 4},
         "'tea.txt' has steps 1 to 3 (0 is before step 1), not 4"),
        ("snapshot", {"document": "tea.txt", "step": -(2**63)}, "has steps 1 to 3"),
        ("snapshot", {"document": "tea.txt", "step": 2**63 - 1}, "has steps 1 to 3"),
        ("changes-at", {"document": "tea.txt", "step": 0}, "'tea.txt' has steps 1 to 3, not 0"),
        ("timeline", TIMELINE | {"entity": "milk"},
         "'milk' is not tracked in 'tea.txt'; tracked are tea, cup"),
        ("ever-at", {"document": "tea.txt", "location": "moon"},
         "'moon' is no place in 'tea.txt'; places are pot, jug"),
    ],
)  # fmt: skip
def test_a_parameter_that_cannot_be_is_refused_with_what_can(question, parameters, message):
    with pytest.raises(BadInput) as refusal:
        ask(question, parameters, store=Store())  # type: ignore[arg-type]

    assert message in str(refusal.value)


@pytest.mark.parametrize(
    ("question", "parameters"),
    [
        ("timeline", TIMELINE),
        ("ever-at", {"document": "tea.txt", "location": "jug"}),
        ("snapshot", {"document": "tea.txt", "step": 0}),
        ("snapshot", {"document": "tea.txt", "step": 3}),
        ("changes-at", {"document": "tea.txt", "step": 1}),
        ("inputs", {"document": "tea.txt"}),
    ],
)
def test_no_row_is_an_answer_for_what_is_there(question, parameters):
    assert ask(question, parameters, store=Store()) == []  # type: ignore[arg-type]


def test_rows_are_those_of_the_moment_without_further_checks():
    store = Store({"entity": "x"})

    assert ask("timeline", TIMELINE, store=store) == [{"entity": "x"}]  # type: ignore[arg-type]
    ask("timeline", TIMELINE, store=store, as_of=DAY)  # type: ignore[arg-type]

    assert store.asked == [TIMELINE | {"as_of": LATEST}, TIMELINE | {"as_of": DAY}]


@pytest.mark.parametrize(("as_of", "when"), [(None, ""), (DAY, " at 2024-01-01 00:00:00")])
def test_an_unknown_document_is_refused_with_the_moment(as_of, when):
    parameters = TIMELINE | {"document": "milk.txt"}

    with pytest.raises(UnknownDocument, match=f"no document 'milk.txt' in the store{when}; run"):
        ask("timeline", parameters, store=Store(), as_of=as_of)  # type: ignore[arg-type]


def test_a_document_that_has_no_reading_then_is_refused_with_the_reason(monkeypatch):
    class Forgotten(Store):
        def ask(self, cypher: str, parameters: Mapping[str, Any]) -> list[Row]:
            return [{"id": "milk.txt"}] if cypher == statement("read/document") else []

    def refuse(document: str, *, store: Store, as_of: datetime | None) -> None:
        raise UnknownDocument(f"{document} was read later than {as_of}")

    monkeypatch.setattr(catalogue_module, "find_reading", refuse)
    with pytest.raises(UnknownDocument, match="^milk.txt was read later than 2024-01-01 00:00:00$"):
        ask("inputs", {"document": "milk.txt"}, store=Forgotten(), as_of=DAY)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("limit", "is_refused"), [(0, True), (1, False), (100_000, False), (100_001, True)]
)
def test_a_page_has_from_one_to_a_hundred_thousand_documents(limit, is_refused):
    parameters = {"documents": ["x"]}

    if is_refused:
        with pytest.raises(BadInput, match=f"must be 1 to 100,000 documents, not {limit}"):
            ask_page("documents", parameters, store=Store(), limit=limit)  # type: ignore[arg-type]
    else:
        page = ask_page("documents", parameters, store=Store(), limit=limit)  # type: ignore[arg-type]
        assert (page.rows, page.next_after) == ([], None)


@pytest.mark.parametrize(
    ("question", "parameters", "after", "message"),
    [
        ("documents", {}, "a\0", "^after .* contains a NUL"),
        ("inputs", {"document": "tea.txt"}, "a", "inputs is about one document and has one page"),
    ],
)
def test_a_page_that_cannot_begin_there_is_refused(question, parameters, after, message):
    with pytest.raises(BadInput, match=message):
        ask_page(question, parameters, store=Store(), limit=3, after=after)  # type: ignore[arg-type]
