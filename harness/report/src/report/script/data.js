// The data of the page. The runs are columns in one block of JSON; a column with
// the same value in every run is only that value. Here the columns become arrays
// for fast sorting and filtering.

const data = readData();

/** The content of the block; runs are sorted by instance, strategy and sample. */
function readData() {
  const raw = JSON.parse(document.getElementById("data").textContent);
  const { count, id, ...columns } = raw.runs;
  const runs = { count, id: listed(id, count) };
  for (const [name, values] of Object.entries(columns)) runs[name] = numbers(values, count);
  const instances = {};
  for (const [name, values] of Object.entries(raw.instances)) {
    instances[name] = listed(values, raw.instances.id.length);
  }
  return { ...raw, instances, runs };
}

/** A column as a list of `count` values. */
function listed(values, count) {
  return Array.isArray(values) ? values : new Array(count).fill(values);
}

/** A column of numbers, with NaN for a missing value. */
function numbers(values, count) {
  const column = new Float64Array(count);
  if (!Array.isArray(values)) return column.fill(values ?? NaN);
  // Ten times as fast as Float64Array.from with a function.
  for (let index = 0; index < count; index += 1) column[index] = values[index] ?? NaN;
  return column;
}

/** The run with an id, or -1. */
function runOf(id) {
  return id ? data.runs.id.indexOf(id) : -1;
}

/** The runs on the same instance as a run. */
function siblings(run) {
  const { instance } = data.runs;
  return [...instance.keys()].filter((other) => instance[other] === instance[run]);
}

/** Whether any run has a value above zero in a column. */
function has(column) {
  return data.runs[column].some((value) => value > 0);
}

/** The strategy of a run. */
function strategyOf(run) {
  return data.strategies[data.runs.strategy[run]];
}

function statusOf(run) {
  return data.statuses[data.runs.status[run]];
}

function sizeOf(instance) {
  return data.sizes[data.instances.size[instance]];
}
