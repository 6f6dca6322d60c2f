"""The sources file: which tables are read, and how. It holds no secret."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pipeline.sources.files import Unusable

__all__ = ["TableSource", "read_table_source"]

_COLUMNS = ("id", "text", "title", "watermark", "deleted")
_OTHERS = ("url", "url_from", "table", "query", "parameters")


@dataclass(frozen=True, slots=True)
class TableSource:
    """A table, or a query with its parameters; ``columns`` by what they are to a document."""

    url: str = field(repr=False)
    table: str | None
    query: str | None
    parameters: dict[str, Any]
    columns: dict[str, str]


def read_table_source(path: Path, name: str) -> TableSource:
    """The table ``[sql.NAME]`` of the sources file. Raises Unusable with the mend."""
    known = _tables(path)
    if name not in known:
        names = ", ".join(known) or "none"
        raise Unusable(f"is not in {path}, which has {names}; add [sql.{name}] there")
    given = known[name]
    if not isinstance(given, dict):
        raise Unusable(f"is no table in {path}; write [sql.{name}] and its settings below it")
    if wrong := sorted(set(given) - {*_COLUMNS, *_OTHERS}):
        allowed = ", ".join((*_OTHERS, *_COLUMNS))
        raise Unusable(f"has the setting {wrong[0]!r} in {path}; known are {allowed}")
    columns = {what: given[what] for what in _COLUMNS if what in given}
    texts = {what: one for what, one in given.items() if what != "parameters"}
    for what, value in texts.items():
        if not isinstance(value, str) or not value:
            raise Unusable(f"has no text for {what!r} in {path}; put a name in quotes")
    if ("table" in given) == ("query" in given):
        raise Unusable(f"needs either table or query in {path}")
    for what in ("text", *(["id"] if "query" in given else [])):
        if what not in given:
            raise Unusable(f"does not say which column is its {what}; add {what} = … in {path}")
    parameters = given.get("parameters", {})
    if not isinstance(parameters, dict):
        raise Unusable(f"has parameters that are none in {path}; write [sql.{name}.parameters]")
    return TableSource(
        _url(given, path), given.get("table"), given.get("query"), parameters, columns
    )


def _tables(path: Path) -> dict[str, Any]:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Unusable(
            f"is described in no file: there is no {path}; write it, or set STEPGRAPH_SOURCES"
        ) from None
    except OSError as error:
        raise Unusable(f"is in {path}, which cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise Unusable(f"is in {path}, which is no TOML: {error}") from None
    tables = content.get("sql", {})
    return tables if isinstance(tables, dict) else {}


def _url(given: dict[str, Any], path: Path) -> str:
    if ("url" in given) == ("url_from" in given):
        raise Unusable(f"needs url, or url_from with the name of a variable, in {path}")
    if "url_from" in given:
        url = os.environ.get(given["url_from"], "")
        if not url:
            raise Unusable(f"takes its url from {given['url_from']}, which is not set; set it")
        return url
    url = str(given["url"])
    parts = urlsplit(url)
    if ":" in parts.netloc.rpartition("@")[0] or "password" in parts.query.lower():
        raise Unusable(
            f"has a password in {path}; put the url into a variable and write url_from = its name"
        )
    return url
