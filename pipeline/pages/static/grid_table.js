"use strict";

/* The grid as a table: a row for each thing, a column for each state of a range. */
const gridTable = (() => {
  /* The number of states from this one on in which the thing stays where it is. */
  function runLength(reading, thing, state, until) {
    let end = state + 1;
    while (end < until && reading.tracks[thing][end] === reading.tracks[thing][state]) end += 1;
    return end - state;
  }

  function label(reading, thing, state) {
    const presence = reading.tracks[thing][state];
    const where =
      presence === null ? "does not exist" : readings.placeName(reading, presence.place);
    const perCent = readings.probability(reading, thing, state);
    const unsure = readings.isUnsure(perCent) ? ", unsure" : "";
    return `${reading.things[thing].short}, ${readings.when(state).toLowerCase()}: ${where}, probability ${perCent} %${unsure}`;
  }

  function classes(reading, thing, state) {
    const track = reading.tracks[thing];
    const names = ["cell"];
    if (track[state] === null) names.push("absent");
    else if (track[state].place === null) names.push("unstated");
    if (readings.isUnsure(readings.probability(reading, thing, state))) names.push("unsure");
    if (state === 0 || track[state] !== track[state - 1]) names.push("first");
    if (state === reading.nSteps || track[state] !== track[state + 1]) names.push("last");
    if (state > 0 && track[state] !== null && track[state - 1] === null) names.push("created");
    if (state > 0 && track[state] === null && track[state - 1] !== null) names.push("destroyed");
    if (differences.isDifferent(reading, thing, state)) names.push("different");
    return names.join(" ");
  }

  /* A cell names its place where the thing arrives there; the name may run over the next cells. */
  function cell(reading, thing, state, range) {
    const element = elements.html("td", {
      role: "gridcell",
      class: classes(reading, thing, state),
      "aria-label": label(reading, thing, state),
      "aria-colindex": state + 2,
      tabindex: -1,
      "data-state": state,
    });
    element.style.setProperty("--probability", readings.probability(reading, thing, state));
    const presence = reading.tracks[thing][state];
    const arrives = state === range.first || presence !== reading.tracks[thing][state - 1];
    if (presence !== null && arrives) {
      const name = elements.html(
        "span",
        {},
        presence.place === null ? "?" : readings.placeName(reading, presence.place),
      );
      name.style.setProperty("--run", runLength(reading, thing, state, range.until));
      element.append(name);
    }
    return element;
  }

  function gap(columns) {
    return columns > 0
      ? [elements.html("td", { class: "gap", colspan: columns, "aria-hidden": "true" })]
      : [];
  }

  function row(reading, thing, range) {
    const states = Array.from(
      { length: range.until - range.first },
      (_, index) => range.first + index,
    );
    const name = elements.html(
      "th",
      { scope: "row", role: "rowheader", "aria-colindex": 1, title: reading.things[thing].name },
      elements.html("bdi", {}, reading.things[thing].short),
      elements.html("span", { class: "swatch", "aria-hidden": "true" }),
    );
    return elements.html(
      "tr",
      {
        role: "row",
        class: `thing ${readings.colourClasses(reading.things[thing])}`,
        "data-thing": thing,
        "aria-rowindex": thing + 2,
      },
      name,
      ...gap(range.first),
      ...states.map((state) => cell(reading, thing, state, range)),
      ...gap(reading.nSteps + 1 - range.until),
    );
  }

  function heading(reading, range) {
    const numbers = [];
    for (let state = range.first; state < range.until; state += 1) {
      const text = reading.steps[state - 1]?.text ?? "Before step 1";
      numbers.push(
        elements.html(
          "th",
          {
            scope: "col",
            role: "columnheader",
            "data-state": state,
            title: text,
            "aria-colindex": state + 2,
          },
          state === 0 ? "start" : String(state),
        ),
      );
    }
    return elements.html(
      "thead",
      { role: "rowgroup" },
      elements.html(
        "tr",
        { role: "row", "aria-rowindex": 1 },
        elements.html(
          "th",
          { scope: "col", role: "columnheader", class: "corner", "aria-colindex": 1 },
          "thing",
        ),
        ...gap(range.first),
        ...numbers,
        ...gap(reading.nSteps + 1 - range.until),
      ),
    );
  }

  /* The table of the columns in `range`, {first, until}; all others are empty room. */
  function table(reading, column, range) {
    const body = elements.html(
      "tbody",
      { role: "rowgroup" },
      ...reading.things.map((_, thing) => row(reading, thing, range)),
    );
    const element = elements.html(
      "table",
      {
        class: "cells",
        role: "grid",
        "aria-labelledby": "grid-heading",
        "aria-rowcount": reading.things.length + 1,
        "aria-colcount": reading.nSteps + 2,
      },
      heading(reading, range),
      body,
    );
    element.style.setProperty("--column", `${column}px`);
    element.style.setProperty("--states", reading.nSteps + 1);
    return element;
  }

  return { table };
})();
