// The static charts: which of their series are shown, and values under the pointer. A picture
// holds its series as groups with the place of the series in the legend.

/** How near the pointer must be to a point, in pixels. */
const NEAR = 35;

/** All pictures with a legend, in the order of the page. Each chart has a wide and a narrow one. */
const charts = [...document.querySelectorAll("figure:has(.keys > li) .chart > div > svg")].map(readChart);

/** The series of a picture. One is shown if its entry of the legend, `item`, is. */
function readChart(picture) {
  const figure = picture.closest("figure");
  const series = [...figure.querySelectorAll(".keys > li")].map((item, index) => ({
    name: item.dataset.name,
    item,
    parts: [...picture.querySelectorAll(`[data-series="${index}"]`)],
    down: 0,
  }));
  // The height of a row, and that of the picture without any.
  const pitch = Number(picture.dataset.pitch ?? 0);
  const height = picture.viewBox.baseVal.height - pitch * series.filter(({ item }) => !item.hidden).length;
  return { figure, picture, series, pitch, height };
}

/** Shows the chosen strategies. A chart that says nothing about them is hidden, unless a reader begins with none. */
function showCharts(state) {
  for (const chart of charts) {
    for (const { name, item, parts } of chart.series) {
      item.hidden = !isChosen(name, state);
      const display = item.hidden ? "none" : "inline";
      for (const part of parts.filter((one) => !one.matches(".band"))) part.setAttribute("display", display);
    }
    const saysNothing = chart.series.every(({ item }) => item.hidden || "quiet" in item.dataset);
    chart.figure.hidden = saysNothing && !state.lines.includes("");
    if (chart.pitch) closeRows(chart);
    else placeKeys(chart);
  }
}

/** Moves the rows of a chart that are shown together. */
function closeRows({ picture, series, pitch, height }) {
  const shown = series.filter(({ item }) => !item.hidden);
  for (const one of shown) {
    one.down = (shown.indexOf(one) - series.indexOf(one)) * pitch;
    for (const part of one.parts) part.setAttribute("transform", `translate(0 ${one.down})`);
  }
  const down = height + pitch * shown.length;
  picture.setAttribute("height", down);
  picture.setAttribute("viewBox", `0 0 ${picture.viewBox.baseVal.width} ${down}`);
}

/** Moves the labels of shown lines beside the ends of their lines, without overlap. If they are too many, names are below. */
function placeKeys({ figure, picture }) {
  const keys = [...picture.querySelectorAll(".key[display=inline]")].map((key) => {
    const [wished, height, drawn, start] = key.dataset.values.split(",").map(Number);
    return { key, wished, height, drawn, start };
  });
  keys.sort((a, b) => a.wished - b.wished);
  let free = 0;
  for (const one of keys) {
    one.top = Math.max(one.wished - one.height / 2, free);
    free = one.top + one.height;
  }
  let end = picture.viewBox.baseVal.height;
  if (keys.length) figure.classList.toggle("crowded", keys.reduce((sum, { height }) => sum + height, 0) > end);
  for (const one of keys.reverse()) end = one.top = Math.min(one.top, end - one.height);
  for (const { key, top, height, drawn, start } of keys) {
    const down = top + height / 2 - drawn;
    for (const child of key.children) {
      if (child.tagName === "polyline" && child.points.numberOfItems === 3) {
        // The line from the end to the label.
        child.points.getItem(2).y = start + down;
      } else child.setAttribute("transform", `translate(0 ${down})`);
    }
  }
}

/** Lets the series of a name stand out, or none. Then the style sheet shows its band and hides the others. */
function emphasise(name, ...some) {
  for (const { series } of some) {
    const loud = series.find((one) => !one.item.hidden && one.name === name);
    for (const one of series) {
      for (const { classList } of one.parts) {
        classList.toggle("quiet", Boolean(loud) && one !== loud);
        classList.toggle("loud", one === loud);
      }
    }
  }
}

/** The points of the series that are shown: place, series, and the texts of both values. */
function pointsOf({ series }) {
  return series.filter(({ item }) => !item.matches("[hidden], .later")).flatMap((one) =>
    one.parts
      .filter((part) => part.matches(".line, .marks"))
      .flatMap((part) => part.dataset.values.split(";").filter(Boolean))
      .map((words) => words.split(","))
      .map(([x, y, across, up]) => ({ place: [Number(x), Number(y) + one.down], one, across, up })),
  );
}

/** Shows the name and the values of the point nearest to the pointer; without a pointer, none. */
function pointAt(chart, pointer) {
  const { picture, card } = chart;
  const shown = pointsOf(chart);
  const found = pointer && shown[nearestOf(shown, picture, pointer, NEAR)];
  emphasise(found?.one.name, chart);
  card.hidden = true;
  if (!found) return;
  // An axis of names has no title.
  const told = (words, value) => (words ? `${words.replace(/, logarithmic$/, "")}: ${value}` : value);
  const values = [told(picture.dataset.x, found.across), told(picture.dataset.y, found.up)];
  showCard(card, picture, found.place, [found.one.name, ...values]);
}

/** Builds the card of a picture that tells the values under the pointer. */
function startChart(chart) {
  const { picture } = chart;
  chart.card = element("div", { class: "tip", "aria-hidden": "true", hidden: "" });
  picture.after(chart.card);
  picture.addEventListener("pointermove", (event) => pointAt(chart, event));
  picture.addEventListener("pointerleave", () => pointAt(chart));
}
