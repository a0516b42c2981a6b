// The first state, and the parts of the page: a change of the state shows all parts again, and each part
// checks whether anything in it changed. Their actions are attached once.

/** The first state of a page. Lists are sets of names; an empty list means all names. */
const FIRST = {
  sort: "instance",
  size: [],
  status: [],
  instance: "",
  min: "",
  max: "",
  page: 1,
  x: data.pair[0] ?? "",
  y: data.pair[1] ?? "",
  measure: "expanded",
  division: "length",
  run: "",
  step: 0,
  // The column of the table of strategies that sorts it.
  by: "0",
  lines: [],
  // What the table of instances shows, and its page.
  quantity: "expanded",
  instances: 1,
};

/** Which values the parts may have, if no control tells. */
const ALLOWED = {
  sort: (value) => COLUMNS.some(({ key }) => key === value.replace("-", "")),
  // An empty name alone means that no line is shown.
  lines: (value) => value === "" || CHIP_OF.has(value),
};

const STARTS = [startStrategies, startLines, startTable, startPair, startViewer, startPresenting];
const PARTS = [showLines, showStrategies, showCharts, showGrid, showFilters, showTable, showPair, showViewer];

function show() {
  showControls();
  for (const part of PARTS) part(state);
}

/** Scrolls to the part of the page that a link is about. */
function goThere() {
  const parts = { runs: ["sort", "page"], instances: ["quantity", "instances", ...FILTERS], pairs: ["x", "y", "measure", "division"] };
  const isOther = (key) => String(state[key]) !== String(FIRST[key]);
  const part = Object.keys(parts).find((id) => parts[id].some(isOther));
  if (part) at(part).scrollIntoView();
}

for (const part of document.querySelectorAll("[data-live]")) part.hidden = false;
startControls((key) => FILTERS.includes(key) && FROM_START);
const none = Object.fromEntries(FILTERS.map((key) => [key, FIRST[key]]));
press({ "filter-none": () => change({ ...none, ...FROM_START }) });
for (const start of STARTS) start();
charts.forEach(startChart);
restore();
goThere();
