// The table of runs, one page at a time, so that a hundred thousand runs are as
// fast as a hundred, and a screen reader finds a plain table.

const turnRuns = pager("runs", "page");

/** A column of a number. */
function measured({ name, about, unit, rank }) {
  const values = data.runs[name];
  const show = unit === "count" ? whole : (value) => text(unit, value);
  return { key: name, head: about, rank, values, text: show, show: (run) => show(values[run]) };
}

/** A column of names, sorted by their order in the dictionary. */
function named(key, names) {
  const values = data.runs[key];
  return { key, head: key, values, show: (run) => names[values[run]] ?? "–", words: true };
}

/** The numbers that runs report. */
const NUMBERS = data.numbers.map(measured);

const numberOf = (name) => NUMBERS.find(({ key }) => key === name);

/** The value of a trial, or why it has none. */
const worded = ({ status, value }, name) => (status === "solved" ? numberOf(name).text(value) : status);

/** The columns that are useful: with one size, there is no column of sizes. */
const COLUMNS = [
  named("instance", data.instances.id),
  data.sizes.length > 1 && named("size", data.sizes),
  named("strategy", data.strategies),
  HAS_SAMPLES && measured({ name: "sample", about: "sample", unit: "count" }),
  named("status", data.statuses),
  ...NUMBERS.filter(({ rank }) => rank !== "detail"),
  data.origins.length > 1 && named("origin", data.origins.map(({ id }) => id)),
].filter(Boolean);

/** The runs in the table, filtered and sorted. */
let matched;

/** Shows the page of the table that is in the state. */
function showTable(state) {
  const key = state.sort.replace("-", "");
  if (isNew("runs", state.sort, state.lines, ...FILTERS.map((filter) => state[filter]))) {
    matched = sorted(matching(state), COLUMNS.find((column) => column.key === key).values, key !== state.sort);
  }
  const runs = [...matched.subarray(...turnRuns(matched.length))];
  at("runs-body").replaceChildren(...runs.map(tableRow));
  showHeads(at("runs-head"), state.sort);
  say(at("runs-count"), `${whole(matched.length)} of ${counted(RUNS.length, "run")}`);
}

/** The row of a run; its instance is a link to the run. */
function tableRow(run) {
  const [first, ...rest] = COLUMNS;
  const cells = rest.map(({ key, words, show }) => {
    const look = key === "status" ? `words ${show(run)}` : words && "words";
    return element("td", { class: look }, show(run));
  });
  return element("tr", {}, element("th", { scope: "row" }, linkTo(run, first.show(run))), ...cells);
}

/** Makes headings buttons that sort by their column or reverse the order, which is a part of the state. */
function startHeads(row, part, more) {
  for (const head of row.children) {
    const { key } = head.dataset;
    const button = element("button", { type: "button" }, head.textContent);
    button.addEventListener("click", () => change({ [part]: state[part] === key ? `-${key}` : key, ...more }));
    head.replaceChildren(button);
  }
}

function showHeads(row, sort) {
  const order = sort.startsWith("-") ? "descending" : "ascending";
  for (const head of row.children) head.ariaSort = head.dataset.key === sort.replace("-", "") ? order : "none";
}

function startTable() {
  for (const { key, head, words } of COLUMNS) {
    at("runs-head").append(element("th", { scope: "col", "data-key": key, class: words && "words" }, head));
  }
  startHeads(at("runs-head"), "sort", { page: 1 });
}
