"""The lines of a file, streamed, from any line on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from typing import BinaryIO, NamedTuple

from pipeline.sources.encoding import MAX_BYTES
from pipeline.sources.files import open_file, unreadable

__all__ = ["Line", "read_lines"]

_EVERY = 256  # lines from one remembered offset to the next


class Line(NamedTuple):
    """A line: its number from 1, the offset of its first byte in the file, and its bytes.

    A line longer than MAX_BYTES is cut to one byte more than that.
    """

    number: int
    offset: int
    content: bytes


def read_lines(handle: str, *, first: int = 1) -> Iterator[Line]:
    """Yield the lines from ``first`` on. Raises UnusableSource if the file cannot be read.

    This process does not read again what it has passed in the same version of the file: fetching
    a large file batch by batch costs one pass in all.
    """
    with open_file(handle) as file:
        try:
            yield from _read_lines(handle, file, first)
        except OSError as error:
            raise unreadable(error) from error


def _read_lines(handle: str, file: BinaryIO, first: int) -> Iterator[Line]:
    status = os.fstat(file.fileno())
    landmarks = _landmarks(handle, status.st_ino, status.st_size, status.st_mtime_ns)
    known = min((first - 1) // _EVERY, len(landmarks) - 1)
    number, offset = known * _EVERY, landmarks[known]
    file.seek(offset)
    while content := file.readline(MAX_BYTES + 1):
        number, start, offset = number + 1, offset, offset + len(content)
        while len(content) > MAX_BYTES and not content.endswith(b"\n"):
            rest = file.readline(MAX_BYTES)
            offset += len(rest)
            if not rest or rest.endswith(b"\n"):
                break
        if number == len(landmarks) * _EVERY:
            landmarks.append(offset)
        if number >= first:
            yield Line(number, start, content)


@lru_cache(maxsize=16)
def _landmarks(handle: str, inode: int, size: int, changed: int) -> list[int]:
    """Offsets of the lines 1, 257, 513 … of one version of a file, as far as it was read."""
    return [0]
