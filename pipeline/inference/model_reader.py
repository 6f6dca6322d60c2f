"""Documents to graphs: find the entities, annotate, predict a grid and fold it into a graph."""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.domain.document import MAX_WORDS, Document, Entity
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.reading import Reading
from pipeline.domain.rounding import rounded_grid
from pipeline.errors import BadInput, CheckpointError

if TYPE_CHECKING:
    from pipeline.inference.entity_finder import Tagger
    from pipeline.inference.predict import Model
    from pipeline.inference.wordings import Wording
    from pipeline.settings import Settings

__all__ = ["ModelReader", "Stage", "model_reader", "untimed"]

Stage = Callable[[str], AbstractContextManager[None]]


def untimed(_name: str) -> AbstractContextManager[None]:
    """A stage that nobody times or reports."""
    return nullcontext()


class ModelReader:
    """Reads with a trained model, and finds the entities of documents that name none.

    Until ``prepare`` it only looks at folders: a run with nothing to read loads no model.
    """

    def __init__(
        self,
        *,
        checkpoint: Path | None = None,
        tagger: Path | None = None,
        encoder: Path | None = None,
        device: str = "auto",
        wording: Wording = "text",
        max_words: int = MAX_WORDS,
    ) -> None:
        """Raises CheckpointError if one of the folders is missing."""
        from pipeline.inference.checkpoints import DEFAULT_CHECKPOINT, DEFAULT_TAGGER

        self._checkpoint = DEFAULT_CHECKPOINT if checkpoint is None else checkpoint
        self._tagger_folder = DEFAULT_TAGGER if tagger is None else tagger
        self._encoder = encoder
        self._device = device
        self._wording = wording
        self._max_words = max_words
        self.identity = f"{_digest(self._checkpoint)} {_digest(self._tagger_folder)}"
        if wording != "text":
            self.identity += f" {wording}"
        self._loaded: tuple[Model, Tagger] | None = None
        self._card: str | None = None

    def prepare(self) -> None:
        """Load the model and the tagger, once."""
        if self._loaded is None:
            with warnings.catch_warnings():
                # of tqdm in a notebook without widgets; nothing here shows its progress
                warnings.filterwarnings("ignore", message="IProgress not found")
                self._load()

    def _load(self) -> None:
        from pipeline.inference.entity_finder import load_tagger
        from pipeline.inference.gpu_lock import name_of_card
        from pipeline.inference.predict import load_model

        self._card = name_of_card(self._device)
        self._loaded = (
            load_model(self._checkpoint, device=self._device, encoder=self._encoder),
            load_tagger(self._tagger_folder, device=self._device, encoder=self._encoder),
        )

    def read(self, documents: Sequence[Document], *, stage: Stage = untimed) -> list[Reading]:
        """Return a reading of each document, in order; ``stage`` is entered around each stage.

        Raises BadInput for a document with nothing to track or with too many words.
        """
        from pipeline.inference.gpu_lock import alone_on

        for document in documents:
            self._check_length(document)
        self.prepare()
        with alone_on(self._card):
            return self._read(documents, stage)

    def _check_length(self, document: Document) -> None:
        if document.n_words > self._max_words:
            raise BadInput(
                f"{document.id!r} has {document.n_words:,} words, and at most"
                f" {self._max_words:,} are read (STEPGRAPH_MAX_WORDS); cut it into several"
                " documents, or raise the limit"
            )

    def _read(self, documents: Sequence[Document], stage: Stage) -> list[Reading]:
        from pipeline.inference.predict import predict
        from pipeline.text.annotate import annotate
        from pipeline.text.quantity_owners import quantities_of

        assert self._loaded is not None
        model, tagger = self._loaded
        with stage("entities"):
            entities = _tracked_entities(documents, tagger)
        with stage("annotate"):
            annotated = [
                annotate(document, entities=tracked)
                for document, tracked in zip(documents, entities, strict=True)
            ]
        with stage("predict"):
            grids = predict(annotated, model=model, wording=self._wording)
        return [
            Reading(
                TemporalGraph.from_grid(
                    tracked.document, rounded_grid(grid), quantities=quantities_of(tracked)
                ),
                model.name,
                model.checkpoint,
                _settings(model, tagger, discovered=tracked.document.entities is None),
            )
            for tracked, grid in zip(annotated, grids, strict=True)
        ]


def model_reader(settings: Settings, *, wording: Wording = "text") -> ModelReader:
    """The trained model that the settings name. Raises CheckpointError if it is not there."""
    return ModelReader(
        checkpoint=settings.checkpoint,
        tagger=settings.tagger,
        encoder=settings.encoder,
        device=settings.device,
        wording=wording,
        max_words=settings.max_words,
    )


def _tracked_entities(documents: Sequence[Document], tagger: Tagger) -> list[tuple[Entity, ...]]:
    """The entities that each document names, or those that are found in it if it names none."""
    from pipeline.inference.entity_finder import discover_entities

    nameless = [document for document in documents if document.entities is None]
    discovered = iter(discover_entities(nameless, tagger=tagger))
    entities = [
        next(discovered) if document.entities is None else document.entities
        for document in documents
    ]
    for document, tracked in zip(documents, entities, strict=True):
        if not tracked:
            raise BadInput(
                f"no entity to track was found in {document.id!r}; name one with --entity"
            )
    return entities


def _settings(model: Model, tagger: Tagger, *, discovered: bool) -> str:
    finder = {"entities": tagger.checkpoint, "entity_choice": tagger.choice.checkpoint}
    return json.dumps(json.loads(model.settings) | (finder if discovered else {}), sort_keys=True)


def _digest(folder: Path) -> str:
    """Hash every file in a checkpoint's folder, in a few milliseconds a megabyte."""
    if not folder.is_dir():
        raise CheckpointError(
            f"there is no checkpoint at {str(folder)!r}; reinstall stepgraph, or name a folder "
            "that 'stepgraph train' made"
        )
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(folder)} {path.stat().st_size}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
