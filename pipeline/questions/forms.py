"""The forms of question: each with an example, the patterns that mean it, and its reply.

To add a question, add its Cypher file to ``cypher/questions/`` and an entry to ``FORMS``. Replies
are in ``single_document`` and ``cross_document``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from pipeline.domain.grid import Change
from pipeline.questions.cross_document import (
    CrossDocumentReply,
    StoreScope,
    describe_converters,
    describe_documents,
    describe_hop,
    describe_lineage,
    describe_places_across,
    describe_shared_conversions,
)
from pipeline.questions.document_scope import DocumentScope
from pipeline.questions.lexicon import (
    ABOVE,
    AT,
    BE,
    BECOME,
    BELOW,
    CONVERTS,
    CREATE,
    CREATED,
    CREATES,
    DESTROY,
    DESTROYED,
    DESTROYS,
    DO,
    DOCUMENT_NOUN,
    DOCUMENTS,
    GET,
    INPUTS,
    IT,
    LIMIT,
    MOVE,
    MOVED,
    MOVES,
    NO_CHOICE,
    OUTPUTS,
    SHOW,
    STEP_OR_POINT,
    SUPPLIES,
    THINGS,
    TURNED,
    WHAT,
    WHEN,
    WHERE,
)
from pipeline.questions.parsed_question import ParsedQuestion
from pipeline.questions.quantity_replies import (
    QUANTITY_KINDS,
    describe_comparison,
    describe_quantities,
)
from pipeline.questions.single_document import (
    DocumentReply,
    Names,
    describe_changes,
    describe_company,
    describe_conversions,
    describe_creation,
    describe_destruction,
    describe_existence,
    describe_fate,
    describe_inputs,
    describe_location,
    describe_moves,
    describe_origin,
    describe_outputs,
    describe_shared_places,
    describe_snapshot,
    describe_source,
    describe_timeline,
    describe_visitors,
    list_entities,
    list_places,
    list_steps,
)

__all__ = ["FORMS", "CrossDocumentForm", "DocumentForm", "Form", "form_named"]

from pipeline.questions.step_replies import (
    count_steps,
    describe_changes_between,
    describe_step,
    list_materials,
    list_steps_naming,
)
from pipeline.questions.subject_replies import describe_subject, describe_users
from pipeline.questions.yes_no_replies import describe_order, describe_presence

Timed = Literal["must", "may", "no", "clause"]


@dataclass(frozen=True, slots=True)
class DocumentForm:
    """A form of question about one document.

    ``question`` is the catalogue's question that it asks. In a pattern, ``X`` stands for an
    entity, ``Y`` for a second one, ``L`` for a place, ``T`` and ``P`` for a thing and a place that
    need not be tracked, ``M`` and ``N`` for numbers of steps. ``timed`` states whether the patterns
    need a time ("must"), take one ("may"), fit only without one ("no") or need another event that
    they come before or after ("clause").
    """

    name: str
    question: str
    example: str
    reply: Callable[[DocumentScope, ParsedQuestion, Names], DocumentReply]
    patterns: tuple[str, ...]
    timed: Timed = "no"


@dataclass(frozen=True, slots=True)
class CrossDocumentForm:
    """A form of question about several documents; ``of_document`` if it starts from one of them.

    The other fields are those of a ``DocumentForm``.
    """

    name: str
    question: str
    example: str
    reply: Callable[[StoreScope, ParsedQuestion], CrossDocumentReply]
    patterns: tuple[str, ...]
    timed: Timed = "no"
    of_document: bool = False


Form = DocumentForm | CrossDocumentForm

# The order counts: the first form with a pattern that fits is the one that is asked.
FORMS: tuple[Form, ...] = (
    # across documents
    CrossDocumentForm("quantities-above", "quantities-above",
        "Which recipes bake above 200 °C?", partial(describe_comparison, side="above"), (
        rf"(?:{DOCUMENTS}|(?:what|which)(?: steps?)?)(?: (?P<about>.+?))? {ABOVE} {LIMIT}",
    )),
    CrossDocumentForm("quantities-below", "quantities-below",
        "What takes less than 10 minutes?", partial(describe_comparison, side="below"), (
        rf"(?:{DOCUMENTS}|(?:what|which)(?: steps?)?)(?: (?P<about>.+?))? {BELOW} {LIMIT}",
    )),
    CrossDocumentForm("feeds", "feeds", "Which documents use its outputs?",
        partial(describe_hop, direction="onward"), (
        rf"{DOCUMENTS} (?:uses?|consumes?|needs?|takes?)(?: up)? {OUTPUTS}",
        rf"where {DO} {OUTPUTS} go",
        rf"what {DO} {IT} feed(?: in ?to)?",
    ), of_document=True),
    CrossDocumentForm("fed-by", "fed-by", "Where do its inputs come from?",
        partial(describe_hop, direction="back"), (
        rf"{DOCUMENTS} (?:produces?|makes?|yields?) {INPUTS}",
        rf"where {DO} {INPUTS} come from",
        rf"what feeds(?: in ?to)? {IT}",
    ), of_document=True),
    CrossDocumentForm("lineage", "feeds", "What is its lineage?", describe_lineage, (
        rf"(?:{SHOW} |what (?:is|was) )?(?:its |the )?lineage(?: of {IT})?",
        rf"what {DO} {IT} lead to",
    ), of_document=True),
    CrossDocumentForm("shared-conversions", "converters",
        "Which documents share a conversion with it?", describe_shared_conversions, (
        rf"{DOCUMENTS} (?:shares?|have|has) (?:a|the same|any) conversions?(?: (?:with|as) {IT})?",
    ), of_document=True),
    CrossDocumentForm("converters", "converters", "Which documents convert grapes into wine?",
        describe_converters, (
        rf"{DOCUMENTS} {CONVERTS} X in ?to Y",
        rf"{DOCUMENTS} {DO} {CONVERTS} X in ?to Y",
        rf"(?:in|by) {DOCUMENTS} {BE} X {TURNED} in ?to Y",
        rf"{DOCUMENTS} (?:makes?|produces?) Y (?:from|out of) X",
    )),
    CrossDocumentForm("movers", "movers", "Which documents move water?",
        partial(describe_documents, participle="moved"), (
        rf"{DOCUMENTS} {MOVES} X",
        rf"{DOCUMENTS} {DO} {MOVES} X",
        rf"(?:in|by) {DOCUMENTS} {BE} X {MOVED}",
        rf"(?:in|by) {DOCUMENTS} {DO} X {MOVE}",
    )),
    CrossDocumentForm("found-at", "found-at", "Where is water ever found?",
        describe_places_across, (
        rf"{WHERE} {BE} X ever(?: (?:found|kept|located|seen|placed))?",
        rf"{WHERE} {BE} X (?:found|kept|located|seen) (?:in|across) (?:any|all|the) documents?",
        rf"{SHOW} (?:places|locations) (?:of|where) X(?: {BE} ever found)? across documents",
    )),
    CrossDocumentForm("consumers", "consumers", "Which documents consume water?",
        describe_users, (
        rf"{DOCUMENTS} (?:uses?|consumes?|needs?|requires?|takes?)(?: up)? X",
        rf"{DOCUMENTS} (?:destroys?|eats?) X",
        rf"(?:in|by) {DOCUMENTS} {BE} X {DESTROYED}",
        rf"{DOCUMENTS} {DO} (?:use|consume|need|require|take)(?: up)? X",
    )),
    CrossDocumentForm("producers", "producers", "Which documents produce sugar?",
        partial(describe_documents, participle="produced"), (
        rf"{DOCUMENTS} {CREATES} X",
        rf"{DOCUMENTS} {DO} {CREATES} X",
        rf"(?:in|by) {DOCUMENTS} {BE} X {CREATED}",
        rf"{DOCUMENTS} (?:result in|results in|end with|ends with|output|outputs) X",
    )),
    CrossDocumentForm("documents-about", "documents-about", "Which documents are about glass?",
        describe_subject, (
        rf"{DOCUMENTS} (?:are |is )?(?:talks?|speaks?|all)? ?(?:about|of|on|with) X",
        rf"{DOCUMENTS} (?:mentions?|names?|concerns?|features?|describes?|covers?) X",
        rf"{DOCUMENTS} (?:deals? with|(?:has|have) (?:something )?to do with|refers? to) X",
        rf"(?:in|by) {DOCUMENTS} {BE} X (?:mentioned|named|described|covered)",
        rf"{SHOW} {DOCUMENT_NOUN} (?:that are |which are )?(?:about|on|with|mentioning) X",
        rf"{BE} there (?:any |a |an )?{DOCUMENT_NOUN} (?:about|with|that mentions?) X",
    )),
    CrossDocumentForm("trackers", "trackers", "Which documents track water?",
        partial(describe_documents, participle="tracked"), (
        rf"{DOCUMENTS} (?:tracks?|have|has|contains?|involves?) X",
    )),
    # steps and lists of one document
    DocumentForm("how-many-steps", "steps", "How many steps are there?", count_steps, (
        r"how many (?:steps|stages|sentences|instructions)"
        rf"(?: (?:are there|are in {IT}|{DO} {IT} (?:have|take|need)|{BE} (?:it|there)))?",
        rf"(?:the )?number of steps(?: (?:of|in) {IT})?",
    )),
    DocumentForm("materials", "materials", "Which ingredients are listed?", list_materials, (
        rf"(?:which|what)(?: \w+)? {SUPPLIES} (?:{DO} (?:i|we|you|it|one)|{BE})"
        r" (?:need|require|use|needed|required|used|listed|there|in it)",
        rf"{SHOW} (?:list of )?{SUPPLIES}(?: needed| required| listed)?(?: (?:of|for) {IT})?",
        rf"what {DO} (?:i|we|you) (?:need|require)(?: (?:to have|for {IT}|to start|to begin))?",
    )),
    DocumentForm("step-text", "steps", "What comes after step 3?", describe_step, (
        r"what (?:comes|follows|comes next|happens next|is next|is the next (?:step|thing))",
        r"what (?:do|should|must|does|did) (?:i|we|you|one|he|she|they) do(?: next| then)?",
        rf"{SHOW} text",
    ), timed="must"),
    DocumentForm("steps-naming", "steps-naming", "Which steps use the oven?", list_steps_naming, (
        rf"(?:which|what) {STEP_OR_POINT}"
        r" (?:uses?|used|needs?|requires?|involves?|mentions?|names?|concerns?|refers? to) T",
        rf"(?:in|at|during) (?:which|what) {STEP_OR_POINT} {BE} T"
        r" (?:used|needed|required|involved|mentioned|named)",
        rf"when {DO} (?:i|we|you) (?:need|use) T",
        rf"when {BE} T (?:needed|required|mentioned)",
    )),
    DocumentForm("changes-between", "changes", "What changes between steps 1 and 3?",
        describe_changes_between, (
        r"what (?:changes|changed|happens|happened|is different|was different|has changed)"
        r" (?:between|from) steps? M (?:and|to|until) (?:step )?N",
    )),
    DocumentForm("left", "snapshot", "What is left at the end?", describe_snapshot, (
        rf"{WHAT} {BE} (?:still )?(?:left(?: over)?|there)",
        rf"{WHAT} (?:remains|stays)",
        rf"{WHAT} (?:do|does) (?:i|we|you|it) (?:have|end up with|get)(?: left)?",
    ), timed="must"),
    # yes or no
    DocumentForm("is-at", "location-after", "Is the water still in the leaf after step 3?",
        describe_presence, (
        rf"{NO_CHOICE}{BE} there (?:still )?(?:any |some )?T (?:still |left |back )?{AT} P",
        rf"{NO_CHOICE}{BE} (?:any (?:of )?)?T (?:still |already |now |left |back )*{AT} P",
        rf"{NO_CHOICE}{BE} T still with P",
        rf"{BE} T still (?:there|around|left|on|open|running)",
    ), timed="may"),
    DocumentForm("in-order", "steps", "Does the water move before the sugar is made?",
        describe_order, (
        rf"{NO_CHOICE}(?:{BE}|{DO}) T",
    ), timed="clause"),
    # one document as a whole
    DocumentForm("inputs", "inputs", "What are the inputs?", describe_inputs, (
        rf"{SHOW} (?:inputs?|ingredients|raw materials)(?: of {IT}| to {IT})?",
        rf"{WHAT} (?:goes|go|went|enters?|gets? put|{BE} put) (?:in|into {IT}|in to {IT}|in {IT})",
        rf"{WHAT} {GET} (?:consumed|used up|used|needed|required|eaten up)",
        rf"what {DO} {IT} (?:need|consume|use(?: up)?|require|take)",
        r"inputs",
    )),
    DocumentForm("outputs", "outputs", "What comes out?", describe_outputs, (
        rf"{SHOW} (?:outputs?|products?|results?|end products?)(?: of {IT})?",
        rf"{WHAT} (?:comes|come|came) out(?: of {IT})?",
        rf"{WHAT} {GET} (?:produced|generated|yielded|output|left(?: over)?)",
        rf"what {DO} {IT} (?:produce|make|yield|give|create|result in)",
        rf"{WHAT} (?:results?|remains?)(?: from {IT})?",
        r"outputs",
    )),
    DocumentForm("conversions", "conversions", "What is converted into what?",
        describe_conversions, (
        rf"{WHAT} {GET} {TURNED} (?:in ?to|to) what",
        rf"{WHAT} {BECOME} what",
        rf"{SHOW} conversions?(?: of {IT})?",
        r"what conversions? (?:happens?|occurs?|takes? place|are there|is there)",
        rf"{WHAT} {GET} (?:converted|transformed)",
        r"conversions",
    )),
    DocumentForm("made-of", "conversions", "What turns into sugar?", describe_origin, (
        rf"{WHAT} {BECOME} (?!of )X",
        rf"{WHAT} {GET} {TURNED} (?:in ?to|to) X",
        rf"(?:(?:from|out of) what|what|how) {GET} X {CREATED}(?: from| of| out of| with)?",
    )),
    DocumentForm("becomes", "conversions", "What does the water become?", describe_fate, (
        rf"what {DO} X (?:become|turn in ?to|change in ?to|transform in ?to|get {TURNED} in ?to)",
        rf"(?:in ?to what|what) {GET} X {TURNED}(?: in ?to| to)?",
        rf"what {DO} X (?:form|make|produce|create)",
    )),
    DocumentForm("entities", "entities", "What is tracked?", list_entities, (
        rf"{WHAT} {BE} tracked",
        rf"{SHOW} (?:tracked )?{THINGS}(?: tracked)?(?: of {IT})?",
        rf"which {THINGS} are (?:there|mentioned)",
        r"entities",
    )),
    DocumentForm("places", "places", "Which places are named?", list_places, (
        r"(?:which|what) (?:places|locations) (?:are|were) (?:there|named|mentioned|stated)",
        rf"{SHOW} (?:places|locations)(?: of {IT})?",
        r"(?:places|locations)",
    )),
    DocumentForm("steps", "steps", "What are the steps?", list_steps, (
        rf"{SHOW} steps(?: of {IT})?",
        r"(?:which|what) steps are there",
        r"steps",
    )),
    # a step
    DocumentForm("together-with", "together-with", "What is together with the water after step 3?",
        describe_company, (
        rf"{WHAT} {BE} (?:found )?(?:together|along|co-?located) with X",
        rf"{WHAT} {BE} (?:in|at) the same (?:place|location|spot) as X",
        rf"{WHAT} (?:shares?) (?:a|the|its|their) (?:place|location|spot) with X",
        rf"{WHAT} {BE} with X",
    ), timed="may"),
    DocumentForm("together-at", "together-at", "What is together after step 3?",
        describe_shared_places, (
        rf"{WHAT} {BE} (?:found )?(?:together|co-?located)",
        rf"{WHAT} {BE} (?:in|at) the same (?:place|location|spot)",
        rf"{WHAT} (?:shares?) (?:a|the same|one) (?:place|location|spot)",
    ), timed="may"),
    DocumentForm("snapshot", "snapshot", "What is where after step 3?", describe_snapshot, (
        rf"{WHAT} {BE} where",
        rf"{WHERE} {BE} (?:everything|all|all of it|(?:all )?(?:the )?{THINGS}|each thing)",
        rf"{SHOW} (?:snapshot|state|situation|graph)",
        rf"{WHAT} (?:exists?|existed)",
        r"what (?:is|was)(?: there)?",
        r"snapshot",
    ), timed="may"),
    DocumentForm("moves", "moves", "What moves?", partial(describe_changes, change=Change.MOVE), (
        rf"{WHAT} {MOVES}",
        rf"{WHAT} (?:goes|travels|flows|{BE} moving)(?: where)?",
        rf"{WHAT} {GET} {MOVED}",
        rf"{SHOW} (?:moves|movements)(?: of {IT})?",
        r"moves",
    ), timed="may"),
    DocumentForm("created-things", "changes", "What is created at step 3?",
        partial(describe_changes, change=Change.CREATE), (
        rf"{WHAT} {GET} {CREATED}",
        rf"{WHAT} (?:forms|appears|arises|emerges|comes into (?:being|existence))",
    ), timed="may"),
    DocumentForm("destroyed-things", "changes", "What is destroyed at step 3?",
        partial(describe_changes, change=Change.DESTROY), (
        rf"{WHAT} {GET} {DESTROYED}",
        rf"{WHAT} (?:disappears|vanishes|dies|ceases to exist|goes away)",
    ), timed="may"),
    DocumentForm("changes", "changes", "What happens at step 3?", describe_changes, (
        r"what (?:happens|happened|changes|changed|occurs|occurred|takes place|took place|goes on)",
        r"what (?:is|was) (?:happening|changing|going on|done)",
        rf"{SHOW} (?:changes|events)(?: of {IT})?",
        r"what (?:happens|changes),? step by step",
        r"(?:changes|events)",
    ), timed="may"),
    # one entity
    DocumentForm("origin", "timeline", "Where does the water come from?", describe_source, (
        rf"(?:from )?{WHERE} {DO} X (?:come|originate|start|stem)(?: from)?",
        rf"(?:from )?{WHERE} {BE} X (?:taken|drawn|obtained|from)(?: from)?",
    )),
    DocumentForm("is-created", "is-created", "Is sugar created?", describe_creation, (
        rf"{BE} X (?:ever )?{CREATED}",
        rf"{DO} X (?:ever )?(?:{CREATE}|get {CREATED})",
        rf"(?:has|have) X been {CREATED}",
    )),
    DocumentForm("is-destroyed", "is-destroyed", "Is the water destroyed?", describe_destruction, (
        rf"{BE} X (?:ever )?{DESTROYED}",
        rf"{DO} X (?:ever )?(?:{DESTROY}|get {DESTROYED})",
        rf"(?:has|have) X been {DESTROYED}",
    )),
    DocumentForm("is-moved", "is-moved", "Does the water move?", describe_moves, (
        rf"{BE} X (?:ever )?{MOVED}",
        rf"{DO} X (?:ever )?(?:{MOVE}|change (?:its |their )?(?:place|location)|get {MOVED})",
        rf"(?:has|have) X been {MOVED}",
    )),
    DocumentForm("when-created", "when-created", "At which step is sugar created?",
        describe_creation, (
        rf"{WHEN} {GET} X (?:first )?{CREATED}",
        rf"{WHEN} {DO} X (?:first )?(?:{CREATE}|get {CREATED}|(?:start|begin) to exist)",
        rf"(?:which|what) {STEP_OR_POINT} {CREATES} X",
    )),
    DocumentForm("when-destroyed", "when-destroyed", "When is the water consumed?",
        describe_destruction, (
        rf"{WHEN} {GET} X (?:finally )?{DESTROYED}",
        rf"{WHEN} {DO} X (?:finally )?(?:{DESTROY}|get {DESTROYED})",
        rf"(?:which|what) {STEP_OR_POINT} {DESTROYS} X",
    )),
    DocumentForm("when-moved", "when-moved", "When does the water move?", describe_moves, (
        rf"{WHEN} {GET} X {MOVED}",
        rf"{WHEN} {DO} X (?:{MOVE}|change (?:its |their )?(?:place|location)|get {MOVED})",
        rf"(?:which|what) {STEP_OR_POINT} {MOVES} X",
    )),
    DocumentForm("where-created", "where-created", "Where is sugar created?", describe_creation, (
        rf"{WHERE} {GET} X (?:first )?{CREATED}",
        rf"{WHERE} {DO} X (?:first )?(?:{CREATE}|get {CREATED})",
    )),
    DocumentForm("where-destroyed", "where-destroyed", "Where is the water consumed?",
        describe_destruction, (
        rf"{WHERE} {GET} X (?:finally )?{DESTROYED}",
        rf"{WHERE} {DO} X (?:finally )?(?:{DESTROY}|get {DESTROYED})",
    )),
    DocumentForm("where-moved", "where-moved", "Where does the water move to?", describe_moves, (
        rf"(?:from )?{WHERE}(?: to)? {DO} X {MOVE}"
        r"(?: from| to| in ?to| out of)?(?: (?:and|or) (?:to|from))?",
        rf"(?:from )?{WHERE}(?: to)? {GET} X (?:being )?{MOVED}(?: from| to| in ?to| out of)?",
        rf"(?:from|to) {WHERE} {DO} X {MOVE}",
        rf"(?:from|to) {WHERE} {GET} X {MOVED}",
        rf"from where (?:and|or|to) (?:to )?where {DO} X {MOVE}",
        rf"{SHOW} (?:moves|movements) of X",
        rf"how {DO} X (?:move|travel)",
    )),
    DocumentForm("happens-to-at", "changes-at", "What happens to the water at step 3?",
        describe_changes, (
        r"what (?:happens|happened|changes|is done|was done|is happening) (?:to|with|for|about) X",
        rf"(?:{WHERE} |how |why )?{GET} X (?:{CREATED}|{DESTROYED}|{MOVED})",
        rf"(?:{WHERE} |how |why )?{DO} X (?:{CREATE}|{DESTROY}|{MOVE}|change)(?: to| from)?",
    ), timed="must"),
    DocumentForm("exists", "location-after", "Does the water exist after step 3?",
        describe_existence, (
        rf"{DO} X (?:still |already )?(?:exist|persist|remain)",
        rf"{BE} there (?:still )?(?:any )?X(?: left)?",
        rf"{BE} X (?:still |already )?(?:there|present|around|left)",
    ), timed="must"),
    DocumentForm("location", "location-after", "Where is the water after step 3?",
        describe_location, (
        rf"{WHERE} {BE} X(?: (?:located|found|situated|placed|kept|now|then))?",
        rf"{WHERE} X {BE}",
        rf"{WHERE} {DO} (?:i|we|you|one) find X",
        rf"{WHERE} {DO} X (?:be|stay|remain|sit|lie|end up|start(?: out)?|begin|be found|exist)",
        r"(?:(?:what is|what was|give|show|tell me) )?(?:the )?(?:location|place|position) of X",
        r"(?:the )?X (?:location|position)",
    ), timed="must"),
    # a place
    DocumentForm("ever-at", "ever-at", "What was ever in the leaf?", describe_visitors, (
        rf"{WHAT} (?:ever )?{BE} (?:ever )?(?:found |located |kept )?"
        r"(?:at|in|on|inside|within|under|near|inside of|on top of) L",
        rf"{WHAT} (?:has|have) (?:ever )?been (?:at|in|on|inside|within|under|near) L",
        rf"{WHAT} (?:ever )?(?:goes|go|went|comes|came) (?:ever )?(?:to|in ?to|in|on ?to) L",
        rf"{WHAT} (?:ever )?(?:enters|entered|reaches|reached) L",
        rf"what {DO} L (?:ever )?(?:hold|contain)",
    ), timed="may"),
    # quantities
    DocumentForm("frequency", "quantities", "How often is the water changed?",
        partial(describe_quantities, kinds=QUANTITY_KINDS["frequency"], noun="number of times",
                is_frequency=True), (
        r"how (?:often|many times) (?P<about>.+)",
    ), timed="may"),
    DocumentForm("duration", "quantities", "How long does the dough rest?",
        partial(describe_quantities, kinds=QUANTITY_KINDS["duration"], noun="time"), (
        r"(?:for )?how long(?: (?P<about>.+))?",
        r"how much time(?: (?P<about>.+))?",
        r"how many (?:seconds|minutes|hours|days|weeks|months|years)(?: (?P<about>.+))?",
    ), timed="may"),
    DocumentForm("temperature", "quantities", "At what temperature does the tart bake?",
        partial(describe_quantities, kinds=QUANTITY_KINDS["temperature"], noun="temperature"), (
        r"(?:(?:at|to|in) )?(?:which|what)(?: oven)? temperature(?: (?P<about>.+))?",
        r"(?:what is )?(?:the )?(?:oven |cooking |baking )?temperature"
        r"(?: (?:of|for|in) (?P<about>.+))?",
        r"how (?:hot|warm|cold)(?: (?P<about>.+))?",
        r"(?:at|to) how many degrees(?: (?P<about>.+))?",
    ), timed="may"),
    DocumentForm("speed", "quantities", "How fast are the samples spun?",
        partial(describe_quantities, kinds=QUANTITY_KINDS["speed"], noun="speed"), (
        r"(?:(?:at|with) )?(?:which|what) speed(?: (?P<about>.+))?",
        r"how fast(?: (?P<about>.+))?",
        r"(?:at )?how many (?:rpm|g)(?: (?P<about>.+))?",
    ), timed="may"),
    DocumentForm("concentration", "quantities", "What concentration of chlorine is used?",
        partial(describe_quantities, kinds=QUANTITY_KINDS["concentration"], noun="concentration"), (
        r"(?:(?:at|in|to) )?(?:which|what) (?:concentration|strength|percentage|dilution)"
        r"(?: (?:of )?(?P<about>.+))?",
        r"what is the (?:concentration|strength|percentage|dilution) of (?P<about>.+)",
        r"how (?:strong|concentrated|dilute)(?: (?P<about>.+))?",
    ), timed="may"),
    DocumentForm("length", "quantities", "How thick is the dough rolled?",
        partial(describe_quantities, kinds=QUANTITY_KINDS["length"], noun="length"), (
        r"how (?:thick|thin|wide|deep|tall|high|big|large|far)(?: (?P<about>.+))?",
        r"(?:what is the |which |what )(?:length|width|thickness|depth|diameter|size)"
        r"(?: (?:of )?(?P<about>.+))?",
    ), timed="may"),
    DocumentForm("count", "quantities", "How many eggs are needed?",
        partial(describe_quantities, kinds=QUANTITY_KINDS["count"], noun="number",
                preferred="count"), (
        r"how many (?!steps?\b)(?P<about>.+)",
    ), timed="may"),
    DocumentForm("amount", "quantities", "How much flour is needed?",
        partial(describe_quantities, kinds=QUANTITY_KINDS["amount"], noun="amount"), (
        r"how much (?P<about>.+)",
        r"(?:what is the |what |which )(?:amount|quantity|volume|weight|mass|number)"
        r" of (?P<about>.+)",
    ), timed="may"),
    # the whole course of one entity
    DocumentForm("timeline", "timeline", "What happens to the water?", describe_timeline, (
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

_BY_NAME = {form.name: form for form in FORMS}


def form_named(name: str) -> Form:
    """Raises KeyError if no form has this name."""
    return _BY_NAME[name]
