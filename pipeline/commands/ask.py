"""Commands that ask the store: in English, by the name of a question, or in Cypher."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pipeline.commands.options import (
    After,
    AsJson,
    AsOf,
    Limit,
    StoreUrl,
    UnsureBelow,
    chosen_threshold,
    opened_store,
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
    from pipeline.stores import Row

QUOTED = {"evidence_text", "char_start", "char_end"}  # columns that are shown as a sentence
EVIDENCE = QUOTED | {"evidence_step"}


def ask(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[DOCUMENT] QUESTION",
            help="Question in quotes, preceded by a document to ask about that document only.",
            show_default=False,
        ),
    ],
    store: StoreUrl = None,
    as_of: AsOf = None,
    limit: Limit = None,
    after: After = "",
    unsure_below: UnsureBelow = None,
    as_json: AsJson = False,
) -> None:
    """Answer a question in English and show the sentences that support the answer.

    An answer of many documents comes in pages of 100, or of --limit.
    """
    from pipeline.questions.answer import answer_question
    from pipeline.questions.row_pages import FIRST_PAGE

    if len(words) > 2:
        raise BadInput('put the question in quotes: stepgraph ask [DOCUMENT] "Where is the water?"')
    document = words[0] if len(words) == 2 else None
    below = chosen_threshold(unsure_below)
    with opened_store(store) as opened:
        answer = answer_question(
            words[-1],
            store=opened,
            document=document,
            as_of=time_of(as_of),
            unsure_below=below,
            limit=limit or FIRST_PAGE,
            after=after,
        )
    if as_json:
        print_json(asdict(answer))
    else:
        _print_answer(answer)


def questions(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="Question to show in full.", show_default=False),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the questions that stepgraph query can ask by name."""
    from pipeline.questions.catalogue import catalogue, find

    listed = list(catalogue().values()) if name is None else [find(name)]
    if as_json:
        print_json([_question_facts(question) for question in listed])
    elif name is None:
        rows = [
            (each.name, " ".join(field.name for field in each.own_parameters), each.question)
            for each in listed
        ]
        print_table(["name", "parameters", "question"], rows)
    else:
        print_text(listed[0].cypher.rstrip())


def query(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME|FILE|CYPHER",
            help="Name of a question (see stepgraph questions), a file with a Cypher query, or the"
            " query itself in quotes.",
            show_default=False,
        ),
    ],
    parameters: Annotated[
        list[str] | None,
        typer.Option(
            "-p",
            "--parameter",
            metavar="KEY=VALUE",
            help="Parameter of the question. Can be repeated.",
        ),
    ] = None,
    store: StoreUrl = None,
    as_of: AsOf = None,
    all_readings: Annotated[
        bool,
        typer.Option(
            "--all-readings",
            help="Let a Cypher query count readings that no longer hold, too.",
        ),
    ] = False,
    limit: Limit = None,
    after: After = "",
    unsure_below: UnsureBelow = None,
    as_json: AsJson = False,
) -> None:
    """Run a named question or your own Cypher query and print the rows.

    A question across documents has all rows, or those of --limit documents after --after.

    A Cypher query may only read. Begin it with MATCH (r:Reading {recorded_until: $open_end}) to
    choose the readings that hold now. $as_of is the time of --as-of. stepgraph schema lists labels,
    properties and examples.
    """
    from pipeline.questions.catalogue import (
        ask_page,
        catalogue,
        find,
        read_parameters,
    )
    from pipeline.questions.confidence import with_unsure
    from pipeline.questions.document_scope import stored_names
    from pipeline.questions.own_cypher import read_value, run_cypher

    moment, below = time_of(as_of), chosen_threshold(unsure_below)
    texts = _parameters(parameters or [])
    next_after: str | None = None
    if name in catalogue():
        if all_readings:
            raise BadInput(f"--all-readings is for Cypher queries; leave it out with {name}")
        values = read_parameters(name, texts)
        with opened_store(store) as opened:
            values = stored_names(values, store=opened, as_of=moment)
            page = ask_page(name, values, store=opened, as_of=moment, limit=limit, after=after)
            rows, next_after = with_unsure(page.rows, below=below), page.next_after
    elif (text := _cypher(name)) is not None:
        if limit is not None or after:
            raise BadInput("--limit and --after are for named questions; put LIMIT into the query")
        values = {key: read_value(value) for key, value in texts.items()}
        with opened_store(store) as opened:
            rows = run_cypher(text, values, store=opened, as_of=moment, all_readings=all_readings)
    else:
        find(name)  # raises BadInput, with the closest name
    if as_json:
        print_json(rows)
    else:
        _print_rows(rows)
        _print_next(next_after)


