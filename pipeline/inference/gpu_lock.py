"""One process at a time on a graphics card: two would share its memory and each be slower.

The lock is the operating system's on a file of that name, so it ends with the process, however that
ends. Workers that write or fetch meanwhile do not need it.
"""

from __future__ import annotations

import getpass
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
    if card is None:
        yield
        return
    from filelock import FileLock

    user = os.getuid() if hasattr(os, "getuid") else getpass.getuser()
    path = (folder or Path(tempfile.gettempdir())) / f"stepgraph-{user}-{card}.lock"
    # no soft lock: a file that only stands there would outlive a process that is killed
    with FileLock(path, fallback_to_soft=False):
        yield


def name_of_card(device: str) -> str | None:
    """Return this host's name of the card that ``device`` is, whatever this process may see of it.

    None if it is no card. ``auto`` is a card when there is one.
    """
    import torch

    if device == "cpu" or not torch.cuda.is_available():
        return None
    return f"gpu-{torch.cuda.get_device_properties(torch.cuda.current_device()).uuid}"
