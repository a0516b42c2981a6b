// The table of runs, one page at a time, so that a hundred thousand runs are as
// fast as a hundred, and a screen reader finds a plain table.

const turnRuns = pager("runs", "page");

/** A column of counts, times or bytes. */
function measured(key, head, show) {
  const values = data.runs[key];
  return { key, head, values, text: show, show: (run) => show(values[run]) };
}

/** A column of names, sorted by their order in the dictionary. */
function named(key, head, show) {
  return { key, head, values: data.runs[key], show, words: true };
}

/** A column of the instances, as one value per run. */
function byInstance(column) {
  return data.runs.instance.map((instance) => data.instances[column][instance] ?? NaN);
}

/** The columns that are useful: with one size, there is no column of sizes. */
const COLUMNS = [
  named("instance", "instance", (run) => data.instances.id[data.runs.instance[run]]),
  data.sizes.length > 1 && {
    ...named("size", "size", (run) => sizeOf(data.runs.instance[run])),
    values: byInstance("size"),
  },
  named("strategy", "strategy", (run) => strategyOf(run)),
  has("sample") && measured("sample", "sample", whole),
  named("status", "status", statusOf),
  {
    key: "optimal",
    head: "optimal",
    values: byInstance("optimal"),
    show: (run) => whole(data.instances.optimal[data.runs.instance[run]] ?? NaN),
  },
  measured("length", "length", whole),
  measured("expanded", "expanded", whole),
  measured("generated", "generated", whole),
  measured("search_ns", "time", (value) => text("time", value)),
  has("prepare_ns") && measured("prepare_ns", "preparation", (value) => text("time", value || NaN)),
  has("cpu_ns") && measured("cpu_ns", "processor time", (value) => text("time", value)),
  measured("memory", "peak memory", (value) => text("bytes", value)),
  has("peak_rss") && measured("peak_rss", "resident", (value) => text("bytes", value)),
  data.origins.length > 1 && named("origin", "origin", (run) => data.origins[data.runs.origin[run]].id),
].filter(Boolean);

/** The runs in the table, with their filters and sorting. */
const shown = { runs: null, filters: "", sort: "" };

/** Filters and sorts the runs again if the state changed. */
function choose(state) {
  const filters = JSON.stringify(FILTERS.map((key) => state[key]));
  if (filters === shown.filters && state.sort === shown.sort) return;
  if (filters !== shown.filters) shown.runs = matching(state);
  const key = state.sort.replace(/^-/, "");
  sorted(shown.runs, COLUMNS.find((column) => column.key === key).values, key !== state.sort);
  [shown.filters, shown.sort] = [filters, state.sort];
}

/** Shows the page of the table that is in the state. */
function showTable(state) {
  choose(state);
  const runs = [...shown.runs.subarray(...turnRuns(shown.runs.length))];
  const base = { ...state, step: 0 };
  at("runs-body").replaceChildren(...runs.map((run) => tableRow(run, base)));
  for (const head of at("runs-head").children) head.ariaSort = direction(head.dataset.key, state.sort);
  say("runs-count", `${whole(shown.runs.length)} of ${counted(data.runs.count, "run")}`);
  at("runs-none").hidden = runs.length > 0;
}

/** The row of a run; its instance is a link to the run. */
function tableRow(run, base) {
  const cells = COLUMNS.map((column, index) => {
    const words = column.show(run);
    const look = column.key === "status" ? `words ${words}` : column.words && "words";
    if (index > 0) return element("td", { class: look }, words);
    const link = element("a", { href: hashOf({ ...base, run: data.runs.id[run] }) }, words);
    return element("th", { scope: "row" }, link);
  });
  return element("tr", {}, ...cells);
}

function direction(key, sort) {
  if (sort === key) return "ascending";
  return sort === `-${key}` ? "descending" : "none";
}

/** A button that sorts by a column, or reverses the order; a part of the state says which. */
function sorter(part, key, words, more) {
  const button = element("button", { type: "button" }, words);
  button.addEventListener("click", () => change({ [part]: state[part] === key ? `-${key}` : key, ...more }));
  return button;
}

/** Builds the head of the table and attaches its actions, once. */
function startTable() {
  at("runs-head").append(
    ...COLUMNS.map(({ key, head, words }) => {
      const button = sorter("sort", key, head, { page: 1 });
      return element("th", { scope: "col", "data-key": key, class: words && "words" }, button);
    }),
  );
  at("runs-body").addEventListener("click", (event) => {
    // A click anywhere in a row opens the run, unless text is being selected.
    const chosen = event.target.closest("tr")?.querySelector("a");
    if (chosen && !event.target.closest("a") && getSelection().isCollapsed) chosen.click();
  });
}
