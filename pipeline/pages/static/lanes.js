"use strict";

/* Where the lines of the storyline run: a lane for each place, and in it a row for each line, so
   that no two lines that are there at the same time meet. */
const lanes = (() => {
  const ROW = 23; // height of a row, with room for a name above the line
  const LETTER = 6.6; // width of a letter of a name, on average
  const MOST_SWAPS = 40_000; // comparisons that may be spent on the order of lanes

  const orders = new Map(); // of the places of each reading

  function order(reading) {
    if (!orders.has(reading)) orders.set(reading, placesInOrder(reading));
    return orders.get(reading);
  }

  /* Places in order of appearance, then neighbours swapped where that shortens the moves. The
     place that is not stated (null) is last. */
  function placesInOrder(reading) {
    const byTime = [...reading.presences].sort((a, b) => a.from - b.from);
    const places = new Set(byTime.map((presence) => presence.place));
    const stated = [...places].filter((place) => place !== null);
    shorten(stated, moves(reading));
    return places.has(null) ? [...stated, null] : stated;
  }

  /* Pairs of stated places between which a thing moves. */
  function moves(reading) {
    return reading.events
      .map(({ thing, step }) =>
        [step - 1, step].map((state) => reading.tracks[thing][state]?.place ?? null),
      )
      .filter(([from, to]) => from !== null && to !== null);
  }

  function shorten(places, pairs) {
    const length = (at) =>
      pairs.reduce((sum, [from, to]) => sum + Math.abs(at.get(from) - at.get(to)), 0);
    const positions = () => new Map(places.map((place, index) => [place, index]));
    let spent = 0;
    let best = length(positions());
    for (let improved = true; improved;) {
      improved = false;
      for (let index = 1; index < places.length; index += 1) {
        spent += pairs.length + places.length;
        if (spent > MOST_SWAPS) return;
        [places[index - 1], places[index]] = [places[index], places[index - 1]];
        const swapped = length(positions());
        if (swapped < best) {
          best = swapped;
          improved = true;
        } else {
          [places[index - 1], places[index]] = [places[index], places[index - 1]];
        }
      }
    }
  }

  function beginsExistence(reading, presence) {
    return presence.from === 0 || reading.tracks[presence.thing][presence.from - 1] === null;
  }

  const nameWidth = (name) => name.length * LETTER + 8;

  /* The state up to which a presence takes its row, its name included. */
  function endOf(reading, presence, column) {
    if (!beginsExistence(reading, presence)) return presence.until;
    const width = nameWidth(reading.things[presence.thing].short) + 8;
    return Math.max(presence.until, presence.from + width / column);
  }

  /* The row of each presence, and top, height and place of each lane, from the top down. */
  function layout(reading, column) {
    const rows = new Map();
    const ends = new Map(order(reading).map((place) => [place, []]));
    const byTime = [...reading.presences].sort((a, b) => a.from - b.from || a.thing - b.thing);
    for (const presence of byTime) {
      const taken = ends.get(presence.place);
      let row = taken.findIndex((end) => end <= presence.from);
      if (row < 0) row = taken.length;
      taken[row] = endOf(reading, presence, column);
      rows.set(presence, row);
    }
    let top = 0;
    const list = [...ends].map(([place, taken]) => {
      const height = taken.length * ROW + 9;
      top += height;
      return { place, top: top - height, height };
    });
    const tops = new Map(list.map((lane) => [lane.place, lane.top]));
    return {
      list,
      height: top,
      heightOf: (presence) => tops.get(presence.place) + (rows.get(presence) + 1) * ROW - 2,
    };
  }

  return { layout, order, beginsExistence, nameWidth };
})();
