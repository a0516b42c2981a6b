// The picture of a pair: axes, lanes, diagonal and one marker per instance, like
// the static scatter charts.

/** Colours of marks that belong to no strategy, for white paper. */
const INK = { faint: "#565E6B", text: "#1F2937", grid: "#E3E6EA", rule: "#8A919C" };
const NEUTRAL = { shape: "disc", colour: "#6B7280", open: true };

/** The label of the lanes for runs without a value. */
const UNSOLVED = "not solved";

/** The largest width of a character in a label. */
const CHARACTER = 8;

/** The places of all parts; both axes cover the values of both strategies. */
function layout(points, unit, width, height) {
  const values = points.flatMap(({ x, y }) => [x, y]);
  const lost = (side) => points.some((point) => point[side] === Infinity);
  // The horizontal lane has room for its label and for half of the label of the last tick.
  const lanes = {
    across: lost("x") ? Math.min(130, Math.max(112, width / 4)) : 0,
    up: lost("y") ? 40 : 0,
  };
  const labels = logAxis(values, unit, 1, 0).ticks.map(({ label }) => label.length);
  const left = Math.max(...labels, lanes.up ? UNSOLVED.length : 0) * CHARACTER + 16;
  const [top, right, floor] = [32, width - 16, height - 46];
  const across = logAxis(values, unit, right - left, lanes.across);
  const up = logAxis(values, unit, floor - top, lanes.up);
  const place = ({ x, y }) => [left + across.place(x), floor - up.place(y)];
  return { left, right, top, floor, lanes, across, up, place };
}

/** The picture of the points in `scatter`, whose places it sets. */
function plot(state, width, height) {
  const { by, unit } = MEASURES[state.measure];
  const frame = layout(scatter.points, unit, width, height);
  scatter.places = scatter.points.map(frame.place);
  const { left, right, across, up, place } = frame;
  // A title that is wider than its axis takes room beside it.
  const title = (name) => elided(`${by} ${name}`, Math.floor(width / CHARACTER));
  const reach = (words) => words.length * CHARACTER;
  const [over, under] = [title(state.y), title(state.x)];
  const middle = Math.min((left + right) / 2, width - reach(under) / 2);
  const ring = { id: "pair-ring", r: 9, fill: "none", stroke: INK.text, "stroke-width": 2 };
  return drawn(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, "aria-hidden": true },
    drawn("rect", { width, height, fill: "#FFFFFF" }),
    label(Math.max(Math.min(left, width - reach(over)), 0), 14, "start", over, INK.faint),
    label(middle, height - 8, "middle", under, INK.faint),
    ...grid(frame),
    ...lanes(frame),
    rule(place({ x: across.low, y: up.low }), place({ x: across.high, y: up.high })),
    marks(state),
    drawn("circle", { ...ring, display: "none" }),
  );
}

/** The axes, and a line behind the data for each label. */
function grid({ left, right, top, floor, across, up }) {
  const columns = apart(across, CHARACTER).flatMap(({ value, label: words }) => {
    const x = left + across.place(value);
    return [line([x, top], [x, floor], INK.grid), label(x, floor + 18, "middle", words, INK.text)];
  });
  const rows = up.ticks.flatMap(({ value, label: words }) => {
    const y = floor - up.place(value);
    return [
      line([left, y], [right, y], INK.grid),
      label(left - 8, y + 4.5, "end", words, INK.text),
    ];
  });
  const axes = [
    line([left, floor], [right, floor], INK.rule),
    line([left, top], [left, floor], INK.rule),
  ];
  return [...columns, ...rows, ...axes];
}

/** The edges between the values and the unsolved runs. */
function lanes({ left, right, top, floor, lanes, across, up }) {
  const parts = [];
  if (lanes.across) {
    const edge = left + across.edge;
    parts.push(rule([edge, top], [edge, floor]));
    parts.push(label(left + across.place(Infinity), floor + 18, "middle", UNSOLVED, INK.text));
  }
  if (lanes.up) {
    const edge = floor - up.edge;
    parts.push(rule([left, edge], [right, edge]));
    parts.push(label(left - 8, floor - up.place(Infinity) + 4.5, "end", UNSOLVED, INK.text));
  }
  return parts;
}

function line(from, to, stroke) {
  return drawn("path", { d: `M${from}L${to}`, fill: "none", stroke });
}

/** A dashed line. */
function rule(from, to) {
  const path = line(from, to, INK.rule);
  path.setAttribute("stroke-dasharray", "5 4");
  return path;
}

function label(x, y, anchor, words, fill) {
  const look = { "font-size": 13.5, "font-family": "sans-serif", fill };
  return drawn("text", { x, y, "text-anchor": anchor, ...look }, words);
}

/** A text of at most `most` characters; a longer text loses its middle. */
function elided(words, most) {
  if (words.length <= most) return words;
  const head = Math.floor(most / 2);
  return `${words.slice(0, head)}…${words.slice(words.length - (most - head - 1))}`;
}

/** The style of each group of points: that of the better strategy. */
function looks({ x, y }) {
  const style = (name) => data.strategies.find((strategy) => strategy.name === name);
  return [style(x), style(y), NEUTRAL, NEUTRAL];
}

/** A marker for each point, but only one per pixel and group. */
function marks(state) {
  const styles = looks(state);
  const seen = new Set();
  const groups = styles.map(() => drawn("g", {}));
  scatter.points.forEach((point, index) => {
    const [x, y] = scatter.places[index];
    const [kind, pixel] = [group(point), `${Math.round(x)} ${Math.round(y)}`];
    if (seen.has(`${kind} ${pixel}`)) return;
    seen.add(`${kind} ${pixel}`);
    groups[kind].append(marker(styles[kind], x, y));
  });
  return drawn("g", { id: "pair-marks" }, ...groups);
}
