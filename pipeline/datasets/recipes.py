"""Recipes in the format of Bosselut et al. 2018 ("Simulating action dynamics with neural process
networks"), which the KG-MRC paper reads too, as records in the format of the grids.

A recipe has ``id``; ``text``, each step's words; ``ingredient_list``, names with underscores;
``ingredients``, which of them each step handles; and ``events``, each step's changes, of which
``location`` is where those ingredients go. Steps are the keys "0", "1" and so on. The data cannot
be shipped; wherever grids are read, such recipes are too, one a line or in one list.
"""

from __future__ import annotations

from typing import Any

__all__ = ["grid_of_recipe", "is_recipe"]


def is_recipe(record: Any) -> bool:
    return isinstance(record, dict) and "ingredient_list" in record


def grid_of_recipe(recipe: dict[str, Any]) -> dict[str, Any]:
    """The grid's record: an ingredient is somewhere until a step's event puts it into a place.

    Of a step's several locations the first counts, as others read the data; numbers of
    ingredients that are not in the list are passed over, since the data was made by heuristics.
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
        moved = {_name(names[one]) for one in used if 0 <= one < len(names)}
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
    """What the field says of each step; events are dicts of lists, ingredients lists of numbers."""
    found = recipe.get(field)
    kind, inner = (list, int) if field == "ingredients" else (dict, str)
    if not isinstance(found, dict) or not all(
        isinstance(value, kind) and all(isinstance(one, inner) for one in value)
        for value in found.values()
    ):
        raise ValueError(f"{field} must have the steps as keys, each with its {field}")
    for value in found.values() if field == "events" else ():
        places = value.get("location", [])
        if not isinstance(places, list) or not all(isinstance(one, str) for one in places):
            raise ValueError("the location of an event must be a list of names")
    return found


def _name(text: str) -> str:
    """``olive_oil`` as it stands in the text."""
    return " ".join(text.replace("_", " ").replace(";", " ").split())