def _print_next(next_after: str | None) -> None:
    """How to get the next page, if there is one."""
    if next_after is not None:
        print_text(plain(f"\nfor more documents add --after {quote(next_after)}"))


def _print_answer(answer: Answer) -> None:
    from rich.text import Text

    screen = console()
    if answer.taken_as is not None:
        screen.print(Text(f"taken as: {plain(answer.taken_as)}"), soft_wrap=not screen.is_terminal)
    for line in answer.sentence.splitlines():  # one for each document asked
        screen.print(Text(plain(line)), soft_wrap=not screen.is_terminal)
    if answer.kind == "quoted":
        return  # the sentences are in the answer
    sentences: dict[tuple[str, int], list[Support]] = {}
    for support in answer.support:
        sentences.setdefault((support.document, support.step), []).append(support)
    for (document, step), supports in sentences.items():
        first = supports[0]
        heading = f"{document}, step {step}{_probabilities(supports)}"
        if first.reading is not None:
            heading += f"; reading {first.reading} by {first.model}"
        spans = [(support.char_start, support.char_end) for support in supports]
        print_sentence(heading, first.text, spans)
    _print_next(answer.next_after)


def _probabilities(supports: list[Support]) -> str:
    from pipeline.questions.phrasing import short

    chances = {
        support.entity: support.probability
        for support in supports
        if support.probability is not None
    }
    if len(chances) > 1 and None not in chances:
        parts = (f"{short(name)} {chance:.2f}" for name, chance in chances.items() if name)
        return f"; probabilities: {', '.join(parts)}"
    return "".join(f"; probability {chance:.2f}" for chance in chances.values())


def _print_rows(rows: list[Row]) -> None:
    """Print a table, and below it the sentences that are the rows' evidence, each once."""
    if not rows:
        print_text("no results")
        return
    headings = [key for key in rows[0] if not rows[0].keys() >= EVIDENCE or key not in QUOTED]
    print_table(headings, [[_value(key, row[key]) for key in headings] for row in rows])
    if not rows[0].keys() >= EVIDENCE:
        return
    spans: dict[tuple[str | None, int, str], list[tuple[int, int]]] = {}
    for row in rows:
        if row["evidence_step"] is not None:
            key = (row.get("document"), row["evidence_step"], row["evidence_text"])
            spans.setdefault(key, []).append((row["char_start"], row["char_end"]))
    for (document, step, text), marked in spans.items():
        print_sentence(f"{document}, step {step}" if document else f"step {step}", text, marked)


def _value(column: str, value: Any) -> str | None:
    """Text of a cell; a source is shown without the marker ``/./`` of the ingested folder."""
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, datetime):
        return value.isoformat(" ", "seconds")
    if value is None:
        return None
    return str(value).replace("/./", "/") if column == "source" else str(value)


def _question_facts(question: Question) -> dict[str, Any]:
    return {
        "name": question.name,
        "question": question.question,
        "parameters": [asdict(each) for each in question.own_parameters],
        "is_across": question.is_across,
        "columns": [asdict(column) for column in question.columns],
        "rows": question.rows,
        "source": question.source,
    }


def _parameters(assignments: list[str]) -> dict[str, str]:
    texts: dict[str, str] = {}
    for assignment in assignments:
        key, separator, value = assignment.partition("=")
        if not separator or not key:
            raise BadInput(f"-p {assignment!r} is not KEY=VALUE, such as -p entity=water")
        if key in texts:
            raise BadInput(f"-p {key}= is given twice; give it once")
        texts[key] = value
    return texts


def _cypher(name: str) -> str | None:
    """The query in the file ``name``, or ``name`` if it is a query; None if it is neither."""
    path = Path(name)
    try:
        is_file = path.is_file()
    except (OSError, ValueError):  # too long for a path, as a query may be
        is_file = False
    if is_file:
        try:
            return path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"cannot read {path} as UTF-8 text: {error}") from error
    if len(name.split()) > 1:
        return name
    if name.endswith(".cypher"):
        raise BadInput(f"there is no file {name!r}")
    return None
