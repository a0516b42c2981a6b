use optile_core::{Board, Move, Moves, NO_MOVE, Onward, Word};

use crate::automaton::Automaton;
use crate::sweep::Tally;

/// Which of the legal moves a search makes at a node, by the moves that led to
/// it.
pub(crate) trait Rule<B: Board>: Copy + Send + Sync {
    /// What is remembered of those moves beyond the last one.
    type Mark: Copy + Default + Send + Sync;

    /// The mark of a root whose blank is at `blank`.
    fn start(self, blank: usize) -> Self::Mark;

    /// The mark after a move that the rule lets pass.
    fn next(self, mark: Self::Mark, m: Move) -> Self::Mark;

    /// The moves to make at a node that the move of discriminant `last` led
    /// to, or no move ([`NO_MOVE`]).
    fn onward(self, mark: Self::Mark, last: usize, blank: usize) -> Onward;

    /// The expansion of a node that is not the root.
    fn tally(self, mark: Self::Mark, blank: usize) -> Tally;

    /// Of bits that stand for moves in all lanes of a node, bit `m` of four,
    /// those of moves to make; those that would take the last move back may be
    /// left in.
    fn among(self, mark: Self::Mark, lanes: B::Word) -> B::Word;
}

/// All moves but the one that would take back the last.
#[derive(Clone, Copy)]
pub(crate) struct NoWayBack<B>(pub(crate) B);

impl<B: Board> Rule<B> for NoWayBack<B> {
    type Mark = ();

    fn start(self, _: usize) {}

    #[inline(always)]
    fn next(self, (): (), _: Move) {}

    #[inline(always)]
    fn onward(self, (): (), last: usize, blank: usize) -> Onward {
        self.0.shape().onward(last, blank)
    }

    #[inline(always)]
    fn tally(self, (): (), blank: usize) -> Tally {
        Tally::expansion(self.0.shape().onward(NO_MOVE, blank).count - 1)
    }

    #[inline(always)]
    fn among(self, (): (), lanes: B::Word) -> B::Word {
        lanes
    }
}

/// The moves that an [`Automaton`] lets pass.
#[derive(Clone, Copy)]
pub(crate) struct NoDuplicates<'a, B: Board> {
    automaton: &'a Automaton,
    /// By set of moves, its bits in every lane.
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
    type Mark = u32;

    fn start(self, blank: usize) -> u32 {
        self.automaton.start(blank)
    }

    #[inline(always)]
    fn next(self, mark: u32, m: Move) -> u32 {
        self.automaton.next(mark, m)
    }

    #[inline(always)]
    fn onward(self, mark: u32, _: usize, _: usize) -> Onward {
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
        SETS[Automaton::moves(mark).bits()]
    }

    #[inline(always)]
    fn tally(self, mark: u32, blank: usize) -> Tally {
        Tally::expansion(Rule::<B>::onward(self, mark, NO_MOVE, blank).count)
    }

    #[inline(always)]
    fn among(self, mark: u32, lanes: B::Word) -> B::Word {
        lanes & self.lanes[Automaton::moves(mark).bits()]
    }
}

/// The last move of a path, which may be known when a search is compiled.
pub(crate) trait Last: Copy {
    /// The discriminant of the last move, or [`NO_MOVE`], if it is known.
    const KNOWN: Option<usize>;

    /// The last move after one more.
    type After<const M: usize>: Last;

    /// The discriminant of the last move, or [`NO_MOVE`].
    fn get(self) -> usize;

    /// After the move of discriminant `M`.
    fn after<const M: usize>(self) -> Self::After<M>;
}

/// A last move that is a constant. Whatever is compiled for it is compiled for
/// all five.
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

/// A last move that is told at run time.
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
