use optile_core::{Board, Move, Moves, Word};

use crate::automaton::Automaton;
use crate::sweep::Tally;

/// The moves that a node's successors come from.
#[derive(Clone, Copy)]
pub(crate) struct Choice {
    pub(crate) moves: Moves,
    /// How many they are, kept because counting bits is slow on processors as
    /// old as those that programs are compiled for by default.
    pub(crate) count: u8,
}

/// Where the last move would stand if there were one.
pub(crate) const NO_MOVE: usize = 4;

/// Which of the legal moves a search makes at a node, by the moves that led to
/// it.
pub(crate) trait Rule<B: Board>: Copy + Send + Sync {
    /// What is remembered of those moves beyond the last one.
    type Mark: Copy + Default + Send + Sync;

    /// The mark of a root whose blank is at `blank`.
    fn start(self, blank: usize) -> Self::Mark;

    /// The mark after a move that the rule lets pass.
    fn next(self, mark: Self::Mark, m: Move) -> Self::Mark;

    /// The moves to make at a node that the move of discriminant `LAST` led
    /// to.
    fn choice<const LAST: usize>(self, mark: Self::Mark, blank: usize) -> Choice;

    /// The expansion of a node that is not the root.
    fn tally(self, mark: Self::Mark, blank: usize) -> Tally;

    /// Of bits that stand for moves in all lanes of a node, bit `m` of four,
    /// those of moves to make; those that would take the last move back may be
    /// left in.
    fn among(self, mark: Self::Mark, lanes: B::Word) -> B::Word;

    /// The moves to make at a node that `last` led to.
    fn moves(self, mark: Self::Mark, last: Option<Move>, blank: usize) -> Moves {
        let choice = match last {
            None => self.choice::<NO_MOVE>(mark, blank),
            Some(Move::Up) => self.choice::<0>(mark, blank),
            Some(Move::Left) => self.choice::<1>(mark, blank),
            Some(Move::Right) => self.choice::<2>(mark, blank),
            Some(Move::Down) => self.choice::<3>(mark, blank),
        };
        choice.moves
    }
}

/// All moves but the one that would take back the last.
#[derive(Clone, Copy)]
pub(crate) struct NoWayBack;

impl NoWayBack {
    /// By the last move and the blank's cell. Rows are 32 long so that no
    /// index is checked.
    const fn choices<B: Board>() -> [[Choice; 32]; 5] {
        let mut choices = [[Choice { moves: Moves::NONE, count: 0 }; 32]; 5];
        let mut last = 0;
        while last <= NO_MOVE {
            let mut cell = 0;
            while cell < B::CELLS {
                let mut moves = B::LEGAL[cell];
                if last != NO_MOVE {
                    moves = moves.without(Move::ALL[last].inverse());
                }
                choices[last][cell] = Choice { moves, count: moves.len() as u8 };
                cell += 1;
            }
            last += 1;
        }
        choices
    }

    const fn tallies<B: Board>() -> [Tally; 32] {
        let mut tallies = [Tally::expansion(0); 32];
        let mut cell = 0;
        while cell < B::CELLS {
            tallies[cell] = Tally::expansion(B::LEGAL[cell].len() as u8 - 1);
            cell += 1;
        }
        tallies
    }
}

impl<B: Board> Rule<B> for NoWayBack {
    type Mark = ();

    fn start(self, _: usize) {}

    #[inline(always)]
    fn next(self, (): (), _: Move) {}

    #[inline(always)]
    fn choice<const LAST: usize>(self, (): (), blank: usize) -> Choice {
        let choices = const { &Self::choices::<B>() };
        choices[LAST][blank & 31]
    }

    #[inline(always)]
    fn tally(self, (): (), blank: usize) -> Tally {
        let tallies = const { &Self::tallies::<B>() };
        tallies[blank & 31]
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
    fn choice<const LAST: usize>(self, mark: u32, _: usize) -> Choice {
        const SETS: [Choice; 16] = {
            let mut sets = [Choice { moves: Moves::NONE, count: 0 }; 16];
            let mut bits = 0;
            while bits < 16 {
                let moves = Moves::of_bits(bits);
                sets[bits] = Choice { moves, count: moves.len() as u8 };
                bits += 1;
            }
            sets
        };
        SETS[Automaton::moves(mark).bits()]
    }

    #[inline(always)]
    fn tally(self, mark: u32, blank: usize) -> Tally {
        Tally::expansion(Rule::<B>::choice::<NO_MOVE>(self, mark, blank).count)
    }

    #[inline(always)]
    fn among(self, mark: u32, lanes: B::Word) -> B::Word {
        lanes & self.lanes[Automaton::moves(mark).bits()]
    }
}
