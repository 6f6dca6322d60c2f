"""A chat or a thread of a forum that was copied: of its messages the longest is the text."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.text.blank_lines import blank
from pipeline.text.message_heads import Head, heads_above, heads_of_posts, heads_within
from pipeline.text.phrases import load_phrases
from pipeline.text.sentences import sentence_spans

__all__ = ["longest_message"]

_REPLY = re.compile(r"re: (?P<title>\S.*)", re.IGNORECASE)
_POST_TITLE = re.compile(r"r/\w+ - (?P<title>\S.*)")
_OF_POST = re.compile(r"edit\b ?\d*:.*|re: .*", re.IGNORECASE)  # a line that is no text
_OF_PERSON = re.compile(r"(?:posts|joined|location): .*", re.IGNORECASE)
_WROTE = re.compile(r"\S.{0,40} wrote:.*")
_NUMBERED_LINE = re.compile(r"\s*(\d{1,2})[.)] ")
_TALK = re.compile(
    r"\?(?:\s|\Z)|\b(?:thanks|thank you|thx|hi|hello|hey|please|sorry|yes|ok|okay|great|wow)\b",
    re.IGNORECASE,
)
_TITLE = re.compile(r"\s*[A-Z][^.!?:,]{2,60}\s*")
_BOLD = re.compile(r"(?<=\s)\*(?P<words>[^\s*][^*\n]*)\*(?=\s*\Z)")
_FEWEST_LINES = 3  # of a message that is a text
_FEWEST_MESSAGES = 2  # that say what to do
_FEWEST_STEPS = 3  # in them


def longest_message(lines: list[str]) -> list[str]:
    """Return the lines with white space for all but the longest message, and other long ones by its
    sender; all of them if that is no text of several lines. Senders and times go too.

    If somebody sent each step as a message ("1. …", "2. …"), these messages are the text. The title
    of a thread stays; signatures and quoted posts go. A plan or a log is no chat: "Day 1" or "Step
    2" stand for senders there, or nobody writes twice, asks or thanks.
    """
    posts = heads_of_posts(lines)
    above = heads_above(lines)
    heads = posts or heads_within(lines) or above
    if not heads:
        return lines
    begins = list(heads)
    if any(line.strip() for line in lines[: begins[0]]):
        begins.insert(0, 0)  # what stands above the first message
    parts = [
        _Message(
            first,
            heads[first].sender if first in heads else None,
            _without_head(lines[first:end], heads.get(first)),
        )
        for first, end in zip(begins, [*begins[1:], len(lines)], strict=True)
    ]
    kept = list(map(blank, lines))
    chosen = _sent_one_by_one(parts) or _long_ones(parts)
    chosen = chosen if posts or len(chosen) > 1 else _explained(parts) or chosen
    ids = set(map(id, chosen))
    others = [part for part in parts if id(part) not in ids]
    if not posts and (heads is above or len(chosen) > 2) and not _is_talk(others):
        return lines  # a plan or a log with times
    for part in chosen:
        body = _without_signature(part.lines) if posts else part.lines
        kept[part.first : part.first + len(body)] = body
    if posts and chosen:
        titles = _titles(lines)
        kept = [
            line if line.strip() in titles and order < begins[-1] else words
            for order, (line, words) in enumerate(zip(lines, kept, strict=True))
        ]
    return kept if chosen else lines


@dataclass(frozen=True, slots=True)
class _Message:
    """The lines of a message, from the line ``first`` on; without a sender it stands above all."""

    first: int
    sender: str | None
    lines: list[str]

    @property
    def n_words(self) -> int:
        return sum(len(line.split()) for line in self.lines)

    @property
    def n_lines(self) -> int:
        return sum(bool(line.strip()) for line in self.lines)

    @property
    def n_steps(self) -> int:
        words = " ".join("".join(self.lines).split())
        sentences = [words[start:end] for start, end in sentence_spans(words)]
        return load_phrases().n_steps(sentences)

    @property
    def is_long(self) -> bool:
        return self.n_lines >= _FEWEST_LINES


def _long_ones(messages: Sequence[_Message]) -> list[_Message]:
    """Return the longest message and other long ones by its sender; none if they are too short."""
    longest = max(messages, key=lambda message: message.n_words)
    kept = [
        message
        for message in messages
        if message is longest or (message.is_long and message.sender == longest.sender)
    ]
    n_words = sum(message.n_words for message in messages)
    are_others_short = sum(message.is_long for message in messages) == len(kept)
    is_most = 2 * sum(message.n_words for message in kept) >= n_words
    return kept if longest.is_long and (is_most or are_others_short) else []


def _sent_one_by_one(messages: Sequence[_Message]) -> list[_Message]:
    """Return the messages with 1, 2, 3 and so on, of one sender if they can be, with their title
    and other long messages of the sender."""
    numbers = [
        [int(match[1]) for line in message.lines if (match := _NUMBERED_LINE.match(line))] or [0]
        for message in messages
    ]
    last = {(message.sender, numbers[order][0]): order for order, message in enumerate(messages)}
    chosen: list[_Message] = []
    number = 0
    for order, message in enumerate(messages):
        if numbers[order][0] != number + 1:
            continue
        is_other = chosen != [] and message.sender != chosen[-1].sender
        if is_other and last.get((chosen[-1].sender, number + 1), -1) > order:
            continue
        above = messages[order - 1] if order else message
        if not chosen and above.sender == message.sender and _may_be_title(above.lines):
            chosen.append(above)
        chosen.append(message)
        number = numbers[order][-1]
    if number < _FEWEST_LINES or len(chosen) < _FEWEST_LINES:
        return []
    sender, ids = chosen[0].sender, set(map(id, chosen))
    return [
        message
        for message in messages
        if id(message) in ids or (message.is_long and message.sender == sender)
    ]


def _explained(messages: Sequence[_Message]) -> list[_Message]:
    """Return the messages in which one sender says what to do, if that takes several and nobody
    else does, with that sender's lists."""
    n_steps = [message.n_steps for message in messages]
    of_sender: Counter[str | None] = Counter()
    for message, count in zip(messages, n_steps, strict=True):
        of_sender[message.sender] += count
    (sender, n_own), *_ = of_sender.most_common(1)
    own = [
        (message, count)
        for message, count in zip(messages, n_steps, strict=True)
        if message.sender == sender
    ]
    is_alone = 3 * (sum(n_steps) - n_own) <= n_own
    n_messages = sum(count > 0 for _, count in own)
    if sender is None or not is_alone or n_messages < _FEWEST_MESSAGES or n_own < _FEWEST_STEPS:
        return []
    return [message for message, count in own if count or message.is_long]


