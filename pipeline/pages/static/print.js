"use strict";

/* On paper nothing scrolls: storyline and grid are drawn anew, the grid in blocks of steps. */
const print = (() => {
  const place = elements.bySelector("#print");
  const COLUMN = 62;
  const NAMES = 122; // width of the names on the left, in pixels
  const BLOCK = 14; // states in a block: as many as a page of A4 on its side has room for
  const PAGE = 1_000; // width of such a page, in pixels
  const MOST = 60; // states up to which the storyline can be read on a page

  function blocks(reading) {
    const tables = [];
    for (let first = 0; first <= reading.nSteps; first += BLOCK) {
      const range = { first, until: Math.min(first + BLOCK, reading.nSteps + 1) };
      const table = gridTable.table(reading, COLUMN, range);
      for (const gap of table.querySelectorAll(".gap")) gap.remove();
      table.style.setProperty("--states", range.until - range.first);
      tables.push(table);
    }
    return tables;
  }

  function story(reading) {
    const [names, picture] = storylinePicture.whole(reading, COLUMN);
    const element = elements.html("div", { class: "story" }, names, picture);
    element.style.zoom = Math.min(PAGE / (picture.width.baseVal.value + NAMES), 1);
    return element;
  }

  function draw() {
    const reading = position.reading();
    place.replaceChildren(...(reading.nSteps < MOST ? [story(reading)] : []), ...blocks(reading));
  }

  function start() {
    window.addEventListener("beforeprint", draw);
    window.addEventListener("afterprint", () => place.replaceChildren());
  }

  return { start };
})();
