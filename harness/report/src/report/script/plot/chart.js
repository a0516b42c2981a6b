// The static charts: a legend that shows and hides lines, and values under the pointer. A
// picture holds its series as groups with the place of the series in the legend.

/** How near the pointer must be to a point, in pixels of a picture that is not scaled. */
const NEAR = 35;

/** All charts with a legend, in the order of the page. */
const charts = [...document.querySelectorAll("#charts figure:not(.paper) .chart > svg")]
  .map(readChart)
  .filter(({ series }) => series.length > 0);

/** The series of a picture. Those with a line can be hidden. */
function readChart(picture) {
  const labels = (picture.dataset.names ?? "").split("\t").filter(Boolean);
  const series = labels.map((label, index) => {
    const parts = [...picture.querySelectorAll(`[data-series="${index}"]`)];
    const of = (kind) => parts.filter((part) => part.classList.contains(kind));
    const key = of("key")[0];
    return {
      name: label.split("\n")[0],
      key,
      parts: parts.filter((part) => !part.classList.contains("band")),
      bands: of("band").map((part) => ({ part, first: part.getAttribute("display") })),
      isLine: Boolean(key?.querySelector("polyline")),
      first: key?.getAttribute("display") !== "none",
    };
  });
  return { picture, series, loud: -1, points: undefined, buttons: [] };
}

/** The names of all lines that can be hidden. */
const LINES = new Set(charts.flatMap(({ series }) => series.filter((one) => one.isLine).map(({ name }) => name)));

/** Whether a line is shown: as in the picture, or the reverse after a click. */
function isShown(one, state) {
  return !one.isLine || one.first !== state.toggled.includes(one.name);
}

/** Makes the charts show the lines that are chosen. */
function showCharts(state) {
  for (const chart of charts) {
    for (const [index, one] of chart.series.entries()) {
      const shown = isShown(one, state);
      for (const part of one.parts) part.setAttribute("display", shown ? "inline" : "none");
      chart.buttons[index]?.setAttribute("aria-pressed", shown);
    }
    placeKeys(chart, state);
  }
}

/** Moves the labels of shown lines beside the ends of their lines, without overlap. */
function placeKeys({ picture, series }, state) {
  const keys = series
    .filter((one) => one.key && isShown(one, state))
    .map(({ key }) => {
      const [wished, height, drawn] = key.dataset.values.split(",").map(Number);
      return { key, wished, height, drawn };
    })
    .sort((a, b) => a.wished - b.wished);
  let free = 0;
  for (const one of keys) {
    one.top = Math.max(one.wished - one.height / 2, free);
    free = one.top + one.height;
  }
  let end = picture.viewBox.baseVal.height;
  for (const one of [...keys].reverse()) {
    one.top = Math.min(one.top, end - one.height);
    end = one.top;
  }
  for (const { key, top, height, drawn } of keys) {
    const down = top + height / 2 - drawn;
    for (const child of key.children) {
      if (child.tagName === "polyline" && child.points.numberOfItems === 3) {
        // The line from the end to the label.
        child.points.getItem(2).y = drawn + down;
      } else child.setAttribute("transform", `translate(0 ${down})`);
    }
  }
}

/** Lets one series stand out, or none for -1. Only then its band is drawn. */
function emphasise(chart, loud) {
  if (chart.loud === loud) return;
  chart.loud = loud;
  for (const [index, { parts, bands }] of chart.series.entries()) {
    for (const part of parts) part.classList.toggle("quiet", loud >= 0 && index !== loud);
    for (const { part, first } of bands) {
      const display = loud < 0 ? first : index === loud ? "inline" : "none";
      if (display) part.setAttribute("display", display);
      else part.removeAttribute("display");
    }
  }
}

/** The points of a chart: place, series, and the texts of both values. */
function pointsOf(chart) {
  chart.points ??= chart.series.flatMap(({ parts }, index) =>
    parts
      .filter((part) => !part.classList.contains("key"))
      .flatMap((part) => part.dataset.values.split(";").filter(Boolean))
      .map((words) => words.split(","))
      .map(([x, y, across, up]) => ({ x: Number(x), y: Number(y), index, across, up })),
  );
  return chart.points;
}

/** Shows the name and the values of the point nearest to the pointer. */
function pointAt(chart, event) {
  const { picture, card } = chart;
  const box = picture.getBoundingClientRect();
  const scale = picture.viewBox.baseVal.width / box.width;
  const [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  let [found, least] = [null, NEAR];
  for (const point of pointsOf(chart)) {
    const distance = Math.hypot(point.x - x, point.y - y);
    if (distance < least && isShown(chart.series[point.index], state)) [found, least] = [point, distance];
  }
  emphasise(chart, found && chart.series[found.index].isLine ? found.index : -1);
  card.hidden = !found;
  if (!found) return;
  // An axis of names has no title.
  const told = (words, value) => (words ? `${words.replace(/, logarithmic$/, "")}: ${value}` : value);
  card.replaceChildren(
    element(
      "div",
      {},
      element("strong", {}, chart.series[found.index].name),
      element("div", {}, told(picture.dataset.x, found.across)),
      element("div", {}, told(picture.dataset.y, found.up)),
    ),
  );
  const room = picture.parentElement;
  const left = found.x / scale + picture.getBoundingClientRect().left - room.getBoundingClientRect().left;
  const beside = left > room.clientWidth / 2 ? left - card.offsetWidth - 14 : left + 14;
  card.style.left = `${Math.max(0, beside) + room.scrollLeft}px`;
  card.style.top = `${Math.max(0, found.y / scale - card.offsetHeight / 2)}px`;
}

/** A small picture of a line and its marker, from the picture's own legend. */
function keyOf(one) {
  const parts = [...one.key.children].filter(
    (child) => child.tagName !== "text" && !(child.tagName === "polyline" && child.points.numberOfItems === 3),
  );
  const { x, y } = parts[0].points.getItem(0);
  const viewBox = `${x - 4} ${y - 16} 84 32`;
  const clones = parts.map((part) => part.cloneNode(true));
  for (const clone of clones) clone.removeAttribute("transform");
  return drawn("svg", { viewBox, width: 42, height: 16, "aria-hidden": "true" }, ...clones);
}

/** Builds the legend below a chart, whose buttons show and hide lines. */
function startChart(chart) {
  const { picture, series } = chart;
  const room = picture.parentElement;
  chart.card = element("div", { class: "tip", "aria-hidden": "true", hidden: true });
  room.append(chart.card);
  picture.addEventListener("pointermove", (event) => pointAt(chart, event));
  picture.addEventListener("pointerleave", () => {
    emphasise(chart, -1);
    chart.card.hidden = true;
  });
  if (series.filter((one) => one.isLine).length < 2) return;
  chart.buttons = series.map((one, index) => {
    if (!one.isLine) return null;
    const button = element("button", { type: "button" }, keyOf(one), one.name);
    button.addEventListener("click", () => {
      const { toggled } = state;
      const others = toggled.filter((name) => name !== one.name);
      change({ toggled: others.length < toggled.length ? others : [...toggled, one.name] }, true);
    });
    for (const event of ["pointerenter", "focus"]) {
      button.addEventListener(event, () => emphasise(chart, isShown(one, state) ? index : -1));
    }
    for (const event of ["pointerleave", "blur"]) {
      button.addEventListener(event, () => emphasise(chart, -1));
    }
    return button;
  });
  const items = chart.buttons.filter(Boolean).map((button) => element("li", {}, button));
  room.after(element("ul", { class: "legend lines", "aria-label": "lines of the chart" }, ...items));
}
