//! Paths from closed lists that keep the least moves to each state.

use std::slice;

use optile_core::{Board, Meter, Move, PathChoice, Stop, Task};

use crate::{ClosedList, Encoding, Layer};

/// The moves of a shortest path of `cost` moves that a search by cost has
/// found. `is_at(node, g)` says whether `g` is the least number of moves in
/// which the search has reached the node's state. It is not asked about the goal.
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
    meter: &mut Meter,
) -> Result<Vec<Move>, Stop> {
    match task.choice {
        PathChoice::Any => Ok(any_path(encoding, encoding.root(&task.goal()), cost, is_at)),
        PathChoice::LexicographicallySmallest => {
            let (start, goal) = (encoding.root(&task.start), encoding.root(&task.goal()));
            smallest_path(encoding, start, goal, cost, is_at, meter)
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
    let mut node = with_all_moves(encoding, end);
    let mut moves = vec![Move::Up; g as usize];
    for g in (0..g).rev() {
        let neighbours = Neighbours::of(encoding, node);
        let Some(&(parent, m)) = neighbours.iter().find(|&&(parent, _)| is_at(parent, g)) else {
            unreachable!("the parent of a state on a shortest path keeps its g");
        };
        moves[g as usize] = m.inverse();
        node = parent;
    }
    moves
}

/// The nodes that the moves from one node lead to.
///
/// They are made in one function that is not inlined. What an encoding compiles
/// for a node is large, and paths are found after the search.
struct Neighbours<N> {
    all: [(N, Move); Move::ALL.len()],
    count: usize,
}

impl<N: Copy + Default> Neighbours<N> {
    #[inline(never)]
    fn of<B: Board, S: Encoding<B, Node = N>>(encoding: S, node: N) -> Self {
        let mut neighbours = Self { all: [(N::default(), Move::Up); Move::ALL.len()], count: 0 };
        for successor in encoding.successors(node) {
            neighbours.all[neighbours.count] = (successor.node, successor.m);
            neighbours.count += 1;
        }
        neighbours
    }

    fn iter(&self) -> slice::Iter<'_, (N, Move)> {
        self.all[..self.count].iter()
    }
}

/// The node with all moves to try. The end's node of a search may leave out the
/// move that leads to its parent.
#[inline(never)]
fn with_all_moves<B: Board, S: Encoding<B>>(encoding: S, node: S::Node) -> S::Node {
    encoding.root(&encoding.state(node))
}

/// The lexicographically smallest of the shortest paths from the start of a
/// search to a node reached in `g` moves. Only paths count whose states all
/// but the last have their least moves in the closed list. `is_at` is as for
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
    meter: &mut Meter,
) -> Result<Vec<Move>, Stop> {
    let held = meter.held();
    let moves = mark_and_follow(encoding, start, end, g, is_at, meter);
    // The table of marks is freed by now, whether this succeeded or not.
    meter.release((meter.held() - held) as usize);
    moves
}

fn mark_and_follow<B: Board, S: Encoding<B>>(
    encoding: S,
    start: S::Node,
    end: S::Node,
    g: u32,
    is_at: &dyn Fn(S::Node, u32) -> bool,
    meter: &mut Meter,
) -> Result<Vec<Move>, Stop> {
    let mut marks = encoding.closed_list(meter)?;
    let end_state = encoding.state(end);
    let end = encoding.root(&end_state);
    *marks.slot(marks.key(end)).bytes() = [1];
    let mut layer = Layer::of(end, meter)?;
    let mut next = Layer::default();
    for g in (0..g).rev() {
        for &node in layer.nodes() {
            marks.make_room(Move::ALL.len(), meter)?;
            next.make_room(Move::ALL.len(), meter)?;
            for &(parent, _) in Neighbours::of(encoding, node).iter() {
                if is_at(parent, g) {
                    let mark = marks.slot(marks.key(parent)).bytes();
                    next.push_if(parent, *mark == [0]);
                    *mark = [1];
                }
            }
        }
        std::mem::swap(&mut layer, &mut next);
        next.clear();
    }
    let mut node = start;
    let mut path = vec![Move::Up; g as usize];
    for (place, m) in path.iter_mut().enumerate() {
        let place = place as u32 + 1;
        let on_path = |node| match place == g {
            true => encoding.state(node) == end_state,
            false => marks.bytes(node) == [1] && is_at(node, place),
        };
        let neighbours = Neighbours::of(encoding, node);
        let Some(next) = neighbours.iter().find(|&&(next, _)| on_path(next)) else {
            unreachable!("a shortest path goes on from each of its states");
        };
        (node, *m) = *next;
    }
    Ok(path)
}
