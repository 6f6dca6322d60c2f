"use strict";

/* Elements of the page. Text is only ever set as text, never as HTML. */
const elements = (() => {
  const SVG = "http://www.w3.org/2000/svg";

  function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== null && value !== undefined && value !== false) {
        element.setAttribute(name, value === true ? "" : value);
      }
    }
    element.append(...children.filter((child) => child !== null));
    return element;
  }

  /* A child is an element or a text. */
  function html(name, attributes = {}, ...children) {
    return fill(document.createElement(name), attributes, children);
  }

  function svg(name, attributes = {}, ...children) {
    return fill(document.createElementNS(SVG, name), attributes, children);
  }

  function bySelector(selector) {
    return document.querySelector(selector);
  }

  /* Run `draw` once before the next frame, however often the result is called. */
  function oncePerFrame(draw) {
    let waiting = false;
    return () => {
      if (!waiting) {
        waiting = true;
        requestAnimationFrame(() => {
          waiting = false;
          draw();
        });
      }
    };
  }

  return { html, svg, bySelector, oncePerFrame };
})();
