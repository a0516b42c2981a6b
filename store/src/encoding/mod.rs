//! How states are written as nodes.

mod hashed;
mod numbered;
mod packed;

use optile_core::{Board, Meter, Move, Slide, State, Stop, Task};

use crate::{ClosedEntry, ClosedList};

pub use hashed::{Hashed, HashedClosedList, HashedNode};
pub use numbered::{Numbered, NumberedClosedList, NumberedNode};
pub use packed::PackedNode;

/// How a search writes states: what a node on its lists is, and how its closed
/// list finds a state again.
///
/// A node is a state together with the moves to try from it. For a
/// [root](Encoding::root) these are all legal moves. For any other node they
/// leave out the move that would take its last move back.
pub trait Encoding<B: Board>: Copy {
    /// A node. Lists hold millions of them.
    type Node: PackedNode;
    /// The closed list of a search.
    type ClosedList: ClosedList<Self::Node>;

    /// A node from which all legal moves are tried.
    fn root(self, state: &State<B>) -> Self::Node;

    /// A node's state.
    fn state(self, node: Self::Node) -> State<B>;

    /// The node's successors, in the order of the moves down, left, right, up.
    fn successors(self, node: Self::Node) -> impl Iterator<Item = Successor<Self::Node>>;

    /// An empty closed list.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the limit is below its size.
    fn closed_list(self, meter: &mut Meter) -> Result<Self::ClosedList, Stop>;

    /// Calls `visit` with each state that a search for this task has expanded,
    /// and with the least number of moves in which it was reached. The states
    /// come in no particular order.
    fn for_each_expanded(
        self,
        closed: &Self::ClosedList,
        task: &Task<B>,
        visit: &mut dyn FnMut(&State<B>, u32),
    );
}

/// Calls `visit` with a state and the g of its entry, if it was expanded.
#[inline]
fn visit_expanded<B: Board>(
    state: &State<B>,
    entry: ClosedEntry,
    task: &Task<B>,
    visit: &mut dyn FnMut(&State<B>, u32),
) {
    let steps = task.board().distance(task.start.blank(), state.blank());
    if let Some(g) = entry.expanded_at(steps & 1) {
        visit(state, g);
    }
}

/// A generated node.
#[derive(Clone, Copy, Debug)]
pub struct Successor<N> {
    /// The node.
    pub node: N,
    /// The move that led to it.
    pub m: Move,
    /// What the move did to a tile.
    pub slide: Slide,
}

/// Runs an expression with a variable bound to the encoding that suits a board:
/// [`crate::Numbered`] on 3x3, else [`crate::Hashed`]. The expression is compiled
/// only for the encodings that boards of the type can have.
///
/// ```
/// use optile_core::{Board, Rect, State};
/// use optile_store::{Encoding, with_encoding};
///
/// fn successors<B: Board>(state: &State<B>) -> usize {
///     with_encoding!(B, state.board(), encoding => encoding.successors(encoding.root(state)).count())
/// }
/// assert_eq!(successors(&State::goal(Rect::<3, 3>, 4)), 4);
/// assert_eq!(successors(&State::goal(Rect::<4, 4>, 0)), 2);
/// ```
#[macro_export]
macro_rules! with_encoding {
    ($type:ty, $board:expr, $encoding:ident => $body:expr) => {{
        let board: $type = $board;
        if const { $crate::Numbered::<$type>::MAY_FIT }
            && let Some($encoding) = $crate::Numbered::of(board)
        {
            $body
        } else if const { !$crate::Numbered::<$type>::ALWAYS_FITS } {
            let $encoding = $crate::Hashed::new(board);
            $body
        } else {
            unreachable!("the encoding of {board:?} is known from its type")
        }
    }};
}
