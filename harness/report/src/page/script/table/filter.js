// Which runs are shown, and in which order.

/** The parts of the state that are filters. Their controls have the names of these in `data-filter`. */
const FILTERS = [...new Set(CONTROLS.filter(({ dataset }) => dataset.filter).map(({ dataset }) => dataset.state))];

/** Other rows are read from the first page on. */
const FROM_START = { page: 1, instances: 1 };

function showFilters(state) {
  const chosen = FILTERS.filter((key) => state[key].length > 0);
  const words = chosen.map((key) => `${controlsOf(key)[0].dataset.filter} ${[state[key]].flat().join(" or ")}`);
  at("runs-chosen").textContent = words.length ? `Only ${words.join(", ")}.` : "";
}

/** Whether a filter lets a name pass; without any choice, all names pass. */
function passes(chosen, name) {
  return !chosen.length || chosen.includes(name);
}

/** For each instance, whether it passes the filters on instances. */
function fitting({ instance, size, min, max }) {
  const part = instance.toLowerCase();
  return data.instances.id.map((name, index) => {
    const length = data.instances.optimal[index] ?? NaN;
    const isLong = (min === "" || length >= Number(min)) && (max === "" || length <= Number(max));
    return isLong && name.toLowerCase().includes(part) && passes(size, sizeOf(index));
  });
}

/** The runs that pass all filters, in the order of the data. */
function matching(state) {
  const fits = fitting(state);
  const { instance, strategy } = data.runs;
  const shown = data.strategies.map((name) => isChosen(name, state));
  const isMatch = (run) => shown[strategy[run]] && passes(state.status, statusOf(run));
  return Uint32Array.from(instance.keys()).filter((run) => fits[instance[run]] && isMatch(run));
}

/**
 * Sorts runs by their values. Runs without a value come last in both directions;
 * runs with equal values keep the order of the data.
 */
function sorted(runs, values, descending) {
  return runs.sort((a, b) => {
    const [x, y] = [values[a], values[b]];
    return Number.isNaN(x) - Number.isNaN(y) || (descending ? y - x : x - y) || a - b;
  });
}
