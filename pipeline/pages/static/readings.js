"use strict";

/* The readings of the page's data, with what the views look up in them.

   A thing is its number in the reading, a state a number from 0 (before step 1) to nSteps. */
const readings = (() => {
  const page = JSON.parse(document.getElementById("page-data").textContent);

  /* The reading with its parts by thing and by step. */
  function indexed(reading) {
    const nSteps = reading.steps.length;
    const tracks = reading.things.map(() => new Array(nSteps + 1).fill(null));
    const presencesOf = reading.things.map(() => []);
    const eventsOf = reading.things.map(() => []);
    const eventsAt = reading.steps.map(() => []);
    for (const presence of reading.presences) {
      tracks[presence.thing].fill(presence, presence.from, presence.until);
      presencesOf[presence.thing].push(presence);
    }
    for (const event of reading.events) {
      eventsOf[event.thing].push(event);
      eventsAt[event.step - 1].push(event);
    }
    return {
      ...reading,
      nSteps,
      tracks,
      presencesOf,
      eventsOf,
      eventsAt: (step) => eventsAt[step - 1] ?? [],
      eventAt: (thing, step) => eventsAt[step - 1]?.find((event) => event.thing === thing),
    };
  }

  const all = page.readings.map(indexed);

  /* Of the place, or of not existing, in per cent. */
  function probability(reading, thing, state) {
    const presence = reading.tracks[thing][state];
    return presence === null
      ? 100 - reading.things[thing].exists[state]
      : presence.probabilities[state - presence.from];
  }

  function isUnsure(perCent) {
    return perCent < page.unsure_below;
  }

  function placeName(reading, place) {
    return place === null ? "not stated" : reading.places[place];
  }

  /* "After step 3", "At the start": as `stepgraph explain` words it. */
  function when(state) {
    return state === 0 ? "At the start" : `After step ${state}`;
  }

  /* The thing with this name or alias, or null. */
  function thingNamed(reading, name) {
    const wanted = name.toLowerCase();
    const matches = (thing) =>
      [thing.name, thing.short, ...thing.aliases].some((alias) => alias.toLowerCase() === wanted);
    const exact = reading.things.findIndex((thing) => thing.name === name);
    const thing = exact >= 0 ? exact : reading.things.findIndex(matches);
    return thing < 0 ? null : thing;
  }

  /* Classes that give a thing its colour and, where colours repeat, its kind of line. */
  function colourClasses(thing) {
    const line = Math.floor(thing.colour / page.n_colours) % page.n_lines;
    return `colour-${thing.colour % page.n_colours} line-${line}`;
  }

  /* Characters of Python's counting (code points) as a part of a JavaScript string. */
  function part(text, start, end) {
    return Array.from(text).slice(start, end).join("");
  }

  return {
    all,
    comparison: page.comparison,
    probability,
    isUnsure,
    placeName,
    when,
    thingNamed,
    colourClasses,
    part,
  };
})();
