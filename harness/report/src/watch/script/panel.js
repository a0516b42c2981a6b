// One search: its plane, the board that was expanded last, the open list or the iterations, and the counters.

const SIDES = ["forward", "backward"];

/** The panel of a search, with its elements. */
function panelOf(trace, index) {
  const { given, rows, isDeep, isTwoSided, hasEstimates, costs } = trace;
  const node = at("search").content.firstElementChild.cloneNode(true);
  const named = ["h2", ".ended", ".plane", ".stage", ".facts", ".met", ".path", ".bars", "tbody"];
  const parts = Object.fromEntries(named.map((name) => [name.replace(".", ""), node.querySelector(name)]));
  Object.assign(parts.h2, { textContent: given.strategy, id: `search-${index}` });
  node.setAttribute("aria-labelledby", parts.h2.id);
  parts.plane.ariaLabel = `${given.strategy}: arrows go from cell to cell, and Enter shows the states of a cell`;
  const isCut = rows < given.counters.expanded;
  const cut = isCut ? ` Only the first ${counted(rows, "expansion")} were traced.` : "";
  parts.ended.textContent = `${given.end}.${cut}`;
  parts.ended.classList.toggle("loud", given.end.startsWith("wrong: "));
  const counters = Object.entries(given.counters).map(([name, all]) => {
    const [heading, soFar] = [element("th", { scope: "row" }, name.replaceAll("_", " ")), element("td")];
    parts.tbody.append(element("tr", {}, heading, soFar, element("td", {}, whole(all))));
    return [name, soFar];
  });
  const isAgain = isDeep || (given.iterations.length > 1 && given.iterations.every((row) => costs[row] === 0));
  const stage = isAgain ? "iteration" : !hasEstimates ? "depth" : isTwoSided ? "bound" : "f-layer";
  const tiles = board(SIZE);
  node.querySelector(".here").prepend(tiles.node);
  const mark = element("li", {}, given.strategy);
  return { trace, node, mark, parts, tiles, counters, isCut, stage, ground: element("canvas"), cursor: -1 };
}

/** Draws the states that are open by f, or the expansions of each iteration of a search that keeps only its path. */
function drawList({ trace, parts, frame: { wide } }, { bars, at: after, open, least, most }) {
  const { stretches, isDeep, isTwoSided } = trace;
  const [first, last] = isDeep ? [stretches[0].threshold, stretches.at(-1).threshold] : [least, most];
  // By value and side. The scale ends at a round number.
  const counts = isDeep ? new Int32Array(2 * last + 2) : bars;
  for (const { begin, end, threshold } of isDeep ? stretches : [])
    counts[2 * threshold] = Math.max(0, Math.min(end, after) - begin);
  const greatest = counts.reduce((most, count, at) => (at % 2 ? most : Math.max(most, count + counts[at + 1])), 1);
  const power = 10 ** Math.floor(Math.log10(greatest));
  const scale = [1, 2, 5, 10].find((factor) => factor * power >= greatest) * power;
  const [high, left, top, ground] = [118, 46, 22, 84];
  const across = (wide - left - 8) / Math.max(last - first + 1, 8);
  const pen = sized(parts.bars, wide, high);
  line(pen, [[left, ground + 0.5], [wide - 8, ground + 0.5]], inks.edge, 1);
  for (let value = first, step = stepFor(last - first + 1, (wide - left) / 30); value <= last; value++) {
    const x = left + (value - first) * across;
    if (value % step === 0) write(pen, String(value), x + across / 2, ground + 11);
    for (let side = 0, y = ground; side < 2; side++) {
      const count = counts[2 * value + side];
      pen.fillStyle = inks.levels[isTwoSided || isDeep ? side : 2];
      const tall = count && Math.max(1, (count / scale) * (ground - top));
      pen.fillRect(x + 0.5, (y -= tall), Math.max(across - 1.5, 1), tall);
    }
  }
  const title = isDeep ? "expansions of each iteration" : isTwoSided ? "open states of both sides" : "open states";
  const axis = isDeep ? "threshold" : trace.hasEstimates ? "f" : "g";
  write(pen, title, left, 8, "left");
  write(pen, axis, left + (wide - left) / 2, high - 8);
  write(pen, whole(scale), left - 6, top + 4, "right");
  parts.bars.ariaLabel = `${isDeep ? title : counted(open, "open state")}, by ${axis}`;
}

/** Fits a panel to its width and to a plane. */
function fit(panel, plane) {
  if (panel.plane !== plane) Object.assign(panel, { plane, filling: fillingOf(panel.trace, plane), cursor: -1 });
  const frame = frameOf(plane, Math.max(120, panel.parts.stage.clientWidth) / zoom.letter);
  drawGround(sized(panel.ground, frame.wide, frame.high), plane, frame, panel.trace);
  sized(panel.parts.plane, frame.wide, frame.high);
  Object.assign(panel, { frame, seen: "" });
}

