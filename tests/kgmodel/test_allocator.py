"""One heap for all threads."""

import os
import subprocess
import sys

import pytest

from kgmodel.allocator import return_free_memory, share_one_heap

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

FREE_BETWEEN = """
import ctypes
from kgmodel.allocator import return_free_memory, share_one_heap

def resident():
    with open("/proc/self/statm") as sizes:
        return int(sizes.read().split()[1]) * 4096

share_one_heap()
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.free.argtypes = [ctypes.c_void_p]
libc.memset.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t]
size = 100_000  # below what glibc maps by itself
blocks = [libc.malloc(size) for _ in range(1_000)]
for block in blocks:
    libc.memset(block, 1, size)
for block in blocks[:-1]:  # the last one keeps the end of the heap
    libc.free(block)
before = resident()
return_free_memory()
print(before - resident())
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


@glibc
def test_free_memory_in_the_middle_of_the_heap_is_returned():
    command = [sys.executable, "-c", FREE_BETWEEN]
    returned = int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert returned > 80_000_000


def test_nothing_is_returned_without_glibc(monkeypatch):
    monkeypatch.setattr(os, "confstr_names", {})
    monkeypatch.delattr("ctypes.CDLL")
    return_free_memory()
