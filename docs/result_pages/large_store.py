"""How an embedded store grows to a million documents: its file, questions, pages and commands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from result_pages.markdown import NOT_MEASURED, Values, commands, count, decimal, record, table

Run = Mapping[str, Any]
PLACES = ("first", "middle")  # pages that were asked for
WORDS = "documents-about"  # the question that searches names for words


def values() -> Values:
    result = record("large_store")
    runs: list[Run] = result["runs"]
    limits = result["wanted"]
    return {
        "large_machine": result["machine"],
        "large_load": ", ".join(decimal(run["load_average"], 0) for run in runs),
        "large_samples": str(result["samples"]),
        "large_page": str(result["page"]),
        "large_files": table(
            ["documents", "GB", "KB a document", "to build the file: processor, s"]
            + ["documents a processor second", "peak memory, MB"],
            [_file(run) for run in runs],
        ),
        "large_questions": table(
            ["documents", "questions", "median p50, ms", "median p95, ms"]
            + ["median p95 of the processor, ms", "largest p95 of the processor, times the smallest"
               " store's", "its question", f"above {limits['p95_times']} times"],
            [_questions(run, runs[0]) for run in runs if "questions" in run],
        ),
        "large_pages": table(
            ["documents", "question", "rows"]
            + [f"{place} page: {part}" for place in PLACES for part in ("ms", "processor, ms")],
            [row for run in runs for row in _pages(run)],
        ),
        "large_words": table(
            ["documents", "with the word", "rows", "first page: ms", "first page: processor, ms"],
            [row for run in runs for row in _words(run)],
        ),
        "large_slowest_page": decimal(max(_processor_ms(runs, answered=True)), 0),
        "large_empty_page": decimal(max(_processor_ms(runs, answered=False)), 0),
        "large_rare_word": decimal(_rare_word_ms(runs[-1]) / 1000),
        "large_rare_word_before": decimal(_rare_word_ms(runs[-2]) / 1000),
        "large_before": count(runs[-2]["documents"]),
        "large_most": count(runs[-1]["documents"]),
        "wanted_page": decimal(1000 * limits["first_page_seconds"], 0),
        "large_commands": table(
            ["documents", "command", "buffer pool", "processor, s", "lines"]
            + ["lines a processor second", "peak memory, MB", "stopped"],
            [row for run in runs for row in _commands(run)],
        ),
        "large_command": commands([result["command"]]),
        "large_commit": f"`{result['commit']}`",
    }  # fmt: skip


def _file(run: Run) -> list[str]:
    fill = run.get("fill", {})
    used = fill.get("file", {}).get("processor_seconds")
    return [
        count(run["documents"]),
        decimal(run["bytes_a_document"] * run["documents"] / 1e9, 2),
        decimal(run["bytes_a_document"] / 1000),
        NOT_MEASURED if used is None else decimal(used, 0),
        NOT_MEASURED if used is None else count(round(run["documents"] / used)),
        count(fill["peak_mb"]) if fill else NOT_MEASURED,
    ]


def _questions(run: Run, smallest: Run) -> list[str]:
    questions = run["questions"]
    growth = {
        name: times["processor_p95_ms"] / smallest["questions"][name]["processor_p95_ms"]
        for name, times in questions.items()
    }
    longest = max(growth, key=lambda name: growth[name])
    return [
        count(run["documents"]),
        str(len(questions)),
        *(
            decimal(_middle([times[part] for times in questions.values()]))
            for part in ("p50_ms", "p95_ms", "processor_p95_ms")
        ),
        decimal(growth[longest], 2),
        f"`{longest}`",
        str(sum(ratio > record("large_store")["wanted"]["p95_times"] for ratio in growth.values())),
    ]


def _pages(run: Run) -> Iterator[list[str]]:
    """Pages about the concept that all documents share."""
    for name, sizes in run.get("pages", {}).items():
        if name == WORDS:
            continue
        pages = sizes["all"]
        yield [
            count(run["documents"]),
            f"`{name}`",
            count(pages["first"]["rows"]),
            *(
                decimal(pages[place][part], 0)
                for place in PLACES
                for part in ("p50_ms", "processor_p50_ms")
            ),
        ]


def _words(run: Run) -> Iterator[list[str]]:
    """First pages of documents about a word, by how many have it."""
    for size, pages in run["pages"][WORDS].items():
        times = pages["first"]
        yield [
            count(run["documents"]),
            size,
            count(times["rows"]),
            *(decimal(times[part], 0) for part in ("p50_ms", "processor_p50_ms")),
        ]


def _rare_word_ms(run: Run) -> float:
    """Processor time of the slowest first page about a word."""
    pages = run["pages"][WORDS].values()
    return max(page["first"]["processor_p50_ms"] for page in pages)


def _processor_ms(runs: Sequence[Run], *, answered: bool) -> Iterator[float]:
    """Processor time of first pages about concepts, with rows or without, whoever shares them."""
    for run in runs:
        for name, sizes in run["pages"].items():
            for pages in sizes.values():
                if name != WORDS and bool(pages["first"]["rows"]) == answered:
                    yield pages["first"]["processor_p50_ms"]


def _commands(run: Run) -> Iterator[list[str]]:
    small = run.get("commands_with_a_small_pool", {})
    for name, figures in [*run.get("commands", {}).items(), *small.items()]:
        pool = figures.get("pool_mib")
        used = figures["processor_seconds"]
        yield [
            count(run["documents"]),
            f"`{name}`",
            "usual" if pool is None else f"{pool} MiB",
            decimal(used),
            count(figures["lines"]),
            count(round(figures["lines"] / used)),
            count(figures["peak_mb"]),
            "yes" if figures.get("stopped") else "",
        ]


def _middle(numbers: Sequence[float]) -> float:
    return sorted(numbers)[len(numbers) // 2]
