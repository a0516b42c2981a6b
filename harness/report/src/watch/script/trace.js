// What the rows of a trace mean: which states each expansion opens and closes on its side, and where a search starts
// again.

/** What happens to a state on a side. An event is eight times its slot (twice the state, plus the side), plus this. */
const [OPENED, CLOSED, CLOSED_AT_ONCE, NO_LONGER, MET_BY_BOTH] = [0, 1, 2, 3, 4];

/** A search with all that is derived from its rows. */
function traceOf(given) {
  const [rows, costs, sides] = [given.traced, bytesOf(given.g), new Uint8Array(given.traced)];
  given.sides.forEach((row, turn) => sides.fill(1 - (turn % 2), row, given.sides[turn + 1] ?? rows));
  const space = IS_SMALL ? small : metSpace(given, rows, costs, sides);
  const packed = bytesOf(given.states);
  const rank = (_, row) => (packed[3 * row] << 16) | (packed[3 * row + 1] << 8) | packed[3 * row + 2];
  const has = [0, 1].map((side) => sides.includes(side));
  const estimates = space.estimates ?? given.estimates.map((index) => known[index] ?? null);
  const ids = space.ids ?? Int32Array.from({ length: rows }, rank);
  const trace = { given, rows, costs, sides, space, ids, estimates, has, isTwoSided: has[0] && has[1] };
  Object.assign(trace, { hasEstimates: estimates.some(Boolean), told: given.h && bytesOf(given.h) });
  trace.isDeep = !trace.isTwoSided && given.depth_first;
  trace.stretches = stretchesOf(trace);
  trace.answer = [space.numberOf(start)];
  for (const letter of given.path ?? "") trace.answer.push(space.next[4 * trace.answer.at(-1) + MOVES.indexOf(letter)]);
  return Object.assign(trace, eventsOf(trace));
}

/** The estimate of the state of a row. */
const estimateAt = ({ told }, row) => told?.[row] ?? NONE;

/** The f of a slot with a cost; the cost if there is no estimate. */
function sumOf({ estimates }, slot, g) {
  const h = estimates[slot & 1]?.[slot >> 1] ?? NONE;
  return h === NONE ? g : g + h;
}

/** The stretches of rows after which a search that keeps only its path starts again, and their thresholds. */
function stretchesOf(trace) {
  const begins = [0];
  if (trace.isDeep) for (let row = 1; row < trace.rows; row++) if (trace.costs[row] === 0) begins.push(row);
  return begins.map((begin, index) => {
    const stretch = { begin, end: begins[index + 1] ?? trace.rows, threshold: 0 };
    for (let row = begin; row < stretch.end; row++) {
      const [g, h] = [trace.costs[row], estimateAt(trace, row)];
      stretch.threshold = Math.max(stretch.threshold, h === NONE ? g : g + h);
    }
    return stretch;
  });
}

/** The stretch of a row. */
const stretchAt = ({ stretches }, row) => stretches.findLast(({ begin }) => begin <= row) ?? stretches[0];

/** The events of each row, with the g of each event, and the counters that rows tell, after each row. */
function eventsOf(trace) {
  const { rows, costs, sides, ids, stretches, isDeep, space: { count, next } } = trace;
  // Rows are counted from 1 here. What is older than the stretch is forgotten.
  const [reached, shut, parents] = [0, 0, 0].map(() => new Int32Array(2 * count));
  const [cost, events, path] = [new Uint8Array(2 * count), [], []];
  const [first, generated, duplicates, reopened, peak_stored] = [0, 0, 0, 0, 0].map(() => new Int32Array(rows + 1));
  let [stored, begin, row] = [0, 1, 0];
  const meet = (slot, g, parent) => {
    [reached[slot], cost[slot], parents[slot]] = [row + 1, g, parent];
    stored++;
    if (reached[slot ^ 1] >= begin) events.push(8 * slot + MET_BY_BOTH, g);
  };
  for (let turn = 0; row < rows; row++) {
    if (row === stretches[turn]?.begin) [begin, turn] = [row + 1, turn + 1];
    const [side, g, id, after] = [sides[row], costs[row], ids[row], row + 1];
    const slot = 2 * id + side;
    for (const counts of [generated, duplicates, reopened]) counts[after] = counts[row];
    if (reached[slot] < begin) {
      meet(slot, g, -1);
      events.push(8 * slot + CLOSED_AT_ONCE, g);
    } else if (shut[slot] < begin) events.push(8 * slot + CLOSED, cost[slot]);
    else if (g < cost[slot] && !isDeep) reopened[after]++;
    [shut[slot], path[g], cost[slot]] = [after, id, Math.min(cost[slot], g)];
    const parent = isDeep ? (path[g - 1] ?? -1) : parents[slot];
    for (let place = 4 * id; place < 4 * id + 4; place++) {
      const to = next[place];
      if (to < 0 || to === parent) continue;
      const other = 2 * to + side;
      generated[after]++;
      if (isDeep) continue;
      if (reached[other] < begin) {
        meet(other, g + 1, id);
        events.push(8 * other + OPENED, g + 1);
      } else if (g + 1 >= cost[other]) duplicates[after]++;
      else {
        parents[other] = id;
        if (shut[other] >= begin) continue;
        events.push(8 * other + NO_LONGER, cost[other], 8 * other + OPENED, g + 1);
        cost[other] = g + 1;
      }
    }
    first[after] = events.length;
    peak_stored[after] = Math.max(peak_stored[row], isDeep ? g + 1 : stored);
  }
  return { events, first, derived: { generated, duplicates, reopened, peak_stored } };
}
