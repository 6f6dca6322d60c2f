"""Which tests reach which functions: a mutant is tried on those tests alone."""

from __future__ import annotations

import ast
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import coverage
import pytest

from tests.mutants.child import in_child, run_tests
from tests.mutants.mutant import Mutant
from tests.mutants.python_mutants import functions_by_line

__all__ = ["Reach", "near", "reach_of", "tests_for"]

MEASURING_SECONDS = 600  # of the processor, for one file of tests
PASSED, NO_TESTS = 0, 5


@dataclass(frozen=True, slots=True)
class Reach:
    """What a file of tests reaches.

    functions: tests by function, ``path::Class.function``. files: Cypher that is read, and modules
    that are imported. seconds: of the processor, by test. failing: tests that fail with no mutant.
    """

    functions: Mapping[str, list[str]] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    seconds: Mapping[str, float] = field(default_factory=dict)
    failing: list[str] = field(default_factory=list)


def reach_of(test_file: str, *, tree: Path, sources: list[str], markers: str) -> Reach:
    """Run the tests of one file, parameters together, and watch what they reach."""
    arguments = [test_file, "-m", markers]
    answer = in_child(
        lambda: asdict(_watched(arguments, tree, sources)),
        tree=tree,
        cpu_seconds=MEASURING_SECONDS,
    )
    if answer is None or "fatal" in answer:
        raise RuntimeError(f"{test_file} does not end without a mutant: run it alone")
    return Reach(**answer)


def tests_for(mutant: Mutant, reaches: Mapping[str, Reach], modules: set[str]) -> list[str]:
    """The tests that reach the mutant: those of its own file first, then the fastest files.

    ``modules``: that of the mutant and those that import it, files of tests among them; what is
    outside functions is reached by whatever reaches these.
    """
    chosen: dict[str, list[str]] = {}
    for test_file, reach in reaches.items():
        reaching = _reaching(mutant, reach, modules)
        if test_file in modules and not mutant.in_function:
            reaching = {*reach.seconds}  # it may use a table and no function
        tests = reaching - {*reach.failing}
        if tests:
            chosen[test_file] = sorted(tests, key=lambda test: reach.seconds.get(test, 0.0))
    own = f"test_{Path(mutant.path).stem}.py"
    order = sorted(
        chosen, key=lambda name: (Path(name).name != own, sum(reaches[name].seconds.values()))
    )
    return [test for test_file in order for test in chosen[test_file]]


def _reaching(mutant: Mutant, reach: Reach, modules: set[str]) -> set[str]:
    if mutant.path.endswith(".cypher"):
        return {*reach.seconds} if mutant.path in reach.files else set()
    if mutant.in_function:
        return {*reach.functions.get(f"{mutant.path}::{mutant.where}", ())}
    return {
        test
        for function, tests in reach.functions.items()
        if function.partition("::")[0] in modules
        for test in tests
    }


class _Watching:
    """Notes for each line which test runs it; what a shared fixture runs counts for its file."""

    def __init__(self, measured: coverage.Coverage) -> None:
        self.seconds: dict[str, float] = {}
        self.failing: set[str] = set()
        self._coverage = measured
        self._test = ""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._test = _function_of(item.nodeid)
        self._coverage.switch_context(self._test)
        start = time.process_time()
        result = yield
        spent = self.seconds.get(self._test, 0.0) + time.process_time() - start
        self.seconds[self._test] = round(spent, 3)
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Iterator[None]:
        if fixturedef.scope == "function":
            return (yield)
        self._coverage.switch_context(self._test.partition("::")[0])
        try:
            return (yield)
        finally:
            self._coverage.switch_context(self._test)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failing.add(_function_of(report.nodeid))


def _watched(arguments: list[str], tree: Path, sources: list[str]) -> Reach:
    read: set[str] = set()

    def note(event: str, details: tuple[Any, ...]) -> None:
        if event == "open" and str(details[0]).endswith(".cypher"):
            read.add(str(tree / details[0]))

    sys.addaudithook(note)
    measured = coverage.Coverage(
        data_file=None, config_file=False, include=[str(tree / path) for path in sources]
    )
    watching = _Watching(measured)
    measured.start()
    code = run_tests(arguments, [watching])
    measured.stop()
    if code not in (PASSED, NO_TESTS) and not watching.failing:
        raise RuntimeError(f"pytest ended with {code}")
    files = {path for path in read if Path(path).is_relative_to(tree)}
    return Reach(
        _by_function(measured.get_data(), tree, [*watching.seconds]),
        sorted(str(Path(path).relative_to(tree)) for path in files),
        watching.seconds,
        sorted(watching.failing),
    )


def _by_function(data: coverage.CoverageData, tree: Path, tests: list[str]) -> dict[str, list[str]]:
    reached: dict[str, set[str]] = {}
    for file in data.measured_files():
        functions = functions_by_line(Path(file).read_text(encoding="utf-8"))
        path = str(Path(file).relative_to(tree))
        for line, contexts in data.contexts_by_lineno(file).items():
            if line in functions:
                reached.setdefault(f"{path}::{functions[line]}", set()).update(contexts)
    return {name: _tests(contexts, tests) for name, contexts in reached.items()}


def _tests(contexts: set[str], tests: list[str]) -> list[str]:
    """The tests of these contexts; a context that is a file stands for all of its tests."""
    whole = any(context and "::" not in context for context in contexts)
    return sorted(tests if whole else contexts & {*tests})


def _function_of(test: str) -> str:
    return test.partition("[")[0]


def near(path: str, tree: Path, sources: list[str]) -> set[str]:
    """The module at ``path``, and the sources that import names of it."""
    module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return {path} | {
        source
        for source in sources
        if source.endswith(".py") and module in _imported((tree / source).read_text())
    }


def _imported(source: str) -> set[str]:
    return {
        node.module
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module
    }
