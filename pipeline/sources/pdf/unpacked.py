"""How much the streams of a PDF unpack to: a small file may be made to fill the memory."""

from __future__ import annotations

import re
import zlib

__all__ = ["unpacks_to_more_than"]

_STREAM = re.compile(rb"stream\r?\n")
_PACKED_TWICE = re.compile(rb"/Filter\s*\[[^\]]*Flate[^\]]*Flate")
_LONGEST_DICTIONARY = 2000  # bytes before the stream that it describes
_AT_ONCE = 1 << 20  # bytes


def unpacks_to_more_than(content: bytes, limit: int) -> bool:
    """Return True if what is read of a PDF is longer than ``limit`` bytes when it is unpacked.

    Pictures do not count, since they are never unpacked. A stream that is packed twice does, as if
    it were too long.
    """
    left = limit
    for stream in _STREAM.finditer(content):
        before = content[max(0, stream.start() - _LONGEST_DICTIONARY) : stream.start()]
        described = before[before.rfind(b"obj") :]
        if b"/Image" in described or b"Decode" not in described:
            continue
        if _PACKED_TWICE.search(described):
            return True
        left -= _unpacked_bytes(content, stream.end(), left)
        if left < 0:
            return True
    return False


def _unpacked_bytes(content: bytes, start: int, most: int) -> int:
    """Return the length of a stream when unpacked, or a little more than ``most``."""
    unpacking, n_bytes = zlib.decompressobj(), 0
    rest: bytes = content[start : start + _AT_ONCE]
    position = start + len(rest)
    try:
        while rest and n_bytes <= most and not unpacking.eof:
            n_bytes += len(unpacking.decompress(rest, _AT_ONCE))
            rest = unpacking.unconsumed_tail
            if not rest and not unpacking.eof:
                rest = content[position : position + _AT_ONCE]
                position += len(rest)
    except zlib.error:
        pass  # packed in another way, or damaged
    return n_bytes
