"use strict";

/* The text: the step of the moment, its things in their colours, the words that are evidence. */
const text = (() => {
  const ROOM = 48; // kept free above and below the step
  const section = elements.bySelector("#text");
  const scroller = section.querySelector(".scroller");
  const articles = [...section.querySelectorAll(".reading-text")];
  const items = articles.map((article) => [...article.querySelectorAll("[data-step]")]);

  function colour() {
    articles.forEach((article, number) => {
      for (const mark of article.querySelectorAll(".thing")) {
        const thing = readings.all[number].things[mark.dataset.thing];
        mark.className = `thing ${readings.colourClasses(thing)}`;
        mark.title = thing.short;
      }
    });
  }

  /* Keep the step in sight; where the text does not scroll by itself, the page has to. */
  function reveal({ reading, step }) {
    const item = items[reading][step - 1];
    if (item === undefined) {
      scroller.scrollTop = 0;
      return;
    }
    if (getComputedStyle(scroller).overflowY === "visible") {
      item.scrollIntoView({ block: "nearest" });
      return;
    }
    const box = item.getBoundingClientRect();
    const frame = scroller.getBoundingClientRect();
    if (box.top < frame.top + ROOM) scroller.scrollTop += box.top - frame.top - ROOM;
    if (box.bottom > frame.bottom - ROOM) scroller.scrollTop += box.bottom - frame.bottom + ROOM;
  }

  function showStep(current) {
    for (const item of section.querySelectorAll("[aria-current]")) {
      item.removeAttribute("aria-current");
    }
    items[current.reading][current.step - 1]?.setAttribute("aria-current", "step");
  }

  function showThing(current) {
    section.classList.toggle("chosen", current.thing !== null);
    for (const mark of articles[current.reading].querySelectorAll(".thing")) {
      mark.classList.toggle("is-chosen", Number(mark.dataset.thing) === current.thing);
    }
  }

  function choose(event) {
    const item = event.target.closest("[data-step]");
    if (item === null) return;
    const mark = event.target.closest(".thing");
    const target = { step: Number(item.dataset.step) };
    if (mark !== null) target.thing = Number(mark.dataset.thing);
    position.move(target);
  }

  function start() {
    colour();
    section.addEventListener("click", choose);
    position.onMove((current, before) => {
      const isOther = current.reading !== before.reading;
      articles.forEach((article, number) => {
        article.hidden = number !== current.reading;
      });
      if (isOther || current.step !== before.step) showStep(current);
      if (isOther || current.thing !== before.thing) showThing(current);
    });
  }

  return { start, reveal };
})();
