"""The command draft: the model's grids, to correct and train on."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.commands.options import Checkpoint, Device
from pipeline.commands.output import print_text

__all__ = ["draft"]


def draft(
    paths: Annotated[list[str], typer.Argument(metavar="PATH", help="Files and folders to read.")],
    checkpoint: Checkpoint = None,
    device: Device = None,
) -> None:
    """Print the model's grid for every document, as a draft to correct and train on."""
    from pipeline.inference.model_reader import model_reader
    from pipeline.settings import load_settings
    from pipeline.training.drafts import drafts

    reader = model_reader(load_settings(device=device, checkpoint=checkpoint))
    for line in drafts(paths, reader=reader):
        print_text(line)
