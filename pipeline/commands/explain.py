"""The command that explains one cell of the grid."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import AsJson, AsOf, DocumentName, StoreUrl, opened_store, time_of
from pipeline.commands.output import plain, print_json, print_sentence, print_text

if TYPE_CHECKING:
    from pipeline.questions.explain import Explanation

ROLES = {"before": "before", "change": "then", "state": "so", "after": "later"}


def explain(
    document: DocumentName,
    entity: Annotated[
        str, typer.Argument(metavar="ENTITY", help="Any of its names.", show_default=False)
    ],
    step: Annotated[
        int,
        typer.Argument(metavar="STEP", help="After this step; 0 is before step 1."),
    ],
    store: StoreUrl = None,
    as_of: AsOf = None,
    as_json: AsJson = False,
) -> None:
    """Explain one cell of the grid: what came before, the change, the place, what follows."""
    from pipeline.questions.explain import explain as explained

    with opened_store(store) as opened:
        found = explained(document, entity, step, store=opened, as_of=time_of(as_of))
    if as_json:
        print_json(asdict(found))
    else:
        _print_explanation(found)


def _print_explanation(found: Explanation) -> None:
    (state,) = (one for one in found.chain if one.role == "state")
    print_text(plain(state.sentence))
    by = f"{found.model} {found.checkpoint[:8]}".rstrip()
    print_text(
        plain(
            f"{found.document}; probability {found.probability:.2f}, exists {found.exists:.2f}; "
            f"reading {found.reading} by {by} of {found.recorded_from:%Y-%m-%d %H:%M} UTC"
        )
    )
    for one in found.chain:
        heading = f"{ROLES[one.role]}: {one.sentence} Probability {one.probability:.2f}"
        if one.text is None:
            print_text(f"\n{plain(heading)}\n  no sentence says so")
        else:
            spans = [(one.char_start, one.char_end)]
            print_sentence(f"{heading}, from step {one.step}:", one.text, spans)
