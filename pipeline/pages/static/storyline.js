"use strict";

/* The storyline: time runs to the right, each place has a lane, each thing is a line. */
const storyline = (() => {
  const { HEADER, picture, laneNames } = storylinePicture;
  const ROOM = 24; // kept free above and below a line that is scrolled to
  const scroller = elements.bySelector("#storyline .scroller");
  let drawn = null; // reading, column, layout, and the elements that follow the position

  function render(range) {
    const { reading, column, layout, canvas } = drawn;
    drawn.range = range;
    drawn.picture = picture(reading, column, layout, range);
    drawn.picture.style.marginInlineStart = `${range.first * column}px`;
    canvas.replaceChildren(drawn.picture);
    follow(position.current);
  }

  function show(reading, column) {
    const layout = lanes.layout(reading, column);
    const canvas = elements.html("div", { class: "canvas" });
    canvas.style.width = `${(reading.nSteps + 1) * column}px`;
    drawn = { reading, column, layout, canvas };
    scroller.replaceChildren(laneNames(reading, layout), canvas);
    render(columns.around(scroller, position.current.step, reading, column));
  }

  /* Draw other columns where those in sight are no longer drawn. */
  function refresh() {
    const range = columns.passed(scroller, drawn);
    if (range !== null) render(range);
  }

  function choose(event) {
    const x = event.clientX - drawn.canvas.getBoundingClientRect().left;
    const thing = event.target.closest(".thing");
    position.move({
      step: Math.floor(x / drawn.column),
      thing: thing === null ? null : Number(thing.dataset.thing),
    });
  }

  function follow(current) {
    const { picture: svg, column } = drawn;
    svg.querySelector(".band").setAttribute("x", current.step * column);
    svg.classList.toggle("chosen", current.thing !== null);
    for (const element of svg.querySelectorAll(".is-chosen")) element.classList.remove("is-chosen");
    for (const element of svg.querySelectorAll(`[data-thing="${current.thing}"]`))
      element.classList.add("is-chosen");
  }

  /* Scroll to the step and, if a thing is chosen, to its line. */
  function reveal({ step, thing }) {
    const { reading, column, layout } = drawn;
    columns.reveal(scroller, step, column);
    const presence = thing === null ? null : reading.tracks[thing][step];
    if (presence === null) return;
    const y = HEADER + layout.heightOf(presence);
    const [top, bottom] = [
      scroller.scrollTop + HEADER + ROOM,
      scroller.scrollTop + scroller.clientHeight - ROOM,
    ];
    if (y < top || y > bottom) scroller.scrollTop = y - scroller.clientHeight / 2;
  }

  function start() {
    scroller.addEventListener("click", (event) => {
      if (event.target.closest("svg") !== null) choose(event);
    });
    scroller.addEventListener("scroll", elements.oncePerFrame(refresh), { passive: true });
  }

  return { start, show, follow, reveal, scroller };
})();
