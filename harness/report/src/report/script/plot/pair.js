// The chart of any two strategies: one point per instance, using the median of its samples. The
// page holds a picture of the axes for each measure and width, which gets the points here.

/** The measures by which strategies can be compared, by their names in addresses. */
const MEASURES = new Map(
  [...at("pair-measure").options].map(({ value, text, dataset }) => [value, { name: text, ...dataset }]),
);

const FRAMES = [...document.querySelectorAll("#pair-plot > [data-measure]")];

/** The chart on the page: its picture, its points with their places, and the chosen point. */
const scatter = { key: "", frame: null, points: [], chosen: -1 };

/** Draws the chart again if the state or the width changed. */
function showPair(state) {
  if (data.strategies.length < 2) return;
  const { x, y, measure } = state;
  for (const frame of FRAMES) frame.hidden = frame.dataset.measure !== measure;
  // The style sheet shows one of the two widths.
  const frame = FRAMES.find((one) => !one.hidden && getComputedStyle(one).display !== "none");
  const key = JSON.stringify([x, y, measure, FRAMES.indexOf(frame)]);
  if (key === scatter.key) return;
  Object.assign(scatter, { key, frame, points: points(state), chosen: -1 });
  const isEmpty = scatter.points.every((point) => group(point) === 3);
  at("pair-title").replaceChildren(...unbroken(`${x} against ${y}`));
  at("pair-empty").hidden = !isEmpty;
  at("pair-figure").hidden = isEmpty;
  if (isEmpty) return;
  at("pair-across").replaceChildren(...unbroken(x));
  at("pair-up").replaceChildren(...unbroken(y));
  drawPoints(state);
  at("pair-plot").ariaValueMax = scatter.points.length - 1;
  at("pair-tip").hidden = true;
  describe();
  legend(state);
  caption(state);
}

/** The instances that both strategies tried, sorted by the cost of the first. */
function points({ x, y, measure }) {
  const { column } = MEASURES.get(measure);
  const [across, up] = [trials(x, column), trials(y, column)];
  const both = [];
  for (let instance = 0; instance < across.length; instance += 1) {
    const [a, b] = [across[instance], up[instance]];
    if (!a || !b || Number.isNaN(a.value) || Number.isNaN(b.value)) continue;
    both.push({ instance, x: a.value, y: b.value, trials: [a, b] });
  }
  const cheaper = (a, b) => (a === b ? 0 : a - b);
  return both.sort((a, b) => cheaper(a.x, b.x) || cheaper(a.y, b.y));
}

/** The better strategy: 0 the first, 1 the second, 2 equal, 3 neither solved it. */
function group({ x, y }) {
  if (x === y) return x === Infinity ? 3 : 2;
  return x < y ? 0 : 1;
}

/**
 * The places of values along an axis of a picture, from its two ends, their places, and those of
 * zero and of unsolved runs.
 */
function scale(numbers) {
  const [low, high, from, to, zero, unsolved] = numbers.split(",").map(Number);
  return (value) => {
    if (value === Infinity) return unsolved;
    if (value <= 0) return zero;
    return from + (Math.log(value / low) / Math.log(high / low)) * (to - from);
  };
}

/** The key of each group of points: that of the better strategy. */
function keys({ x, y }) {
  const neutral = at("pair-neutral").firstElementChild;
  return [CHIP_OF.get(x).key, CHIP_OF.get(y).key, neutral, neutral];
}

/** Puts a marker for each point into the picture, but only one per pixel and group. */
function drawPoints(state) {
  const { frame, points } = scatter;
  const [across, up] = [scale(frame.dataset.across), scale(frame.dataset.up)];
  const groups = keys(state).map((key) => [key.lastElementChild, drawn("g")]);
  const seen = new Set();
  for (const point of points) {
    const [x, y] = (point.place = [across(point.x), up(point.y)]);
    const pixel = `${group(point)} ${Math.round(x)} ${Math.round(y)}`;
    if (seen.has(pixel)) continue;
    seen.add(pixel);
    const [marker, marks] = groups[group(point)];
    const copy = marker.cloneNode();
    // The marker of a key is around this place.
    copy.setAttribute("transform", `translate(${x - 21} ${y - 8})`);
    marks.append(copy);
  }
  const marks = groups.map(([, marks]) => marks);
  const ring = { r: 9, fill: "none", stroke: "#1F2937", "stroke-width": 2, display: "none" };
  for (const id of ["pair-marks", "pair-ring"]) at(id)?.remove();
  frame.firstElementChild.append(
    drawn("g", { id: "pair-marks" }, ...marks),
    drawn("circle", { id: "pair-ring", ...ring }),
  );
}

function legend(state) {
  const { less } = MEASURES.get(state.measure);
  const words = [`${state.x} ${less}`, `${state.y} ${less}`, "equal on", "neither solved"];
  const items = keys(state).map((key, kind) => {
    const count = scatter.points.filter((point) => group(point) === kind).length;
    return count ? [element("li", { class: "dots" }, key.cloneNode(true), ` ${words[kind]} ${whole(count)}`)] : [];
  });
  at("pair-legend").replaceChildren(...items.flat());
}

function caption({ x, y, measure }) {
  const { name } = MEASURES.get(measure);
  const lost = (side) => scatter.points.filter((point) => point[side] === Infinity).length;
  const [across, up] = [lost("x"), lost("y")];
  const limits =
    across + up === 0
      ? "Both solved all of them."
      : `Not solved by ${x}: ${whole(across)}, by ${y}: ${whole(up)}; these points are beyond the dashed edges.`;
  const all = counted(scatter.points.length, "instance");
  const sentence = `${name[0].toUpperCase()}${name.slice(1)} with ${x} and with ${y} on each of the ${all} that both strategies tried, using the median of the samples.`;
  at("pair-caption").replaceChildren(...unbroken(`${sentence} ${limits}`));
}
