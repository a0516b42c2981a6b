//! Numbers of many rows as one text.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use optile_core::{Arrangement, rank};

/// The most cells of a board that is written as the number of its permutation.
pub(crate) const RANKED_CELLS: usize = 9;

/// The most cells of a board that is written with four bits for each.
const PACKED_CELLS: usize = 16;

/// A byte for each number; 255 stands for none, and for numbers that are too large.
pub(crate) fn small(numbers: impl Iterator<Item = Option<u32>>) -> String {
    let byte = |number: Option<u32>| number.and_then(|n| u8::try_from(n).ok()).unwrap_or(u8::MAX);
    STANDARD.encode(numbers.map(byte).collect::<Vec<u8>>())
}

/// Boards of one size.
pub(crate) fn boards<'a>(all: impl Iterator<Item = &'a Arrangement>) -> String {
    let mut bytes = Vec::new();
    for board in all {
        let tiles = board.tiles();
        match tiles.len() {
            ..=RANKED_CELLS => bytes.extend_from_slice(&(rank(tiles) as u32).to_be_bytes()[1..]),
            cells if cells <= PACKED_CELLS => {
                let pair = |pair: &[u8]| pair[0] << 4 | pair.get(1).copied().unwrap_or(0);
                bytes.extend(tiles.chunks(2).map(pair));
            }
            _ => bytes.extend_from_slice(tiles),
        }
    }
    STANDARD.encode(bytes)
}
