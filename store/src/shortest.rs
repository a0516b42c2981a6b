use optile_core::{Board, Meter, Move, PathChoice, Stop, Task};

use crate::{Closed, Layer, Memory, Space};

/// The moves of a shortest path, of `cost` moves, that a search by cost has
/// found. `is_at` says whether the least moves in which the search has reached
/// the state of a node are just so many.
///
/// For the smallest path this must hold with the exact g for **every** state
/// on a shortest path. It does once no open node has an f up to the cost: the
/// start has its exact g; and a state of a shortest path with exact g has a
/// g + h of at most the cost, so it was expanded with that g, which gave the
/// next state of the path its exact g. (The successor left out, which takes the
/// last move back, is never next on a shortest path.)
///
/// A call of `is_at` is dynamic, since few states are asked about, after the
/// search: this is not compiled for each heuristic.
///
/// # Errors
///
/// The smallest path is found by a sweep back from the goal, whose table may
/// pass the memory limit.
///
/// # Panics
///
/// When no such path was found.
pub fn shortest_path<B: Board, S: Space<B>>(
    space: S,
    task: &Task<B>,
    cost: u32,
    is_at: &dyn Fn(S::Node, u32) -> bool,
    memory: &mut Memory,
    meter: &mut Meter,
) -> Result<Vec<Move>, Stop> {
    match task.choice {
        PathChoice::Any => Ok(any_path(space, space.root(&task.goal()), cost, is_at)),
        PathChoice::LexicographicallySmallest => {
            let (start, goal) = (space.root(&task.start), space.root(&task.goal()));
            smallest_path(space, start, goal, cost, is_at, memory, meter)
        }
    }
}

/// A shortest path from the start of a search to a node reached in `g` moves,
/// found from its end: the parent is a neighbour whose least moves are one less.
/// `is_at` as for [`shortest_path`].
///
/// # Panics
///
/// When there is no such neighbour, which is so only where a parent was reached
/// in fewer moves without being expanded again.
pub fn any_path<B: Board, S: Space<B>>(
    space: S,
    end: S::Node,
    g: u32,
    is_at: &dyn Fn(S::Node, u32) -> bool,
) -> Vec<Move> {
    // The end may have come with a move left out that leads to its parent.
    let mut node = space.root(&space.state(end));
    let mut moves = Vec::new();
    for g in (0..g).rev() {
        let Some(parent) = space.successors(node).find(|parent| is_at(parent.node, g)) else {
            unreachable!("the parent of a state on a shortest path keeps its g");
        };
        moves.push(parent.m.inverse());
        node = parent.node;
    }
    moves.reverse();
    moves
}

/// The smallest of the shortest paths from the start of a search to a node
/// reached in `g` moves, among those by states with their least moves in the
/// table. `is_at` as for [`shortest_path`]. First all states on them are found,
/// from the goal back: a neighbour with g less by one is on one too, since the g
/// of the table is always the length of some path from the start. Then the
/// first move to such a state is taken again and again. The memory of the sweep
/// is given back.
///
/// # Errors
///
/// [`Stop::Memory`] when the sweep's table would pass the limit.
///
/// # Panics
///
/// When there is no such path.
pub fn smallest_path<B: Board, S: Space<B>>(
    space: S,
    start: S::Node,
    end: S::Node,
    g: u32,
    is_at: &dyn Fn(S::Node, u32) -> bool,
    memory: &mut Memory,
    meter: &mut Meter,
) -> Result<Vec<Move>, Stop> {
    let held = memory.bytes();
    let moves = sweep_back(space, start, end, g, is_at, memory, meter);
    // What the sweep took is gone, however it ended.
    memory.release((memory.bytes() - held) as usize);
    moves
}

fn sweep_back<B: Board, S: Space<B>>(
    space: S,
    start: S::Node,
    end: S::Node,
    g: u32,
    is_at: &dyn Fn(S::Node, u32) -> bool,
    memory: &mut Memory,
    meter: &mut Meter,
) -> Result<Vec<Move>, Stop> {
    let mut is_optimal = space.closed::<bool>(memory, meter)?;
    // The end may have come with a move left out that leads to a parent.
    let end = space.root(&space.state(end));
    *is_optimal.entry(end) = true;
    let mut layer = Layer::of(end, memory, meter)?;
    let mut next = Layer::default();
    for g in (0..g).rev() {
        for &node in layer.nodes() {
            is_optimal.make_room(Move::ALL.len(), memory, meter)?;
            next.make_room(Move::ALL.len(), memory, meter)?;
            for parent in space.successors(node) {
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
        let Some(next) = space.successors(node).find(|next| on_path(next.node)) else {
            unreachable!("a shortest path goes on from each of its states");
        };
        node = next.node;
        next.m
    });
    Ok(path.collect())
}
