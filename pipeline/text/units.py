"""Units as they are written in procedures, and their conversion to a base unit by pint.

The surfaces are a table: pint knows sizes, but neither "tbsps" nor a "sprig", and takes words such
as "a" or "stick" for units. Sizes come from pint alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from pipeline.domain.quantity import QuantityKind

if TYPE_CHECKING:
    from pint import UnitRegistry

__all__ = ["FOLD", "PH", "TIMES_GRAVITY", "Unit", "unit_at", "unit_surfaces"]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit by its usual symbol; ``size`` is pint's expression for it, None if it has no size.

    ``share`` of that size it has: of "g/100 ml" a hundredth.
    """

    name: str
    kind: QuantityKind
    size: str | None = None
    share: float = 1.0

    def to_base(self, value: float) -> float:
        """The value in the base unit."""
        factor, offset, _ = _conversion(self)
        return float(f"{value * factor + offset:.10g}")

    @property
    def base(self) -> str:
        """The unit that all units of this dimension share; one without a size is its own."""
        return _conversion(self)[2]


# symbol, size for pint, and how it is written; single letters and symbols keep their case
_AMOUNTS = """
g      | gram       | g gm gr gram grams gramme grammes
kg     | kilogram   | kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes
mg     | milligram  | mg milligram milligrams
µg     | microgram  | µg μg ug mcg microgram micrograms
ng     | nanogram   | ng nanogram nanograms
oz     | ounce      | oz ounce ounces
lb     | pound      | lb lbs pound pounds
tonne  | tonne      | tonne tonnes
l      | liter      | l L litre litres liter liters
dl     | deciliter  | dl dL decilitre decilitres deciliter deciliters
cl     | centiliter | cl cL centilitre centilitres centiliter centiliters
ml     | milliliter | ml mL mls cc millilitre millilitres milliliter milliliters
µl     | microliter | µl μl ul µL μL uL microlitre microlitres microliter microliters
nl     | nanoliter  | nl nL nanolitre nanolitres nanoliter nanoliters
m³     | meter**3   | m³ m3
cm³    | cm**3      | cm³ cm3
cup    | cup        | cup cups
tbsp   | tablespoon | tbsp tbsps tbs tbl tablespoon tablespoons tablespoonful tablespoonfuls
tsp    | teaspoon   | tsp tsps teaspoon teaspoons teaspoonful teaspoonfuls
fl oz  | fluid_ounce | floz
pint   | pint       | pint pints
quart  | quart      | quart quarts qt qts
gallon | gallon     | gallon gallons gal gals
mol    | mole       | mol mole moles
mmol   | millimole  | mmol mmols millimole millimoles
µmol   | micromole  | µmol μmol umol micromole micromoles
nmol   | nanomole   | nmol nanomole nanomoles
pmol   | picomole   | pmol picomole picomoles
U      |            | U units kU
pinch  |            | pinch pinches
dash   |            | dash dashes
handful |           | handful handfuls
splash |            | splash splashes
splash |            | glug glugs
dollop |            | dollop dollops
drizzle |           | drizzle
knob   |            | knob knobs
sprinkle |          | sprinkle sprinkling sprinkles
drop   |            | drop drops
squirt |            | squirt squirts
scoop  |            | scoop scoops
spoonful |          | spoonful spoonfuls
ladle  |            | ladleful ladlefuls
"""
_DURATIONS = """
s      | second | s sec secs second seconds
ms     | millisecond | ms msec millisecond milliseconds
min    | minute | min mins minute minutes
h      | hour   | h hr hrs hour hours
day    | day    | d day days
week   | week   | wk wks week weeks
month  | month  | month months
year   | year   | yr yrs year years
"""
_TEMPERATURES = """
°C     | degC   | °C ℃ ºC ˚C 'C ’C oC C celsius centigrade
°F     | degF   | °F ℉ ºF ˚F 'F ’F oF F fahrenheit
K      | kelvin | K
°      |        | ° º ˚ degrees degree deg
"""
_LENGTHS = """
m      | meter      | m metre metres meter meters
km     | kilometer  | km kilometre kilometres kilometer kilometers
cm     | centimeter | cm cms centimetre centimetres centimeter centimeters
mm     | millimeter | mm millimetre millimetres millimeter millimeters
µm     | micrometer | µm μm um micron microns micrometre micrometres micrometer micrometers
nm     | nanometer  | nm nanometre nanometres nanometer nanometers
inch   | inch       | inch inches in " ” ″
ft     | foot       | ft foot feet
yd     | yard       | yd yds yard yards
mile   | mile       | mile miles
"""
_SPEEDS = """
rpm    | rpm        | rpm RPM
mph    | mile/hour  | mph
km/h   | km/hour    | kmh kph
"""
_CONCENTRATIONS = """
%      | percent    | % percent pct
‰      | permille   | ‰
ppm    | ppm        | ppm
ppb    | ppm/1000   | ppb
M      | mol/liter  | M molar
mM     | mmol/liter | mM
µM     | µmol/liter | µM μM uM
nM     | nmol/liter | nM
pM     | pmol/liter | pM
"""
_OTHERS = """
W      | watt       | W watt watts
kW     | kilowatt   | kW kilowatt kilowatts
V      | volt       | V volt volts
mV     | millivolt  | mV
kV     | kilovolt   | kV
A      | ampere     | amp amps ampere amperes
mA     | milliampere | mA
Hz     | hertz      | Hz hertz
kHz    | kilohertz  | kHz
MHz    | megahertz  | MHz
GHz    | gigahertz  | GHz
J      | joule      | J joule joules
kJ     | kilojoule  | kJ
kcal   | kilocalorie | kcal Cal calories
Pa     | pascal     | Pa
kPa    | kilopascal | kPa
MPa    | megapascal | MPa
bar    | bar        | bar
mbar   | millibar   | mbar
psi    | psi        | psi PSI
atm    | atmosphere | atm
N      | newton     | N
kN     | kilonewton | kN
Nm     | N*m        | Nm N·m
Ω      | ohm        | Ω ohm ohms
m²     | m**2       | m² m2
cm²    | cm**2      | cm² cm2
mm²    | mm**2      | mm² mm2
dB     |            | dB
lux    | lux        | lux
"""
_TABLES: Mapping[QuantityKind, str] = {
    "amount": _AMOUNTS,
    "duration": _DURATIONS,
    "temperature": _TEMPERATURES,
    "length": _LENGTHS,
    "speed": _SPEEDS,
    "concentration": _CONCENTRATIONS,
    "other": _OTHERS,
}
TIMES_GRAVITY = Unit("× g", "speed")
FOLD = Unit("×", "concentration")  # "2x buffer"
PH = Unit("pH", "other")
_BASES: Mapping[str, str] = {
    "second": "s", "degC": "°C", "gram": "g", "milliliter": "ml", "mole": "mol",
    "millimeter": "mm", "hertz": "Hz", "meter/second": "m/s", "milliliter/minute": "ml/min",
    "percent": "%", "mole/liter": "mol/l", "gram/liter": "g/l", "watt": "W", "volt": "V",
    "ampere": "A", "joule": "J", "pascal": "Pa", "newton": "N", "ohm": "Ω", "volt/meter": "V/m",
    "mm**2": "mm²",
}  # fmt: skip
_OWN_BASE = ("rpm",)  # of the dimension of another base unit
_COUNTED = frozenset("cells copies particles units strokes beats cycles".split())
_WORD = re.compile(
    r"(?:[°º˚]\s?|['’])[CF](?![A-Za-z])|[℃℉°º˚%‰″”\"Ω]|[A-Za-zµμ]{1,24}(?:·m)?(?:[²³]|[23](?!\w))?"
)
_LONG_FORM = re.compile(
    r"(?P<ounce>(?:fl\.?|fluid)\s(?:oz|ounces?))"
    r"|(?:degrees?|deg\.?)\s?(?:(?P<celsius>celsius|centigrade|C)|(?P<fahrenheit>fahrenheit|F))"
    r"|(?P<gravity>[x×*]\s?g|times\sgravity|rcf)",
    re.IGNORECASE,
)
_PER = re.compile(
    r"(?:\s?/\s?|\sper\s)(?:(?P<number>[1-9]\d{0,3})\s?)?"
    r"|\s(?:a|an)\s(?=minute|second|hour|day|year)"
)


