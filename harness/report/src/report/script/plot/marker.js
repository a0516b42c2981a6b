// The markers of the static charts, in pixels: half of their canvas units.

const RADIUS = 4.5;

/** The outline of a filled marker around a place. */
const OUTLINES = {
  square: [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ],
  up: [
    [0, -1.2],
    [1.2, 0.9],
    [-1.2, 0.9],
  ],
  down: [
    [0, 1.2],
    [-1.2, -0.9],
    [1.2, -0.9],
  ],
  diamond: [
    [0, -1.2],
    [1.2, 0],
    [0, 1.2],
    [-1.2, 0],
  ],
};

const STROKES = {
  cross: [
    [-0.8, -0.8, 0.8, 0.8],
    [-0.8, 0.8, 0.8, -0.8],
  ],
  plus: [
    [-1, 0, 1, 0],
    [0, -1, 0, 1],
  ],
};

/** A strategy's marker, with a rim so that it stands out from others. */
function marker({ shape, colour }, x, y) {
  const near = (share, from) => Math.round((from + share * RADIUS) * 10) / 10;
  if (shape in STROKES) {
    const path = STROKES[shape]
      .map(([a, b, c, d]) => `M${near(a, x)} ${near(b, y)}L${near(c, x)} ${near(d, y)}`)
      .join("");
    return drawn(
      "g",
      {},
      drawn("path", { d: path, stroke: "#FFFFFF", "stroke-width": 5 }),
      drawn("path", { d: path, stroke: colour, "stroke-width": 2.5 }),
    );
  }
  if (shape in OUTLINES) {
    const points = OUTLINES[shape]
      .map(([across, down]) => `${near(across, x)},${near(down, y)}`)
      .join(" ");
    return drawn("polygon", { points, fill: colour, stroke: "#FFFFFF" });
  }
  const place = { cx: near(0, x), cy: near(0, y), r: RADIUS };
  if (shape === "ring")
    return drawn("circle", {
      ...place,
      r: RADIUS - 0.5,
      fill: "#FFFFFF",
      stroke: colour,
      "stroke-width": 2,
    });
  return drawn("circle", { ...place, fill: colour, stroke: "#FFFFFF" });
}
