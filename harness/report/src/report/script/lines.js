// The bar of lines: it chooses the strategies that all charts and the table of instances show.

/** The strategies of the bar. */
const CHIPS = [...document.querySelectorAll("#lines .chip")].map((chip) => ({
  ...chip.dataset,
  button: chip.firstElementChild,
  only: chip.lastElementChild,
  key: chip.querySelector("svg"),
}));
const CHIP_OF = new Map(CHIPS.map((chip) => [chip.name, chip]));
const MENUS = [...document.querySelectorAll("#lines select")];
const HEURISTICS = [...new Set(CHIPS.map(({ heuristic }) => heuristic).filter(Boolean))];

/** The strategies that the first charts show before a reader chooses; without any, all charts. */
const FIRST_LINES = ["#first .keys", ".keys"]
  .map((place) => [...document.querySelectorAll(`${place} li:not([hidden])`)])
  .map((items) => new Set(items.map(({ dataset }) => dataset.name).filter((name) => CHIP_OF.has(name))))
  .find((names, place) => names.size || place);

/** Whether a strategy is chosen. An empty list means that each chart shows its own lines. */
function isChosen(name, { lines }) {
  return lines.length ? lines.includes(name) : FIRST_LINES.has(name);
}

/** Sets which series of a chart are shown. */
function chooseSeries(series, { lines }) {
  for (const one of series) {
    one.shown = CHIP_OF.has(one.name) && lines.length ? lines.includes(one.name) : one.first;
  }
}

/** Shows the strategies for which this is true. */
function showThose(isWanted) {
  const names = CHIPS.filter(isWanted).map(({ name }) => name);
  // An empty name stands for no line, because an empty list stands for the defaults.
  change({ lines: names.length ? names : [""], instances: 1 }, true);
}

/** Makes the bar show the state. */
function showLines(state) {
  for (const { name, button } of CHIPS) button.ariaPressed = isChosen(name, state);
  at("lines-defaults")?.setAttribute("aria-pressed", state.lines.length === 0);
  // A menu names what is shown, or nothing.
  for (const menu of MENUS) {
    const isOther = (chip) => (chip[menu.name] === menu.value) !== isChosen(chip.name, state);
    if (CHIPS.some(isOther)) menu.value = "";
  }
}

/** Attaches the actions of the bar, once. */
function startLines() {
  if (!CHIPS.length) return;
  for (const { name, button, only } of CHIPS) {
    button.addEventListener("click", () => showThose((chip) => isChosen(chip.name, state) !== (chip.name === name)));
    only.addEventListener("click", () => showThose((chip) => chip.name === name));
  }
  const over = ({ target }) => emphasiseAll(target.closest(".chip")?.dataset.name);
  for (const event of ["pointerover", "pointerleave"]) at("lines").addEventListener(event, over);
  document.addEventListener("focusin", over);
  press({
    "lines-defaults": () => change({ lines: [], instances: 1 }, true),
    "lines-all": () => showThose(() => true),
    "lines-none": () => showThose(() => false),
  });
  for (const menu of MENUS) {
    menu.addEventListener("change", () => showThose((chip) => chip[menu.name] === menu.value));
  }
}
