"""doctor: what is there, what is not, and when that is an error."""

import json

import pytest

from tests.pipeline.commands.conftest import run


def findings(*arguments: str) -> dict[str, dict[str, str]]:
    return {one["what"]: one for one in json.loads(run("doctor", "--json", *arguments).stdout)}


def test_what_is_there_is_told(filled):
    found = findings()

    assert {"python", "packages", "gpu", "encoder", "reader", "store", "ledger"} <= set(found)
    assert found["encoder"]["state"] == "ok"
    assert "53aa51172d14" in found["encoder"]["detail"]
    assert found["store"]["detail"].endswith("2 documents")
    assert "torch" in found["packages"]["detail"]


def test_what_is_not_made_yet_is_no_error(clean):
    result = run("doctor")

    assert result.exit_code == 0
    assert findings()["store"]["state"] == findings()["ledger"]["state"] == "missing"
    assert not list(clean.iterdir())


@pytest.mark.parametrize("what", ["store", "ledger"])
def test_what_cannot_be_opened_is_three(clean, what):
    (clean / "notes").write_text("my notes " * 1000)
    url = {"store": "ladybug:notes", "ledger": "sqlite:///notes"}[what]

    result = run("doctor", f"--{what}", url)

    assert result.exit_code == 3
    assert findings(f"--{what}", url)[what]["state"] == "broken"


def test_a_checkpoint_that_is_not_there_comes_with_the_mend(clean, monkeypatch):
    monkeypatch.setenv("STEPGRAPH_CHECKPOINT", "nowhere")

    found = findings()["reader"]

    assert found["state"] == "broken"
    assert "STEPGRAPH_CHECKPOINT" in found["fix"]


def test_an_encoder_with_other_weights_is_told_by_its_hash(clean, monkeypatch):
    for name in ("config.json", "model.safetensors", "tokenizer.json"):
        (clean / name).write_text("{}")
    monkeypatch.setenv("STEPGRAPH_ENCODER", str(clean))

    found = findings()["encoder"]

    assert found["state"] == "broken"
    assert "model.safetensors" in found["detail"]


def test_no_password_is_shown(clean, monkeypatch):
    monkeypatch.setenv("NEO4J_URI", "bolt://me:canary-1@127.0.0.1:1")
    monkeypatch.setenv("NEO4J_PASSWORD", "canary-2")
    url = "postgresql+psycopg://me:canary-3@127.0.0.1:1/x"

    result = run("doctor", "--store", "bolt://me:canary-4@127.0.0.1:1", "--ledger", url)

    assert result.exit_code == 3
    assert "canary" not in result.output
