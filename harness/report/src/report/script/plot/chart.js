// The static charts: which of their series are shown, and values under the pointer. A picture
// holds its series as groups with the place of the series in the legend.

/** How near the pointer must be to a point, in pixels. */
const NEAR = 35;

/** All pictures with a legend, in the order of the page. Each chart has a wide and a narrow one. */
const charts = [...document.querySelectorAll("figure .chart > div > svg")]
  .map(readChart)
  .filter(({ series }) => series.length > 0);

/** The series of a picture. */
function readChart(picture) {
  const figure = picture.closest("figure");
  const series = [...figure.querySelectorAll(".keys > li")].map((item, index) => {
    const parts = [...picture.querySelectorAll(`[data-series="${index}"]`)];
    const of = (kind) => parts.filter((part) => part.classList.contains(kind));
    return {
      name: item.dataset.name,
      item,
      key: of("key")[0],
      parts: parts.filter((part) => !part.classList.contains("band")),
      bands: of("band"),
      isLine: !item.classList.contains("dots"),
      first: !item.hidden,
      shown: !item.hidden,
    };
  });
  return { figure, picture, series, loud: -1, points: undefined };
}

/** Makes the charts show the lines that are chosen. */
function showCharts(state) {
  for (const chart of charts) {
    chooseSeries(chart.series, state);
    for (const { item, parts, shown } of chart.series) {
      item.hidden = !shown;
      for (const part of parts) part.setAttribute("display", shown ? "inline" : "none");
    }
    placeKeys(chart);
  }
}

/** Moves the labels of shown lines beside the ends of their lines, without overlap. */
function placeKeys({ picture, series }) {
  const keys = series
    .filter((one) => one.key && one.shown)
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
  for (const one of keys.reverse()) end = one.top = Math.min(one.top, end - one.height);
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
    for (const { style } of bands) style.display = loud < 0 ? "" : index === loud ? "inline" : "none";
  }
}

/** Lets the series of a name stand out in all charts that show it; without a name, none. */
function emphasiseAll(name) {
  for (const chart of charts) {
    emphasise(
      chart,
      chart.series.findIndex((one) => one.shown && one.name === name),
    );
  }
}

/** The points of a chart: place, series, and the texts of both values. */
function pointsOf(chart) {
  chart.points ??= chart.series.flatMap(({ parts }, index) =>
    parts
      .filter((part) => !part.classList.contains("key"))
      .flatMap((part) => part.dataset.values.split(";").filter(Boolean))
      .map((words) => words.split(","))
      .map(([x, y, across, up]) => ({ place: [Number(x), Number(y)], index, across, up })),
  );
  return chart.points;
}

/** Shows the name and the values of the point nearest to the pointer. */
function pointAt(chart, event) {
  const { picture, card } = chart;
  const shown = pointsOf(chart).filter(({ index }) => chart.series[index].shown);
  const found = shown[nearestOf(shown, picture, event, NEAR)];
  emphasise(chart, found && chart.series[found.index].isLine ? found.index : -1);
  card.hidden = !found;
  if (!found) return;
  // An axis of names has no title.
  const told = (words, value) => (words ? `${words.replace(/, logarithmic$/, "")}: ${value}` : value);
  const values = [told(picture.dataset.x, found.across), told(picture.dataset.y, found.up)];
  card.replaceChildren(headed(chart.series[found.index].name, values));
  putBeside(card, ...onPage(picture, found.place));
}

/** Builds the card of a picture that tells the values under the pointer. */
function startChart(chart) {
  const { picture } = chart;
  chart.card = element("div", { class: "tip", "aria-hidden": "true", hidden: true });
  picture.after(chart.card);
  picture.addEventListener("pointermove", (event) => pointAt(chart, event));
  picture.addEventListener("pointerleave", () => {
    emphasise(chart, -1);
    chart.card.hidden = true;
  });
}
