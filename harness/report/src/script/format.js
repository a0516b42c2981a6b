// Numbers for people, as in the static tables and charts.

const SPACE = "\u00a0";

/** Units or prefixes, each a thousand times the one before. */
const UNITS = {
  count: ["", "k", "M", "G", "T", "P", "E"],
  nanoseconds: ["ns", "µs", "ms", "s"],
  bytes: ["B", "kB", "MB", "GB", "TB", "PB", "EB"],
};

const THREE = { minimumSignificantDigits: 3, maximumSignificantDigits: 3, useGrouping: false };
const DIGITS = new Intl.NumberFormat("en", THREE);

const threeDigits = (value) => DIGITS.format(value.toPrecision(3));

/** A value with its unit: `1.00 k`, `12.3 ms`; a dash for no value. */
function text(unit, value) {
  if (Number.isNaN(value)) return "–";
  if (unit === "nanoseconds" && value >= 1e13) return threeDigits(value / 3.6e12) + SPACE + "h";
  const power = Math.floor(Math.log10(value.toPrecision(3)) / 3);
  const place = Math.max(0, Math.min(power, UNITS[unit].length - 1));
  const name = UNITS[unit][place];
  const share = value / 1000 ** place;
  const digits = place === 0 && Number.isInteger(share) ? String(share) : threeDigits(share);
  return name ? digits + SPACE + name : digits;
}

/** A whole number in full, `1,234,567`; rounded if floats are not exact. */
function whole(value) {
  return Number.isSafeInteger(value) ? value.toLocaleString("en") : text("count", value);
}

/** `1 run`, `1,234 runs`. */
function counted(count, noun) {
  return `${whole(count)} ${noun}${count === 1 ? "" : "s"}`;
}
