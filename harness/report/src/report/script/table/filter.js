// Which runs are shown, and in which order.

/** For each instance, whether it passes the filters on instances. */
function fitting({ instance, size, min, max }) {
  const { id, optimal, size: sizes } = data.instances;
  const part = instance.toLowerCase();
  const [low, high] = [min === "" ? -Infinity : Number(min), max === "" ? Infinity : Number(max)];
  const bounded = min !== "" || max !== "";
  return id.map((name, index) => {
    const length = optimal[index];
    return (
      name.toLowerCase().includes(part) &&
      (!size.length || size.includes(data.sizes[sizes[index]])) &&
      (!bounded || (length !== null && low <= length && length <= high))
    );
  });
}

/** The runs that pass all filters, in the order of the data. */
function matching(state) {
  const fits = fitting(state);
  // For each place in a dictionary, whether it is wanted.
  const wanted = (chosen, all) => all.map((name) => !chosen.length || chosen.includes(name));
  const strategies = wanted(state.strategy, data.strategies);
  const statuses = wanted(state.status, data.statuses);
  const { count, instance, strategy, status } = data.runs;
  const runs = new Uint32Array(count);
  let found = 0;
  for (let run = 0; run < count; run += 1) {
    if (fits[instance[run]] && strategies[strategy[run]] && statuses[status[run]]) {
      runs[found] = run;
      found += 1;
    }
  }
  return runs.subarray(0, found);
}

/**
 * Sorts runs by their values. Runs without a value come last in both directions;
 * runs with equal values keep the order of the data.
 */
function sorted(runs, values, descending) {
  return runs.sort((a, b) => {
    const [x, y] = [values[a], values[b]];
    if (x === y) return a - b;
    if (Number.isNaN(x)) return Number.isNaN(y) ? a - b : 1;
    if (Number.isNaN(y)) return -1;
    return descending ? y - x : x - y;
  });
}
