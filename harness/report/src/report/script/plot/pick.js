// Choosing a point of the scatter chart, by pointer or by key, to see its instance
// and to open its run in the viewer.

/** The largest distance between the pointer and a point that it chooses. */
const REACH = 24;

/** Attaches the actions of the chart, once. */
function startPair() {
  press({ "pair-swap": () => change({ x: state.y, y: state.x }) });
  const chart = at("pair-plot");
  chart.addEventListener("pointermove", (event) => choosePoint(nearest(event)));
  chart.addEventListener("pointerleave", () => choosePoint(-1));
  chart.addEventListener("blur", () => choosePoint(-1));
  chart.addEventListener("click", (event) => openPoint(nearest(event)));
  chart.addEventListener("keydown", walk);
  new ResizeObserver(() => showPair(state)).observe(chart);
}

/** The point nearest to the pointer, or -1. */
function nearest(event) {
  return nearestOf(scatter.points, scatter.frame.firstElementChild, event, REACH);
}

/** Goes from point to point along the horizontal axis. */
function walk(event) {
  const { chosen, points } = scatter;
  const to = {
    ArrowRight: chosen + 1,
    ArrowUp: chosen + 1,
    ArrowLeft: chosen - 1,
    ArrowDown: chosen - 1,
    Home: 0,
    End: points.length - 1,
  }[event.key];
  if (to !== undefined) choosePoint(Math.max(0, Math.min(to, points.length - 1)));
  else if (event.key === "Escape") choosePoint(-1);
  else if (event.key === "Enter") openPoint(chosen);
  else return;
  event.preventDefault();
}

/** Shows the instance of a point; -1 for none. */
function choosePoint(index) {
  if (index === scatter.chosen) return;
  scatter.chosen = index;
  const ring = at("pair-ring");
  ring.setAttribute("display", index < 0 ? "none" : "inline");
  at("pair-plot").style.cursor = index < 0 ? "auto" : "pointer";
  at("pair-tip").hidden = index < 0;
  describe();
  if (index < 0) return;
  const [x, y] = scatter.points[index].place;
  ring.setAttribute("cx", x);
  ring.setAttribute("cy", y);
  tip(scatter.points[index]);
}

/** Describes the chosen point for screen readers. */
function describe() {
  const chart = at("pair-plot");
  const { chosen, points } = scatter;
  chart.ariaValueNow = Math.max(chosen, 0);
  chart.ariaValueText = chosen < 0 ? `none of ${counted(points.length, "point")}` : facts(points[chosen]).join(", ");
}

/** The instance of a point, and the costs of both strategies. */
function facts({ instance, trials }) {
  const { unit } = MEASURES.get(state.measure);
  const optimal = data.instances.optimal[instance];
  const cost = ({ value, status }) => {
    if (value === Infinity) return `not solved (${status})`;
    return unit === "count" ? whole(value) : text(unit, value);
  };
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
  card.replaceChildren(headed(name, rest), ...(start ? [board(sizeOf(point.instance)).show(start).node] : []));
  putBeside(card, ...onPage(scatter.frame.firstElementChild, point.place));
}

/** Opens the run of a point, if possible a run with a path. */
function openPoint(index) {
  if (index < 0) return;
  const [across, up] = scatter.points[index].trials;
  const { run } = across.status === "solved" ? across : up;
  change({ run: data.runs.id[run], step: 0 });
}
