"""The command that explains one cell of the grid."""

from __future__ import annotations

from dataclasses import asdict
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
from pipeline.commands.output import plain, print_json, print_sentence, print_text

if TYPE_CHECKING:
    from pipeline.questions.explain import Explanation


def explain(
    document: DocumentName,
    entity: Annotated[
        str, typer.Argument(metavar="ENTITY", help="Any name of the entity.", show_default=False)
    ],
    step: Annotated[
        int,
        typer.Argument(metavar="STEP", help="State after this step; 0 is before step 1."),
    ],
    store: StoreUrl = None,
    as_of: AsOf = None,
    unsure_below: UnsureBelow = None,
    as_json: AsJson = False,
) -> None:
    """Explain one cell of the grid: where an entity is after a step, and why."""
    from pipeline.questions.explain import explain as explained

    below = chosen_threshold(unsure_below)
    with opened_store(store) as opened:
        explanation = explained(
            document, entity, step, store=opened, as_of=time_of(as_of), unsure_below=below
        )
    if as_json:
        print_json(asdict(explanation))
    else:
        _print_explanation(explanation)


def _print_explanation(explanation: Explanation) -> None:
    from pipeline.questions.confidence import probability_remark

    (state,) = (link for link in explanation.chain if link.role == "state")
    print_text(plain(state.sentence))
    remark = probability_remark(explanation.probability, unsure=explanation.unsure)
    by = f"{explanation.model} {explanation.checkpoint[:8]}".rstrip()
    print_text(
        plain(
            f"{explanation.document}; {remark}, "
            f"exists {explanation.exists:.2f}; reading {explanation.reading} by {by}, "
            f"recorded {explanation.recorded_from:%Y-%m-%d %H:%M} UTC"
        )
    )
    for link in explanation.chain:
        remark = probability_remark(link.probability, unsure=link.unsure)
        heading = f"{link.role}: {link.sentence} {remark.capitalize()}"
        if link.text is None:
            print_text(f"\n{plain(heading)}\n  no sentence supports this")
        else:
            spans = [(link.char_start, link.char_end)]
            print_sentence(f"{heading}, from step {link.step}:", link.text, spans)
