// Small multiples: a small chart for each family, with the lines of the others in grey behind.

/** The chart of one family, made from the picture of the whole chart. */
function smallChart({ picture, series }, family, own) {
  const copy = picture.cloneNode(true);
  copy.ariaLabel = `${family}. ${picture.ariaLabel}`;
  for (const part of copy.querySelectorAll("[data-series]")) {
    const isOwn = own.includes(series[part.dataset.series]);
    part.setAttribute("display", "inline");
    part.classList.remove("quiet", "loud");
    part.classList.toggle("behind", !isOwn);
    if (isOwn) copy.append(part);
  }
  const keys = own.map(({ item }) => item.cloneNode(true));
  for (const key of keys) key.hidden = false;
  return element("div", {}, element("ul", { class: "keys" }, ...keys), copy);
}

/** Adds the disclosure to a chart with several families and more than a few lines. */
function startFamilies(chart) {
  const lines = chart.series.filter(({ isLine }) => isLine);
  const families = Map.groupBy(lines, ({ name }) => CHIP_OF.get(name)?.dataset.family);
  if (families.size < 2 || lines.length < 4) return;
  const room = element("div", { class: "panels" });
  const part = element("details", { class: "families" }, element("summary", {}, "Small multiples"), room);
  const fill = () => room.append(...[...families].map(([family, own]) => smallChart(chart, family, own)));
  part.addEventListener("toggle", fill, { once: true });
  chart.figure.append(part);
}
