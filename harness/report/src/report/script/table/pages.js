// The pages of a table.

const PAGE = 50;

/**
 * Attaches the buttons of a table, whose page is a part of the state. The function that it returns
 * shows where the page is among `count` rows, and gives the places of its first row and its end.
 */
function pager(table, part) {
  const [first, back, input, next, last] = at(`${table}-pages`).querySelectorAll("button, input");
  const turn = (page) => change({ [part]: Math.max(1, Math.min(page || 1, input.max)) });
  input.addEventListener("change", () => turn(parseInt(input.value)));
  first.addEventListener("click", () => turn(1));
  back.addEventListener("click", () => turn(state[part] - 1));
  next.addEventListener("click", () => turn(state[part] + 1));
  last.addEventListener("click", () => turn(Infinity));
  return (count) => {
    const pages = Math.max(Math.ceil(count / PAGE), 1);
    const page = Math.min(state[part], pages);
    const [from, to] = [(page - 1) * PAGE, Math.min(page * PAGE, count)];
    at(`${table}-pages`).hidden = pages === 1;
    [input.value, input.max, at(`${table}-of`).textContent] = [page, pages, `of ${whole(pages)}`];
    first.disabled = back.disabled = page === 1;
    next.disabled = last.disabled = page === pages;
    const range = `Rows ${whole(from + 1)} to ${whole(to)} of ${whole(count)}`;
    at(`${table}-range`).textContent = pages > 1 ? range : "";
    return [from, to];
  };
}
