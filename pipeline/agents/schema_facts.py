"""What Cypher and the catalogue can name, for tools and for resources."""

from __future__ import annotations

from pipeline.agents.results import QuestionFacts, SchemaFacts
from pipeline.questions.catalogue import Field, catalogue
from pipeline.questions.example_queries import example_queries
from pipeline.services.services import Services
from pipeline.stores.contents import store_contents

__all__ = ["question_facts", "schema_facts"]


def schema_facts(services: Services) -> SchemaFacts:
    """Labels, relationship types and properties of the store, with counts and examples."""
    with services.graphs() as graphs:
        contents = store_contents(graphs.store)
    return SchemaFacts(
        engine=contents.engine,
        schema_version=contents.schema_version,
        older_readings=contents.older_readings,
        labels=contents.labels,
        relationships=contents.relationships,
        examples=example_queries(),
    )


def question_facts() -> list[QuestionFacts]:
    """The questions of the catalogue by name, without the parameter that ``as_of`` fills in."""
    return [
        QuestionFacts(
            name=question.name,
            question=question.question,
            parameters={field.name: _type(field) for field in question.own_parameters},
            columns={field.name: _type(field) for field in question.columns},
        )
        for question in catalogue().values()
    ]


def _type(field: Field) -> str:
    """The field's type as its file has it: ``INT64 or NULL (first step is 1)``."""
    note = f" ({field.note})" if field.note else ""
    return f"{field.type}{' or NULL' if field.nullable else ''}{note}"
