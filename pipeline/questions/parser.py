"""English questions, read by patterns: what is asked, of which entity or place, at which step.

No grammar is parsed and nothing is guessed: a text that fits no pattern is not understood, and the
answer to it is the list of the forms that are. Names are handed on as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from pipeline.domain.document import MAX_NAME_LENGTH
from pipeline.errors import BadInput

__all__ = ["FORMS", "Form", "NotUnderstood", "Time", "Understood", "understand"]


class NotUnderstood(BadInput):
    """The question fits no known form; the message lists the forms with an example each."""


@dataclass(frozen=True, slots=True)
class Time:
    """When: before, at or after a step. A negative step counts from the end, -1 being the last."""

    relation: Literal["before", "at", "after"]
    step: int


@dataclass(frozen=True, slots=True)
class Understood:
    """A question of the catalogue with what it is about.

    ``form`` says what of its rows is wanted: "becomes" and "made-of" both ask for conversions.
    ``entity`` and ``location`` are as the person wrote them, an article and quotes aside.
    """

    form: str
    question: str
    entity: str | None = None
    location: str | None = None
    time: Time | None = None
    product: str | None = None  # what the entity is converted into


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of question, its example, and the patterns that mean it.

    ``X`` in a pattern stands for an entity, ``Y`` for another, ``L`` for a place. ``timed``:
    whether the patterns need a time ("must"), take one ("may") or fit only without ("no").
    """

    name: str
    question: str
    example: str
    timed: Literal["must", "may", "no"]
    patterns: tuple[str, ...]


WHERE = r"(?:where(?:abouts)?|(?:in|at) (?:which|what) (?:place|location|spot))"
STEP_OR_POINT = r"(?:steps?|points?|stages?|sentences?|times?)"
WHEN = rf"(?:when|(?:(?:at|in|on|during|after|by) )?(?:which|what) {STEP_OR_POINT})"
BE = r"(?:is|are|was|were)"
GET = r"(?:is|are|was|were|gets?|got|has been|have been|being)"
DO = r"(?:do|does|did|will|can|could|would|should|must)"
CREATED = r"(?:created|formed|made|produced|generated|born|built|prepared|synthesi[sz]ed)"
CREATE = r"(?:form|appear|arise|emerge|come into (?:being|existence)|come to be|originate)"
CREATES = r"(?:creates?|forms?|makes?|produces?|generates?|yields?|gives?)"
DESTROYED = (
    r"(?:destroyed|consumed|used(?: up)?|eaten(?: up)?|burn(?:ed|t)(?: up)?|broken down|digested"
    r"|dissolved|gone|lost|killed|converted|eliminated)"
)
DESTROY = r"(?:disappear|vanish|cease to exist|stop existing|die|go away|break down|end its life)"
DESTROYS = r"(?:destroys?|consumes?|uses?(?: up)?|eats?|digests?)"
MOVED = (
    r"(?:moved|transported|carried|transferred|taken|brought|relocated|pushed|pumped|sent|poured)"
)
MOVE = r"(?:move|go|travel|flow|come|pass|run|head|leave)"
MOVES = r"(?:moves?|transports?|carries|carry|transfers?)"
BECOME = r"(?:turns? in ?to|changes? in ?to|becomes?|transforms? in ?to|converts? in ?to)"
TURNED = r"(?:converted|turned|transformed|changed|made)"
THINGS = r"(?:things|entities|participants|ingredients|substances|objects|materials)"
WHAT = rf"(?:what(?: all| else)?|which {THINGS}|who)"
SHOW = r"(?:(?:show|give|tell|list)(?: me)?|what (?:is|are|was|were))(?: all)?(?: of)?(?: the)?"
DOCUMENTS = (
    r"(?:which|what) (?:documents?|procedures?|process(?:es)?|recipes?|protocols?|texts?|files?)"
)
IT = r"(?:(?:the|this) (?:whole )?(?:process|procedure|document|recipe|protocol|text)|it|this|one)"

OUTPUTS = r"(?:(?:its|the) (?:outputs?|products?)|what (?:it|this) (?:makes|produces))"
INPUTS = r"(?:(?:its|the) (?:inputs?|ingredients|raw materials)|what (?:it|this) (?:uses|needs))"
CONVERTS = r"(?:converts?|turns?|changes?|transforms?|makes?)"

