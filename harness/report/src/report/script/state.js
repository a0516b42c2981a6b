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
  lines: [],
  // What the table of instances shows, and its page.
  quantity: "expanded",
  instances: 1,
};

/** Which values the parts may have that are not those of a list of choices. */
const ALLOWED = {
  sort: (value) => COLUMNS.some(({ key }) => key === value.replace("-", "")),
  instance: () => true,
  min: (value) => /^\d{1,9}$/.test(value),
  max: (value) => /^\d{1,9}$/.test(value),
  run: (value) => runOf(value) >= 0,
  beside: (value) => runOf(value) >= 0,
  by: (value) => /^-?\d\d?$/.test(value) && Math.abs(value) < HEADS_OF_TABLE.cells.length,
  // An empty name alone means that no line is shown.
  lines: (value) => value === "" || CHIP_OF.has(value),
};

/** Whether a part may have a value, because an address could hold others. */
function isAllowed(key, value) {
  if (ALLOWED[key]) return ALLOWED[key](value);
  const choices = controlsOf(key).flatMap((control) => [...(control.options ?? [control])]);
  return !choices.length || choices.some((choice) => choice.value === value);
}

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
    const values = parts.getAll(key).filter((value) => isAllowed(key, value));
    if (Array.isArray(first)) found[key] = values;
    else if (typeof first === "number") found[key] = Math.abs(parseInt(values[0])) || first;
    else found[key] = values[0] ?? first;
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

const latest = {};

/** Whether a part of the page has to show other values than the last time. */
function isNew(part, ...values) {
  const before = latest[part];
  latest[part] = JSON.stringify(values);
  return latest[part] !== before;
}
