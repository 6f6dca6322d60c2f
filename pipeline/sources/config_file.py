"""Which inputs a schedule looks through: those it is given, else those of the sources file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path

from pipeline.errors import BadInput
from pipeline.redaction import redact_url
from pipeline.sources.files import Unusable
from pipeline.sources.http import checked_url
from pipeline.sources.inputs import is_url

__all__ = ["refuse_secrets", "scheduled_inputs"]


def scheduled_inputs(given: Sequence[str], sources: Path) -> list[str]:
    """``given``, or else what the sources file lists as ``inputs``, each once. Raises BadInput."""
    inputs = list(dict.fromkeys(given or _listed(sources)))
    if not inputs:
        raise BadInput(
            f"there is nothing to look through: name folders, URLs or tables, or list them in"
            f" {sources} as inputs = [...]"
        )
    refuse_secrets(inputs)
    return inputs


def refuse_secrets(inputs: Iterable[str]) -> None:
    """Raise BadInput for a URL that holds a secret: Prefect would show it before it is refused."""
    for one in filter(is_url, inputs):
        try:
            checked_url(one)
        except Unusable as error:
            raise BadInput(f"{redact_url(one)} {error}") from None


def _listed(sources: Path) -> list[str]:
    try:
        content = tomllib.loads(sources.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise BadInput(f"{sources} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise BadInput(f"{sources} is no TOML: {error}") from error
    listed = content.get("inputs", [])
    if not isinstance(listed, list) or not all(isinstance(one, str) and one for one in listed):
        raise BadInput(f"inputs in {sources} is no list of texts; write inputs = ['recipes/']")
    return listed
