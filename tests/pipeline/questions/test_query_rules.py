"""A user's own Cypher is run with its parameters; the networks of questions are checked first."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from pipeline.errors import BadInput, CheckpointError, QueryRefused
from pipeline.inference.checkpoints import DEFAULT_QUESTION_NETWORKS
from pipeline.questions.own_cypher import read_value, run_cypher
from pipeline.questions.question_networks import NAMES, expectations, load_question_networks
from pipeline.stores.graph_schema import SCHEMA
from pipeline.stores.transaction_time import LATEST, OPEN_END

DAY = datetime(2024, 1, 1)
JOINED = "MATCH (a)-[:MOVES]->(b)<-[:MOVES]-(c) RETURN a"


class Engine:
    """A store that keeps what it runs."""

    schema = SCHEMA

    def __init__(self, engine: str = "neo4j", older: int = 0, refusal: str = "") -> None:
        self.engine = engine
        self.answers_every_shape = engine == "neo4j"
        self.run: list[tuple[str, Mapping[str, Any]]] = []
        self._older = older
        self._refusal = refusal

    def ask(self, cypher: str, parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
        if cypher.startswith("//"):
            return [{"readings": self._older, "name": "x"}]
        if self._refusal:
            raise QueryRefused("refused", self._refusal)
        self.run.append((cypher, parameters))
        return [{"n": 1}]


def refusal(text: str, store: Engine | None = None, **options: Any) -> str:
    parameters = options.pop("parameters", {})
    with pytest.raises(BadInput) as error:
        run_cypher(text, parameters, store=store or Engine(), **options)  # type: ignore[arg-type]
    return str(error.value)


def test_only_the_parameters_that_are_used_are_filled_in():
    store = Engine()
    every = "MATCH (r:Reading {id: $id}) WHERE r.recorded_from < $as_of RETURN $open_end"

    rows = run_cypher(every, {"id": "a"}, store=store)  # type: ignore[arg-type]
    run_cypher(every, {"id": "a"}, store=store, as_of=DAY)  # type: ignore[arg-type]
    run_cypher("RETURN 1", {}, store=store)  # type: ignore[arg-type]
    run_cypher("RETURN $as_of", {"as_of": "own"}, store=store)  # type: ignore[arg-type]

    assert rows == [{"n": 1}]
    assert [parameters for _, parameters in store.run] == [
        {"id": "a", "as_of": LATEST, "open_end": OPEN_END},
        {"id": "a", "as_of": DAY, "open_end": OPEN_END},
        {},
        {"as_of": "own"},
    ]


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("RETURN $b + $a", {}, "the Cypher needs $a; give it with -p a=…"),
        ("RETURN 1", {"parameters": {"b": 1, "a": 1}}, "the Cypher does not use $a; leave it out"),
        ("RETURN 1", {"as_of": DAY}, "--as-of has no effect"),
        ("RETURN $a", {"parameters": {"a": "x\0"}}, "-p a contains a NUL"),
        ("RETURN $a", {"parameters": {"a": ["x", {"k": ["\0"]}]}}, "-p a contains a NUL"),
        ("RETURN $a", {"parameters": {"a": {"\0": 1}}}, "-p a contains a NUL"),
        ("RETURN $a", {"parameters": {"a": "x\ud800"}}, "-p a is not valid Unicode"),
        ("RETURN $a", {"parameters": {"a": ["\udfff x"]}}, "-p a is not valid Unicode"),
        ("CREATE (:X)", {}, "must begin with MATCH"),
        ("CALL show_tables() RETURN *", {}, "is of another engine"),
        ("MATCH (e:Zzz) RETURN e", {}, "there is no label 'Zzz'"),
    ],
)
def test_a_query_or_a_value_that_cannot_be_run_is_refused(text, options, message):
    store = Engine()

    assert message in refusal(text, store, **options)
    assert store.run == []


@pytest.mark.parametrize("value", ["\ud7ff", "\ue000", "é", [1, None, "x"], {"k": 1.5}, b"x"])
def test_any_other_value_is_passed_on(value):
    store = Engine()

    run_cypher("RETURN $a", {"a": value}, store=store)  # type: ignore[arg-type]

    assert store.run == [("RETURN $a", {"a": value})]


def test_a_shape_is_refused_only_where_the_engine_answers_it_wrongly():
    run_cypher(JOINED, {}, store=Engine("neo4j"))  # type: ignore[arg-type]

    assert "put a WITH between them" in refusal(JOINED, Engine("ladybug"))


def test_readings_that_no_longer_hold_are_counted_only_on_demand():
    text = "MATCH (e:Entity) RETURN e.name"

    assert "(2 in this store)" in refusal(text, Engine(older=2))
    assert run_cypher(text, {}, store=Engine(older=2), all_readings=True) == [{"n": 1}]  # type: ignore[arg-type]


def test_what_the_engine_refuses_is_explained():
    message = refusal("RETURN foo(1)", Engine(refusal="Unknown function 'foo'"))

    assert message == "Neo4j has no function foo(); Neo4j's functions are in its Cypher manual"


@pytest.mark.parametrize(
    ("text", "value"),
    [("3", 3), ("1.5", 1.5), ("true", True), ('{"a": [1]}', {"a": [1]}), ("tea", "tea"), ("", "")],
)
def test_a_value_is_json_if_it_can_be_read_so(text, value):
    assert read_value(text) == value


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DEFAULT_QUESTION_NETWORKS, tmp_path / "questions"))


def change(folder: Path, **changed: Any) -> None:
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | changed))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"weights_sha256": "0"}, "weights.safetensors' is damaged; make it again with 'stepgraph"),
        ({"expects": {}}, "fits another version of the code; make it again with"),
        ({"thresholds": {"alone": 1}}, "cannot be read: .*; make it again with 'stepgraph train-q"),
        ({"thresholds": None}, "cannot be read: .*; make it again with 'stepgraph train-questions"),
    ],
)
def test_a_config_that_does_not_fit_is_refused_with_the_fix(copy, changed, message):
    change(copy, **changed)

    with pytest.raises(CheckpointError, match=message):
        load_question_networks(copy)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}"])
def test_a_config_that_is_no_json_is_refused(copy, text):
    (copy / "config.json").write_text(text)

    with pytest.raises(CheckpointError, match="cannot be read"):
        load_question_networks(copy)


@pytest.mark.parametrize("name", ["config.json", "weights.safetensors"])
def test_a_file_that_is_missing_is_named_with_the_fix(copy, name):
    (copy / name).unlink()

    with pytest.raises(CheckpointError, match="holds no networks for questions; make it again"):
        load_question_networks(copy)


def test_the_networks_take_and_give_what_the_code_expects():
    own, expected = load_question_networks(), expectations()
    networks = {name: getattr(own, name) for name in NAMES}

    assert expected.keys() == {"intents", "roles", "step_features", "verdict_features"}
    n_outputs = {name: network.output_bias.shape[1] for name, network in networks.items()}
    assert n_outputs == {
        "intents": len(expected["intents"]), "roles": len(expected["roles"]),
        "steps": 1, "none": 1, "verdict": 1,
    }  # fmt: skip
    assert networks["steps"].mean.shape == networks["none"].mean.shape
    assert networks["steps"].mean.shape == (len(expected["step_features"]),)
    assert networks["verdict"].mean.shape == (len(expected["verdict_features"]),)
    config = json.loads((DEFAULT_QUESTION_NETWORKS / "config.json").read_text())
    assert (own.thresholds.alone, own.thresholds.either, own.thresholds.verdict) == tuple(
        config["thresholds"][name] for name in ("alone", "either", "verdict")
    )
