"""Arguments of the tools, with the descriptions that agents read."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from pipeline.stores.transaction_time import moment_of

__all__ = [
    "After",
    "AsOf",
    "DocumentName",
    "Entities",
    "Limit",
    "Offset",
    "Parameters",
    "State",
    "Steps",
    "Text",
    "Title",
    "chosen_time",
]

DocumentName = Annotated[
    str,
    Field(description="Id of a document, or its title or file name if no other document has it."),
]
State = Annotated[int, Field(description="State after this step; 0 is before step 1.")]
AsOf = Annotated[
    str,
    Field(
        description="Use the store as it was at this time, such as 2024-05-01T12:30:00Z; UTC "
        "unless a zone is given. By default now."
    ),
]
Offset = Annotated[
    int, Field(ge=0, description="Items to skip: the next_offset of the page before.")
]
After = Annotated[
    str, Field(description="Only documents after this id: the next_after of the page before.")
]
Limit = Annotated[
    int, Field(ge=1, le=1_000, description="Most items of a page; a long page ends sooner.")
]
Text = Annotated[
    str, Field(description="The text of the procedure; leave it out if you give steps.")
]
Steps = Annotated[
    list[str] | None, Field(description="The text of each step, if you have cut it into steps.")
]
Title = Annotated[str, Field(description="Title; by default the text's own.")]
Entities = Annotated[
    list[str] | None,
    Field(
        description='Things to track, each with its synonyms, such as "water; H2O". By default '
        "they are found in the text."
    ),
]
Parameters = Annotated[
    dict[str, Any] | None, Field(description="Values of the parameters, by name without the $.")
]


def chosen_time(as_of: str) -> datetime | None:
    """Naive UTC time of the argument; None for now. Raises BadInput."""
    return moment_of(as_of) if as_of else None
