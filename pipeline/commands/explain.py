"""The command that explains one cell of the grid."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import AsJson, AsOf, DocumentName, StoreUrl, opened_store, time_of
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
    as_json: AsJson = False,
) -> None:
    """Explain one cell of the grid: where an entity is after a step, and why."""
    from pipeline.questions.explain import explain as explained

    with opened_store(store) as opened:
        explanation = explained(document, entity, step, store=opened, as_of=time_of(as_of))
    if as_json:
        print_json(asdict(explanation))
    else:
        _print_explanation(explanation)


def _print_explanation(explanation: Explanation) -> None:
    (state,) = (link for link in explanation.chain if link.role == "state")
    print_text(plain(state.sentence))
    by = f"{explanation.model} {explanation.checkpoint[:8]}".rstrip()
    print_text(
        plain(
            f"{explanation.document}; probability {explanation.probability:.2f}, "
            f"exists {explanation.exists:.2f}; reading {explanation.reading} by {by}, "
            f"recorded {explanation.recorded_from:%Y-%m-%d %H:%M} UTC"
        )
    )
    for link in explanation.chain:
        heading = f"{link.role}: {link.sentence} Probability {link.probability:.2f}"
        if link.text is None:
            print_text(f"\n{plain(heading)}\n  no sentence supports this")
        else:
            spans = [(link.char_start, link.char_end)]
            print_sentence(f"{heading}, from step {link.step}:", link.text, spans)
