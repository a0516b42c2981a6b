// What is in a cell: a card beside it, and a dialog that shows its states one by one.

/** The panel and the slots of states that the dialog shows. */
const shown = { panel: null, slots: [] };
const showPlace = stepper("states-", showState, at("states"));
const tiles = board(SIZE);
at("states-board").append(tiles.node);

/** What a cell holds, in words. */
function wordsOf({ trace, plane, filling }, place) {
  const [forward, backward, open] = filling.levels.subarray(4 * place, 4 * place + 3);
  const [x, y, both] = [place & 255, place >> 8, filling.both[place]];
  const to = plane.isFlat ? "" : ` from the start, ${plane.isExact ? "" : "by estimate "}${y} to the goal`;
  const sum = plane.isExact ? `paths through them: ${counted(x + y, "move")} or more` : `f = ${x + y}`;
  const states = `${counted(plane.total[place], "state")}: ${whole(forward + backward)} expanded, ${whole(open)} open`;
  const words = [counted(x, "move") + to, !plane.isFlat && sum, states, both && `${whole(both)} reached by both sides`];
  return words.filter(Boolean);
}

/** The g, h and f of a slot in words; if it is not reached, with the distance from the end of its side. */
function factsOf({ trace: { space, estimates }, filling: { status, costs } }, slot) {
  const g = status[slot] ? costs[slot] : space.far[slot & 1][slot >> 1];
  return sumWords(g, estimates[slot & 1]?.[slot >> 1] ?? NONE);
}

/** Shows the card of a cell; without a place, hides it. */
function pointAt(panel, place = -1) {
  if (panel.cursor === place) return;
  [panel.cursor, at("tip").hidden] = [place, true];
  show();
  if (place < 0) return;
  const [[example], words] = [statesIn(panel, place), wordsOf(panel, place)];
  const picture = board(SIZE).show(panel.trace.space.cellsOf(example >> 1), goal);
  say(at("told"), words.join(", "));
  const lines = [...words, `for example ${factsOf(panel, example)}`];
  const spot = panel.frame.centre(place).map((length) => length * zoom.letter);
  showCard(at("tip"), panel.parts.plane, spot, lines, picture);
}

/** Opens the dialog with the states of a cell. */
function openStates(panel, place = -1) {
  if (place < 0) return;
  Object.assign(shown, { panel, slots: statesIn(panel, place) });
  at("states-title").textContent = `${panel.trace.given.strategy}: ${wordsOf(panel, place)[0]}`;
  pointAt(panel);
  showState(0);
  at("states").showModal();
}

function showState(place) {
  const { panel, slots } = shown;
  const slot = slots[place];
  const status = panel.filling.status[slot];
  tiles.show(panel.trace.space.cellsOf(slot >> 1), goal);
  const words = STATUS[status] + (panel.trace.isTwoSided && status ? `, ${SIDES[slot & 1]} side` : "");
  say(at("states-one"), `State ${whole(place + 1)} of ${whole(slots.length)}: ${words}. ${factsOf(panel, slot)}`);
  showPlace(place, 0, slots.length - 1);
}

/** Lets pointer and keys inspect the plane of a panel. */
function startInspection(panel) {
  const [canvas, under] = [panel.parts.plane, ({ offsetX, offsetY }) => panel.frame.under(offsetX / zoom.letter, offsetY / zoom.letter)];
  canvas.addEventListener("pointermove", (event) => pointAt(panel, under(event)));
  for (const name of ["pointerleave", "blur"]) canvas.addEventListener(name, () => pointAt(panel));
  canvas.addEventListener("click", (event) => openStates(panel, under(event)));
  onKeys(canvas, { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 256, ArrowDown: -256 }, (away) => {
    const { cursor, plane } = panel;
    // The next cell that way, or the one beside it.
    const beside = [0, 1, -1].map((aside) => aside * (away % 256 ? 256 : 1));
    const ways = [1, 2, 3].flatMap((times) => beside.map((aside) => cursor + times * away + aside));
    pointAt(panel, cursor < 0 ? plane.places[0] : (ways.find((place) => plane.total[place]) ?? cursor));
  });
  onKeys(canvas, { Enter: () => openStates(panel, panel.cursor), Escape: () => pointAt(panel) });
}
