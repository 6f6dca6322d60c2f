"""The command that follows things from document to document."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from pipeline.commands.options import AsJson, AsOf, DocumentName, StoreUrl, opened_store, time_of
from pipeline.commands.output import print_json, print_text
from pipeline.questions.limits import MOST_DOCUMENTS_FOLLOWED


def lineage(
    document: DocumentName,
    back: Annotated[
        bool, typer.Option("--back", help="Where its inputs come from, not where outputs go.")
    ] = False,
    depth: Annotated[
        int | None,
        typer.Option("--depth", metavar="N", min=1, help="Else to the end.", show_default=False),
    ] = None,
    most: Annotated[
        int, typer.Option("--most", metavar="N", min=1, help="Documents to go through.")
    ] = MOST_DOCUMENTS_FOLLOWED,
    store: StoreUrl = None,
    as_of: AsOf = None,
    as_json: AsJson = False,
) -> None:
    """Follow outputs of one document into the inputs of others, with the sentences that say so."""
    from pipeline.questions.lineage import lineage as follow
    from pipeline.stores.read import resolve_document

    with opened_store(store) as opened:
        found = follow(
            resolve_document(document, store=opened),
            store=opened,
            direction="back" if back else "onward",
            depth=depth,
            as_of=time_of(as_of),
            most_documents=most,
        )
    if as_json:
        print_json(asdict(found))
        return
    if not found.hops:
        nothing = (
            "uses up nothing that another makes" if back else "makes nothing that another uses"
        )
        print_text(f"{found.document} {nothing}")
    for hop in found.hops:
        maker, user = hop.maker, hop.user
        print_text(
            f"{hop.depth}. {maker.document} makes {maker.entity} (step {maker.step},"
            f" probability {maker.probability:.2f}), {user.document} uses up {user.entity}"
            f" (step {user.step}, probability {user.probability:.2f})"
        )
        for end in (maker, user):
            if end.evidence_text is not None:
                print_text(f"     {end.document}, step {end.evidence_step}: {end.evidence_text}")
    for cycle in found.cycles:
        print_text(f"cycle: {' → '.join([*cycle, cycle[0]])}")
    if found.cut:
        print_text(f"there is more, left out for its depth or beyond {most} documents (--most)")
