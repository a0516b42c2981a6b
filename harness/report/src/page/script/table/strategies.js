// The tables of strategies, sorted by their columns like the table of runs.

/** Each table, its heads, and its rows in their first order, which is that of the names. */
const TABLES = [...document.querySelectorAll(".sortable")].map((table) => ({
  heads: table.tHead.rows[0],
  body: table.tBodies[0],
  lines: [...table.tBodies[0].rows],
}));

/** Hides the columns that say nothing about the strategies that are shown. */
function showColumns({ heads, lines }) {
  const shown = lines.filter(({ hidden }) => !hidden);
  for (const { cellIndex } of heads.cells) {
    const hidden = shown.length > 0 && shown.every(({ cells }) => "quiet" in cells[cellIndex].dataset);
    for (const { cells } of [heads, ...lines]) cells[cellIndex].hidden = hidden;
  }
}

/** Sorts the rows by the column of this heading. Rows without a value come last. */
function showStrategies({ by }) {
  for (const { heads, body, lines } of TABLES) {
    const column = Math.abs(by);
    const valueOf = ({ cells }, place) => (column ? Number(cells[column]?.dataset.value ?? NaN) : place);
    const order = sorted([...lines.keys()], lines.map(valueOf), by.startsWith("-"));
    body.append(...order.map((place) => lines[place]));
    showHeads(heads, by);
  }
  TABLES.forEach(showColumns);
}

function startStrategies() {
  for (const { heads } of TABLES) startHeads(heads, "by");
}
