"""The demo's answers, read against the texts."""

from __future__ import annotations

from result_pages.markdown import Values, bullets, commands, record, table


def values() -> Values:
    result = record("demo")
    columns = ("document", "question", "answer", "verdict", "because")
    verdicts = [answer["verdict"] for answer in result["answers"]]
    return {
        "answers": table(
            columns, [[answer[name] for name in columns] for answer in result["answers"]]
        ),
        "n_right": str(verdicts.count("right")),
        "n_answers": str(len(verdicts)),
        "observations": bullets(result["observations"]),
        "command": commands([result["command"]]),
        "commit": f"`{result['commit']}`",
        "checkpoint": f"`{result['checkpoint'][:8]}`",
    }
