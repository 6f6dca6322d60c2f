"""An entry of a list of materials → name, amount, unit and note.

Deterministic rules: numbers at the beginning are the amount, a word of ``UNITS`` after them is the
unit, what stands in parentheses or after a comma is the note, and the rest is the name.
"""

from __future__ import annotations

import re

from pipeline.domain.document import MAX_NAME_LENGTH, Material
from pipeline.text.headings import section_of

__all__ = [
    "begins_list",
    "entries_in_line",
    "entries_of",
    "has_quantity",
    "is_group",
    "is_unit",
    "names_amount",
    "parse_material",
    "without_group",
]

# as written in lists; matched without a full stop and, if longer than two letters, without case
UNITS = frozenset(
    "g kg mg µg μg ug ng lb lbs oz gram grams gramme grammes kilogram kilograms kilo kilos pound"
    " pounds ounce ounces l L ml mL dl dL cl cL µl μl ul µL μL uL litre litres liter liters"
    " millilitre millilitres milliliter milliliters cup cups tsp tsps teaspoon teaspoons tbsp tbsps"
    " tbs tablespoon tablespoons pint pints pt quart quarts qt gallon gallons gal pinch pinches"
    " dash dashes handful handfuls clove cloves slice slices stick sticks can cans tin tins jar"
    " jars bottle bottles packet packets pack packs package packages pkg bag bags box boxes sachet"
    " sachets bunch bunches sprig sprigs stalk stalks head heads sheet sheets piece pieces pcs pc"
    " drop drops roll rolls pair pairs set sets tube tubes vial vials mm cm m km in inch inches ft"
    " foot feet yd yard yards M mM µM μM uM nM N mol mmol % U units kU °C C T c t part parts"
    " cm3 cm³ dm3 dm³ m3 m³ mm3".split()
)
_FRACTIONS = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_FRACTION = r"\d+\s*[/⁄]\s*\d+"
_NUMBER = rf"(?:\d+\s*[{_FRACTIONS}]|[{_FRACTIONS}]|\d+\s+{_FRACTION}|{_FRACTION}|\d+(?:[.,]\d+)*)"
_AMOUNT = re.compile(
    rf"(?P<amount>(?:(?:about|approx\.?|ca\.?|circa|~|≈|<|>|≥|≤)\s*)?{_NUMBER}"
    rf"(?:\s*(?:-|–|—|~|to|or)\s*{_NUMBER})?)"
    r"(?:\s*[x×]\s*(?=\d))?(?![\w'’]*[-'’]\w)\s*",
    re.IGNORECASE,
)
_WORD_AMOUNT = re.compile(
    r"(?P<amount>a few|half an?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|some|"
    r"several)\s+",
    re.IGNORECASE,
)
# "5× buffer" is a strength; "2x eggs" is a number of them
_STRENGTH = re.compile(
    r"\d+\s?[x×]\s(?:[\w-]+ ){0,3}(?:buffer|mix|master ?mix|medium|stock|solution|dye|concentrate|"
    r"PBS\w?|TBS\w?|TAE|TBE|SSC)\b",
    re.IGNORECASE,
)
_GROUP = re.compile(r"for (?:the|a|an) (?:[\w-]+ ){0,3}[\w-]+\Z", re.IGNORECASE)
_GROUP_OF = re.compile(r"\s*for (?:the|a|an) [\w -]{1,40}:\s+", re.IGNORECASE)
_QUALITIES = frozenset(
    "mm °C C V W kW A Hz rpm".split()
)  # part of a name: "19 mm socket", "37 °C incubator"
_STRENGTHS = frozenset("% M mM µM μM uM nM N".split())  # too, if an amount follows
_STRONG = re.compile(r"[^\W\d_]+/[^\W\d_]|[\"″”]|(?:V|W|cm)\s")  # "10 mg/ml BSA"
_BOTH = re.compile(r"(?P<unit>[^\W\d_]+)/(?P<other>\d[\d.,]*\s?[^\W\d_]+)\s+(?P<name>\S.*)")
_PACKED = re.compile(
    r"(?P<size>\d[\d.,]*\s?(?:g|kg|ml|l|cl|oz|lb))\s+(?P<unit>tins?|cans?|jars?|packs?|packets?|"
    r"bags?|bottles?|box(?:es)?|cartons?|balls?)\s+(?:of\s+)?(?P<name>\S.*)",
    re.IGNORECASE,
)
_LOOSE = re.compile(
    r"(?P<unit>pinch|handful|dash|knob|splash|drizzle|sprig|bunch|squeeze)(?:e?s)? (?:of )?(?=\w)",
    re.IGNORECASE,
)
_COUNTED = re.compile(  # "side panel x2", "gloves x 1 pair"
    r"[\s(][x×]\s?(?P<amount>\d+)(?: (?P<unit>pairs?|packs?|box(?:es)?|sets?|bags?|rolls?))?\)?\Z",
    re.IGNORECASE,
)
_PIECES = re.compile(  # "8 - washers", "3 - 2x10x8 ft. boards", but not "2 - 3 onions"
    r"(?P<amount>\d{1,3})\s+[-–]\s+(?=[^\W\d]|\d+\s?[x×]\s?\d|\d+[-/]\d|\d+\s?(?:ft|in|mm|cm)\b|\d+[\"″])"
)
_COLON_AMOUNT = re.compile(rf"(?P<name>[^:,(]{{2,40}}):\s+(?P<rest>{_NUMBER}\s?[^\W\d]\S*)\Z")
_VESSEL = re.compile(
    r"(?:[\w-]+ ){0,2}(?:beaker|flask|cylinder|bottle|jug|jar|bag|syringe|pipette|crucible|bucket|"
    r"tube|pan|bowl|funnel)s?\Z",
    re.IGNORECASE,
)
_CONTAINED = re.compile(
    r"(?P<unit>cans?|tins?|jars?|packs?|packets?|bags?|bottles?|cartons?)\s+(?:of\s+)?(?=[^\W\d])"
)
_HALF_OF = re.compile(r"(?:of )?an? (?=\w)")
_THINGS = frozenset(  # units that are things too
    "can cans tin tins jar jars bottle bottles packet packets pack packs package packages bag bags"
    " box boxes stick sticks sheet sheets tube tubes vial vials roll rolls cup cups".split()
)
_VOLUMES = frozenset("ml mL l L cl dl µl µL μl μL cm3 cm³ dm3 dm³".split())
_OPEN = re.compile(r"\b(?:at|with|of|to|in|from|below|above)\Z")
_FURNITURE = re.compile(r"(?:\d+x\s*)+\Z|(?:us customary|metric)\b.{0,15}\Z", re.IGNORECASE)
_TIMES = re.compile(r"[x×]\s+(?=[^\W\d_])", re.IGNORECASE)
_TIME = re.compile(r":\d\d\b|(?:s|sec\w*|min\w*|h|hrs?|hours?|days?|weeks?|°)\b", re.IGNORECASE)
_INLINE = re.compile(r"(?P<head>[^:.\n]{3,40}):\s*(?P<entries>\S.*)\Z", re.DOTALL)
_KIND = re.compile(  # of materials, before a list in one line
    r"paints?|glues?|adhesives?|yarns?|needles?|notions|fabrics?|threads?|hooks?|fixings?|"
    r"fasteners?|solvents?|enzymes?|wool",
    re.IGNORECASE,
)
_NEEDED = re.compile(
    r"(?:you|we)(?:[’']ll| will)? (?:also )?need:? (?P<entries>(?:(?!\.\s)[^\n])+)\Z", re.IGNORECASE
)
_SEPARATOR = re.compile(
    r"\s+[•·▪]\s+|"
    r"\s*[,;](?![^()]*\))\s+(?:and\s+)?|\s+and\s+(?=\d|\S+(?:\s*\([^()]*\))?\Z)"
)
_LONGEST_LINE = 2_000
_LONGEST_NAME = 7  # words of an entry with its amount after the name
_LONGEST_ENTRY = 500  # what is longer is no entry; it is cut
_FURTHER = re.compile(r"(?:\+|plus\b|and\b)\s*(?=[\d½¼¾⅓⅔])", re.IGNORECASE)
_ARTICLES = ("a", "an", "some")
_UNIT = re.compile(r"(?P<unit>(?:fl\.?\s+oz|[^\W\d_]+[3³]?|%|°C))\.?(?=\s|\Z|[,(])\s*(?:of\s+)?")
_ADJECTIVE = re.compile(r"(?:heaped|heaping|level|rounded|scant|generous|packed|large|small)\s")
_PARENTHESIS = re.compile(r"\s*(?!(?<=\w)\([IVX]+\))[(\[](?P<note>[^()\[\]]*)[)\]]")
_TRAILING = re.compile(
    rf"\A(?P<name>[^\d,(:]*[^\d\s,(:–—-])\s*(?P<mark>[:,–—]|\s-|\s)\s*(?P<rest>{_NUMBER}.*)\Z"
)
_OTHER_AMOUNT = re.compile(rf"(?:[|/=]|or\s)\s*(?P<amount>{_NUMBER}.*)\Z", re.IGNORECASE)
_NOTE = re.compile(r"\s*(?:,\s+|;\s+|\s[–—-]\s)(?P<note>.*)\Z", re.DOTALL)


