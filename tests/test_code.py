"""The code never runs a shell and never loads what could run code of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("pipeline", "stepgraph", "flows", "kgmodel", "benchmarks", "docs", "tests")
MODULES = {"pickle", "cPickle", "dill", "cloudpickle", "joblib", "marshal", "shelve"}
CALLS = {"os.system", "os.popen", "subprocess.getoutput", "eval", "exec", "numpy.load", "np.load"}
FILES = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]


def offences(code: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] in MODULES)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in MODULES:
            yield str(node.module)
        elif isinstance(node, ast.Call):
            yield from _of_call(node)


def _of_call(node: ast.Call) -> Iterator[str]:
    name = ast.unparse(node.func)
    keywords = {keyword.arg: keyword.value for keyword in node.keywords}
    if name in CALLS:
        yield name
    if "shell" in keywords and not _is(keywords["shell"], False):
        yield f"{name}(shell=…)"
    if name == "yaml.load" or name.endswith(".yaml.load"):
        yield name
    if name == "torch.load" and not _is(keywords.get("weights_only"), True):
        yield "torch.load without weights_only=True"


def _is(value: ast.expr | None, expected: bool) -> bool:
    return isinstance(value, ast.Constant) and value.value is expected


@pytest.mark.parametrize(
    "wrong",
    [
        "import pickle",
        "from joblib import load",
        "import os\nos.system('ls')",
        "import subprocess as s\ns.run('ls', shell=True)",
        "import yaml\nyaml.load(text)",
        "import torch\ntorch.load('x')",
        "import torch\ntorch.load('x', weights_only=False)",
        "exec(text)",
    ],
)
def test_unsafe_code_is_noticed(wrong):
    assert len(list(offences(wrong))) == 1


def test_safe_code_is_not_reported():
    safe = "import torch, yaml\nmodel.eval()\ntorch.load('x', weights_only=True)\nyaml.safe_load(t)"

    assert list(offences(safe)) == []


def test_our_code_is_safe():
    offences_by_file = {
        str(path.relative_to(ROOT)): list(offences(path.read_text(encoding="utf-8")))
        for path in FILES
    }

    assert {path.relative_to(ROOT).parts[0] for path in FILES} == set(FOLDERS)
    assert {name: lines for name, lines in offences_by_file.items() if lines} == {}
