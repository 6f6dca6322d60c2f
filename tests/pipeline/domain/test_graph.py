"""The temporal graph: presences and events folded from a grid, snapshots, and the grid again."""

import re
from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given

from pipeline.domain.document import Entity
from pipeline.domain.graph import Event, Presence, TemporalGraph
from pipeline.domain.grid import NOWHERE, SOMEWHERE, Change, Evidence, Grid, Location, Track
from pipeline.errors import BadInput
from tests.support.graphs import document, graph, graphs

WATER, SUGAR = Entity.parse("water"), Entity.parse("sugar")
ROOT, LEAF = Location("root"), Location("leaf")


def graph_of(*rows: tuple[Entity, tuple[str, ...]]) -> TemporalGraph:
    entities, states = zip(*rows, strict=True)
    steps = tuple(f"Step {number}." for number in range(1, len(states[0])))
    return TemporalGraph.from_grid(document(steps=steps), Grid.from_texts(entities, states))


def intervals(graph: TemporalGraph) -> list[tuple[str, int, int]]:
    return [(stay.location.text, stay.from_step, stay.until_step) for stay in graph.presences]


def test_equal_neighbouring_states_are_one_presence():
    folded = graph_of((WATER, ("root", "root", "leaf", "leaf", "leaf")))

    assert intervals(folded) == [("root", 0, 2), ("leaf", 2, 5)]


def test_an_entity_that_comes_back_has_two_presences_in_one_location():
    folded = graph_of((WATER, ("leaf", "root", "leaf")))

    assert intervals(folded) == [("leaf", 0, 1), ("root", 1, 2), ("leaf", 2, 3)]


def test_not_existing_is_no_presence_and_somewhere_is_one():
    folded = graph_of((WATER, ("-", "?", "?", "-")))

    assert intervals(folded) == [("?", 1, 3)]
    assert folded.presences[0].location is SOMEWHERE


def test_an_entity_that_never_exists_stays_an_entity_of_the_graph():
    folded = graph_of((WATER, ("-", "-")))

    assert (folded.entities, folded.presences, folded.events) == ((WATER,), (), ())


def test_each_difference_between_two_states_is_an_event():
    folded = graph_of((WATER, ("-", "root", "root", "leaf", "-")))

    assert [
        (event.step, event.change, event.origin, event.destination) for event in folded.events
    ] == [
        (1, Change.CREATE, None, ROOT),
        (3, Change.MOVE, ROOT, LEAF),
        (4, Change.DESTROY, LEAF, None),
    ]


def test_presences_are_ordered_by_entity_and_events_by_step_then_entity():
    folded = graph_of((WATER, ("root", "leaf", "-")), (SUGAR, ("-", "?", "leaf")))

    assert [(stay.entity, stay.from_step) for stay in folded.presences] == [
        (WATER, 0),
        (WATER, 1),
        (SUGAR, 1),
        (SUGAR, 2),
    ]
    assert [(event.step, event.entity) for event in folded.events] == [
        (1, WATER),
        (1, SUGAR),
        (2, WATER),
        (2, SUGAR),
    ]


def test_a_presence_has_the_evidence_of_its_first_state_and_all_probabilities():
    first, last = Evidence(1, 0, 5), Evidence(2, 3, 8)
    water = Track(
        WATER, (ROOT, LEAF, LEAF), probabilities=(0.9, 0.8, 0.7), evidence=(None, first, last)
    )

    folded = TemporalGraph.from_grid(document(), Grid(2, (water,)))

    assert folded.presences == (
        Presence(WATER, ROOT, 0, 1, (0.9,), None),
        Presence(WATER, LEAF, 1, 3, (0.8, 0.7), first),
    )


def test_an_event_has_the_probability_and_the_evidence_of_its_step():
    stated = Evidence(2, 3, 8)
    water = Track(
        WATER,
        (ROOT, LEAF, NOWHERE),
        change_probabilities=(0.6, 0.5),
        change_evidence=(None, stated),
    )

    folded = TemporalGraph.from_grid(document(), Grid(2, (water,)))

    assert folded.events == (
        Event(1, WATER, Change.MOVE, ROOT, LEAF, 0.6, Evidence(1)),  # no words: the whole step
        Event(2, WATER, Change.DESTROY, LEAF, None, 0.5, stated),
    )


