// How many states of each cell are open and closed after a number of expansions.

/** What a state on a side can be, in the order of these words, and what it becomes by the first four events. */
const STATUS = ["not reached", "open", "expanded"];
const [UNREACHED, OPEN, EXPANDED] = [0, 1, 2];
const CHANGES = [[UNREACHED, OPEN], [OPEN, EXPANDED], [UNREACHED, EXPANDED], [OPEN, UNREACHED]];

/** The filling of a plane by a trace, which can go to any number of expansions. */
function fillingOf(trace, plane) {
  const { events, first, space } = trace;
  const [levels, both, bars] = [1 << 18, 1 << 16, 1 << 10].map((size) => new Int32Array(size));
  const [status, costs] = [0, 0].map(() => new Uint8Array(2 * space.count));
  const filling = { levels, both, bars, status, costs, open: 0, met: 0, at: 0, least: NONE, most: 0, stretch: null };
  for (let event = 0; event < events.length; event += 2) {
    const sum = sumOf(trace, events[event] >> 3, events[event + 1]);
    [filling.least, filling.most] = [Math.min(filling.least, sum), Math.max(filling.most, sum)];
  }
  const happen = (event, sign) => {
    const [what, slot, cost] = [events[event] & 7, events[event] >> 3, events[event + 1]];
    // A state without a place counts in the list alone.
    const place = plane.of[slot & 1][slot >> 1];
    if (what === MET_BY_BOTH && place >= 0) both[place] += sign;
    if (what === MET_BY_BOTH) return (filling.met += sign);
    const [from, to] = [CHANGES[what][sign > 0 ? 0 : 1], CHANGES[what][sign > 0 ? 1 : 0]];
    const opened = (to === OPEN) - (from === OPEN);
    const closed = (to === EXPANDED) - (from === EXPANDED);
    [status[slot], costs[slot]] = [to, cost];
    filling.open += opened;
    bars[2 * sumOf(trace, slot, cost) + (slot & 1)] += opened;
    if (place >= 0) levels[4 * place + 2] += opened;
    if (place >= 0) levels[4 * place + (slot & 1)] += closed;
  };
  filling.go = (to) => {
    const stretch = stretchAt(trace, to - 1);
    if (stretch !== filling.stretch) {
      for (const counts of [levels, both, bars, status]) counts.fill(0);
      Object.assign(filling, { open: 0, met: 0, at: stretch.begin, stretch });
    }
    while (filling.at < to) {
      const row = filling.at++;
      for (let event = first[row]; event < first[row + 1]; event += 2) happen(event, 1);
    }
    while (filling.at > to) {
      const row = --filling.at;
      for (let event = first[row + 1] - 2; event >= first[row]; event -= 2) happen(event, -1);
    }
    return filling;
  };
  return filling;
}

/** The slots of the states of a cell, expanded ones first. A state that both sides reached has two. */
function statesIn({ trace, plane, filling: { status } }, place) {
  const slots = [];
  for (let id = 0; id < trace.space.count; id++) {
    const here = [2 * id, 2 * id + 1].filter((slot) => plane.of[slot & 1][id] === place);
    const reached = here.filter((slot) => status[slot]);
    if (here.length) slots.push(...(reached.length ? reached : here.slice(0, 1)));
  }
  return slots.sort((a, b) => status[b] - status[a]);
}