/** The states on the path to a row, in a search that keeps only its path. */
function pathTo({ costs, ids }, row) {
  const path = [];
  for (let g = costs[row]; path[0] !== ids[row] && row >= 0; row--)
    if (costs[row] === g) path[g--] = ids[row];
  return path;
}

/** Draws the plane of a panel: what is filled, the line of a sum, a path, and the state that was expanded last. */
function drawPlane({ trace, parts, plane, frame, filling, ground, cursor }, row, path) {
  const pen = sized(parts.plane, frame.wide, frame.high);
  pen.drawImage(ground, 0, 0, frame.wide, frame.high);
  drawFilling(pen, plane, frame, filling);
  if (!plane.isFlat) drawSums({ trace, plane, frame, pen }, row);
  const centres = (ids, side) => ids.map((id) => plane.of[side][id]).filter((place) => place >= 0).map(frame.centre);
  const isForward = (id) => plane.of[0][id] >= 0;
  // Each side has its own places, so the part that only the backward side knows is another line.
  for (const part of [centres(path.filter(isForward), 0), centres(path.filter((id) => !isForward(id)), 1)])
    for (const [ink, thick] of [[inks.paper, 4.5], [inks.ink, 2]]) line(pen, part, ink, thick);
  // A line of no length has round ends.
  for (const [x, y] of row < 0 ? [] : centres([trace.ids[row]], trace.sides[row])) {
    line(pen, [[x, y], [x, y]], inks.paper, 11);
    line(pen, [[x, y], [x, y]], inks.ink, 8.5);
  }
  [pen.strokeStyle, pen.lineWidth] = [inks.accent, 2.5];
  if (cursor >= 0) pen.strokeRect(...frame.cell(cursor));
}

/** A sum in words. */
const sumWords = (g, h) =>
  (h === NONE ? `g = ${g}` : `g = ${g}, h = ${h}, f = ${g + h}`).replaceAll(" ", SPACE).replaceAll("," + SPACE, ", ");

/** Shows a search after a number of expansions, unless it is shown already. */
function showPanel(panel, after) {
  const seen = `${after} ${panel.cursor}`;
  if (panel.seen === seen) return;
  const { trace, parts, stage, isCut } = panel;
  const { given, costs, ids, space, rows, isTwoSided } = trace;
  for (const { classList } of [panel.node, panel.mark]) classList.toggle("over", after === rows && !isCut);
  const [filling, row, stretch] = [panel.filling.go(after), after - 1, stretchAt(trace, after - 1)];
  panel.seen = seen;
  const isSolved = after === rows && !isCut && given.path !== null;
  const path = isSolved ? trace.answer : trace.isDeep && row >= 0 ? pathTo(trace, row) : [];
  drawPlane(panel, row, path);
  drawList(panel, filling);
  panel.tiles.show(row < 0 ? start : space.cellsOf(ids[row]), goal);
  say(parts.facts, row < 0 ? "start" : sumWords(costs[row], estimateAt(trace, row)));
  const place = given.iterations.filter((begin) => begin <= row).length;
  const threshold = trace.isDeep && trace.hasEstimates ? `, threshold ${stretch.threshold}` : "";
  const side = isTwoSided && row >= 0 ? `, ${SIDES[trace.sides[row]]} side` : "";
  const here = `${stage} ${place} of ${given.iterations.length}${threshold}${side}`;
  say(parts.stage, row < 0 ? "nothing is expanded" : here);
  const [met, own] = [counted(filling.met, "state"), whole(after - stretch.begin)];
  const again = stretch.begin ? `the plane has the ${own} of this iteration, of ${whole(after)} expansions` : "";
  say(parts.met, isTwoSided ? `${met} reached by both sides` : again);
  const letter = (id, index) => MOVES[[0, 1, 2, 3].find((move) => space.next[4 * path[index] + move] === id)];
  say(parts.path, isSolved ? given.path : path.slice(1).map(letter).join(""));
  for (const [name, soFar] of panel.counters) say(soFar, counterOf(panel, name, after));
}

/** A counter after some expansions, as far as the rows tell it. */
function counterOf({ trace, isCut }, name, after) {
  const [{ derived, given, rows }, all] = [trace, trace.given.counters[name]];
  if (name === "expanded") return whole(after);
  if (after === rows && !isCut) return whole(all);
  if (name === "layers") return whole(given.iterations.filter((begin) => begin < after).length);
  const [now, last] = [derived[name]?.[after], derived[name]?.[rows]];
  if (last === undefined || (!isCut && Math.abs(last - all) > 0.02 * all)) return "";
  return last === all || isCut ? whole(now) : `≈${SPACE}${whole(Math.min(now, all))}`;
}
