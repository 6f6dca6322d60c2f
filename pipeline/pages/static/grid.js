"use strict";

/* The grid: a row for each thing, a column for each state. Of a long document only the columns
   around those in sight are in the page. */
const grid = (() => {
  const scroller = elements.bySelector("#grid .scroller");
  let drawn = null; // reading, column, range of the states that are drawn, table

  function render(range) {
    const focused = hasFocus();
    drawn = { ...drawn, range, table: gridTable.table(drawn.reading, drawn.column, range) };
    scroller.replaceChildren(drawn.table);
    follow(position.current);
    if (focused) focus();
  }

  function show(reading, column) {
    drawn = { reading, column };
    render(columns.around(scroller, position.current.step, reading, column));
  }

  /* Draw other columns where those in sight are no longer drawn. */
  function refresh() {
    const range = columns.passed(scroller, drawn);
    if (range !== null) render(range);
  }

  function cellAt(thing, state) {
    return drawn.table.querySelector(`tr[data-thing="${thing}"] td[data-state="${state}"]`);
  }

  function follow(current) {
    for (const element of drawn.table.querySelectorAll(".now, .is-chosen, .focus")) {
      element.classList.remove("now", "is-chosen", "focus");
    }
    for (const element of drawn.table.querySelectorAll('[tabindex="0"]')) element.tabIndex = -1;
    for (const element of drawn.table.querySelectorAll(`[data-state="${current.step}"]`)) {
      element.classList.add("now");
    }
    drawn.table.classList.toggle("chosen", current.thing !== null);
    drawn.table.querySelector(`tr[data-thing="${current.thing}"]`)?.classList.add("is-chosen");
    const entry = cellAt(current.thing ?? 0, current.step);
    if (entry !== null) {
      entry.tabIndex = 0;
      if (current.thing !== null) entry.classList.add("focus");
    }
  }

  function choose(event) {
    const state = event.target.closest("[data-state]");
    const thing = event.target.closest("[data-thing]");
    if (state === null && thing === null) return;
    const target = {};
    if (state !== null) target.step = Number(state.dataset.state);
    if (thing !== null) target.thing = Number(thing.dataset.thing);
    position.move(target);
    if (state !== null && thing !== null) focus();
  }

  function focus() {
    const { thing, step } = position.current;
    cellAt(thing ?? 0, step)?.focus({ preventScroll: true });
  }

  /* Up and down choose another thing; left and right are the keys of the whole page. */
  function onKey(event) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined || event.target.closest("td") === null) return;
    event.preventDefault();
    const row = Number(event.target.closest("tr").dataset.thing);
    const last = drawn.reading.things.length - 1;
    position.move({ thing: Math.min(Math.max(row + by, 0), last) });
    focus();
    cellAt(position.current.thing, position.current.step)?.scrollIntoView({
      block: "nearest",
      inline: "nearest",
    });
  }

  function reveal({ step }) {
    columns.reveal(scroller, step, drawn.column);
  }

  function start() {
    scroller.addEventListener("click", choose);
    scroller.addEventListener("keydown", onKey);
    scroller.addEventListener("scroll", elements.oncePerFrame(refresh), { passive: true });
  }

  function hasFocus() {
    return scroller.contains(document.activeElement) && document.activeElement.matches("td");
  }

  return { start, show, follow, reveal, focus, hasFocus, scroller };
})();
