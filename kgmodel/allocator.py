"""The C library's allocator, set for a process that keeps a network."""

from __future__ import annotations

import ctypes
import os

__all__ = ["return_free_memory", "share_one_heap"]

_M_ARENA_MAX = -8  # of mallopt(3)


def share_one_heap() -> bool:
    """Make threads that start from now on take their memory from one heap; True if they will.

    By default glibc gives each thread a heap of its own, and none returns what its largest batch
    needed. Measured: 5 % less memory for an ingest of 540 documents, at the same speed. It is for
    the start of a command of ours; a program that imports Stepgraph keeps its own settings. Other C
    libraries have nothing of this kind to set.
    """
    return _is_glibc() and bool(ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1))


def return_free_memory() -> None:
    """Return what is free to the system, in the middle of the heap too, which glibc would keep.

    Measured: 80 to 100 MB after each batch of an ingest, in 15 ms. Other C libraries are left
    alone.
    """
    if _is_glibc():
        ctypes.CDLL(None).malloc_trim(0)


def _is_glibc() -> bool:
    return "CS_GNU_LIBC_VERSION" in os.confstr_names
