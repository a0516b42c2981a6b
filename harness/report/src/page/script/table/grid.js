// The table of instances by strategies, one page at a time. Its columns are the strategies that
// the bar of lines shows; its rows pass the filters.

const turnGrid = pager("grid", "instances");

/** Fills the table again if the state changed. */
function showGrid(state) {
  const { quantity, instances, lines } = state;
  if (!isNew("grid", quantity, instances, lines, ...FILTERS.map((key) => state[key]))) return;
  const chosen = data.strategies.filter((name) => isChosen(name, state));
  const columns = chosen.map((name) => ({ name, trials: trials(name, quantity) }));
  const fits = fitting(state);
  const isFit = (trial) => trial && passes(state.status, trial.status);
  const isRow = (instance) => fits[instance] && columns.some(({ trials }) => isFit(trials[instance]));
  const rows = [...fits.keys()].filter(isRow);
  const heads = ["instance", "optimal", ...chosen.map(nameOf)];
  at("grid-head").replaceChildren(...heads.map((words) => element("th", { scope: "col" }, words)));
  at("grid-body").replaceChildren(...rows.slice(...turnGrid(rows.length)).map((row) => gridRow(row, columns)));
  say(at("grid-count"), counted(rows.length, "instance"));
}

/** The row of an instance. The best of its values are bold, unless all are equal. */
function gridRow(instance, columns) {
  const cells = columns.map(({ trials }) => trials[instance]);
  const values = cells.filter((trial) => trial?.status === "solved").map(({ value }) => value);
  const best = Math.min(...values);
  const isWon = values.some((value) => value !== best);
  const head = element("th", { scope: "row" }, data.instances.id[instance]);
  const optimal = element("td", {}, whole(data.instances.optimal[instance] ?? NaN));
  return element("tr", {}, head, optimal, ...cells.map((trial) => gridCell(trial, isWon && trial?.value === best)));
}

/** The cell of the runs of a strategy on an instance: a link to the first of them. */
function gridCell(trial, isBest) {
  if (!trial) return element("td", { class: "unsupported" }, "not run");
  return element("td", { class: trial.status }, linkTo(trial.run, worded(trial, state.quantity), isBest && "best"));
}
