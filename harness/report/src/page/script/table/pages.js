// The pages of a table.

const PAGE = 50;

/**
 * Attaches the buttons of a table, whose page is a part of the state. The function that it returns
 * shows where the page is among `count` rows, and gives the places of its first row and its end.
 */
function pager(table, part) {
  const showSteps = stepper(`${table}-`, (page) => change({ [part]: page }));
  return (count) => {
    const pages = Math.max(Math.ceil(count / PAGE), 1);
    const page = Math.max(1, Math.min(state[part], pages));
    const [from, to] = [(page - 1) * PAGE, Math.min(page * PAGE, count)];
    at(`${table}-pages`).hidden = pages === 1;
    at(`${table}-range`).textContent = `Rows ${whole(from + 1)} to ${whole(to)} of ${whole(count)}`;
    showSteps(page, 1, pages);
    return [from, to];
  };
}
