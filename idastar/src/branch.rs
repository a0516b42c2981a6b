use optile_core::{Board, Estimator, Move, State};

/// A node of the tree and the moves that led to it: where a search may begin.
#[derive(Clone)]
pub(crate) struct Branch<B: Board, V> {
    pub(crate) state: State<B>,
    /// What the heuristic carries.
    pub(crate) value: V,
    /// From the root of the tree.
    pub(crate) moves: Vec<Move>,
}

impl<B: Board, V: Copy> Branch<B, V> {
    /// The root of the tree of `start`.
    pub(crate) fn root(start: State<B>, value: V) -> Self {
        Self { state: start, value, moves: Vec::new() }
    }

    /// The moves that a search makes here, in its order: all but the one that
    /// would take the last one back.
    pub(crate) fn choices(&self, order: [Move; 4]) -> impl Iterator<Item = Move> + use<B, V> {
        let mut moves = self.state.moves();
        if let Some(last) = self.moves.last() {
            moves = moves.without(last.inverse());
        }
        order.into_iter().filter(move |&m| moves.contains(m))
    }

    /// The node that `m` leads to.
    pub(crate) fn successor(&self, toward: &impl Estimator<B, Value = V>, m: Move) -> Self {
        let mut state = self.state;
        let slide = state.apply(m);
        let mut moves = self.moves.clone();
        moves.push(m);
        Self { state, value: toward.step(self.value, slide, &state), moves }
    }

    /// What a depth-first search within `bound` still has to visit when it has
    /// come as far as the node at the end of `path`, that node included: whole
    /// subtrees, the next one first.
    pub(crate) fn rest(
        self,
        path: &[Move],
        toward: &impl Estimator<B, Value = V>,
        order: [Move; 4],
        bound: u32,
    ) -> Vec<Self> {
        let mut node = self;
        let mut rest = Vec::new();
        for &step in path {
            let later: Vec<Move> = node.choices(order).skip_while(|&m| m != step).skip(1).collect();
            let later = later.into_iter().rev().map(|m| node.successor(toward, m));
            rest.extend(later.filter(|branch| branch.is_within(toward, bound)));
            node = node.successor(toward, step);
        }
        rest.push(node);
        rest.reverse();
        rest
    }

    /// Whether f is at most `bound`.
    pub(crate) fn is_within(&self, toward: &impl Estimator<B, Value = V>, bound: u32) -> bool {
        self.moves.len() as u32 + toward.estimate(self.value) <= bound
    }

    /// How many successors a search that ends at the end of `path` has counted
    /// without making them: those after each step, counted when their parent
    /// was expanded.
    pub(crate) fn unmade(
        &self,
        path: &[Move],
        toward: &impl Estimator<B, Value = V>,
        order: [Move; 4],
    ) -> u64 {
        let mut node = self.clone();
        let mut unmade = 0;
        for &step in path {
            unmade += node.choices(order).skip_while(|&m| m != step).skip(1).count() as u64;
            node = node.successor(toward, step);
        }
        unmade
    }
}
