// Elements, created one by one, so that no text is read as markup.

/** The element with an id. */
function at(id) {
  return document.getElementById(id);
}

/** The bytes of a text in base 64. */
function bytesOf(words) {
  return Uint8Array.from(atob(words), (letter) => letter.charCodeAt(0));
}

/** An element of a namespace with attributes and children. */
function create(space, name, attributes = {}, ...children) {
  const node = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) {
    // A false attribute is left out.
    if (value !== false && value !== undefined) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}
const element = create.bind(null, document.documentElement.namespaceURI);
const drawn = create.bind(null, "http://www.w3.org/2000/svg");

/** The place in a list of the point nearest to the pointer, or -1 if none is within `reach` pixels. */
function nearestOf(points, picture, { clientX, clientY }, reach) {
  const toPicture = picture.getScreenCTM().inverse();
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(toPicture);
  const distances = points.map(({ place: [a, b] }) => Math.hypot(a - x, b - y));
  const least = distances.reduce((a, b) => Math.min(a, b), reach * toPicture.a);
  return distances.indexOf(least);
}

/**
 * Shows a card beside a place of a picture if there is room, otherwise above or below it: a bold name above lines of
 * text, and pictures.
 */
function showCard(card, picture, place, words, ...pictures) {
  const lines = words.map((line, index) => element(index ? "div" : "strong", {}, line));
  card.replaceChildren(element("div", {}, ...lines), ...pictures);
  card.hidden = false;
  const [from, room] = [picture, card.parentElement].map((node) => node.getBoundingClientRect());
  // A picture of vectors may be smaller than its box.
  const spot = new DOMPoint(...place).matrixTransform(picture.getScreenCTM?.() ?? { e: from.left, f: from.top });
  const [x, y] = [spot.x - room.left, spot.y - room.top];
  const { offsetWidth: width, offsetHeight: height } = card;
  const beside = x > room.width / 2 ? x - width - 16 : x + 16;
  const fits = beside >= 0 && beside + width <= room.width;
  const above = y > height + 16 ? y - height - 16 : y + 16;
  card.style.left = `${fits ? beside : Math.max(0, Math.min(x - width / 2, room.width - width))}px`;
  card.style.top = `${fits ? Math.max(0, y - height / 2) : above}px`;
}

/** Attaches actions to buttons, by their ids. */
function press(actions) {
  for (const [id, action] of Object.entries(actions)) at(id).addEventListener("click", action);
}

/** Sets the text of an element, if it is another one: screen readers announce it. */
function say(node, words) {
  if (node.textContent !== words) node.textContent = words;
}
