"""Machine settings: where things are and how much at once; never what a model is.

Read from ``STEPGRAPH_*`` and ``NEO4J_*``; the command line's options override them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AliasChoices,
    Field,
    PlainSerializer,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from pipeline.errors import BadInput
from pipeline.redaction import redact_url
from pipeline.sources.access import Access

__all__ = ["Settings", "load_settings"]


# Prefect keeps a flow's parameters as JSON and shows them on its page
SecretUrl = Annotated[str, PlainSerializer(redact_url, when_used="json")]


class Settings(BaseSettings):
    """``store`` is a store URL, or ``neo4j`` for the server that ``NEO4J_URI`` names.

    ``state`` is the folder of everything that is kept here; the embedded store and the SQLite
    ledger are in it unless their URLs say otherwise. ``batch_size`` counts documents. Answers of a
    probability below ``unsure_below`` say that they are unsure; at 0 none does. What is from
    ``include`` to ``http_authorization`` is that of ``Access``.
    """

    model_config = SettingsConfigDict(
        env_prefix="STEPGRAPH_", env_ignore_empty=True, extra="forbid", populate_by_name=True
    )

    state: Path = Path(".stepgraph")
    store: SecretUrl = Field(default="", repr=False)
    ledger: SecretUrl = Field(default="", repr=False)
    batch_size: int = Field(default=128, ge=1)
    unsure_below: float = Field(default=0.0, ge=0.0, le=1.0)
    device: Literal["auto", "cpu", "cuda"] = "auto"
    checkpoint: Path | None = None
    tagger: Path | None = None
    encoder: Path | None = None
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    sources: Path = Path("stepgraph.toml")
    http_seconds: float = Field(default=60.0, gt=0)
    http_private: bool = False
    http_authorization: SecretStr | None = None
    neo4j_uri: SecretUrl = Field(default="", validation_alias="NEO4J_URI", repr=False)
    neo4j_username: str | None = Field(
        default=None, validation_alias=AliasChoices("NEO4J_USERNAME", "NEO4J_USER")
    )
    neo4j_password: SecretStr | None = Field(default=None, validation_alias="NEO4J_PASSWORD")
    neo4j_database: str | None = Field(default=None, validation_alias="NEO4J_DATABASE")

    @model_validator(mode="after")
    def _fill_in_urls(self) -> Settings:
        if self.store == "neo4j":
            if not self.neo4j_uri:
                raise ValueError("the store 'neo4j' needs NEO4J_URI; set it or give the URL")
            self.store = self.neo4j_uri
        self.store = self.store or f"ladybug:{self.state / 'graph.lbug'}"
        self.ledger = self.ledger or f"sqlite:///{self.state / 'ledger.db'}"
        return self

    @property
    def access(self) -> Access:
        """How sources are reached, secrets included."""
        authorization = self.http_authorization
        return Access(
            self.include,
            self.exclude,
            self.sources,
            self.http_seconds,
            self.http_private,
            None if authorization is None else authorization.get_secret_value(),
        )


def load_settings(**overrides: Any) -> Settings:
    """Settings of the environment; ``overrides`` that are not None win. Raises BadInput."""
    try:
        return Settings(**{name: value for name, value in overrides.items() if value is not None})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = str(first["loc"][0]) if first["loc"] else ""
        if name in Settings.model_fields and not name.isupper() and name not in overrides:
            name = f"STEPGRAPH_{name.upper()}"
        what = first["msg"].removeprefix("Value error, ")
        given = (
            f"={first['input']!r}" if name and isinstance(first["input"], str | int | float) else ""
        )
        raise BadInput(f"{name}{given}: {what}" if name else what) from error
