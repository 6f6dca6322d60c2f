"""The grid on a terminal: nothing is cut, whatever its width."""

import pytest
from rich.console import Console

from pipeline.commands.grid_output import grid_tables, has_unsure_cells
from pipeline.domain.document import Entity
from pipeline.domain.grid import Grid, Track, location_from_text

PLACES = [
    "soil",
    "root of the plant",
    "?",
    "a very long place that never seems to end",
    "水槽",
    "-",
]


def grid(n_steps: int) -> Grid:
    """Two entities, whose locations are less probable at every step."""
    tracks = tuple(
        Track(
            Entity.parse(name),
            tuple(location_from_text(PLACES[(n + order) % 6]) for n in range(n_steps + 1)),
            tuple(1 - n / (n_steps + 1) for n in range(n_steps + 1)),
        )
        for order, name in enumerate(["water", "the light of the sun"])
    )
    return Grid(n_steps, tracks)


def printed(grid: Grid, width: int, below: float = 0.0) -> list[str]:
    console = Console(width=width, markup=False, emoji=False, highlight=False, no_color=True)
    with console.capture() as captured:
        for table in grid_tables(grid, width=width, below=below):
            console.print(table)
    return captured.get().splitlines()


@pytest.mark.parametrize("width", [40, 80, 200])
def test_every_state_is_shown_once_whatever_the_width(width):
    lines = printed(grid(30), width)

    headings = [word for line in lines if line.startswith("entity") for word in line.split()[1:]]
    assert headings == [str(state) for state in range(31)]
    assert all(Console().measure(line).maximum <= width for line in lines)


@pytest.mark.parametrize("width", [40, 80])
def test_no_place_is_cut(width):
    words = " ".join(printed(grid(5), width)).split()

    for word in " ".join(PLACES).split():
        assert word in words


def test_a_grid_that_fits_is_one_table():
    lines = printed(grid(3), 200)

    assert sum(line.startswith("entity") for line in lines) == 1


def test_unsure_places_look_unsure_at_every_width():
    for width in (40, 200):
        words = " ".join(printed(grid(5), width, below=0.5)).split()

        assert {"soil", "水槽", "(水槽?)", "(-?)"} <= set(words)
        assert "(root" not in words


def test_a_grid_has_unsure_cells_only_below_the_threshold():
    assert has_unsure_cells(grid(3), below=0.26)
    assert not has_unsure_cells(grid(3), below=0.25)
