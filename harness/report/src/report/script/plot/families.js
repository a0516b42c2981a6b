// Small multiples: a small chart for each family, with the lines of the others in grey behind.

/** The chart of one family, made from the picture of the whole chart. */
function smallChart({ picture, series }, family, own) {
  const copy = picture.cloneNode(true);
  copy.ariaLabel = `${family}. ${picture.ariaLabel}`;
  for (const part of copy.querySelectorAll("[data-series]")) {
    const isOwn = own.includes(Number(part.dataset.series));
    part.setAttribute("display", "inline");
    part.classList.remove("quiet");
    part.classList.toggle("behind", !isOwn);
    if (isOwn) copy.append(part);
  }
  const keys = own.map((index) => {
    const key = series[index].item.cloneNode(true);
    key.hidden = false;
    return key;
  });
  return element("div", {}, element("ul", { class: "keys" }, ...keys), copy);
}

/** Adds the disclosure to a chart with several families and more than a few lines. */
function startFamilies(chart) {
  const { figure, series } = chart;
  const lines = [...series.keys()].filter((index) => series[index].isLine);
  // A line of no strategy is a family of its own.
  const families = Map.groupBy(lines, (index) => CHIP_OF.get(series[index].name)?.family ?? series[index].name);
  if (families.size < 2 || lines.length < 4) return;
  const room = element("div", { class: "panels" });
  const part = element(
    "details",
    { class: "families", id: `families-${figure.id}` },
    element("summary", {}, "Small multiples"),
    room,
  );
  part.addEventListener("toggle", () => {
    if (!part.open || room.children.length) return;
    room.append(...[...families].map(([family, own]) => smallChart(chart, family, own)));
  });
  figure.append(part);
}
