"""Bytes → Unicode text, with limits and with reasons that a user can act on."""

from __future__ import annotations

from pipeline.sources.results import UnusableSource

__all__ = ["MAX_BYTES", "MAX_UNPACKED", "decoded", "transcoded"]

MAX_BYTES = 16 * 2**20  # of one document; more is a data dump, and would not fit in memory
MAX_UNPACKED = 8 * MAX_BYTES  # what a packed document, such as a PDF, may become


def decoded(content: bytes, *, offset: int = 0) -> str:
    """Decode UTF-8, with or without a byte order mark; ``offset`` is where in the file it is."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) and not offset:
        raise UnusableSource("is UTF-16; save it as UTF-8")
    if b"\0" in content:
        position = offset + content.index(0)
        raise UnusableSource(f"is binary (NUL at byte {position}); give a text file")
    try:
        return content.decode().removeprefix("" if offset else "\ufeff")
    except UnicodeDecodeError as error:
        position = offset + error.start
        raise UnusableSource(
            f"is not UTF-8 (0x{content[error.start]:02x} at byte {position}); save it as UTF-8"
        ) from error


def transcoded(content: bytes, charset: str) -> bytes:
    """Return text in the encoding ``charset`` as UTF-8."""
    if charset.lower().replace("-", "") in ("utf8", "ascii", "usascii"):
        return content
    claim = f"is served as {charset[:40]!r}"
    try:
        return content.decode(charset).encode()
    except LookupError:
        raise UnusableSource(f"{claim}, an unknown encoding; serve it as UTF-8") from None
    except UnicodeError:
        raise UnusableSource(f"{claim}, which is not its encoding; serve it as UTF-8") from None