FORMS: tuple[Form, ...] = (
    # across documents
    Form("feeds", "feeds", "Which documents use its outputs?", "no", (
        rf"{DOCUMENTS} (?:uses?|consumes?|needs?|takes?)(?: up)? {OUTPUTS}",
        rf"where {DO} {OUTPUTS} go",
        rf"what {DO} {IT} feed(?: in ?to)?",
    )),
    Form("fed-by", "fed-by", "Where do its inputs come from?", "no", (
        rf"{DOCUMENTS} (?:produces?|makes?|yields?) {INPUTS}",
        rf"where {DO} {INPUTS} come from",
        rf"what feeds(?: in ?to)? {IT}",
    )),
    Form("lineage", "feeds", "What is its lineage?", "no", (
        rf"(?:{SHOW} |what (?:is|was) )?(?:its |the )?lineage(?: of {IT})?",
        rf"what {DO} {IT} lead to",
    )),
    Form("shared-conversions", "converters", "Which documents share a conversion with it?", "no", (
        rf"{DOCUMENTS} (?:shares?|have|has) (?:a|the same|any) conversions?(?: (?:with|as) {IT})?",
    )),
    Form("converters", "converters", "Which documents convert grapes into wine?", "no", (
        rf"{DOCUMENTS} {CONVERTS} X in ?to Y",
        rf"{DOCUMENTS} {DO} {CONVERTS} X in ?to Y",
        rf"(?:in|by) {DOCUMENTS} {BE} X {TURNED} in ?to Y",
        rf"{DOCUMENTS} (?:makes?|produces?) Y (?:from|out of) X",
    )),
    Form("movers", "movers", "Which documents move water?", "no", (
        rf"{DOCUMENTS} {MOVES} X",
        rf"{DOCUMENTS} {DO} {MOVES} X",
        rf"(?:in|by) {DOCUMENTS} {BE} X {MOVED}",
        rf"(?:in|by) {DOCUMENTS} {DO} X {MOVE}",
    )),
    Form("found-at", "found-at", "Where is water ever found?", "no", (
        rf"{WHERE} {BE} X ever(?: (?:found|kept|located|seen|placed))?",
        rf"{WHERE} {BE} X (?:found|kept|located|seen) (?:in|across) (?:any|all|the) documents?",
        rf"{SHOW} (?:places|locations) (?:of|where) X(?: {BE} ever found)? across documents",
    )),
    Form("consumers", "consumers", "Which documents consume water?", "no", (
        rf"{DOCUMENTS} (?:uses?|consumes?|needs?|requires?|takes?)(?: up)? X",
        rf"{DOCUMENTS} (?:destroys?|eats?) X",
        rf"(?:in|by) {DOCUMENTS} {BE} X {DESTROYED}",
        rf"{DOCUMENTS} {DO} (?:use|consume|need|require|take)(?: up)? X",
    )),
    Form("producers", "producers", "Which documents produce sugar?", "no", (
        rf"{DOCUMENTS} {CREATES} X",
        rf"{DOCUMENTS} {DO} {CREATES} X",
        rf"(?:in|by) {DOCUMENTS} {BE} X {CREATED}",
        rf"{DOCUMENTS} (?:result in|results in|end with|ends with|output|outputs) X",
    )),
    Form("trackers", "trackers", "Which documents mention water?", "no", (
        rf"{DOCUMENTS} (?:tracks?|mentions?|have|has|contains?|involves?) X",
        rf"{DOCUMENTS} (?:are|is|talks?|speaks?) (?:about|of|with) X",
    )),
    # one document as a whole
    Form("inputs", "inputs", "What are the inputs?", "no", (
        rf"{SHOW} (?:inputs?|ingredients|raw materials)(?: of {IT}| to {IT})?",
        rf"{WHAT} (?:goes|go|went|enters?|gets? put|{BE} put) (?:in|into {IT}|in to {IT}|in {IT})",
        rf"{WHAT} {GET} (?:consumed|used up|used|needed|required|eaten up)",
        rf"what {DO} {IT} (?:need|consume|use(?: up)?|require|take)",
        rf"what {DO} (?:i|we|you|one) need",
        r"inputs",
    )),
    Form("outputs", "outputs", "What comes out?", "no", (
        rf"{SHOW} (?:outputs?|products?|results?|end products?)(?: of {IT})?",
        rf"{WHAT} (?:comes|come|came) out(?: of {IT})?",
        rf"{WHAT} {GET} (?:produced|generated|yielded|output|left(?: over)?)",
        rf"what {DO} {IT} (?:produce|make|yield|give|create|result in)",
        rf"{WHAT} (?:results?|remains?)(?: from {IT})?",
        r"outputs",
    )),
    Form("conversions", "conversions", "What is converted into what?", "no", (
        rf"{WHAT} {GET} {TURNED} (?:in ?to|to) what",
        rf"{WHAT} {BECOME} what",
        rf"{SHOW} conversions?(?: of {IT})?",
        r"what conversions? (?:happens?|occurs?|takes? place|are there|is there)",
        rf"{WHAT} {GET} (?:converted|transformed)",
        r"conversions",
    )),
    Form("made-of", "conversions", "What turns into sugar?", "no", (
        rf"{WHAT} {BECOME} (?!of )X",
        rf"{WHAT} {GET} {TURNED} (?:in ?to|to) X",
        rf"(?:(?:from|out of) what|what|how) {GET} X {CREATED}(?: from| of| out of| with)?",
    )),
    Form("becomes", "conversions", "What does the water become?", "no", (
        rf"what {DO} X (?:become|turn in ?to|change in ?to|transform in ?to|get {TURNED} in ?to)",
        rf"(?:in ?to what|what) {GET} X {TURNED}(?: in ?to| to)?",
        rf"what {DO} X (?:form|make|produce|create)",
    )),
    Form("entities", "entities", "What is tracked?", "no", (
        rf"{WHAT} {BE} tracked",
        rf"{SHOW} (?:tracked )?{THINGS}(?: tracked)?(?: of {IT})?",
        rf"which {THINGS} are (?:there|mentioned)",
        r"entities",
    )),
    Form("places", "places", "Which places are named?", "no", (
        r"(?:which|what) (?:places|locations) (?:are|were) (?:there|named|mentioned|stated)",
        rf"{SHOW} (?:places|locations)(?: of {IT})?",
        r"(?:places|locations)",
    )),
    Form("steps", "steps", "What are the steps?", "no", (
        rf"{SHOW} steps(?: of {IT})?",
        r"(?:which|what) steps are there",
        r"steps",
    )),
    # a step
    Form("together-with", "together-with", "What is together with the water after step 3?", "may", (
        rf"{WHAT} {BE} (?:found )?(?:together|along|co-?located) with X",
        rf"{WHAT} {BE} (?:in|at) the same (?:place|location|spot) as X",
        rf"{WHAT} (?:shares?) (?:a|the|its|their) (?:place|location|spot) with X",
        rf"{WHAT} {BE} with X",
    )),
    Form("together-at", "together-at", "What is together after step 3?", "may", (
        rf"{WHAT} {BE} (?:found )?(?:together|co-?located)",
        rf"{WHAT} {BE} (?:in|at) the same (?:place|location|spot)",
        rf"{WHAT} (?:shares?) (?:a|the same|one) (?:place|location|spot)",
    )),
    Form("snapshot", "snapshot", "What is where after step 3?", "may", (
        rf"{WHAT} {BE} where",
        rf"{WHERE} {BE} (?:everything|all|all of it|(?:all )?(?:the )?{THINGS}|each thing)",
        rf"{SHOW} (?:snapshot|state|situation|graph)",
        rf"{WHAT} (?:exists?|existed)",
        r"what (?:is|was)(?: there)?",
        r"snapshot",
    )),
    Form("moves", "moves", "What moves?", "may", (
        rf"{WHAT} {MOVES}",
        rf"{WHAT} (?:goes|travels|flows|{BE} moving)(?: where)?",
        rf"{WHAT} {GET} {MOVED}",
        rf"{SHOW} (?:moves|movements)(?: of {IT})?",
        r"moves",
    )),
    Form("created-things", "changes", "What is created at step 3?", "may", (
        rf"{WHAT} {GET} {CREATED}",
        rf"{WHAT} (?:forms|appears|arises|emerges|comes into (?:being|existence))",
    )),
    Form("destroyed-things", "changes", "What is destroyed at step 3?", "may", (
        rf"{WHAT} {GET} {DESTROYED}",
        rf"{WHAT} (?:disappears|vanishes|dies|ceases to exist|goes away)",
    )),
    Form("changes", "changes", "What happens at step 3?", "may", (
        r"what (?:happens|happened|changes|changed|occurs|occurred|takes place|took place|goes on)",
        r"what (?:is|was) (?:happening|changing|going on|done)",
        rf"{SHOW} (?:changes|events)(?: of {IT})?",
        r"what (?:happens|changes),? step by step",
        r"(?:changes|events)",
    )),
    # one entity
    Form("is-created", "is-created", "Is sugar created?", "no", (
        rf"{BE} X (?:ever )?{CREATED}",
        rf"{DO} X (?:ever )?(?:{CREATE}|get {CREATED})",
        rf"(?:has|have) X been {CREATED}",
    )),
    Form("is-destroyed", "is-destroyed", "Is the water destroyed?", "no", (
        rf"{BE} X (?:ever )?{DESTROYED}",
        rf"{DO} X (?:ever )?(?:{DESTROY}|get {DESTROYED})",
        rf"(?:has|have) X been {DESTROYED}",
    )),
    Form("is-moved", "is-moved", "Does the water move?", "no", (
        rf"{BE} X (?:ever )?{MOVED}",
        rf"{DO} X (?:ever )?(?:{MOVE}|change (?:its |their )?(?:place|location)|get {MOVED})",
        rf"(?:has|have) X been {MOVED}",
    )),
    Form("when-created", "when-created", "At which step is sugar created?", "no", (
        rf"{WHEN} {GET} X (?:first )?{CREATED}",
        rf"{WHEN} {DO} X (?:first )?(?:{CREATE}|get {CREATED}|(?:start|begin) to exist)",
        rf"(?:which|what) {STEP_OR_POINT} {CREATES} X",
    )),
    Form("when-destroyed", "when-destroyed", "When is the water consumed?", "no", (
        rf"{WHEN} {GET} X (?:finally )?{DESTROYED}",
        rf"{WHEN} {DO} X (?:finally )?(?:{DESTROY}|get {DESTROYED})",
        rf"(?:which|what) {STEP_OR_POINT} {DESTROYS} X",
    )),
    Form("when-moved", "when-moved", "When does the water move?", "no", (
        rf"{WHEN} {GET} X {MOVED}",
        rf"{WHEN} {DO} X (?:{MOVE}|change (?:its |their )?(?:place|location)|get {MOVED})",
        rf"(?:which|what) {STEP_OR_POINT} {MOVES} X",
    )),
    Form("where-created", "where-created", "Where is sugar created?", "no", (
        rf"{WHERE} {GET} X (?:first )?{CREATED}",
        rf"{WHERE} {DO} X (?:first )?(?:{CREATE}|get {CREATED})",
    )),
    Form("where-destroyed", "where-destroyed", "Where is the water consumed?", "no", (
        rf"{WHERE} {GET} X (?:finally )?{DESTROYED}",
        rf"{WHERE} {DO} X (?:finally )?(?:{DESTROY}|get {DESTROYED})",
    )),
    Form("where-moved", "where-moved", "Where does the water move to?", "no", (
        rf"(?:from )?{WHERE}(?: to)? {DO} X {MOVE}"
        r"(?: from| to| in ?to| out of)?(?: (?:and|or) (?:to|from))?",
        rf"(?:from )?{WHERE}(?: to)? {GET} X (?:being )?{MOVED}(?: from| to| in ?to| out of)?",
        rf"(?:from|to) {WHERE} {DO} X {MOVE}",
        rf"(?:from|to) {WHERE} {GET} X {MOVED}",
        rf"from where (?:and|or|to) (?:to )?where {DO} X {MOVE}",
        rf"{SHOW} (?:moves|movements) of X",
        rf"how {DO} X (?:move|travel)",
    )),
    Form("happens-to-at", "changes-at", "What happens to the water at step 3?", "must", (
        r"what (?:happens|happened|changes|is done|was done|is happening) (?:to|with|for|about) X",
        rf"(?:{WHERE} |how |why )?{GET} X (?:{CREATED}|{DESTROYED}|{MOVED})",
        rf"(?:{WHERE} |how |why )?{DO} X (?:{CREATE}|{DESTROY}|{MOVE}|change)(?: to| from)?",
    )),
    Form("exists", "location-after", "Does the water exist after step 3?", "must", (
        rf"{DO} X (?:still |already )?(?:exist|persist|remain)",
        rf"{BE} there (?:still )?(?:any )?X(?: left)?",
        rf"{BE} X (?:still |already )?(?:there|present|around|left)",
    )),
    Form("location", "location-after", "Where is the water after step 3?", "must", (
        rf"{WHERE} {BE} X(?: (?:located|found|situated|placed|kept|now|then))?",
        rf"{WHERE} X {BE}",
        rf"{WHERE} {DO} (?:i|we|you|one) find X",
        rf"{WHERE} {DO} X (?:be|stay|remain|sit|lie|end up|start(?: out)?|begin|be found|exist)",
        r"(?:(?:what is|what was|give|show|tell me) )?(?:the )?(?:location|place|position) of X",
        r"(?:the )?X (?:location|position)",
    )),
    # a place
    Form("ever-at", "ever-at", "What was ever in the leaf?", "may", (
        rf"{WHAT} (?:ever )?{BE} (?:ever )?(?:found |located |kept )?"
        r"(?:at|in|on|inside|within|under|near|inside of|on top of) L",
        rf"{WHAT} (?:has|have) (?:ever )?been (?:at|in|on|inside|within|under|near) L",
        rf"{WHAT} (?:ever )?(?:goes|go|went|comes|came) (?:ever )?(?:to|in ?to|in|on ?to) L",
        rf"{WHAT} (?:ever )?(?:enters|entered|reaches|reached) L",
        rf"what {DO} L (?:ever )?(?:hold|contain)",
    )),
    # the whole course of one entity
    Form("timeline", "timeline", "What happens to the water?", "no", (
        rf"{SHOW} (?:history|timeline|story|path|journey|course|track|fate|life) of X",
        r"(?:the )?(?:history|timeline|story|path|journey|course|track|fate|life) of X",
        r"what (?:happens|happened|is done|was done|is happening) (?:to|with) X",
        r"what (?:becomes|became) of X",
        r"(?:trace|follow|track) X",
        r"tell me about X",
        rf"how {DO} X change",
        rf"{SHOW} X (?:history|timeline)",
        rf"{WHERE} {BE} X(?: (?:located|found|situated|kept|over time|step by step))?",
        rf"{WHERE} X {BE}",
        r"(?:(?:what is|what was) )?(?:the )?(?:location|place|position)s? of X",
    )),
)  # fmt: skip

