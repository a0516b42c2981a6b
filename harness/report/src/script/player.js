// Going through steps, one of which is shown: by buttons, by keys, by a slider, and by itself.

const isCalm = matchMedia("(prefers-reduced-motion: reduce)");

/** Attaches keys to a part of the page. An action gets the value of its key; without one, the values are actions. */
function onKeys(node, values, act = (value) => value()) {
  node.addEventListener("keydown", (event) => {
    const { key, target } = event;
    // Lists, texts and buttons have their own keys, and an open dialog has the keys of the page.
    const isTaken = target.matches("select, [type=search], [type=number]") || (key === " " && target.matches("button, [type=checkbox]"));
    const isBehind = node.closest("dialog") !== document.querySelector("dialog[open]");
    if (isTaken || isBehind || event.ctrlKey || event.metaKey || event.altKey || !(key in values)) return;
    event.preventDefault();
    event.stopPropagation();
    act(values[key], event.shiftKey);
  });
}

/**
 * Attaches the four buttons whose ids begin alike, and keys of a part of the page. What it returns shows where in the
 * range of steps the reader is: buttons that lead nowhere are disabled.
 */
function stepper(id, go, node) {
  let [now, first, last] = [0, 0, 0];
  const by = (way) => Math.max(first, Math.min(now + way, last));
  const ways = { first: -Infinity, back: -1, next: 1, last: Infinity };
  const buttons = Object.entries(ways).map(([name, way]) => [at(id + name), way]);
  for (const [button, way] of buttons) button.addEventListener("click", () => go(by(way)));
  const keys = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
  if (node) onKeys(node, keys, (way, isFar) => go(by(isFar ? 100 * way : way)));
  return (...range) => {
    [now, first, last] = range;
    for (const [button, way] of buttons) button.disabled = by(way) === now;
  };
}

/**
 * Attaches a stepper and a slider to the step in the state, and plays the steps. The page tells the last step, the step
 * some seconds after another one, and the step of a place of the slider.
 */
function player(id, node, last, ahead, stepAt = Number) {
  const [button, slider, told] = ["play", "step", "now"].map((name) => at(id + name));
  // The request for the next picture, the time of the last one, and its step with a fraction.
  let [frame, time, place] = [0, 0, 0];
  const pause = () => {
    if (!frame) return;
    cancelAnimationFrame(frame);
    frame = 0;
    [button.textContent, told.ariaLive] = ["Play", "polite"];
    remember(true);
  };
  const advance = () => {
    frame = requestAnimationFrame(advance);
    const now = performance.now();
    const seconds = (now - time) / 1000;
    // Readers who want little motion see two pictures per second.
    if (isCalm.matches && seconds < 0.5) return;
    [time, place] = [now, ahead(place, seconds)];
    const step = Math.min(Math.round(place), last());
    if (step !== state.step) {
      state.step = step;
      show();
    }
    if (step === last()) pause();
  };
  const play = () => {
    if (frame) return pause();
    // Screen readers cannot announce steps so fast.
    [button.textContent, told.ariaLive] = ["Pause", "off"];
    [time, place] = [performance.now(), state.step < last() ? state.step : 0];
    frame = requestAnimationFrame(advance);
  };
  const go = (step) => {
    pause();
    change({ step }, true);
  };
  const showSteps = stepper(id, go, node);
  button.addEventListener("click", play);
  onKeys(node, { " ": play });
  slider.addEventListener("input", () => go(stepAt(slider.value)));
  const showStep = (step, words, value = step) => {
    say(told, words);
    [slider.ariaValueText, slider.value] = [words, value];
    showSteps(step, 0, last());
  };
  return { pause, showStep };
}
