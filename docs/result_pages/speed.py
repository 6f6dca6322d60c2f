"""Documents a second, peak memory, and what more workers add."""

from __future__ import annotations

from typing import Any

from result_pages.markdown import Values, commands, count, decimal, percent, record, table

DATABASES = {"postgresql": "PostgreSQL", "sqlite": "SQLite"}
STORES = {"embedded": "Ladybug, SQLite", "servers": "Neo4j, PostgreSQL"}
MEMORY_STORES = {"none": "none: documents are read and dropped", "embedded": "Ladybug"}


def values() -> Values:
    speed, memory, workers = record("throughput"), record("memory"), record("workers")
    ratio, runs = speed["batch_against_one"], speed["end_to_end"]
    largest = max(run["documents"] for run in runs)
    largest_runs = {run["entities"]: run for run in runs if run["documents"] == largest}
    return {
        "machine": speed["machine"],
        "ingest": table(
            ["entities", "documents", "seconds", "documents/s", "peak memory, MB"],
            [
                [
                    run["entities"],
                    count(run["documents"]),
                    decimal(run["seconds"]),
                    decimal(run["documents_per_second"]),
                    count(run["peak_memory_mb"]),
                ]
                for run in runs
            ],
        ),
        "ingest_rate": decimal(largest_runs["given"]["documents_per_second"]),
        "found_rate": decimal(largest_runs["discovered"]["documents_per_second"]),
        "stages": _stages(runs),
        "in_one_call": decimal(ratio["batch_documents_per_second"]),
        "one_by_one": decimal(ratio["one_by_one_documents_per_second"]),
        "ratio": str(ratio["ratio"]),
        "n_in_call": str(ratio["documents"]),
        "command": commands([speed["command"]]),
        "commit": f"`{speed['commit']}`",
        "memory": table(
            ["store", "documents", "peak memory, MB"],
            [
                [MEMORY_STORES[run["store"]], count(run["documents"]), str(run["peak_memory_mb"])]
                for run in sorted(memory["runs"], key=lambda run: (run["store"], run["documents"]))
            ],
        ),
        "memory_batch": str(memory["batch"]),
        "in_flight": str(memory["batches_in_flight"]),
        "buffer_pool": str(memory["buffer_pool_mib"]),
        "memory_command": commands([memory["command"]]),
        "memory_commit": f"`{memory['commit']}`",
        **_reading(record("reading_speed")),
        **_long_documents(record("long_documents")),
        **_many_workers(record("many_workers")),
        **_ledger(record("ledger")),
        **_workers(workers),
        **_gpu(record("gpu")),
        **_pages(record("pages")),
        **_app(record("app")),
    }


def _reading(result: dict[str, Any]) -> Values:
    read_all, first = result["read_all"], result["first_document"]
    return {
        "reading": table(
            ["entities", "documents", "read_all, documents/s", "ingest, documents/s", "ratio"]
            + ["read_all, processor ms a document", "ingest, processor ms a document"],
            [
                [
                    run["entities"],
                    count(run["documents"]),
                    decimal(run["read_all"]["documents_per_second"]),
                    decimal(run["ingest"]["documents_per_second"]),
                    decimal(run["ratio"], 2),
                    decimal(run["read_all"]["processor_ms_a_document"]),
                    decimal(run["ingest"]["processor_ms_a_document"]),
                ]
                for run in result["ingest"]
            ],
        ),
        "reading_machine": result["machine"],
        "reading_load": decimal(result["load"]),
        "before_commit": f"`{read_all['commits']['before']}`",
        "now_commit": f"`{read_all['commits']['now']}`",
        "read_all_ratio": decimal(read_all["ratio"], 2),
        "read_all_processor_ratio": decimal(read_all["processor_ratio"], 2),
        "read_all_turns": str(read_all["turns"]),
        "read_all_documents": count(read_all["documents"]),
        "first_seconds": decimal(first["median_processor_seconds"]),
        "first_runs": str(first["runs"]),
        "first_most": decimal(first["most"]),
        "reading_command": commands([result["command"]]),
        "reading_commit": f"`{result['commit']}`",
    }


