// The page of a run that goes on: it loads itself again and keeps the view of the reader.

/** When the reader did something, and how long that lasts. */
let touched = 0;
const REST = 2000;

/** Loads the page again as soon as the reader rests and no run is open. */
function loadAgain() {
  if (Date.now() - touched < REST || at("viewer").open) {
    setTimeout(loadAgain, 500);
    return;
  }
  const open = [...document.querySelectorAll("details[open]")].map(({ id }) => id);
  const parts = [...document.querySelectorAll("main :is(header, section, figure)")];
  const above = (part) => part.getBoundingClientRect().top;
  // Below the bar of lines.
  const part = parts.findLast((part) => part.checkVisibility() && above(part) < 110) ?? parts[0];
  // The state of an entry of the history survives, also for a file.
  history.scrollRestoration = "manual";
  history.replaceState({ open, part: part.id, top: above(part), focus: document.activeElement.id }, "");
  location.reload();
}

/** Brings the view of the reader back. Returns whether there was one. */
function comeBack() {
  if (!history.state?.part) return false;
  const { open, part, top, focus } = history.state;
  history.replaceState(null, "");
  // The browser may restore the old position until some time later.
  addEventListener("load", () => setTimeout(() => (history.scrollRestoration = "auto"), REST));
  for (const id of open) at(id)?.setAttribute("open", "");
  at(focus)?.focus({ preventScroll: true });
  scrollBy(0, (at(part)?.getBoundingClientRect().top ?? top) - top);
  return true;
}

/** Waits for the next page, if the run goes on. */
function startRunning() {
  const { reload } = document.documentElement.dataset;
  if (!reload) return;
  for (const event of ["pointerdown", "keydown", "wheel", "input", "touchmove"])
    addEventListener(event, () => (touched = Date.now()), { passive: true });
  setTimeout(loadAgain, reload * 1000);
}
