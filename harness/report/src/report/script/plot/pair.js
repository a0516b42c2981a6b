// The scatter chart of any two strategies, with title, legend and caption.

/** The chart on the page: its points, their places, and the chosen point. */
const scatter = { key: "", points: [], places: [], chosen: -1 };

/** Draws the chart again if the state or the width changed. */
function showPair(state) {
  if (data.strategies.length < 2) return;
  const { x, y, measure } = state;
  for (const key of ["x", "y", "measure"]) at(`pair-${key}`).value = state[key];
  const width = Math.max(at("pair-plot").clientWidth, 300);
  const key = JSON.stringify([x, y, measure, width]);
  if (key === scatter.key) return;
  Object.assign(scatter, { key, points: points(state), chosen: -1 });
  const solved = scatter.points.filter((point) => group(point) !== 3);
  at("pair-title").replaceChildren(...unbroken(`${x} against ${y}`));
  at("pair-empty").hidden = solved.length > 0;
  at("pair-figure").hidden = solved.length === 0;
  if (solved.length === 0) return;
  const height = Math.round(Math.min(Math.max(width * 0.62, 320), 540));
  at("pair-plot").replaceChildren(plot(state, width, height), at("pair-tip"));
  at("pair-tip").hidden = true;
  at("pair-plot").ariaValueMax = scatter.points.length - 1;
  describe();
  legend(state);
  caption(state);
}

function legend(state) {
  const { less } = MEASURES[state.measure];
  const words = [`${state.x} ${less}`, `${state.y} ${less}`, "equal on", "neither solved"];
  const styles = looks(state);
  const counts = [0, 0, 0, 0];
  for (const point of scatter.points) counts[group(point)] += 1;
  at("pair-legend").replaceChildren(
    ...words.flatMap((word, kind) => {
      if (!counts[kind]) return [];
      const key = drawn(
        "svg",
        { width: 16, height: 16, "aria-hidden": true },
        marker(styles[kind], 8, 8),
      );
      return [element("li", {}, key, ` ${word} ${whole(counts[kind])}`)];
    }),
  );
}

function caption({ x, y, measure }) {
  const { name } = MEASURES[measure];
  const all = scatter.points.length;
  const lost = ["x", "y"].map(
    (side) => scatter.points.filter((point) => point[side] === Infinity).length,
  );
  const limits =
    lost[0] + lost[1] === 0
      ? "Both solved all of them."
      : `Not solved by ${x}: ${whole(lost[0])}, by ${y}: ${whole(lost[1])}; these points are beyond the dashed edges.`;
  const sentence = `${name[0].toUpperCase()}${name.slice(1)} with ${x} and with ${y} on each of the ${counted(all, "instance")} that both strategies tried, using the median of the samples.`;
  at("pair-caption").replaceChildren(...unbroken(`${sentence} ${limits}`));
}
