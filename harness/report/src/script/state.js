// The view of the reader. All of it is in the address after the #, so a link restores it. A control shows the part of
// the state in its `data-state`, and changes it. A page tells its first state, `FIRST`, and which values the parts
// without such controls may have, `ALLOWED`; its function `show` shows the state.

const CONTROLS = [...document.querySelectorAll("[data-state]")];

let state;

/** The controls of a part of the state. Check boxes share one, which is a list. */
function controlsOf(key) {
  return CONTROLS.filter(({ dataset }) => dataset.state === key);
}

/** The part of a link after the #: everything that differs from the first state. */
function hashOf(state) {
  const parts = Object.keys(FIRST).flatMap((key) => [state[key]].flat().map((value) => [key, value]));
  return `#${new URLSearchParams(parts.filter(([key, value]) => value !== FIRST[key]))}`;
}

/** Whether a part may have a value, because an address could hold others. */
function isAllowed(key, value) {
  if (ALLOWED[key]) return ALLOWED[key](value);
  const controls = controlsOf(key);
  const type = controls[0]?.type ?? typeof FIRST[key];
  if (type === "number") return /^\d{1,9}$/.test(value);
  const choices = controls.flatMap((control) => [...(control.options ?? [control])]);
  return ["search", "string"].includes(type) || choices.some((choice) => choice.value === value);
}

/** The state of a link, without values that the page does not know. */
function stateOf(hash) {
  const parts = new URLSearchParams(hash.slice(1));
  const found = Object.entries(FIRST).map(([key, first]) => {
    const values = parts.getAll(key).filter((value) => isAllowed(key, value));
    const value = typeof first === "number" ? Number(values[0] ?? first) : (values[0] ?? first);
    return [key, Array.isArray(first) ? values : value];
  });
  return Object.fromEntries(found);
}

/** Shows the state in the address. A # without a state is a place of the page, to which the browser went. */
function restore() {
  if (!state || !location.hash || location.hash.includes("=")) state = stateOf(location.hash);
  else remember(true);
  show();
}

/** Stores the state in the address. With `quietly` it is replaced, so that "back" does not visit every typed letter. */
function remember(quietly) {
  const hash = hashOf(state);
  // A lone # would scroll to the top.
  const address = hash === "#" ? location.href.split("#")[0] : hash;
  history[quietly ? "replaceState" : "pushState"](null, "", address);
}

/** Changes parts of the state, stores it and shows it. */
function change(parts, quietly = false) {
  Object.assign(state, parts);
  remember(quietly);
  show();
}

const latest = {};

/** Whether a part of the page has to show other values than the last time. */
function isNew(part, ...values) {
  const before = latest[part];
  latest[part] = JSON.stringify(values);
  return latest[part] !== before;
}

/** Attaches the controls; `more` tells what else changes with a part of the state. */
function startControls(more = () => ({})) {
  for (const control of CONTROLS) {
    const key = control.dataset.state;
    const isTyped = ["search", "number"].includes(control.type);
    control.addEventListener(isTyped ? "input" : "change", () => {
      const checked = controlsOf(key).filter((one) => one.checked);
      const value = control.type === "checkbox" ? checked.map((one) => one.value) : control.value.trim();
      change({ [key]: value, ...more(key) }, isTyped);
    });
  }
  addEventListener("hashchange", restore);
}

function showControls() {
  for (const control of CONTROLS) {
    const value = state[control.dataset.state];
    if (control.type === "checkbox") control.checked = value.includes(control.value);
    // Not during typing: that would move the cursor.
    else if (control.value.trim() !== value) control.value = value;
  }
}
