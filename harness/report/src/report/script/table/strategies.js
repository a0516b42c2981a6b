// The table of strategies, sorted by its columns like the table of runs.

const STRATEGIES = document.querySelector("table.sortable");

/** The rows in their first order. */
const LINES_OF_TABLE = STRATEGIES ? [...STRATEGIES.tBodies[0].rows] : [];

/** The value of a row in a column; the names have the first order. */
function valueIn(row, column) {
  if (column === 0) return LINES_OF_TABLE.indexOf(row);
  return Number(row.cells[column].dataset.value ?? NaN);
}

/** Sorts the rows. Rows without a value come last. */
function showStrategies({ by }) {
  if (!STRATEGIES) return;
  const column = Number(by.replace("-", ""));
  const values = LINES_OF_TABLE.map((row) => valueIn(row, column));
  const order = sorted([...LINES_OF_TABLE.keys()], values, by.startsWith("-"));
  STRATEGIES.tBodies[0].append(...order.map((place) => LINES_OF_TABLE[place]));
  for (const [place, head] of [...STRATEGIES.tHead.rows[0].cells].entries())
    head.ariaSort = direction(String(place), by);
}

/** Makes the headings buttons, once. */
function startStrategies() {
  if (!STRATEGIES) return;
  for (const [place, head] of [...STRATEGIES.tHead.rows[0].cells].entries()) {
    head.replaceChildren(sorter("by", String(place), head.textContent));
  }
}
