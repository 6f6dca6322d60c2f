"""One mutant: planted, tried on the tests that reach it, and taken out again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest

from tests.mutants.child import in_child, run_tests
from tests.mutants.mutant import Mutant
from tests.mutants.tree import planted

__all__ = ["Outcome", "Verdict", "try_mutant"]

Verdict = Literal["killed", "killed by time", "survived", "not reached"]
SECONDS_AT_LEAST = 20.0  # of the processor, above what the tests take without a mutant
TIMES_AS_LONG = 5.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """``by``: the test that failed first, "" if none did; ``tests``: how many were tried."""

    verdict: Verdict
    tests: int
    by: str = ""


def try_mutant(
    mutant: Mutant, tests: Sequence[str], *, tree: Path, markers: str, seconds: Mapping[str, float]
) -> Outcome:
    """Run the tests with the mutant in place until one fails. ``seconds`` are those without it."""
    if not tests:
        return Outcome("not reached", 0)
    file = tree / mutant.path
    text = mutant.planted_in(file.read_text(encoding="utf-8"))
    limit = SECONDS_AT_LEAST + TIMES_AS_LONG * sum(seconds.get(test, 0.0) for test in tests)
    with planted(file, text):
        answer = in_child(lambda: _tried(tests, markers), tree=tree, cpu_seconds=limit)
    if answer is None:
        return Outcome("killed by time", len(tests))
    if "fatal" in answer:
        return Outcome("killed", len(tests), answer["fatal"])
    if answer["code"] == pytest.ExitCode.NO_TESTS_COLLECTED:
        raise RuntimeError(f"{' '.join(tests)}: no such tests")
    if answer["code"] == pytest.ExitCode.OK:
        return Outcome("survived", len(tests))
    return Outcome("killed", len(tests), answer["by"])


class _FirstFailure:
    def __init__(self) -> None:
        self.name = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.name:
            self.name = report.nodeid.partition("[")[0]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.name:
            self.name = report.nodeid


def _tried(tests: Sequence[str], markers: str) -> dict[str, Any]:
    first = _FirstFailure()
    code = run_tests(["-x", "-m", markers, *tests], [first])
    return {"code": code, "by": first.name}
