// Presenting: a part of the page fills the screen, for a lecture.

/** Lets a button and the key p begin and end, which `show` is told. Returns what ends. */
function presenter(show) {
  const root = document.documentElement;
  const turn = async (isOn) => {
    if (isOn && navigator.userActivation.isActive) await root.requestFullscreen?.().catch(() => {});
    if (!isOn && document.fullscreenElement) document.exitFullscreen();
    show(root.classList.toggle("presenting", isOn));
  };
  const [begin, end] = [() => turn(!root.matches(".presenting")), () => turn(false)];
  press({ "present-begin": begin });
  onKeys(document.body, { p: begin, Escape: end });
  document.onfullscreenchange = () => document.fullscreenElement || end();
  return end;
}
