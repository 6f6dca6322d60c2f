"""Commands that ask the store: in English, by a question's name, in Cypher of one's own."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pipeline.commands.options import (
    AsJson,
    AsOf,
    StoreUrl,
    UnsureBelow,
    opened_store,
    threshold,
    time_of,
)
from pipeline.commands.output import (
    console,
    plain,
    print_json,
    print_sentence,
    print_table,
    print_text,
)
from pipeline.errors import BadInput

if TYPE_CHECKING:
    from pipeline.questions.answer import Answer, Support
    from pipeline.questions.catalogue import Question
    from pipeline.stores import Row, Store

QUOTED = {"evidence_text", "char_start", "char_end"}  # columns that are shown as a sentence
EVIDENCE = QUOTED | {"evidence_step"}


def ask(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[DOCUMENT] QUESTION",
            help="The question in quotes, after the document if only one is meant.",
            show_default=False,
        ),
    ],
    store: StoreUrl = None,
    as_of: AsOf = None,
    unsure_below: UnsureBelow = None,
    as_json: AsJson = False,
) -> None:
    """Answer a question in English, with the sentences that support the answer."""
    from pipeline.questions.answer import answer

    if len(words) > 2:
        raise BadInput('put the question in quotes: stepgraph ask [DOCUMENT] "Where is the water?"')
    document = words[0] if len(words) == 2 else None
    below = threshold(unsure_below)
    with opened_store(store) as opened:
        found = answer(
            words[-1], store=opened, document=document, as_of=time_of(as_of), unsure_below=below
        )
    if as_json:
        print_json(asdict(found))
    else:
        _print_answer(found)


def questions(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="Only this one, in full.", show_default=False),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the questions that `stepgraph query` knows by name."""
    from pipeline.questions.catalogue import catalogue, find

    found = list(catalogue().values()) if name is None else [find(name)]
    if as_json:
        print_json([_question_facts(one) for one in found])
    elif name is None:
        rows = [(one.name, " ".join(_own(one)), one.question) for one in found]
        print_table(["name", "parameters", "question"], rows)
    else:
        print_text(found[0].cypher.rstrip())


def query(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME|FILE",
            help="A name from `stepgraph questions`, or a file of Cypher that only reads.",
            show_default=False,
        ),
    ],
    parameters: Annotated[
        list[str] | None,
        typer.Option("-p", "--parameter", metavar="KEY=VALUE", help="Once for each parameter."),
    ] = None,
    store: StoreUrl = None,
    as_of: AsOf = None,
    unsure_below: UnsureBelow = None,
    as_json: AsJson = False,
) -> None:
    """Ask a question of the catalogue, or one of your own in Cypher, and print its rows."""
    from pipeline.questions.catalogue import (
        ask,
        catalogue,
        find,
        read_parameters,
        read_value,
        run_cypher,
    )
    from pipeline.questions.confidence import with_unsure

    moment, below = time_of(as_of), threshold(unsure_below)
    given = _parameters(parameters or [])
    if name in catalogue():
        values = read_parameters(name, given)
        with opened_store(store) as opened:
            rows = ask(name, _resolved(values, opened), store=opened, as_of=moment)
    elif Path(name).is_file():
        text = _cypher(Path(name))
        values = {key: read_value(value) for key, value in given.items()}
        with opened_store(store) as opened:
            rows = run_cypher(text, values, store=opened, as_of=moment)
    elif name.endswith(".cypher"):
        raise BadInput(f"there is no file {name!r}")
    else:
        find(name)  # raises: it knows which name is near
    rows = with_unsure(rows, below=below)
    if as_json:
        print_json(rows)
    else:
        _print_rows(rows)


def _print_answer(found: Answer) -> None:
    from rich.text import Text

    shown = console()
    for line in found.sentence.splitlines():  # one for each document asked
        shown.print(Text(plain(line)), soft_wrap=not shown.is_terminal)
    sentences: dict[tuple[str, int], list[Support]] = {}
    for one in found.support:
        sentences.setdefault((one.document, one.step), []).append(one)
    for (document, step), supports in sentences.items():
        first = supports[0]
        heading = f"{document}, step {step}{_probabilities(supports)}"
        if first.reading is not None:
            heading += f"; reading {first.reading} by {first.model}"
        print_sentence(heading, first.text, [(one.char_start, one.char_end) for one in supports])


def _probabilities(supports: list[Support]) -> str:
    from pipeline.questions.phrasing import short

    known = {one.entity: one.probability for one in supports if one.probability is not None}
    if len(known) > 1 and None not in known:
        told = (f"{short(name)} {chance:.2f}" for name, chance in known.items() if name)
        return f"; probabilities: {', '.join(told)}"
    return "".join(f"; probability {chance:.2f}" for chance in known.values())


def _print_rows(rows: list[Row]) -> None:
    """A table, and under it the sentences that the rows have as evidence, each once."""
    if not rows:
        print_text("no rows: nothing is so")
        return
    headings = [key for key in rows[0] if not rows[0].keys() >= EVIDENCE or key not in QUOTED]
    print_table(headings, [[_value(row[key]) for key in headings] for row in rows])
    if not rows[0].keys() >= EVIDENCE:
        return
    spans: dict[tuple[str | None, int, str], list[tuple[int, int]]] = {}
    for row in rows:
        if row["evidence_step"] is not None:
            key = (row.get("document"), row["evidence_step"], row["evidence_text"])
            spans.setdefault(key, []).append((row["char_start"], row["char_end"]))
    for (document, step, text), found in spans.items():
        print_sentence(f"{document}, step {step}" if document else f"step {step}", text, found)


def _value(value: Any) -> str | None:
    if isinstance(value, float):
        return f"{value:.3g}"
    return None if value is None else str(value)


def _question_facts(question: Question) -> dict[str, Any]:
    return {
        "name": question.name,
        "question": question.question,
        "parameters": [asdict(one) for one in question.parameters if one.name != "as_of"],
        "columns": [asdict(one) for one in question.columns],
        "rows": question.rows,
        "source": question.source,
    }


def _own(question: Question) -> list[str]:
    """The parameters a person gives: --as-of has an option of its own."""
    return [one.name for one in question.parameters if one.name != "as_of"]


def _parameters(given: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in given:
        key, separator, value = text.partition("=")
        if not separator or not key:
            raise BadInput(f"-p {text!r} is not KEY=VALUE, such as -p entity=water")
        if key in found:
            raise BadInput(f"-p {key}= is given twice; give it once")
        found[key] = value
    return found


def _resolved(values: dict[str, Any], store: Store) -> dict[str, Any]:
    """The values with the document's id in place of a title or file name."""
    from pipeline.stores.read import resolve_document

    if "document" not in values:
        return values
    return values | {"document": resolve_document(values["document"], store=store)}


def _cypher(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot read {path} as UTF-8 text: {error}") from error
