"""When an answer of the graph is given alone, with a quotation, or left out for one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from types import SimpleNamespace
from typing import Any

import pytest

from pipeline.domain.quantity import Quantity
from pipeline.domain.reading import NumberedReading
from pipeline.questions import answer as answer_module
from pipeline.questions.answer import Answer, answer_question
from pipeline.questions.parser import NotUnderstood
from pipeline.questions.step_search import Passage
from pipeline.stores import Store, open_store
from pipeline.stores.write import write
from tests.support.examples import example

STEPS = (
    "Fill the pot with water.",
    "Heat the water for 5 min.",
    "Pour it over the leaves; the tea forms.",
    "Drink the tea.",
)
ROWS = {
    "water": ("tap", "pot", "pot", "-", "-"),
    "tea": ("-", "-", "-", "cup", "-"),
    "leaves": ("tin", "tin", "tin", "tin", "tin"),
    "lid": ("shelf",) * 5,
    "ghost": ("-",) * 5,
}
ESTIMATES: dict[str, dict[str, Any]] = {
    "water": {
        "probabilities": (0.9, 0.45, 0.9, 0.9, 0.9),
        "change_probabilities": (0.9, 1.0, 0.39, 1.0),
    },
    "tea": {"change_probabilities": (1.0, 1.0, 0.4, 0.9)},
    "leaves": {"exists": (0.45, 0.9, 0.9, 0.9, 0.45)},
}
RESTS = Quantity("duration", "5 min", 5.0, None, "min", 300.0, 300.0, "s", 2, None, None, 19, 24)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    opened = open_store(f"ladybug:{tmp_path_factory.mktemp('tea') / 'graph'}")
    graph = replace(example("tea", STEPS, ROWS, estimates=ESTIMATES), quantities=(RESTS,))
    reading = NumberedReading(graph, 1, "default", "0abc", "{}")
    write([reading], store=opened, clock=lambda: datetime(2024, 1, 1))
    yield opened
    opened.close()


class Reader:
    """Stands in for the trained networks: the same reading of every question."""

    def __init__(self, *chosen: int, score: float = 0.9, **facts: Any) -> None:
        self.texts: list[str] = []
        passages = tuple(Passage(step, STEPS[step - 1], score, 1.0) for step in chosen or (2,))
        usual = {
            "passages": passages, "chosen": passages, "is_sure": bool(chosen), "parts": None,
            "has_alternatives": False, "asks_for_steps": False, "asks_yes_or_no": False,
        }  # fmt: skip
        self._reading = SimpleNamespace(**(usual | facts))

    def read(self, question: str, texts: Sequence[str]) -> Any:
        assert list(texts) == list(STEPS)
        self.texts.append(question)
        return self._reading


@pytest.fixture
def ask(store: Store, monkeypatch: pytest.MonkeyPatch) -> Any:
    def answer(question: str, reader: Reader, **options: Any) -> Answer:
        monkeypatch.setattr(answer_module, "read_question", reader.read)
        return answer_question(question, store=store, **({"unsure_below": 0.5} | options))

    return answer


@pytest.mark.parametrize(
    ("question", "is_read"),
    [
        ("Where is the water after step 1?", False),
        ("Where is the water after filling the pot?", True),
        ("Where is the water after filling the pot in step 1?", True),
        ("Where is the water after heating it?", False),
        ("When is the water destroyed?", True),
        ("When is the tea created?", True),
        ("When is the tea destroyed?", False),
        ("Is the lid destroyed?", False),
        ("Is the tea created?", False),
        ("When does the lid move?", True),
        ("What does the lid become?", True),
        ("What was ever in the pot?", True),
        ("What was in the pot after step 2?", False),
        ("What was in the pot after step 1?", True),
        ("What turns into tea?", True),
        ("What moves?", True),
        ("What changes?", False),
        ("Where is the lid at the end?", False),
        ("Where is the water at the end?", True),
        ("Where is the water after step 4?", False),
        ("Where is the ghost?", False),
        ("Where is the anvil after step 1?", True),
        ("How long is the water heated?", False),
        ("How long is the water boiled?", False),
        ("How long is the water frozen?", True),
    ],
)
def test_the_text_is_read_only_where_the_graph_has_no_full_answer(ask, question, is_read):
    reader = Reader()

    try:
        ask(question, reader)
    except NotUnderstood:
        assert is_read

    assert bool(reader.texts) is is_read


@pytest.mark.parametrize(
    ("question", "is_refused"),
    [
        ("When is the water destroyed?", True),  # its probability is 0.39
        ("When is the tea created?", False),  # 0.4
        ("Where is the anvil after filling the pot?", True),
        ("Where is the anvil after step 1?", False),
        ("Where is the anvil?", False),
        ("When does the lid move?", False),
        ("Where is the water at the end?", False),
    ],
)
def test_an_unlikely_answer_is_refused_unless_the_text_has_one(ask, question, is_refused):
    if is_refused:
        with pytest.raises(NotUnderstood, match="the closest is step 3: “Pour"):
            ask(question, Reader(3, 2, is_sure=False))
    else:
        answer = ask(question, Reader(3, is_sure=False))
        assert (answer.kind, answer.document) == ("known", "tea")
        assert "The text says" not in answer.sentence and "closest" not in answer.sentence


def test_an_answer_is_unlikely_only_if_it_is_unsure(ask):
    answer = ask("When is the water destroyed?", Reader(), unsure_below=0.2)

    assert answer.sentence == "The water is destroyed in step 3."
    assert (answer.probability, answer.unsure) == (pytest.approx(0.39), False)


@pytest.mark.parametrize(
    ("question", "step", "score", "is_quoted"),
    [
        ("How long is the anvil frozen?", 2, 0.2, True),
        ("How long is the anvil frozen?", 2, 0.19, False),
        ("How long is the anvil frozen?", 1, 0.9, False),
        ("How much sand is frozen?", 2, 0.9, False),
        ("How often is the anvil frozen?", 2, 0.9, False),
    ],
)
def test_a_step_is_quoted_for_a_quantity_if_it_is_likely_and_states_such_a_one(
    ask, question, step, score, is_quoted
):
    answer = ask(question, Reader(step, score=score, is_sure=False))

    if is_quoted:
        assert answer.sentence == f"The text says, step {step}: “{STEPS[step - 1]}”."
    else:
        assert answer.outcome == "not tracked"
        closest = f" is not tracked here. The closest is step {step}: “{STEPS[step - 1]}”."
        assert answer.sentence.endswith(closest)


@pytest.mark.parametrize(
    ("question", "chosen", "is_kept"),
    [
        ("When is the tea created?", (3,), True),
        ("When is the water destroyed?", (3,), False),
        ("Where is the anvil?", (3,), False),
        ("When does the lid move?", (3,), True),
        ("When are the leaves created?", (3,), False),  # it is unsure that they were there
        ("Where are the leaves created?", (3,), False),
        ("When are the leaves destroyed?", (3,), False),
        ("Where are the leaves destroyed?", (3,), False),
        ("When is the lid created?", (3,), True),
        ("Where is the water after filling the pot?", (1,), True),
        ("Where is the water after filling the pot?", (2,), False),
        ("Where is the water after filling the pot?", (2, 1), True),
        ("What was ever in the pot?", (4,), True),
        ("How long is the water frozen?", (4,), True),
    ],
)
def test_a_likely_answer_that_the_text_does_not_contradict_is_kept_with_the_quotation(
    ask, question, chosen, is_kept
):
    answer = ask(question, Reader(*chosen))

    quotes = "; ".join(f"step {step}: “{STEPS[step - 1]}”" for step in sorted(chosen))
    assert answer.kind == ("known" if is_kept else "quoted")
    assert answer.sentence.endswith(f"The text says, {quotes}.")
    assert answer.sentence.startswith("The text says") is not is_kept
    n_last = len(chosen)
    assert [each.step for each in answer.support[-n_last:]] == sorted(chosen)
    if question == "When is the tea created?":
        assert {each.step for each in answer.support} == {3}
        assert len(answer.support) > n_last


def test_of_alternatives_the_first_is_quoted_after_an_answer(ask):
    answer = ask("When is the tea created?", Reader(4, 3, has_alternatives=True))

    assert answer.sentence.endswith(f"step 3. The text says, step 4: “{STEPS[3]}”.")


@pytest.mark.parametrize(
    ("chosen", "has_alternatives", "asks_for_steps", "start"),
    [
        ((3, 1), False, True, "Steps 1 and 3. The text says, step 1: “"),
        ((3, 1), True, True, "Step 3, or else step 1. The text says, step 3: “"),
        ((3, 1), True, False, "The text says, step 3: “"),
        ((3,), False, True, "The text says, step 3: “"),
    ],
)
def test_a_question_for_steps_is_answered_with_their_numbers(
    ask, chosen, has_alternatives, asks_for_steps, start
):
    reader = Reader(*chosen, has_alternatives=has_alternatives, asks_for_steps=asks_for_steps)

    answer = ask("Where is the anvil?", reader)

    assert answer.sentence.startswith(start)
    assert ("; or else step 1" in answer.sentence) is has_alternatives


def unknown(
    monkeypatch: pytest.MonkeyPatch, known: str | None = None, closest: str | None = None
) -> None:
    monkeypatch.setattr(answer_module, "known_question", lambda parts: known)
    monkeypatch.setattr(answer_module, "closest_question", lambda text, document: closest)


@pytest.mark.parametrize(
    ("known", "closest", "taken_as"),
    [
        ("Where is the lid?", "What is tracked?", "Where is the lid?"),
        (None, "What is tracked?", "What is tracked?"),
        ("Where is the tea after step 1?", "What is tracked?", "What is tracked?"),
        ("Where is the tea after step 9?", "What is tracked?", "What is tracked?"),
        ("Does it move before it pours?", None, None),
        (None, None, None),
    ],
)
def test_an_unknown_question_is_taken_as_the_first_known_one_that_has_an_answer(
    ask, monkeypatch, known, closest, taken_as
):
    unknown(monkeypatch, known, closest)

    answer = ask("Why tea?", Reader(3))

    assert answer.taken_as == taken_as
    assert answer.kind == ("quoted" if taken_as is None else "closest")
    if taken_as is not None:
        assert answer.sentence == ask(taken_as, Reader()).sentence


@pytest.mark.parametrize(
    ("chance", "vote", "is_sure", "opening"),
    [
        (0.5, 0.8, True, "Yes."),
        (0.49, -0.8, True, "No."),
        (0.9, 0.79, True, None),
        (0.1, -0.79, True, None),
        (0.9, 0.9, False, None),
    ],
)
def test_an_unknown_question_for_yes_or_no_is_answered_if_that_is_plain(
    ask, monkeypatch, chance, vote, is_sure, opening
):
    unknown(monkeypatch)
    reader = Reader(
        3, is_sure=is_sure, asks_yes_or_no=True, chance_of_yes=lambda texts: chance,
        vote=lambda own: vote if own == chance else 0.0,
    )  # fmt: skip

    if opening is None:
        with pytest.raises(NotUnderstood, match="the closest is step 3"):
            ask("Why tea?", reader)
    else:
        sentence = f"{opening} The text says, step 3: “{STEPS[2]}”."
        assert ask("Why tea?", reader).sentence == sentence


def test_without_a_likely_step_an_unknown_question_is_refused(ask, monkeypatch):
    unknown(monkeypatch)

    with pytest.raises(NotUnderstood, match="the closest is step 2.*you can ask") as refusal:
        ask("Why tea?", Reader(2, 3, is_sure=False))

    assert str(refusal.value).count("step ") == 2  # the closest, and one in a suggestion
