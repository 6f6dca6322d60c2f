"use strict";

/* Search for things (by any name), places, and words of the text and its alternatives. */
const search = (() => {
  const MOST = 12; // results that are listed
  const input = elements.bySelector("#search");
  const list = elements.bySelector("#search-results");

  const contains = (text, words) => text !== null && text.toLowerCase().includes(words);

  function thingResults(reading, words) {
    return reading.things
      .map((thing, number) => ({
        kind: "thing",
        label: thing.short,
        target: { thing: number },
        names: thing.aliases,
      }))
      .filter((result) => result.names.some((name) => contains(name, words)));
  }

  /* A place leads to the step after which something is there for the first time. */
  function placeResults(reading, words) {
    return reading.places
      .map((name, place) => {
        const first = reading.presences
          .filter((each) => each.place === place)
          .reduce((a, b) => (b.from < a.from ? b : a));
        return { kind: "place", label: name, target: { step: first.from, thing: first.thing } };
      })
      .filter((result) => contains(result.label, words));
  }

  function stepResults(reading, words) {
    return reading.steps
      .map((step, index) => ({
        kind: `step ${index + 1}`,
        label: step.text,
        target: { step: index + 1 },
        texts: [step.text, step.label, step.alternative],
      }))
      .filter((result) => result.texts.some((text) => contains(text, words)));
  }

  function results(words) {
    const reading = position.reading();
    return [thingResults, placeResults, stepResults].flatMap((of) => of(reading, words));
  }

  function button(result) {
    const element = elements.html(
      "button",
      { type: "button" },
      elements.html("span", { class: "kind" }, result.kind),
      elements.html("span", { class: "label", dir: "auto" }, result.label),
    );
    element.addEventListener("click", () => position.move(result.target));
    return elements.html("li", {}, element);
  }

  function show() {
    const words = input.value.trim().toLowerCase();
    list.hidden = words === "";
    if (words === "") return;
    const all = results(words);
    const more = all.length > MOST ? `, the first ${MOST} of them:` : "";
    const count =
      all.length === 0
        ? "Nothing is called that."
        : `${all.length} result${all.length === 1 ? "" : "s"}${more}`;
    list.replaceChildren(
      elements.html("p", { class: "hint", role: "status" }, count),
      elements.html("ul", {}, ...all.slice(0, MOST).map(button)),
    );
  }

  function onKey(event) {
    const buttons = [...list.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement);
    if (event.key === "Escape") {
      input.value = "";
      list.hidden = true;
      input.focus();
    } else if (event.key === "Enter" && at < 0) buttons[0]?.click();
    else if (event.key === "ArrowDown") (buttons[at + 1] ?? buttons[0])?.focus();
    else if (event.key === "ArrowUp") (buttons[at - 1] ?? input).focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function start() {
    input.addEventListener("input", show);
    input.addEventListener("focus", show);
    input.parentElement.addEventListener("keydown", onKey);
    document.addEventListener("click", (event) => {
      if (!input.parentElement.contains(event.target)) list.hidden = true;
    });
    position.onMove((current, before) => {
      if (current.reading !== before.reading) list.hidden = true;
    });
  }

  return { start };
})();
