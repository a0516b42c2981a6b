// Two strategies in classes of instances: the table and the sentences of `optile compare --pair A B --by length`. The
// intervals are from the same resamples: Rust tells their constants.

const { state: DICE, resamples: RESAMPLES, ends: ENDS, fewest: FEWEST, band: BAND } = data.classes;

/** Xoshiro256++ in halves of its words: each call gives a place below `count`. */
function diceOf(count) {
  let [a, A, b, B, c, C, d, D] = DICE;
  return () => {
    let low = (a >>> 0) + (d >>> 0);
    let high = A + D + (low > 0xffffffff);
    [low, high] = [(low << 23) | ((high >>> 0) >>> 9), (high << 23) | ((low >>> 0) >>> 9)];
    low = (low >>> 0) + (a >>> 0);
    high = (high + A + (low > 0xffffffff)) >>> 0;
    const [t, T] = [b << 17, (B << 17) | (b >>> 15)];
    [c, C, d, D] = [c ^ a, C ^ A, d ^ b, D ^ B];
    [b, B, a, A] = [b ^ c, B ^ C, a ^ d, A ^ D];
    [c, C] = [c ^ t, C ^ T];
    [d, D] = [(D << 13) | (d >>> 19), (d << 13) | (D >>> 19)];
    return Math.floor((high * count + Math.floor(((low >>> 0) * count) / 2 ** 32)) / 2 ** 32);
  };
}

/** The geometric mean from logarithms, and the ends of its interval if there are enough of them. */
function estimateOf(logs) {
  const count = logs.length;
  const mean = (draw) => {
    let sum = 0;
    for (let place = 0; place < count; place++) sum += logs[draw(place)];
    return Math.exp(sum / count);
  };
  const value = mean(Number);
  if (count < ENDS[0]) return { value };
  const means = Float64Array.from({ length: RESAMPLES }, mean.bind(null, diceOf(count))).sort();
  const end = ENDS.filter((fewest) => fewest <= count).length - 1;
  return { value, low: means[end], high: means[RESAMPLES - 1 - end] };
}

/** The classes of instances, from small to large: neighbouring bands of lengths are joined until each is large. */
function classesOf(state) {
  const isBand = state.division === "length";
  const ran = both(state).map(({ instance, trials }) => {
    const [a, b] = trials.map(({ status }) => status === "solved");
    const [x, y] = trials.map(({ value }) => Math.max(value, 1));
    const length = isBand ? data.instances.optimal[instance] : 0;
    return { size: sizeOf(instance), length, a, b, ratio: a && b ? y / x : NaN };
  });
  const isSmall = (some) => some?.filter(({ a, b }) => a && b).length < FEWEST;
  return data.sizes.flatMap((size) => {
    const own = ran.filter((one) => one.size === size && one.length !== null);
    const classes = [];
    for (const band of Object.values(Object.groupBy(own, ({ length }) => Math.floor(length / BAND)))) {
      if (isSmall(classes.at(-1))) classes.at(-1).push(...band);
      else classes.push(band);
    }
    if (classes.length > 1 && isSmall(classes.at(-1))) classes.at(-2).push(...classes.pop());
    return classes.map((members) => classOf(size, isBand, members));
  });
}

/** A class: its estimate, the cells of its row, and how sentences name it and its ends. */
function classOf(size, isBand, members) {
  const ratios = members.map(({ ratio }) => ratio).filter(Boolean);
  const { value, low, high } = estimateOf(ratios.map(Math.log));
  const count = (isIt) => members.filter(isIt).length;
  const mean = (one) => (one >= 0.1 && one < 10 ? one.toFixed(3) : threeDigits(one));
  const cells = [
    members.length,
    count(({ a, b }) => a && b),
    value ? mean(value) : "–",
    low ? `${mean(low)} to ${mean(high)}` : "–",
    count(({ ratio }) => ratio > 1),
    count(({ ratio }) => ratio < 1),
    count(({ a, b }) => a && !b),
    count(({ a, b }) => b && !a),
  ];
  const found = { size, value, low, high, cells };
  if (!isBand) return { ...found, title: size, first: `on ${size}`, last: `on ${size}`, from: size, to: size };
  const lengths = members.map(({ length }) => length);
  const [least, to] = [Math.min(...lengths), Math.max(...lengths)];
  const from = counted(least, "move");
  const moves = least === to ? from : `${least} to ${counted(to, "move")}`;
  return { ...found, title: `${size}, ${moves}`, first: `at ${moves}`, last: `from ${from} on`, from, to };
}

/** What some classes say, if any has a ratio. */
function finding({ x, y, measure }, classes) {
  const judged = classes.filter(({ value }) => value);
  if (!judged.length) return [];
  const [first, last] = [judged[0], judged.at(-1)];
  const begin = `${y} has ${threeDigits(first.value)} times the ${numberOf(measure).head} of ${x} ${first.first}`;
  if (first === last) return [`${begin}.`];
  const certain = judged.filter(({ low, high }) => low > 1 || high < 1);
  const turns = certain.filter(({ low }, place) => place && low > 1 !== certain[place - 1].low > 1);
  let crossing = turns.length ? "the two cross more than once" : "no crossing is certain";
  if (turns.length === 1) crossing = `the two cross between ${certain[certain.indexOf(turns[0]) - 1].to} and ${turns[0].from}`;
  return [`${begin}, ${threeDigits(last.value)} times ${last.last}; ${crossing}.`];
}

/** Words that no hyphen breaks. */
const wholeWords = (text) => text.split(" ").flatMap((word) => [" ", element("span", {}, word)]).slice(1);

/** Shows the table of classes and what it says. */
function showClasses(state) {
  const classes = classesOf(state);
  const row = ({ title, cells }) => element("tr", {}, element("th", { scope: "row" }, title), ...cells.map((cell) => element("td", {}, cell)));
  at("pair-classes").replaceChildren(...classes.map(row));
  const isApart = state.division === "length" && classes.some(({ size }) => size !== classes[0].size);
  const groups = Object.entries(Object.groupBy(classes, ({ size }) => (isApart ? `${size}: ` : "")));
  const findings = groups.flatMap(([size, some]) => finding(state, some).map((text) => size + text));
  at("pair-findings").replaceChildren(...findings.map((text) => element("p", {}, ...wholeWords(text))));
}
