"use strict";

/* The storyline as a picture of the states of a range. */
const storylinePicture = (() => {
  const HEADER = 26; // height of the row of step numbers
  const REPEAT = 10; // states from a name to its repetition

  const xOf = (state, column) => (state + 0.5) * column;

  /* A bend from the end of one presence to the start of the next. */
  function bend(from, to, column, layout) {
    const [x, y] = [xOf(from.until - 1, column), HEADER + layout.heightOf(from)];
    const [endX, endY] = [xOf(to.from, column), HEADER + layout.heightOf(to)];
    const middle = (x + endX) / 2;
    return `M${x} ${y}C${middle} ${y} ${middle} ${endY} ${endX} ${endY}`;
  }

  /* The parts of a presence that are as sure, or as unsure, as asked for. */
  function level(presence, unsure, column, layout, range) {
    const y = HEADER + layout.heightOf(presence);
    const isAsked = (state) =>
      readings.isUnsure(presence.probabilities[state - presence.from]) === unsure;
    const [first, until] = [
      Math.max(presence.from, range.first),
      Math.min(presence.until, range.until),
    ];
    let path = "";
    for (let state = first; state < until; state += 1) {
      if (!isAsked(state)) continue;
      const start = state;
      while (state + 1 < until && isAsked(state + 1)) state += 1;
      path += stretch(presence, start, state, y, column);
    }
    return path;
  }

  /* From the middle of the first state, or its edge where the presence began before; a presence
     of a single state has some length too. */
  function stretch(presence, first, last, y, column) {
    const from = xOf(first, column) - (first === presence.from ? 0 : column / 2);
    const to = xOf(last, column) + (last === presence.until - 1 ? 0 : column / 2);
    return from === to ? `M${from - 3} ${y}H${to + 3}` : `M${from} ${y}H${to}`;
  }

  /* The line of a thing, cut into what is sure and what is not. */
  function paths(reading, presences, column, layout, range) {
    const parts = { sure: "", unsure: "" };
    presences.forEach((presence, index) => {
      const before = presences[index - 1];
      if (before !== undefined && before.until === presence.from) {
        const event = reading.eventAt(presence.thing, presence.from);
        const kind = readings.isUnsure(event?.probability ?? 100) ? "unsure" : "sure";
        parts[kind] += bend(before, presence, column, layout);
      }
      parts.sure += level(presence, false, column, layout, range);
      parts.unsure += level(presence, true, column, layout, range);
    });
    return parts;
  }

  function destruction(presence, y, column) {
    const end = xOf(presence.until - 1, column);
    const x = end + column * 0.42;
    return elements.svg("path", {
      class: "end",
      d: `M${end} ${y}H${x}M${x - 4.5} ${y - 4.5}l9 9m0 -9l-9 9`,
    });
  }

  /* Where a presence begins or ends the existence of its thing. */
  function marks(reading, presence, column, layout) {
    const y = HEADER + layout.heightOf(presence);
    const isNew = presence.from > 0 && lanes.beginsExistence(reading, presence);
    const isLast =
      presence.until <= reading.nSteps && reading.tracks[presence.thing][presence.until] === null;
    return [
      ...(isNew ? [elements.svg("circle", { cx: xOf(presence.from, column), cy: y, r: 5.5 })] : []),
      ...(isLast ? [destruction(presence, y, column)] : []),
    ];
  }

  const presencesIn = (reading, thing, range) =>
    reading.presencesOf[thing].filter(
      ({ from, until }) => until >= range.first && from <= range.until,
    );

  /* The states above which the name of a thing stands: where its existence begins and, in a story
     that is wider than the page, again and again along a line that is long enough. */
  function namedStates(reading, presence, column, range) {
    const states = lanes.beginsExistence(reading, presence) ? [presence.from] : [];
    if (!columns.scrolls(reading, column)) return states;
    const room = Math.ceil(lanes.nameWidth(reading.things[presence.thing].short) / column);
    const first = Math.max(presence.from, range.first);
    for (
      let state = Math.ceil(first / REPEAT) * REPEAT;
      state + room < presence.until;
      state += REPEAT
    ) {
      if (state >= presence.from + room) states.push(state);
    }
    return states;
  }

  /* The names of a thing along its line; near the end they stand further left, to be read. */
  function names(reading, thing, column, layout, range) {
    const { short } = reading.things[thing];
    const last = (reading.nSteps + 1) * column - lanes.nameWidth(short);
    return presencesIn(reading, thing, range).flatMap((presence) =>
      namedStates(reading, presence, column, range).map((state) => {
        const x = Math.max(Math.min(xOf(state, column) - 4, last), 0);
        const y = HEADER + layout.heightOf(presence) - 7.5;
        return elements.svg("text", { class: "thing name", "data-thing": thing, x, y }, short);
      }),
    );
  }

  function line(reading, thing, column, layout, range) {
    const presences = presencesIn(reading, thing, range);
    const { sure, unsure } = paths(reading, presences, column, layout, range);
    const shape = (name, d) => (d === "" ? null : elements.svg("path", { class: name, d }));
    return elements.svg(
      "g",
      { class: `thing ${readings.colourClasses(reading.things[thing])}`, "data-thing": thing },
      shape("reach", sure + unsure),
      shape("sure", sure),
      shape("unsure", unsure),
      shape("core", sure),
      ...presences.flatMap((presence) => marks(reading, presence, column, layout)),
    );
  }

  function laneName(reading, lane) {
    const name = readings.placeName(reading, lane.place);
    const label = elements.html(
      "div",
      { class: lane.place === null ? "unstated" : null, title: name },
      elements.html("bdi", {}, name),
    );
    label.style.top = `${HEADER + lane.top}px`;
    label.style.height = `${lane.height}px`;
    return label;
  }

  function laneNames(reading, layout) {
    const names = elements.html("div", { class: "lane-names", "aria-hidden": "true" });
    names.append(...layout.list.map((lane) => laneName(reading, lane)));
    names.style.height = `${HEADER + layout.height}px`;
    return names;
  }

  function stateNumbers(column, range) {
    const numbers = [];
    for (let state = range.first; state < range.until; state += 1) {
      numbers.push(
        elements.svg(
          "text",
          { class: "state", x: xOf(state, column), y: 17 },
          state === 0 ? "start" : String(state),
        ),
      );
    }
    return numbers;
  }

  /* A sentence for those who do not see the picture. */
  function description(reading) {
    return `Storyline of ${reading.things.length} things in ${reading.nSteps} steps; the grid has the same facts as a table.`;
  }

  /* The picture of the states in `range`. */
  function picture(reading, column, layout, range) {
    const [left, width, height] = [
      range.first * column,
      (range.until - range.first) * column,
      HEADER + layout.height,
    ];
    const backgrounds = layout.list.map((lane) =>
      elements.svg("rect", {
        class: `lane${lane.place === null ? " unstated" : ""}`,
        x: left,
        y: HEADER + lane.top,
        width,
        height: lane.height,
      }),
    );
    return elements.svg(
      "svg",
      {
        width,
        height,
        viewBox: `${left} 0 ${width} ${height}`,
        role: "img",
        "aria-label": description(reading),
      },
      ...backgrounds,
      elements.svg("rect", { class: "band", y: 0, width: column, height }),
      ...stateNumbers(column, range),
      ...reading.things.map((_, thing) => line(reading, thing, column, layout, range)),
      ...reading.things.flatMap((_, thing) => names(reading, thing, column, layout, range)),
    );
  }

  /* The whole picture with the names of its lanes, for paper. */
  function whole(reading, column) {
    const layout = lanes.layout(reading, column);
    const range = { first: 0, until: reading.nSteps + 1 };
    return [laneNames(reading, layout), picture(reading, column, layout, range)];
  }

  return { HEADER, picture, laneNames, whole };
})();
