"use strict";

/* The slider, the keys, the choice of reading, of colours and, on a phone, of the view. */
const controls = (() => {
  const slider = elements.bySelector("#slider");
  const now = elements.bySelector("#now");

  const step = (by) => position.move({ step: position.current.step + by });

  function follow(current) {
    const reading = position.reading();
    slider.max = reading.nSteps;
    slider.value = current.step;
    const words =
      current.step === 0 ? "Before step 1" : `Step ${current.step} of ${reading.nSteps}`;
    slider.setAttribute("aria-valuetext", words);
    now.querySelector("b").textContent = words;
    now.querySelector("span").textContent = reading.steps[current.step - 1]?.text ?? "";
    elements.bySelector("#previous").disabled = current.step === 0;
    elements.bySelector("#next").disabled = current.step === reading.nSteps;
    for (const button of document.querySelectorAll("#reading-choice button")) {
      button.setAttribute(
        "aria-pressed",
        String(Number(button.dataset.reading) === current.reading),
      );
    }
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") position.move({ thing: null });
    if (event.target.matches("input")) return;
    const target = {
      ArrowLeft: position.current.step - 1,
      ArrowRight: position.current.step + 1,
      Home: 0,
      End: position.reading().nSteps,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const inGrid = grid.hasFocus();
    position.move({ step: target });
    if (inGrid) grid.focus();
  }

  function chooseView(name) {
    document.body.dataset.view = name;
    for (const button of document.querySelectorAll(".views button")) {
      button.setAttribute("aria-pressed", String(button.dataset.view === name));
    }
    window.dispatchEvent(new Event("resize"));
  }

  function startTheme() {
    const button = elements.bySelector("#theme");
    const isDark = () => (document.documentElement.dataset.theme ?? system()) === "dark";
    const system = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    const show = () => button.setAttribute("aria-pressed", String(isDark()));
    button.addEventListener("click", () => {
      document.documentElement.dataset.theme = isDark() ? "light" : "dark";
      show();
    });
    show();
  }

  function start() {
    slider.addEventListener("input", () => position.move({ step: Number(slider.value) }));
    elements.bySelector("#previous").addEventListener("click", () => step(-1));
    elements.bySelector("#next").addEventListener("click", () => step(1));
    elements.bySelector("#print-page").addEventListener("click", () => window.print());
    document.addEventListener("keydown", onKey);
    for (const button of document.querySelectorAll("#reading-choice button")) {
      button.addEventListener("click", () => position.showReading(Number(button.dataset.reading)));
    }
    for (const button of document.querySelectorAll(".views button")) {
      button.addEventListener("click", () => chooseView(button.dataset.view));
    }
    document.body.dataset.view = "text";
    startTheme();
    position.onMove(follow);
  }

  return { start };
})();
