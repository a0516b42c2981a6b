//! Which moves a search makes at a node.

use optile_core::{Board, Move, Moves, NO_MOVE, Onward, Shape, Word};

use super::automaton::Automaton;
use crate::tally::Tally;

/// Which of the legal moves a search makes at a node, as a function of the
/// moves that led there.
pub(crate) trait Rule<B: Board>: Copy + Send + Sync {
    /// What the rule remembers of those moves, besides the last one.
    type State: Copy + Default + Send + Sync;

    /// The state at a root whose blank is at `blank`.
    fn start(self, blank: usize) -> Self::State;

    /// The state after a move that the rule allows.
    fn next(self, rule_state: Self::State, m: Move) -> Self::State;

    /// The moves to make at a node. `last` is the discriminant of the move that
    /// led there, or [`NO_MOVE`].
    fn onward(self, rule_state: Self::State, last: usize, blank: usize) -> Onward;

    /// The expansion of a node that is not the root.
    fn tally(self, rule_state: Self::State, blank: usize) -> Tally;

    /// Keeps the bits of `lanes` that stand for moves to make. In each lane of
    /// four bits, bit `m` stands for move `m`. The bits of the move that takes
    /// the last one back may be kept.
    fn among(self, rule_state: Self::State, lanes: B::Word) -> B::Word;
}

/// All moves but the one that would take back the last.
#[derive(Clone, Copy)]
pub(crate) struct NoWayBack<B>(pub(crate) B);

impl<B: Board> Rule<B> for NoWayBack<B> {
    type State = ();

    fn start(self, _: usize) {}

    #[inline(always)]
    fn next(self, (): (), _: Move) {}

    #[inline(always)]
    fn onward(self, (): (), last: usize, blank: usize) -> Onward {
        self.0.shape().onward(last, blank)
    }

    #[inline(always)]
    fn tally(self, (): (), blank: usize) -> Tally {
        if const { B::SHAPE.is_some() } {
            let tallies = const { &tallies(B::SHAPE) };
            tallies[blank & 31]
        } else {
            Tally::expansion(self.0.shape().onward(NO_MOVE, blank).count - 1)
        }
    }

    #[inline(always)]
    fn among(self, (): (), lanes: B::Word) -> B::Word {
        lanes
    }
}

/// The expansions of nodes that are not the root, indexed by the blank's cell.
/// Packing
/// each count would take three of a hundred instructions of IDA* with Manhattan
/// distance.
const fn tallies(shape: Option<&Shape>) -> [Tally; 32] {
    let mut tallies = [Tally::expansion(0); 32];
    let mut cell = 0;
    while let Some(shape) = shape
        && cell < shape.size().cells()
    {
        tallies[cell] = Tally::expansion(shape.onward(NO_MOVE, cell).count - 1);
        cell += 1;
    }
    tallies
}

/// The moves that an [`Automaton`] allows.
#[derive(Clone, Copy)]
pub(crate) struct NoDuplicates<'a, B: Board> {
    automaton: &'a Automaton,
    /// The bits of a set of moves, in every lane. Indexed by the set.
    lanes: [B::Word; 16],
}

impl<'a, B: Board> NoDuplicates<'a, B> {
    pub(crate) fn new(automaton: &'a Automaton) -> Self {
        let mut lanes = [B::Word::default(); 16];
        for (bits, word) in lanes.iter_mut().enumerate() {
            *word = (0..B::Word::LANES).fold(B::Word::default(), |word, lane| {
                word | B::Word::from(bits as u8).turn_lanes(lane)
            });
        }
        Self { automaton, lanes }
    }
}

impl<B: Board> Rule<B> for NoDuplicates<'_, B> {
    type State = u32;

    fn start(self, blank: usize) -> u32 {
        self.automaton.start(blank)
    }

    #[inline(always)]
    fn next(self, rule_state: u32, m: Move) -> u32 {
        self.automaton.next(rule_state, m)
    }

    #[inline(always)]
    fn onward(self, rule_state: u32, _: usize, _: usize) -> Onward {
        const SETS: [Onward; 16] = {
            let mut sets = [Onward { moves: Moves::NONE, count: 0 }; 16];
            let mut bits = 0;
            while bits < 16 {
                let moves = Moves::of_bits(bits);
                sets[bits] = Onward { moves, count: moves.len() as u8 };
                bits += 1;
            }
            sets
        };
        SETS[Automaton::moves(rule_state).bits()]
    }

    #[inline(always)]
    fn tally(self, rule_state: u32, blank: usize) -> Tally {
        Tally::expansion(Rule::<B>::onward(self, rule_state, NO_MOVE, blank).count)
    }

    #[inline(always)]
    fn among(self, rule_state: u32, lanes: B::Word) -> B::Word {
        lanes & self.lanes[Automaton::moves(rule_state).bits()]
    }
}

/// The last move of a path, which may be a constant.
pub(crate) trait Last: Copy {
    /// The discriminant of the last move, or [`NO_MOVE`], if it is a constant.
    const KNOWN: Option<usize>;

    /// The last move after one more.
    type After<const M: usize>: Last;

    /// The discriminant of the last move, or [`NO_MOVE`].
    fn get(self) -> usize;

    /// After the move of discriminant `M`.
    fn after<const M: usize>(self) -> Self::After<M>;
}

/// A last move that is a constant. Code for it is compiled for all five values.
#[derive(Clone, Copy)]
pub(crate) struct Known<const LAST: usize>;

impl<const LAST: usize> Last for Known<LAST> {
    const KNOWN: Option<usize> = Some(LAST);
    type After<const M: usize> = Known<M>;

    #[inline(always)]
    fn get(self) -> usize {
        LAST
    }

    #[inline(always)]
    fn after<const M: usize>(self) -> Known<M> {
        Known
    }
}

/// A last move that is known only at run time.
#[derive(Clone, Copy)]
pub(crate) struct Told(pub(crate) usize);

impl Last for Told {
    const KNOWN: Option<usize> = None;
    type After<const M: usize> = Self;

    #[inline(always)]
    fn get(self) -> usize {
        self.0
    }

    #[inline(always)]
    fn after<const M: usize>(self) -> Self {
        Self(M)
    }
}

/// Runs code with a [`Last`] for the discriminant of a last move, or
/// [`NO_MOVE`]: a constant if the first argument, a constant, is true.
macro_rules! with_last {
    ($is_known:expr, $number:expr, $last:ident => $code:expr) => {{
        use crate::pruning::{Known, Told};
        macro_rules! run {
            ($value:expr) => {{
                let $last = $value;
                $code
            }};
        }
        match $number {
            number if const { !$is_known } => run!(Told(number)),
            0 => run!(Known::<0>),
            1 => run!(Known::<1>),
            2 => run!(Known::<2>),
            3 => run!(Known::<3>),
            _ => run!(Known::<{ optile_core::NO_MOVE }>),
        }
    }};
}

pub(crate) use with_last;
