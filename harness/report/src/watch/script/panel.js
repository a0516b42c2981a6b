// One search: its plane, the board that was expanded last, the open list or the iterations, and the counters.

const COUNTERS = ["expanded", "generated", "evaluated", "duplicates", "reopened", "peak_stored", "layers"];
const SIDES = ["forward", "backward"];

/** The panel of a search, with its elements. */
function panelOf(trace, index) {
  const { given, rows } = trace;
  const node = at("search").content.firstElementChild.cloneNode(true);
  const named = ["h2", ".ended", ".plane", ".stage", ".tiles", ".facts", ".met", ".path", ".bars", "tbody"];
  const parts = Object.fromEntries(named.map((name) => [name.replace(".", ""), node.querySelector(name)]));
  parts.h2.textContent = given.strategy;
  parts.h2.id = `search-${index}`;
  node.setAttribute("aria-labelledby", parts.h2.id);
  const [isCut, length] = [rows < given.counters.expanded, given.length];
  const moves = length === null ? "" : ` in ${counted(length, "move")}`;
  const cut = isCut ? ` Only the first ${counted(rows, "expansion")} were traced.` : "";
  parts.ended.textContent = `${given.end}${moves}, ${text("time", given.time_ns)}.${cut}`;
  const counters = COUNTERS.filter((name) => given.counters[name] !== undefined).map((name) => {
    const soFar = element("td");
    const heading = element("th", { scope: "row" }, name.replace("_", " "));
    parts.tbody.append(element("tr", {}, heading, soFar, element("td", {}, whole(given.counters[name]))));
    return [name, soFar];
  });
  const stages = trace.isTwoSided ? "bound" : "f-layer";
  const stage = trace.isDeep ? "iteration" : trace.hasEstimates ? stages : "depth";
  return { trace, node, parts, counters, isCut, stage, ground: element("canvas"), cursor: -1 };
}

/** Sets the text of an element, if it is another one. */
const put = (node, words) => node.textContent === words || (node.textContent = words);

/** The rows of a board in words. */
function rowsOf(cells) {
  return Array.from({ length: height }, (_, row) => cells.slice(row * width, (row + 1) * width).join(" ")).join(" / ");
}

/** Draws a board; tiles in their goal places are marked. */
function drawBoard(canvas, cells, wide) {
  const size = wide / width;
  const pen = sized(canvas, wide, size * height);
  pen.font = `600 ${size * (CELLS > 10 ? 0.42 : 0.5)}px system-ui, sans-serif`;
  cells.forEach((tile, cell) => {
    if (!tile) return;
    const [x, y] = [(cell % width) * size, Math.floor(cell / width) * size];
    pen.fillStyle = tile === goal[cell] ? inks["tile-home"] : inks.tile;
    [pen.strokeStyle, pen.lineWidth] = [inks.edge, 1];
    const outline = new Path2D();
    outline.roundRect(x + 1, y + 1, size - 2, size - 2, size / 9);
    pen.fill(outline);
    pen.stroke(outline);
    write(pen, String(tile), x + size / 2, y + size / 2 + 1, "center", inks.ink);
  });
  canvas.ariaLabel = rowsOf(cells);
}

/** Draws columns, each with parts from bottom to top. The scale ends at a round number. */
function drawColumns(panel, titles, columns, least, most) {
  const [wide, high, left, top, bottom] = [panel.frame.wide, 118, 46, 22, 34];
  const pen = sized(panel.parts.bars, wide, high);
  const across = (wide - left - 8) / Math.max(most - least + 1, 8);
  const greatest = Math.max(1, ...columns.map(({ counts }) => counts[0] + (counts[1] ?? 0)));
  const power = 10 ** Math.floor(Math.log10(greatest));
  const scale = [1, 2, 5, 10].find((factor) => factor * power >= greatest) * power;
  const ground = high - bottom;
  line(pen, [[left, ground + 0.5], [wide - 8, ground + 0.5]], inks.edge, 1);
  for (const { value, counts, colours } of columns) {
    let y = ground;
    counts.forEach((count, part) => {
      const tall = count && Math.max(1, (count / scale) * (ground - top));
      pen.fillStyle = inks.levels[colours[part]];
      pen.fillRect(left + (value - least) * across + 0.5, (y -= tall), Math.max(across - 1.5, 1), tall);
    });
  }
  const step = stepFor(most - least + 1, (wide - left) / 30);
  for (let value = Math.ceil(least / step) * step; value <= most; value += step)
    write(pen, String(value), left + (value - least + 0.5) * across, ground + 11);
  write(pen, titles[0], left, 8, "left");
  write(pen, titles[1], left + (wide - left) / 2, high - 8);
  write(pen, whole(scale), left - 6, top + 4, "right");
}

/** Draws the states that are open by f, or the expansions of each iteration of a search that keeps only its path. */
function drawList(panel, { bars, at: after, open, least, most }) {
  const { trace, parts } = panel;
  const { stretches } = trace;
  const name = trace.hasEstimates ? "f" : "g";
  if (!trace.isDeep) {
    const columns = [];
    for (let value = least; value <= most; value++)
      columns.push({ value, counts: [bars[2 * value], bars[2 * value + 1]], colours: trace.isTwoSided ? [0, 1] : [2] });
    drawColumns(panel, [trace.isTwoSided ? "open states of both sides" : "open states", name], columns, least, most);
    parts.bars.ariaLabel = `Open list: ${counted(open, "state")}`;
    return;
  }
  const columns = stretches
    .filter(({ begin }) => begin < after)
    .map(({ begin, end, threshold }) => ({ value: threshold, counts: [Math.min(end, after) - begin], colours: [0] }));
  drawColumns(panel, ["expansions of each iteration", "threshold"], columns, stretches[0].threshold, stretches.at(-1).threshold);
  parts.bars.ariaLabel = `Expansions of each iteration: ${columns.map(({ value, counts }) => `${counts} at ${value}`).join(", ")}`;
}

