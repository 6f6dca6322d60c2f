"""Plant mutants one at a time and report which of them no test notices.

    python tests/mutants/run.py [--room ROOM ...] [--sample N | --all] [--seed N ...] [--minutes N]

Each room (``rooms.py``) has its own tests. Mutants are planted in a copy of the checkout, in
build/mutants/, and tried on the tests that reach them, in a process forked from one that has
imported the heavy libraries. A later run resumes, and tries again what a change concerns: a
survivor after a change of the room's tests, any mutant after a change of its file. The record has
the rooms and the survivors; reasons.json says why a survivor may stay.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
from benchmarks.records import checked_out, write_record  # noqa: E402
from tests.mutants.child import warm_up  # noqa: E402
from tests.mutants.mutation import Mutation, TimeUp, run_room  # noqa: E402
from tests.mutants.rooms import ROOMS, markers  # noqa: E402
from tests.mutants.tree import copy_checkout  # noqa: E402

BUILD = ROOT / "build" / "mutants"


def main() -> None:
    options = _options()
    until = time.monotonic() + 60 * options.minutes
    tree = BUILD / "tree"
    size = None if options.all else options.sample
    commit = checked_out()  # the copy is of this one, whatever is committed meanwhile
    copy_checkout(ROOT, tree)
    warm_up()
    try:
        rows = [
            run_room(
                name,
                Mutation(ROOMS[name], tree=tree, notes=BUILD / name),
                size=size,
                seeds=options.seed or [1],
                until=until,
            )
            for name in options.room or ROOMS
        ]
    except TimeUp:
        print("the time is up; the same command resumes", flush=True)
        return
    if options.out:
        write_record(
            options.out,
            {
                "command": _command(options),
                "machine": f"{os.cpu_count()} cores, {platform.machine()}",
                "load_average": round(os.getloadavg()[0], 1),
                "seeds": options.seed or [1],
                "sample": size,
                "tests": markers(),
                "rooms": rows,
            },
            commit=commit,
        )


def _command(options: argparse.Namespace) -> str:
    """The command that gives the same record."""
    rooms = [f"--room {name}" for name in options.room or ()]
    size = "--all" if options.all else f"--sample {options.sample}"
    seeds = [f"--seed {seed}" for seed in options.seed or [1]]
    return " ".join(["python tests/mutants/run.py", *rooms, size, *seeds])


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--room", action="append", choices=ROOMS, help="all rooms by default")
    parser.add_argument("--sample", type=int, default=20, help="mutants of each room and seed")
    parser.add_argument("--all", action="store_true", help="every mutant; takes days")
    parser.add_argument("--seed", type=int, action="append", help="1 by default; can be repeated")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop after so many")
    parser.add_argument("--out", type=Path, default=None, help="the record")
    return parser.parse_args()


if __name__ == "__main__":
    main()
