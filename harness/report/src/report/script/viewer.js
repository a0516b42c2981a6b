// The viewer: one run, and its path step by step on a board; beside it, the path of another run.

/** The open runs, the paths of both, and the timer while it plays. */
const viewed = { run: -1, beside: -1, walks: [], goal: [], timer: 0 };

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
  const beside = others(run).find((other) => data.runs.id[other] === state.beside) ?? -1;
  if (run !== viewed.run || beside !== viewed.beside) {
    pause();
    Object.assign(viewed, { run, beside });
    if (run >= 0) open(beside < 0 ? [run] : [run, beside]);
    if (run >= 0 && !dialog.open) dialog.showModal();
    if (run < 0 && dialog.open) dialog.close();
  }
  if (run >= 0) showStep(Math.min(state.step, last()));
}

/** The solved runs of other strategies on the same instance, with their paths. */
function others(run) {
  const isOther = (other) => strategyOf(other) !== strategyOf(run) && statusOf(other) === "solved" && movesOf(other);
  return run < 0 || data.instances.start[data.runs.instance[run]] === null ? [] : siblings(run).filter(isOther);
}

function movesOf(run) {
  return data.paths[data.runs.path[run]] ?? "";
}

/** The number of the last move. */
function last() {
  return Math.max(...viewed.walks.map(({ boards }) => boards.length - 1), 0);
}

/** The boards along the path of a run, and the parts of the page that show them. */
function walkOf(run) {
  const instance = data.runs.instance[run];
  const start = data.instances.start[instance];
  const size = sizeOf(instance);
  const moves = movesOf(run);
  const boards = start === null ? [] : boardsAlong(tilesOf(start), parseInt(size), moves);
  const [sums, letters] = ["sums", "moves"].map((name) => element("p", { class: name }));
  return { run, moves, boards, picture: board(size), sums, letters };
}

/** Fills the viewer with a run, or with two. */
function open(runs) {
  const [run] = runs;
  const instance = data.runs.instance[run];
  const { id, goal } = data.instances;
  const size = sizeOf(instance);
  viewed.walks = runs.map(walkOf);
  viewed.goal = goal[instance] ? tilesOf(goal[instance]) : [];
  at("viewer-title").textContent = `${id[instance]}, ${size}`;
  offerRuns("viewer-run", siblings(run), run, outline);
  const same = (other) => (movesOf(other) === movesOf(run) ? ", the same path" : "");
  offerRuns("viewer-beside", [-1, ...others(run)], viewed.beside, (other) =>
    other < 0 ? "no other path" : outline(other) + same(other),
  );
  at("viewer-beside").parentElement.hidden = others(run).length === 0;
  const why = reasons(viewed.walks[0]);
  at("viewer-why").textContent = why.join(" ");
  at("viewer-why").hidden = why.length === 0;
  const named = (other) => (runs.length > 1 ? [element("h3", {}, ...unbroken(strategyOf(other)))] : []);
  at("viewer-walks").replaceChildren(
    ...viewed.walks
      .filter(({ boards }) => boards.length)
      .map((walk) => element("div", {}, ...named(walk.run), walk.picture.node, walk.sums, walk.letters)),
  );
  at("viewer-walk").hidden = last() === 0;
  at("viewer-step").max = last();
  at("viewer-facts").classList.toggle("two", runs.length > 1);
  at("viewer-facts").replaceChildren(
    ...(goal[instance] ? fact("goal", board(size).show(viewed.goal, viewed.goal).node) : []),
    ...COLUMNS.slice(1).flatMap(({ head, show }) => fact(head, ...runs.map(show))),
    ...fact("run", ...runs.map((one) => data.runs.id[one])),
    ...fact("made by", ...runs.map((one) => data.origins[data.runs.origin[one]]?.about ?? "an unknown origin")),
  );
}

/** Fills a list of runs; -1 is none. */
function offerRuns(id, runs, chosen, name) {
  offer(
    at(id),
    runs.map((run) => [data.runs.id[run] ?? "", name(run)]),
  );
  at(id).value = data.runs.id[chosen] ?? "";
}

function fact(term, ...words) {
  return [element("dt", {}, term), ...words.map((word) => element("dd", {}, word))];
}

/** A run in the list of runs on its instance. */
function outline(run) {
  const length = data.runs.length[run];
  const sample = has("sample") ? `, sample ${data.runs.sample[run]}` : "";
  const ending = statusOf(run) === "solved" ? counted(length, "move") : statusOf(run);
  return `${strategyOf(run)}${sample}: ${ending}`;
}

/** Notes about a path, or reasons why there is none. */
function reasons({ run, moves, boards }) {
  const status = statusOf(run);
  const reason = data.reasons[data.runs.reason[run]];
  const found = [];
  if (data.runs.path[run] === -1) found.push("The path is in results.jsonl; with all paths, this page would be too large.");
  else if (status === "wrong" && moves) found.push("This answer is wrong.");
  else if (!moves && data.runs.length[run] !== 0)
    found.push(`There is no path to step through: ${PATHLESS[status]}`);
  else if (data.runs.length[run] === 0) found.push("The start is the goal, so there is no move.");
  if (!boards.length) found.push("The results hold no board of this instance.");
  else if (boards.length <= moves.length) found.push(`Move ${boards.length} would take the blank off the board.`);
  if (reason) found.push(`Reason: ${reason}.`);
  return found;
}

/** Shows the boards after a number of moves. */
function showStep(step) {
  const ways = viewed.walks.map((walk) => showWalk(walk, step)).join(", beside it ");
  const words =
    step === 0 ? `Start of ${counted(last(), "move")}` : `Move ${step} of ${last()}: the blank goes ${ways}`;
  at("viewer-now").textContent = words;
  const slider = at("viewer-step");
  slider.value = step;
  slider.ariaValueText = words;
  at("viewer-first").disabled = at("viewer-back").disabled = step === 0;
  at("viewer-last").disabled = at("viewer-next").disabled = step === last();
}

/** Shows a path after a number of moves, or its end. Returns where the blank went. */
function showWalk({ moves, boards, picture, sums, letters }, step) {
  if (!boards.length) return "";
  const made = Math.min(step, boards.length - 1);
  const { goal } = viewed;
  picture.show(boards[made], goal);
  const left = manhattan(boards[made], goal, picture.width);
  sums.textContent = goal.length ? `g ${made} + h ${left} = f ${made + left}` : "";
  letters.replaceChildren(
    moves.slice(0, Math.max(made - 1, 0)),
    element("mark", {}, moves[made - 1] ?? ""),
    moves.slice(made),
  );
  return made < step ? "nowhere" : NAMES[moves[step - 1]];
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
  at("viewer-beside").addEventListener("change", (event) => change({ beside: event.target.value }, true));
  at("viewer").addEventListener("close", () => {
    if (state.run) change({ run: "", beside: "", step: 0 });
  });
  at("viewer").addEventListener("keydown", (event) => {
    const to = { ArrowLeft: state.step - 1, ArrowRight: state.step + 1, Home: 0, End: Infinity }[event.key];
    // The slider and the list handle these keys themselves.
    if (to === undefined || /INPUT|SELECT/.test(event.target.tagName)) return;
    event.preventDefault();
    go(to);
  });
}