def test_with_its_place_an_event_is_no_more_probable_than_the_place():
    water = Track(
        WATER,
        (ROOT, LEAF, NOWHERE),
        probabilities=(0.9, 0.55, 0.8),
        change_probabilities=(0.6, 0.5),
    )

    folded = TemporalGraph.from_grid(document(), Grid(2, (water,)))

    to_the_leaf, in_the_leaf = ("water", 1), ("water", 2)
    assert folded.probabilities_with_places() == {to_the_leaf: 0.55, in_the_leaf: 0.5}


def test_a_location_below_the_graphs_threshold_is_unsure():
    water = Track(WATER, (ROOT, LEAF, NOWHERE), (0.9, 0.3, 0.8), (1.0, 1.0, 0.2))
    folded = TemporalGraph.from_grid(document(), Grid(2, (water,)))
    lenient = replace(folded, unsure_below=0.0)

    unsure = replace(folded, unsure_below=0.85)

    assert [unsure.is_unsure("water", state) for state in range(3)] == [False, True, True]
    assert [unsure.probability_of("water", state) for state in range(3)] == [0.9, 0.3, 0.8]
    assert not lenient.is_unsure("water", 1)
    assert cell_texts(unsure) == ["root", "(leaf?)", "(×?)"]
    assert cell_texts(lenient) == ["root", "leaf", "×"]
    assert unsure == lenient


def cell_texts(shown: TemporalGraph) -> list[str]:
    """The cells that a notebook shows."""
    return re.findall(r"<td[^>]*>(.*?)</td>", shown._repr_html_())


def test_a_grid_of_another_document_is_refused():
    with pytest.raises(ValueError, match="'leaf.txt' has 2 steps, its grid 1"):
        TemporalGraph.from_grid(document(), Grid(1, ()))


def test_a_snapshot_is_the_graph_after_a_step_and_state_0_is_before_the_first():
    folded = graph_of((WATER, ("root", "leaf", "-")), (SUGAR, ("-", "-", "leaf")))

    def shown(step: int) -> list[tuple[str, str]]:
        return [(stay.entity.name, stay.location.text) for stay in folded.snapshot(step)]

    assert shown(0) == [("water", "root")]
    assert shown(1) == [("water", "leaf")]
    assert shown(2) == [("sugar", "leaf")]
    assert folded.n_steps == 2


@pytest.mark.parametrize("step", [-1, 3])
def test_a_snapshot_of_a_step_that_the_document_does_not_have_is_an_index_error(step):
    message = re.escape(f"'leaf.txt' has steps 1 to 2 (0 is before step 1), not {step}")
    for error in (IndexError, BadInput):
        with pytest.raises(error, match=message):
            graph().snapshot(step)


@pytest.mark.parametrize("step", ["1", None, 1.0, True])
def test_a_step_that_is_no_whole_number_is_refused_on_one_line(step):
    with pytest.raises(BadInput, match="^a step must be a whole number, not .+$"):
        graph().snapshot(step)


def test_the_location_of_an_entity_is_nowhere_when_it_does_not_exist():
    folded = graph_of((WATER, ("root", "-", "?")), (SUGAR, ("leaf", "leaf", "leaf")))

    assert [folded.location_of("water", step) for step in (0, 1, 2)] == [ROOT, NOWHERE, SOMEWHERE]


DOUGH = Entity.parse("dough; bread dough")


@pytest.mark.parametrize(
    "name",
    ["dough; bread dough", "dough", "bread dough", "Dough", "the dough", "doughs", "A Bread Dough"],
)
def test_an_entity_is_found_by_its_names_in_any_case_with_an_article_and_in_the_plural(name):
    folded = graph_of((DOUGH, ("bowl", "tin", "tin")), (SUGAR, ("leaf", "leaf", "leaf")))

    assert folded.entity(name) == DOUGH
    assert folded.location_of(name, 2) == Location("tin")


