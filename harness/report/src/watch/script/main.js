// The moment that is shown, the controls, and the address that stores it.

const small = IS_SMALL ? smallSpace() : null;
const known = IS_SMALL ? data.estimates.map(({ values }) => bytesOf(values)) : [];
const traces = data.searches.map(traceOf);
const panels = traces.map(panelOf);
const most = Math.max(1, ...traces.map(({ rows }) => rows));

const FIRST = { step: most, pace: "expansions", vertical: "moves", speed: "all-20" };
const CHOICES = ["pace", "vertical", "speed"];
const view = { ...FIRST };
/** The request for the next picture while searches play, the time of the last one, and the step with its fraction. */
const played = { frame: 0, time: 0, step: 0 };
const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
const INKS = ["ink", "faint", "paper", "edge", "accent", "loud", "tile", "tile-home", "state", "contour"];
const [inks, planes] = [{}, new Map()];

/** The slider goes slowly at the beginning, where short searches are. */
const bend = () => (view.pace === "share" || most < 2000 ? 1 : 3);
const stepAt = (share) => most * share ** bend();
const shareAt = (step) => (step / most) ** (1 / bend());

/** The plane of a trace; traces with the same estimates share one. */
function sharedPlane(trace) {
  const isExact = IS_SMALL && (view.vertical === "moves" || !trace.hasEstimates);
  const key = isExact ? "exact" : IS_SMALL ? `${trace.given.estimates} ${trace.has}` : trace;
  if (!planes.has(key)) planes.set(key, planeOf(trace, isExact));
  return planes.get(key);
}

/** Tells the style sheet what the page is about. */
const mark = (name, is) => document.body.classList.toggle(name, is);

/** Fits all panels to the window, the colours and the choices. */
function layOut() {
  const ink = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);
  for (const name of INKS) inks[name] = ink(name);
  inks.levels = ["forward", "backward", "open"].map(ink);
  const shownPlanes = traces.map(sharedPlane);
  for (const name of ["columns", "rows"]) longest[name] = Math.max(...shownPlanes.map((plane) => plane[name]));
  panels.forEach((panel, index) => fit(panel, shownPlanes[index]));
  mark("exact", shownPlanes.some(({ isExact }) => isExact));
  mark("sums", shownPlanes.some(({ isExact, isFlat }) => !isExact && !isFlat));
  show();
}

function show() {
  const [isShare, share] = [view.pace === "share", view.step / most];
  const reach = ({ rows }) => (isShare ? Math.round(share * rows) : Math.min(view.step, rows));
  for (const panel of panels) showPanel(panel, reach(panel.trace));
  const words = `${whole(view.step)} of ${counted(most, "expansion")}`;
  say("now", isShare ? `${(100 * share).toFixed(1)} % of each search` : words);
  at("step").value = 1000 * shareAt(view.step);
  at("step").ariaValueText = at("now").textContent;
  at("first").disabled = at("back").disabled = view.step === 0;
  at("last").disabled = at("next").disabled = view.step === most;
}

/** Goes to a step. */
function go(step) {
  view.step = Math.max(0, Math.min(Math.round(step), most));
  show();
  if (!played.frame) remember();
}

/** Stores the moment in the address. */
function remember() {
  const kept = Object.entries(view).filter(([key, value]) => key === "step" || value !== FIRST[key]);
  history.replaceState(null, "", `#${new URLSearchParams(kept)}`);
}

function restore() {
  const told = new URLSearchParams(location.hash.slice(1));
  for (const key in FIRST) view[key] = told.get(key) ?? FIRST[key];
  view.step = view.step === "end" ? most : Math.max(0, Math.min(Math.round(view.step) || 0, most));
  for (const name of CHOICES) {
    at(name).value = view[name];
    if (at(name).selectedIndex < 0) at(name).value = view[name] = FIRST[name];
  }
  layOut();
}

function pause() {
  cancelAnimationFrame(played.frame);
  played.frame = 0;
  [at("play").textContent, at("now").ariaLive] = ["Play", "polite"];
  go(view.step);
}

function play() {
  if (played.frame) return pause();
  // Screen readers cannot announce steps so fast.
  [at("play").textContent, at("now").ariaLive] = ["Pause", "off"];
  Object.assign(played, { time: performance.now(), step: view.step === most ? 0 : view.step });
  played.frame = requestAnimationFrame(advance);
}

function advance(now) {
  played.frame = requestAnimationFrame(advance);
  const seconds = (now - played.time) / 1000;
  // Readers who want little motion see two pictures a second.
  if (seconds <= 0 || (isCalm.matches && seconds < 0.5)) return;
  played.time = now;
  const [speed, all] = view.speed.split("-");
  played.step = all ? stepAt(Math.min(1, shareAt(played.step) + seconds / all)) : played.step + seconds * speed;
  go(played.step);
  if (view.step === most) pause();
}

/** Goes some expansions on, and pauses. */
function stepBy(count) {
  if (played.frame) pause();
  go(view.step + count);
}

function choose(name, value) {
  at(name).value = view[name] = value;
  layOut();
  remember();
}

/** The actions of keys, with how many expansions they go. */
const KEYS = {
  ArrowLeft: (count) => stepBy(-count),
  ArrowRight: stepBy,
  Home: () => stepBy(-most),
  End: () => stepBy(most),
  " ": play,
  "+": () => choose("speed", at("speed").options[Math.min(at("speed").selectedIndex + 1, 7)].value),
  "-": () => choose("speed", at("speed").options[Math.max(at("speed").selectedIndex - 1, 0)].value),
};

function startControls() {
  addEventListener("keydown", (event) => {
    const isTaken = event.target.matches("select") || (event.key === " " && event.target.matches("button"));
    if (isTaken || at("states").open || event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
    event.preventDefault();
    KEYS[event.key](event.shiftKey ? 100 : 1);
  });
  for (const name of CHOICES) at(name).addEventListener("change", ({ target }) => choose(name, target.value));
  press({ first: KEYS.Home, back: () => stepBy(-1), play, next: () => stepBy(1), last: KEYS.End });
  press({ "states-back": () => showState(-1), "states-next": () => showState(1) });
  at("step").addEventListener("input", ({ target }) => go((played.step = stepAt(target.value / 1000))));
}

/** Tells what is shown; the page hides what is about other searches. */
function describe() {
  const best = small?.far[1][rankOf(start)] ?? NONE;
  const shortest = best === NONE ? "" : ` The shortest paths have ${counted(best, "move")}.`;
  at("about").textContent = `From ${rowsOf(start)} to ${rowsOf(goal)}; 0 is the blank.${shortest}`;
  mark("forward", traces.some(({ has }) => has[0]));
  mark("backward", traces.some(({ has }) => has[1]));
  mark("both", traces.some(({ isTwoSided }) => isTwoSided));
  mark("choice", IS_SMALL && traces.some(({ hasEstimates }) => hasEstimates));
  mark("large", !IS_SMALL);
  at("searches").append(...panels.map(({ node }) => node));
}

describe();
panels.forEach(startInspection);
startControls();
restore();
addEventListener("hashchange", restore);
addEventListener("resize", layOut);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", layOut);
