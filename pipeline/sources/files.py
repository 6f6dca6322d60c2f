"""Files and folders: which of them are documents, and their content as text.

A file is known by its handle, ``ROOT/./RELATIVE``: an ordinary path that also says where the
ingested root ends, and so, without any other record, which id the document has.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO

from pipeline.errors import one_line
from pipeline.sources.access import Access
from pipeline.sources.globs import chooser
from pipeline.sources.results import Rejected

__all__ = [
    "LINE_SUFFIXES",
    "MAX_BYTES",
    "SUFFIXES",
    "Unusable",
    "decoded",
    "list_files",
    "open_file",
    "read_bytes",
    "refused",
    "relative_id",
    "shown",
    "unreadable",
]

SUFFIXES = (".txt", ".md", ".jsonl", ".html", ".htm", ".pdf", ".docx")
LINE_SUFFIXES = (".jsonl", ".json")  # .json only when named: ProPara's grids are called so
MAX_BYTES = 16 * 2**20  # of one document; more is a data dump, and would not fit in memory

_SEAM = f"{os.sep}.{os.sep}"
_SPOOLED = re.compile(r"stdin-[0-9a-f]{12}(?=\.)")


class Unusable(Exception):
    """A file that cannot be read as text; its message says why and the mend."""


def list_files(inputs: Iterable[str], *, access: Access) -> Iterator[str | Rejected]:
    """Yield a handle for every file named or in a folder named, sorted within each folder.

    In folders, hidden files, README files and files of other kinds are passed over; links are
    followed, but never into a folder they stand in. A file reached twice is yielded once.
    ``access`` says which patterns count; a file that is named itself always does.
    """
    counts = chooser(access.include, access.exclude)
    seen: set[int] = set()
    for given in inputs:
        path = os.path.abspath(given)
        if os.path.isdir(path):
            yield from _unseen(_in_folder(path, counts), seen)
        elif os.path.splitext(path)[1].lower() not in (*SUFFIXES, ".json"):
            known = os.path.exists(path)
            mend = f"give a folder or a file in {', '.join(SUFFIXES)}"
            reason = f"is of no kind we read; {mend}" if known else f"is not there; {mend}"
            yield refused(_handle(*os.path.split(path)), reason)
        else:
            yield from _unseen([_handle(*os.path.split(path))], seen)


def relative_id(handle: str) -> str:
    """The id of a document without one of its own: its path below the ingested root."""
    _, seam, relative = handle.partition(_SEAM)
    relative = relative if seam else os.path.basename(handle)
    spooled = _SPOOLED.match(relative)
    return spooled[0] if spooled else relative.replace(os.sep, "/")


def shown(handle: str) -> str:
    """The path as a message shows it: on one line, whatever it is made of."""
    path = os.path.normpath(handle)
    return path if path.isprintable() else ascii(path)


def refused(
    handle: str, reason: str, *, line: int | None = None, document_id: str | None = None
) -> Rejected:
    """Say that a file or a line of it is no document, in one line of text."""
    mark, place = ("", "") if line is None else (f"#{line}", f", line {line}:")
    name = relative_id(handle) + mark if document_id is None else document_id
    error = one_line(f"{shown(handle)}{place} {reason}")
    return Rejected(_storable(name), _storable(handle + mark), error)


def open_file(handle: str) -> BinaryIO:
    """Open a regular file. Raises Unusable with the reason if there is none to be read."""
    try:
        if not stat.S_ISREG(os.stat(handle).st_mode):
            raise Unusable("is not a regular file; copy its content into one")
        return open(handle, "rb")
    except FileNotFoundError:
        raise Unusable("is not there (any more); check the path") from None
    except (OSError, ValueError) as error:
        raise unreadable(error) from error


def read_bytes(handle: str) -> bytes:
    """The whole file. Raises Unusable if it is huge or cannot be read."""
    with open_file(handle) as file:
        try:
            content = file.read(MAX_BYTES + 1)
        except OSError as error:
            raise unreadable(error) from error
    if len(content) > MAX_BYTES:
        raise Unusable(f"is larger than {MAX_BYTES >> 20} MiB; split it into documents")
    return content


def decoded(content: bytes, *, offset: int = 0) -> str:
    """Decode UTF-8, with or without a byte order mark; ``offset`` is where in the file it is."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) and not offset:
        raise Unusable("is UTF-16; save it as UTF-8")
    if b"\0" in content:
        raise Unusable(f"is binary (NUL at byte {offset + content.index(0)}); give a text file")
    try:
        return content.decode().removeprefix("" if offset else "\ufeff")
    except UnicodeDecodeError as error:
        at = offset + error.start
        raise Unusable(
            f"is not UTF-8 (0x{content[error.start]:02x} at byte {at}); save it as UTF-8"
        ) from error


def _in_folder(root: str, counts: Callable[[str], bool]) -> Iterator[str | Rejected]:
    """Handles below ``root`` in the order of their paths; a refusal if there are none."""
    found = chosen = False
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
                found = chosen = True
                yield refused(_handle(root, relative or "."), str(unreadable(error)))
            continue
        if _is_document(relative):
            found = True
            if counts(relative.replace(os.sep, "/")):
                chosen = True
                yield _handle(root, relative)
    if not found:
        reason = f"holds no document; put {', '.join(SUFFIXES)} files there"
        yield refused(_handle(*os.path.split(root)), reason)
    elif not chosen:
        reason = "holds no document that --include and --exclude leave; change the patterns"
        yield refused(_handle(*os.path.split(root)), reason)


def _is_document(path: str) -> bool:
    name = os.path.basename(path).lower()
    return name.endswith(SUFFIXES) and not name.startswith("readme")


def _unseen(handles: Iterable[str | Rejected], seen: set[int]) -> Iterator[str | Rejected]:
    for handle in handles:
        if isinstance(handle, str):
            mark = hash(os.path.normpath(handle))
            if mark in seen:
                continue
            seen.add(mark)
        yield handle


def _handle(root: str, relative: str) -> str:
    return root.rstrip(os.sep) + _SEAM + relative


def unreadable(error: Exception) -> Unusable:
    """What the operating system said, as a reason."""
    reason = getattr(error, "strerror", None) or str(error)
    return Unusable(f"cannot be read ({reason}); check its permissions and its path")


def _storable(name: str) -> str:
    """The name in UTF-8, bytes of other encodings spelled out as ``\\xff``."""
    return os.fsencode(name).decode(errors="backslashreplace")
