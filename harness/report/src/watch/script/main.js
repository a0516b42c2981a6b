// The moment that is shown, and what the page is about.

const small = IS_SMALL ? smallSpace() : null;
const known = IS_SMALL ? data.estimates.map(({ values }) => bytesOf(values)) : [];
const traces = data.searches.map(traceOf);
const panels = traces.map(panelOf);
const most = Math.max(1, ...traces.map(({ rows }) => rows));

const FIRST = { step: 0, pace: "expansions", vertical: "moves", speed: "all-20" };
const ALLOWED = {};
const MEDIA = ["(prefers-color-scheme: dark)", "print"].map((query) => matchMedia(query));
const INKS = ["ink", "faint", "paper", "edge", "accent", "loud", "state", "contour"];
const [inks, planes] = [{}, new Map()];

/** Time is logarithmic, after about ten expansions: so short searches are seen beside long ones. */
const growth = Math.log1p(most / 10);
const stepAt = (share) => (state.pace === "share" ? most * share : 10 * Math.expm1(share * growth));
const shareAt = (step) => (state.pace === "share" ? step / most : Math.log1p(step / 10) / growth);

/** The step some seconds after another one. */
function ahead(step, seconds) {
  const [speed, all] = state.speed.split("-");
  return all ? stepAt(Math.min(1, shareAt(step) + seconds / all)) : step + seconds * speed;
}

const steps = player("", document.body, () => most, ahead, (place) => Math.round(stepAt(place / 1000)));

const isPresented = () => document.documentElement.matches(".presenting");

/** The plane of a trace; traces with the same estimates share one. */
function sharedPlane(trace) {
  const isExact = IS_SMALL && (state.vertical === "moves" || !trace.hasEstimates);
  const key = isExact ? "exact" : IS_SMALL ? `${trace.given.estimates} ${trace.has}` : trace;
  if (!planes.has(key)) planes.set(key, planeOf(trace, isExact));
  return planes.get(key);
}

/** Tells the style sheet whether the page is about something; it hides what is about other searches. */
const mark = (name, is) => document.body.classList.toggle(name, is);

/** Marks on the line of time where each search ends that is shown to its end, in lower rows where names would overlap. */
function markEnds() {
  const [line, ends] = [at("ends").clientWidth, []];
  const marks = panels.map(({ trace: { rows }, mark }) => ({ mark, share: state.pace === "share" ? 1 : shareAt(rows) }));
  for (const { mark, share } of marks.sort((a, b) => a.share - b.share)) {
    const row = [...ends, -Infinity].findIndex((end) => end <= line * share - mark.offsetWidth);
    ends[row] = line * share;
    mark.style.right = `${100 * (1 - share)}%`;
    mark.style.setProperty("--row", row);
  }
  at("ends").style.setProperty("--rows", ends.length);
}

/** Draws all planes as high as the window has room for them, if they fill the screen, or as they always are. */
function fitAll(shownPlanes) {
  const fitTo = (tall) => {
    zoom.tall = tall / zoom.letter;
    panels.forEach((panel, index) => fit(panel, shownPlanes[index]));
  };
  if (!isPresented()) return fitTo(440);
  fitTo(0);
  const rows = new Set(panels.map(({ node }) => node.offsetTop)).size;
  fitTo(Math.max(60, (innerHeight - document.querySelector("main").offsetHeight) / rows));
}

/** Fits all panels to the window, the colours and the vertical axis. */
function layOut() {
  zoom.letter = parseFloat(getComputedStyle(panels[0].parts.plane).fontSize) / 12;
  markEnds();
  const ink = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);
  for (const name of INKS) inks[name] = ink(name);
  inks.levels = ["forward", "backward", "open"].map(ink);
  const shownPlanes = traces.map(sharedPlane);
  for (const name of ["columns", "rows"]) longest[name] = Math.max(...shownPlanes.map((plane) => plane[name]));
  fitAll(shownPlanes);
  mark("exact", shownPlanes.some(({ isExact }) => isExact));
  mark("sums", shownPlanes.some(({ isExact, isFlat }) => !isExact && !isFlat));
}

function show() {
  const size = [innerWidth, innerHeight, devicePixelRatio, isPresented()];
  if (isNew("look", state.vertical, state.pace, size, MEDIA.map(({ matches }) => matches))) layOut();
  const step = Math.min(state.step, most);
  const [isShare, share] = [state.pace === "share", step / most];
  const reach = ({ rows }) => (isShare ? Math.round(share * rows) : Math.min(step, rows));
  for (const panel of panels) showPanel(panel, reach(panel.trace));
  const words = `${whole(step)} of ${counted(most, "expansion")}`;
  steps.showStep(step, isShare ? `${(100 * share).toFixed(1)} % of each search` : words, 1000 * shareAt(step));
  showControls();
}

const best = small?.far[1][rankOf(start)] ?? NONE;
const shortest = best === NONE ? "" : ` The shortest paths have ${counted(best, "move")}.`;
at("about").textContent = `From ${rowsOf(start, width)} to ${rowsOf(goal, width)}; 0 is the blank.${shortest}`;
SIDES.forEach((name, side) => mark(name, traces.some(({ has }) => has[side])));
mark("both", traces.some(({ isTwoSided }) => isTwoSided));
mark("choice", IS_SMALL && traces.some(({ hasEstimates }) => hasEstimates));
mark("large", !IS_SMALL);
at("searches").append(...panels.map(({ node }) => node));
at("ends").append(...panels.filter(({ isCut }) => !isCut).map(({ mark }) => mark));
panels.forEach(startInspection);
startControls();
onKeys(document.body, { "+": 1, "-": -1 }, (by) => {
  const { options, selectedIndex } = at("speed");
  change({ speed: (options[selectedIndex + by] ?? options[selectedIndex]).value }, true);
});
presenter(show);
restore();
addEventListener("resize", show);
for (const medium of MEDIA) medium.addEventListener("change", show);
