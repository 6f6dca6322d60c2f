"use strict";

/* What a step changes or, once a thing is chosen, where it is then and why: each statement with
   its probability and the sentence that it is based on. */
const explanation = (() => {
  const heading = elements.bySelector("#explanation-heading");
  const content = elements.bySelector("#explanation .content");

  const capital = (sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1);

  function percentage(perCent) {
    const unsure = readings.isUnsure(perCent);
    const bar = elements.html("span", { class: "bar", "aria-hidden": "true" }, elements.html("i"));
    bar.firstChild.style.width = `${perCent}%`;
    return elements.html(
      "span",
      { class: `probability${unsure ? " unsure" : ""}` },
      bar,
      `${perCent} %${unsure ? " unsure" : ""}`,
    );
  }

  /* The sentence of the text, with the words that state the fact. */
  function source(reading, evidence) {
    if (evidence === null)
      return elements.html("p", { class: "source" }, "No sentence supports this.");
    const text = reading.steps[evidence.step - 1].text;
    const words =
      evidence.start < 0
        ? [text]
        : [
            readings.part(text, 0, evidence.start),
            elements.html("mark", {}, readings.part(text, evidence.start, evidence.end)),
            readings.part(text, evidence.end),
          ];
    return elements.html(
      "blockquote",
      { class: "source", dir: "auto" },
      elements.html(
        "button",
        {
          type: "button",
          class: "step-link",
          "data-step": evidence.step,
          "aria-label": `Go to step ${evidence.step}`,
        },
        String(evidence.step),
      ),
      elements.html("span", {}, ...words),
    );
  }

  function statement(reading, role, sentence, perCent, evidence) {
    return elements.html(
      "li",
      {},
      role === null ? null : elements.html("span", { class: "role" }, role),
      elements.html("p", { class: "sentence", dir: "auto" }, sentence),
      percentage(perCent),
      source(reading, evidence),
    );
  }

  const changed = (event) => `In step ${event.step} ${event.clause}.`;
  const stateSentence = (state, clause) => `${readings.when(state)} ${clause}.`;

  /* As `stepgraph explain`: the place before, the change, the place now, the next change. */
  function chain(reading, thing, state) {
    const events = reading.eventsOf[thing];
    const change = events.filter((event) => event.step <= state).at(-1);
    const next = events.find((event) => event.step > state);
    const presence = reading.tracks[thing][state];
    const links = [];
    if (change !== undefined) {
      const before = reading.tracks[thing].slice(0, change.step).findLast((each) => each !== null);
      if (before !== undefined) {
        const last = before.until - 1;
        links.push(
          statement(
            reading,
            "before",
            stateSentence(last, before.clause),
            before.probabilities.at(-1),
            before.evidence,
          ),
        );
      }
      links.push(
        statement(reading, "change", changed(change), change.probability, change.evidence),
      );
    }
    const clause = presence?.clause ?? reading.things[thing].absent;
    const evidence = presence === null ? (change?.evidence ?? null) : presence.evidence;
    links.push(
      statement(
        reading,
        "now",
        stateSentence(state, clause),
        readings.probability(reading, thing, state),
        evidence,
      ),
    );
    if (next !== undefined) {
      links.push(statement(reading, "next", changed(next), next.probability, next.evidence));
    }
    return links;
  }

  function ofThing(reading, thing, state) {
    const { short, aliases, exists } = reading.things[thing];
    heading.textContent =
      state === 0 ? `${capital(short)} at the start` : `${capital(short)} after step ${state}`;
    const others = aliases.filter((alias) => alias !== short);
    const names =
      others.length === 0
        ? null
        : elements.html("p", { class: "hint", dir: "auto" }, `also: ${others.join(", ")}`);
    const close = elements.html(
      "button",
      { type: "button", class: "plain", id: "no-thing" },
      "Show all things",
    );
    content.replaceChildren(
      ...[names].filter((each) => each !== null),
      elements.html("ul", { class: "statements" }, ...chain(reading, thing, state)),
      elements.html(
        "p",
        { class: "hint" },
        `That it exists at all has a probability of ${exists[state]} %.`,
      ),
      close,
    );
  }

  function ofStep(reading, step) {
    heading.textContent = step === 0 ? "Before step 1" : `What step ${step} does`;
    const events = reading.eventsAt(step);
    const hint = (words) => elements.html("p", { class: "hint" }, words);
    if (step === 0) {
      content.replaceChildren(
        hint("Nothing is done yet. Choose a thing or a cell to see why it is where it is."),
      );
    } else if (events.length === 0) {
      content.replaceChildren(
        hint("Nothing that is tracked is created, moved or destroyed."),
        source(reading, { step, start: -1, end: -1 }),
      );
    } else {
      const statements = events.map((event) =>
        statement(reading, null, capital(`${event.clause}.`), event.probability, event.evidence),
      );
      content.replaceChildren(elements.html("ul", { class: "statements" }, ...statements));
    }
  }

  function start() {
    content.addEventListener("click", (event) => {
      if (event.target.id === "no-thing") position.move({ thing: null });
      const link = event.target.closest("[data-step]");
      if (link !== null) position.move({ step: Number(link.dataset.step) });
    });
    position.onMove((current) => {
      const reading = position.reading();
      if (current.thing === null) ofStep(reading, current.step);
      else ofThing(reading, current.thing, current.step);
    });
  }

  return { start };
})();