LONGEST = 2 * MAX_NAME_LENGTH  # characters
_ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
    " thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
_CARDINALS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen twenty"
).split()
_LAST = ("last", "final")
_STEP = (
    rf"(?:(?:the )?(?:step|sentence)(?: number| no\.?)? ?#? ?(?:\d+|{'|'.join(_CARDINALS)})"
    rf"|(?:the )?(?:\d+(?:st|nd|rd|th)|{'|'.join(_ORDINALS)}|(?:very )?(?:last|final)"
    r"|second to last|next to last|penultimate) (?:step|sentence)|#?\d+)"
)
_START = (
    r"(?:(?:at|in|from) the (?:very )?(?:start|beginning|outset)|initially|originally|at first"
    r"|to begin with|before (?:anything|everything|it|the (?:process|procedure)) (?:starts|begins"
    r"|happens)|before (?:the start|the beginning|all steps|any step)|at step (?:0|zero))"
)
_END = (
    r"(?:(?:at|in) the (?:very )?end|finally|eventually|ultimately|at last|in the final state"
    r"|after (?:everything|all(?: the)? steps|all|it all|the end)"
    r"|when (?:it|everything|all|the process|the procedure) is (?:done|over|finished|complete))"
)
_TIME = (
    rf"(?:(?P<relation>right before|just before|before|prior to|right after|just after|after"
    rf"|following|once|at|in|on|during|by|as of|until|through) (?P<step>{_STEP})"
    rf"(?: is (?:done|over|finished))?|(?P<start>{_START})|(?P<end>{_END}))"
)
_BEFORE = ("before", "prior")
_AT = ("at", "in", "on", "during", "by", "as", "until", "through")
_OPENING = (
    r"(?:(?:please|so|and|then|now|hey|ok|okay)[, ]+"
    r"|(?:can|could|would) you (?:please )?(?:tell|show) me (?=wh|in |at |from |the )"
    r"|tell me (?=wh|in which|at which|from where)|i (?:want|would like) to know "
    rf"|in {IT}[, ]+)"
)
_CLOSING = rf"(?:,? please|,? exactly|,? then| in {IT}| of {IT}| here)"