/** Fits a panel to its width and to a plane. */
function fit(panel, plane) {
  if (panel.plane !== plane) Object.assign(panel, { plane, filling: fillingOf(panel.trace, plane), cursor: -1 });
  const { paddingLeft, paddingRight } = getComputedStyle(panel.node);
  const wide = Math.max(200, panel.node.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight));
  panel.frame = frameOf(plane, wide);
  drawGround(sized(panel.ground, wide, panel.frame.high), plane, panel.frame, panel.trace);
  panel.pen = sized(panel.parts.plane, wide, panel.frame.high);
}

/** The states on the path to a row, in a search that keeps only its path. */
function pathTo({ costs, ids }, row) {
  const path = [];
  for (let g = costs[row]; path[0] !== ids[row] && row >= 0; row--)
    if (costs[row] === g) path[g--] = ids[row];
  return path;
}

/** Draws the plane of a panel: what is filled, the line of a sum, a path, and the state that was expanded last. */
function drawPlane({ trace, plane, frame, pen, filling, ground, cursor }, row, path) {
  pen.clearRect(0, 0, frame.wide, frame.high);
  pen.drawImage(ground, 0, 0, frame.wide, frame.high);
  drawFilling(pen, plane, frame, filling);
  if (!plane.isFlat) drawSums({ trace, plane, frame, pen }, row);
  const placeOf = (id, side) => (plane.of[side][id] >= 0 ? plane.of[side][id] : plane.of[1 - side][id]);
  const centres = (ids, side) => ids.map((id) => placeOf(id, side)).filter((place) => place >= 0).map(frame.centre);
  line(pen, centres(path, 0), inks.paper, 4.5);
  line(pen, centres(path, 0), inks.ink, 2);
  [pen.fillStyle, pen.strokeStyle, pen.lineWidth] = [inks.ink, inks.paper, 1.5];
  for (const [x, y] of row < 0 ? [] : centres([trace.ids[row]], trace.sides[row])) {
    pen.beginPath();
    pen.arc(x, y, 4.5, 0, 7);
    pen.fill();
    pen.stroke();
  }
  [pen.strokeStyle, pen.lineWidth] = [inks.accent, 2.5];
  if (cursor >= 0) pen.strokeRect(...frame.cell(cursor));
}

/** A sum in words. */
function sumWords(g, h) {
  const words = h === NONE ? [`g = ${g}`] : [`g = ${g}`, `h = ${h}`, `f = ${g + h}`];
  return words.map((word) => word.replaceAll(" ", SPACE)).join(", ");
}

/** Shows a search after a number of expansions. */
function showPanel(panel, after, isStill) {
  const { trace, parts, stage, isCut } = panel;
  const { given, costs, ids, space, rows } = trace;
  const filling = panel.filling.go(after);
  const [row, isEnd, stretch] = [after - 1, after === rows, stretchAt(trace, after - 1)];
  const isSolved = isEnd && !isCut && given.path !== null;
  const path = isSolved ? trace.answer : trace.isDeep && row >= 0 ? pathTo(trace, row) : [];
  drawPlane(panel, row, path);
  drawList(panel, filling);
  drawBoard(parts.tiles, row < 0 ? start : space.cellsOf(ids[row]), Math.min(140, 30 * width + 10));
  const h = row < 0 ? NONE : estimateAt(trace, row);
  put(parts.facts, row < 0 ? "start" : sumWords(costs[row], h));
  const place = given.iterations.filter((begin) => begin <= row).length;
  const threshold = trace.isDeep && trace.hasEstimates ? `, threshold ${stretch.threshold}` : "";
  const side = trace.isTwoSided && row >= 0 ? `, ${SIDES[trace.sides[row]]} side` : "";
  put(parts.stage, row < 0 ? "nothing is expanded" : `${stage} ${place} of ${given.iterations.length}${threshold}${side}`);
  put(parts.met, trace.isTwoSided ? `${counted(filling.met, "state")} reached by both sides` : "");
  const letter = (id, index) => MOVES[[0, 1, 2, 3].find((move) => space.next[4 * path[index] + move] === id)];
  put(parts.path, isSolved ? given.path : path.slice(1).map(letter).join(""));
  for (const [name, soFar] of panel.counters) put(soFar, counterOf(panel, name, after));
  if (!isStill) return;
  const seen = `${given.strategy}: ${whole(after)} of ${counted(rows, "expansion")}, ${counted(filling.open, "open state")}`;
  parts.plane.ariaLabel = `${seen}. Arrows go from cell to cell.`;
}

/** A counter after some expansions, as far as the rows tell it. */
function counterOf({ trace, isCut }, name, after) {
  const { derived, given, rows } = trace;
  const all = given.counters[name];
  if (name === "expanded") return whole(after);
  if (name === "layers") return whole(given.iterations.filter((begin) => begin < after).length);
  if (after === rows && !isCut) return whole(all);
  const [now, last] = [derived[name]?.[after], derived[name]?.[rows]];
  if (last === undefined || (!isCut && Math.abs(last - all) > 0.02 * all)) return "";
  return last === all || isCut ? whole(now) : `≈${SPACE}${whole(Math.min(now, all))}`;
}
