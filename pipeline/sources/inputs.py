"""What an input is: a URL, a table of the sources file, or else a file or folder."""

from __future__ import annotations

__all__ = ["SQL", "is_remote", "is_sql", "is_url"]

SQL = "sql:"


def is_url(name: str) -> bool:
    return name.lower().startswith(("http://", "https://"))


def is_sql(name: str) -> bool:
    return name.startswith(SQL)


def is_remote(source: str) -> bool:
    """Whether the source is no file: then the file system says nothing of it."""
    return is_url(source) or is_sql(source)
