"""Bodies of requests, as the API's documentation shows them; unknown fields are refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

__all__ = ["ForgetBody", "QueryBody", "TextBody"]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _whole_characters(cls, body: Any) -> Any:
        """Refuse half a surrogate pair, which JSON can hold, but no store or database."""
        if not all(map(_is_whole, _texts(body))):
            raise ValueError("holds half a surrogate pair; write the whole character")
        return body


class TextBody(_Body):
    """A procedure: its text, or its steps one by one."""

    text: str | None = Field(default=None, description="The text; leave it out if you give steps.")
    steps: list[str] | None = Field(default=None, description="The sentence of each step.")
    id: str | None = Field(default=None, description="Id of the document; by default made here.")
    title: str | None = Field(default=None, description="Title; by default the text's own.")
    entities: list[str] | None = Field(
        default=None,
        description='Things to track, such as "water; H2O"; by default they are found.',
    )


class QueryBody(_Body):
    """A named question, or Cypher of your own that only reads."""

    name: str | None = Field(default=None, description="Name of a question of the catalogue.")
    cypher: str | None = Field(default=None, description="One Cypher statement, which only reads.")
    all_readings: bool = Field(
        default=False, description="Allow Cypher that does not choose the readings that hold."
    )
    parameters: dict[str, Any] = Field(default_factory=dict, description="Its parameters by name.")
    limit: int = Field(
        default=100, ge=1, le=1_000, description="Most documents of a question across documents."
    )
    after: str = Field(
        default="", description="Only documents after this id, the last of the page before."
    )


class ForgetBody(_Body):
    """A document to erase."""

    document: str = Field(description="Id, title or file name.")
    yes: bool = Field(default=False, description="Erase; else only list what would be erased.")


def _texts(value: Any) -> Iterator[str]:
    """Every string in a JSON value, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from (key, *_texts(item))
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


def _is_whole(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)