def _is_talk(messages: Sequence[_Message]) -> bool:
    """Return True if somebody asks, thanks or greets: entries of a plan or a log do not."""
    return any(_TALK.search(line) for message in messages for line in message.lines)


def _may_be_title(lines: Sequence[str]) -> bool:
    return len(lines) == 1 and _TITLE.fullmatch(lines[0]) is not None


def _titles(lines: Sequence[str]) -> set[str]:
    """The titles of a thread: what stands behind "Re:" or the name of a part of a forum."""
    stripped = map(str.strip, lines)
    matches = (_REPLY.fullmatch(line) or _POST_TITLE.fullmatch(line) for line in stripped)
    return {match["title"] for match in matches if match}


def _without_signature(lines: Sequence[str]) -> list[str]:
    """Return the lines of a post without quoted posts, what was edited and facts of a person."""
    kept = list(lines)
    start = 0
    for has_words, run in itertools.groupby(lines, lambda line: line.strip() != ""):
        part = [line.strip() for line in run]
        is_other = _WROTE.fullmatch(part[0]) or any(map(_OF_PERSON.fullmatch, part))
        for order, line in enumerate(part, start):
            if has_words and (is_other or _OF_POST.fullmatch(line)):
                kept[order] = blank(kept[order])
        start += len(part)
    return kept


def _without_head(lines: Sequence[str], head: Head | None) -> list[str]:
    """Return the lines of a message with white space for its head and no stars around a title."""
    kept = list(lines)
    if head is None:
        return kept
    kept[: head.lines] = map(blank, kept[: head.lines])
    if head.characters:
        kept[0] = " " * (head.characters - 1) + "\n" + kept[0][head.characters :]
        kept[0] = _BOLD.sub(lambda bold: f" {bold['words']} ", kept[0])
    return kept
