"""Verbs with which instructions begin: "Wipe the seat.", "Before you start, rinse the lentils.".

Other rules take any first word that may be a verb. Where a paragraph is a remark unless it clearly
instructs, that is too little: "Perfect for parties." and "Plastic bottles only." begin with none.
"""

from __future__ import annotations

import re

from pipeline.text.sentences import sentence_spans

__all__ = ["acts", "all_act"]

# plain openings of instructions; what is rather a noun or an adjective there ("oil", "clear") isn't
# among them, nor is what advises or invites: serve, keep, try, use, enjoy, allow, learn, make
_VERBS = frozenset(
    "add adjust aliquot apply arrange assemble attach bake beat bind blanch blend blot blow boil"
    " bolt bring brush bury carry carve centrifuge chill chop clamp clean clip close collect"
    " combine connect cool cover crack crumble crush cut decant detach dig dilute dip discard"
    " disconnect dissolve drain draw drill drive drop dry dust ease empty fasten feed fetch fill"
    " fit fix flip flush fold freeze fry gather glue grate grease grind hang heat hoist hold hose"
    " incubate inject insert install invert knead knock label lay lather leave let lift load"
    " loosen lower mash measure melt mix mop moisten mount move open pack peel pick pierce pin"
    " place plug pour preheat press prick pull pump push put raise refill refit release remove"
    " repeat replace rest resuspend return rinse roast roll rub sand sanitise sanitize saw scoop"
    " scrape screw scrub seal season secure separate set shake shut sieve sift simmer sketch skim"
    " slice slide slip smear smooth soak spin spray spread sprinkle squeeze stack stand staple"
    " stick stir stop strain stretch strip sweep swirl switch take thaw thread throw tie tighten"
    " tilt tip top transfer trim tuck turn twist undo unclip unfold unplug unroll unscrew untie"
    " unwrap vacuum wash weigh wet whisk wipe wrap wring".split()
)
_ENSURING = re.compile(r"(?:make sure|be sure|check|ensure)\b", re.IGNORECASE)
_OPENING = re.compile(
    r"\W*(?:(?:before|after|once|when|while) [^,.:;]{1,60},|"
    r"(?:first(?:ly)?|then|next|now|finally|lastly|afterwards|meanwhile|to (?:begin|start) with)"
    r"\b,?) ",
    re.IGNORECASE,
)


def acts(sentence: str) -> bool:
    """Return True if a sentence begins with such a verb, or does so after "Before you start,"."""
    opening = _OPENING.match(sentence)
    rest = sentence[opening.end() :] if opening else sentence
    words = rest.strip(" *_\"'“‘(").split(maxsplit=1)
    verb = words[0].lower().rstrip(",") if len(words) > 1 else ""
    return verb in _VERBS or (opening is not None and _ENSURING.match(rest) is not None)


def all_act(words: str) -> bool:
    """Return True if every sentence of a paragraph begins so."""
    sentences = [words[start:end] for start, end in sentence_spans(words)]
    return sentences != [] and all(map(acts, sentences))
