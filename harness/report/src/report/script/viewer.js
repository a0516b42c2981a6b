// The viewer: one run, and its path step by step on a board.

/** The open run, its boards and moves, and the timer while it plays. */
const viewed = { run: -1, boards: [], moves: "", goal: [], board: null, timer: 0 };

/** Milliseconds between moves. */
const PACE = 450;

const NAMES = { u: "up", d: "down", l: "left", r: "right" };

/** Why there is no path, by the status of the run. */
const PATHLESS = {
  solved: "the results hold none for this run.",
  unsolvable: "the goal cannot be reached from this start.",
  "time-limit": "the time limit ended the run.",
  "node-limit": "the node limit ended the run.",
  "memory-limit": "the memory limit ended the run.",
  unsupported: "the strategy does not support boards of this size.",
  wrong: "the answer is wrong.",
  crashed: "the run crashed.",
};

/** Opens or closes the viewer, or shows another move, according to the state. */
function showViewer(state) {
  const dialog = at("viewer");
  const run = runOf(state.run);
  if (run !== viewed.run) {
    pause();
    viewed.run = run;
    if (run >= 0) open(run);
    if (run >= 0 && !dialog.open) dialog.showModal();
    if (run < 0 && dialog.open) dialog.close();
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
  const { id, start, goal } = data.instances;
  const size = sizeOf(instance);
  const path = data.runs.path[run];
  viewed.moves = data.paths[path] ?? "";
  viewed.goal = goal[instance] ? tilesOf(goal[instance]) : [];
  const known = start[instance] !== null;
  viewed.boards = known ? boardsAlong(tilesOf(start[instance]), parseInt(size), viewed.moves) : [];
  at("viewer-title").textContent = `${id[instance]}, ${size}`;
  offer(
    at("viewer-run"),
    siblings(run).map((other) => [data.runs.id[other], outline(other)]),
  );
  at("viewer-run").value = data.runs.id[run];
  const why = reasons(run, path, known);
  at("viewer-why").textContent = why.join(" ");
  at("viewer-why").hidden = why.length === 0;
  viewed.board = board(size);
  at("viewer-board").replaceChildren(...(known ? [viewed.board.node] : []));
  at("viewer-walk").hidden = last() === 0;
  at("viewer-step").max = last();
  at("viewer-facts").replaceChildren(
    ...(goal[instance] ? fact("goal", board(size).show(viewed.goal, viewed.goal).node) : []),
    ...COLUMNS.slice(1).flatMap(({ head, show }) => fact(head, show(run))),
    ...fact("run", data.runs.id[run]),
    ...fact("made by", data.origins[data.runs.origin[run]]?.about ?? "an unknown origin"),
  );
}

function fact(term, words) {
  return [element("dt", {}, term), element("dd", {}, words)];
}

/** A run in the list of runs on its instance. */
function outline(run) {
  const length = data.runs.length[run];
  const sample = has("sample") ? `, sample ${data.runs.sample[run]}` : "";
  const ending = statusOf(run) === "solved" ? counted(length, "move") : statusOf(run);
  return `${strategyOf(run)}${sample}: ${ending}`;
}

/** Notes about a path, or reasons why there is none. */
function reasons(run, path, known) {
  const status = statusOf(run);
  const reason = data.reasons[data.runs.reason[run]];
  const found = [];
  if (path === -1) found.push("The path is in results.jsonl; with all paths, this page would be too large.");
  else if (status === "wrong" && viewed.moves) found.push("This answer is wrong.");
  else if (!viewed.moves && data.runs.length[run] !== 0)
    found.push(`There is no path to step through: ${PATHLESS[status]}`);
  else if (data.runs.length[run] === 0) found.push("The start is the goal, so there is no move.");
  if (!known) found.push("The results hold no board of this instance.");
  else if (last() < viewed.moves.length) found.push(`Move ${last() + 1} would take the blank off the board.`);
  if (reason) found.push(`Reason: ${reason}.`);
  return found;
}

/** Shows the board after a number of moves. */
function showStep(step) {
  if (!viewed.boards.length) return;
  viewed.board.show(viewed.boards[step], viewed.goal);
  const move = viewed.moves[step - 1];
  const words =
    step === 0 ? `Start of ${counted(last(), "move")}` : `Move ${step} of ${last()}: the blank goes ${NAMES[move]}`;
  at("viewer-now").textContent = words;
  const slider = at("viewer-step");
  slider.value = step;
  slider.ariaValueText = words;
  at("viewer-moves").replaceChildren(
    viewed.moves.slice(0, Math.max(step - 1, 0)),
    element("mark", {}, move ?? ""),
    viewed.moves.slice(step),
  );
  at("viewer-first").disabled = at("viewer-back").disabled = step === 0;
  at("viewer-last").disabled = at("viewer-next").disabled = step === last();
}

/** Goes to a step and stops playing. */
function go(step) {
  pause();
  moveTo(step);
}

function moveTo(step) {
  change({ step: Math.max(0, Math.min(step, last())) }, true);
}

function pause() {
  clearInterval(viewed.timer);
  viewed.timer = 0;
  at("viewer-play").textContent = "Play";
  at("viewer-now").ariaLive = "polite";
}

/** Plays the moves up to the end; at the end, starts again. */
function play() {
  if (viewed.timer) return pause();
  if (state.step >= last()) moveTo(0);
  at("viewer-play").textContent = "Pause";
  // Screen readers cannot announce moves so fast.
  at("viewer-now").ariaLive = "off";
  viewed.timer = setInterval(() => {
    moveTo(state.step + 1);
    if (state.step >= last()) pause();
  }, PACE);
}

/** Attaches the actions of the viewer, once. */
function startViewer() {
  press({
    "viewer-first": () => go(0),
    "viewer-back": () => go(state.step - 1),
    "viewer-play": play,
    "viewer-next": () => go(state.step + 1),
    "viewer-last": () => go(Infinity),
    "viewer-close": () => at("viewer").close(),
  });
  at("viewer-step").addEventListener("input", (event) => go(Number(event.target.value)));
  at("viewer-run").addEventListener("change", (event) => change({ run: event.target.value, step: 0 }));
  at("viewer").addEventListener("close", () => {
    if (state.run) change({ run: "", step: 0 });
  });
  at("viewer").addEventListener("keydown", (event) => {
    const to = { ArrowLeft: state.step - 1, ArrowRight: state.step + 1, Home: 0, End: Infinity }[event.key];
    // The slider and the list handle these keys themselves.
    if (to === undefined || /INPUT|SELECT/.test(event.target.tagName)) return;
    event.preventDefault();
    go(to);
  });
}
