"""The config file of sources (``stepgraph.toml``): scheduled inputs and tables, without secrets."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pipeline.errors import BadInput
from pipeline.redaction import redact_url
from pipeline.sources.inputs import checked_url, is_url
from pipeline.sources.results import UnusableSource

__all__ = ["TableSource", "read_table_source", "refuse_secrets", "scheduled_inputs"]

_COLUMNS = ("id", "text", "title", "watermark", "deleted")
_OTHERS = ("url", "url_from", "table", "query", "parameters")


@dataclass(frozen=True, slots=True)
class TableSource:
    """A table, or a query with its parameters; ``columns`` by the part of a document they hold."""

    url: str = field(repr=False)
    table: str | None
    query: str | None
    parameters: dict[str, Any]
    columns: dict[str, str]


def scheduled_inputs(inputs: Sequence[str], config: Path) -> list[str]:
    """Return ``inputs``, or else what the config file lists as ``inputs``, each once.

    Raises BadInput if there are none, or if a URL holds a secret.
    """
    chosen = list(dict.fromkeys(inputs or _listed_inputs(config)))
    if not chosen:
        raise BadInput(
            f"there are no inputs: name folders, URLs or tables, or list them in {config} as"
            " inputs = [...]"
        )
    refuse_secrets(chosen)
    return chosen


def refuse_secrets(inputs: Iterable[str]) -> None:
    """Raise BadInput for a URL that holds a secret, before anything could show or store it."""
    for url in filter(is_url, inputs):
        try:
            checked_url(url)
        except UnusableSource as error:
            raise BadInput(f"{redact_url(url)} {error}") from None


def read_table_source(config: Path, name: str) -> TableSource:
    """Return the table ``[sql.NAME]`` of the config file. Raises UnusableSource with the fix."""
    tables = _tables(config)
    if name not in tables:
        names = ", ".join(tables) or "none"
        raise UnusableSource(f"is not in {config}, which has {names}; add [sql.{name}] there")
    table = tables[name]
    if not isinstance(table, dict):
        raise UnusableSource(f"is no table in {config}; write [sql.{name}] and its settings below")
    _check_settings(table, name, config)
    return TableSource(
        _database_url(table, config),
        table.get("table"),
        table.get("query"),
        table.get("parameters", {}),
        {part: table[part] for part in _COLUMNS if part in table},
    )


def _check_settings(table: dict[str, Any], name: str, config: Path) -> None:
    if unknown := sorted(set(table) - {*_COLUMNS, *_OTHERS}):
        allowed = ", ".join((*_OTHERS, *_COLUMNS))
        raise UnusableSource(f"has the setting {unknown[0]!r} in {config}; known are {allowed}")
    for setting, value in table.items():
        if setting != "parameters" and (not isinstance(value, str) or not value):
            raise UnusableSource(f"has no text for {setting!r} in {config}; put a name in quotes")
    if ("table" in table) == ("query" in table):
        raise UnusableSource(f"needs either table or query in {config}")
    for part in ("text", "id") if "query" in table else ("text",):
        if part not in table:
            raise UnusableSource(f"does not name its {part} column; add {part} = … in {config}")
    if not isinstance(table.get("parameters", {}), dict):
        raise UnusableSource(
            f"has parameters that are no table in {config}; write [sql.{name}.parameters]"
        )


def _database_url(table: dict[str, Any], config: Path) -> str:
    if ("url" in table) == ("url_from" in table):
        raise UnusableSource(f"needs url, or url_from with the name of a variable, in {config}")
    if "url_from" in table:
        url = os.environ.get(table["url_from"], "")
        if not url:
            raise UnusableSource(
                f"takes its url from {table['url_from']}, which is not set; set it"
            )
        return url
    url = str(table["url"])
    parts = urlsplit(url)
    if ":" in parts.netloc.rpartition("@")[0] or "password" in parts.query.lower():
        raise UnusableSource(
            f"has a password in {config}; put the url into a variable and write url_from = its name"
        )
    return url


def _listed_inputs(config: Path) -> list[str]:
    try:
        inputs = _content(config).get("inputs", [])
    except FileNotFoundError:
        return []
    except OSError as error:
        raise BadInput(f"{config} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise BadInput(f"{config} is not valid TOML: {error}") from error
    if not isinstance(inputs, list) or not all(isinstance(name, str) and name for name in inputs):
        raise BadInput(f"inputs in {config} is not a list of texts; write inputs = ['recipes/']")
    return inputs


def _tables(config: Path) -> dict[str, Any]:
    try:
        tables = _content(config).get("sql", {})
    except FileNotFoundError:
        raise UnusableSource(
            f"is described nowhere, as there is no {config}; write it, or set STEPGRAPH_SOURCES"
        ) from None
    except OSError as error:
        raise UnusableSource(f"is in {config}, which cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise UnusableSource(f"is in {config}, which is not valid TOML: {error}") from None
    return tables if isinstance(tables, dict) else {}


def _content(config: Path) -> dict[str, Any]:
    return tomllib.loads(config.read_text(encoding="utf-8"))
