"""A temporal graph in the words of the results: its steps with their changes, and one state."""

from __future__ import annotations

from datetime import datetime

from pipeline.agents.pages import page_of
from pipeline.agents.results import (
    ChangeFacts,
    EntityFacts,
    PresenceFacts,
    ProcedurePage,
    QuotedEvidence,
    SnapshotPage,
    StepFacts,
)
from pipeline.domain.confidence import is_unsure
from pipeline.domain.document import Step
from pipeline.domain.graph import Event, Presence, TemporalGraph
from pipeline.domain.grid import Evidence
from pipeline.exports.records import material_record, quantity_record
from pipeline.questions.explain import place_evidence

__all__ = ["procedure_page", "snapshot_page"]


def procedure_page(
    graph: TemporalGraph,
    *,
    model: str,
    checkpoint: str,
    offset: int,
    limit: int,
    reading: int | None = None,
    recorded_from: datetime | None = None,
) -> ProcedurePage:
    """The steps from ``offset`` on; lists that are of no step are on the first page."""
    page = page_of(_steps(graph), offset=offset, limit=limit)
    is_first = offset == 0
    document = graph.document
    return ProcedurePage(
        document=document.id,
        title=document.title,
        n_steps=graph.n_steps,
        entities=[
            EntityFacts(name=entity.name, aliases=entity.aliases)
            for entity in graph.entities
            if is_first
        ],
        materials=[material_record(each) for each in document.materials if is_first],
        quantities=[
            quantity_record(quantity)
            for quantity in graph.quantities
            if is_first and quantity.step is None
        ],
        start=[_presence(presence, 0, graph) for presence in graph.snapshot(0) if is_first],
        steps=page.items,
        unsure_below=graph.unsure_below,
        model=model,
        checkpoint=checkpoint,
        reading=reading,
        recorded_from=recorded_from,
        total=page.total,
        next_offset=page.next_offset,
    )


def snapshot_page(graph: TemporalGraph, step: int, *, offset: int, limit: int) -> SnapshotPage:
    """The presences after ``step`` from ``offset`` on. Raises NoSuchStep."""
    presences = [_presence(presence, step, graph) for presence in graph.snapshot(step)]
    page = page_of(presences, offset=offset, limit=limit)
    present = {presence.entity for presence in presences}
    is_first = offset == 0
    return SnapshotPage(
        document=graph.document.id,
        title=graph.document.title,
        step=step,
        n_steps=graph.n_steps,
        text=graph.document.steps[step - 1].text if step else None,
        changes=_changes(graph).get(step, []) if is_first else [],
        presences=page.items,
        absent=[
            entity.name for entity in graph.entities if is_first and entity.name not in present
        ],
        total=page.total,
        next_offset=page.next_offset,
    )


def _steps(graph: TemporalGraph) -> list[StepFacts]:
    changes = _changes(graph)
    return [_step(step, changes.get(step.number, []), graph) for step in graph.document.steps]


def _step(step: Step, changes: list[ChangeFacts], graph: TemporalGraph) -> StepFacts:
    return StepFacts(
        step=step.number,
        text=step.text,
        label=step.label,
        alternative=step.alternative,
        changes=changes,
        quantities=[
            quantity_record(quantity)
            for quantity in graph.quantities
            if quantity.step == step.number
        ],
    )


def _changes(graph: TemporalGraph) -> dict[int, list[ChangeFacts]]:
    """The changes of every step that has some, by its number."""
    probabilities = graph.probabilities_with_places()
    changes: dict[int, list[ChangeFacts]] = {}
    for event in graph.events:
        probability = probabilities[event.entity.name, event.step]
        changes.setdefault(event.step, []).append(_change(event, probability, graph))
    return changes


def _change(event: Event, probability: float, graph: TemporalGraph) -> ChangeFacts:
    return ChangeFacts(
        entity=event.entity.name,
        change=event.change,
        origin=None if event.origin is None else event.origin.text,
        destination=None if event.destination is None else event.destination.text,
        probability=probability,
        unsure=is_unsure(probability, below=graph.unsure_below),
        evidence=_quoted(event.evidence, graph),
    )


def _presence(presence: Presence, state: int, graph: TemporalGraph) -> PresenceFacts:
    """The presence, with its probability in one state."""
    probability = presence.probabilities[state - presence.from_step]
    return PresenceFacts(
        entity=presence.entity.name,
        location=presence.location.text,
        kind=presence.location.kind,
        from_step=presence.from_step,
        until_step=presence.until_step,
        probability=probability,
        unsure=is_unsure(probability, below=graph.unsure_below),
        evidence=_quoted(place_evidence(presence), graph),
    )


def _quoted(evidence: Evidence | None, graph: TemporalGraph) -> QuotedEvidence | None:
    if evidence is None or not 1 <= evidence.step <= graph.n_steps:
        return None
    return QuotedEvidence(
        step=evidence.step,
        text=graph.document.steps[evidence.step - 1].text,
        char_start=evidence.char_start,
        char_end=evidence.char_end,
    )
