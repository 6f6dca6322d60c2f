"""Sentences of running instructions that give the doer nothing to do: "This takes ten minutes.".

Only a text that plainly instructs, or reports what was done, is looked at. In a description ("The
water is warm.") what is the case belongs to the procedure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.text.action_verbs import acts
from pipeline.text.paragraph_forms import may_instruct
from pipeline.text.sentences import sentence_spans

__all__ = ["are_asides", "without_remarks"]

_PARTICIPLE = (
    r"(?:\w+(?:ed|en|wn|ung|pt|ound|ought|elt)|burnt|caught|gone|cut|done|drawn|held|kept|laid|left|lost|made|"
    r"put|read|run|set|shut|spun|split|spread|sent|hung|dug|fed|bent|built|torn|worn)\b"
)
_REPORT = re.compile(rf"\b(?:was|were)(?: \w+ly| then)? {_PARTICIPLE}", re.IGNORECASE)
_FUNCTION_WORDS = (
    r"(?:about|above|across|after|all|along|although|and|around|as|at|because|before|behind|below|"
    r"between|but|by|during|even|for|from|here|if|in|inside|into|just|like|near|not|now|of|"
    r"off|on|once|only|onto|or|outside|over|per|since|so|such|than|that|then|there|though|through|"
    r"till|to|under|unless|until|upon|what|when|where|which|while|with|within|without)\b"
)
_ORDER = re.compile(  # "Read the scale.", "Write all three numbers down.", "Look at the seal."
    r"\W*(?:(?:if|when|once|before|after)\b[^,.]{1,80}, (?:then )?|(?:then|now|first|finally),? )?"
    rf"(?!{_FUNCTION_WORDS})[a-z]+(?<!s) (?:(?:at|in|into|off|out|over) )?"
    r"(?:the|an?|it|them|your|this|these|each|all|both|any|half|\d[\d.,]*)\b",
    re.IGNORECASE,
)
_DURATION = r"(?:sec(?:ond)?|min(?:ute)?|h(?:r|our)?|day|week|month|year)s?\b"
_LONG = (
    r"(?:about |around |only |at least |up to |for |just )?"
    rf"(?:\d[\d.,–-]* ?{_DURATION}|(?:an? |half an? )?(?:(?!the\b)\w+ )?{_DURATION}|"
    r"longe[rs]|ages|well\b)"
)
# not what is done to a thing, nor where it is, nor what comes of it: that belongs to a procedure
_STATE = (
    rf"(?! (?:\w+ )?(?:{_PARTICIPLE}|"
    r"(?:\w+ing|now|to|in|inside|into|on|at|under|below|above|between|next to|behind)\b))"
)
_NO_OPENING = (
    r"(?!(?:at|by|do|don['’]t|during|each|every|everything|for|from|in|meanwhile|never|on|otherwise|"
    r"please|there|with|you)\b)"
)
_NO_SUBJECT = (
    r"(?!(?:after|and|anything|as|before|if|now|once|so|that|then|till|to|until|what|whatever|when|"
    r"whenever|where|wherever|whether|which|while|who)\b)"
)
_STATES = re.compile(  # a subject of up to six words, and the verb of a state
    r"\W*(?:(?:(?:it|they|we)['’](?:s|re)|i['’]m|(?:it|there) (?:is|was)|"
    r"(?:they|there) (?:are|were))"
    rf"\b{_STATE}|{_NO_OPENING}(?P<subject>(?:{_NO_SUBJECT}[\w’'-]+[ ]){{1,6}}?)(?:"
    rf"(?<!this )(?<!that )(?:is|are|was|were)\b{_STATE}|"
    r"(?:will|can|may|might|should|could|would) (?:\w+ly )?"
    rf"(?:look|feel|seem|smell|taste|(?:be|have)\b{_STATE})|"
    rf"(?:has|have|had)\b{_STATE}|"
    rf"(?:takes?|took|lasts?|lasted|keeps?) {_LONG}|"
    r"(?:looks(?! at\b)|tastes|smells|feels|seems|matters|means|likes|liked|costs|knows|depends|"
    r"serve[ds] as|(?:hangs|lives) (?:in|on|at|next|by|under|behind))\b|"
    r"never exceed(?:ed|s)\b|makes? the (?:best|worst)))",
    re.IGNORECASE,
)
_DETERMINER = re.compile(
    r"(?:the|an?|it|them|they|your|this|that|these|each|all|both|any|sure|certain)\b", re.IGNORECASE
)
_ENSURING = re.compile(
    r"\W*(?:be|check|confirm|ensure|feel|know|let|make|note|remember|say|see|test|try|verify|watch)\b",
    re.IGNORECASE,
)
_LONGEST_NOUN = 3  # words of a subject without "the"
_SPOKEN = re.compile(
    r"\W*(?:sorry|(?:many )?thanks|thank you|glad|hope|yes,|no,|by the way|btw|"
    r"as (?:promised|always)|(?:some|most|many) people|i (?:had|have|never|always|usually)|"
    r"you(?:['’]ll| will| should| may| might| can) (?:hear|feel|notice|smell)|"
    r"(?:keeps|lasts|tastes|freezes|lovely|delicious|perfect|great)\b|good luck)",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"\b(?:ring|call|text|ask|phone|email) (?:me|us)\b|\b(?:that['’]s|that is|which is) why\b",
    re.IGNORECASE,
)
_CLAUSES = re.compile(  # several, one of which may say what to do
    r"[;:–—]\s|, (?:and|so|then)\b|\band (?:then|is|are|go|goes|gets?|comes?)\b"
)
_FEWEST = 4  # sentences of a text
_MOST = 0.4  # of them that may be remarks


def without_remarks(sentences: Sequence[str]) -> list[bool]:
    """Return which of the sentences of a running text belong to the procedure.

    Remarks say how long something takes, how it looks or where it is ("You'll hear a hiss.").
    All sentences stay if most others are no instructions or reports, or if too many would go.
    """
    lines = [" ".join(words.split()) for words in sentences]
    n_actions = sum(map(_is_action, lines))
    kept = [not _is_remark(words) for words in lines]
    are_steps = len(sentences) >= _FEWEST and 2 * n_actions >= kept.count(True)
    if not are_steps or kept.count(False) > _MOST * len(sentences):
        return [True] * len(sentences)
    return kept


def are_asides(paragraph: str) -> bool:
    """Return True if no sentence speaks of the procedure: "Some people use soap. I had two."."""
    line = " ".join(paragraph.split())
    sentences = [line[start:end] for start, end in sentence_spans(line)]
    return sentences != [] and all(map(_SPOKEN.match, sentences))


def _is_action(words: str) -> bool:
    return acts(words) or any((_REPORT.search(words), _ORDER.match(words)))


def _is_remark(words: str) -> bool:
    if acts(words) or _CLAUSES.search(words):
        return False  # "It is hot now, so the lid stays on."
    if _SPOKEN.match(words):
        return True
    states = _STATES.match(words)
    if may_instruct(words):  # its first word may be a noun: "Opened pens last four weeks."
        return states is not None and _is_noun(states["subject"] or "")
    return states is not None or _ASIDE.search(words) is not None


def _is_noun(subject: str) -> bool:
    """Return True for "Opened pens", which is no order, since those name things with "the"."""
    is_order = _ENSURING.match(subject) or _DETERMINER.search(subject)
    return 1 < len(subject.split()) <= _LONGEST_NOUN and not is_order
