// Boards: how moves change them, and how they are drawn.

/** Where the blank goes by a move, in words, and how far across and down. */
const GOES = { u: ["up", 0, -1], d: ["down", 0, 1], l: ["left", -1, 0], r: ["right", 1, 0] };

/** The tiles of a board, 0 for the blank, from one character each. */
const tilesOf = (word) => [...word].map((digit) => parseInt(digit, 36));

/** The boards along a path, from the start up to a move that would take the blank off the board. */
function boardsAlong(start, width, moves) {
  const boards = [start];
  for (const move of moves) {
    const tiles = [...boards.at(-1)];
    const blank = tiles.indexOf(0);
    const [, across, down] = GOES[move] ?? ["nowhere", NaN, NaN];
    const column = (blank % width) + across;
    const to = blank + across + down * width;
    if (column < 0 || column >= width || !(to in tiles)) break;
    [tiles[blank], tiles[to]] = [tiles[to], 0];
    boards.push(tiles);
  }
  return boards;
}

/** The tiles of a board row by row, as optile reads them. */
const rowsOf = (cells, width) => cells.map((tile, cell) => (cell && cell % width === 0 ? `/ ${tile}` : tile)).join(" ");

/** A picture of a board of a size such as `4x3`. `show` puts tiles on it and marks those in their goal places. */
function board(size) {
  const [width, height] = size.split("x").map(Number);
  const tiles = Array.from({ length: width * height }, (_, tile) => {
    const words = drawn("text", { x: 50, y: 50, dy: ".35em", "text-anchor": "middle" }, String(tile));
    return drawn("g", {}, drawn("rect", { x: 3, y: 3, width: 94, height: 94, rx: 10 }), words);
  });
  const [across, down] = [width * 100, height * 100];
  const frame = drawn("rect", { class: "frame", x: -6, y: -6, width: across + 12, height: down + 12, rx: 14 });
  const look = {
    // With more columns, a board does not fit beside a text.
    class: width > 8 ? "board wide" : "board",
    role: "img",
    // Small pictures grow with their columns, so that tiles can be read.
    style: `--columns: ${width}`,
    preserveAspectRatio: "xMinYMid",
    viewBox: `-8 -8 ${across + 16} ${down + 16}`,
  };
  const node = drawn("svg", look, frame, ...tiles.slice(1));
  const show = (cells, goal = []) => {
    cells.forEach((tile, cell) => {
      const { style, classList } = tiles[tile];
      style.transform = `translate(${(cell % width) * 100}px, ${Math.floor(cell / width) * 100}px)`;
      classList.toggle("home", goal[cell] === tile);
    });
    node.ariaLabel = rowsOf(cells, width);
    return node;
  };
  return { node, show };
}
