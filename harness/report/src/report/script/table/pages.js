// The pages of a table.

const PAGE = 50;

/** The buttons that turn pages: their ids, names and signs, and where they lead. */
const TURNS = [
  ["first", "first page", "«", () => 1],
  ["back", "previous page", "‹", (page) => page - 1],
  ["next", "next page", "›", (page) => page + 1],
  ["last", "last page", "»", () => Infinity],
];

/**
 * Builds the buttons of a table, whose page is a part of the state. The function that it returns
 * shows where the page is among `count` rows, and gives the places of its first row and its end.
 */
function pager(table, part) {
  const input = element("input", { id: `${table}-page`, type: "number", min: 1, inputmode: "numeric" });
  const of = element("span");
  const turn = (page) => change({ [part]: Math.max(1, Math.min(page || 1, input.max)) });
  input.addEventListener("change", () => turn(parseInt(input.value)));
  const [first, back, next, last] = TURNS.map(([key, label, sign, to]) => {
    const button = element("button", { type: "button", id: `${table}-${key}`, "aria-label": label }, sign);
    button.addEventListener("click", () => turn(to(state[part])));
    return button;
  });
  const nav = at(`${table}-pages`);
  nav.append(first, back, element("label", {}, "Page ", input), of, next, last);
  return (count) => {
    const pages = Math.max(Math.ceil(count / PAGE), 1);
    const page = Math.min(state[part], pages);
    const [from, to] = [(page - 1) * PAGE, Math.min(page * PAGE, count)];
    nav.hidden = pages === 1;
    [input.value, input.max, of.textContent] = [page, pages, `of ${whole(pages)}`];
    first.disabled = back.disabled = page === 1;
    next.disabled = last.disabled = page === pages;
    const range = `Rows ${whole(from + 1)} to ${whole(to)} of ${whole(count)}`;
    at(`${table}-range`).textContent = pages === 1 ? "" : range;
    return [from, to];
  };
}
