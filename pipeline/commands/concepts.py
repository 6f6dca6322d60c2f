"""What is one thing across documents, as persons say it; and where things come from and go."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import (
    AsJson,
    AsOf,
    StoreUrl,
    opened_store,
    time_of,
)
from pipeline.commands.output import print_json, print_table, print_text
from pipeline.commands.usage import Command, Group
from pipeline.errors import BadInput

if TYPE_CHECKING:
    from pipeline.stores import Store
    from pipeline.stores.concepts import Attribution, Decision

concepts = typer.Typer(
    cls=Group,
    no_args_is_help=True,
    help="Manage names that mean the same thing across documents.",
)

By = Annotated[
    str | None,
    typer.Option("--by", metavar="NAME", help="Who says so; else who is logged in."),
]
Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="Kept beside what was said.")]
Concept = Annotated[str, typer.Argument(metavar="CONCEPT", help="A name, such as leaf.")]


@concepts.command("merge", cls=Command)
def merge(
    concept: Concept,
    into: Annotated[str, typer.Argument(metavar="INTO", help="What it is the same as.")],
    by: By = None,
    why: Why = "",
    store: StoreUrl = None,
    as_json: AsJson = False,
) -> None:
    """Say that CONCEPT is INTO: questions across documents take the two for one from now on."""
    from pipeline.stores.concepts import merge as merge_concepts

    with _writing(store) as opened:
        moved = merge_concepts(concept, into, store=opened, attribution=_attribution(by, why))
    if as_json:
        print_json({"merged": moved, "into": into})
    else:
        print_text(f"{', '.join(moved)}: from now on one with {into}")


@concepts.command("split", cls=Command)
def split(
    concept: Concept,
    document: Annotated[
        list[str] | None,
        typer.Option(
            "--document",
            metavar="DOCUMENT",
            help="Tell it apart in this document only, under the name of --as.",
            show_default=False,
        ),
    ] = None,
    meant: Annotated[
        str | None,
        typer.Option("--as", metavar="NAME", help="What it is there.", show_default=False),
    ] = None,
    by: By = None,
    why: Why = "",
    store: StoreUrl = None,
    as_json: AsJson = False,
) -> None:
    """Undo a merge of CONCEPT, or say that in some documents it is another thing, NAME."""
    from pipeline.stores.concepts import split as split_concept
    from pipeline.stores.concepts import split_in
    from pipeline.stores.read import resolve_document

    if bool(document) != (meant is not None):
        raise BadInput("--document and --as go together")
    attribution = _attribution(by, why)
    with _writing(store) as opened:
        if meant is None:
            head = split_concept(concept, store=opened, attribution=attribution)
            facts: dict[str, object] = {"split": concept, "from": head}
            told = f"{concept}: no longer one with {head}"
        else:
            ids = [resolve_document(one, store=opened) for one in dict.fromkeys(document or [])]
            for one in ids:
                split_in(one, concept, meant, store=opened, attribution=attribution)
            facts = {"split": concept, "as": meant, "documents": ids}
            told = f"{concept}: {meant} in {', '.join(ids)}"
    if as_json:
        print_json(facts)
    else:
        print_text(told)


@concepts.command("list", cls=Command)
def list_decisions(
    concept: Annotated[
        str | None,
        typer.Argument(
            metavar="[CONCEPT]", help="What this one is the same as.", show_default=False
        ),
    ] = None,
    store: StoreUrl = None,
    as_of: AsOf = None,
    as_json: AsJson = False,
) -> None:
    """List every merge and split: by whom, when, why, and what was undone."""
    from pipeline.stores.concepts import decisions, same_as

    with opened_store(store) as opened:
        if concept is not None:
            names = same_as(concept, store=opened, as_of=time_of(as_of))
            if not names:
                raise BadInput(f"no document names {concept!r}: there is no such concept")
            print_json(names) if as_json else print_text(", ".join(names))
            return
        found = decisions(opened)
    if as_of is not None:
        raise BadInput("--as-of goes with a concept; the list has every time in it")
    if as_json:
        print_json([_decision_record(one) for one in found])
        return
    headings = ["concept", "is", "in", "by", "at", "why", "undone"]
    rows = [
        (
            one.name if one.kind == "merge" else one.concept,
            one.concept if one.kind == "merge" else one.name,
            one.document or "every document",
            one.made.by,
            one.made.at.isoformat(" ", "seconds"),
            one.made.reason,
            f"{one.ended.at.isoformat(' ', 'seconds')} by {one.ended.by}" if one.ended else None,
        )
        for one in found
    ]
    print_table(headings, rows) if rows else print_text("nobody merged or split a concept")


@contextmanager
def _writing(url: str | None) -> Iterator[Store]:
    """The store for writing, which must be there: nothing is made for a name mistyped."""
    from pipeline.settings import load_settings
    from pipeline.stores import open_store

    with opened_store(url):
        pass
    store = open_store(load_settings(store=url).store)
    try:
        yield store
    finally:
        store.close()


def _decision_record(decision: Decision) -> dict[str, object]:
    """The decision as ``--json`` prints it."""
    record = asdict(decision)
    return {"said" if name == "made" else name: value for name, value in record.items()}


def _attribution(by: str | None, why: str) -> Attribution:
    import getpass

    from pipeline.ledger.clock import utc_now
    from pipeline.stores.concepts import Attribution

    try:
        return Attribution(getpass.getuser() if by is None else by, utc_now(), why)
    except (KeyError, OSError):  # nobody is logged in, as in some containers
        raise BadInput("the author of the decision is missing; give it with --by NAME") from None
