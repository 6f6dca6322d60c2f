"""Word classes of the patterns, as regular expressions: question words, verbs, nouns."""

from __future__ import annotations

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
ABOVE = (
    r"(?:above|over|beyond|exceeding|hotter than|warmer than|longer than|faster than|larger than"
    r"|(?:at |for |to )?more than|higher than)"
)
BELOW = (
    r"(?:below|under|cooler than|colder than|shorter than|slower than|smaller than|lower than"
    r"|(?:at |for |to |in )?less than|within)"
)
LIMIT = (
    r"(?P<limit>(?:[\d½¼¾][\d.,/½¼¾]*|half an?|one|two|three|four|five|six|eight|ten|twelve|an?)"
    r" ?(?:[°º]|(?:seconds?|s|sec|minutes?|min|hours?|h|days?|weeks?|months?|degrees?|celsius|c|f"
    r"|rpm|x g|g|kg|mg|grams?|kilos?|pounds?|ounces?|oz|ml|l|litres?|liters?|cups?|cm|mm|m"
    r"|inch(?:es)?|%)(?!\w)).*)"
)
DOCUMENT_NOUN = r"(?:documents?|procedures?|process(?:es)?|recipes?|protocols?|texts?|files?)"
DOCUMENTS = rf"(?:which|what) {DOCUMENT_NOUN}"
IT = r"(?:(?:the|this) (?:whole )?(?:process|procedure|document|recipe|protocol|text)|it|this|one)"

OUTPUTS = r"(?:(?:its|the) (?:outputs?|products?)|what (?:it|this) (?:makes|produces))"
INPUTS = r"(?:(?:its|the) (?:inputs?|ingredients|raw materials)|what (?:it|this) (?:uses|needs))"
CONVERTS = r"(?:converts?|turns?|changes?|transforms?|makes?)"
SUPPLIES = (
    r"(?:ingredients?|reagents?|tools?|materials?|supplies|equipment|parts|utensils|components"
    r"|chemicals|things)"
)
AT = r"(?:in|on|at|inside|under|into|onto|within|near|over)"
NO_CHOICE = r"(?!.* or )"  # "in the pan or in the bowl?" asks for neither yes nor no
