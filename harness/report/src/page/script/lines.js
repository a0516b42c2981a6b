// The bar of lines: it chooses the strategies that all charts and tables show.

const CHIPS = [...document.querySelectorAll("#lines .chip")];
const CHIP_OF = new Map(CHIPS.map((chip) => [chip.dataset.name, chip]));
const MENUS = [...document.querySelectorAll("#lines select")];

const FIRST_LINES = JSON.parse(document.querySelector("main").dataset.first);

/** The heads of rows that are about a strategy, and the places that say how many of them are shown. */
const HEADS = [...document.querySelectorAll("th[data-name]")];
const SHARES = [...document.querySelectorAll(".share")];

/** A name that is broken where the table of strategies breaks it. */
function nameOf(name) {
  return HEADS.find(({ dataset }) => dataset.name === name).querySelector(".strategy > :last-child").cloneNode(true);
}

/** Whether a strategy is shown, everywhere. An empty list stands for the first ones. */
function isChosen(name, { lines }) {
  return (lines.length ? lines : FIRST_LINES).includes(name);
}

/** Shows the strategies for which this is true. */
function showThose(isWanted) {
  const names = CHIPS.map(({ dataset }) => dataset).filter(isWanted).map(({ name }) => name);
  // An empty name stands for no line, because an empty list stands for the defaults.
  change({ lines: names.length ? names : [""], ...FROM_START }, true);
}

function showLines(state) {
  for (const [name, chip] of CHIP_OF) chip.firstElementChild.ariaPressed = isChosen(name, state);
  for (const { dataset, parentElement: row } of HEADS) row.hidden = !isChosen(dataset.name, state);
  const [shown, all] = [data.strategies.filter((name) => isChosen(name, state)).length, data.strategies.length];
  for (const share of SHARES) say(share, shown < all ? `${shown} of ${all} strategies` : "");
  at("lines-defaults")?.setAttribute("aria-pressed", state.lines.length === 0);
  // A menu names what is shown, or nothing.
  for (const menu of MENUS) {
    const isOther = ({ dataset }) => (dataset[menu.name] === menu.value) !== isChosen(dataset.name, state);
    if (CHIPS.some(isOther)) menu.value = "";
  }
}

function startLines() {
  if (!CHIPS.length) return;
  for (const [name, chip] of CHIP_OF) {
    const [turn, only] = chip.children;
    turn.addEventListener("click", () => showThose((one) => isChosen(one.name, state) !== (one.name === name)));
    only.addEventListener("click", () => showThose((one) => one.name === name));
  }
  const over = ({ target }) => emphasise(target.closest(".chip")?.dataset.name, ...charts);
  for (const event of ["pointerover", "pointerleave"]) at("lines").addEventListener(event, over);
  document.addEventListener("focusin", over);
  press({
    "lines-defaults": () => change({ lines: [], ...FROM_START }, true),
    "lines-all": () => showThose(() => true),
    "lines-none": () => showThose(() => false),
  });
  for (const menu of MENUS) {
    menu.addEventListener("change", () => showThose((one) => one[menu.name] === menu.value));
  }
}
