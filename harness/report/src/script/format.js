// Numbers for people, as in the static tables and charts.

const SPACE = "\u00a0";

const THREE = { minimumSignificantDigits: 3, maximumSignificantDigits: 3, useGrouping: false, roundingMode: "halfEven" };
const DIGITS = new Intl.NumberFormat("en", THREE);

/** The exact value, rounded as the program does. */
const threeDigits = (value) => DIGITS.format(value.toPrecision(60));

/** A value with its unit: `1.00 k`, `12.3 ms`; a dash for no value. Rust writes the units. */
function text(unit, value) {
  if (Number.isNaN(value)) return "–";
  const { steps, many } = UNITS.find((one) => one.unit === unit);
  if (many && value >= many[0]) return threeDigits(value / many[1]) + SPACE + many[2];
  const fits = ([one]) => one <= Number(threeDigits(value)) * 1.0005;
  const [one, name] = steps.findLast(fits) ?? steps[0];
  const digits = one === 1 && Number.isInteger(value) ? String(value) : threeDigits(value / one);
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