def has_quantity(text: str) -> bool:
    """Return True if the entry begins with a number that is not a time: "2 cups flour"."""
    match = _AMOUNT.match(text.strip())
    return match is not None and not _TIME.match(text.strip()[match.end() :])  # nor "9:15 wash"


def begins_list(line: str) -> bool:
    """Return True for "Tools: a pan and a spoon"."""
    return _list_in(line) is not None


def _list_in(line: str) -> re.Match[str] | None:
    """Match a line of materials with what announces them and its ``entries``."""
    match = _INLINE.match(line)
    if match is None:
        return None
    is_kind = _KIND.fullmatch(match["head"].strip()) and "\n" not in match["entries"].strip()
    return match if is_kind or section_of(match["head"]) == "materials" else None


def entries_in_line(text: str) -> list[str]:
    """Return the entries of "Ingredients: flour, 2 eggs and salt" or of "You need 500 g of flour
    and 2 eggs."; none of another line.
    """
    if len(text) >= _LONGEST_LINE:
        return []
    match = _list_in(text)
    if match is None:
        match = _NEEDED.match(" ".join(text.split()))
        if match is None or not has_quantity(match["entries"]):
            return []
    return entries_of(match["entries"])


def is_group(line: str) -> bool:
    """Return True for a line that heads entries: "For the sauce:"."""
    return line.rstrip().endswith((":", "?")) or _GROUP.match(line.strip()) is not None


