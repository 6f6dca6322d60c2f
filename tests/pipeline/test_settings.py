"""Settings come from the environment, options win, and secrets stay where they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.errors import BadInput
from pipeline.settings import load_settings


@pytest.fixture(autouse=True)
def _empty_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    for name in os.environ:
        if name.startswith(("STEPGRAPH_", "NEO4J_")):
            monkeypatch.delenv(name)


def test_store_and_ledger_are_under_the_state_folder():
    settings = load_settings(state=Path("/kept"))

    assert settings.store == "ladybug:/kept/graph.lbug"
    assert settings.ledger == "sqlite:////kept/ledger.db"
    assert load_settings().ledger == "sqlite:///.stepgraph/ledger.db"


def test_an_option_takes_precedence_over_the_environment_unless_it_is_none(monkeypatch):
    monkeypatch.setenv("STEPGRAPH_BATCH_SIZE", "7")
    monkeypatch.setenv("STEPGRAPH_DEVICE", "cpu")

    settings = load_settings(batch_size=9, device=None)

    assert (settings.batch_size, settings.device) == (9, "cpu")


@pytest.mark.parametrize("name", ["NEO4J_USERNAME", "NEO4J_USER"])
def test_both_variables_for_the_user_name_are_read(monkeypatch, name):
    monkeypatch.setenv(name, "ada")

    assert load_settings().neo4j_username == "ada"


def test_the_store_neo4j_is_the_server_of_the_environment(monkeypatch):
    monkeypatch.setenv("NEO4J_URI", "neo4j://here:7687")

    assert load_settings(store="neo4j").store == "neo4j://here:7687"
    assert load_settings().store.startswith("ladybug:")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("STEPGRAPH_BATCH_SIZE", "many", "STEPGRAPH_BATCH_SIZE='many': .*integer"),
        ("STEPGRAPH_BATCH_SIZE", "0", "STEPGRAPH_BATCH_SIZE='0': .*greater than or equal to 1"),
        ("STEPGRAPH_DEVICE", "tpu", "STEPGRAPH_DEVICE='tpu': .*'auto', 'cpu' or 'cuda'"),
        ("STEPGRAPH_STORE", "neo4j", "the store 'neo4j' needs NEO4J_URI"),
    ],
)
def test_an_invalid_setting_is_named_in_one_line(monkeypatch, name, value, message):
    monkeypatch.setenv(name, value)

    with pytest.raises(BadInput, match=message) as refused:
        load_settings()

    assert "\n" not in str(refused.value)


def test_a_misspelt_option_is_refused():
    with pytest.raises(BadInput, match="batchsize"):
        load_settings(batchsize=3)


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("STEPGRAPH_BATCHSIZE", "STEPGRAPH_BATCH_SIZE"),
        ("STEPGRAPH_BATCH", "STEPGRAPH_BATCH_SIZE"),
        ("stepgraph_stor", "STEPGRAPH_STORE"),
        ("STEPGRAPH_LEGDER", "STEPGRAPH_LEDGER"),
        ("STEPGRAPH_TRACEBAK", "STEPGRAPH_TRACEBACK"),
        ("STEPGRAPH_HTTP_AUTH", "STEPGRAPH_HTTP_AUTHORIZATION"),
    ],
)
def test_a_misspelled_variable_is_refused_with_the_nearest_name(monkeypatch, name, right):
    monkeypatch.setenv(name, "8")

    with pytest.raises(BadInput) as refused:
        load_settings()

    assert str(refused.value) == f"{name} is no setting; did you mean {right}? Rename or unset it"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("STEPGRAPH_PORT", "tcp://10.0.0.7:80"),  # as Kubernetes names a service called stepgraph
        ("STEPGRAPH_PORT_80_TCP_ADDR", "10.0.0.7"),
        ("STEPGRAPH_SERVICE_HOST", "10.0.0.7"),
        ("STEPGRAPH_SERVICE_PORT", "80"),
        ("STEPGRAPHER_STOR", "x"),
        ("MY_STEPGRAPH_STOR", "x"),
        ("NEO4J_AUTH", "none"),
        ("STEPGRAPH_STOR", ""),
        ("STEPGRAPH_LOG_LEVEL", "info"),
        ("STEPGRAPH_PROPARA", "propara"),
        ("STEPGRAPH_REQUIRE_NEO4J", "1"),
        ("STEPGRAPH_TEST_POSTGRES", "x"),
    ],
)
def test_variables_of_other_programs_and_empty_ones_are_left_alone(monkeypatch, name, value):
    monkeypatch.setenv(name, value)

    assert load_settings().batch_size == 512


def test_no_secret_is_shown_or_put_into_json(monkeypatch):
    monkeypatch.setenv("NEO4J_PASSWORD", "canary")
    settings = load_settings(
        store="neo4j://ada:canary@host:7687",
        ledger="postgresql://ada:canary@host/db?password=canary",
    )

    assert "canary" not in repr(settings)
    assert "canary" not in settings.model_dump_json()
    assert settings.model_dump(mode="json")["ledger"] == "postgresql://ada@host/db"
    assert settings.neo4j_password is not None
    assert settings.neo4j_password.get_secret_value() == "canary"
