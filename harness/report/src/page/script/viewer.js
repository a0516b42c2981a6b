// The viewer: one run, and its path step by step on a board.

/** The path of the open run, its boards, its goal, and the picture of a board. */
const viewed = { moves: "", boards: [], goal: [], picture: null };

/** The steps of the paths; a move takes 0.45 seconds. */
const steps = player("viewer-", at("viewer"), last, (step, seconds) => step + seconds / 0.45);

/** Opens or closes the viewer, or shows another move, according to the state. */
function showViewer(state) {
  const dialog = at("viewer");
  const run = RUNS.indexOf(state.run);
  if (isNew("viewer", run)) {
    steps.pause();
    if (run < 0) dialog.close();
    else open(run);
    if (run >= 0 && !dialog.open) dialog.showModal();
  }
  if (run >= 0) showStep(Math.min(state.step, last()));
}

/** The number of the last move. */
function last() {
  return Math.max(viewed.boards.length - 1, 0);
}

/** Fills the viewer with a run. */
function open(run) {
  const instance = data.runs.instance[run];
  const [size, moves] = [sizeOf(instance), data.paths[data.runs.path[run]] ?? ""];
  const width = parseInt(size);
  // No tiles if the results hold none.
  const [start, goal] = ["start", "goal"].map((name) => tilesOf(data.instances[name][instance] ?? ""));
  const boards = start.length ? boardsAlong(start, width, moves) : [];
  const picture = board(size);
  Object.assign(viewed, { moves, boards, goal, picture });
  at("viewer-title").textContent = `${data.instances.id[instance]}, ${size}`;
  const siblings = [...RUNS.keys()].filter((other) => data.runs.instance[other] === instance);
  const choice = (other) => element("option", { value: RUNS[other], selected: other === run }, outline(other));
  at("viewer-run").replaceChildren(...siblings.map(choice));
  const [note, reason] = [data.notes[data.runs.note[run]], data.reasons[data.runs.reason[run]]];
  at("viewer-why").textContent = [note, reason && `Reason: ${reason}.`].filter(Boolean).join(" ");
  at("viewer-board").replaceChildren(...(boards.length ? [picture.node] : []));
  at("viewer-step").max = last();
  at("viewer-facts").replaceChildren(
    ...(goal.length ? fact("goal", board(size).show(goal, goal)) : []),
    ...(goal.length && boards.length ? fact("watch", element("code", {}, watching(run, width))) : []),
    ...[...COLUMNS.slice(1), ...NUMBERS.filter(({ rank }) => rank === "detail")].flatMap(({ head, show }) => fact(head, show(run))),
    ...fact("run", RUNS[run]),
    ...fact("made by", data.origins[data.runs.origin[run]]?.about ?? "an unknown origin"),
  );
}

const fact = (term, words) => [element("dt", {}, term), element("dd", {}, words)];

/** The command that watches the strategy of a run on its instance. */
function watching(run, width) {
  const [start, goal] = [viewed.boards[0], viewed.goal].map((tiles) => rowsOf(tiles, width));
  return `optile watch '${start} -> ${goal}' --strategy ${data.words[data.runs.strategy[run]]}`;
}

/** A run in the list of runs on its instance. */
function outline(run) {
  const sample = HAS_SAMPLES ? `, sample ${data.runs.sample[run]}` : "";
  const ending = statusOf(run) === "solved" ? counted(data.runs.length[run], "move") : statusOf(run);
  return `${strategyOf(run)}${sample}: ${ending}`;
}

/** Shows the board after a number of moves. */
function showStep(step) {
  const { moves, boards, goal, picture } = viewed;
  if (boards.length) picture.show(boards[step], goal);
  const mark = element("mark", {}, moves[step - 1] ?? "");
  at("viewer-moves").replaceChildren(moves.slice(0, Math.max(step - 1, 0)), mark, moves.slice(step));
  const words = step ? `Move ${step} of ${last()}: the blank goes ${GOES[moves[step - 1]][0]}` : `Start of ${counted(last(), "move")}`;
  steps.showStep(step, words);
}

/** Opens the run of a link, or of the row that begins with it; the rest of the view stays. */
function follow(event) {
  const { target, ctrlKey, metaKey } = event;
  const ofRow = () => getSelection().isCollapsed && target.closest("tr")?.querySelector(":first-child > a");
  const { hash = "" } = target.closest("a, button") ?? (ofRow() || {});
  if (!hash.startsWith("#run=") || ctrlKey || metaKey) return;
  event.preventDefault();
  change({ run: stateOf(hash).run, step: 0 });
}

function startViewer() {
  for (const { cells } of document.querySelectorAll("#faults tbody tr")) {
    const run = RUNS.indexOf([0, 1, 2].map((place) => cells[place].textContent).join(" "));
    if (run >= 0) cells[0].replaceChildren(linkTo(run, cells[0].textContent));
  }
  document.addEventListener("click", follow);
  at("viewer-run").addEventListener("change", (event) => change({ run: event.target.value, step: 0 }));
  at("viewer").addEventListener("close", () => {
    if (state.run) change({ run: "", step: 0 });
  });
}
