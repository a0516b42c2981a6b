// Choosing a point of the scatter chart, by pointer or by key, to see its instance
// and to open its run in the viewer.

/** The largest distance between the pointer and a point that it chooses. */
const REACH = 24;

function startPair() {
  press({ "pair-swap": () => change({ x: state.y, y: state.x }), "pair-save": savePair });
  const chart = at("pair-plot");
  const nearest = (event) => nearestOf(scatter.points, scatter.picture, event, REACH);
  chart.addEventListener("pointermove", (event) => choosePoint(nearest(event)));
  for (const event of ["pointerleave", "blur"]) chart.addEventListener(event, () => choosePoint(-1));
  // A click has whole pixels, to which another point may be nearer.
  chart.addEventListener("click", (event) => openPoint(scatter.chosen < 0 ? nearest(event) : scatter.chosen));
  // Arrows go from point to point along the horizontal axis.
  const ways = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, Home: -Infinity, End: Infinity };
  const by = (way) => Math.max(0, Math.min(scatter.chosen + way, scatter.points.length - 1));
  onKeys(chart, ways, (way) => choosePoint(by(way)));
  onKeys(chart, { Escape: () => choosePoint(-1), Enter: () => openPoint(scatter.chosen) });
}

/** Saves the picture in the colours of paper, the first rule of the page. */
function savePair() {
  const { style } = document.styleSheets[0].cssRules[0];
  const words = new XMLSerializer().serializeToString(scatter.picture);
  const light = words.replace(/var\((--[\w-]+)\)/g, (_, name) => style.getPropertyValue(name));
  const href = URL.createObjectURL(new Blob([light], { type: "image/svg+xml" }));
  element("a", { href, download: `${state.x} against ${state.y}.svg` }).click();
}

/** Shows the instance of a point, also to screen readers; -1 for none. */
function choosePoint(index) {
  if (index === scatter.chosen) return;
  scatter.chosen = index;
  const [chart, card, point] = [at("pair-plot"), at("pair-tip"), scatter.points[index]];
  const told = point ? facts(point) : [`none of ${counted(scatter.points.length, "point")}`];
  chart.ariaValueNow = Math.max(index, 0);
  chart.ariaValueText = told.join(", ");
  card.hidden = true;
  at("pair-ring")?.remove();
  if (!point) return;
  const [x, y] = point.place;
  scatter.picture.append(drawn("circle", { id: "pair-ring", cx: x, cy: y, r: 9 }));
  const same = scatter.points.filter(({ place: [a, b] }) => Math.hypot(a - x, b - y) < 1).length - 1;
  if (same > 0) told.push(`and ${whole(same)} more at this place`);
  const start = data.instances.start[point.instance];
  const pictures = start ? [board(sizeOf(point.instance)).show(tilesOf(start))] : [];
  showCard(card, scatter.picture, point.place, told, ...pictures);
}

/** The instance of a point, and the costs of both strategies. */
function facts({ instance, trials }) {
  const { text } = NUMBERS.find(({ key }) => key === state.measure);
  const optimal = data.instances.optimal[instance];
  const lack = (status) => (FAILED.has(status) ? status : `not solved (${status})`);
  const cost = ({ value, status }) => (value === Infinity ? lack(status) : text(value));
  return [
    data.instances.id[instance],
    `${sizeOf(instance)}, optimal length ${optimal ?? "unknown"}`,
    `${state.x}: ${cost(trials[0])}`,
    `${state.y}: ${cost(trials[1])}`,
  ];
}

/** Opens the run of a point, if possible a run with a path. */
function openPoint(index) {
  if (index < 0) return;
  const [across, up] = scatter.points[index].trials;
  const { run } = across.status === "solved" ? across : up;
  change({ run: RUNS[run], step: 0 });
}
