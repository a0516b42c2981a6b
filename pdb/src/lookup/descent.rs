//! Distances from tables that keep them modulo 3.

use optile_core::Shape;

use crate::index::order::MAX_TILES;
use crate::index::placement::{Placement, distance};
use crate::key::Storage;
use crate::table::Table;

/// The least distance from `least` on that equals `modulo3` modulo 3 and has
/// the parity of `least`.
///
/// A move of a pattern's tile changes both its distance and its Manhattan
/// distance by one. So both have the same parity, and an entry that is the
/// distance modulo 3 also gives it modulo 6.
#[inline(always)]
pub(crate) fn least_distance(least: u8, modulo3: u8) -> u16 {
    // Modulo 3, adding two subtracts one.
    let lacking = (3 + least % 3 - modulo3) % 3;
    u16::from(least) + 2 * u16::from(lacking)
}

/// The difference between distances that an entry of two bits cannot tell
/// apart.
pub(crate) const PERIOD: u16 = 6;

#[cfg(test)]
thread_local! {
    /// How many descents this thread has begun.
    pub(crate) static DESCENTS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

impl Table {
    /// The number of a placement's entry.
    pub(crate) fn index_of(&self, placement: &Placement) -> usize {
        let &Placement { mask, order, blank, .. } = placement;
        if self.key().storage == Storage::Crumbs {
            let digits: Vec<usize> = placement.cells(self.key().tiles.len()).collect();
            let cells = self.key().size.cells();
            return digits.iter().rev().fold(0, |number, cell| number * cells + cell);
        }
        self.index(mask, order, blank.into(), self.key().size.cells())
    }

    fn goal(&self) -> Placement {
        let (key, mut cells) = (self.key(), [0; MAX_TILES]);
        for (to, cell) in cells.iter_mut().zip(key.goal_cells()) {
            *to = cell as u8;
        }
        Placement::new(cells, key.tiles.len(), key.goal_blank)
    }

    /// The sum of the rows and columns from each tile to its place.
    pub(crate) fn manhattan(&self, shape: &Shape, placement: &Placement) -> u8 {
        let steps = placement.cells(self.key().tiles.len()).zip(self.key().goal_cells());
        steps.map(|(cell, goal)| distance(shape, cell, goal)).sum()
    }

    /// The distance of a placement in a table of two bits, if it is known to be
    /// at most `most`.
    ///
    /// Follows a path to the goal along which the distance falls by one with
    /// every move, to its end or until only one distance is possible. It takes
    /// no memory, because it may be called at every node of a search.
    pub(crate) fn descent(&self, mut placement: Placement, most: u16) -> u16 {
        #[cfg(test)]
        DESCENTS.set(DESCENTS.get() + 1);
        let shape = Shape::of(self.key().size);
        let mut index = self.index_of(&placement);
        let mut steps = 0;
        loop {
            let (code, manhattan) = (self.code(index), self.manhattan(shape, &placement));
            if manhattan == 0 && index == self.index_of(&self.goal()) {
                return steps;
            }
            let distance = steps + least_distance(manhattan, code);
            if distance + PERIOD > most {
                return distance;
            }
            // Only placements that cannot be solved have no closer neighbour.
            let Some(closer) = self.neighbour(shape, &placement, (code + 2) % 3) else {
                return distance;
            };
            (placement, index) = closer;
            steps += 1;
        }
    }

    /// A placement with this entry to which one move of a tile leads, with the
    /// blank anywhere in its region. Returned with the number of its entry.
    fn neighbour(
        &self,
        shape: &Shape,
        placement: &Placement,
        code: u8,
    ) -> Option<(Placement, usize)> {
        let tiles = self.key().tiles.len();
        let region = self.regions_of(placement.mask);
        let blank = region(placement.blank.into());
        for (item, cell) in placement.cells(tiles).enumerate() {
            for m in shape.legal(cell) {
                let to = cell.wrapping_add(shape.step(m));
                if placement.mask >> to & 1 == 1 || region(to) != blank {
                    continue;
                }
                let neighbour = placement.after(item, to, m, tiles);
                let index = self.index_of(&neighbour);
                if self.code(index) == code {
                    return Some((neighbour, index));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_known_modulo_six() {
        for least in 0..100 {
            for distance in (u16::from(least)..120).step_by(2) {
                let known = least_distance(least, (distance % 3) as u8);
                assert!(known >= least.into() && known < u16::from(least) + PERIOD);
                assert_eq!(known % PERIOD, distance % PERIOD);
            }
        }
    }
}
