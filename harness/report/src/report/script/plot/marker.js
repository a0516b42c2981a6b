// The markers of the static charts, in pixels: half of their canvas units.

const RADIUS = 5;

/** The corners of markers around their middle, as in mark.rs; a disc has none. */
const CORNERS = {
  square: [[-0.85, -0.85], [0.85, -0.85], [0.85, 0.85], [-0.85, 0.85]],
  up: [[0, -1.15], [1.1, 0.85], [-1.1, 0.85]],
  diamond: [[0, -1.25], [1.15, 0], [0, 1.25], [-1.15, 0]],
  down: [[0, 1.15], [-1.1, -0.85], [1.1, -0.85]],
  star: [
    [0, -1.35], [0.32, -0.44], [1.28, -0.42], [0.52, 0.17], [0.79, 1.09],
    [0, 0.55], [-0.79, 1.09], [-0.52, 0.17], [-1.28, -0.42], [-0.32, -0.44],
  ],
  right: [[1.2, 0], [-0.85, 1.1], [-0.85, -1.1]],
  bar: [[-1.2, -0.5], [1.2, -0.5], [1.2, 0.5], [-1.2, 0.5]],
};

/** A strategy's marker, with a rim so that it stands out from others; or an outline. */
function marker({ shape, colour, open }, x, y) {
  const near = (share, from) => Math.round((from + share * RADIUS) * 10) / 10;
  const look = open
    ? { fill: "#FFFFFF", stroke: colour, "stroke-width": 1.75 }
    : { fill: colour, stroke: "#FFFFFF", "stroke-width": 1.25 };
  if (shape === "disc") return drawn("circle", { cx: near(0, x), cy: near(0, y), r: RADIUS, ...look });
  const points = CORNERS[shape].map(([a, b]) => `${near(a, x)},${near(b, y)}`).join(" ");
  return drawn("polygon", { points, ...look });
}
