"""kgmodel is a leaf: it runs where only tensors are installed, and imports nothing of the rest."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ALLOWED = {"kgmodel", "torch", "numpy", "safetensors", "tokenizers"}


@pytest.mark.parametrize(
    "path",
    sorted((ROOT / "kgmodel").rglob("*.py")),
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_kgmodel_knows_only_tensors(path):
    imported = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add("kgmodel" if node.level else str(node.module).split(".")[0])

    assert imported - sys.stdlib_module_names <= ALLOWED
