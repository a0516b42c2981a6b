// The viewer: one run, and its path step by step on a board; beside it, the path of another run.

/** The paths of the open runs, and their goal. */
const viewed = { walks: [], goal: [] };

/** The steps of the paths; a move takes 0.45 seconds. */
const steps = player("viewer-", at("viewer"), last, (step, seconds) => step + seconds / 0.45);

/** Why there is no path, by the status of the run; the others are limits. */
const PATHLESS = {
  solved: "the results hold none for this run.",
  unsolvable: "the goal cannot be reached from this start.",
  "not-found": "the search found none, which does not say that there is none.",
  unsupported: "the strategy does not support boards of this size.",
  wrong: "the answer is wrong.",
  crashed: "the run crashed.",
};

/** Opens or closes the viewer, or shows another move, according to the state. */
function showViewer(state) {
  const dialog = at("viewer");
  const run = RUNS.indexOf(state.run);
  const beside = others(run).filter((other) => RUNS[other] === state.beside);
  if (isNew("viewer", run, beside)) {
    steps.pause();
    if (run < 0) dialog.close();
    else open([run, ...beside]);
    if (run >= 0 && !dialog.open) dialog.showModal();
  }
  if (run >= 0) showStep(Math.min(state.step, last()));
}

/** The solved runs of other strategies on the same instance, with their paths. */
function others(run) {
  const isOther = (other) => strategyOf(other) !== strategyOf(run) && statusOf(other) === "solved" && movesOf(other);
  return boardOf("start", run) ? siblings(run).filter(isOther) : [];
}

const movesOf = (run) => data.paths[data.runs.path[run]] ?? "";

/** The start or the goal of a run, if the results hold it. */
function boardOf(name, run) {
  const word = data.instances[name][data.runs.instance[run]];
  return word && tilesOf(word);
}

/** The number of the last move. */
function last() {
  return Math.max(...viewed.walks.map(({ boards }) => boards.length - 1), 0);
}

/** The boards along the path of a run, and the parts of the page that show them. */
function walkOf(run) {
  const start = boardOf("start", run);
  const size = sizeOf(data.runs.instance[run]);
  const [width, moves] = [parseInt(size), movesOf(run)];
  const boards = start ? boardsAlong(start, width, moves) : [];
  const [sums, letters] = ["sums", "moves"].map((name) => element("p", { class: name }));
  const picture = board(size);
  const name = element("h3", {}, ...unbroken(strategyOf(run)));
  const node = element("div", {}, name, picture.node, sums, letters);
  return { run, moves, boards, width, picture, sums, letters, node };
}

/** Fills the viewer with a run, or with two. */
function open(runs) {
  const [run, beside] = runs;
  const instance = data.runs.instance[run];
  const size = sizeOf(instance);
  const walks = runs.map(walkOf);
  const goal = boardOf("goal", run) ?? [];
  Object.assign(viewed, { walks, goal });
  at("viewer-title").textContent = `${data.instances.id[instance]}, ${size}`;
  const same = (other) => (movesOf(other) === movesOf(run) ? ", the same path" : "");
  const choices = others(run).map((other) => [RUNS[other], outline(other) + same(other)]);
  offer(at("viewer-run"), siblings(run).map((other) => [RUNS[other], outline(other)]), RUNS[run]);
  offer(at("viewer-beside"), [["", "no other path"], ...choices], RUNS[beside] ?? "");
  at("viewer-why").textContent = reasons(walks[0]).join(" ");
  const seen = walks.filter(({ boards }) => boards.length);
  at("viewer-walks").replaceChildren(...seen.map(({ node }) => node));
  at("viewer-step").max = last();
  at("viewer-facts").replaceChildren(
    ...(goal.length ? fact("goal", board(size).show(goal, goal)) : []),
    ...(goal.length && seen.length ? fact("watch", element("code", {}, watching(runs))) : []),
    ...[...COLUMNS.slice(1), ...NUMBERS.filter(({ rank }) => rank === "detail")].flatMap(({ head, show }) => fact(head, ...runs.map(show))),
    ...fact("run", ...runs.map((one) => RUNS[one])),
    ...fact("made by", ...runs.map((one) => data.origins[data.runs.origin[one]]?.about ?? "an unknown origin")),
  );
}

const fact = (term, ...words) => [element("dt", {}, term), ...words.map((word) => element("dd", {}, word))];

/** The command that watches the strategies of runs on their instance. */
function watching(runs) {
  const { boards: [start], width } = viewed.walks[0];
  const names = [...new Set(runs.map(strategyOf))].map((name) => ` --strategy ${quoted(name)}`);
  return `optile watch '${rowsOf(start, width)} -> ${rowsOf(viewed.goal, width)}'${names.join("")}`;
}

/** A word of a command as a shell reads it. */
const quoted = (word) => (/^[\w./:=,+@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** A run in the list of runs on its instance. */
function outline(run) {
  const sample = has("sample") ? `, sample ${data.runs.sample[run]}` : "";
  const ending = statusOf(run) === "solved" ? counted(data.runs.length[run], "move") : statusOf(run);
  return `${strategyOf(run)}${sample}: ${ending}`;
}

/** Notes about a path, or reasons why there is none. */
function reasons({ run, moves, boards }) {
  const status = statusOf(run);
  const reason = data.reasons[data.runs.reason[run]];
  const found = [];
  if (data.runs.path[run] === -1) found.push("The path is in results.jsonl; this page has no room for it.");
  else if (status === "wrong" && moves) found.push("This answer is wrong.");
  else if (data.runs.length[run] === 0) found.push("The start is the goal, so there is no move.");
  else if (!moves) {
    const why = PATHLESS[status] ?? `the ${status.replace("-", " ")} ended the run.`;
    found.push(`There is no path to step through: ${why}`);
  }
  if (!boards.length) found.push("The results hold no board of this instance.");
  else if (boards.length <= moves.length) found.push(`Move ${boards.length} would take the blank off the board.`);
  if (reason) found.push(`Reason: ${reason}.`);
  return found;
}

/** Shows the boards after a number of moves. */
function showStep(step) {
  const ways = viewed.walks.map((walk) => showWalk(walk, step)).join(", beside it ");
  const words = step ? `Move ${step} of ${last()}: the blank goes ${ways}` : `Start of ${counted(last(), "move")}`;
  steps.showStep(step, words);
}

/** Shows a path after a number of moves, or its end. Returns where the blank went. */
function showWalk({ moves, boards, width, picture, sums, letters }, step) {
  if (!boards.length) return "";
  const made = Math.min(step, boards.length - 1);
  const { goal } = viewed;
  picture.show(boards[made], goal);
  const left = manhattan(boards[made], goal, width);
  sums.textContent = goal.length ? `g ${made} + h ${left} = f ${made + left}` : "";
  const mark = element("mark", {}, moves[made - 1] ?? "");
  letters.replaceChildren(moves.slice(0, Math.max(made - 1, 0)), mark, moves.slice(made));
  return made < step ? "nowhere" : GOES[moves[step - 1]]?.[0];
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
    const run = RUNS.indexOf([...cells].slice(0, 3).map(({ textContent }) => textContent).join(" "));
    if (run >= 0) cells[0].replaceChildren(linkTo(run, cells[0].textContent));
  }
  document.addEventListener("click", follow);
  at("viewer-run").addEventListener("change", (event) => change({ run: event.target.value, step: 0 }));
  at("viewer-beside").addEventListener("change", (event) => change({ beside: event.target.value }, true));
  at("viewer").addEventListener("close", () => {
    if (state.run) change({ run: "", beside: "", step: 0 });
  });
}
