// The controls of the view: each shows a part of the state, the one in its `data-state`, and
// changes it.

const CONTROLS = [...document.querySelectorAll("[data-state]")];

/** The parts of the state that are filters. Their controls have the names of these in `data-filter`. */
const FILTERS = [...new Set(CONTROLS.map(({ dataset }) => dataset.filter && dataset.state).filter(Boolean))];

/** Other rows are read from the first page on. */
const FROM_START = { page: 1, instances: 1 };

/** The controls of a part of the state. Check boxes share one, which is a list. */
function controlsOf(key) {
  return CONTROLS.filter(({ dataset }) => dataset.state === key);
}

function startControls() {
  for (const control of CONTROLS) {
    const key = control.dataset.state;
    const isTyped = ["search", "number"].includes(control.type);
    control.addEventListener(isTyped ? "input" : "change", () => {
      const checked = controlsOf(key).filter((one) => one.checked);
      const value = control.type === "checkbox" ? checked.map((one) => one.value) : control.value.trim();
      change({ [key]: value, ...(FILTERS.includes(key) && FROM_START) }, isTyped);
    });
  }
  const none = Object.fromEntries(FILTERS.map((key) => [key, FIRST[key]]));
  press({ "filter-none": () => change({ ...none, ...FROM_START }), "copy-link": copyLink });
}

function showControls(state) {
  for (const control of CONTROLS) {
    const value = state[control.dataset.state];
    if (control.type === "checkbox") control.checked = value.includes(control.value);
    // Not during typing: that would move the cursor.
    else if (control.value.trim() !== value) control.value = value;
  }
  const chosen = FILTERS.filter((key) => state[key].length > 0);
  at("filter-none").disabled = chosen.length === 0;
  const words = chosen.map((key) => `${controlsOf(key)[0].dataset.filter} ${[state[key]].flat().join(" or ")}`);
  at("runs-chosen").textContent = words.length ? `Only ${words.join(", ")}.` : "";
}

/** Copies the link to this view, or says that this is not possible. */
async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    at("copied").textContent = "Link copied.";
  } catch {
    at("copied").textContent = "The browser does not allow the page to copy. The link is in the address bar.";
  }
  setTimeout(() => (at("copied").textContent = ""), 4000);
}
