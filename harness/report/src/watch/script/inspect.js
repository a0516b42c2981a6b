// What is in a cell: a card beside it, and a dialog that shows its states one by one.

/** The panel and the slots of states that the dialog shows, and which one. */
const shown = { panel: null, slots: [], at: 0 };

/** What a cell holds, in words. */
function wordsOf({ trace, plane, filling }, place) {
  const [forward, backward, open] = filling.levels.subarray(4 * place, 4 * place + 3);
  const [x, y, both] = [place & 255, place >> 8, filling.both[place]];
  const to = plane.isFlat ? "" : ` from the start, ${plane.isExact ? "" : "by estimate "}${y} to the goal`;
  const sum = plane.isFlat ? "" : plane.isExact ? `paths through them: ${counted(x + y, "move")} or more` : `f = ${x + y}`;
  const states = `${counted(plane.total[place], "state")}: ${whole(forward + backward)} expanded, ${whole(open)} open`;
  return [counted(x, "move") + to, sum, states, both ? `${whole(both)} reached by both sides` : ""].filter(Boolean);
}

/** The g, h and f of a slot in words; if it is not reached, with the distance from the end of its side. */
function factsOf({ trace: { space, estimates }, filling: { status, costs } }, slot) {
  const g = status[slot] ? costs[slot] : space.far[slot & 1][slot >> 1];
  return sumWords(g, estimates[slot & 1]?.[slot >> 1] ?? NONE);
}

/** Shows the card of a cell; without a place, hides it. */
function pointAt(panel, place = -1) {
  if (panel.cursor === place) return;
  [panel.cursor, at("tip").hidden] = [place, place < 0];
  show();
  if (place < 0) return;
  const { trace, frame, parts } = panel;
  const [[example], board, words] = [statesIn(panel, place), element("canvas"), wordsOf(panel, place)];
  drawBoard(board, trace.space.cellsOf(example >> 1), 84);
  at("tip").replaceChildren(board, headed(words[0], [...words.slice(1), `for example ${factsOf(panel, example)}`]));
  say("told", words.join(", "));
  const { left, top } = parts.plane.getBoundingClientRect();
  const [x, y] = frame.centre(place);
  putBeside(at("tip"), left + x + scrollX, top + y + scrollY);
}

/** Opens the dialog with the states of a cell. */
function openStates(panel, place) {
  Object.assign(shown, { panel, slots: statesIn(panel, place), at: 0 });
  at("states-title").textContent = `${panel.trace.given.strategy}: ${wordsOf(panel, place)[0]}`;
  pointAt(panel);
  showState(0);
  at("states").showModal();
}

function showState(step) {
  const { panel, slots } = shown;
  const slot = slots[(shown.at += step)];
  const status = panel.filling.status[slot];
  drawBoard(at("states-board"), panel.trace.space.cellsOf(slot >> 1), 200);
  const words = STATUS[status] + (panel.trace.isTwoSided && status ? `, ${SIDES[slot & 1]} side` : "");
  say("states-one", `State ${whole(shown.at + 1)} of ${whole(slots.length)}: ${words}. ${factsOf(panel, slot)}`);
  at("states-back").disabled = shown.at === 0;
  at("states-next").disabled = shown.at === slots.length - 1;
}

/** Lets pointer and keys inspect the plane of a panel. */
function startInspection(panel) {
  const [canvas, under] = [panel.parts.plane, ({ offsetX, offsetY }) => panel.frame.under(offsetX, offsetY)];
  const open = (place) => place >= 0 && openStates(panel, place);
  canvas.addEventListener("pointermove", (event) => pointAt(panel, under(event)));
  for (const name of ["pointerleave", "blur"]) canvas.addEventListener(name, () => pointAt(panel));
  canvas.addEventListener("click", (event) => open(under(event)));
  const arrows = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 256, ArrowDown: -256 };
  canvas.addEventListener("keydown", (event) => {
    const [{ cursor, plane }, away] = [panel, arrows[event.key]];
    // The next cell that way, or the one beside it.
    const beside = [0, 1, -1].map((aside) => aside * (away % 256 ? 256 : 1));
    const ways = [1, 2, 3].flatMap((times) => beside.map((aside) => cursor + times * away + aside));
    if (away) pointAt(panel, cursor < 0 ? plane.places[0] : (ways.find((place) => plane.total[place]) ?? cursor));
    else if (event.key === "Enter") open(cursor);
    else if (event.key === "Escape") pointAt(panel);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}
