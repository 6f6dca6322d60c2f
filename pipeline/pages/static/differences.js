"use strict";

/* The differences between two readings: a list, and marks in the grid. Without a comparison there
   are none. */
const differences = (() => {
  const comparison = readings.comparison;
  const marked = new Map(readings.all.map((reading) => [reading, new Set()]));

  /* Note the cells of both readings that differ. */
  function collect() {
    for (const cell of comparison.cells) {
      for (const [side, step] of [cell.step_before, cell.step_after].entries()) {
        const reading = readings.all[side];
        const thing = readings.thingNamed(reading, cell.entity);
        if (step !== null && thing !== null) marked.get(reading).add(`${thing}/${step}`);
      }
    }
  }

  function isDifferent(reading, thing, state) {
    return marked.get(reading).has(`${thing}/${state}`);
  }

  function where(place, change, probability) {
    if (probability === null) return "no such step";
    const words = { "-": "does not exist", "?": "not stated" }[place] ?? place;
    const doing = change === "none" ? "" : `${change}: `;
    return `${doing}${words} (${Math.round(probability * 100)} %)`;
  }

  function cellRow(cell) {
    const step = cell.step_after ?? cell.step_before;
    const side = cell.step_after === null ? 0 : 1;
    const link = elements.html(
      "button",
      { type: "button", class: "plain" },
      `${cell.entity}, step ${step}`,
    );
    link.addEventListener("click", () => {
      position.showReading(side);
      position.move({ step, thing: readings.thingNamed(readings.all[side], cell.entity) });
    });
    return elements.html(
      "tr",
      {},
      elements.html("th", { scope: "row" }, link),
      elements.html(
        "td",
        {},
        where(cell.location_before, cell.change_before, cell.probability_before),
      ),
      elements.html(
        "td",
        {},
        where(cell.location_after, cell.change_after, cell.probability_after),
      ),
    );
  }

  function stepRow(step) {
    const number = step.step_after ?? step.step_before;
    return elements.html(
      "tr",
      {},
      elements.html("th", { scope: "row" }, `text of step ${number}`),
      elements.html("td", { dir: "auto" }, step.text_before ?? "no such step"),
      elements.html("td", { dir: "auto" }, step.text_after ?? "no such step"),
    );
  }

  function entityRow(entity) {
    const tracked = (side) => (entity.tracked === side ? "tracked" : "not tracked");
    return elements.html(
      "tr",
      {},
      elements.html("th", { scope: "row" }, elements.html("bdi", {}, entity.entity)),
      elements.html("td", {}, tracked("before")),
      elements.html("td", {}, tracked("after")),
    );
  }

  function start() {
    if (comparison === null) return;
    collect();
    const content = elements.bySelector("#differences .content");
    const rows = [
      ...comparison.steps.map(stepRow),
      ...comparison.entities.map(entityRow),
      ...comparison.cells.map(cellRow),
    ];
    if (rows.length === 0) {
      content.append(elements.html("p", { class: "hint" }, "The two readings agree."));
      return;
    }
    const headings = ["", ...readings.all.map((reading) => `reading ${reading.number}`)];
    content.append(
      elements.html(
        "table",
        {},
        elements.html(
          "thead",
          {},
          elements.html(
            "tr",
            {},
            ...headings.map((heading) =>
              elements.html(
                heading === "" ? "td" : "th",
                heading === "" ? {} : { scope: "col" },
                heading,
              ),
            ),
          ),
        ),
        elements.html("tbody", {}, ...rows),
      ),
    );
  }

  return { start, isDifferent };
})();