def understand(text: str) -> Understood:
    """Read an English question. Raises NotUnderstood, which lists the forms that are known."""
    if len(text) > LONGEST:
        raise BadInput(f"the question has {len(text)} characters; at most {LONGEST} are read")
    plain = _plain(text)
    rest, time = _split_time(plain)
    for sentence, when in ((rest, time), (plain, None)) if time else ((plain, None),):
        for form in FORMS:
            if form.timed == ("must" if when is None else "no"):
                continue
            if match := _match(form.name, sentence):
                return _understood(form, match, when)
    raise NotUnderstood(_forms_known(text))


def _plain(text: str) -> str:
    """One line, one kind of quotes, contractions written out, no politeness, no question mark."""
    plain = " ".join(text.translate(str.maketrans("‘’“”", "''\"\"")).split()).rstrip(" ?!.")
    plain = re.sub(r"(?i)\b(where|what|when|who|how)'s\b", r"\1 is", plain)
    plain = re.sub(r"(?i)\b(where|what|when|who)'re\b", r"\1 are", plain)
    plain = re.sub(rf"(?i)^{_OPENING}+", "", plain)
    return re.sub(rf"(?i){_CLOSING}+$", "", plain)


def _split_time(text: str) -> tuple[str, Time | None]:
    """The text without its time, which stands at either end or behind the first words."""
    for pattern in (
        rf"(?P<rest>.+?),? {_TIME}",
        rf"{_TIME},? (?P<rest>.+)",
        rf"(?P<rest>(?:where|what) {BE}),? {_TIME},? (?P<more>.+)",
    ):
        if match := re.fullmatch(pattern, text, re.IGNORECASE):
            more = match.groupdict().get("more")
            return match["rest"] + (f" {more}" if more else ""), _time(match)
    ends = re.fullmatch(
        rf"(?i)(?P<rest>{WHERE} {DO} .+ (?P<verb>end up|start(?: out)?|begin))", text
    )
    if ends:
        return text, Time("after", -1 if ends["verb"].lower() == "end up" else 0)
    return text, None


