use optile_core::{Board, Meter, Move, Slide, State, Stop};

use crate::{Costs, Memory};

/// How a search writes states down: what a node on its lists is, and how its
/// closed table finds a state again.
///
/// A node is a state together with the moves worth trying from it: after a
/// [root](Space::root) all legal ones, after any other node those without the
/// one that would take its last move back.
pub trait Space<B: Board>: Copy {
    /// A node, to be kept in lists by the million.
    type Node: Copy + Default + PartialEq;
    /// The closed table with a value of this type beside each state.
    type Closed<V: Copy + Default>: Closed<Self::Node, V>;
    /// The closed table of a search by cost.
    type Costs: Costs<Self::Node>;

    /// A node from which all legal moves are tried.
    fn root(self, state: &State<B>) -> Self::Node;

    /// A node's state.
    fn state(self, node: Self::Node) -> State<B>;

    /// The node's successors, by the moves down, left, right, up in this
    /// order.
    fn successors(self, node: Self::Node) -> impl Iterator<Item = Successor<Self::Node>>;

    /// An empty closed table.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the limit is below even that.
    fn closed<V: Copy + Default>(
        self,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<Self::Closed<V>, Stop>;

    /// An empty closed table for a search by cost.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the limit is below even that.
    fn costs(self, memory: &mut Memory, meter: &mut Meter) -> Result<Self::Costs, Stop>;
}

/// A node as it is generated.
#[derive(Clone, Copy, Debug)]
pub struct Successor<N> {
    /// The node.
    pub node: N,
    /// The move that led to it.
    pub m: Move,
    /// What the move did to a tile.
    pub slide: Slide,
}

/// The states that a search has met, each with a small value beside it. The
/// default value stands for a state that was not met.
pub trait Closed<N, V> {
    /// Makes sure that `more` states can be added.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when growing would pass the limit.
    fn make_room(
        &mut self,
        more: usize,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<(), Stop>;

    /// The value of a node's state, to be read and changed. A state that was
    /// not met must be given a value other than the default, and there must
    /// be room for it.
    fn entry(&mut self, node: N) -> &mut V;

    /// The value of a node's state.
    fn get(&self, node: N) -> V;
}

/// Runs an expression of type `Result<_, Stop>` with a variable bound to the
/// space that suits a board: [`crate::Numbered`] on small boards, else
/// [`crate::Hashed`]. The expression is compiled only for those of the two that
/// boards of the type can have.
///
/// ```
/// use optile_core::{Board, Rect, State};
/// use optile_store::{Space, with_space};
///
/// fn successors<B: Board>(state: &State<B>) -> usize {
///     with_space!(B, state.board(), space => space.successors(space.root(state)).count())
/// }
/// assert_eq!(successors(&State::goal(Rect::<3, 3>, 4)), 4);
/// assert_eq!(successors(&State::goal(Rect::<4, 4>, 0)), 2);
/// ```
#[macro_export]
macro_rules! with_space {
    ($type:ty, $board:expr, $space:ident => $body:expr) => {{
        let board: $type = $board;
        if const { $crate::Numbered::<$type>::MAY_FIT }
            && let Some($space) = $crate::Numbered::of(board)
        {
            $body
        } else if const { !$crate::Numbered::<$type>::ALWAYS_FITS } {
            let $space = $crate::Hashed::new(board);
            $body
        } else {
            unreachable!("the space of {board:?} is known from its type")
        }
    }};
}
