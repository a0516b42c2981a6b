// The chart of any two strategies: one point per instance. The page has a picture of the axes for each measure.

const FRAMES = [...document.querySelectorAll("#pair-plot > [data-measure]")];

/** The chart on the page: its picture, its points with their places, and the chosen one. */
const scatter = { picture: null, points: [], chosen: -1 };

/** Draws the chart again if the state changed. */
function showPair(state) {
  if (data.strategies.length < 2) return;
  const { x, y, measure, division } = state;
  if (!isNew("pair", x, y, measure, division)) return;
  for (const frame of FRAMES) {
    frame.hidden = frame.dataset.measure !== measure;
    nameAxes(frame.firstElementChild, [x, y]);
  }
  const frame = FRAMES.find(({ hidden }) => !hidden);
  Object.assign(scatter, { picture: frame.firstElementChild, points: points(state), chosen: undefined });
  choosePoint(-1);
  const isEmpty = scatter.points.every(({ x, y }) => x === Infinity && y === Infinity);
  at("pair-title").replaceChildren(nameOf(x), " against ", nameOf(y));
  at("pair-figure").hidden = isEmpty;
  showClasses(state);
  if (isEmpty) return;
  at("pair-plot").ariaValueMax = scatter.points.length - 1;
  drawPoints(state, frame.dataset);
}

/** Writes the names of both strategies to the axes, whose titles are the last texts, in letters that fit. */
function nameAxes(picture, names) {
  [...picture.querySelectorAll("text")].slice(-2).forEach((title, up) => {
    title.textContent = names[up];
    const [width, x] = [picture.viewBox.baseVal.width, title.x.baseVal[0].value];
    const room = up ? width - x : 2 * Math.min(x, width - x);
    title.style.fontSize = `${Math.min(13.5, (1.6 * room) / names[up].length)}px`;
  });
}

/** The instances that both strategies ran, with their trials. */
function both({ x, y, measure }) {
  const [across, up] = [x, y].map((name) => trials(name, measure));
  return across.map((one, instance) => ({ instance, trials: [one, up[instance]] })).filter(({ trials }) => trials[1]);
}

/** The instances that both strategies tried, sorted by the cost of the first. Those without a number have no point. */
function points(state) {
  const all = both(state).map((pair) => ({ ...pair, x: pair.trials[0].value, y: pair.trials[1].value }));
  // Between two infinite values there is no difference.
  return all.filter((point) => !Number.isNaN(point.x + point.y)).sort((a, b) => a.x - b.x || a.y - b.y);
}

/** The place of a trial on an axis. */
function placeOn({ low, high, from, to, zero, lanes }, { value, status }) {
  if (value === Infinity) return lanes[status];
  if (value <= 0) return zero;
  return from + (Math.log(value / low) / Math.log(high / low)) * (to - from);
}

/** Draws a marker for each point, one per pixel. */
function drawPoints({ x, y }, { rims, scales }) {
  const axes = JSON.parse(scales);
  const neutral = at("pair-neutral").firstElementChild;
  const [first, second] = [x, y].map((name) => CHIP_OF.get(name).querySelector("svg"));
  const keys = [first, neutral, second, neutral];
  const counts = [0, 0, 0, 0];
  const groups = keys.map(() => drawn("g"));
  const seen = new Set();
  for (const point of scatter.points) {
    const [a, b] = (point.place = point.trials.map((trial, axis) => placeOn(axes[axis], trial)));
    const sign = Math.sign(point.x - point.y);
    const kind = Number.isNaN(sign) ? 3 : 1 + sign;
    counts[kind] += 1;
    const pixel = `${kind} ${Math.round(a)} ${Math.round(b)}`;
    if (seen.has(pixel)) continue;
    seen.add(pixel);
    const marker = keys[kind].lastElementChild.cloneNode();
    // Rims of many hide most.
    const veil = marker.matches("[stroke*=paper]") ? "stroke" : "fill";
    if (scatter.points.length > rims) marker.setAttribute(veil, "none");
    // The marker is in the middle of a key.
    const { width, height } = keys[kind].viewBox.baseVal;
    marker.setAttribute("transform", `translate(${a - width / 2} ${b - height / 2})`);
    groups[kind].append(marker);
  }
  at("pair-marks")?.remove();
  scatter.picture.append(drawn("g", { id: "pair-marks" }, ...groups));
  const words = [`${x} has less or alone solved`, "equal", `${y} has less or alone solved`, "neither solved"];
  const entry = (key, kind) => element("li", { class: "dots" }, key.cloneNode(true), `${words[kind]}: ${whole(counts[kind])}`);
  at("pair-legend").replaceChildren(...keys.map(entry).filter((_, kind) => counts[kind]));
}
