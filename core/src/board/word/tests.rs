//! Words of tiles, compared with plain loops over cells.

use super::*;

/// Checks the tiles and lanes of a rotated word, cell by cell.
fn check<W: Word>(cells: usize) {
    let tiles = (0..cells).fold(W::default(), |word, cell| word.put(cell, (cell + 1) % cells));
    let lane = |lanes: W, lane: usize| lanes.turn_lanes(lane).widen() & 15;
    let lanes = (0..cells).fold(W::default(), |lanes, cell| {
        lanes | W::from(cell as u8 & 15).turn_lanes(W::LANES - cell)
    });
    for cell in 0..cells {
        assert_eq!(lane(lanes, cell), cell as u128 & 15);
        let turned = tiles.rotate_down(cell);
        for to in 0..cells {
            let steps = to.wrapping_sub(cell) % W::LANES;
            if to.abs_diff(cell) < W::LANES / 2 {
                assert_eq!(turned.turn(steps), tiles.rotate_down(to));
            }
            assert_eq!(lane(lanes.turn_lanes(cell), steps), to as u128 & 15);
        }
    }
    let bits = W::from(8) | W::from(1).turn_lanes(1);
    assert_eq!(bits.lowest_bit(), 3);
    assert_eq!(bits.without_lowest_bit().lowest_bit(), 4 * (W::LANES - 1));
    assert_eq!(W::from(1).without_lowest_bit(), W::EMPTY);
}

#[test]
fn words_and_lanes_turn_from_cell_to_cell() {
    for cells in 4..=16 {
        check::<u64>(cells);
    }
    for cells in [20, 25] {
        check::<u128>(cells);
    }
}

#[test]
fn shifted_words_hold_the_same_tiles_at_other_cells() {
    fn check<W: Word>(cells: usize) {
        let tiles: Vec<usize> = (0..cells).map(|cell| (cell + 1) % cells).collect();
        let of = |tiles: &[usize]| {
            let places = tiles.iter().enumerate();
            places.fold(W::default(), |word, (cell, &tile)| word.put(cell, tile))
        };
        for by in 0..cells {
            assert_eq!(of(&tiles).shift_down(by), of(&tiles[by..]));
            // All of these still fit.
            let lowest = &tiles[..cells - by];
            assert_eq!(of(lowest).shift_up(by), of(&[&vec![0; by], lowest].concat()));
        }
    }
    for cells in 4..=16 {
        check::<u64>(cells);
    }
    for cells in 4..=25 {
        check::<u128>(cells);
    }
}

#[test]
fn one_shift_slides_as_two_do() {
    fn check<W: Word>(width: usize, cells: usize) {
        for (step, lower) in [1, width].iter().flat_map(|&s| (0..cells - s).map(move |c| (s, c))) {
            for tile in 1..cells {
                let word = W::default().put(lower, tile);
                let slid = word.slide_by(tile, lower, step);
                assert_eq!(slid, word.slide(tile, lower, lower + step));
                assert_eq!(slid, W::default().put(lower + step, tile));
                assert_eq!(slid.slide_by(tile, lower, step), word);
            }
        }
    }
    for size in crate::Size::all() {
        check::<u128>(size.width(), size.cells());
        if size.cells() <= 16 {
            check::<u64>(size.width(), size.cells());
        }
    }
}
