"""Replies with yes or no: whether a thing is at a place, and which of two things comes first.

The graph answers if it tracks the thing and the place; else the words of the steps do.
"""

from __future__ import annotations

from pipeline.domain.grid import SOMEWHERE
from pipeline.questions.document_scope import AmbiguousName, DocumentScope, NotTracked
from pipeline.questions.meaning import similarities
from pipeline.questions.parsed_question import ParsedQuestion
from pipeline.questions.phrasing import after, at, sentence, subject
from pipeline.questions.single_document import DocumentReply, Names, absence
from pipeline.questions.step_search import Passage
from pipeline.questions.text_verdict import Verdict, order_verdict, presence_verdict

__all__ = ["describe_order", "describe_presence"]


def describe_presence(
    document: DocumentScope, parsed: ParsedQuestion, names: Names
) -> DocumentReply:
    """Whether a thing is at a place, or still there at all, at a state."""
    assert parsed.thing is not None  # the form's patterns name a thing
    state = document.state(parsed.time)
    texts = [row["text"] for row in document.ask("steps")]
    verdict = presence_verdict(parsed.thing, parsed.place, state, texts)
    try:
        reply = _presence_in_graph(document, parsed.thing, parsed.place, state)
    except (NotTracked, AmbiguousName):
        reply = None
    if reply is not None and (verdict is None or reply.sentence.startswith(_answer(verdict))):
        return reply
    return _by_text(verdict, texts)


def describe_order(document: DocumentScope, parsed: ParsedQuestion, names: Names) -> DocumentReply:
    """Whether something comes before or after the step of the question's time clause."""
    texts = [row["text"] for row in document.ask("steps")]
    if parsed.clause is None or parsed.thing is None:
        return _by_text(None, texts)
    verdict = order_verdict(parsed.thing, parsed.clause, texts, similarity=similarities)
    return _by_text(verdict, texts)


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


def _by_text(verdict: Verdict | None, texts: list[str]) -> DocumentReply:
    if verdict is None:
        return DocumentReply(sentence("the text does not name it"), outcome="not tracked")
    passages = tuple(Passage(step, texts[step - 1], 1.0, 1.0) for step in verdict.steps)
    return DocumentReply(_answer(verdict), passages=passages)


def _answer(verdict: Verdict) -> str:
    return "Yes." if verdict.is_true else "No."
