"""Entry point of the command ``stepgraph``: Ctrl-C is handled before the first slow import."""

from __future__ import annotations

import os
import signal

from kgmodel.allocator import share_one_heap

__all__ = ["main"]

# numpy multiplies small matrices only, and threads of OpenBLAS that wait for a busy core spin: a
# question then took ten times the processor time. It is read when numpy is imported
ONE_BLAS_THREAD = ("OPENBLAS_NUM_THREADS", "1")
INTERRUPTED = 130  # exit code that a shell reports for Ctrl-C


def main() -> None:
    """Run the command line. The first Ctrl-C ends the command in order, the second at once."""
    handled = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # else it is ignored
    if handled:
        signal.signal(signal.SIGINT, _exit_before_the_command)
    share_one_heap()
    os.environ.setdefault(*ONE_BLAS_THREAD)
    from pipeline import cli

    if handled:
        signal.signal(signal.SIGINT, _interrupt)
    cli.main()


def _exit_before_the_command(_signal: int, _frame: object) -> None:
    os.write(2, b"stepgraph: stopped; nothing was changed\n")
    os._exit(INTERRUPTED)


def _interrupt(_signal: int, _frame: object) -> None:
    signal.signal(signal.SIGINT, _exit_at_once)
    raise KeyboardInterrupt


def _exit_at_once(_signal: int, _frame: object) -> None:
    os.write(2, b"stepgraph: stopped at once; run the same command again for the rest\n")
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
