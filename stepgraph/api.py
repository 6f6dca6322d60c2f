"""Functions of the public API: reading, ingesting and an open store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.domain.data_frame import FrameLibrary, chosen_library, data_frame
from pipeline.domain.document import Document, Entity
from pipeline.domain.graph import TemporalGraph
from pipeline.errors import BadInput
from pipeline.exports.snapshot import snapshot_graph
from stepgraph.arguments import (
    checked_graph,
    checked_text,
    path_list,
    reading_number,
    tracked_entities,
    utc_time,
)
from stepgraph.document_view import View

if TYPE_CHECKING:
    from networkx import MultiDiGraph

    from pipeline.inference.model_reader import ModelReader
    from pipeline.ingest.progress import IngestResult
    from pipeline.pages.shown_readings import ShownReading
    from pipeline.questions.answer import Answer
    from pipeline.questions.diff import ReadingDifference
    from pipeline.questions.row_pages import RowsPage
    from pipeline.stores import Row, Store
    from pipeline.stores.read import DocumentsPage, StoredReading

__all__ = ["Graphs", "compare", "ingest", "open", "read", "read_all", "view"]


def read(
    text: str | Path,
    *,
    entities: str | Sequence[str] | None = None,
    title: str | None = None,
    device: str | None = None,
) -> TemporalGraph:
    """Read one procedure, a text or the path of a file, without using a store.

    ``entities`` names the things to track ("water; H2O"), one or a list; by default the model
    finds them. The model is loaded once per process. The graph's ``unsure_below`` is the setting
    STEPGRAPH_UNSURE_BELOW. Raises BadInput for a text or file that cannot be read.
    """
    tracked = tracked_entities(entities)
    title = None if title is None else checked_text(title, role="the title")
    if isinstance(text, Path):
        (document, *more) = _documents([str(text)], tracked)
        if more:
            raise BadInput(f"{text} holds {len(more) + 1} documents; use stepgraph.read_all")
    elif _names_a_file(checked_text(text, role="the text")):
        raise BadInput(f"{text!r} names a file; to read it, give Path({text!r})")
    else:
        document = _document(text, title, tracked)
    return _graphs([document], device=device)[0]


def read_all(
    paths: str | Path | Iterable[str | Path],
    *,
    entities: str | Sequence[str] | None = None,
    device: str | None = None,
) -> list[TemporalGraph]:
    """Read all documents of files and folders in batches, several times as fast as one by one.

    ``entities`` are tracked in documents that name none; a lone path or name is a list of one.
    Raises BadInput for the first document that cannot be read.
    """
    tracked = tracked_entities(entities)
    return _graphs(_documents(path_list(paths), tracked), device=device)


def ingest(
    paths: str | Path | Iterable[str | Path],
    *,
    store: str | None = None,
    ledger: str | None = None,
    entities: str | Sequence[str] | None = None,
    find_entities: bool = False,
    batch_size: int | None = None,
    device: str | None = None,
    prune: bool = False,
    shard: str | None = None,
) -> IngestResult:
    """Read every new or changed document in files and folders and store its graph.

    Does what ``stepgraph ingest`` does, never with Prefect; a lone path or entity is a list of one.
    Without ``entities`` those of an earlier run are kept, unless ``find_entities``.
    Documents that cannot be read are in the result's ``failed``; the others are processed as usual.
    Documents that have disappeared from these paths are in ``gone``; with ``prune`` their readings
    are closed. ``shard`` is the part of the documents that this machine looks for: "2/8" is the
    second of eight parts. By default it is the setting STEPGRAPH_SHARD, else all.
    """
    from pipeline.ingest.once import ingest_once
    from pipeline.settings import load_settings

    settings = load_settings(
        store=store, ledger=ledger, batch_size=batch_size, device=device, shard=shard
    )
    return ingest_once(
        path_list(paths),
        settings,
        _reader(device),
        entities=tracked_entities(entities),
        find_entities=find_entities,
        prune=prune,
        shard=settings.shard,
    )


def open(store: str | None = None) -> Graphs:
    """Open a store for reading. By default STEPGRAPH_STORE, else the store under .stepgraph/.

    Raises Unreachable if there is no store.
    """
    from pipeline.settings import load_settings
    from pipeline.stores import open_store

    return Graphs(open_store(load_settings(store=store).store, read_only=True))


def compare(before: TemporalGraph, after: TemporalGraph) -> ReadingDifference:
    """Compare two graphs of a document, entity by entity and step by step.

    They may be of two models, or of two versions of the text. A difference in probability alone
    does not count.
    """
    from pipeline.questions.diff import compare as compare_graphs

    return compare_graphs(checked_graph(before), checked_graph(after))


def view(graph: TemporalGraph, *, before: TemporalGraph | None = None) -> View:
    """The page of a graph: text, storyline, grid and graph by step.

    A notebook shows it; ``save`` writes it as a file and ``open`` opens it in the browser. With
    ``before``, an earlier graph of the document, it compares the two.
    """
    graphs = [checked_graph(each) for each in (before, graph) if each is not None]
    from pipeline.domain.reading import NumberedReading
    from pipeline.pages.shown_readings import unstored_reading

    *earlier, shown = [
        unstored_reading(NumberedReading(each, number, model="", checkpoint="", settings="{}"))
        for number, each in enumerate(graphs, start=1)
    ]
    return _view(shown, earlier[0] if earlier else None)


def _threshold(unsure_below: float | None = None) -> float:
    """The setting, or this value in its place. Raises BadInput if it is no probability."""
    from pipeline.settings import load_settings

    return load_settings(unsure_below=unsure_below).unsure_below


@dataclass(frozen=True, slots=True, repr=False)
class Graphs:
    """An open store, which closes itself at the end of a ``with`` block.

    ``document`` is an id, or a title or file name that no other document has. ``as_of`` uses the
    store as it was at that time; a naive time is UTC. What is less probable than ``unsure_below``
    is unsure; by default it is the setting STEPGRAPH_UNSURE_BELOW.
    """

    store: Store
    unsure_below: float = field(default_factory=_threshold)

    def __repr__(self) -> str:
        return f"Graphs(store={self.store.url!r})"

    def documents(self, *, as_of: datetime | None = None) -> list[StoredReading]:
        """Current reading of every document, sorted by document id."""
        from pipeline.stores.read import list_documents

        return list_documents(self.store, utc_time(as_of))

    def documents_page(
        self,
        *,
        limit: int = 100,
        after: str = "",
        words: Sequence[str] = (),
        as_of: datetime | None = None,
    ) -> DocumentsPage:
        """The first ``limit`` documents after an id, with their current ``readings``.

        With ``words``, those that have all of them in their id, title or source. The page's
        ``next_after`` is the ``after`` of the next page, None on the last one.
        """
        from pipeline.stores.read import documents_page

        return documents_page(
            self.store, limit=limit, after=after, words=words, as_of=utc_time(as_of)
        )

    def readings(self, document: str) -> list[StoredReading]:
        """All readings of a document, newest last."""
        from pipeline.stores.read import list_readings

        return list_readings(self.store, self._identity(document))

    def graph(self, document: str, *, as_of: datetime | None = None) -> TemporalGraph:
        """Temporal graph of a document."""
        from pipeline.stores.read import read_graph

        graph = read_graph(self._identity(document), store=self.store, as_of=utc_time(as_of))
        return replace(graph, unsure_below=self.unsure_below)

    def snapshot(self, document: str, step: int, *, as_of: datetime | None = None) -> MultiDiGraph:
        """NetworkX graph after a step, as ``snapshot_graph`` makes it; step 0 is before step 1."""
        return snapshot_graph(self.graph(document, as_of=as_of), step)

    def diff(
        self, document: str, *, first: int | None = None, second: int | None = None
    ) -> ReadingDifference:
        """Differences between two readings of a document, which have these numbers.

        ``second`` is by default the newest, ``first`` the one before the second. Raises BadInput if
        the document does not have them.
        """
        from pipeline.stores.read import read_graphs, reading_pair

        numbers = reading_number(first), reading_number(second)
        pair = reading_pair(self.readings(document), document, *numbers)
        before, after = (
            replace(graph, unsure_below=self.unsure_below)
            for graph in read_graphs(pair, store=self.store)
        )
        return compare(before, after)

    def view(
        self,
        document: str,
        *,
        first: int | None = None,
        second: int | None = None,
        as_of: datetime | None = None,
    ) -> View:
        """The page of a document, as ``stepgraph view`` writes it; see ``stepgraph.view``.

        With ``first``, ``second`` or both it compares the readings of these numbers, as ``diff``
        chooses them. Raises BadInput if the document does not have them.
        """
        from pipeline.pages.shown_readings import stored_readings

        if as_of is not None and (first is not None or second is not None):
            raise BadInput("as_of chooses one reading; give it without first and second")
        shown, before = stored_readings(
            checked_text(document, role="the document"),
            self.store,
            first=reading_number(first),
            second=reading_number(second),
            as_of=utc_time(as_of),
            below=self.unsure_below,
        )
        return _view(shown, before)

    def ask(
        self,
        question: str,
        document: str | None = None,
        *,
        as_of: datetime | None = None,
        unsure_below: float | None = None,
        limit: int = 100,
        after: str = "",
    ) -> Answer:
        """Answer an English question: a sentence in ``sentence``, its evidence in ``support``.

        An answer of many documents has the first ``limit`` after the id ``after``; its
        ``next_after`` is the ``after`` of the next page.
        An answer less probable than ``unsure_below`` (by default the store's) is marked as
        ``unsure``; it is still the most likely one.
        """
        from pipeline.questions.answer import answer_question

        return answer_question(
            checked_text(question, role="the question"),
            store=self.store,
            document=None if document is None else self._identity(document),
            as_of=utc_time(as_of),
            unsure_below=self.unsure_below if unsure_below is None else _threshold(unsure_below),
            limit=limit,
            after=after,
        )

    def query(self, name: str, *, as_of: datetime | None = None, **parameters: Any) -> list[Row]:
        """Rows of a named question (``stepgraph questions`` lists the names).

        A document, entity or place is found by any name that a question in English finds it by.
        Rows with a probability have ``unsure``: whether it is below ``unsure_below``.
        """
        return self._page(name, parameters, limit=None, after="", as_of=as_of).rows

    def page(
        self,
        name: str,
        *,
        limit: int = 100,
        after: str = "",
        as_of: datetime | None = None,
        **parameters: Any,
    ) -> RowsPage:
        """Rows of the first ``limit`` documents after an id, of a named question across documents.

        The page's ``next_after`` is the ``after`` of the next page, None on the last one. All else
        is as in ``query``.
        """
        return self._page(name, parameters, limit=limit, after=after, as_of=as_of)

    def _page(
        self,
        name: str,
        parameters: Mapping[str, Any],
        *,
        limit: int | None,
        after: str,
        as_of: datetime | None,
    ) -> RowsPage:
        from pipeline.questions.catalogue import ask_page, find
        from pipeline.questions.confidence import with_unsure
        from pipeline.questions.document_scope import stored_names

        moment = utc_time(as_of)
        find(name)
        parameters = stored_names(parameters, store=self.store, as_of=moment)
        page = ask_page(name, parameters, store=self.store, as_of=moment, limit=limit, after=after)
        return replace(page, rows=with_unsure(page.rows, below=self.unsure_below))

    def frame(
        self,
        name: str,
        *,
        library: FrameLibrary | None = None,
        as_of: datetime | None = None,
        **parameters: Any,
    ) -> Any:
        """Rows of a named question as a data frame, with the types that the question declares.

        ``library`` is "pandas", "polars" or "arrow" (a ``pyarrow.Table``); by default pandas if it
        is installed, else Polars. All else is as in ``query``. Raises BadInput if none of them is
        installed.
        """
        from pipeline.questions.catalogue import python_columns
        from pipeline.questions.confidence import columns_with_unsure

        chosen = chosen_library(library)
        rows = self.query(name, as_of=as_of, **parameters)
        return data_frame(rows, columns_with_unsure(python_columns(name)), library=chosen)

    def cypher(
        self,
        text: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        as_of: datetime | None = None,
        all_readings: bool = False,
    ) -> list[Row]:
        """Rows of a Cypher query of your own, which may only read.

        Begin it with ``MATCH (r:Reading {recorded_until: $open_end})``: the readings that hold now.
        A query that does not choose readings is refused if the store has older ones, unless
        ``all_readings``. It can also use ``$as_of``.
        """
        from pipeline.questions.own_cypher import run_cypher

        if parameters is not None and not isinstance(parameters, Mapping):
            raise BadInput(f"the parameters must be a mapping, not {parameters!r:.60}")
        text = checked_text(text, role="the Cypher")
        return run_cypher(
            text,
            parameters or {},
            store=self.store,
            as_of=utc_time(as_of),
            all_readings=all_readings,
        )

    def _identity(self, document: str) -> str:
        from pipeline.stores.read import resolve_document

        return resolve_document(checked_text(document, role="the document"), store=self.store)

    def close(self) -> None:
        self.store.close()

    def __enter__(self) -> Graphs:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _view(shown: ShownReading, before: ShownReading | None) -> View:
    from pipeline.pages.view import view_page

    document = shown.graph.document
    return View(document.title or document.id, view_page(shown, before=before))


@cache
def _reader(device: str | None) -> ModelReader:
    from pipeline.inference.model_reader import model_reader
    from pipeline.settings import load_settings

    return model_reader(load_settings(device=device))


def _graphs(documents: Sequence[Document], *, device: str | None) -> list[TemporalGraph]:
    device = None if device is None else checked_text(device, role="the device")
    unsure_below = _threshold()
    readings = _reader(device).read(documents)
    return [replace(reading.graph, unsure_below=unsure_below) for reading in readings]


def _document(text: str, title: str | None, tracked: tuple[Entity, ...] | None) -> Document:
    from pipeline.sources.json_documents import document_from_text

    try:
        return document_from_text(
            text, document_id=title or "text", source="text", title=title, entities=tracked
        )
    except ValueError as error:
        raise BadInput(f"the text {error}") from error


def _names_a_file(text: str) -> bool:
    return len(text) < 256 and "\n" not in text and "\0" not in text and Path(text).is_file()


def _documents(paths: Sequence[str], tracked: tuple[Entity, ...] | None) -> list[Document]:
    from pipeline.settings import load_settings
    from pipeline.sources import FileScanned, ListingComplete, Rejected, discover, fetch

    access = load_settings().access
    sources = []
    for result in discover(paths, entities=tracked, access=access):
        if isinstance(result, ListingComplete | FileScanned):
            continue
        if isinstance(result, Rejected):
            raise BadInput(f"{result.source}: {result.error}")
        sources.append(result.source)
    documents = []
    for fetched in fetch(sources, entities=tracked, access=access):
        if isinstance(fetched, Rejected):
            raise BadInput(f"{fetched.source}: {fetched.error}")
        documents.append(fetched)
    return documents
