"""Mutants of a tiny package are planted, killed and reported; operators change as they say."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.mutants import child
from tests.mutants import mutation as mutation_module
from tests.mutants.child import in_child
from tests.mutants.cypher_mutants import cypher_mutants
from tests.mutants.mutant import Mutant
from tests.mutants.mutation import Mutation, run_room, sample_of
from tests.mutants.python_mutants import functions_by_line, python_mutants
from tests.mutants.rooms import ROOMS, Room
from tests.mutants.tree import copy_checkout, planted

ROOT = Path(__file__).parents[2]
SHARES = '''
def share(total: int, people: int) -> float:
    """Return 1 share."""
    return total / people


def is_large(number: int) -> bool:
    return number > 10


def never_called() -> bool:
    return True
'''
TESTS = """
from pathlib import Path

from tiny.shares import is_large, share


def test_a_share_is_a_part():
    assert share(6, 3) == 2


def test_fifty_is_large():
    assert is_large(50)


def test_the_statement_has_a_limit():
    assert "LIMIT 1" in Path("tiny/first.cypher").read_text()
"""
TINY = Room(("tiny",), ("tests",))


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    files = {
        "tiny/shares.py": SHARES,
        "tiny/first.cypher": "MATCH (n) RETURN n LIMIT 1\n",
        "tests/test_shares.py": TESTS,
    }
    for name, text in files.items():
        path = tmp_path / "tree" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "tree"


def test_mutants_of_a_tiny_package_are_killed_or_reported(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {path: path.read_text() for path in tree.rglob("*.*")}

    def run() -> dict[str, object]:
        tiny = Mutation(TINY, tree=tree, notes=tmp_path / "notes")
        return run_room("tiny", tiny, size=None, seeds=[1], until=math.inf)

    row = run()

    survivors = {
        (mutant["where"], mutant["change"]): mutant["verdict"] for mutant in row["survivors"]
    }
    assert survivors == {
        ("is_large", "number > 10 → (number >= 10)"): "survived",
        ("is_large", "10 → 11"): "survived",
        ("never_called", "True → False"): "not reached",
    }
    assert (row["planted"], row["killed"]) == (6, 3)  # the division, the limit, its number
    assert {path: path.read_text() for path in before} == before
    monkeypatch.setattr(mutation_module, "try_mutant", None)
    assert run() == row  # resumed: nothing is planted again


def test_a_survivor_is_tried_again_after_a_change_of_the_tests(tree: Path, tmp_path: Path) -> None:
    (tree / "tiny/first.cypher").unlink()
    (tree / "tiny/shares.py").write_text("def is_large(number):\n    return number > 10\n")
    tests = "from tiny.shares import is_large\n\n\ndef test_size():\n    assert is_large({})\n"

    def survivors(text: str) -> list[str]:
        (tree / "tests/test_shares.py").write_text(text)
        tiny = Mutation(TINY, tree=tree, notes=tmp_path / "notes")
        row = run_room("tiny", tiny, size=None, seeds=[1], until=math.inf)
        return [mutant["change"] for mutant in row["survivors"]]

    assert survivors(tests.format(50)) == ["number > 10 → (number >= 10)", "10 → 11"]
    assert survivors(tests.format("11) and not is_large(10")) == []


def test_a_mutant_that_two_seeds_draw_counts_once(tree: Path, tmp_path: Path) -> None:
    def drawn(*seeds: int) -> int:
        tiny = Mutation(TINY, tree=tree, notes=tmp_path / "notes")
        return run_room("tiny", tiny, size=4, seeds=seeds, until=math.inf)["planted"]

    assert (drawn(1), drawn(1, 1)) == (4, 4)
    assert drawn(1, 2, 3) in (5, 6)  # of six


def test_a_test_that_uses_a_table_alone_reaches_the_mutants_in_it(
    tree: Path, tmp_path: Path
) -> None:
    (tree / "tiny/first.cypher").unlink()
    (tree / "tiny/shares.py").write_text("LARGE = {11: True}\n")
    tests = "from tiny.shares import LARGE\n\n\ndef test_eleven():\n    assert LARGE[11]\n"
    (tree / "tests/test_shares.py").write_text(tests)
    tiny = Mutation(TINY, tree=tree, notes=tmp_path / "notes")

    row = run_room("tiny", tiny, size=None, seeds=[1], until=math.inf)

    assert (row["planted"], row["killed"]) == (2, 2)


@pytest.mark.parametrize(
    ("source", "mutants"),
    [
        ("x = a < b", ["x = (a <= b)"]),
        ("x = a and b", ["x = (a or b)"]),
        ("x = not a", ["x = a"]),
        ("x = [y for y in z if y]", ["x = [y for y in z if True]"]),
        ("x = sorted(y, key=z)", ["x = list(y)"]),
        ("x = min(y)", ["x = max(y)"]),
        ("x = 'é' + y.lower()", ['x = "" + y.lower()', "x = 'é' + y"]),
        ("x = 'a b c'.split()", ["x = 'a c'.split()"]),
        ("x = -1", ["x = -2"]),
        ("f(True)", ["pass", "f(False)"]),
        ("if a:\n    raise E('text')", ["if False:\n    raise E('text')", "if a:\n    pass"]),
        ("for x in y:\n    break", ["for x in y:\n    continue"]),
        ("x += 1", ["x -= 1", "x += 2"]),
    ],
)
def test_an_operator_of_python_is_changed(source: str, mutants: list[str]) -> None:
    assert [mutant.planted_in(source) for mutant in python_mutants(source, "x.py")] == mutants


@pytest.mark.parametrize(
    "source",
    [
        '"""Text."""',
        "log.warning('text', 1)",
        "x: Literal['a'] = y",
        "T = TypeVar('T', bound='X')",
        "assert x == 1",
        "if TYPE_CHECKING:\n    x = 1",
        "class A(Protocol):\n    x = 1",
        "__all__ = ['a', 'b']",
        "f'{x + 1}'",
        "x = cast('int', y)",
    ],
)
def test_what_no_test_can_notice_is_not_changed(source: str) -> None:
    assert [mutant.change for mutant in python_mutants(source, "x.py")] == []


@pytest.mark.parametrize(
    ("source", "mutants"),
    [
        ("WHERE a < $b RETURN a", ["RETURN a", "WHERE a <= $b RETURN a"]),
        (
            "WHERE a.x AND b.y RETURN a",
            ["WHERE b.y RETURN a", "WHERE a.x RETURN a", "WHERE a.x OR b.y RETURN a"],
        ),
        ("(a)-[:T]->(b)", ["(a)<-[:T]-(b)"]),
        ("RETURN x.from_step", ["RETURN x.until_step"]),
        ("RETURN x ORDER BY x, y", ["RETURN x", "RETURN x ORDER BY x",
                                    "RETURN x ORDER BY x, y DESC"]),
        ("RETURN DISTINCT x LIMIT 3", ["RETURN x LIMIT 3", "RETURN DISTINCT x",
                                       "RETURN DISTINCT x LIMIT 4"]),
        ("OPTIONAL MATCH (a) SET a.x = 'AND'", ["MATCH (a) SET a.x = 'AND'",
                                                "OPTIONAL MATCH (a)"]),
        ("// WHERE a < b", []),
    ],
)  # fmt: skip
def test_an_operator_of_cypher_is_changed(source: str, mutants: list[str]) -> None:
    texts = [mutant.planted_in(source) for mutant in cypher_mutants(source, "x.cypher")]

    assert [" ".join(text.split()) for text in texts] == mutants


@pytest.mark.parametrize("name", ROOMS)
def test_every_mutant_of_the_rooms_can_be_parsed(name: str) -> None:
    paths = [path for path in ROOMS[name].files(ROOT) if path.endswith(".py")][:3]
    for path in paths:
        source = (ROOT / path).read_text(encoding="utf-8")
        for mutant in python_mutants(source, path):
            compile(mutant.planted_in(source), path, "exec")


def test_rooms_name_what_is_there() -> None:
    for room in ROOMS.values():
        assert all(
            (ROOT / place).exists() for place in (*room.sources, *room.tests, *room.left_out)
        )
        assert room.files(ROOT) and room.test_files(ROOT)


def test_a_sample_stays_the_same_when_mutants_are_added_elsewhere() -> None:
    def mutant(order: int) -> Mutant:
        return Mutant("x.py", f"f{order}", 1, order, order + 1, "1", "2")

    few = sample_of([mutant(order) for order in range(50)], 10, seed=1)
    more = sample_of([mutant(order) for order in range(60)], 10, seed=1)

    assert len(few) == 10
    assert {m.id for m in more} - {m.id for m in few} <= {mutant(o).id for o in range(50, 60)}
    assert sample_of(few, 10, seed=2) == few


def test_a_line_belongs_to_the_innermost_function() -> None:
    source = (
        "class A:\n    def f(self):\n        def g():\n            return 1\n        return g\n"
    )

    assert functions_by_line(source) == {3: "A.f", 4: "A.f.g", 5: "A.f"}


def wait_for_ever() -> dict[str, object]:
    time.sleep(600)
    return {}


def compute_for_ever() -> dict[str, object]:
    while True:
        pass


def crash() -> dict[str, object]:
    os.kill(os.getpid(), signal.SIGKILL)
    return {}


def test_a_process_that_never_ends_is_stopped(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "IDLE_SECONDS", 0.5)

    assert in_child(wait_for_ever, tree=tree, cpu_seconds=60) is None
    assert in_child(compute_for_ever, tree=tree, cpu_seconds=1) is None


def test_a_process_that_crashes_is_no_survivor(tree: Path) -> None:
    assert in_child(crash, tree=tree, cpu_seconds=60) == {"fatal": child.FATAL}


@given(st.just(0.3))
@settings(max_examples=1)
def test_an_example_may_take_long_so_that_a_busy_machine_kills_no_mutant(seconds: float) -> None:
    time.sleep(seconds)  # Hypothesis alone allows 0.2


def test_the_copy_follows_the_checkout(tmp_path: Path) -> None:
    checkout, tree = tmp_path / "checkout", tmp_path / "tree"
    checkout.mkdir()
    subprocess.run(["git", "init", "-q", checkout], check=True)
    (checkout / ".gitignore").write_text("*.log\n")
    for name in ("a.py", "b.py", "c.log"):
        (checkout / name).write_text("x = 1\n")
    copy_checkout(checkout, tree)
    (checkout / "a.py").write_text("x = 22\n")
    (checkout / "b.py").unlink()

    copy_checkout(checkout, tree)

    assert sorted(path.name for path in tree.iterdir()) == [".gitignore", "a.py"]
    assert (tree / "a.py").read_text() == "x = 22\n"


def test_a_planted_text_is_taken_out_again_with_its_time(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("x = 1\n")
    before = path.stat().st_mtime_ns

    with pytest.raises(KeyError), planted(path, "x = 2\n"):
        assert path.read_text() == "x = 2\n"
        raise KeyError

    assert (path.read_text(), path.stat().st_mtime_ns) == ("x = 1\n", before)
