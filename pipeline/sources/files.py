"""Files and folders: the documents in them, and their bytes.

A file is identified by its handle, ``ROOT/./RELATIVE``: an ordinary path that also shows where the
ingested root ends. The part after it is the id of the document, without any other record.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO

from pipeline.errors import one_line
from pipeline.sources.access import Access
from pipeline.sources.encoding import MAX_BYTES
from pipeline.sources.formats import SUFFIXES
from pipeline.sources.globs import path_filter
from pipeline.sources.results import Rejected, UnusableSource

__all__ = [
    "list_files",
    "open_file",
    "read_bytes",
    "rejected_file",
    "relative_id",
    "unreadable",
]

_SEAM = f"{os.sep}.{os.sep}"
_SPOOLED = re.compile(r"stdin-[0-9a-f]{12}(?=\.)")


def list_files(inputs: Iterable[str], *, access: Access) -> Iterator[str | Rejected]:
    """Yield a handle for every file named or in a folder named, sorted within each folder.

    In folders, hidden files, README files and files of other types are skipped. Links are followed,
    but never into a folder that contains them. A file reached twice is yielded once. The patterns
    of ``access`` apply to folders; a file that is named itself is always read.
    """
    is_chosen = path_filter(access.include, access.exclude)
    hashes: set[int] = set()
    for name in inputs:
        path = os.path.abspath(name)
        if os.path.isdir(path):
            yield from _without_duplicates(_in_folder(path, is_chosen), hashes)
        elif os.path.splitext(path)[1].lower() not in (*SUFFIXES, ".json"):
            fault = "has an unsupported type" if os.path.exists(path) else "does not exist"
            reason = f"{fault}; give a folder or a file in {', '.join(SUFFIXES)}"
            yield rejected_file(_handle(*os.path.split(path)), reason)
        else:
            yield from _without_duplicates([_handle(*os.path.split(path))], hashes)


def relative_id(handle: str) -> str:
    """Return the id of a document without one of its own: its path below the ingested root."""
    _, seam, relative = handle.partition(_SEAM)
    relative = relative if seam else os.path.basename(handle)
    spooled = _SPOOLED.match(relative)
    return spooled[0] if spooled else relative.replace(os.sep, "/")


def _displayed(handle: str) -> str:
    """Return the path for a message: on one line, whatever characters it has."""
    path = os.path.normpath(handle)
    return path if path.isprintable() else ascii(path)


def rejected_file(
    handle: str,
    reason: str,
    *,
    line: int | None = None,
    procedure: int | None = None,
    document_id: str | None = None,
) -> Rejected:
    """Reject a file, or a line or procedure of it, on one line that names reason and fix."""
    fragment, place = ("", "") if line is None else (f"#{line}", f", line {line}:")
    if procedure is not None:
        fragment, place = f"#{procedure}", f", procedure {procedure}:"
    name = relative_id(handle) + fragment if document_id is None else document_id
    error = one_line(f"{_displayed(handle)}{place} {reason}")
    return Rejected(_storable(name), _storable(handle + fragment), error)


def open_file(handle: str) -> BinaryIO:
    """Open a regular file. Raises UnusableSource with the reason if it cannot be read."""
    try:
        if not stat.S_ISREG(os.stat(handle).st_mode):
            raise UnusableSource("is not a regular file; copy its content into one")
        return open(handle, "rb")
    except FileNotFoundError:
        raise UnusableSource("does not exist (any more); check the path") from None
    except (OSError, ValueError) as error:
        raise unreadable(error) from error


def read_bytes(handle: str) -> bytes:
    """Return the whole file. Raises UnusableSource if it is huge or cannot be read."""
    with open_file(handle) as file:
        try:
            content = file.read(MAX_BYTES + 1)
        except OSError as error:
            raise unreadable(error) from error
    if len(content) > MAX_BYTES:
        raise UnusableSource(f"is larger than {MAX_BYTES >> 20} MiB; split it into documents")
    return content


def _in_folder(root: str, is_chosen: Callable[[str], bool]) -> Iterator[str | Rejected]:
    """Yield handles below ``root`` in the order of their paths; a rejection if there are none."""
    has_documents = has_chosen = False
    todo: list[tuple[str, frozenset[tuple[int, int]]]] = [("", frozenset())]
    while todo:
        relative, above = todo.pop()
        path = os.path.join(root, relative)
        try:
            status = os.stat(path)
            if stat.S_ISDIR(status.st_mode):
                here = (status.st_dev, status.st_ino)
                if here not in above:
                    names = sorted(os.listdir(path), reverse=True)
                    inner = above | {here}
                    todo += [
                        (os.path.join(relative, name), inner)
                        for name in names
                        if not name.startswith(".")
                    ]
                continue
        except OSError as error:
            if _is_document(relative) or not os.path.islink(path):
                has_documents = has_chosen = True
                yield rejected_file(_handle(root, relative or "."), str(unreadable(error)))
            continue
        if _is_document(relative):
            has_documents = True
            if is_chosen(relative.replace(os.sep, "/")):
                has_chosen = True
                yield _handle(root, relative)
    if not has_documents:
        reason = f"holds no documents; put {', '.join(SUFFIXES)} files there"
        yield rejected_file(_handle(*os.path.split(root)), reason)
    elif not has_chosen:
        reason = "holds no documents that match --include and --exclude; change the patterns"
        yield rejected_file(_handle(*os.path.split(root)), reason)


def _is_document(path: str) -> bool:
    name = os.path.basename(path).lower()
    return name.endswith(SUFFIXES) and not name.startswith("readme")


def _without_duplicates(
    handles: Iterable[str | Rejected], hashes: set[int]
) -> Iterator[str | Rejected]:
    for handle in handles:
        if isinstance(handle, str):
            path_hash = hash(os.path.normpath(handle))
            if path_hash in hashes:
                continue
            hashes.add(path_hash)
        yield handle


def _handle(root: str, relative: str) -> str:
    return root.rstrip(os.sep) + _SEAM + relative


def unreadable(error: Exception) -> UnusableSource:
    """Return the operating system's error as a reason."""
    reason = getattr(error, "strerror", None) or str(error)
    return UnusableSource(f"cannot be read ({reason}); check its permissions and its path")


def _storable(name: str) -> str:
    """Return the name in UTF-8, with bytes of other encodings written as ``\\xff``."""
    return os.fsencode(name).decode(errors="backslashreplace")
