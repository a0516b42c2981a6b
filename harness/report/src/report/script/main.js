// Connects the parts: a change of the state shows all parts again, and each part
// checks whether anything in it changed. Their actions are attached once.

const STARTS = [startStrategies, startLines, startGrid, startTable, startControls, startPair, startViewer];
const PARTS = [showStrategies, showLines, showCharts, showGrid, showControls, showTable, showPair, showViewer];

function show() {
  for (const part of PARTS) part(state);
}

/** Shows the state in the address. A # without a state is a place of the page. */
function restore() {
  if (!location.hash || location.hash.includes("=")) state = stateOf(location.hash);
  show();
}

/** Scrolls to the part of the page that a link is about. */
function goThere() {
  const other = (...keys) => keys.some((key) => String(state[key]) !== String(FIRST[key]));
  if (other("sort", "page")) at("runs").scrollIntoView();
  else if (other("quantity", "instances", ...FILTERS)) at("instances").scrollIntoView();
  else if (other("x", "y", "measure")) at("pairs").scrollIntoView();
}

/** Scrolls to parts of the page without losing the state after the #. */
function startContents() {
  at("contents").addEventListener("click", (event) => {
    const place = event.target.hash && document.querySelector(event.target.hash);
    if (!place) return;
    event.preventDefault();
    place.scrollIntoView();
    place.focus({ preventScroll: true });
  });
}

for (const part of document.querySelectorAll("[data-live]")) part.hidden = false;
startContents();
for (const start of STARTS) start();
charts.forEach(startChart);
charts.filter(({ picture }) => picture.closest(".narrow")).forEach(startFamilies);
restore();
goThere();
addEventListener("hashchange", restore);
