"use strict";

/* The columns of storyline and grid: of one width, so that they stand below one another, and of a
   long document only those around what is in sight. */
const columns = (() => {
  const NARROWEST = 38; // of a column, in pixels, if then all of them fit
  const COMFORTABLE = 54; // if they do not
  const WIDEST = 150;
  const FEW = 16; // steps that need no names along the way
  const MARGIN = 12; // columns drawn on either side of those in sight
  const WHOLE = 2_500; // cells up to which all are drawn

  const namesWidth = () =>
    parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--names"));

  /* The width of a column if `scroller` is to show `reading`. */
  function width(scroller, reading) {
    const fair = Math.floor((scroller.clientWidth - namesWidth()) / (reading.nSteps + 1));
    return fair < NARROWEST ? COMFORTABLE : Math.min(fair, WIDEST);
  }

  /* Whether the columns of `reading` are too many to be seen at once. */
  function scrolls(reading, column) {
    return column === COMFORTABLE && reading.nSteps > FEW;
  }

  /* The states to draw, {first, until}, once `left` is where the scroller begins. */
  function inSight(scroller, reading, column, left = scroller.scrollLeft) {
    const nStates = reading.nSteps + 1;
    if (nStates * reading.things.length <= WHOLE) return { first: 0, until: nStates };
    const first = Math.floor(left / column);
    const until = Math.ceil((left + scroller.clientWidth) / column);
    return { first: Math.max(first - MARGIN, 0), until: Math.min(until + MARGIN, nStates) };
  }

  /* The states to draw so that `state` can be brought into sight. */
  function around(scroller, state, reading, column) {
    return inSight(scroller, reading, column, leftFor(scroller, state, column));
  }

  /* The states to draw instead, once what is in sight has come close to the end of what is drawn;
     null before. */
  function passed(scroller, { reading, column, range }) {
    const sight = inSight(scroller, reading, column);
    const distance = Math.abs(sight.first - range.first) + Math.abs(sight.until - range.until);
    return distance >= MARGIN / 2 ? sight : null;
  }

  /* Where the scroller has to begin to have the state in sight, with a neighbour on either side. */
  function leftFor(scroller, state, column) {
    const [start, end] = [(state - 1) * column, (state + 2) * column];
    const room = scroller.clientWidth - namesWidth();
    if (start < scroller.scrollLeft) return Math.max(start, 0);
    return end > scroller.scrollLeft + room ? end - room : scroller.scrollLeft;
  }

  function reveal(scroller, state, column) {
    scroller.scrollLeft = leftFor(scroller, state, column);
  }

  return { width, scrolls, around, passed, reveal };
})();
