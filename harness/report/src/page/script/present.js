// Presenting: one chart at a time fills the screen, and each step may add one of its lines.

/** The steps: a chart and how many of its lines are shown; and what holds its place in the page. */
const talk = { steps: [], gap: document.createComment("") };
const showPresented = stepper("present-", present, at("present"));

/** Moves the chart of a step to the screen, and the last one back into the page; -1 for none. */
function present(place) {
  const [[figure, count] = [], stage] = [talk.steps[place], at("present-chart")];
  talk.gap.replaceWith(...stage.children);
  figure?.replaceWith(talk.gap);
  if (figure) stage.append(figure);
  for (const chart of charts) {
    let left = count;
    for (const { item, parts } of chart.series) {
      const isLater = chart.figure === figure && !item.hidden && left-- <= 0;
      for (const { classList } of [item, ...parts]) classList.toggle("later", isLater);
    }
  }
  showPresented(place, 0, talk.steps.length - 1);
  // A disabled button would get no keys.
  at("present").focus();
}

/** Plans the steps for charts, and begins at one of them. */
function plan(figures, first) {
  talk.steps = figures.flatMap((figure) => {
    const all = figure.querySelectorAll(".keys > li:not([hidden])").length;
    return (at("present-lines").checked ? [...Array(all + 1).keys()] : [all]).map((count) => [figure, count]);
  });
  present(talk.steps.findIndex(([figure]) => figure === first));
}

function startPresenting() {
  const dialog = at("present");
  const end = presenter((isOn) => {
    const figures = [...document.querySelectorAll("figure")].filter((one) => isOn && one.checkVisibility());
    const first = figures.find((one) => one.getBoundingClientRect().bottom > innerHeight / 2);
    dialog[isOn ? "showModal" : "close"]();
    plan(figures, first ?? figures[0]);
  });
  press({ "present-lines": () => plan([...new Map(talk.steps).keys()], at("present-chart").firstChild) });
  const keys = { p: "end", l: "lines", PageUp: "back", PageDown: "next", " ": "next" };
  onKeys(dialog, keys, (name) => at(`present-${name}`).click());
  // It may be open again when the event comes.
  dialog.onclose = () => dialog.open || end();
}