def _time(match: re.Match[str]) -> Time:
    if match["start"]:
        return Time("after", 0)
    if match["end"]:
        return Time("after", -1)
    step, words = _step(match["step"]), match["relation"].lower().split()
    if any(word in _BEFORE for word in words):
        return Time("before", step)
    return Time("at" if words[0] in _AT else "after", step)


def _step(text: str) -> int:
    words = text.lower().replace("#", " ").split()
    if "penultimate" in words or words[-4:-1] in (["second", "to", "last"], ["next", "to", "last"]):
        return -2
    for word in reversed(words):
        if word in _LAST:
            return -1
        if found := re.match(r"\d+", word):
            return int(found[0])
        for numbers in (_CARDINALS, _ORDINALS):
            if word in numbers:
                return numbers.index(word)
    raise ValueError(f"{text!r} names no step")  # unreachable: _STEP admits nothing else


def _match(form: str, sentence: str) -> re.Match[str] | None:
    return next((found for one in _compiled()[form] if (found := one.fullmatch(sentence))), None)


@cache
def _compiled() -> Mapping[str, tuple[re.Pattern[str], ...]]:
    slots = {"X": "(?P<entity>.+?)", "Y": "(?P<product>.+?)", "L": "(?P<location>.+?)"}
    return {
        form.name: tuple(
            re.compile(re.sub(r"\b[XYL]\b", lambda slot: slots[slot[0]], one), re.IGNORECASE)
            for one in form.patterns
        )
        for form in FORMS
    }


def _understood(form: Form, match: re.Match[str], time: Time | None) -> Understood:
    found = match.groupdict()
    entity, product, location = (
        _name(found.get(slot)) for slot in ("entity", "product", "location")
    )
    question = form.question
    if form.name == "location" and time and time.relation == "before":
        question = "location-before"
    return Understood(form.name, question, entity, location, time, product)


def _name(text: str | None) -> str | None:
    """The name without its article and quotes; a name that is only an article stays."""
    if text is None:
        return None
    bare = re.sub(
        r"(?i)^(?:the|an?|this|these|that|those|any|some|all(?: of)?(?: the)?) ", "", text
    )
    return bare.strip(" ,\"'`") or text


def _forms_known(text: str) -> str:
    examples = "\n".join(f"  {form.example}" for form in FORMS)
    return f"{text[:200]!r} is not understood; these forms are, in many wordings:\n{examples}"
