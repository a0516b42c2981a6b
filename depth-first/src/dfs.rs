//! Depth-first search with a closed list, the graph search of textbooks (S. Russell, P. Norvig,
//! Artificial Intelligence: A Modern Approach, third edition, 2010, section 3.4.3).
//!
//! A stack holds the nodes to expand. The first successor in the order of moves lies on top. No state
//! is expanded twice, so the search ends on every board, and its path may have as many moves as it
//! has expanded states.
//!
//! Courses differ in when a state counts as seen, and their counts differ with it. With `mark=made`, a
//! successor whose state is on the stack already is dropped. The search then leaves the order of a
//! recursive program: the state keeps its place deep in the stack. With `mark=expanded`, a state may
//! be on the stack several times, and is dropped when it is popped again, as in a recursive program.
//!
//! With `depth=N`, nodes at depth N are not expanded. A state that is reached first at a great depth
//! hides shorter paths, so the search may find nothing, even if a path of N moves exists.
use std::collections::{HashMap, hash_map::Entry};

use optile_core::{
    Allowed, Board, Expansion, Family, Meter, Move, MoveOrder, Opt, Path, PathChoice, Promise,
    Search, State, Stop, Takes, Task, Workspace,
};

use crate::conventions::ORDER;

/// When a state counts as seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Made,
    Expanded,
}

const MARK: Opt<Allowed<Mark>> = Opt {
    key: "mark",
    about: "when a state counts as seen: as its first node is made, or expanded",
    default: "made",
    allowed: Allowed::OneOf(&[("made", Mark::Made), ("expanded", Mark::Expanded)]),
};

const DEPTH: Opt<Allowed<Option<u32>>> = Opt {
    key: "depth",
    about: "the depth at which nodes are not expanded; then it may find nothing",
    default: "off",
    allowed: Allowed::Form {
        about: "a number of moves, or off",
        examples: &["5", "30"],
        read: |text| match text {
            "off" => Some(None),
            depth => depth.parse().ok().map(Some),
        },
    },
};

struct DepthFirst {
    order: MoveOrder,
    mark: Mark,
    depth: Option<u32>,
}

impl Search for DepthFirst {
    fn promise(&self) -> Promise {
        if self.depth.is_some() { Promise::MayFail } else { Promise::AnyPath }
    }

    fn search<B: Board>(
        &self,
        task: &Task<B>,
        _: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        if task.choice != PathChoice::Any {
            return Err(Stop::Unsupported("the smallest path".into()));
        }
        // The last move of the node by which a state was seen.
        let mut seen = HashMap::<_, Option<Move>>::new();
        if self.mark == Mark::Made {
            seen.insert(task.start.word(), None);
        }
        let mut open = vec![(task.start.word(), 0, None::<Move>)];
        meter.hold_open(1);
        meter.reach(0);
        while let Some((word, g, last)) = open.pop() {
            let state = State::from_word(task.board(), word);
            if self.mark == Mark::Expanded && !is_new(seen.entry(word), last) {
                meter.duplicate();
                continue;
            }
            if state == task.goal() {
                let (mut state, mut moves) = (state, Vec::new());
                while let Some(m) = seen[&state.word()] {
                    state.undo(m);
                    moves.push(m);
                }
                return Ok(moves.into_iter().rev().collect());
            }
            if self.depth == Some(g) {
                continue;
            }
            meter.expand(|| Expansion::new(&state, g))?;
            for m in self.order.moves().into_iter().rev() {
                if !state.moves().contains(m) || last == Some(m.inverse()) {
                    continue;
                }
                meter.generate(1);
                let successor = state.successor(m).word();
                let is_pushed = match self.mark {
                    Mark::Made => is_new(seen.entry(successor), Some(m)),
                    Mark::Expanded => !seen.contains_key(&successor),
                };
                if is_pushed {
                    open.push((successor, g + 1, Some(m)));
                    meter.reach(g + 1);
                } else {
                    meter.duplicate();
                }
            }
            meter.hold_open(open.len() as u64);
            let bytes = ((seen.len() + open.len()) * 64) as u64;
            meter.allow(bytes)?;
            // Nodes that are marked when they are made are in both.
            let on_stack_only = if self.mark == Mark::Expanded { open.len() } else { 0 };
            meter.hold((seen.len() + on_stack_only) as u64, bytes);
        }
        Err(if self.depth.is_some() { Stop::NotFound } else { Stop::Unsolvable })
    }
}

/// Whether a state was not seen before. From now on it is.
fn is_new<W>(entry: Entry<'_, W, Option<Move>>, last: Option<Move>) -> bool {
    let is_new = matches!(entry, Entry::Vacant(_));
    entry.or_insert(last);
    is_new
}

/// What this crate adds to the registry.
pub static FAMILY: Family = Family {
    name: "dfs",
    about: "depth-first search with a closed list: paths of any length",
    heuristics: Takes::Nothing,
    options: &[&ORDER, &MARK, &DEPTH],
    is_lookup: false,
    build: |spec, _| {
        let (order, mark, depth) = (ORDER.of(spec)?, MARK.of(spec)?, DEPTH.of(spec)?);
        Ok(Box::new(DepthFirst { order, mark, depth }))
    },
};
