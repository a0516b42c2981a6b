// Choosing a point of the scatter chart, by pointer or by key, to see its instance
// and to open its run in the viewer.

/** The largest distance between the pointer and a point that it chooses. */
const REACH = 24;

function startPair() {
  press({ "pair-swap": () => change({ x: state.y, y: state.x }) });
  press({ "pair-svg": savePicture, "pair-pdf": printPair, "pair-csv": saveNumbers });
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

/** Saves a text in a file. */
function save(ending, type, words) {
  const href = URL.createObjectURL(new Blob([words], { type }));
  element("a", { href, download: `${state.x} against ${state.y}.${ending}` }).click();
}

/** Saves the picture in the colours of paper, the first rule of the page. */
function savePicture() {
  const { style } = document.styleSheets[0].cssRules[0];
  const words = new XMLSerializer().serializeToString(scatter.picture);
  save("svg", "image/svg+xml", words.replace(/var\((--[\w-]+)\)/g, (_, name) => style.getPropertyValue(name)));
}

/** Saves the points that are drawn; those beyond an edge have no value there. */
function saveNumbers() {
  const quoted = (words) => `"${String(words).replaceAll('"', '""')}"`;
  const rows = scatter.points.map(({ instance, x, y }) => [data.instances.id[instance], ...[x, y].map((value) => (value === Infinity ? "" : value))]);
  const heads = ["instance", ...[state.x, state.y].map((name) => `${state.measure} of ${name}`)];
  save("csv", "text/csv", [heads, ...rows].map((row) => `${row.map(quoted).join(",")}\n`).join(""));
}

/** Prints the picture alone, which browsers save as PDF. */
function printPair() {
  document.body.classList.add("pair-alone");
  print();
  document.body.classList.remove("pair-alone");
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
  const optimal = data.instances.optimal[instance];
  return [
    data.instances.id[instance],
    `${sizeOf(instance)}, optimal length ${optimal ?? "unknown"}`,
    `${state.x}: ${worded(trials[0], state.measure)}`,
    `${state.y}: ${worded(trials[1], state.measure)}`,
  ];
}

/** Opens the run of a point, if possible a run with a path. */
function openPoint(index) {
  if (index < 0) return;
  const [across, up] = scatter.points[index].trials;
  const { run } = across.status === "solved" ? across : up;
  change({ run: RUNS[run], step: 0 });
}
