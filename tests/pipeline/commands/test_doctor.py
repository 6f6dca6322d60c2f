"""doctor: which parts work, which are missing, and when that is an error."""

import json
import shutil

import pytest

from pipeline.inference.checkpoints import DEFAULT_TAGGER
from tests.pipeline.commands.conftest import run


def findings(*arguments: str) -> dict[str, dict[str, str]]:
    return {
        finding["what"]: finding
        for finding in json.loads(run("doctor", "--json", *arguments).stdout)
    }


def test_every_part_is_reported(filled):
    by_name = findings()

    assert {"python", "packages", "gpu", "encoder", "reader", "store", "ledger"} <= set(by_name)
    assert by_name["encoder"]["state"] == "ok"
    assert "53aa51172d14" in by_name["encoder"]["detail"]
    assert by_name["store"]["detail"].endswith("2 documents")
    assert "torch" in by_name["packages"]["detail"]


def test_a_store_that_does_not_exist_yet_is_no_error(clean):
    result = run("doctor")

    assert result.exit_code == 0
    assert findings()["store"]["state"] == findings()["ledger"]["state"] == "missing"
    assert not list(clean.iterdir())


@pytest.mark.parametrize("component", ["store", "ledger"])
def test_a_store_or_ledger_that_cannot_be_opened_exits_with_three(clean, component):
    (clean / "notes").write_text("my notes " * 1000)
    url = {"store": "ladybug:notes", "ledger": "sqlite:///notes"}[component]

    result = run("doctor", f"--{component}", url)

    assert result.exit_code == 3
    assert findings(f"--{component}", url)[component]["state"] == "broken"


def test_a_missing_checkpoint_is_reported_with_a_fix(clean, monkeypatch):
    monkeypatch.setenv("STEPGRAPH_CHECKPOINT", "nowhere")

    finding = findings()["reader"]

    assert finding["state"] == "broken"
    assert "STEPGRAPH_CHECKPOINT" in finding["fix"]


def test_a_tagger_without_a_choice_of_entities_is_reported_with_a_fix(clean, monkeypatch):
    for name in ("config.json", "weights.safetensors"):
        shutil.copy(DEFAULT_TAGGER / name, clean)
    monkeypatch.setenv("STEPGRAPH_TAGGER", str(clean))

    finding = findings()["entity finder"]

    assert finding["state"] == "broken"
    assert "train-choice" in finding["detail"]


def test_an_encoder_with_other_weights_is_recognised_by_its_hash(clean, monkeypatch):
    for name in ("config.json", "model.safetensors", "tokenizer.json"):
        (clean / name).write_text("{}")
    monkeypatch.setenv("STEPGRAPH_ENCODER", str(clean))

    finding = findings()["encoder"]

    assert finding["state"] == "broken"
    assert "model.safetensors" in finding["detail"]


def test_no_password_is_shown(clean, monkeypatch):
    monkeypatch.setenv("NEO4J_URI", "bolt://me:canary-1@127.0.0.1:1")
    monkeypatch.setenv("NEO4J_PASSWORD", "canary-2")
    url = "postgresql+psycopg://me:canary-3@127.0.0.1:1/x"

    result = run("doctor", "--store", "bolt://me:canary-4@127.0.0.1:1", "--ledger", url)

    assert result.exit_code == 3
    assert "canary" not in result.output
