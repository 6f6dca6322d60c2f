"""How much the streams of a PDF unpack to."""

from __future__ import annotations

import zlib

import pytest

from pipeline.sources.pdf.unpacked import unpacks_to_more_than

MIB = 1 << 20


def stream(content: bytes, *, kind: bytes = b"", filters: bytes = b"/FlateDecode") -> bytes:
    dictionary = b"<<" + kind + b"/Filter " + filters + b"/Length %d>>" % len(content)
    return b"1 0 obj" + dictionary + b"stream\n" + content + b"\nendstream endobj\n"


@pytest.mark.parametrize(
    "before",
    [stream(zlib.compress(b"x"), kind=b"/Subtype/Image"), stream(b"x", filters=b"/None"), b""],
)
def test_a_stream_counts_also_after_a_picture_or_one_that_is_not_packed(before):
    file = before + stream(zlib.compress(bytes(1001)))

    assert unpacks_to_more_than(file, 1000)
    assert not unpacks_to_more_than(file, 1001)


def test_the_streams_of_a_file_are_added_up():
    file = 3 * stream(zlib.compress(bytes(1000)))

    assert unpacks_to_more_than(file, 2999)
    assert not unpacks_to_more_than(file, 3000)


def test_a_stream_that_is_long_although_it_is_packed_counts_as_a_whole():
    file = stream(zlib.compress(bytes(3 * MIB), 0))

    assert unpacks_to_more_than(file, 3 * MIB - 1)
    assert not unpacks_to_more_than(file, 3 * MIB)


def test_a_picture_that_is_packed_twice_does_not_count():
    twice = b"[/FlateDecode /FlateDecode]"

    assert not unpacks_to_more_than(stream(b"x", kind=b"/Subtype/Image", filters=twice), 1000)
    assert unpacks_to_more_than(stream(b"x", filters=twice), 1000)
