"""Standard streams that can fail: a closed one, a pipe that nobody reads, a full disk."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from pipeline.errors import OutputFailed

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

__all__ = ["PipeClosed", "guarded_streams"]


class PipeClosed(Exception):
    """The program that read our output has ended.

    No BrokenPipeError: libraries that print would catch it and choose an exit code.
    """


class _Output(io.FileIO):
    """Standard output; a failed write raises PipeClosed or OutputFailed."""

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError as error:
            raise PipeClosed from error
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise OutputFailed(
                f"the output cannot be written ({reason}); send it elsewhere"
            ) from error


class _ErrorOutput(io.FileIO):
    """Standard error; what cannot be written to it is lost, since there is nowhere to report it."""

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


@contextmanager
def guarded_streams() -> Iterator[None]:
    """Replace the standard streams by ones that report failures as exceptions of ours.

    File names that are not Unicode are printed with escapes. After a failure, and at the end,
    nothing is left that Python would try to write when it exits.
    """
    _open_closed_streams()
    before = sys.stdout, sys.stderr
    sys.stdout = _text_stream(_Output(1, "w", closefd=False), like=before[0])
    sys.stderr = _text_stream(_ErrorOutput(2, "w", closefd=False), like=before[1])
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except (PipeClosed, OutputFailed):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        raise
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def _open_closed_streams() -> None:
    """Open what the caller has closed: else the next file to be opened would take its number.

    Writing to standard output then fails, as it should; nothing else does.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)
            if opened != number:
                os.dup2(opened, number)
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)))


def _text_stream(raw: io.FileIO, *, like: TextIO | None) -> TextIO:
    is_error = isinstance(raw, _ErrorOutput)
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=like.encoding if like else "utf-8",
        errors="backslashreplace",
        line_buffering=is_error or raw.isatty(),
        write_through=getattr(like, "write_through", False),
    )
