"""Rooms of pipeline/: each one is in the import contract, and nothing else lies at the top."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
FLAT = {"cli", "settings", "errors", "logs", "redaction", "retry"}


def layers_of(package: str) -> set[str]:
    """Names directly under ``package`` in the contract that keeps imports in one direction."""
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    [contract] = [each for each in linter["contracts"] if each["type"] == "layers"]
    modules = [name for layer in contract["layers"] for name in re.split(r"\s*[|:]\s*", layer)]
    return {name.removeprefix(f"{package}.") for name in modules if name.startswith(f"{package}.")}


def test_every_room_and_flat_module_of_pipeline_is_in_the_import_contract():
    rooms = {path.parent.name for path in (ROOT / "pipeline").glob("*/__init__.py")}
    flat = {path.stem for path in (ROOT / "pipeline").glob("*.py")} - {"__init__", "__main__"}

    assert rooms | flat | {"__main__"} == layers_of("pipeline")


def test_the_flat_modules_of_pipeline_are_those_that_every_room_may_need():
    flat = {path.stem for path in (ROOT / "pipeline").glob("*.py")} - {"__init__", "__main__"}

    assert flat == FLAT


def test_every_folder_of_pipeline_with_python_is_a_package():
    folders = {path.parent for path in (ROOT / "pipeline").glob("*/*.py")}

    assert all((folder / "__init__.py").is_file() for folder in folders)
