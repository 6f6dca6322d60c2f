"""Votes for yes or no: of the graph, of the rules and of the network for words."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from pipeline.questions import yes_no_replies
from pipeline.questions.parsed_question import ParsedQuestion, Time
from pipeline.questions.single_document import DocumentReply
from pipeline.questions.step_search import Passage
from pipeline.questions.text_verdict import Verdict
from pipeline.questions.time_clauses import TimeClause
from pipeline.questions.yes_no_replies import (
    Undecided,
    describe_order,
    describe_presence,
    yes_or_no,
)
from tests.pipeline.questions.test_quantity_rules import opened

STEPS = ("Fill the pot.", "Boil the tea.", "Pour the tea.", "Drink it.")
CHOSEN = (Passage(2, STEPS[1], 0.9, 1.0),)
SURE, UNSURE = 0.99, 0.01


class Words:
    """Stands in for the network and the rules, and keeps what both were asked."""

    def __init__(self, vote: float, by_rules: bool | None) -> None:
        self.asked: dict[str, Any] = {}
        self._vote = vote
        self._verdict = None if by_rules is None else Verdict(by_rules, (1,))

    def read(self, words: str, texts: Sequence[str]) -> Any:
        self.asked |= {"words": words, "texts": list(texts)}
        return SimpleNamespace(
            chosen=CHOSEN, vote=lambda chance: self._vote, chance_of_yes=self._chance
        )

    def _chance(self, texts: Sequence[str], *, state: int) -> float:
        self.asked["state"] = state
        return 0.5

    def rules(self, thing: str, place: str | None, state: int, texts: Sequence[str]) -> Any:
        self.asked["rules"] = (thing, place, state, list(texts))
        return self._verdict


def presence(
    monkeypatch: pytest.MonkeyPatch,
    words: Words,
    *,
    location: str | None = "pot",
    probability: float | None = SURE,
    thing: str = "tea",
    place: str | None = "pot",
    time: Time | None = None,
) -> DocumentReply:
    """The reply if the graph has the tea at this location, of this probability; None: nowhere."""
    monkeypatch.setattr(yes_no_replies, "read_question", words.read)
    monkeypatch.setattr(yes_no_replies, "presence_verdict", words.rules)
    locations = [] if location is None else [{"location": location, "probability": probability}]
    document = opened(
        steps=[{"step": step, "text": text} for step, text in enumerate(STEPS, 1)],
        entities=[{"entity": name, "aliases": []} for name in ("tea", "big lid", "small lid")],
        places=[{"location": name} for name in ("pot", "cup")],
        location_after=locations,
        changes=[{"entity": "tea", "change": "destroy", "step": 2}],
        exists=[{"probability": probability}],
    )
    parsed = ParsedQuestion("is-at", "", thing=thing, place=place, time=time, words="Is it?")
    return describe_presence(document, parsed, {})


@pytest.mark.parametrize(
    ("vote", "by_rules", "graph", "sentence"),
    [
        (0.0, None, {}, "Yes. After step 4 the tea is in the pot."),
        (-0.2, None, {}, "Yes. After step 4 the tea is in the pot."),
        (-0.21, None, {}, None),
        (0.31, False, {}, "Yes. After step 4 the tea is in the pot."),
        (0.29, False, {}, None),
        (-1.9, None, {}, "No."),
        (-1.31, False, {}, "No."),
        (-1.29, False, {}, None),
        (0.0, None, {"location": "cup"}, "No. After step 4 the tea is in the cup."),
        (1.81, None, {"location": "cup"}, "Yes."),
        (0.0, None, {"location": "?", "place": None},
         "Yes. After step 4 the tea is at a place that is not stated."),
        (0.0, None, {"location": "cup", "place": None}, "Yes. After step 4 the tea is in the cup."),
        (0.0, None, {"location": None}, "No. After step 4 the tea does not exist: destroyed in"
         " step 2."),
        (0.0, None, {"probability": UNSURE}, None),
        (0.31, None, {"probability": UNSURE}, "Yes. After step 4 the tea is in the pot."),
        (0.0, True, {"probability": UNSURE}, "Yes. After step 4 the tea is in the pot."),
        (0.29, None, {"probability": UNSURE}, None),
        (0.29, None, {"location": None, "probability": UNSURE}, None),
        (-0.31, None, {"location": None, "probability": UNSURE},
         "No. After step 4 the tea does not exist: destroyed in step 2."),
        (0.0, None, {"probability": None}, "Yes. After step 4 the tea is in the pot."),
        (0.8, None, {"location": "?"}, "Yes."),
        (0.79, None, {"location": "?"}, None),
        (0.31, True, {"thing": "anvil"}, "Yes."),
        (0.29, True, {"thing": "anvil"}, None),
        (-0.31, False, {"place": "moon"}, "No."),
        (-0.8, None, {"thing": "lid"}, "No."),
        (0.0, None, {"thing": "lid"}, None),
    ],
)  # fmt: skip
def test_a_presence_is_decided_by_the_sum_of_the_votes(
    monkeypatch, vote, by_rules, graph, sentence
):
    words = Words(vote, by_rules)

    if sentence is None:
        with pytest.raises(Undecided, match="'d' does not decide it plainly") as error:
            presence(monkeypatch, words, **graph)
        assert error.value.document == "d"
        return
    reply = presence(monkeypatch, words, **graph)

    assert reply.sentence == sentence
    assert tuple(reply.passages) == (CHOSEN if sentence in ("Yes.", "No.") else ())
    if not reply.passages:
        assert reply.parameters == {"entity": "tea", "step": 4}
        assert bool(reply.rows) == ("not exist" not in sentence)
    if "not exist" in sentence:
        assert [row["step"] for row in reply.support or ()] == [2]
        assert reply.probability == graph.get("probability", SURE)


def test_all_votes_are_about_one_state(monkeypatch):
    words = Words(0.0, None)

    reply = presence(monkeypatch, words, time=Time("before", 3))

    assert words.asked == {
        "words": "Is it?",
        "texts": list(STEPS),
        "state": 2,
        "rules": ("tea", "pot", 2, list(STEPS)),
    }
    assert reply.sentence == "Yes. After step 2 the tea is in the pot."
    assert reply.parameters == {"entity": "tea", "step": 2}


@pytest.mark.parametrize(
    ("verdict", "sentence"), [(Verdict(True, (1, 3)), "Yes."), (Verdict(False, (1, 3)), "No.")]
)
def test_an_order_is_decided_by_two_steps(monkeypatch, verdict, sentence):
    monkeypatch.setattr(yes_no_replies, "order_verdict", lambda *_, **__: verdict)
    document = opened(steps=[{"step": step, "text": text} for step, text in enumerate(STEPS, 1)])
    clause = TimeClause("before", "it pours")

    reply = describe_order(document, ParsedQuestion("", "", thing="it", clause=clause), {})

    assert reply.sentence == sentence == yes_or_no(verdict.is_true)
    assert reply.passages == (Passage(1, STEPS[0], 1.0, 1.0), Passage(3, STEPS[2], 1.0, 1.0))


@pytest.mark.parametrize(
    ("thing", "clause", "verdict"),
    [
        ("it", None, Verdict(True, (1,))),
        (None, TimeClause("before", "it pours"), Verdict(True, (1,))),
        ("it", TimeClause("before", "it pours"), None),
    ],
)
def test_an_order_without_two_events_is_undecided(monkeypatch, thing, clause, verdict):
    monkeypatch.setattr(yes_no_replies, "order_verdict", lambda *_, **__: verdict)
    document = opened(steps=[{"step": 1, "text": STEPS[0]}])

    with pytest.raises(Undecided):
        describe_order(document, ParsedQuestion("", "", thing=thing, clause=clause), {})
