// Elements, made one by one: no text is ever read as markup.

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
    // An attribute that does not hold is not there.
    if (value !== false && value !== undefined) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

/** Has buttons do things when pressed, by their ids. */
function press(actions) {
  for (const [id, action] of Object.entries(actions)) at(id).addEventListener("click", action);
}

/** Puts a text where screen readers listen; the same once more is not read again. */
function say(id, words) {
  if (at(id).textContent !== words) at(id).textContent = words;
}

/** Fills a list of choices. */
function offer(select, choices) {
  select.replaceChildren(...choices.map(([value, label]) => element("option", { value }, label)));
}
