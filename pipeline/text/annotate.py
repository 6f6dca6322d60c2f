"""Tokens, lemmas and mentions of entities: the only file that imports spaCy.

spaCy is used for its tokenizer alone: a blank English pipeline, so nothing is downloaded. Lemmas
come from ``pipeline.domain.lemmas``, sentences from ``pipeline.text.sentences``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from pipeline.domain.document import AnnotatedDocument, Document, Entity, Mention, Step, Token
from pipeline.domain.lemmas import ARTICLES, lemma

if TYPE_CHECKING:
    from spacy.tokens import Doc

__all__ = ["annotate"]

# "plant's roots" and "food-scraps" are found by "plant roots" and "food scraps"
_SILENT = frozenset({"'s", "'", "-", "–"})

Forms = dict[str, dict[tuple[str, ...], list[int]]]  # first lemma → all lemmas → entities


def annotate(document: Document, *, entities: Sequence[Entity] | None = None) -> AnnotatedDocument:
    """Return the document with its tokens and every mention of ``entities``.

    ``entities`` default to the document's own. Raises ValueError if there are neither.

    A mention is a run of whole words with the lemmas of one of the entity's aliases, so case,
    number and possessives do not matter. Where mentions overlap, the longest counts ("carbon
    dioxide" is not a mention of "carbon"). Entities that share an alias share its mentions.
    """
    tracked = document.entities if entities is None else tuple(entities)
    if tracked is None:
        raise ValueError(f"{document.id!r} names no entities; find them first or give them")
    tokens = tuple(_tokens(step) for step in document.steps)
    forms = _forms(tracked)
    mentions: list[list[Mention]] = [[] for _ in tracked]
    for step, words in zip(document.steps, tokens, strict=True):
        for start, end, owners in _matches(words, forms):
            mention = Mention(step.number, start - step.char_start, end - step.char_start)
            for owner in owners:
                mentions[owner].append(mention)
    return AnnotatedDocument(document, tokens, tracked, tuple(map(tuple, mentions)))


@lru_cache(maxsize=1)
def _tokenizer() -> Callable[[str], Doc]:
    """spaCy's English tokenizer, which always splits a full stop from the word it ends.

    Out of the box "vitamin C." and "H2O." keep it, and "water;milk" is one word.
    """
    import spacy
    from spacy.util import compile_infix_regex, compile_suffix_regex

    nlp = spacy.blank("en")
    tokenizer: Any = nlp.tokenizer
    tokenizer.rules = {
        form: parts
        for form, parts in (tokenizer.rules or {}).items()
        if not (len(form) == 2 and form[0].isalpha() and form[1] == ".")
    }
    suffixes = [*(nlp.Defaults.suffixes or ()), r"(?<=[^\s.])\."]
    infixes = [*(nlp.Defaults.infixes or ()), r"(?<=\w)[;!?](?=\w)"]
    tokenizer.suffix_search = compile_suffix_regex(suffixes).search
    tokenizer.infix_finditer = compile_infix_regex(infixes).finditer
    return cast("Callable[[str], Doc]", tokenizer)


def _tokens(step: Step) -> tuple[Token, ...]:
    """Return the step's tokens except white space, with offsets into the document's text."""
    return tuple(
        Token(
            token.text,
            lemma(token.text),
            step.char_start + token.idx,
            step.char_start + token.idx + len(token.text),
        )
        for token in _tokenizer()(step.text)
        if not token.is_space
    )


def _forms(entities: Sequence[Entity]) -> Forms:
    forms: Forms = {}
    for order, entity in enumerate(entities):
        for alias in entity.aliases:
            words = _key(alias)
            if words:
                owners = forms.setdefault(words[0], {}).setdefault(words, [])
                if order not in owners:
                    owners.append(order)
    return forms


def _key(alias: str) -> tuple[str, ...]:
    """Return the lemmas by which an alias is found: no leading article, no silent tokens."""
    lemmas = [lemma(token.text) for token in _tokenizer()(alias) if not token.is_space]
    spoken = [word for word in lemmas if word not in _SILENT] or lemmas
    return tuple(spoken[1:] if len(spoken) > 1 and spoken[0] in ARTICLES else spoken)


def _matches(tokens: Sequence[Token], forms: Forms) -> list[tuple[int, int, list[int]]]:
    """Return spans of the document's text with the entities they mention, left to right."""
    candidates = sorted(
        _candidates(tokens, forms), key=lambda match: (match[0] - match[1], match[0])
    )
    taken: set[int] = set()
    kept = []
    for first, last, owners in candidates:  # longest first
        if taken.isdisjoint(range(first, last)):
            taken.update(range(first, last))
            kept.append((tokens[first].char_start, tokens[last - 1].char_end, owners))
    return sorted(kept)


def _candidates(tokens: Sequence[Token], forms: Forms) -> Iterator[tuple[int, int, list[int]]]:
    """Yield every run of tokens that spells an alias, as ``[first, last)``."""
    spoken = [index for index, token in enumerate(tokens) if token.lemma not in _SILENT]
    lemmas = [tokens[index].lemma for index in spoken]
    for start, word in enumerate(lemmas):
        if (starting := forms.get(word)) is None:
            continue
        for length in {len(key) for key in starting}:
            key = tuple(lemmas[start : start + length])
            if len(key) == length and key in starting:
                yield spoken[start], spoken[start + length - 1] + 1, starting[key]
