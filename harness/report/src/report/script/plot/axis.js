// The logarithmic axis of the static charts: the same range and labels, room for
// zero below, and a lane for unsolved runs beyond an edge. Its rule is that of
// axis.rs; a test in the browser compares the labels of both.

const AIR = 8;
const ZERO_ROOM = 28;
const MOST_LABELS = 9;

/** The least of …, 1, 2, 5, 10, … that is at least a value. */
function upToStep(value) {
  const decade = 10 ** Math.floor(Math.log10(value));
  return (
    [1, 2, 5, 10].map((one) => one * decade).find((one) => one >= value * (1 - 1e-9)) ?? 10 * decade
  );
}

/** The greatest of these that is at most a value. */
function downToStep(value) {
  const decade = 10 ** Math.floor(Math.log10(value));
  return [5, 2, 1].map((one) => one * decade).find((one) => one <= value * (1 + 1e-9)) ?? decade;
}

/** Powers of ten; within two decades 1, 2 and 5 times them. */
function logTicks(low, high) {
  if (Math.log10(high / low) < 2.01) {
    const ticks = [low];
    while (ticks.at(-1) * 1.01 < high) ticks.push(upToStep(ticks.at(-1) * 1.5));
    return ticks;
  }
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const apart = Math.floor((last - first) / MOST_LABELS) + 1;
  const ticks = [];
  for (let power = first; power <= last; power += 1) {
    if (power % apart === 0) ticks.push(10 ** power);
  }
  return ticks;
}

/**
 * An axis for values from zero up, `length` pixels long; its last `lane` pixels
 * are for infinite values. `place` gives the distance of a value from the start.
 */
function logAxis(values, unit, length, lane) {
  const positive = values.filter((value) => value > 0 && Number.isFinite(value));
  const least = positive.reduce((a, b) => Math.min(a, b), Infinity);
  const most = positive.reduce((a, b) => Math.max(a, b), -Infinity);
  let [low, high] = positive.length ? [downToStep(least), upToStep(most)] : [1, 10];
  if (low * 1.01 >= high) [low, high] = [downToStep(low / 1.5), upToStep(high * 1.5)];
  const zero = values.includes(0);
  const edge = length - lane;
  const start = AIR + (zero ? ZERO_ROOM : 0);
  const place = (value) => {
    if (!Number.isFinite(value)) return edge + lane / 2;
    if (value <= 0) return AIR;
    const share = Math.log10(value / low) / Math.log10(high / low);
    return start + Math.min(Math.max(share, 0), 1) * (edge - AIR - start);
  };
  const ticks = logTicks(low, high).map((value) => ({ value, label: tick(unit, value) }));
  if (zero) ticks.unshift({ value: 0, label: "0" });
  return { place, ticks, edge, low, high };
}

/** The ticks whose labels do not touch each other, with `room` per character. */
function apart(axis, room) {
  let free = -Infinity;
  return axis.ticks.filter(({ value, label }) => {
    const half = ((label.length + 1) * room) / 2;
    if (axis.place(value) - half < free) return false;
    free = axis.place(value) + half;
    return true;
  });
}
