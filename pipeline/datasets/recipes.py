"""Recipes in the format of Bosselut et al. 2018 ("Simulating action dynamics with neural process
networks"), which the KG-MRC paper reads too, as records in the format of the grids.

A recipe has ``id``; ``text``, each step's words; ``ingredient_list``, names with underscores;
``ingredients``, which of them each step handles; and ``events``, each step's changes, of which
``location`` is where those ingredients go. Steps are the keys "0", "1" and so on. The data cannot
be shipped. Wherever grids are read, such recipes can be, one a line or in one list.
"""

from __future__ import annotations

from typing import Any

__all__ = ["grid_of_recipe", "is_recipe"]


def is_recipe(record: Any) -> bool:
    return isinstance(record, dict) and "ingredient_list" in record


def grid_of_recipe(recipe: dict[str, Any]) -> dict[str, Any]:
    """Return the grid's record: an ingredient is somewhere until an event puts it into a place.

    If a step has several locations the first counts, as in other work on the data. Numbers of
    ingredients that are not in the list are ignored, since the data was made by heuristics.
    Nothing is created or destroyed. Raises ValueError naming what does not fit.
    """
    if "id" not in recipe:
        raise ValueError("id is missing; give each recipe one")
    texts = _texts(recipe.get("text"))
    names = recipe["ingredient_list"]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError("ingredient_list must be a list of names")
    handled, events = _by_step(recipe, "ingredients"), _by_step(recipe, "events")
    states = {_name(name): ["?"] for name in names}
    for step in range(len(texts)):
        places = events.get(str(step), {}).get("location", [])
        used = handled.get(str(step), []) if places else []
        moved = {_name(names[number]) for number in used if 0 <= number < len(names)}
        for name, row in states.items():
            row.append(_name(places[0]) if name in moved else row[-1])
    return {
        "para_id": recipe["id"],
        "sentence_texts": texts,
        "participants": list(states),
        "states": list(states.values()),
    }


def _texts(text: Any) -> list[str]:
    """Each step's words joined by spaces, in the order of their numbers."""
    if not isinstance(text, dict) or set(text) != {str(step) for step in range(len(text))}:
        raise ValueError('text must have the steps as keys, "0", "1" and so on')
    steps = [text[str(step)] for step in range(len(text))]
    return [step if isinstance(step, str) else " ".join(map(str, step)) for step in steps]


def _by_step(recipe: dict[str, Any], field: str) -> dict[str, Any]:
    """Return the field's value for each step: events, or lists of ingredient numbers."""
    values = recipe.get(field)
    kind, inner = (list, int) if field == "ingredients" else (dict, str)
    if not isinstance(values, dict) or not all(
        isinstance(value, kind) and all(isinstance(part, inner) for part in value)
        for value in values.values()
    ):
        raise ValueError(f"{field} must have the steps as keys, each with its {field}")
    for value in values.values() if field == "events" else ():
        places = value.get("location", [])
        if not isinstance(places, list) or not all(isinstance(place, str) for place in places):
            raise ValueError("the location of an event must be a list of names")
    return values


def _name(text: str) -> str:
    """Return ``olive_oil`` as the text has it."""
    return " ".join(text.replace("_", " ").replace(";", " ").split())
