// The view of the reader: sorting, filters, the pair, the run and its step. All of
// it is in the address after the #, so a link restores it.

/** The first state of a page. Lists are sets of names; an empty list means all names. */
const FIRST = {
  sort: "instance",
  strategy: [],
  size: [],
  status: [],
  instance: "",
  min: "",
  max: "",
  page: 1,
  x: data.pair[0] ?? "",
  y: data.pair[1] ?? "",
  measure: "expanded",
  run: "",
  beside: "",
  step: 0,
  // The column of the table of strategies that sorts it.
  by: "0",
  // The lines of all charts.
  lines: [],
  // What the table of instances shows, and its page.
  quantity: "expanded",
  instances: 1,
};

/** Which values a part may have, because an address could hold others. */
const ALLOWED = {
  sort: (value) => COLUMNS.some(({ key }) => key === value.replace(/^-/, "")),
  strategy: (value) => data.strategies.includes(value),
  size: (value) => data.sizes.includes(value),
  status: (value) => data.statuses.includes(value),
  min: (value) => /^\d{1,9}$/.test(value),
  max: (value) => /^\d{1,9}$/.test(value),
  x: (value) => ALLOWED.strategy(value),
  y: (value) => ALLOWED.strategy(value),
  measure: (value) => MEASURES.has(value),
  run: (value) => runOf(value) >= 0,
  beside: (value) => runOf(value) >= 0,
  by: (value) => /^-?\d\d?$/.test(value) && Math.abs(value) < (STRATEGIES?.tHead.rows[0].cells.length ?? 1),
  // An empty name alone means that no line is shown.
  lines: (value) => value === "" || CHIP_OF.has(value),
  quantity: (value) => QUANTITIES.some(({ key }) => key === value),
};

let state = { ...FIRST };

/** The part of a link after the #: everything that differs from the first state. */
function hashOf(state) {
  const parts = new URLSearchParams();
  for (const [key, first] of Object.entries(FIRST)) {
    for (const value of [state[key]].flat()) {
      if (value !== first) parts.append(key, value);
    }
  }
  return `#${parts}`;
}

/** The state of a link, without values that the page does not know. */
function stateOf(hash) {
  const parts = new URLSearchParams(hash.slice(1));
  const found = { ...FIRST };
  for (const [key, first] of Object.entries(FIRST)) {
    const values = parts.getAll(key).filter((value) => ALLOWED[key]?.(value) ?? true);
    if (Array.isArray(first)) found[key] = values;
    else if (values.length && typeof first === "number") found[key] = Math.abs(parseInt(values[0])) || first;
    else if (values.length) found[key] = values[0];
  }
  return found;
}

/**
 * Changes parts of the state and shows it. With `quietly` the address is
 * replaced, so that "back" does not visit every typed letter.
 */
function change(parts, quietly = false) {
  state = { ...state, ...parts };
  const hash = hashOf(state);
  // A lone # would scroll to the top.
  const address = hash === "#" ? location.href.split("#")[0] : hash;
  history[quietly ? "replaceState" : "pushState"](null, "", address);
  show();
}
