"""Settings of this machine: paths, URLs and sizes, but nothing about a model.

Read from ``STEPGRAPH_*`` and ``NEO4J_*``; the command line's options override them.
"""

from __future__ import annotations

import os
from difflib import SequenceMatcher
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AliasChoices,
    BeforeValidator,
    Field,
    PlainSerializer,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from pipeline.domain.confidence import UNSURE_BELOW
from pipeline.domain.document import MAX_WORDS
from pipeline.errors import BadInput
from pipeline.redaction import redact_url
from pipeline.sources.access import Access
from pipeline.sources.shard import WHOLE, Shard

__all__ = ["Settings", "load_settings"]


PREFIX = "STEPGRAPH_"
_OTHER_VARIABLES = ("LOG_LEVEL", "PROPARA", "TRACEBACK")  # read elsewhere
_ALIKE = 0.8  # PORT and SERVICE_HOST, which Kubernetes may set with our prefix, are far below

# Prefect stores a flow's parameters as JSON and shows them in its web pages.
SecretUrl = Annotated[str, PlainSerializer(redact_url, when_used="json")]


def _parsed_shard(value: object) -> Shard:
    return value if isinstance(value, Shard) else Shard.parse(str(value))


class Settings(BaseSettings):
    """Settings of this machine; each field's docstring is its line in the reference manual."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_ignore_empty=True,
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )

    state: Path = Path(".stepgraph")
    """Folder of everything that is stored here; relative to the working directory."""
    store: SecretUrl = Field(default="", repr=False)
    """Store: ``ladybug:PATH``, ``neo4j://HOST``, ``bolt://HOST``, or ``neo4j`` for the server at
    ``NEO4J_URI``. By default an embedded store, ``graph.lbug`` in the state folder.
    """
    ledger: SecretUrl = Field(default="", repr=False)
    """Ledger: ``sqlite:///PATH`` or ``postgresql+psycopg://…``. By default ``ledger.db`` in the
    state folder.
    """
    batch_size: int = Field(default=512, ge=1)
    """Number of documents that are read and stored at once."""
    max_words: int = Field(default=MAX_WORDS, ge=1)
    """Most words of a document that is read; a longer one is refused. By default about a hundred
    pages, which take minutes.
    """
    record_runs: bool | None = None
    """Record every ``ingest`` as a run in Prefect: on the server at ``PREFECT_API_URL``, else on a
    server that starts and ends with the command. By default only if ``PREFECT_API_URL`` is set.
    """
    unsure_below: float = Field(default=UNSURE_BELOW, ge=0.0, le=1.0)
    """What has a probability below this is shown as unsure; 0 for nothing."""
    device: Literal["auto", "cpu", "cuda"] = "auto"
    """Device that runs the model; ``auto`` uses a GPU if there is one."""
    checkpoint: Path | None = None
    """Folder with the reader's weights. By default the ones that ship."""
    tagger: Path | None = None
    """Folder with the entity tagger's weights. By default the ones that ship."""
    encoder: Path | None = None
    """Folder with the pretrained MiniLM encoder. By default the packaged one."""
    include: tuple[str, ...] = ()
    """JSON list of patterns: in folders, read only the files that match one of them."""
    exclude: tuple[str, ...] = ()
    """JSON list of patterns: in folders, skip the files and folders that match one of them."""
    shard: Annotated[Shard, NoDecode, BeforeValidator(_parsed_shard)] = WHOLE
    """Part of the documents that ``ingest``, ``serve`` and their flows look for: ``2/8`` is the
    second of eight parts.
    """
    sources: Path = Path("stepgraph.toml")
    """File that lists inputs and describes SQL tables."""
    http_seconds: float = Field(default=60.0, gt=0)
    """Seconds that a web server has to answer in full."""
    http_private: bool = False
    """Allow addresses of this host and of private networks."""
    http_authorization: SecretStr | None = None
    """``HOST VALUE``, several separated by ``;``: the Authorization header for each host, sent over
    https only unless private addresses are allowed.
    """
    app_token: SecretStr | None = None
    """Token of ``stepgraph app``: of at least 16 characters, and needed on any host that other
    machines can reach.
    """
    app_hosts: tuple[str, ...] = ()
    """JSON list of names under which ``stepgraph app`` is reached, such as that of a proxy."""
    neo4j_uri: SecretUrl = Field(default="", validation_alias="NEO4J_URI", repr=False)
    """URL of the Neo4j server that the store ``neo4j`` means."""
    neo4j_username: str | None = Field(
        default=None, validation_alias=AliasChoices("NEO4J_USERNAME", "NEO4J_USER")
    )
    """User name for Neo4j."""
    neo4j_password: SecretStr | None = Field(default=None, validation_alias="NEO4J_PASSWORD")
    """Password for Neo4j."""
    neo4j_database: str | None = Field(default=None, validation_alias="NEO4J_DATABASE")
    """Neo4j database. By default the server's own default."""

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
    def records_runs(self) -> bool:
        """True if a one-off run is recorded in Prefect."""
        if self.record_runs is None:
            return bool(os.environ.get("PREFECT_API_URL"))
        return self.record_runs

    @property
    def access(self) -> Access:
        """Rules and secrets for reaching sources."""
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
    """Load the settings of the environment; an override that is not None takes precedence.

    Raises BadInput, which names the setting and its value, or a variable with a misspelled name.
    """
    _refuse_misspelled_variables()
    overrides = {name: value for name, value in overrides.items() if value is not None}
    try:
        return Settings(**overrides)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = str(first["loc"][0]) if first["loc"] else ""
        if name in Settings.model_fields and not name.isupper() and name not in overrides:
            name = f"{PREFIX}{name.upper()}"
        message = first["msg"].removeprefix("Value error, ")
        if isinstance(first["input"], str | int | float):
            name = name and f"{name}={first['input']!r}"
        raise BadInput(f"{name}: {message}" if name else message) from error


def _refuse_misspelled_variables() -> None:
    """Raise BadInput if the environment has a variable whose name is almost that of a setting.

    An error, not a warning: a setting that is ignored may fill the wrong store. Other variables
    with the prefix may be those of other programs, so they are left alone.
    """
    known = [*(name.upper() for name in Settings.model_fields), *_OTHER_VARIABLES]
    for variable, value in os.environ.items():
        name = variable.upper().removeprefix(PREFIX)
        if not value or not variable.upper().startswith(PREFIX) or name in known:
            continue
        closest = max(known, key=lambda setting: _likeness(name, setting))
        if _likeness(name, closest) >= _ALIKE:
            raise BadInput(
                f"{variable} is no setting; did you mean {PREFIX}{closest}? Rename or unset it"
            )


def _likeness(name: str, setting: str) -> float:
    """Return how alike two names are, 0 to 1; underscores and a missing end do not count."""
    if len(name) > 4 and setting.startswith(name):
        return 1.0
    return SequenceMatcher(None, name.replace("_", ""), setting.replace("_", "")).ratio()