def _stages(runs: list[dict[str, Any]]) -> str:
    """Documents a second of each stage, if it alone took time."""
    names = list(runs[0]["stages_documents_per_second"])
    return table(
        ["stage, documents/s"]
        + [f"entities {run['entities']}, {count(run['documents'])} documents" for run in runs],
        [
            [name, *(decimal(run["stages_documents_per_second"][name], 0) for run in runs)]
            for name in names
        ],
    )


def _long_documents(result: dict[str, Any]) -> Values:
    runs, stopped = result["runs"], result["stopped"]
    return {
        "long": table(
            [
                "read",
                "steps",
                "words",
                "processor seconds",
                "memory beyond the model's, MB",
                "load",
            ],
            [
                [
                    run["reader"],
                    count(run["size"]),
                    count(run["words"]),
                    decimal(run["seconds"]),
                    count(run["peak_memory_mb"] - run["loaded_memory_mb"]),
                    decimal(run["load"]),
                ]
                for run in runs
            ],
        ),
        "long_stops": table(
            ["SIGTERM after, processor s", "to the end, s", "to the end, processor s", "exit code"],
            [
                [
                    decimal(stop["after_processor_seconds"], 0),
                    decimal(stop["seconds"]),
                    decimal(stop["processor_seconds"]),
                    str(stop["exit_code"]),
                ]
                for stop in stopped["runs"]
            ],
        ),
        "long_stopped_steps": count(stopped["steps"]),
        "long_stopped_load": decimal(stopped["load"]),
        "long_refusal": result["refused"]["message"],
        "long_machine": result["machine"],
        "long_commits": ", ".join(dict.fromkeys(f"`{run['commit']}`" for run in runs)),
        "long_command": commands([result["command"]]),
    }


def _many_workers(result: dict[str, Any]) -> Values:
    runs = result["runs"]
    (alone,) = (run["documents_per_second"] for run in runs if run["workers"] == 1)
    efficiency = {
        run["workers"]: run["documents_per_second"] / (run["workers"] * alone) for run in runs
    }
    return {
        "many_workers": table(
            ["workers", "documents", "seconds", "documents/s", "efficiency, %", "model busy, %"]
            + ["load of the machine"],
            [
                [
                    str(run["workers"]),
                    count(run["documents"]),
                    decimal(run["seconds"]),
                    decimal(run["documents_per_second"], 2),
                    percent(efficiency[run["workers"]]),
                    percent(run["model_busy"]),
                    decimal(run["load_average"]),
                ]
                for run in runs
            ],
        ),
        "many_documents": str(runs[0]["documents"]),
        "many_batch": str(result["batch"]),
        "many_seconds": decimal(result["batch_seconds"], 0),
        "many_machine": result["machine"],
        "many_command": commands([result["command"]]),
        "many_commit": f"`{result['commit']}`",
    }


def _ledger(result: dict[str, Any]) -> Values:
    return {
        "ledger": table(
            ["ledger", "claimers", "work", "documents/s", "processor, s, claimers"]
            + ["processor, s, server", "documents a second of a processor"],
            [
                [
                    DATABASES[run["database"]],
                    str(run["claimers"]),
                    run["work"],
                    count(run["documents_per_second"]),
                    decimal(run["claimers_processor_seconds"], 2),
                    decimal(run["server_processor_seconds"], 2),
                    count(run["documents_per_processor_second"]),
                ]
                for run in result["runs"]
            ],
        ),
        "ledger_documents": count(result["documents"]),
        "ledger_batch": str(result["batch"]),
        "ledger_stages": str(result["stages"]),
        "ledger_turns": str(result["turns"]),
        "ledger_load": ", ".join(decimal(run["load_average"]) for run in result["runs"]),
        "ledger_machine": result["machine"],
        "ledger_command": commands([result["command"]]),
        "ledger_commit": f"`{result['commit']}`",
    }


