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
from pipeline.questions.question_reader import QuestionReading, read_question
from pipeline.questions.single_document import DocumentReply, Names, absence
from pipeline.questions.step_search import Passage
from pipeline.questions.text_verdict import order_verdict, presence_verdict

__all__ = ["Undecided", "describe_order", "describe_presence", "yes_or_no"]


class Undecided(Exception):
    """Neither the graph nor the text of ``document`` is plain enough for yes or no."""

    def __init__(self, document: str) -> None:
        super().__init__(f"{document!r} does not decide it plainly")
        self.document = document


def describe_presence(
    document: DocumentScope, parsed: ParsedQuestion, names: Names
) -> DocumentReply:
    """Whether a thing is at a place, or still there at all, at a state.

    The graph decides if it is sure, unless the rules and the network for the words of the steps
    both disagree, and if it is unsure and both agree. Without a place in the graph these two decide
    if they agree and the network is plain. Raises Undecided in the other cases.
    """
    assert parsed.thing is not None  # the form's patterns name a thing
    state = document.state(parsed.time)
    texts = [row["text"] for row in document.ask("steps")]
    reading = read_question(parsed.words, texts)
    chance = reading.chance_of_yes(texts, state=state)
    by_rules = presence_verdict(parsed.thing, parsed.place, state, texts)
    in_words = [chance >= 0.5] if by_rules is None else [chance >= 0.5, by_rules.is_true]
    try:
        reply = _presence_in_graph(document, parsed.thing, parsed.place, state)
    except (NotTracked, AmbiguousName):
        reply = None
    if reply is not None:
        agreeing = sum(reply.sentence.startswith(yes_or_no(verdict)) for verdict in in_words)
        is_sure = not is_unsure(_probability(reply), below=UNSURE_BELOW)
        if agreeing == 2 or (is_sure and agreeing > 0):
            return reply
    elif len(set(in_words)) == 1 < len(in_words) and reading.is_plain(chance):
        return _by_text(chance, reading)
    raise Undecided(document.id)


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


def _probability(reply: DocumentReply) -> float | None:
    if reply.probability is not None:
        return reply.probability
    return least_sure(row.get("probability") for row in reply.rows)


def _by_text(chance: float, reading: QuestionReading) -> DocumentReply:
    return DocumentReply(yes_or_no(chance >= 0.5), passages=reading.chosen)


def yes_or_no(is_true: bool) -> str:
    """``Yes.`` or ``No.``"""
    return "Yes." if is_true else "No."
