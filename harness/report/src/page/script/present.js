// Presenting: one chart at a time fills the screen, for a lecture.

/** The charts to present, and what holds the place of one in the page. */
const presented = { charts: [], mark: document.createComment("") };
const showPresented = stepper("present-", present, at("present"));

/** Moves a chart to the screen, and the one that was there back into the page; -1 for none. */
function present(place) {
  const [{ charts, mark }, dialog] = [presented, at("present")];
  mark.replaceWith(...at("present-chart").children);
  charts[place]?.replaceWith(mark);
  at("present-chart").append(...charts.slice(place, place + 1));
  // What is higher than wide scrolls, so that its letters are large too.
  const { width, height } = charts[place]?.querySelector(".chart svg").viewBox.baseVal ?? {};
  dialog.classList.toggle("tall", height > width);
  dialog.scrollTop = 0;
  showPresented(place, 0, charts.length - 1);
  // A disabled button would get no keys.
  dialog.focus();
}

function startPresenting() {
  const dialog = at("present");
  const begin = async () => {
    presented.charts = [...document.querySelectorAll("figure")].filter((figure) => figure.checkVisibility());
    const place = presented.charts.findIndex((figure) => figure.getBoundingClientRect().bottom > innerHeight / 2);
    if (navigator.userActivation.isActive) await document.documentElement.requestFullscreen?.().catch(() => {});
    if (!dialog.open) dialog.showModal();
    present(Math.max(place, 0));
  };
  press({ "present-begin": begin });
  onKeys(document.body, { p: begin });
  onKeys(dialog, { p: "end", PageUp: "back", PageDown: "next", " ": "next" }, (name) => at(`present-${name}`).click());
  // It may be open again when the event comes.
  dialog.addEventListener("close", () => {
    if (!dialog.open) present(-1);
    if (!dialog.open && document.fullscreenElement) document.exitFullscreen();
  });
  document.addEventListener("fullscreenchange", () => document.fullscreenElement || dialog.close());
}
