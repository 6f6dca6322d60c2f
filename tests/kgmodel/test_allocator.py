"""One heap for all threads."""

import os
import subprocess
import sys

import pytest

from kgmodel.allocator import share_one_heap

COUNT_HEAPS = """
import ctypes, re, sys, tempfile, threading
from kgmodel.allocator import share_one_heap

if sys.argv[1] == "shared":
    share_one_heap()
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
together = threading.Barrier(4)

def take_memory():
    libc.malloc(50_000)
    together.wait()

threads = [threading.Thread(target=take_memory) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
with tempfile.NamedTemporaryFile() as file:
    libc.fopen.restype = ctypes.c_void_p
    stream = ctypes.c_void_p(libc.fopen(file.name.encode(), b"w"))
    libc.malloc_info(0, stream)
    libc.fclose(stream)
    print(len(re.findall("<heap ", open(file.name).read())))
"""

glibc = pytest.mark.skipif(
    "CS_GNU_LIBC_VERSION" not in os.confstr_names, reason="only glibc has heaps"
)


def heaps(mode):
    command = [sys.executable, "-c", COUNT_HEAPS, mode]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


@glibc
def test_threads_that_start_later_share_one_heap():
    assert heaps("shared") == 1
    assert heaps("as it was") > 1


def test_nothing_is_set_without_glibc(monkeypatch):
    monkeypatch.setattr(os, "confstr_names", {})
    assert share_one_heap() is False
