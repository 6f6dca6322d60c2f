"""An entry of a list of materials → name, amount, unit and note.

Deterministic rules: numbers at the beginning are the amount, a word of ``UNITS`` after them is the
unit, what stands in parentheses or after a comma is the note, and the rest is the name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pipeline.domain.document import MAX_NAME_LENGTH, Material

__all__ = [
    "DIMENSION",
    "LEADERS",
    "NUMBER",
    "has_quantity",
    "is_group",
    "is_size",
    "is_unit",
    "parse_material",
]

# as written in lists; matched without a full stop and, if longer than two letters, without case
UNITS = frozenset(
    "g kg mg µg μg ug ng lb lbs oz gram grams gramme grammes kilogram kilograms kilo kilos pound"
    " pounds ounce ounces l L ml mL dl dL cl cL µl μl ul µL μL uL litre litres liter liters"
    " millilitre millilitres milliliter milliliters cup cups tsp tsps teaspoon teaspoons tbsp tbsps"
    " tbs tblsp tblsps tablespoon tablespoons pint pints pt quart quarts qt gallon gallons gal"
    " pinch pinches"
    " dash dashes handful handfuls clove cloves slice slices stick sticks can cans tin tins jar"
    " jars bottle bottles packet packets pack packs package packages pkg bag bags box boxes sachet"
    " sachets bunch bunches sprig sprigs stalk stalks head heads sheet sheets piece pieces pcs pc"
    " drop drops roll rolls pair pairs set sets tube tubes vial vials tablet tablets mm cm m km in"
    " inch inches ft foot feet yd yard yards M mM µM μM uM nM N mol mmol % U units kU °C C T c t"
    " part parts cm3 cm³ dm3 dm³ m3 m³ mm3 yds ea EA cn GB MB TB gals qts pts crystal"
    " crystals balls blocks reels tubs sacks squirt squirts splash splashes glug glugs".split()
)
_FRACTIONS = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_FRACTION = r"\d+\s*[/⁄]\s*\d+"
NUMBER = rf"(?:\d+\s*[{_FRACTIONS}]|[{_FRACTIONS}]|\d+\s+{_FRACTION}|{_FRACTION}|\d+(?:[.,]\d+)*)"
_AMOUNT = re.compile(
    rf"(?P<amount>(?:(?:about|abt\.?|approx\.?|ca\.?|circa|~|≈|<|>|≥|≤)\s*)?{NUMBER}"
    rf"(?:\s*(?:-|–|—|~|to|or)\s*{NUMBER})?)"
    r"(?:\s*[x×]\s*(?=\d))?(?![\w'’]*[-'’](?:\w| (?:and|or|to) \d))\s*",
    re.IGNORECASE,
)
_WORD_AMOUNT = re.compile(
    r"(?P<amount>a few|half an?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|some|"
    r"several)\s+",
    re.IGNORECASE,
)
# "5× buffer" is a strength; "2x eggs" is a number of them
_STRENGTH = re.compile(
    r"\d+\s?[x×]\s(?:[\w/-]+ ){0,3}(?:buffer|mix|master ?mix|medium|stock|solution|dye|concentrate|"
    r"PBS\w?|TBS\w?|TAE|TBE|SSC)\b",
    re.IGNORECASE,
)
_GROUP = re.compile(
    r"for (?:the|a|an) (?:[\w-]+ ){0,3}[\w-]+\Z|to (?:serve|garnish|finish|decorate)\Z|"
    r"from (?:your|the) (?:store ?cupboard|pantry|fridge)\Z",
    re.IGNORECASE,
)
_QUALITIES = frozenset(
    "mm µm μm um nm grit G °C C V W kW A Hz rpm Ω kΩ MΩ µF nF pF".split()
)  # part of a name: "19 mm socket", "37 °C incubator"
_STRENGTHS = frozenset("% M mM µM μM uM nM N".split())  # too, if an amount follows
_STRONG = re.compile(r"[^\W\d_]+/[^\W\d_]|mol dm|[\"″”]|(?:V|W|cm)\s")  # "10 mg/ml BSA"
_BOTH = re.compile(
    rf"(?P<unit>[^\W\d_]+)/(?P<other>{NUMBER}\s?(?:fl\.? oz|[^\W\d_]+))\s+(?P<name>\S.*)"
)
_CONTAINER = r"tins?|cans?|jars?|packs?|packets?|bags?|bottles?|cartons?"
_PACKED = re.compile(
    r"(?P<size>\d[\d.,]*[\s-]?(?:g|kg|ml|l|cl|oz|ounce|lb)\b\.?)\s+"
    rf"(?P<unit>{_CONTAINER}|box(?:es)?|balls?)\s+(?:of\s+)?(?P<name>\S.*)",
    re.IGNORECASE,
)
_LOOSE = re.compile(
    r"(?:(?:small|large|good|big) )?"
    r"(?P<unit>pinch|handful|dash|knob|splash|drizzle|sprig|bunch|squeeze|thumb|glug)(?:e?s)? "
    r"(?:of )?(?=\w)|"
    r"(?P<measure>spatula|scoop|spoonful|strip|reel|length|lump|coil)s? of (?=\w)",
    re.IGNORECASE,
)
_COUNTED = re.compile(  # "side panel x2", "gloves x 1 pair"
    r"(?<!\d)[\s(][x×]\s?(?P<amount>\d+)"
    r"(?: (?P<unit>pairs?|packs?|box(?:es)?|sets?|bags?|rolls?))?\)?\Z",
    re.IGNORECASE,
)
_PIECES = re.compile(  # "8 - washers", "3 - 2x10x8 ft. boards", but not "2 - 3 onions"
    r"(?P<amount>\d{1,3})\s+[-–]\s+(?=[^\W\d]|\d+\s?[x×]\s?\d|\d+[-/]\d|\d+\s?(?:ft|in|mm|cm)\b|\d+[\"″])"
)
_COLON_AMOUNT = re.compile(rf"(?P<name>[^:,(]{{2,40}}):\s+(?P<rest>{NUMBER}(?:\s?[^\W\d]\S*)?)\Z")
_VESSEL = re.compile(
    r"(?:[\w-]+ ){0,2}(?:beaker|flask|cylinder|bottle|jug|jar|bag|syringe|pipett?e?|"
    r"crucible|bucket|tube|pan|bowl|funnel|burett?e?|demijohn|carboy|fermenter|saucepan|"
    r"stock ?pot|pot|basin|container|vial|cuvette)s?"
    r"(?: (?:and|with|for)\b.*)?\Z",
    re.IGNORECASE,
)
_CONTAINED = re.compile(rf"(?P<unit>{_CONTAINER})\s+(?:of\s+)?(?=[^\W\d])")
_DETERMINER = re.compile(r"\A(?:the|your) (?=\w)", re.IGNORECASE)
_HALF_OF = re.compile(r"\A(?:of )?an? (?=\w)")
_THINGS = frozenset(  # units that are things too
    "can cans tin tins jar jars bottle bottles packet packets pack packs package packages bag bags"
    " box boxes stick sticks sheet sheets tube tubes vial vials roll rolls cup cups balls blocks"
    " reels tubs sacks".split()
)
_VOLUMES = frozenset(
    "ml mL l L cl dl µl µL μl μL cm3 cm³ dm3 dm³ litre litres liter liters gallon gallons".split()
)
_SIZE = re.compile(  # "20 x 30 cm baking tin"
    r"\d[\d.,]*\s?[x×]\s?\d[\d.,]*\s?(?:[x×]\s?\d[\d.,]*\s?)?(?:cm|mm|m|in|inch(?:es)?|ft)\b"
    r"(?= (?:\w+ )?(?:tin|tray|pan|dish|mould|mold|board|sheet|cloth|box)s?\b)"
)
_OPTIONAL = re.compile(r"optional(?:ly)?\s*[:–-]\s*(?=\S)", re.IGNORECASE)
_KINDS = re.compile(r"(?P<name>[^\W\d]\w*(?: \w+)?): (?P<kinds>[^\d:,]+(?:, [^\d:,]+)+)\Z")
_COLUMN = re.compile(rf"(?P<name>[^\d\n]+?,[^\d\n]+?)(?: {{3,}}|\t+)(?P<amount>{NUMBER} ?[^\W\d]+)")
LEADERS = re.compile(r"\s*\.{3,}\s*(?=\d)")  # "capsules ......... 10"
DIMENSION = re.compile(
    r"(?:(?:overall|net|max\.?) )?(?:width|height|depth|length|weight|diameter|capacity):? ?\d",
    re.IGNORECASE,
)
_PART_OF_NAME = re.compile(  # "tube holder", "bottle brush"
    r"(?:holder|rack|brush|opener|stand|clip|cleaner|cutter|liner|lid|cap|sealer)s?\b",
    re.IGNORECASE,
)
_COMPOSED = re.compile(r"(?P<name>[^\d:,(]{2,40}): (?P<note>\d[^:]*\d ?(?:%|m?M\b|N\b|g/l)[^:]*)\Z")
_NOTHING = frozenset("none nil n/a total".split())
_SIZED = re.compile(
    r"(?:or (?:longer|more|larger|wider)|long|wide|thick|deep|high|tall)\b|[x×] ?\d"
)
_OPEN = re.compile(r"\b(?:at|with|of|to|in|from|below|above|least|most)\Z")
_FURNITURE = re.compile(
    r"(?:ingredients?|items?|materials?|reagents?)\s+(?:qty|quantity|amounts?)\b.*|"  # of a table
    r"[$€£] ?\d[\d.,]*\Z|buy\Z|keep screen awake\Z|"
    r"components?(?: [\w.]+){0,4} (?:qty|quantity|amounts?|volumes?)\Z|"
    r"(?:\d+x\s*)+\Z|(?:us customary|metric)\b.{0,15}\Z",
    re.IGNORECASE,
)
_TIMES = re.compile(r"[x×]\s+(?=[^\W_])", re.IGNORECASE)
_TIME = re.compile(r":\d\d\b|(?:s|sec\w*|min\w*|h|hrs?|hours?|days?|weeks?|°)\b", re.IGNORECASE)
_CLOCK = re.compile(r"(?: {2,}|\t)\d{1,2}:\d\d\Z")  # in a column of its own
_DATE = re.compile(r"(?P<day>\d{1,2})/(?P<month>\d{1,2})(?:/\d{2,4})?\s")
_DENOMINATORS = (2, 3, 4, 5, 6, 8, 10, 12, 16, 32, 64)
_YEAR = re.compile(r"(?:19|20)\d\d\s+(?P<word>[a-z]{3,})\b(?!\w* \w+s\Z|\Z)")
_LONGEST_ENTRY = 500  # what is longer is no entry; it is cut
_FURTHER = re.compile(r"(?:\+|plus\b|and\b)\s*(?=[\d½¼¾⅓⅔])", re.IGNORECASE)
_ARTICLES = ("a", "an", "some")
_UNIT = re.compile(r"(?P<unit>(?:fl\.?\s+oz|[^\W\d_]+[3³]?|%|°C))\.?(?=\s|\Z|[,(])\s*(?:of\s+)?")
_ADJECTIVE = re.compile(r"(?:heaped|heaping|level|rounded|scant|generous|packed|large|small)\s")
_PARENTHESIS = re.compile(  # but neither of "iron(III)" nor of "oligo d(T)"
    r"\s*(?!(?<=\w)\((?:[IVX]+|[^()\s])\)|(?<=\w)\([^()\s]+\)\d)[(\[](?P<note>[^()\[\]]*)[)\]]"
)
_TRAILING = re.compile(
    rf"\A(?P<name>[^\d,(:]*[^\d\s,(:–—-])\s*(?P<mark>[:,–—]|\s-|\s)\s*(?P<rest>{NUMBER}.*)\Z"
)
_OTHER_AMOUNT = re.compile(rf"(?:[|/=]|or\s)\s*(?P<amount>{NUMBER}.*)\Z", re.IGNORECASE)
_NOTE = re.compile(r"\s*(?:,\s+|;\s+|\s[–—-]\s)(?P<note>.*)\Z", re.DOTALL)
_USE = re.compile(  # "oil for frying", "sugar for the top"
    r"(?<=\w) (?P<note>(?:for (?:the )?(?:dusting|frying|greasing|brushing|rolling|sprinkling|"
    r"garnish(?:ing)?|serving|decorat(?:ion|ing)|top(?:ping)?|tin|pan)|"
    r"if (?:you|liked|needed|wanted|available|possible|desired)\b.*|to (?:serve|taste|garnish|"
    r"decorate|finish|dust))(?: (?:the )?(?:tin|pan|top))?)\Z",
    re.IGNORECASE,
)


@dataclass(slots=True)
class _Entry:
    """An entry that is taken apart: ``name`` is what is left of the ``whole``."""

    whole: str
    name: str
    amount: str | None = None
    unit: str | None = None
    notes: list[str] = field(default_factory=list)

    def material(self) -> Material | None:
        if not any(map(str.isalnum, self.name)):
            return None
        note = "; ".join(filter(None, self.notes))
        return Material(self.name[:MAX_NAME_LENGTH], self.amount, self.unit, note or None)


def has_quantity(text: str) -> bool:
    """Return True if the entry begins with a number that is no time and no date: "2 cups flour"."""
    words = text.strip()
    match = _AMOUNT.match(words)
    if match is None or _TIME.match(words[match.end() :]) or _is_date(words):
        return False  # "9:15 wash", "11/20 new plug"
    return _CLOCK.search(words) is None  # "18 °C  13:00"


def _is_date(words: str) -> bool:
    """Return True for "11/20 new plug" and "2022 too many"."""
    if date := _DATE.match(words):
        day, month = int(date["day"]), int(date["month"])
        return month not in _DENOMINATORS or day >= month
    year = _YEAR.match(words)
    return year is not None and not is_unit(year["word"])


def is_group(line: str) -> bool:
    """Return True for a line that heads entries: "For the sauce:"."""
    return line.rstrip().endswith((":", "?")) or _GROUP.match(line.strip()) is not None


def parse_material(text: str) -> Material | None:
    """Return the entry of a list; None if it names nothing, or heads others ("For the sauce:")."""
    column = _COLUMN.fullmatch(text[:_LONGEST_ENTRY].strip())
    if column:  # "onions, chopped        2.5 kg"
        text = f"{column['amount']} {column['name']}"
    words = " ".join(text[:_LONGEST_ENTRY].split()).strip(" .;,•*")
    words = LEADERS.sub(": ", words)
    names_nothing = words.lower() in _NOTHING or DIMENSION.match(words)
    if is_group(words) or _FURNITURE.match(words) or names_nothing:
        return None
    if composed := _COMPOSED.match(words):  # "Solution II: 0.2 N NaOH, 1% SDS"
        return Material(composed["name"], None, None, composed["note"])
    optional = _OPTIONAL.match(words)
    kinds = _KINDS.match(words) if optional is None else None
    if kinds:  # "PPE: goggles, gloves"
        return Material(kinds["name"], None, None, kinds["kinds"])
    entry = _begun(words[optional.end() :] if optional else words)
    if optional:
        entry.notes.append("optional")
    for take in (
        _take_pack,
        _take_container,
        _take_further_amount,
        _take_last_amount,
        _take_note,
        _take_noted_amount,
        _keep_strength,
    ):
        take(entry)
    return entry.material()


def _begun(words: str) -> _Entry:
    """Return the entry without parentheses, a count at its end, and the amount that it begins
    with."""
    counted = _COUNTED.search(words)
    words = words[: counted.start()] if counted else words
    notes = [match["note"].strip() for match in _PARENTHESIS.finditer(words)]
    whole = _PARENTHESIS.sub("", words).strip(" :")
    amount, unit, name = _split_amount(whole)
    if pieces := _PIECES.match(whole):
        amount, unit, name = pieces["amount"], None, whole[pieces.end() :]
    if amount is None and counted:
        amount, unit = counted["amount"], counted["unit"]
    name = _DETERMINER.sub("", name, count=1)
    if amount and amount[-1] in _FRACTIONS:
        name = _HALF_OF.sub("", name, count=1)  # "½ a lemon"
    return _Entry(whole, name, amount, unit, notes)


def _take_pack(entry: _Entry) -> None:
    """Take the unit of "100g/4oz butter", "1 x 400g tin tomatoes" and "pinch of salt"."""
    has_number = entry.amount is not None and entry.unit is None
    if has_number and (both := _BOTH.match(entry.name)) and is_unit(both["unit"]):
        entry.unit, entry.name = both["unit"], both["name"]
        entry.notes.append(both["other"])
    elif has_number and (packed := _PACKED.match(entry.name)):
        entry.unit, entry.name = packed["unit"], packed["name"]
        entry.notes.append(packed["size"])
    elif entry.unit is None and (loose := _LOOSE.match(entry.name)):
        entry.unit = loose["unit"] or loose["measure"]
        entry.name = entry.name[loose.end() :]


def _take_container(entry: _Entry) -> None:
    """Distinguish what a vessel holds from its size: "400ml can coconut milk", "250 ml beaker"."""
    if entry.unit is None:
        return
    entry.name = entry.name.removeprefix("each ").removeprefix("of ")
    if contained := _CONTAINED.match(entry.name):
        entry.notes.append(contained["unit"])
        entry.name = entry.name[contained.end() :]
    elif entry.unit in _VOLUMES and _VESSEL.match(entry.name):
        entry.amount, entry.unit, entry.name = None, None, entry.whole
    elif not entry.name and entry.unit.lower() in _THINGS:  # "1 bag"
        entry.name, entry.unit = entry.unit, None


def _take_further_amount(entry: _Entry) -> None:
    """Note the second amount of "1 cup + 2 tbsp butter"."""
    further = _FURTHER.match(entry.name) if entry.unit is not None else None
    if further:
        amount, unit, name = _split_amount(entry.name[further.end() :])
        if unit is not None:
            entry.notes.insert(0, f"plus {amount} {unit}")
            entry.name = name


def _take_last_amount(entry: _Entry) -> None:
    """Take the amount after the name: "flour: 200 g", "psPAX2: 5 µg"."""
    if entry.amount is not None:
        return
    if named := _COLON_AMOUNT.match(entry.name):
        amount, unit, remark = _split_amount(named["rest"])
        if amount and not remark:
            entry.amount, entry.unit, entry.name = amount, unit, named["name"]
            return
    trailing = _TRAILING.match(entry.name)
    if trailing is None:
        return
    amount, unit, remark = _split_amount(trailing["rest"])
    if not remark and is_size(trailing["name"], unit):
        return  # "alcohol gel 70%"
    is_noted = remark.startswith(",")
    if remark and not is_noted and (not trailing["mark"].strip() or unit in _STRENGTHS):
        unit = None  # "PFA 4% in PBS"
    if trailing["mark"] == "," and _SIZED.match(remark):
        return  # "clamps, 24 in. or longer"
    if _OPEN.search(trailing["name"]):
        unit, remark = None, entry.name  # "water at 25 °C"
    if unit is None and ((remark and not is_noted) or not trailing["mark"].strip()):
        return
    entry.amount, entry.unit = amount, unit
    if other := _OTHER_AMOUNT.match(remark):  # "wine: 350 ml | 1 1/2 cups"
        entry.notes.append(other["amount"])
        remark = ""
    entry.name = f"{trailing['name']} {remark}".strip()


def _take_note(entry: _Entry) -> None:
    """Take what stands after a comma or a dash, and what the thing is for."""
    match = _NOTE.search(entry.name)
    if match and any(map(str.isalpha, entry.name[: match.start()])):  # not "95%, 70% ethanol"
        entry.notes.append(match["note"].strip())
        entry.name = entry.name[: match.start()].strip()
    if use := _USE.search(entry.name):
        entry.notes.insert(0, use["note"])
        entry.name = entry.name[: use.start()]


def _take_noted_amount(entry: _Entry) -> None:
    """Take the amount of "buffer P1 (250 µl)" and of "1 M Tris, 50 ml" out of the notes."""
    is_open = entry.amount is None or entry.unit in _STRENGTHS
    for note in reversed(entry.notes if is_open else []):
        amount, unit, remark = _split_amount(note) if has_quantity(note) else (None, None, "")
        if amount is None or remark or is_size(entry.name, unit):
            continue  # "primers, 10 µM", "pipettes, 10 ml"
        if entry.amount is not None and unit is None:
            continue
        if entry.amount is not None:
            entry.name = f"{_strength(entry)} {entry.name}"
        entry.amount, entry.unit = amount, unit
        entry.notes.remove(note)
        return


def is_size(name: str, unit: str | None) -> bool:
    """Return True for the unit of a size or a strength of what is named so."""
    is_vessel = unit in _VOLUMES and _VESSEL.match(name) is not None
    return unit in _STRENGTHS or unit in _QUALITIES or is_vessel


def _keep_strength(entry: _Entry) -> None:
    """Leave a strength in the name, as the entry spells it: "95% ethanol"."""
    if entry.amount and entry.unit in _STRENGTHS and entry.whole.startswith(entry.amount):
        entry.name = f"{_strength(entry)} {entry.name}".replace(" ,", ",")  # "95%, 70% ethanol"
        entry.amount = entry.unit = None


def _strength(entry: _Entry) -> str:
    """Return amount and unit, as the entry spells them if it begins with them."""
    amount, unit = entry.amount or "", entry.unit or ""
    if entry.whole.startswith(amount):
        return entry.whole[: entry.whole.index(unit, len(amount)) + len(unit)]
    return f"{amount} {unit}"


def _split_amount(text: str) -> tuple[str | None, str | None, str]:
    """Return amount, unit and the rest; the first two are None where there is none."""
    match = _AMOUNT.match(text) or _WORD_AMOUNT.match(text)
    is_strength_or_size = _STRENGTH.match(text) or _SIZE.match(text) or _is_date(text)
    if match is None or is_strength_or_size or _is_quality(text, match.end()):
        return None, None, text
    amount, rest = " ".join(match["amount"].split()), text[match.end() :]
    if times := _TIMES.match(rest):
        rest = rest[times.end() :]
    adjective = _ADJECTIVE.match(rest)
    unit = _UNIT.match(rest, adjective.end() if adjective else 0)
    if adjective and unit and is_unit(unit["unit"]) and len(unit["unit"]) > 2:
        return amount, rest[: unit.end("unit")], rest[unit.end() :]
    unit = _UNIT.match(rest)
    is_number = re.fullmatch(r"\d+(?:[.,]\d+)?", amount) is not None
    is_thing = unit is not None and _PART_OF_NAME.match(rest, unit.end()) is not None
    if unit and is_unit(unit["unit"]) and not is_thing and (unit.end() < len(rest) or is_number):
        return amount, unit["unit"], rest[unit.end() :]
    if amount.lower() in _ARTICLES:  # "a pot" has no amount, "a pinch of salt" has one
        return None, None, rest
    return amount, None, rest


def _is_quality(text: str, end: int) -> bool:
    """Return True if a number and what follows it up to a name are its size or its strength."""
    rest = text[end:]
    unit = _UNIT.match(rest)
    named = unit is not None and unit["unit"] in _QUALITIES and unit.end() < len(rest)
    return named or _STRONG.match(rest) is not None


def is_unit(word: str) -> bool:
    """Return True for a unit as it is written in lists: "g", "mL", "Cups", "fl oz"."""
    return word in UNITS or (len(word) > 2 and word.lower() in UNITS) or " " in word
