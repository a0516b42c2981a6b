// States have numbers: on boards of up to nine cells the rank of the permutation, on larger ones the order in which a
// search meets them.

const data = JSON.parse(document.getElementById("data").textContent);
const { width, height, start, goal } = data;
const CELLS = width * height;
const SIZE = `${width}x${height}`;
const IS_SMALL = CELLS <= 9;
const MOVES = "ulrd";
/** How many cells the blank goes, by move. */
const STRIDES = [-width, -1, 1, width];
/** A distance or an estimate that is not known. */
const NONE = 255;

/** Stores the numbers of the neighbours of a state, by move; 1 tells that they are known now. */
function connect(next, id, cells, numberOf) {
  const blank = cells.indexOf(0);
  const can = [blank >= width, blank % width > 0, (blank + 1) % width > 0, blank < CELLS - width];
  for (let move = 0; move < 4; move++) {
    if (!can[move]) continue;
    const to = blank + STRIDES[move];
    [cells[blank], cells[to]] = [cells[to], 0];
    next[4 * id + move] = numberOf(cells);
    [cells[to], cells[blank]] = [cells[blank], 0];
  }
  return 1;
}

/** The place of a permutation in the lexicographic order of all. */
function rankOf(cells) {
  let rank = 0;
  for (let i = 0; i < CELLS; i++) {
    let less = 0;
    for (let j = i + 1; j < CELLS; j++) if (cells[j] < cells[i]) less++;
    rank = rank * (CELLS - i) + less;
  }
  return rank;
}

function unrank(rank, cells) {
  for (let i = CELLS - 1; i >= 0; i--) {
    cells[i] = rank % (CELLS - i);
    rank = Math.floor(rank / (CELLS - i));
    for (let j = i + 1; j < CELLS; j++) if (cells[j] >= cells[i]) cells[j]++;
  }
  return cells;
}

/** All states of a small board, with the distances from the start and to the goal. */
function smallSpace() {
  const count = start.reduce((product, _, index) => product * (index + 1), 1);
  const [isConnected, cells] = [new Uint8Array(count), new Uint8Array(CELLS)];
  const next = new Int32Array(4 * count).fill(-1);
  const far = [start, goal].map((root) => {
    const [distance, queue] = [new Uint8Array(count).fill(NONE), new Int32Array(count)];
    distance[(queue[0] = rankOf(root))] = 0;
    for (let head = 0, tail = 1; head < tail; head++) {
      const id = queue[head];
      isConnected[id] ||= connect(next, id, unrank(id, cells), rankOf);
      for (let place = 4 * id; place < 4 * id + 4; place++) {
        if (next[place] < 0 || distance[next[place]] !== NONE) continue;
        queue[tail++] = next[place];
        distance[next[place]] = distance[id] + 1;
      }
    }
    return distance;
  });
  return { count, next, far, numberOf: rankOf, cellsOf: (id) => [...unrank(id, cells)] };
}

/** The states that a search on a larger board meets, with the least g and the estimate of each by side. */
function metSpace({ states, met }, rows, costs, sides) {
  const room = 5 * rows + 1;
  const [boards, isConnected] = [new Uint8Array(room * CELLS), new Uint8Array(room)];
  const next = new Int32Array(4 * room).fill(-1);
  const [far, estimates] = [0, 1].map(() => [0, 1].map(() => new Uint8Array(room).fill(NONE)));
  const table = new Int32Array(2 ** Math.ceil(Math.log2(2 * room))).fill(-1);
  let count = 0;
  const numberOf = (cells) => {
    let hash = 0;
    for (let cell = 0; cell < CELLS; cell++) hash = Math.imul(hash ^ cells[cell], 0x9e3779b1) ^ (hash >>> 13);
    for (let place = hash ^ (hash >>> 16); ; place++) {
      const id = table[(place &= table.length - 1)];
      if (id < 0) boards.set(cells, count * CELLS);
      if (id < 0) return (table[place] = count++);
      let same = 0;
      while (same < CELLS && boards[id * CELLS + same] === cells[same]) same++;
      if (same === CELLS) return id;
    }
  };
  const [known, read] = [met?.map(bytesOf), [0, 0]];
  const meet = (id, side, g) => {
    if (far[side][id] === NONE && known) estimates[side][id] = known[side][read[side]++];
    if (g < far[side][id]) far[side][id] = g;
  };
  const [packed, isHalved, cells, ids] = [bytesOf(states), CELLS <= 16, new Uint8Array(CELLS), new Int32Array(rows)];
  const size = isHalved ? Math.ceil(CELLS / 2) : CELLS;
  for (let row = 0; row < rows; row++) {
    for (let cell = 0; cell < CELLS; cell++) {
      const byte = packed[row * size + (isHalved ? cell >> 1 : cell)];
      cells[cell] = !isHalved ? byte : cell % 2 ? byte & 15 : byte >> 4;
    }
    const [side, g, id] = [sides[row], costs[row], (ids[row] = numberOf(cells))];
    meet(id, side, g);
    isConnected[id] ||= connect(next, id, cells, numberOf);
    for (let place = 4 * id; place < 4 * id + 4; place++) if (next[place] >= 0) meet(next[place], side, g + 1);
  }
  const cellsOf = (id) => [...boards.subarray(id * CELLS, (id + 1) * CELLS)];
  return { count, next, far, ids, numberOf, cellsOf, estimates: known ? estimates : [null, null] };
}
