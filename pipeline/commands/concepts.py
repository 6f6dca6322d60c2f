"""Commands for names that mean the same thing across documents: merge, split, list."""

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
    typer.Option(
        "--by",
        metavar="NAME",
        help="Author of the decision.",
        show_default="the current user",
    ),
]
Why = Annotated[
    str, typer.Option("--why", metavar="TEXT", help="Reason, logged with the decision.")
]
Concept = Annotated[str, typer.Argument(metavar="CONCEPT", help="Name, such as leaf.")]


@concepts.command("merge", cls=Command)
def merge(
    concept: Concept,
    into: Annotated[
        str, typer.Argument(metavar="INTO", help="Name of the concept to merge it into.")
    ],
    by: By = None,
    why: Why = "",
    store: StoreUrl = None,
    as_json: AsJson = False,
) -> None:
    """Treat CONCEPT and INTO as one concept in questions across documents."""
    from pipeline.stores.concepts import merge as merge_concepts

    with _writing(store) as opened:
        moved = merge_concepts(concept, into, store=opened, attribution=_attribution(by, why))
    if as_json:
        print_json({"merged": moved, "into": into})
    else:
        print_text(f"merged {', '.join(moved)} into {into}")


@concepts.command("split", cls=Command)
def split(
    concept: Concept,
    document: Annotated[
        list[str] | None,
        typer.Option(
            "--document",
            metavar="DOCUMENT",
            help="Document in which it is another concept, named by --as. Can be repeated.",
            show_default=False,
        ),
    ] = None,
    new_name: Annotated[
        str | None,
        typer.Option(
            "--as", metavar="NAME", help="Name of the concept in --document.", show_default=False
        ),
    ] = None,
    by: By = None,
    why: Why = "",
    store: StoreUrl = None,
    as_json: AsJson = False,
) -> None:
    """Undo a merge of CONCEPT, or treat it as another concept in some documents."""
    from pipeline.stores.concepts import split as split_concept
    from pipeline.stores.concepts import split_in
    from pipeline.stores.read import resolve_document

    if bool(document) != (new_name is not None):
        raise BadInput("--document and --as go together")
    attribution = _attribution(by, why)
    with _writing(store) as opened:
        if new_name is None:
            head = split_concept(concept, store=opened, attribution=attribution)
            facts: dict[str, object] = {"split": concept, "from": head}
            message = f"split {concept} from {head}"
        else:
            ids = [resolve_document(name, store=opened) for name in dict.fromkeys(document or [])]
            for identity in ids:
                split_in(identity, concept, new_name, store=opened, attribution=attribution)
            facts = {"split": concept, "as": new_name, "documents": ids}
            message = f"{concept} is now {new_name} in {', '.join(ids)}"
    if as_json:
        print_json(facts)
    else:
        print_text(message)


@concepts.command("list", cls=Command)
def list_decisions(
    concept: Annotated[
        str | None,
        typer.Argument(
            metavar="CONCEPT",
            help="List the names of this concept instead.",
            show_default=False,
        ),
    ] = None,
    store: StoreUrl = None,
    as_of: AsOf = None,
    as_json: AsJson = False,
) -> None:
    """List every merge and split: who decided it, when, why, and what was undone."""
    from pipeline.stores.concepts import decisions, same_as

    with opened_store(store) as opened:
        if concept is not None:
            names = same_as(concept, store=opened, as_of=time_of(as_of))
            if not names:
                raise BadInput(f"no document names {concept!r}: there is no such concept")
            if as_json:
                print_json(names)
            else:
                print_text(", ".join(names))
            return
        listed = decisions(opened)
    if as_of is not None:
        raise BadInput("--as-of goes with a concept; the list holds the decisions of all times")
    if as_json:
        print_json([_decision_record(decision) for decision in listed])
        return
    headings = ["concept", "is", "in", "by", "at (UTC)", "why", "undone"]
    rows = [
        (
            decision.name if decision.kind == "merge" else decision.concept,
            decision.concept if decision.kind == "merge" else decision.name,
            decision.document or "every document",
            decision.made.by,
            decision.made.at.isoformat(" ", "minutes"),
            decision.made.reason,
            decision.ended
            and f"{decision.ended.at.isoformat(' ', 'minutes')} by {decision.ended.by}",
        )
        for decision in listed
    ]
    if rows:
        print_table(headings, rows)
    else:
        print_text("no concept was merged or split")


@contextmanager
def _writing(url: str | None) -> Iterator[Store]:
    """Open an existing store for writing; a mistyped name makes no new store."""
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
