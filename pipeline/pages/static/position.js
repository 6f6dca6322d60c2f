"use strict";

/* Where the page is: a reading, a step and, if one is chosen, a thing. All views follow it,
   and it is in the address: #step=3&thing=water. */
const position = (() => {
  const current = { reading: readings.all.length - 1, step: 1, thing: null };
  const listeners = [];

  const reading = () => readings.all[current.reading];

  function limited(step) {
    return Math.min(Math.max(step, 0), reading().nSteps);
  }

  function address() {
    const parts = new URLSearchParams();
    if (current.reading !== readings.all.length - 1) parts.set("reading", reading().number);
    parts.set("step", current.step);
    if (current.thing !== null) parts.set("thing", reading().things[current.thing].name);
    return `#${parts}`;
  }

  /* The whole address: in a frame without an address of its own, "#" would be that of its parent. */
  function noteAddress() {
    history.replaceState(null, "", location.href.split("#", 1)[0] + address());
  }

  /* Take step and thing from the address; what it does not name or misspells stays as it is. */
  function read() {
    const parts = new URLSearchParams(location.hash.slice(1));
    const number = Number(parts.get("reading") ?? NaN);
    const chosen = readings.all.findIndex((each) => each.number === number);
    if (chosen >= 0) current.reading = chosen;
    const step = Number(parts.get("step") ?? NaN);
    if (Number.isInteger(step)) current.step = limited(step);
    if (parts.has("thing")) current.thing = readings.thingNamed(reading(), parts.get("thing"));
  }

  function announce(before) {
    for (const listener of listeners) listener(current, before);
  }

  /* Move to what `target` names: step, thing (null for none). */
  function move(target) {
    const before = { ...current };
    Object.assign(current, target);
    current.step = limited(current.step);
    noteAddress();
    announce(before);
  }

  /* The step of another reading that is the same in the text, else the last one before it. */
  function sameStep(step, from, to) {
    if (readings.comparison === null) return step;
    let same = 0;
    for (const pair of readings.comparison.pairs) {
      if (step === 0 || (pair[from] !== null && pair[from] > step)) break;
      same = pair[to] ?? same;
      if (pair[from] === step) break;
    }
    return same;
  }

  function showReading(number) {
    const from = reading();
    const before = { ...current };
    const name = current.thing === null ? null : from.things[current.thing].name;
    current.step = sameStep(current.step, current.reading, number);
    current.reading = number;
    current.thing = name === null ? null : readings.thingNamed(reading(), name);
    current.step = limited(current.step);
    noteAddress();
    announce(before);
  }

  function onMove(listener) {
    listeners.push(listener);
  }

  function start() {
    current.step = limited(current.step);
    read();
    announce({ reading: null, step: null, thing: null });
    window.addEventListener("hashchange", () => {
      const before = { ...current };
      read();
      announce(before);
    });
  }

  return { current, reading, move, showReading, onMove, start };
})();
