"use strict";

/* The text: the step of the moment, its things in their colours, the words that are evidence. */
const text = (() => {
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
  function reveal(item) {
    if (getComputedStyle(scroller).overflowY === "visible") {
      item.scrollIntoView({ block: "nearest" });
      return;
    }
    const box = item.getBoundingClientRect();
    const frame = scroller.getBoundingClientRect();
    const room = 48;
    if (box.top < frame.top + room) scroller.scrollTop += box.top - frame.top - room;
    if (box.bottom > frame.bottom - room) scroller.scrollTop += box.bottom - frame.bottom + room;
  }

  function showStep(current) {
    for (const item of section.querySelectorAll("[aria-current]")) {
      item.removeAttribute("aria-current");
    }
    const item = items[current.reading][current.step - 1];
    item?.setAttribute("aria-current", "step");
    if (item) reveal(item);
    else scroller.scrollTop = 0;
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

  return { start };
})();
