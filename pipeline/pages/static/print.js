"use strict";

/* On paper nothing scrolls: storyline and grid are drawn anew, the grid in blocks of steps. */
const print = (() => {
  const place = elements.bySelector("#print");
  const COLUMN = 58;
  const BLOCK = 14; // states in a block: what a page of A4 on its side can hold
  const MOST = 60; // states up to which the storyline can be read on a page

  function blocks(reading) {
    const tables = [];
    for (let first = 0; first <= reading.nSteps; first += BLOCK) {
      const range = { first, until: Math.min(first + BLOCK, reading.nSteps + 1) };
      const table = grid.table(reading, COLUMN, range);
      for (const gap of table.querySelectorAll(".gap")) gap.remove();
      table.style.setProperty("--states", range.until - range.first);
      tables.push(table);
    }
    return tables;
  }

  function draw() {
    const reading = position.reading();
    const story = reading.nSteps < MOST ? [elements.html("div", { class: "story" }, ...storyline.whole(reading, COLUMN))] : [];
    place.replaceChildren(...story, ...blocks(reading));
  }

  function start() {
    window.addEventListener("beforeprint", draw);
    window.addEventListener("afterprint", () => place.replaceChildren());
  }

  return { start };
})();
