"use strict";

/* Draw everything, and again where the room for it or the reading changes. */
(() => {
  const scrollers = [storyline.scroller, grid.scroller];
  let width = null; // of a column

  function reveal() {
    for (const scroller of scrollers) columns.reveal(scroller, position.current.step, width);
  }

  /* On a phone one of the two is hidden; the other one knows the room. */
  function drawAll() {
    const visible = scrollers.find((scroller) => scroller.clientWidth > 0) ?? grid.scroller;
    width = columns.width(visible, position.reading());
    storyline.show(position.reading(), width);
    grid.show(position.reading(), width);
    reveal();
  }

  function follow(current, before) {
    if (current.reading !== before.reading) {
      drawAll();
      return;
    }
    storyline.follow(current);
    grid.follow(current);
    if (current.step !== before.step) reveal();
  }

  differences.start();
  controls.start();
  explanation.start();
  graph.start();
  text.start();
  search.start();
  print.start();
  storyline.start();
  grid.start();
  position.onMove(follow);
  position.start();
  window.addEventListener("resize", elements.oncePerFrame(drawAll));
})();