def unit_at(text: str, start: int) -> tuple[Unit, int] | None:
    """The unit that begins at ``start``, with its end, rates included ("ml/min", "V per cm")."""
    above = _simple_at(text, start)
    counted = None if above else _counted_at(text, start)
    if above is None and counted is None:
        return None
    _, end = above or (None, counted or 0)
    per = _PER.match(text, end)
    below = _simple_at(text, per.end()) if per else None
    if per and below is not None and below[0].kind in ("amount", "duration", "length"):
        name = above[0].name if above else text[start:end].lower()
        return _rate(name, above[0] if above else None, below[0], per["number"] or ""), below[1]
    return above


def unit_surfaces() -> frozenset[str]:
    """All ways to write a unit that the table has."""
    return frozenset(_units())


def _rate(name: str, above: Unit | None, below: Unit, number: str) -> Unit:
    """The unit of one thing per another, or per a number of it: "g/100 ml"."""
    kind: QuantityKind = "concentration"
    if below.kind == "duration":
        kind = "speed"
    elif below.kind == "length":
        kind = "other"
    sized = above is not None and above.size is not None and below.size is not None
    size = f"({above.size})/({below.size})" if sized and above is not None else None
    name = f"{name}/{number}{' ' if number else ''}{below.name}"
    return Unit(name, kind, size, 1.0 / float(number or 1))


