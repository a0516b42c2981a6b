// The table of instances by strategies, one page at a time. Its columns are the strategies that
// the bar of lines shows; its rows pass the filters.

/** The quantities that the cells can show: those of the table of runs. */
const QUANTITIES = COLUMNS.filter(({ key, words }) => !words && !["sample", "optimal"].includes(key));

const turnGrid = pager("grid", "instances");

/** The view in the table. */
let shownGrid = "";

/** Fills the table again if the state changed. */
function showGrid(state) {
  const { quantity, instances, lines } = state;
  const view = JSON.stringify([quantity, instances, lines, ...FILTERS.map((key) => state[key])]);
  if (view === shownGrid) return;
  shownGrid = view;
  const isColumn = (name) =>
    (CHIPS.length === 0 || isChosen(name, state)) && (!state.strategy.length || state.strategy.includes(name));
  const columns = data.strategies.filter(isColumn).map((name) => ({ name, trials: trials(name, quantity) }));
  const fits = fitting(state);
  const passes = (trial) => trial && (!state.status.length || state.status.includes(trial.status));
  const rows = [...fits.keys()].filter(
    (instance) => fits[instance] && columns.some(({ trials }) => passes(trials[instance])),
  );
  at("grid-head").replaceChildren(
    element("th", { scope: "col" }, "instance"),
    element("th", { scope: "col" }, "optimal"),
    ...columns.map(({ name }) => element("th", { scope: "col" }, ...breakable(name))),
  );
  at("grid-body").replaceChildren(...rows.slice(...turnGrid(rows.length)).map((row) => gridRow(row, columns, state)));
  say("grid-count", `${counted(rows.length, "instance")}, ${columns.length} of ${data.strategies.length} strategies`);
  at("grid-none").hidden = rows.length > 0;
}

/** The row of an instance. The best of its values are bold, unless all are equal. */
function gridRow(instance, columns, state) {
  const cells = columns.map(({ trials }) => trials[instance]);
  const values = cells.filter((trial) => trial?.status === "solved").map(({ value }) => value);
  const best = Math.min(...values);
  const isWon = values.some((value) => value !== best);
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, data.instances.id[instance]),
    element("td", {}, whole(data.instances.optimal[instance] ?? NaN)),
    ...cells.map((trial) => gridCell(trial, isWon && trial?.value === best, state)),
  );
}

/** The cell of the runs of a strategy on an instance: a link to the first of them. */
function gridCell(trial, isBest, state) {
  if (!trial) return element("td", { class: "unsupported" }, "not run");
  const { run, status, value } = trial;
  const { text } = QUANTITIES.find(({ key }) => key === state.quantity);
  const words = status === "solved" ? text(value) : status;
  const href = `#run=${encodeURIComponent(data.runs.id[run])}`;
  return element("td", { class: status }, element("a", { href, class: isBest && "best" }, words));
}

/** A name with places where it may be broken. */
function breakable(name) {
  return name.split(/(?<=[:,(])/).flatMap((part) => [part, element("wbr")]);
}

/** Attaches the actions of the table, once. */
function startGrid() {
  offer(
    at("grid-quantity"),
    QUANTITIES.map(({ key, head }) => [key, head]),
  );
  at("grid-body").addEventListener("click", (event) => {
    if (!event.target.hash) return;
    // The link itself would end the rest of the view.
    event.preventDefault();
    change({ run: stateOf(event.target.hash).run, step: 0 });
  });
}
