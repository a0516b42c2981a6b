// Elements, created one by one, so that no text is read as markup.

/** The element with an id. */
function at(id) {
  return document.getElementById(id);
}

/** An HTML element with attributes and children. */
function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** An SVG element with attributes and children. */
function drawn(name, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function filled(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    // A false attribute is left out.
    if (value !== false && value !== undefined) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

/** The parts of a text whose words with hyphens are broken only if they are too wide. */
function unbroken(text) {
  const parts = text.split(/(\S*-\S*)/);
  const word = (part) => element("span", { class: "whole" }, element("span", {}, part));
  return parts.map((part, place) => (place % 2 ? word(part) : part));
}

/** Attaches actions to buttons, by their ids. */
function press(actions) {
  for (const [id, action] of Object.entries(actions)) at(id).addEventListener("click", action);
}

/** Sets a text that screen readers announce; an equal text is not announced again. */
function say(id, words) {
  if (at(id).textContent !== words) at(id).textContent = words;
}

/** Fills a list of choices. */
function offer(select, choices) {
  select.replaceChildren(...choices.map(([value, label]) => element("option", { value }, label)));
}