def test_a_name_of_no_entity_is_an_error_that_lists_those_that_are_tracked():
    folded = graph_of((DOUGH, ("bowl", "tin", "tin")), (SUGAR, ("leaf", "leaf", "leaf")))

    with pytest.raises(BadInput) as refused:
        folded.location_of("flour", 1)

    message = "'flour' is not tracked in 'leaf.txt'; tracked are dough; bread dough, sugar"
    assert str(refused.value) == message


def test_a_name_of_two_entities_is_an_error_that_names_both():
    pizza = Entity.parse("pizza; dough")
    folded = graph_of((DOUGH, ("bowl", "tin", "tin")), (pizza, ("oven", "oven", "oven")))

    assert folded.entity("pizza") == pizza
    with pytest.raises(BadInput, match="may be 'dough; bread dough' or 'pizza; dough'"):
        folded.entity("the dough")


def test_an_exact_name_is_preferred_to_one_in_another_form():
    leaf, leaves = Entity.parse("leaf"), Entity.parse("leaves")
    folded = graph_of((leaf, ("?", "?", "?")), (leaves, ("-", "-", "-")))

    assert (folded.entity("leaf"), folded.entity("leaves")) == (leaf, leaves)


@pytest.mark.parametrize("name", [None, 3, b"dough"])
def test_a_name_that_is_no_string_is_refused(name):
    with pytest.raises(BadInput, match="must be a string"):
        graph().entity(name)


def test_a_graph_is_shown_in_few_words():
    assert repr(graph_of((DOUGH, ("bowl", "tin", "tin")))) == (
        "TemporalGraph(document='leaf.txt', n_steps=2, n_entities=1, n_events=1)"
    )


def test_a_graph_is_shown_in_a_notebook_as_its_grid_with_all_text_escaped():
    risky = Entity.parse("<script>alert(1)</script>")

    shown = graph_of((risky, ("-", "<b>tin</b>", "?")))._repr_html_()

    assert "<th>&lt;script&gt;alert(1)&lt;/script&gt;</th>" in shown
    assert re.findall(r"<td[^>]*>(.*?)</td>", shown) == ["-", "● &lt;b&gt;tin&lt;/b&gt;", "?"]
    assert "<script" not in shown and "<b>" not in shown
    assert re.findall(r"<th[^>]*>(before|\d)</th>", shown) == ["before", "1", "2"]


def test_a_graph_never_changes():
    with pytest.raises(FrozenInstanceError):
        graph().presences = ()


@given(graphs())
def test_a_graph_that_becomes_a_grid_and_a_graph_again_is_the_same_graph(folded):
    again = TemporalGraph.from_grid(folded.document, folded.to_grid(), quantities=folded.quantities)

    assert again == folded


@given(graphs())
def test_a_grid_that_becomes_a_graph_and_a_grid_again_has_the_same_locations(folded):
    grid = folded.to_grid()

    for track in grid.tracks:
        for state, location in enumerate(track.locations):
            assert folded.location_of(track.entity.name, state) == location


def test_a_grid_survives_the_way_through_a_graph():
    tracks = (
        Track(
            WATER,
            (ROOT, LEAF, NOWHERE),
            (0.9, 0.8, 0.75),
            (1.0, 0.95, 0.25),
            (0.6, 0.5),
            (None, Evidence(1, 0, 5), None),
            (Evidence(1, 0, 5), Evidence(2)),
        ),
        Track(SUGAR, (NOWHERE, NOWHERE, SOMEWHERE)),
    )
    grid = Grid(2, tracks)

    again = TemporalGraph.from_grid(document(), grid).to_grid()

    assert again.tracks[0] == grid.tracks[0]
    sugar = grid.tracks[1]
    assert again.tracks[1] == replace(sugar, change_evidence=(None, Evidence(2)))
