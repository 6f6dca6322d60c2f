"use strict";

/* The graph of the current step: things on the left, places on the right, a line for "is at".
   A thing is at one place at most, so a place with its things below one another never has a line
   that crosses another. */
const graph = (() => {
  const ROW = 34;
  const content = elements.bySelector("#graph .content");
  const heading = elements.bySelector("#graph-heading");

  /* The places of the state, each with its things, in the order of the storyline. */
  function stars(reading, state) {
    const byPlace = new Map(lanes.order(reading).map((place) => [place, []]));
    reading.tracks.forEach((track, thing) => {
      if (track[state] !== null) byPlace.get(track[state].place).push(thing);
    });
    return [...byPlace].filter(([, things]) => things.length > 0);
  }

  function changeNote(reading, thing, state) {
    const event = reading.eventAt(thing, state);
    if (event === undefined) return null;
    if (event.change === "create") return "● new";
    const { place } = reading.tracks[thing][state - 1];
    return place === null ? "moved" : `from ${readings.placeName(reading, place)}`;
  }

  function thingButton(reading, thing, state, y) {
    const note = changeNote(reading, thing, state);
    const button = elements.html(
      "button",
      {
        type: "button",
        class: `thing ${readings.colourClasses(reading.things[thing])}`,
        "data-thing": thing,
        "aria-pressed": "false",
      },
      elements.html("bdi", {}, reading.things[thing].short),
      note === null ? null : elements.html("small", {}, ` ${note}`),
      elements.html("span", { class: "swatch", "aria-hidden": "true" }),
    );
    button.style.top = `${y - ROW / 2 + 2}px`;
    return button;
  }

  function placeBox(reading, place, y) {
    const box = elements.html(
      "div",
      { class: `place${place === null ? " unstated" : ""}` },
      elements.html("bdi", {}, readings.placeName(reading, place)),
    );
    box.style.top = `${y - ROW / 2 + 2}px`;
    return box;
  }

  function link(reading, thing, state, from, to, width) {
    const unsure = readings.isUnsure(readings.probability(reading, thing, state));
    return elements.svg("path", {
      class: `link thing ${readings.colourClasses(reading.things[thing])}${unsure ? " unsure" : ""}`,
      "data-thing": thing,
      d: `M0 ${from}C${width / 2} ${from} ${width / 2} ${to} ${width} ${to}`,
    });
  }

  /* Things that are not there, in words: they have no place in a graph of places. */
  function absent(reading, state) {
    const isAbsent = (_, thing) => reading.tracks[thing][state] === null;
    const isExpected = (thing) =>
      reading.presencesOf.at(reading.things.indexOf(thing)).some(({ from }) => from > state);
    const absentThings = reading.things.filter(isAbsent);
    const term = (name, things) =>
      things.length === 0
        ? []
        : [
            elements.html("dt", {}, name),
            elements.html("dd", {}, things.map((thing) => thing.short).join(", ")),
          ];
    return elements.html(
      "dl",
      { class: "absent" },
      ...term("Not there yet", absentThings.filter(isExpected)),
      ...term(
        "No longer there",
        absentThings.filter((thing) => !isExpected(thing)),
      ),
    );
  }

  function show(current) {
    const reading = position.reading();
    const groups = stars(reading, current.step);
    const links = elements.svg("svg", {
      class: "links",
      viewBox: "0 0 100 1",
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    });
    const canvas = elements.html("div", { class: "bipartite" });
    let y = ROW / 2;
    for (const [place, things] of groups) {
      const middle = y + ((things.length - 1) * ROW) / 2;
      for (const thing of things) {
        canvas.append(thingButton(reading, thing, current.step, y));
        links.append(link(reading, thing, current.step, y, middle, 100));
        y += ROW;
      }
      canvas.append(placeBox(reading, place, middle));
      y += 8;
    }
    const height = Math.max(y - ROW / 2 - 4, 0);
    links.setAttribute("viewBox", `0 0 100 ${height}`);
    canvas.prepend(links);
    canvas.style.height = `${height}px`;
    heading.textContent =
      current.step === 0
        ? "At the start: what is where"
        : `After step ${current.step}: what is where`;
    const nothing =
      groups.length === 0
        ? elements.html("p", { class: "hint" }, "Nothing that is tracked is there.")
        : null;
    content.replaceChildren(...[nothing ?? canvas, absent(reading, current.step)]);
    mark(current);
  }

  function mark(current) {
    content.classList.toggle("chosen", current.thing !== null);
    for (const element of content.querySelectorAll(".thing")) {
      const chosen = Number(element.dataset.thing) === current.thing;
      element.classList.toggle("is-chosen", chosen);
      if (element.matches("button")) element.setAttribute("aria-pressed", String(chosen));
    }
  }

  function start() {
    content.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button === null) return;
      const thing = Number(button.dataset.thing);
      position.move({ thing: thing === position.current.thing ? null : thing });
      content.querySelector(`button[data-thing="${thing}"]`)?.focus({ preventScroll: true });
    });
    position.onMove((current) => show(current));
  }

  return { start };
})();
