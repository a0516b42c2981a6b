// Choosing a point of the scatter chart, by pointer or by key, to see its instance
// and to open its run in the viewer.

/** The largest distance between the pointer and a point that it chooses. */
const REACH = 24;

function startPair() {
  press({ "pair-swap": () => change({ x: state.y, y: state.x }) });
  const chart = at("pair-plot");
  chart.addEventListener("pointermove", (event) => choosePoint(nearest(event)));
  for (const event of ["pointerleave", "blur"]) chart.addEventListener(event, () => choosePoint(-1));
  chart.addEventListener("click", (event) => openPoint(nearest(event)));
  chart.addEventListener("keydown", walk);
  new ResizeObserver(() => showPair(state)).observe(chart);
}

/** The point nearest to the pointer, or -1. */
function nearest(event) {
  return nearestOf(scatter.points, scatter.picture, event, REACH);
}

/** Goes from point to point along the horizontal axis. */
function walk(event) {
  const { chosen, points } = scatter;
  const [next, before] = [chosen + 1, chosen - 1];
  const places = { ArrowRight: next, ArrowUp: next, ArrowLeft: before, ArrowDown: before, Home: 0, End: Infinity };
  const to = places[event.key];
  if (to !== undefined) choosePoint(Math.max(0, Math.min(to, points.length - 1)));
  else if (event.key === "Escape") choosePoint(-1);
  else if (event.key === "Enter") openPoint(chosen);
  else return;
  event.preventDefault();
}

/** Shows the instance of a point, also to screen readers; -1 for none. */
function choosePoint(index) {
  if (index === scatter.chosen) return;
  scatter.chosen = index;
  const [chart, point] = [at("pair-plot"), scatter.points[index]];
  chart.style.cursor = point ? "pointer" : "auto";
  chart.ariaValueNow = Math.max(index, 0);
  chart.ariaValueText = point ? facts(point).join(", ") : `none of ${counted(scatter.points.length, "point")}`;
  at("pair-tip").hidden = !point;
  at("pair-ring")?.remove();
  if (!point) return;
  const [cx, cy] = point.place;
  const ring = { id: "pair-ring", cx, cy, r: 9, fill: "none", stroke: "#1F2937", "stroke-width": 2 };
  scatter.picture.append(drawn("circle", ring));
  tip(point);
}

/** The instance of a point, and the costs of both strategies. */
function facts({ instance, trials }) {
  const { unit } = measureOf().dataset;
  const optimal = data.instances.optimal[instance];
  const told = (value) => (unit === "count" ? whole(value) : text(unit, value));
  const cost = ({ value, status }) => (value === Infinity ? `not solved (${status})` : told(value));
  return [
    data.instances.id[instance],
    `${sizeOf(instance)}, optimal length ${optimal ?? "unknown"}`,
    `${state.x}: ${cost(trials[0])}`,
    `${state.y}: ${cost(trials[1])}`,
  ];
}

/** The card beside a point, with a small picture of the start. */
function tip(point) {
  const [name, ...rest] = facts(point);
  const [x, y] = point.place;
  const same = scatter.points.filter(({ place: [a, b] }) => Math.hypot(a - x, b - y) < 1).length - 1;
  if (same > 0) rest.push(`and ${whole(same)} more at this place`);
  const card = at("pair-tip");
  const start = data.instances.start[point.instance];
  const pictures = start ? [board(sizeOf(point.instance)).show(tilesOf(start))] : [];
  card.replaceChildren(headed(name, rest), ...pictures);
  putBesidePlace(card, scatter.picture, point.place);
}

/** Opens the run of a point, if possible a run with a path. */
function openPoint(index) {
  if (index < 0) return;
  const [across, up] = scatter.points[index].trials;
  const { run } = across.status === "solved" ? across : up;
  change({ run: RUNS[run], step: 0 });
}
