// Boards: how moves change them, and how they are drawn.

/** How many cells the blank moves, by move and board width. */
const GOES = { u: (width) => -width, d: (width) => width, l: () => -1, r: () => 1 };

/** The most columns of a board that fits beside a text. */
const WIDE = 8;

/** The tiles of a board, 0 for the blank, from one character each. */
function tilesOf(word) {
  return [...word].map((digit) => parseInt(digit, 36));
}

/**
 * The boards along a path, from the start. The path ends before a move that would
 * take the blank off the board.
 */
function boardsAlong(start, width, moves) {
  const boards = [start];
  for (const move of moves) {
    const before = boards.at(-1);
    const blank = before.indexOf(0);
    const to = blank + (GOES[move]?.(width) ?? NaN);
    const aside = (move === "l" || move === "r") && Math.floor(to / width) !== Math.floor(blank / width);
    if (aside || !(to in before)) break;
    const after = [...before];
    [after[blank], after[to]] = [before[to], 0];
    boards.push(after);
  }
  return boards;
}

/** The sum of all distances of tiles from their goal places, in moves. */
function manhattan(tiles, goal, width) {
  const apart = (a, b) => Math.abs((a % width) - (b % width)) + Math.abs(Math.floor(a / width) - Math.floor(b / width));
  return tiles.reduce((sum, tile, cell) => sum + (tile && apart(cell, goal.indexOf(tile))), 0);
}

/**
 * A picture of a board of a size such as `4x3`. `show` puts tiles on it, from a
 * list or a word, and marks the tiles that are in their goal places.
 */
function board(size) {
  const [width, height] = size.split("x").map(Number);
  const tiles = Array.from({ length: width * height }, (_, tile) => {
    const words = drawn("text", { x: 50, y: 50, dy: ".35em", "text-anchor": "middle" }, String(tile));
    return drawn("g", {}, drawn("rect", { x: 3, y: 3, width: 94, height: 94, rx: 10 }), words);
  });
  const frame = drawn("rect", {
    class: "frame",
    x: -6,
    y: -6,
    width: width * 100 + 12,
    height: height * 100 + 12,
    rx: 14,
  });
  const node = drawn(
    "svg",
    {
      class: width > WIDE ? "board wide" : "board",
      role: "img",
      // Small pictures grow with their columns, so that tiles can be read.
      style: `--columns: ${width}`,
      preserveAspectRatio: "xMinYMid",
      viewBox: `-8 -8 ${width * 100 + 16} ${height * 100 + 16}`,
    },
    frame,
    ...tiles.slice(1),
  );
  const picture = { node, width, show };
  function show(shown, goal = []) {
    const cells = typeof shown === "string" ? tilesOf(shown) : shown;
    cells.forEach((tile, cell) => {
      if (!tile || !tiles[tile]) return;
      tiles[tile].style.transform = `translate(${(cell % width) * 100}px, ${Math.floor(cell / width) * 100}px)`;
      tiles[tile].classList.toggle("home", goal[cell] === tile);
    });
    const rows = Array.from({ length: height }, (_, row) => cells.slice(row * width, (row + 1) * width).join(" "));
    node.setAttribute("aria-label", rows.join(" / "));
    return picture;
  }
  return picture;
}