def _simple_at(text: str, start: int) -> tuple[Unit, int] | None:
    match = _LONG_FORM.match(text, start)
    if match and not text[match.end() : match.end() + 1].isalpha():
        kinds = {"ounce": "fl oz", "celsius": "°C", "fahrenheit": "°F"}
        named = next(name for name, part in match.groupdict().items() if part)
        return (_units()[kinds[named]] if named in kinds else TIMES_GRAVITY), match.end()
    match = _WORD.match(text, start)
    if match is None or text[match.end() : match.end() + 1].isdigit():
        return None
    written = match[0].replace(" ", "")
    unit = _units().get(written)
    if unit is None and len(written) > 2:
        unit = _units().get(written.lower())
    return None if unit is None else (unit, match.end())


def _counted_at(text: str, start: int) -> int | None:
    """The end of a word such as "cells", which is a unit only before "per"."""
    match = _WORD.match(text, start)
    return match.end() if match and match[0].lower() in _COUNTED else None


@cache
def _units() -> Mapping[str, Unit]:
    """Units by how they are written and by their names."""
    units: dict[str, Unit] = {}
    for kind, table in _TABLES.items():
        for line in table.strip().splitlines():
            name, size, written = (part.strip() for part in line.split("|"))
            unit = Unit(name, kind, size or None)
            names = [name] if len(name) > 1 else []  # "2 A" is seldom a current
            units |= dict.fromkeys([*names, *written.split()], unit)
    return units


@cache
def _registry() -> UnitRegistry[float]:
    import pint

    return pint.UnitRegistry()


@cache
def _conversion(unit: Unit) -> tuple[float, float, str]:
    """Factor, offset and name of the base unit."""
    if unit.size is None or unit.name in _OWN_BASE:
        return 1.0, 0.0, unit.name
    registry = _registry()
    zero, unity = (registry.Quantity(value, unit.size) for value in (0.0, 1.0))
    for base, name in _BASES.items():
        if unity.is_compatible_with(base):
            offset = float(zero.to(base).magnitude)
            return (float(unity.to(base).magnitude) - offset) * unit.share, offset, name
    return 1.0, 0.0, unit.name
