"""The command that follows things from document to document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import (
    AsJson,
    AsOf,
    DocumentName,
    StoreUrl,
    UnsureBelow,
    chosen_threshold,
    opened_store,
    time_of,
)
from pipeline.commands.output import print_json, print_text
from pipeline.domain.confidence import is_unsure
from pipeline.questions.limits import MOST_DOCUMENTS_FOLLOWED

if TYPE_CHECKING:
    from pipeline.questions.lineage import End, Lineage


def lineage(
    document: DocumentName,
    back: Annotated[
        bool, typer.Option("--back", help="Trace inputs back to the documents they come from.")
    ] = False,
    depth: Annotated[
        int | None,
        typer.Option(
            "--depth", metavar="N", min=1, help="Number of hops.", show_default="no limit"
        ),
    ] = None,
    max_documents: Annotated[
        int,
        typer.Option(
            "--max-documents", metavar="N", min=1, help="Number of documents to visit at most."
        ),
    ] = MOST_DOCUMENTS_FOLLOWED,
    store: StoreUrl = None,
    as_of: AsOf = None,
    unsure_below: UnsureBelow = None,
    as_json: AsJson = False,
) -> None:
    """Follow a document's outputs into the inputs of other documents.

    Prints the sentences behind each hop.
    """
    from pipeline.questions.lineage import lineage as follow
    from pipeline.questions.lineage import lineage_facts
    from pipeline.stores.read import resolve_document

    below = chosen_threshold(unsure_below)
    with opened_store(store) as opened:
        links = follow(
            resolve_document(document, store=opened),
            store=opened,
            direction="back" if back else "onward",
            depth=depth,
            as_of=time_of(as_of),
            most_documents=max_documents,
        )
    if as_json:
        print_json(lineage_facts(links, below=below))
    else:
        _print_lineage(links, back=back, below=below)


def _print_lineage(links: Lineage, *, back: bool, below: float) -> None:
    from pipeline.questions.confidence import probability_remark

    def remark(end: End) -> str:
        return probability_remark(end.probability, unsure=is_unsure(end.probability, below=below))

    if not links.hops and back:
        print_text(f"{links.document} uses up nothing that another document makes")
    elif not links.hops:
        print_text(f"{links.document} makes nothing that another document uses up")
    for hop in links.hops:
        maker, user = hop.maker, hop.user
        print_text(
            f"{hop.depth}. {maker.document} makes {maker.entity} (step {maker.step},"
            f" {remark(maker)}), {user.document} uses up {user.entity}"
            f" (step {user.step}, {remark(user)})"
        )
        for end in (maker, user):
            if end.evidence_text is not None:
                print_text(f"     {end.document}, step {end.evidence_step}: {end.evidence_text}")
    for cycle in links.cycles:
        print_text(f"cycle: {' → '.join([*cycle, cycle[0]])}")
    if links.cut:
        print_text("some hops are left out; raise --depth or --max-documents to see them")
