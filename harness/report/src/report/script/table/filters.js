// The controls above the table. A filter that could not separate any runs is
// hidden.

/** The parts of the state that are filters, and their names. */
const NAMES_OF_FILTERS = {
  strategy: "strategy",
  status: "status",
  size: "size",
  instance: "instance",
  min: "optimal length from",
  max: "optimal length to",
};
const FILTERS = Object.keys(NAMES_OF_FILTERS);

/** Other rows are read from the first page on. */
const FROM_START = { page: 1, instances: 1 };

/** Builds the controls and attaches their actions, once. */
function startFilters() {
  pills(
    "strategy",
    data.strategies.map(({ name }) => name),
  );
  pills("size", data.sizes);
  pills("status", data.statuses);
  at("filter-instance-field").hidden = data.instances.id.length < 2;
  at("filter-length-field").hidden = new Set(data.instances.optimal).size < 2;
  for (const key of ["instance", "min", "max"]) {
    at(`filter-${key}`).addEventListener("input", (event) => {
      // A number that is not complete yet has no value.
      change({ [key]: event.target.value.trim(), ...FROM_START }, true);
    });
  }
  press({
    "filter-none": () =>
      change({ ...Object.fromEntries(FILTERS.map((key) => [key, FIRST[key]])), ...FROM_START }),
    "copy-link": copyLink,
  });
}

/** Check boxes for the values of a dictionary; with none checked, all pass. */
function pills(key, names) {
  at(`filter-${key}-field`).hidden = names.length < 2;
  at(`filter-${key}`).append(
    ...names.map((name) => {
      const box = element("input", { type: "checkbox", value: name });
      box.addEventListener("change", () => {
        const chosen = names.filter((other) =>
          other === name ? box.checked : state[key].includes(other),
        );
        change({ [key]: chosen, ...FROM_START });
      });
      return element("label", { class: "pill" }, box, element("span", {}, name));
    }),
  );
}

/** Makes the controls show the state. */
function showFilters(state) {
  for (const key of ["strategy", "size", "status"]) {
    for (const box of at(`filter-${key}`).querySelectorAll("input")) {
      box.checked = state[key].includes(box.value);
    }
  }
  for (const key of ["instance", "min", "max"]) {
    const input = at(`filter-${key}`);
    // Not during typing: that would move the cursor.
    if (input.value.trim() !== state[key]) input.value = state[key];
  }
  const chosen = FILTERS.filter((key) => state[key].length > 0);
  at("filter-none").disabled = chosen.length === 0;
  const words = chosen.map((key) => `${NAMES_OF_FILTERS[key]} ${[state[key]].flat().join(" or ")}`);
  at("runs-chosen").textContent = words.length ? `Only ${words.join(", ")}.` : "";
}

/** Copies the link to this view, or says that this is not possible. */
async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    at("copied").textContent = "Link copied.";
  } catch {
    at("copied").textContent =
      "The browser does not allow the page to copy. The link is in the address bar.";
  }
  setTimeout(() => {
    at("copied").textContent = "";
  }, 4000);
}
