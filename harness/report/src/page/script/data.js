// The data of the page. The runs are columns in one block of JSON; a column with
// the same value in every run is only that value. Here the columns become arrays
// for fast sorting and filtering. Runs are sorted by instance, strategy and sample.

const data = await read(document.getElementById("data"));

/** The data of an element. Those of many runs are compressed. */
async function read({ type, textContent }) {
  if (type === "application/json") return JSON.parse(textContent);
  const json = new Blob([bytesOf(textContent)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(json).json();
}

for (const [columns, count] of [[data.instances, data.instances.id.length], [data.runs, data.count]]) {
  for (const [name, values] of Object.entries(columns)) {
    if (!Array.isArray(values)) columns[name] = new Array(count).fill(values);
  }
}
for (const [name, values] of Object.entries(data.runs)) {
  // NaN is a missing value. This is ten times as fast as Float64Array.from with a function.
  data.runs[name] = new Float64Array(values.map((value) => value ?? NaN));
}
for (const column of ["size", "optimal"]) {
  data.runs[column] = data.runs.instance.map((instance) => data.instances[column][instance] ?? NaN);
}

const strategyOf = (run) => data.strategies[data.runs.strategy[run]];
const statusOf = (run) => data.statuses[data.runs.status[run]];
const sizeOf = (instance) => data.sizes[data.instances.size[instance]];

/** The names of the runs for links. */
const RUNS = Array.from({ length: data.count }, (_, run) =>
  [data.instances.id[data.runs.instance[run]], strategyOf(run), data.runs.sample[run]].join(" "),
);

/** A link to a run. */
const linkTo = (run, name, look) => element("a", { href: `#run=${encodeURIComponent(RUNS[run])}`, class: look }, name);

const HAS_SAMPLES = data.runs.sample.some(Boolean);
