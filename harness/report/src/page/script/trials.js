// Trials: the samples of a strategy on an instance, taken together.

/** The trials of a strategy, by instance; the value is infinite if not solved. */
function trials(name, column) {
  const { strategy, instance, status, [column]: values } = data.runs;
  const place = data.strategies.indexOf(name);
  const found = new Array(data.instances.id.length);
  strategy.forEach((one, run) => {
    if (one !== place) return;
    const trial = (found[instance[run]] ??= { run, worst: 0, values: [] });
    // Statuses are in order from good to bad.
    trial.worst = Math.max(trial.worst, status[run]);
    if (!Number.isNaN(values[run])) trial.values.push(values[run]);
  });
  // Places without a trial are passed over.
  found.forEach((trial) => {
    trial.status = data.statuses[trial.worst];
    // These say nothing about the cost of a strategy.
    trial.value = ["unsupported", "unsolvable"].includes(trial.status) ? NaN : Infinity;
    if (trial.status !== "solved") return;
    const values = trial.values.sort((a, b) => a - b);
    const middle = values.length / 2;
    trial.value = (values[Math.ceil(middle) - 1] + values[Math.floor(middle)]) / 2;
  });
  return found;
}
