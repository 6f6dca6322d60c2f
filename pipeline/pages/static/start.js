"use strict";

/* Draw everything, and again where the room for it or the reading changes. */
(() => {
  /* Last, so that the browser lays the page out only once. */
  function reveal(current, before) {
    if (current.step !== before.step) text.reveal(current);
    storyline.reveal(current);
    grid.reveal(current);
  }

  /* On a phone one of the two is hidden; the other one knows the room. */
  function drawAll() {
    const scroller = storyline.scroller.clientWidth > 0 ? storyline.scroller : grid.scroller;
    const width = columns.width(scroller, position.reading());
    storyline.show(position.reading(), width);
    grid.show(position.reading(), width);
  }

  function follow(current, before) {
    if (current.reading === before.reading) {
      storyline.follow(current);
      grid.follow(current);
    } else {
      drawAll();
    }
    reveal(current, before);
  }

  function redraw() {
    drawAll();
    reveal(position.current, { step: null });
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
  window.addEventListener("resize", elements.oncePerFrame(redraw));
})();
