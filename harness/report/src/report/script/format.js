// Numbers for people, as in the static tables and charts.

const SPACE = "\u00a0";

/** Units or prefixes, each a thousand times the one before, with their sizes. */
function steps(...names) {
  return names.map((name, power) => [1000 ** power, name]);
}

const UNITS = {
  count: steps("", "k", "M", "G", "T", "P", "E"),
  time: steps("ns", "µs", "ms", "s"),
  bytes: steps("B", "kB", "MB", "GB", "TB", "PB", "EB"),
};

/** To three significant digits. */
function rounded(value) {
  return Number(value.toExponential(2));
}

function threeDigits(value) {
  const near = rounded(value);
  const magnitude = near === 0 ? 0 : Math.floor(Math.log10(Math.abs(near)));
  return near.toFixed(Math.min(Math.max(2 - magnitude, 0), 6));
}

/** The best unit for a value. */
function step(unit, value) {
  // Tolerance for powers of ten that were computed as floats.
  return UNITS[unit].findLast(([one]) => one <= value * 1.0005) ?? UNITS[unit][0];
}

/** A value with its unit: `1.00 k`, `12.3 ms`; a dash for no value. */
function text(unit, value) {
  if (Number.isNaN(value)) return "–";
  if (unit === "time" && value >= 1e13) return threeDigits(value / 3.6e12) + SPACE + "h";
  const [one, name] = step(unit, rounded(value));
  const share = value / one;
  const digits = one === 1 && Number.isInteger(share) ? String(share) : threeDigits(share);
  return name ? digits + SPACE + name : digits;
}

/** A whole number in full, `1,234,567`; rounded if floats are not exact. */
function whole(value) {
  if (!Number.isSafeInteger(value)) return text("count", value);
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** `1 run`, `1,234 runs`. */
function counted(count, noun) {
  return `${whole(count)} ${noun}${count === 1 ? "" : "s"}`;
}