def without_group(line: str) -> str:
    """Return "4 eggs, 200 ml milk" of "For the sauce: 4 eggs, 200 ml milk"."""
    match = _GROUP_OF.match(line)
    return line[match.end() :] if match and has_quantity(line[match.end() :]) else line


def entries_of(words: str) -> list[str]:
    """Return the entries of "1 onion, 2 peppers and salt."."""
    return [entry for entry in _SEPARATOR.split(words.rstrip(" .")) if entry.strip()]


def names_amount(line: str) -> bool:
    """Return True for an entry with an amount before its name or after: "onions - 2"."""
    if has_quantity(line):
        return True
    material = parse_material(line) if len(line.split()) <= _LONGEST_NAME else None
    return material is not None and material.amount is not None


def parse_material(text: str) -> Material | None:
    """Return the entry of a list; None if it names nothing, or heads others ("For the sauce:")."""
    rest = " ".join(text[:_LONGEST_ENTRY].split()).strip(" .;,•*")
    if is_group(rest) or _FURNITURE.match(rest):
        return None
    counted = _COUNTED.search(rest)
    rest = rest[: counted.start()] if counted else rest
    notes = [match["note"].strip() for match in _PARENTHESIS.finditer(rest)]
    rest = _PARENTHESIS.sub("", rest).strip(" :")
    entry = rest
    amount, unit, rest = _split_amount(entry)
    if pieces := _PIECES.match(entry):
        amount, unit, rest = pieces["amount"], None, entry[pieces.end() :]
    if amount is None and counted:
        amount, unit = counted["amount"], counted["unit"]
    elif amount is None and (named := _COLON_AMOUNT.match(rest)):  # "psPAX2: 5 µg"
        last_amount, last_unit, remark = _split_amount(named["rest"])
        if last_unit and not remark:
            amount, unit, rest = last_amount, last_unit, named["name"]
    rest = _HALF_OF.sub("", rest, count=1) if amount and amount[-1] in _FRACTIONS else rest
    if amount and unit is None and (both := _BOTH.match(rest)) and is_unit(both["unit"]):
        unit, rest = both["unit"], both["name"]  # "100g/4oz butter"
        notes.append(both["other"])
    elif amount and unit is None and (packed := _PACKED.match(rest)):
        unit, rest = packed["unit"], packed["name"]  # "1 x 400g tin tomatoes"
        notes.append(packed["size"])
    elif amount is None and (loose := _LOOSE.match(rest)):
        unit, rest = loose["unit"], rest[loose.end() :]
    if unit is not None:
        rest = rest.removeprefix("each ").removeprefix("of ")
        if contained := _CONTAINED.match(rest):  # "400ml can coconut milk"
            notes.append(contained["unit"])
            rest = rest[contained.end() :]
        elif unit in _VOLUMES and _VESSEL.match(rest):  # "250 ml beaker"
            return Material(entry[:MAX_NAME_LENGTH], None, None, "; ".join(notes) or None)
        elif not rest and unit.lower() in _THINGS:  # "1 bag"
            rest, unit = unit, None
    if unit is not None and (further := _FURTHER.match(rest)):  # "1 cup + 2 tbsp butter"
        second = _split_amount(rest[further.end() :])
        if second[1] is not None:
            notes.insert(0, f"plus {second[0]} {second[1]}")
            rest = second[2]
    if amount is None and (trailing := _TRAILING.match(rest)):  # "flour: 200 g"
        last_amount, last_unit, remark = _split_amount(trailing["rest"])
        if remark and (not trailing["mark"].strip() or last_unit in _STRENGTHS):
            last_unit = None  # "PFA 4% in PBS"
        if _OPEN.search(trailing["name"]):
            last_unit, remark = None, rest  # "water at 25 °C"
        if last_unit is not None or (not remark and trailing["mark"].strip()):
            amount, unit = last_amount, last_unit
            if other := _OTHER_AMOUNT.match(remark):  # "wine: 350 ml | 1 1/2 cups"
                notes.append(other["amount"])
                remark = ""
            rest = f"{trailing['name']} {remark}".strip()
    if match := _NOTE.search(rest):
        notes.append(match["note"].strip())
        rest = rest[: match.start()].strip()
    if notes and has_quantity(notes[-1]) and (amount is None or unit in _STRENGTHS):
        noted_amount, noted_unit, remark = _split_amount(notes[-1])
        if not remark and (amount is None or noted_unit):  # "buffer P1 (250 µl)"
            rest = rest if amount is None else f"{amount} {unit} {rest}"  # "1 M Tris, 50 ml"
            amount, unit, notes = noted_amount, noted_unit, notes[:-1]
    if not any(map(str.isalnum, rest)):
        return None
    if amount and unit in _STRENGTHS and entry.startswith(amount):  # "95% ethanol"
        rest = f"{_strength(entry, amount, unit)} {rest}"
        amount = unit = None
    note = "; ".join(filter(None, notes))
    return Material(rest[:MAX_NAME_LENGTH], amount, unit, note or None)


def _strength(entry: str, amount: str, unit: str) -> str:
    """Return a strength as the entry spells it."""
    return entry[: entry.index(unit, len(amount)) + len(unit)]


def _split_amount(text: str) -> tuple[str | None, str | None, str]:
    """Return amount, unit and the rest; the first two are None where there is none."""
    match = _AMOUNT.match(text) or _WORD_AMOUNT.match(text)
    if match is None or _STRENGTH.match(text) or _is_quality(text, match.end()):
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
    if unit and is_unit(unit["unit"]) and (unit.end() < len(rest) or is_number):
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
