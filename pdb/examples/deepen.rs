//! Nodes a second of the plainest iterative-deepening A* with pattern
//! databases: successors evaluated one by one, or all before the first is
//! visited, or those of sixteen nodes at a time with what is looked up fetched
//! before: `deepen 7-8+reflected instances/korf100.tsv [first [last]]`.
use optile_core::{Arrangement, Estimator, Heuristic, Meter, Move, Rect, State};
use optile_pdb::{Pdb, PdbEstimator, PdbValue, Recipe};

type Fifteen = Rect<4, 4>;
type Node = (State<Fifteen>, PdbValue<4>, Move);

struct Dive<'a> {
    toward: &'a PdbEstimator<4>,
    generated: u64,
}

impl Dive<'_> {
    fn bound(&self, value: PdbValue<4>) -> u32 {
        Estimator::<Fifteen>::estimate(self.toward, value)
    }

    fn successor(&self, state: &State<Fifteen>, value: PdbValue<4>, m: Move) -> Node {
        let mut next = *state;
        let slide = next.apply(m);
        (next, self.toward.step(value, slide, &next), m)
    }

    fn one_by_one(&mut self, (state, value, last): Node, rest: u32) -> bool {
        if rest == 0 {
            return true;
        }
        for m in state.moves().without(last.inverse()) {
            self.generated += 1;
            let next = self.successor(&state, value, m);
            if self.bound(next.1) < rest && self.one_by_one(next, rest - 1) {
                return true;
            }
        }
        false
    }

    /// All nodes below these, which are within the bound, in no order that
    /// matters: batches of nodes have their successors placed, then fetched,
    /// then looked up. Ends with whether the goal was among them.
    fn in_batches(&mut self, node: Node, rest: u32) -> bool {
        const BATCH: usize = 16;
        let mut stack = vec![(node, rest)];
        let mut ahead = Vec::with_capacity(3 * BATCH);
        let mut found = false;
        while !stack.is_empty() {
            ahead.clear();
            for ((state, value, last), rest) in stack.drain(stack.len().saturating_sub(BATCH)..) {
                if rest == 0 {
                    found = true;
                    continue;
                }
                for m in state.moves().without(last.inverse()) {
                    let mut next = state;
                    let slide = next.apply(m);
                    self.toward.fetch(value, slide, &next);
                    ahead.push((next, value, slide, m, rest));
                }
            }
            self.generated += ahead.len() as u64;
            for &(state, value, slide, m, rest) in &ahead {
                let value = self.toward.step(value, slide, &state);
                if self.bound(value) < rest {
                    stack.push(((state, value, m), rest - 1));
                }
            }
        }
        found
    }

    fn all_first(&mut self, (state, value, last): Node, rest: u32) -> bool {
        if rest == 0 {
            return true;
        }
        let mut nodes = [(state, value, last); 4];
        let mut count = 0;
        for m in state.moves().without(last.inverse()) {
            nodes[count] = self.successor(&state, value, m);
            count += 1;
        }
        self.generated += count as u64;
        for &next in &nodes[..count] {
            if self.bound(next.1) < rest && self.all_first(next, rest - 1) {
                return true;
            }
        }
        false
    }
}

/// Processor time of this thread, so that others on the machine count less.
fn seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    text.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).expect("nanoseconds") / 1e9
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let recipe: Recipe = words[0].parse().expect("a recipe");
    let number =
        |place: usize, default| words.get(place).map_or(default, |w| w.parse().expect("a number"));
    let (first, last) = (number(2, 1), number(3, 20));
    let toward = Pdb::<4, false>::new(recipe)
        .expect("four slots")
        .toward::<Fifteen>(0, &mut Meter::default())
        .expect("tables");
    let text = std::fs::read_to_string(&words[1]).expect("instances");
    let starts =
        text.lines().filter(|line| !line.starts_with('#')).skip(first - 1).take(last + 1 - first);
    let starts: Vec<Arrangement> = starts
        .map(|line| line.split('\t').nth(1).expect("tiles").parse().expect("tiles"))
        .collect();
    for round in 0..6 {
        let mut dive = Dive { toward: &toward, generated: 0 };
        let begun = seconds();
        let mut lengths = 0;
        for start in &starts {
            let state = State::of(start).expect("a fifteen-puzzle");
            let value = toward.root(&state);
            let mut bound = dive.bound(value);
            // The four first moves, so that there is a last one.
            lengths += 'deepen: loop {
                for m in state.moves() {
                    let node = dive.successor(&state, value, m);
                    let found = dive.bound(node.1) < bound
                        && if round % 3 == 0 {
                            dive.one_by_one(node, bound - 1)
                        } else if round % 3 == 1 {
                            dive.in_batches(node, bound - 1)
                        } else {
                            dive.all_first(node, bound - 1)
                        };
                    if found {
                        break 'deepen bound;
                    }
                }
                bound += 2;
            };
        }
        let seconds = seconds() - begun;
        println!(
            "{}: {} nodes, {:.2} million a second, lengths {lengths}",
            ["one by one", "in batches", "all first"][round % 3],
            dive.generated,
            dive.generated as f64 / seconds / 1e6
        );
    }
}
