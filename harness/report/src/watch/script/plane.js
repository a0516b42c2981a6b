// The plane: horizontally the moves from the start, vertically the moves to the goal or the estimate of them. Each cell
// holds the states with that pair. A place is a column and 256 times a row.

/** The number of columns and rows of the largest plane. */
const longest = { columns: 0, rows: 0 };

/** How large letters are, in 12 pixels, which is the unit of all canvases; and how many of these a plane is high at most. */
const zoom = { letter: 1, tall: 440 };
const dots = () => devicePixelRatio * zoom.letter;

/**
 * The places of all states, by side. A side knows the distance from its own end, and may have an estimate of the other
 * one. So a state can have a place for each side.
 */
function planeOf({ space, estimates: [toGoal, toStart], has, isTwoSided, hasEstimates }, isExact) {
  const [[near, far], isFlat] = [space.far, !isExact && !hasEstimates];
  const plane = { isExact, isFlat, columns: 1, rows: 1, total: new Int32Array(1 << 16) };
  plane.of = [0, 1].map(() => new Int32Array(space.count).fill(-1));
  for (const side of isExact ? [0] : [0, 1].filter((side) => has[side])) {
    const across = side === 0 || isExact ? near : isFlat ? far : toStart;
    const up = isFlat ? null : side === 1 || isExact ? far : toGoal;
    for (let id = 0; id < space.count; id++) {
      const [x, y] = [across?.[id] ?? NONE, up ? up[id] : isTwoSided ? 1 - side : 0];
      if (x === NONE || y === NONE) continue;
      plane.total[(plane.of[side][id] = 256 * y + x)]++;
      [plane.columns, plane.rows] = [Math.max(plane.columns, x + 1), Math.max(plane.rows, y + 1)];
    }
  }
  if (isExact) plane.of[1] = plane.of[0];
  plane.places = [...plane.total.keys()].filter((place) => plane.total[place]);
  plane.most = plane.total.reduce((a, b) => Math.max(a, b), 1);
  // If every other cell is empty, cells are two high, so that there are no gaps.
  plane.low = isFlat || plane.places.some((place) => plane.total[place + 256]) ? 0 : 0.5;
  return plane;
}

/** Where the cells of a plane are on a canvas of a width. All planes have axes of the same length. */
function frameOf(plane, wide) {
  const [left, top, right, bottom] = [38, 20, 8, 38];
  const across = (wide - left - right) / longest.columns;
  const shape = plane.isFlat ? 0.4 : Math.min(1.1, Math.max(0.6, longest.rows / longest.columns));
  const tall = Math.min((wide - left - right) * shape, zoom.tall);
  const up = tall / ((plane.isFlat ? plane.rows : longest.rows) + 2 * plane.low);
  const sharp = (value) => Math.round(value * dots()) / dots();
  const x = (value) => sharp(left + value * across);
  const y = (value) => sharp(top + tall - (value + plane.low) * up);
  const cell = (place) => {
    const [column, row, gap] = [place & 255, place >> 8, across > 3 ? 1 / dots() : 0];
    const [x0, y0] = [x(column), y(row + 1 + plane.low)];
    return [x0, y0, x(column + 1) - x0 - gap, y(row - plane.low) - y0 - gap];
  };
  const centre = (place) => [x((place & 255) + 0.5), y((place >> 8) + 0.5)];
  // The gaps beside cells belong to them.
  const isIn = ([x0, y0, w, h], px, py) => px >= x0 && px <= x0 + w + 1 && py >= y0 && py <= y0 + h + 1;
  const under = (px, py) => plane.places.find((place) => isIn(cell(place), px, py));
  return { x, y, cell, centre, under, wide, high: top + tall + bottom, left, top, tall };
}

/** Makes a canvas empty and as large as its picture, and returns its pen. */
function sized(canvas, wide, high) {
  const size = [wide, high].map((length) => Math.round(length * dots()));
  if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
  [canvas.style.width, canvas.style.height] = [wide, high].map((length) => `${length * zoom.letter}px`);
  const pen = canvas.getContext("2d");
  pen.setTransform(dots(), 0, 0, dots(), 0, 0);
  pen.clearRect(0, 0, wide, high);
  pen.font = "12px system-ui, sans-serif";
  return pen;
}

function write(pen, words, x, y, align = "center", colour = inks.faint, most = undefined) {
  [pen.fillStyle, pen.textAlign, pen.textBaseline] = [colour, align, "middle"];
  pen.fillText(words, x, y, most);
}

