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

/** A bold name above lines of text. */
function headed(name, lines) {
  return element("div", {}, element("strong", {}, name), ...lines.map((words) => element("div", {}, words)));
}

/** The place in a list of the point nearest to the pointer, or -1 if none is within `reach` pixels. */
function nearestOf(points, picture, { clientX, clientY }, reach) {
  const toPicture = picture.getScreenCTM().inverse();
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(toPicture);
  const distances = points.map(({ place: [a, b] }) => Math.hypot(a - x, b - y));
  const least = distances.reduce((a, b) => Math.min(a, b), reach * toPicture.a);
  return distances.indexOf(least);
}

/** Puts a card beside a place in its parent if there is room, otherwise above or below it. */
function putBeside(card, x, y) {
  const { offsetWidth: width, offsetHeight: height } = card;
  const room = card.parentElement.clientWidth;
  const beside = x > room / 2 ? x - width - 16 : x + 16;
  const fits = beside >= 0 && beside + width <= room;
  const above = y > height + 16 ? y - height - 16 : y + 16;
  card.style.left = `${fits ? beside : Math.max(0, Math.min(x - width / 2, room - width))}px`;
  card.style.top = `${fits ? Math.max(0, y - height / 2) : above}px`;
}

/** Puts a card beside a place of a picture. */
function putBesidePlace(card, picture, place) {
  const pixels = picture.getScreenCTM().a;
  putBeside(card, place[0] * pixels, place[1] * pixels);
}

/** Attaches actions to buttons, by their ids. */
function press(actions) {
  for (const [id, action] of Object.entries(actions)) at(id).addEventListener("click", action);
}

/** Sets a text that screen readers announce; an equal text is not announced again. */
function say(id, words) {
  if (at(id).textContent !== words) at(id).textContent = words;
}

/** Fills a list of choices, of which one is chosen. */
function offer(select, choices, chosen) {
  select.replaceChildren(...choices.map(([value, label]) => element("option", { value }, label)));
  select.value = chosen;
}
