// The chart of any two strategies: one point per instance, using the median of its samples. The
// page has a picture of the axes for each measure.

const FRAMES = [...document.querySelectorAll("#pair-plot > [data-measure]")];

/** The chart on the page: its picture, the entry of its measure, its points with their places, and the chosen one. */
const scatter = { picture: null, measure: null, points: [], chosen: -1 };

/** Draws the chart again if the state changed. */
function showPair(state) {
  if (data.strategies.length < 2) return;
  const { x, y, measure } = state;
  if (!isNew("pair", x, y, measure)) return;
  for (const frame of FRAMES) {
    frame.hidden = frame.dataset.measure !== measure;
    nameAxes(frame.firstElementChild, [x, y]);
  }
  const frame = FRAMES.find(({ hidden }) => !hidden);
  scatter.picture = frame.firstElementChild;
  scatter.measure = at("pair-measure").selectedOptions[0];
  Object.assign(scatter, { points: points(state), chosen: undefined });
  choosePoint(-1);
  at("pair-title").replaceChildren(...unbroken(`${x} against ${y}`));
  at("pair-empty").textContent = whyEmpty(state);
  if ((at("pair-figure").hidden = scatter.points.every((point) => group(point) === 5))) return;
  at("pair-plot").ariaValueMax = scatter.points.length - 1;
  drawPoints(state, frame.dataset);
  caption(state);
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

/** The instances that both strategies tried, sorted by the cost of the first. Those without a number have no point. */
function points({ x, y }) {
  const [across, up] = [x, y].map((name) => trials(name, scatter.measure.value));
  const pairs = across.map((one, instance) => ({ instance, trials: [one, up[instance]] }));
  const tried = pairs.filter(({ trials }) => trials.every((trial) => trial && !APART.has(trial.status)));
  scatter.tried = tried.length;
  scatter.unreported = [0, 1].map((side) => tried.filter(({ trials }) => Number.isNaN(trials[side].value)).length);
  const all = tried.map((pair) => ({ ...pair, x: pair.trials[0].value, y: pair.trials[1].value }));
  // Between two infinite values there is no difference.
  return all.filter((point) => !Number.isNaN(point.x + point.y)).sort((a, b) => a.x - b.x || a.y - b.y);
}

/** Why there is no point. */
function whyEmpty({ x, y }) {
  if (!scatter.tried) return "No instance was tried by both strategies.";
  const silent = [x, y].filter((_, side) => scatter.unreported[side]);
  if (!silent.length) return "Neither strategy solved an instance that both tried.";
  return `Not reported by ${silent.join(" and ")}: ${scatter.measure.text}.`;
}

/** Who paid less: 0 the first, 1 the second, 2 equal; who solved it: 3 only the first, 4 only the second, 5 neither. */
function group({ x, y }) {
  if (x === y) return x === Infinity ? 5 : 2;
  if (y === Infinity) return 3;
  return x === Infinity ? 4 : Number(x > y);
}

/** The places of values on an axis, from its two ends, their places, and those of zero and of unsolved runs. */
function scale(numbers) {
  const [low, high, from, to, zero, unsolved] = numbers.split(",").map(Number);
  return (value) => {
    if (value === Infinity) return unsolved;
    if (value <= 0) return zero;
    return from + (Math.log(value / low) / Math.log(high / low)) * (to - from);
  };
}

/** Draws a marker for each point, but only one per pixel and group, and counts the groups in the legend. */
function drawPoints({ x, y }, axes) {
  const [across, up] = [scale(axes.across), scale(axes.up)];
  const { less } = scatter.measure.dataset;
  // The key of a group is that of who paid less or solved it alone.
  const [first, second] = [x, y].map((name) => CHIP_OF.get(name).querySelector("svg"));
  const neutral = at("pair-neutral").firstElementChild;
  const keys = [first, second, neutral, first, second, neutral];
  const only = [x, y].map((name) => `solved only by ${name}:`);
  const words = [`${x} ${less}`, `${y} ${less}`, "equal on", ...only, "neither solved"];
  const groups = keys.map((key, kind) => ({ key, words: words[kind], marks: drawn("g"), count: 0 }));
  const seen = new Set();
  for (const point of scatter.points) {
    const one = groups[group(point)];
    one.count += 1;
    const [a, b] = (point.place = [across(point.x), up(point.y)]);
    const pixel = `${group(point)} ${Math.round(a)} ${Math.round(b)}`;
    if (seen.has(pixel)) continue;
    seen.add(pixel);
    const marker = one.key.lastElementChild.cloneNode();
    // Rims of many hide most.
    const veil = marker.matches("[stroke*=paper]") ? "stroke" : "fill";
    if (scatter.points.length > axes.rims) marker.setAttribute(veil, "none");
    // The marker is in the middle of a key.
    const { width, height } = one.key.viewBox.baseVal;
    marker.setAttribute("transform", `translate(${a - width / 2} ${b - height / 2})`);
    one.marks.append(marker);
  }
  at("pair-marks")?.remove();
  scatter.picture.append(drawn("g", { id: "pair-marks" }, ...groups.map(({ marks }) => marks)));
  const entry = ({ key, words, count }) =>
    element("li", { class: "dots" }, key.cloneNode(true), ` ${words} ${whole(count)}`);
  at("pair-legend").replaceChildren(...groups.filter(({ count }) => count).map(entry));
}

function caption({ x, y }) {
  const { text } = scatter.measure;
  const ends = [["Not solved by"], ["Wrong answers of", "wrong"], ["Crashes of", "crashed"]].flatMap(([what, end]) => {
    const isIt = ({ value, status }) => value === Infinity && (FAILED.has(status) ? status : undefined) === end;
    const [a, b] = [0, 1].map((side) => scatter.points.filter(({ trials }) => isIt(trials[side])).length);
    return a + b ? `${what} ${x}: ${whole(a)}, ${what.slice(-2)} ${y}: ${whole(b)}` : [];
  });
  const limits = ends.length ? `${ends.join(". ")}; these points are beyond the dashed edges.` : "Both solved all of them.";
  const [a, b] = scatter.unreported;
  const silent = a + b ? ` Not reported by ${x}: ${whole(a)}, by ${y}: ${whole(b)}.` : "";
  const what = `${text[0].toUpperCase()}${text.slice(1)} with ${x} and with ${y}`;
  const where = `on each of the ${counted(scatter.tried, "instance")} that both strategies tried, using the median of the samples.`;
  at("pair-caption").replaceChildren(...unbroken(`${what} ${where} ${limits}${silent}`));
}
