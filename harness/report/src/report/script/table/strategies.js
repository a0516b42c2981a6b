// The table of strategies, sorted by its columns like the table of runs.

const HEADS_OF_TABLE = document.querySelector(".sortable thead tr") ?? element("tr");

/** The rows in their first order, which is that of the names. */
const LINES_OF_TABLE = [...document.querySelectorAll(".sortable tbody tr")];

/** Sorts the rows. Rows without a value come last. */
function showStrategies({ by }) {
  const column = Math.abs(by);
  const valueOf = ({ cells }, place) => (column ? Number(cells[column]?.dataset.value ?? NaN) : place);
  const order = sorted([...LINES_OF_TABLE.keys()], LINES_OF_TABLE.map(valueOf), by.startsWith("-"));
  LINES_OF_TABLE[0]?.parentElement.append(...order.map((place) => LINES_OF_TABLE[place]));
  showHeads(HEADS_OF_TABLE, by);
}

function startStrategies() {
  for (const head of HEADS_OF_TABLE.cells) head.dataset.key = head.cellIndex;
  startHeads(HEADS_OF_TABLE, "by");
}