def _workers(result: dict[str, Any]) -> Values:
    stages, bursts = result["stages"], result["bursts"]
    return {
        "bookkeeping": table(
            ["store, ledger", "documents/s", "seconds", "ledger, s", "Prefect, s", "share, %"],
            [
                [
                    STORES[run["store"]],
                    str(run["documents_per_second"]),
                    str(run["seconds"]),
                    str(run["ledger_seconds"]),
                    str(run["prefect_seconds"]),
                    percent(run["share"]),
                ]
                for run in stages
            ],
        ),
        "seconds_by_stage": table(
            ["stage, seconds", *(STORES[run["store"]] for run in stages)],
            [
                [name, *(decimal(run["seconds_by_stage"][name], 2) for run in stages)]
                for name in stages[0]["seconds_by_stage"]
            ],
        ),
        "stages_documents": count(stages[0]["documents"]),
        "stages_batch": str(result["batch"]),
        "processes_seconds": str(bursts["processes"]),
        "ray_seconds": str(bursts["ray"]),
        "workers_command": commands(
            [result["command"], f"{result['command']} --only bursts    # needs ray"]
        ),
        "workers_commit": f"`{result['commit']}`",
    }


def _gpu(result: dict[str, Any]) -> Values:
    agreement, trainings = result["agreement"], result["training"]
    return {
        "gpu_card": result["card"],
        "gpu_cores": str(result["cores"]),
        "gpu_torch": result["torch"],
        "gpu_documents": str(agreement["documents"]),
        "gpu_difference": f"{agreement['float32_largest_difference']:.5f}",
        "gpu_other_grids": percent(agreement["float32_other_grids"]),
        "gpu_other_grids_bf16": percent(agreement["bf16_other_grids"]),
        "gpu_reading": table(
            ["batch", "documents/s", "card busy, %", "peak memory of the card, MB"],
            [
                [
                    count(run["batch"]),
                    decimal(run["documents_per_second"]),
                    str(run["busy_percent"]),
                    count(run["peak_memory_mb"]),
                ]
                for run in result["reading"]
            ],
        ),
        "gpu_others": str(trainings[0]["others"]),
        "gpu_training": table(
            ["training", "seed", "documents", "epochs", "seconds"],
            [
                [
                    str(run["training"]),
                    str(run["seed"]),
                    count(run["documents"]),
                    str(run["epochs"]),
                    count(round(run["seconds"])),
                ]
                for run in trainings
            ],
        ),
        "gpu_commit": f"`{result['commit']}`",
        "gpu_command": commands([result["command"]]),
    }


def _pages(result: dict[str, Any]) -> Values:
    _, many_things, many_steps = result["pages"]
    return {
        "pages": table(
            ["steps", "things", "kB", "to make, s", "to draw, s", "a step, ms"],
            [
                [
                    count(page["steps"]),
                    str(page["things"]),
                    count(page["kilobytes"]),
                    decimal(page["seconds_to_make"], 2),
                    decimal(page["seconds_to_draw"], 2),
                    decimal(page["milliseconds_a_step"]),
                ]
                for page in result["pages"]
            ],
        ),
        "pages_browser": result["browser"],
        "pages_machine": result["machine"],
        "pages_load": decimal(result["load"]),
        "pages_times": str(result["times"]),
        "pages_seconds": decimal(many_things["seconds_to_draw"], 2),
        "pages_things": str(many_things["things"]),
        "pages_steps": str(many_things["steps"]),
        "pages_long_steps": count(many_steps["steps"]),
        "pages_long_seconds": decimal(many_steps["seconds_to_draw"]),
        "pages_command": commands([result["command"]]),
        "pages_commit": f"`{result['commit']}`",
    }


def _app(result: dict[str, Any]) -> Values:
    loads = {"questions and pages": result["questions"], "texts to read": result["texts"]}
    return {
        "app": table(
            [
                "requests",
                "number",
                "per second",
                "p50, s",
                "p95, s",
                "processor, ms each",
                "errors",
                "wrong",
                "lost",
            ],
            [
                [
                    name,
                    count(load["requests"]),
                    decimal(load["per_second"]),
                    decimal(load["p50_ms"] / 1000, 2),
                    decimal(load["p95_ms"] / 1000, 2),
                    decimal(load["processor_ms"]),
                    str(load["errors"]),
                    str(load["wrong"]),
                    str(load["lost"]),
                ]
                for name, load in loads.items()
            ],
        ),
        "app_clients": str(result["clients"]),
        "app_machine": result["machine"],
        "app_load": decimal(result["load_before"]),
        "app_start": decimal(result["start_seconds"]),
        "app_command": commands([result["command"]]),
        "app_commit": f"`{result['commit']}`",
    }