function line(pen, points, colour, thick, dash = []) {
  [pen.strokeStyle, pen.lineWidth, pen.lineJoin, pen.lineCap] = [colour, thick, "round", dash[0] ? "butt" : "round"];
  pen.setLineDash(dash);
  pen.beginPath();
  points.forEach(([x, y]) => pen.lineTo(x, y));
  pen.stroke();
}

/** A step between labels, so that there are at most so many. */
const stepFor = (range, most) => [1, 2, 5, 10, 20, 50].find((step) => range / step <= most) ?? 100;

/** Draws what does not move: axes, and cells in a grey that is stronger for more states. */
function drawGround(pen, plane, { x, y, cell, left, top, tall, wide }, { isTwoSided }) {
  pen.fillStyle = inks.state;
  for (const place of plane.places) {
    pen.globalAlpha = 0.25 + (0.75 * Math.log(1 + plane.total[place])) / Math.log(1 + plane.most);
    pen.fillRect(...cell(place));
  }
  pen.globalAlpha = 1;
  const below = top + tall + 12;
  for (let value = 0, step = stepFor(longest.columns, (wide - left) / 34); value < longest.columns; value += step)
    write(pen, String(value), x(value + 0.5), below);
  const end = plane.isFlat && isTwoSided ? "their own end" : "the start";
  write(pen, `moves from ${end}`, left + (wide - left) / 2, below + 17);
  pen.save();
  pen.translate(8, top + tall / 2);
  pen.rotate(-Math.PI / 2);
  const flat = isTwoSided ? "backward    forward" : "no vertical axis";
  const words = `${plane.isExact ? "moves" : "estimate"} to the goal`;
  write(pen, plane.isFlat ? flat : words, 0, 0, "center", inks.faint, tall + 2 * top);
  pen.restore();
  if (plane.isFlat) return;
  for (let value = 0, step = stepFor(longest.rows, tall / 24); value < longest.rows; value += step)
    write(pen, String(value), left - 6, y(value + 0.5), "right");
}

/** Fills cells like glasses: states that are expanded at the bottom, those that are open on them, by side. */
function drawFilling(pen, plane, frame, { levels, both }) {
  [pen.strokeStyle, pen.lineWidth] = [inks.ink, 1];
  for (const place of plane.places) {
    const counts = levels.subarray(4 * place, 4 * place + 4);
    const sum = counts[0] + counts[1] + counts[2];
    if (!sum) continue;
    const [x, y, w, h] = frame.cell(place);
    const unit = (h * dots()) / Math.max(plane.total[place], sum);
    let level = y + h;
    for (let kind = 0; kind < 3; kind++) {
      // One state can be seen.
      const part = counts[kind] && Math.min(Math.max(Math.round(counts[kind] * unit), 1) / dots(), level - y);
      pen.fillStyle = inks.levels[kind];
      pen.fillRect(x, (level -= part), w, part);
    }
    if (both[place]) pen.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1);
  }
}

/** Draws the diagonal of shortest paths; above estimates contours of f, with that of the state that is expanded. */
function drawSums({ trace, plane, frame: { x, y, top }, pen }, row) {
  const { columns, rows } = longest;
  const diagonal = (sum) => {
    const [from, to] = [Math.max(0, sum - rows + 1) - 0.5, Math.min(sum, columns - 1) + 0.5];
    return [from, to].map((column) => [x(column + 0.5), y(sum - column + 0.5)]);
  };
  if (plane.isExact && best < NONE) line(pen, diagonal(best), inks.loud, 1.5, [5, 3]);
  if (plane.isExact) return;
  const own = () => (trace.isDeep ? stretchAt(trace, row).threshold : trace.costs[row] + estimateAt(trace, row));
  const now = row < 0 ? NONE : own();
  const label = (sum) => [diagonal(sum)[0][0] + (sum < rows ? 14 : 0), sum < rows ? diagonal(sum)[0][1] + 2 : top - 8];
  for (let step = stepFor(columns, 8), sum = step; sum < columns + rows - 1; sum += step) {
    line(pen, diagonal(sum), inks.contour, 1);
    if (sum >= rows && Math.abs(label(sum)[0] - label(now)[0] - 16) > 36) write(pen, String(sum), ...label(sum));
  }
  if (now >= NONE) return;
  line(pen, diagonal(now), inks.loud, 2, [5, 3]);
  write(pen, `f = ${now}`, ...label(now), "left", inks.loud);
}
