"use strict";

/* Draw everything, and again where the room for it or the reading changes. */
(() => {
  function reveal() {
    storyline.reveal(position.current);
    grid.reveal(position.current);
  }

  /* On a phone one of the two is hidden; the other one knows the room. */
  function drawAll() {
    const scroller = storyline.scroller.clientWidth > 0 ? storyline.scroller : grid.scroller;
    const width = columns.width(scroller, position.reading());
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
    if (current.step !== before.step || current.thing !== before.thing) reveal();
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
