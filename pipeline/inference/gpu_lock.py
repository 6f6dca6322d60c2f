"""One process at a time on a graphics card: two would share its memory and each be slower.

The lock is the operating system's on a file of that name: it ends with the process, however that
ends. Workers that write or fetch meanwhile hold nothing.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["alone_on", "name_of_card"]


@contextmanager
def alone_on(card: str | None, *, folder: Path | None = None) -> Iterator[None]:
    """Wait until no other process of this user is at ``card``; None is no card and waits for none.

    ``folder`` must be on this host; by default the system's for temporary files.
    """
    if card is None or os.name != "posix":
        yield
        return
    import fcntl

    name = f"stepgraph-{os.getuid()}-{card}.lock"
    with (folder or Path(tempfile.gettempdir())).joinpath(name).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def name_of_card(device: str) -> str | None:
    """What this host calls the card that ``device`` is, whatever this process may see of it.

    None if it is none. ``auto`` is a card when there is one.
    """
    import torch

    if device == "cpu" or not torch.cuda.is_available():
        return None
    return f"gpu-{torch.cuda.get_device_properties(torch.cuda.current_device()).uuid}"
