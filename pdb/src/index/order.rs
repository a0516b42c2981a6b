//! The numbers of orders of tiles.

use optile_core::{Stop, room_for};

/// The most tiles of one pattern. The orders of more tiles do not fit in the
/// tables of rotations.
pub(crate) const MAX_TILES: usize = 8;

/// `n!`, for the few items of a pattern.
pub(crate) const fn orders(n: usize) -> usize {
    optile_core::factorial(n) as usize
}

/// [`orders`] of the number of items before an item, as a table. Indexed by
/// item.
pub(crate) const ORDERS: [u16; MAX_TILES] = {
    let mut table = [0; MAX_TILES];
    let mut item = 0;
    while item < MAX_TILES {
        table[item] = orders(item) as u16;
        item += 1;
    }
    table
};

/// The rank, below `k!`, of an order of the items `0..k`.
///
/// For item `t`, the rank counts the smaller items after it, in units of `t!`
/// (D. E. Knuth, The Art of Computer Programming, volume 3, section 5.1.1:
/// inversion tables). A search can update this rank cheaply. Two items that
/// pass each other change it by a number that depends only on these two, see
/// [`weight`].
pub(crate) fn rank_of(items: &[u8]) -> usize {
    let after = |place: usize| items[place + 1..].iter().filter(move |&&u| u < items[place]);
    (0..items.len()).map(|place| after(place).count() * orders(items[place].into())).sum()
}

/// [`rank_of`] the order of tiles on these cells, which are given for the least
/// tile first.
#[inline]
pub(crate) fn rank_of_cells(cells: impl IntoIterator<Item = usize>) -> usize {
    let (mut taken, mut rank) = (0u32, 0);
    for (item, cell) in cells.into_iter().enumerate() {
        rank += (taken >> cell).count_ones() as usize * usize::from(ORDERS[item % MAX_TILES]);
        taken |= 1 << cell;
    }
    rank
}

/// The order of a rank, the inverse of [`rank_of`].
pub(crate) fn order_of(mut rank: usize, k: usize) -> Vec<u8> {
    let mut items = Vec::with_capacity(k);
    for item in 0..k {
        let after = rank % (item + 1);
        rank /= item + 1;
        items.insert(item - after, item as u8);
    }
    items
}

/// The increase of the rank when item `t` moves from a place after item `u` to
/// a place before it.
pub(crate) fn weight(t: usize, u: usize) -> i32 {
    if u < t { orders(t) as i32 } else { -(orders(u) as i32) }
}

/// How vertical moves change the ranks of orders. An item goes from one place
/// to another, past fewer items than the board is wide.
pub(crate) struct Rotations {
    k: usize,
    /// The new rank, indexed by the old one. There is a table for each pair of
    /// an old and a new place. It is empty if no move leads from one to the
    /// other.
    ranks: Vec<Vec<u16>>,
}

impl Rotations {
    pub(crate) fn new(k: usize, width: usize) -> Result<Self, Stop> {
        let rotate = |from: usize, to: usize| {
            if from == to || from.abs_diff(to) >= width {
                return Ok(Vec::new());
            }
            let moved = |rank| {
                let mut items = order_of(rank, k);
                let item = items.remove(from);
                items.insert(to, item);
                rank_of(&items) as u16
            };
            let mut ranks = room_for(orders(k))?;
            ranks.extend((0..orders(k)).map(moved));
            Ok(ranks)
        };
        let ranks = (0..k * k).map(|pair| rotate(pair / k, pair % k));
        Ok(Self { k, ranks: ranks.collect::<Result<_, _>>()? })
    }

    /// The new ranks, indexed by the old rank, when an item goes from one place
    /// to another. Empty if the rank does not change.
    pub(crate) fn of(&self, from: usize, to: usize) -> &[u16] {
        &self.ranks[from * self.k + to]
    }

    /// The most bytes that the rotations take.
    pub(crate) fn bytes(k: usize, width: usize) -> u64 {
        let pairs: usize = (1..width.min(k)).map(|steps| 2 * (k - steps)).sum();
        (pairs * orders(k) * size_of::<u16>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_through_all_orders() {
        for k in 1..=6 {
            for rank in 0..orders(k) {
                assert_eq!(rank_of(&order_of(rank, k)), rank);
            }
        }
    }

    #[test]
    fn cells_have_the_rank_of_the_order_of_their_tiles() {
        for rank in 0..orders(5) {
            let mut cells = [0; 5];
            for (cell, item) in [0, 3, 4, 11, 24].into_iter().zip(order_of(rank, 5)) {
                cells[usize::from(item)] = cell;
            }
            assert_eq!(rank_of_cells(cells), rank);
        }
    }

    #[test]
    fn weights_say_what_passing_changes() {
        for rank in 0..orders(5) {
            let mut items = order_of(rank, 5);
            for place in 1..5 {
                items.swap(place - 1, place);
                let gain = weight(items[place - 1].into(), items[place].into());
                assert_eq!(rank_of(&items) as i32, rank as i32 + gain);
                items.swap(place - 1, place);
            }
        }
    }

    #[test]
    fn rotations_take_an_item_out_and_put_it_in() {
        let rotations = Rotations::new(4, 3).unwrap();
        assert_eq!(order_of(rotations.of(2, 0)[rank_of(&[3, 1, 0, 2])].into(), 4), [0, 3, 1, 2]);
        assert!(rotations.of(3, 0).is_empty() && rotations.of(1, 1).is_empty());
        let entries: usize = rotations.ranks.iter().map(Vec::len).sum();
        assert_eq!(Rotations::bytes(4, 3), 2 * entries as u64);
    }
}
