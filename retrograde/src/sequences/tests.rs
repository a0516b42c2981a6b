//! Moves of whole sets compared with moves of single states.

use optile_core::{Board, Move, Size, State, reachable, with_shaped_board};
use proptest::prelude::*;

use super::*;

/// The vertical move `m` of the blank from `cell`, if there is one, made by
/// a [`Rotation`].
fn moved<B: Board>(board: B, goal_blank: usize, cell: usize, m: Move, from: &[u64]) -> Vec<u64> {
    let (tiles, width) = (board.cells() - 1, board.width());
    let to = board.neighbour(cell, m);
    let rows = board.row(cell).abs_diff(board.row(goal_blank));
    let odd = (rows * (width - 1) % 2) as u8;
    let [mut into, mut moved] = [0, 0].map(|word| vec![word; from.len()]);
    let rotation = Rotation::new(tiles, cell.min(to), width).unwrap();
    let parities = word_parities(tiles).unwrap();
    rotation.add_moved(m == Move::Up, odd, &parities, from, &mut into, &mut moved);
    into
}

/// The number of a state's sequence, by the core's own numbering.
fn number<B: Board>(state: &State<B>) -> usize {
    let size = state.board().size();
    state.index() as usize % (reachable(size) as usize / size.cells())
}

fn vertical_moves<B: Board>(board: B) -> impl Iterator<Item = (usize, Move)> {
    (0..board.cells()).flat_map(move |cell| {
        let moves = [Move::Up, Move::Down].into_iter();
        moves.filter(move |&m| board.legal(cell).contains(m)).map(move |m| (cell, m))
    })
}

/// Compares every vertical move of every state with [`State::apply`].
///
/// For each bit, the set of all sequences whose number has this bit is moved.
/// Together the results show where each single sequence goes.
fn check_all<B: Board>(board: B) {
    let (size, cells) = (board.size(), board.cells());
    let half = reachable(size) as usize / cells;
    let bits = usize::BITS - half.leading_zeros();
    for goal_blank in [0, cells - 1] {
        for (cell, m) in vertical_moves(board) {
            let ends: Vec<usize> = (0..half)
                .map(|number_before| {
                    let index = (cell * half + number_before) as u128;
                    number(&State::from_index(board, index, goal_blank).successor(m))
                })
                .collect();
            for bit in 0..bits {
                let mut from = vec![0; words_of(cells - 1)];
                let mut expected = from.clone();
                for (before, after) in ends.iter().enumerate() {
                    from[before / 60] |= (before as u64 >> bit & 1) << (before % 60);
                    expected[after / 60] |= (before as u64 >> bit & 1) << (after % 60);
                }
                let found = moved(board, goal_blank, cell, m, &from);
                assert!(found == expected, "{size} cell {cell} {m}, bit {bit}");
            }
        }
    }
}

#[test]
fn whole_sets_move_as_single_states_do() {
    for size in Size::all().filter(|size| size.cells() <= 9) {
        with_shaped_board!(size, board => check_all(board));
    }
}

/// Like [`check_all`], for one state of a larger board.
fn check_one<B: Board>(board: B, index: u64, goal_blank: usize) {
    let cells = board.cells();
    let goal_blank = goal_blank % cells;
    let index = u128::from(index) % reachable(board.size());
    let state = State::from_index(board, index, goal_blank);
    let mut from = vec![0; words_of(cells - 1)];
    from[number(&state) / 60] |= 1 << (number(&state) % 60);
    for (_, m) in vertical_moves(board).filter(|&(cell, _)| cell == state.blank()) {
        let found = moved(board, goal_blank, state.blank(), m, &from);
        let end = number(&state.successor(m));
        let ones: u32 = found.iter().map(|word| word.count_ones()).sum();
        assert_eq!((ones, found[end / 60] >> (end % 60) & 1), (1, 1), "{state:?} {m}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn single_states_move_alike_on_larger_boards(index in any::<u64>(), blank in 0usize..12) {
        for size in Size::all().filter(|size| (10..=12).contains(&size.cells())) {
            with_shaped_board!(size, board => check_one(board, index, blank));
        }
    }
}

#[test]
fn parities_are_those_of_the_first_digits() {
    for tiles in [3, 5, 7, 8] {
        let parities = word_parities(tiles).unwrap();
        assert_eq!(parities.len(), words_of(tiles));
        for (word, &parity) in parities.iter().enumerate() {
            let mut rest = word;
            let digits = (6..=tiles).map(|base| {
                let digit = rest % base;
                rest /= base;
                digit
            });
            assert_eq!(digits.sum::<usize>() % 2, usize::from(parity), "{tiles} {word}");
        }
    }
}
