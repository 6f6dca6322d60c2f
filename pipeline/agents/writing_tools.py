"""Tools that store and forget. The docstring of each is the description that agents read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from pipeline.agents.arguments import DocumentName, Entities, Steps, Text, Title
from pipeline.agents.reading_tools import text_record
from pipeline.agents.results import ForgottenDocument, StoredDocument
from pipeline.errors import BadInput
from pipeline.services.facts import erase_document, store_text
from pipeline.services.services import Services

__all__ = ["WritingTools"]


@dataclass(frozen=True, slots=True)
class WritingTools:
    """The tools that an agent gets of a server that may write."""

    services: Services

    def ingest_document(
        self,
        text: Text = "",
        steps: Steps = None,
        id: Annotated[
            str,
            Field(
                description="Id of the document; a stored one of that id gets a new reading, and "
                "its old ones are kept. By default an id is made of the text."
            ),
        ] = "",
        title: Title = "",
        entities: Entities = None,
    ) -> StoredDocument:
        """Read the text of a procedure and store its graph, so that the other tools know it."""
        record = text_record(text, steps, title, entities) | ({"id": id} if id else {})
        facts = store_text(record, self.services)
        if facts["failures"]:
            raise BadInput(facts["failures"][0])
        return StoredDocument(**facts)

    def forget_document(
        self,
        document: DocumentName,
        confirm: Annotated[
            bool, Field(description="Erase; by default only list what would be erased.")
        ] = False,
    ) -> ForgottenDocument:
        """Erase a document with its text and all of its readings; this cannot be undone.

        Call it without confirm first, show the user what it would erase, and confirm only if the
        user agrees. Its id is refused from then on.
        """
        return ForgottenDocument(**erase_document(document, self.services, erase=confirm))
