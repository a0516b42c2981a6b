// Trials: the samples of a strategy on an instance, taken together.

/** Statuses that say nothing about a strategy's cost. */
const APART = new Set(["unsupported", "unsolvable"]);

function median(values) {
  const ascending = [...values].sort((a, b) => a - b);
  const middle = ascending.length / 2;
  return (ascending[Math.ceil(middle) - 1] + ascending[Math.floor(middle)]) / 2;
}

/** The trials of a strategy, by instance; the value is infinite if not solved. */
function trials(name, column) {
  const { count, strategy, instance, status } = data.runs;
  const place = data.strategies.indexOf(name);
  const found = new Array(data.instances.id.length);
  for (let run = 0; run < count; run += 1) {
    if (strategy[run] !== place) continue;
    const trial = (found[instance[run]] ??= { run, worst: 0, values: [] });
    // Statuses are in order from good to bad.
    trial.worst = Math.max(trial.worst, status[run]);
    const value = data.runs[column][run];
    if (!Number.isNaN(value)) trial.values.push(value);
  }
  for (const trial of found) {
    if (!trial) continue;
    trial.status = data.statuses[trial.worst];
    trial.value = trial.status === "solved" ? median(trial.values) : Infinity;
    if (APART.has(trial.status)) trial.value = NaN;
  }
  return found;
}
