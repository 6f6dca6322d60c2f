"""Files of exports: their text as GraphML, GEXF or JSON, and writing them whole or not at all."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from pipeline.errors import BadInput

if TYPE_CHECKING:
    from networkx import MultiDiGraph

__all__ = ["FORMATS", "Format", "file_text", "json_text", "node_link", "save", "save_bytes"]

Format = Literal["graphml", "gexf", "json"]
FORMATS: tuple[Format, ...] = get_args(Format)
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def file_text(graph: MultiDiGraph, format: Format) -> str:
    """The graph as GraphML, GEXF or JSON (node-link); equal graphs give equal text.

    Characters that XML cannot hold are written as their Unicode pictures (NUL as ␀), or as
    U+FFFD where there is none. Raises BadInput if that would make two nodes one.
    """
    import networkx

    if format == "json":
        return json_text(node_link(graph), indent=2) + "\n"
    file = io.BytesIO()
    if format == "graphml":
        networkx.write_graphml_xml(_xml_safe(graph), file, edge_id_from_attribute="id")
    else:
        networkx.write_gexf(_xml_safe(graph), file)
    xml = file.getvalue().decode().replace("\r", "&#13;")  # else a reader makes it a line feed
    return re.sub(r' lastmodifieddate="[^"]*"', "", xml, count=1)


def node_link(graph: MultiDiGraph) -> dict[str, Any]:
    """The graph as NetworkX's node-link JSON, with ``edges`` under that name."""
    import networkx

    data: dict[str, Any] = networkx.node_link_data(graph, edges="edges")
    return data


def json_text(
    value: Any, *, indent: int | None = None, default: Callable[[Any], Any] | None = None
) -> str:
    """JSON that any UTF-8 file can hold: readable, with only lone surrogates escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, default=default)
    return re.sub("[\ud800-\udfff]", lambda match: f"\\u{ord(match[0]):04x}", text)


def save(path: Path, lines: Iterable[str], *, report: bool = True) -> None:
    """Write the lines to the file, whole or not at all, and make its folder.

    Reports the file on stderr if ``report``, so that a pipe sees only data. Raises BadInput if it
    cannot be written.
    """
    with (
        _part_of(path, report=report) as part,
        part.open("w", encoding="utf-8", newline="\n") as file,
    ):
        for line in lines:
            file.write(line.removesuffix("\n") + "\n")


def save_bytes(path: Path, content: bytes) -> None:
    """Write the content to the file, as ``save`` does."""
    with _part_of(path, report=True) as part:
        part.write_bytes(content)


@contextmanager
def _part_of(path: Path, *, report: bool) -> Iterator[Path]:
    """A file to fill, which becomes ``path`` when it is full."""
    if path.is_dir():
        raise BadInput(f"cannot write {path}: it is a folder; choose another -o")
    part = path.with_name(f".{path.name}.part")
    if path.exists() and not path.is_file():  # /dev/stdout, a pipe
        part = path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield part
        if part != path:
            part.replace(path)
        if part != path and report:
            print(f"wrote {path}", file=sys.stderr)
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}; choose another -o") from error
    finally:
        if part != path:
            with suppress(OSError):  # it is gone, or its folder is no folder
                part.unlink()


def _xml_safe(graph: MultiDiGraph) -> MultiDiGraph:
    """A copy in which every string can stand in XML. Raises BadInput if two nodes become one."""
    import networkx

    names = {node: _picture(node) for node in graph}
    safe = networkx.relabel_nodes(graph, names)
    if len(safe) < len(graph):
        same = next(name for name in names.values() if list(names.values()).count(name) > 1)
        raise BadInput(
            f"two names differ only in characters that XML cannot hold ({same!r}); use json instead"
        )
    nodes = [attributes for _, attributes in safe.nodes(data=True)]
    edges = [attributes for *_, attributes in safe.edges(data=True)]
    for attributes in [safe.graph, *nodes, *edges]:
        for key, value in attributes.items():
            if isinstance(value, str):
                attributes[key] = _picture(value)
    return safe


def _picture(text: str) -> str:
    def picture(match: re.Match[str]) -> str:
        code = ord(match[0])
        return chr(0x2400 + code) if code < 0x20 else "\ufffd"

    return _NOT_XML.sub(picture, text)
