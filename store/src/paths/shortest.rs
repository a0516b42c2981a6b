//! Paths from closed lists that keep the least moves to each state.

use optile_core::{Board, Meter, Move, PathChoice, Stop, Task};

use crate::{Encoding, Layer, Memory, StateMap};

/// The moves of a shortest path of `cost` moves that a search by cost has
/// found. `is_at(node, g)` says whether `g` is the least number of moves in
/// which the search has reached the node's state.
///
/// For the smallest path, `is_at` must know the exact g of **every** state on a
/// shortest path. This is the case when no open node has an f up to the cost.
/// The start has its exact g. A state of a shortest path with exact g has a g +
/// h of at most the cost, so it was expanded with that g, which gave the next
/// state of the path its exact g. (The successor that takes the last move back
/// is never generated, but it is never the next state of a shortest path.)
///
/// Calls of `is_at` are dynamic, because only few states are asked about, after
/// the search. So this function is not compiled for each heuristic.
///
/// # Errors
///
/// [`Stop::Memory`] when the table that is needed for the smallest path would
/// pass the memory limit.
///
/// # Panics
///
/// When the search has found no such path.
pub fn shortest_path<B: Board, S: Encoding<B>>(
    encoding: S,
    task: &Task<B>,
    cost: u32,
    is_at: &dyn Fn(S::Node, u32) -> bool,
    memory: &mut Memory,
    meter: &mut Meter,
) -> Result<Vec<Move>, Stop> {
    match task.choice {
        PathChoice::Any => Ok(any_path(encoding, encoding.root(&task.goal()), cost, is_at)),
        PathChoice::LexicographicallySmallest => {
            let (start, goal) = (encoding.root(&task.start), encoding.root(&task.goal()));
            smallest_path(encoding, start, goal, cost, is_at, memory, meter)
        }
    }
}

/// A shortest path from the start of a search to a node reached in `g` moves.
/// It is found backwards from its end: the parent is a neighbour that was
/// reached in one move less. `is_at` is as for [`shortest_path`].
///
/// # Panics
///
/// When there is no such neighbour. This happens only if a parent was reached
/// in fewer moves and not expanded again.
pub fn any_path<B: Board, S: Encoding<B>>(
    encoding: S,
    end: S::Node,
    g: u32,
    is_at: &dyn Fn(S::Node, u32) -> bool,
) -> Vec<Move> {
    // The end's node may leave out the move that leads to its parent.
    let mut node = encoding.root(&encoding.state(end));
    let mut moves = Vec::new();
    for g in (0..g).rev() {
        let Some(parent) = encoding.successors(node).find(|parent| is_at(parent.node, g)) else {
            unreachable!("the parent of a state on a shortest path keeps its g");
        };
        moves.push(parent.m.inverse());
        node = parent.node;
    }
    moves.reverse();
    moves
}

/// The lexicographically smallest of the shortest paths from the start of a
/// search to a node reached in `g` moves. Only paths count whose states all
/// have their least moves in the closed list. `is_at` is as for
/// [`shortest_path`].
///
/// First, all states on such paths are marked, from the end back to the start.
/// A neighbour whose g is one less is on such a path too, because the g in the
/// closed list is always the length of some path from the start. Then the path
/// is followed from the start, each time by the first move to a marked state.
/// The memory of the marks is given back.
///
/// # Errors
///
/// [`Stop::Memory`] when the table of marks would pass the limit.
///
/// # Panics
///
/// When there is no such path.
pub fn smallest_path<B: Board, S: Encoding<B>>(
    encoding: S,
    start: S::Node,
    end: S::Node,
    g: u32,
    is_at: &dyn Fn(S::Node, u32) -> bool,
    memory: &mut Memory,
    meter: &mut Meter,
) -> Result<Vec<Move>, Stop> {
    let held = memory.bytes();
    let moves = mark_and_follow(encoding, start, end, g, is_at, memory, meter);
    // The table of marks is freed by now, whether this succeeded or not.
    memory.release((memory.bytes() - held) as usize);
    moves
}

fn mark_and_follow<B: Board, S: Encoding<B>>(
    encoding: S,
    start: S::Node,
    end: S::Node,
    g: u32,
    is_at: &dyn Fn(S::Node, u32) -> bool,
    memory: &mut Memory,
    meter: &mut Meter,
) -> Result<Vec<Move>, Stop> {
    let mut is_optimal = encoding.state_map::<bool>(memory, meter)?;
    // The end's node may leave out the move that leads to its parent.
    let end = encoding.root(&encoding.state(end));
    *is_optimal.entry(end) = true;
    let mut layer = Layer::of(end, memory, meter)?;
    let mut next = Layer::default();
    for g in (0..g).rev() {
        for &node in layer.nodes() {
            is_optimal.make_room(Move::ALL.len(), memory, meter)?;
            next.make_room(Move::ALL.len(), memory, meter)?;
            for parent in encoding.successors(node) {
                if is_at(parent.node, g) {
                    let is_new = !std::mem::replace(is_optimal.entry(parent.node), true);
                    next.push_if(parent.node, is_new);
                }
            }
        }
        std::mem::swap(&mut layer, &mut next);
        next.clear();
    }
    let mut node = start;
    let path = (1..=g).map(|g| {
        let on_path = |node| is_optimal.get(node) && is_at(node, g);
        let Some(next) = encoding.successors(node).find(|next| on_path(next.node)) else {
            unreachable!("a shortest path goes on from each of its states");
        };
        node = next.node;
        next.m
    });
    Ok(path.collect())
}
