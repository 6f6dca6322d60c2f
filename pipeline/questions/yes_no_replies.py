"""Replies with yes or no: whether a thing is at a place, and which of two things comes first.

The graph answers if it tracks the thing and the place; else the words of the steps do.
"""

from __future__ import annotations

from pipeline.domain.confidence import UNSURE_BELOW, is_unsure
from pipeline.domain.grid import SOMEWHERE
from pipeline.questions.confidence import least_sure
from pipeline.questions.document_scope import AmbiguousName, DocumentScope, NotTracked
from pipeline.questions.meaning import similarities
from pipeline.questions.parsed_question import ParsedQuestion
from pipeline.questions.phrasing import after, at, sentence, subject
from pipeline.questions.question_reader import read_question
from pipeline.questions.single_document import DocumentReply, Names, absence
from pipeline.questions.step_search import Passage
from pipeline.questions.text_verdict import order_verdict, presence_verdict

__all__ = ["LEAST_VOTES", "Undecided", "describe_order", "describe_presence", "yes_or_no"]

# Votes for yes (positive) or no; 1.0 is that of a sure graph, and of plain words
VOTE_OF_RULES = 0.5
VOTE_OF_UNSURE_GRAPH = 0.5
LEAST_VOTES = 0.8  # that decide


class Undecided(Exception):
    """Neither the graph nor the text of ``document`` is plain enough for yes or no."""

    def __init__(self, document: str) -> None:
        super().__init__(f"{document!r} does not decide it plainly")
        self.document = document


def describe_presence(
    document: DocumentScope, parsed: ParsedQuestion, names: Names
) -> DocumentReply:
    """Whether a thing is at a place, or still there at all, at a state.

    The graph, the rules and the network for the words of the steps each have a vote. Raises
    Undecided if together they are not plain.
    """
    assert parsed.thing is not None  # the form's patterns name a thing
    state = document.state(parsed.time)
    texts = [row["text"] for row in document.ask("steps")]
    reading = read_question(parsed.words, texts)
    by_rules = presence_verdict(parsed.thing, parsed.place, state, texts)
    in_words = reading.vote(reading.chance_of_yes(texts, state=state))
    if by_rules is not None:
        in_words += VOTE_OF_RULES * (1 if by_rules.is_true else -1)
    reply = _graph_reply(document, parsed, state)
    in_graph = 0.0 if reply is None else _vote_of_graph(reply)
    votes = in_words + in_graph
    if abs(votes) < LEAST_VOTES:
        raise Undecided(document.id)
    if reply is not None and votes * in_graph > 0.0:
        return reply
    return DocumentReply(yes_or_no(votes > 0.0), passages=reading.chosen)


def describe_order(document: DocumentScope, parsed: ParsedQuestion, names: Names) -> DocumentReply:
    """Whether something comes before or after the step of the question's time clause.

    Raises Undecided if the text does not name both.
    """
    texts = [row["text"] for row in document.ask("steps")]
    verdict = None
    if parsed.clause is not None and parsed.thing is not None:
        verdict = order_verdict(parsed.thing, parsed.clause, texts, similarity=similarities)
    if verdict is None:
        raise Undecided(document.id)
    passages = tuple(Passage(step, texts[step - 1], 1.0, 1.0) for step in verdict.steps)
    return DocumentReply(yes_or_no(verdict.is_true), passages=passages)


def _presence_in_graph(
    document: DocumentScope, thing: str, place: str | None, state: int
) -> DocumentReply | None:
    """None if the graph has no place for the thing. Raises NotTracked."""
    entity = document.entity(thing)
    location = None if place is None else document.place(place)
    rows = document.ask("location-after", entity=entity, step=state)
    parameters = {"entity": entity, "step": state}
    if not rows:
        reply = absence(document, entity, state, after(state))
        return DocumentReply(
            f"No. {reply.sentence}", support=reply.support, probability=reply.probability,
            parameters=parameters,
        )  # fmt: skip
    if location is not None and rows[0]["location"] == SOMEWHERE.text:
        return None
    is_there = location is None or rows[0]["location"] == location
    text = sentence(f"{after(state)} {subject(entity, 'is')} {at(rows[0]['location'])}")
    return DocumentReply(f"{'Yes' if is_there else 'No'}. {text}", rows, parameters=parameters)


def _graph_reply(
    document: DocumentScope, parsed: ParsedQuestion, state: int
) -> DocumentReply | None:
    """None if the graph does not track the thing, or has no place for it."""
    try:
        return _presence_in_graph(document, parsed.thing or "", parsed.place, state)
    except (NotTracked, AmbiguousName):
        return None


def _vote_of_graph(reply: DocumentReply) -> float:
    weight = VOTE_OF_UNSURE_GRAPH if is_unsure(_probability(reply), below=UNSURE_BELOW) else 1.0
    return weight if reply.sentence.startswith("Yes") else -weight


def _probability(reply: DocumentReply) -> float | None:
    if reply.probability is not None:
        return reply.probability
    return least_sure(row.get("probability") for row in reply.rows)


def yes_or_no(is_true: bool) -> str:
    """``Yes.`` or ``No.``"""
    return "Yes." if is_true else "No."
