//! A* as textbooks print it: an open list by f, and a hash map of the states that are known.
//!
//! What it uses is explained in [`optile_core::for_strategies`]. The page `for_best_first` of
//! `optile-search` has lists that are faster.
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use optile_core::{Board, Estimates, Expansion, Family, Heuristic, Meter, Move, MoveOrder, Path, PathChoice, Promise, Search, State, Stop, Takes, Task, Workspace};

/// What is known about a state: the shortest path to it so far.
struct Node {
    g: u32,
    came_by: Option<Move>,
    is_expanded: bool,
}

/// All known states, by their words.
type Nodes<B> = HashMap<<B as Board>::Word, Node>;

/// The open nodes: a list for each f, because states have no order. The last one is the first
/// to be taken.
struct Open<B: Board> {
    lists: Vec<Vec<(State<B>, u32)>>,
    least: usize,
}

impl<B: Board> Open<B> {
    fn push(&mut self, f: u32, state: State<B>, g: u32) {
        let f = f as usize;
        if self.lists.len() <= f {
            self.lists.resize_with(f + 1, Vec::new);
        }
        self.lists[f].push((state, g));
        // If the heuristic is not consistent, f may fall.
        self.least = self.least.min(f);
    }

    /// A node with the least f, that f, and its g.
    fn pop(&mut self) -> Option<(u32, State<B>, u32)> {
        while self.lists.get(self.least)?.is_empty() {
            self.least += 1;
        }
        let (state, g) = self.lists[self.least].pop()?;
        Some((self.least as u32, state, g))
    }
}

struct BestFirst {
    heuristic: Arc<dyn Heuristic>,
}

impl Search for BestFirst {
    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.heuristic)
    }

    /// Another search may promise less: `Within` a weight, `AnyPath`, or `MayFail` if it may end
    /// without a path. "Which promise" in CONTRIBUTING.md says when.
    fn promise(&self) -> Promise {
        Promise::Optimal
    }

    fn search<B: Board>(
        &self,
        task: &Task<B>,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let size = task.board().size();
        let estimator = workspace.estimator(&*self.heuristic, size, task.goal_blank, meter)?;
        let mut lists = Lists {
            estimates: B::estimates(&*estimator),
            nodes: HashMap::new(),
            open: Open { lists: Vec::new(), least: usize::MAX },
        };
        lists.add(task.start, 0, None, meter);
        let (mut greatest, mut length) = (None, None);
        while let Some((f, state, g)) = lists.open.pop() {
            if length.is_some_and(|length| f > length) {
                break;
            }
            // A shorter path was found while this one was open.
            if g > lists.nodes[&state.word()].g {
                continue;
            }
            if greatest < Some(f) {
                greatest = Some(f);
                meter.begin_iteration();
            }
            if state == task.goal() {
                length = Some(g);
                // The smallest path needs all nodes of this f.
                if task.choice == PathChoice::Any {
                    break;
                }
                continue;
            }
            meter.expand(|| Expansion::new(&state, g).with_h(f - g))?;
            lists.expand(state, g, meter);
            let bytes = (lists.nodes.len() * 128) as u64;
            meter.allow(bytes)?;
            meter.hold(lists.nodes.len() as u64, bytes);
        }
        match (length, task.choice) {
            (None, _) => Err(Stop::Unsolvable),
            (Some(_), PathChoice::Any) => Ok(path(&lists.nodes, task.goal())),
            (Some(length), _) => Ok(smallest_path(&lists.nodes, task, length)),
        }
    }
}

/// The two lists of A*: the open nodes, and all that are known.
struct Lists<'a, B: Board> {
    estimates: &'a dyn Estimates<B>,
    nodes: Nodes<B>,
    open: Open<B>,
}

impl<B: Board> Lists<'_, B> {
    fn add(&mut self, state: State<B>, g: u32, came_by: Option<Move>, meter: &mut Meter) {
        self.nodes.insert(state.word(), Node { g, came_by, is_expanded: false });
        meter.evaluate(1);
        self.open.push(g + self.estimates.of_state(&state), state, g);
    }

    fn expand(&mut self, state: State<B>, g: u32, meter: &mut Meter) {
        let Some(node) = self.nodes.get_mut(&state.word()) else { return };
        node.is_expanded = true;
        let last = node.came_by;
        for m in MoveOrder::LEXICOGRAPHIC.moves() {
            if !state.moves().contains(m) || last.is_some_and(|last| m == last.inverse()) {
                continue;
            }
            meter.generate(1);
            let successor = state.successor(m);
            match self.nodes.get(&successor.word()) {
                Some(known) if known.g <= g + 1 => {
                    meter.duplicate();
                    continue;
                }
                Some(known) if known.is_expanded => meter.reopen(),
                _ => {}
            }
            self.add(successor, g + 1, Some(m), meter);
        }
    }
}

/// The path by which the goal was reached.
fn path<B: Board>(nodes: &Nodes<B>, goal: State<B>) -> Path {
    let (mut state, mut moves) = (goal, Vec::new());
    while let Some(m) = nodes[&state.word()].came_by {
        state.undo(m);
        moves.push(m);
    }
    moves.into_iter().rev().collect()
}

/// The smallest of all shortest paths. All states on them are known with their least g.
fn smallest_path<B: Board>(nodes: &Nodes<B>, task: &Task<B>, length: u32) -> Path {
    let goal = task.goal();
    let is_at = |state: &State<B>, g: u32| nodes.get(&state.word()).is_some_and(|n| n.g == g);
    let mut on_paths = HashSet::from([goal.word()]);
    let mut layer = vec![goal];
    for g in (0..length).rev() {
        let before = layer.iter().flat_map(|state| state.moves().map(|m| state.successor(m)));
        let before = before.filter(|state| is_at(state, g));
        layer = before.filter(|state| on_paths.insert(state.word())).collect();
    }
    let (mut state, mut moves) = (task.start, Vec::new());
    for g in 1..=length {
        let orders = MoveOrder::LEXICOGRAPHIC.moves().into_iter();
        let possible = orders.filter(|&m| state.moves().contains(m));
        let is_next = |next: &State<B>| on_paths.contains(&next.word()) && is_at(next, g);
        let next = possible.map(|m| (m, state.successor(m))).find(|(_, next)| is_next(next));
        let Some((m, next)) = next else { break };
        moves.push(m);
        state = next;
    }
    moves.into_iter().collect()
}

/// What this crate adds to the registry.
pub static FAMILY: Family = Family {
    name: "textbook",
    about: "A* on the standard library's hash map",
    heuristics: Takes::Every,
    options: &[],
    is_lookup: false,
    build: |spec, heuristics| Ok(Box::new(BestFirst { heuristic: heuristics.of(spec)? })),
};
