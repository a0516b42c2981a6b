//! Conflicts of the tiles of one line.

use std::sync::LazyLock;

/// The code of a line of a board: a digit for each place. The digit is 0 for
/// the blank and for a tile of another line. Otherwise it is one more than the
/// place where the tile belongs.
///
/// Lines of up to five cells have three bits per digit. Their codes are below
/// 2¹⁵, and a table holds their conflicts. Longer lines have four bits per
/// digit, and their conflicts are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    digits: u64,
    /// Whether the line is longer than five cells.
    is_long: bool,
}

impl Code {
    /// An empty line of `length` cells.
    #[inline(always)]
    pub(crate) const fn new(length: usize) -> Self {
        Self { digits: 0, is_long: length > MOST }
    }

    /// Puts a digit at a place that has 0. [`NO_PLACE`] is a place that no line
    /// has.
    #[inline(always)]
    pub(crate) fn put(&mut self, place: usize, digit: u8) {
        self.digits |= u64::from(digit) << (self.bits() as usize * place);
    }

    #[inline(always)]
    const fn bits(self) -> u32 {
        if self.is_long { 4 } else { 3 }
    }

    fn digit(self, place: usize) -> usize {
        (self.digits >> (self.bits() as usize * place)) as usize & ((1 << self.bits()) - 1)
    }

    fn without(mut self, place: usize) -> Self {
        self.digits &= !(((1 << self.bits()) - 1) << (self.bits() as usize * place));
        self
    }

    /// The least number of tiles to take out of a line so that the others are
    /// in the order of their places: all tiles except a longest ascending
    /// sequence.
    ///
    /// Codes with the same tile twice have no meaning, because no line has
    /// them.
    fn removals(self) -> usize {
        let tiles = (0..LONGEST).map(|place| self.digit(place)).filter(|&tile| tile > 0);
        let mut longest_to = [0; 16];
        for tile in tiles.clone() {
            longest_to[tile] = 1 + longest_to[..tile].iter().max().copied().unwrap_or(0);
        }
        tiles.count() - longest_to.into_iter().max().unwrap_or(0)
    }
}

/// The most cells of a line whose code is in the table.
const MOST: usize = 5;

/// The most cells of any line.
const LONGEST: usize = 12;

/// A place that no line has, so that nothing is taken out there.
pub(crate) const NO_PLACE: u8 = 15;

/// The conflicts of the tiles of one line, for all short lines.
pub(crate) struct Conflicts {
    /// The places whose tile, if it were not there, would leave one tile fewer
    /// to be taken out. Indexed by code.
    needless: [u8; CODES],
}

const CODES: usize = 1 << (3 * MOST);

static CONFLICTS: LazyLock<Box<Conflicts>> = LazyLock::new(|| {
    let mut conflicts = Box::new(Conflicts { needless: [0; CODES] });
    for digits in 0..CODES {
        let code = Code { digits: digits as u64, is_long: false };
        let needed = |place: &usize| code.removals() > code.without(*place).removals();
        let places = (0..MOST).filter(needed);
        conflicts.needless[digits] = places.fold(0, |places, place| places | 1 << place);
    }
    conflicts
});

impl Conflicts {
    /// The table. It is made once per process.
    pub(crate) fn shared() -> &'static Self {
        &CONFLICTS
    }

    /// How many fewer tiles have to be taken out if the tile at `place` is not
    /// there: 0 or 1.
    #[inline(always)]
    pub(crate) fn saved_without(&self, code: Code, place: u8) -> u32 {
        if code.is_long {
            return saved_in_long_line(code, place);
        }
        u32::from(self.needless[code.digits as usize & (CODES - 1)]) >> (place & 15) & 1
    }

    /// The least number of tiles to take out of a line.
    pub(crate) fn removals(&self, code: Code) -> u32 {
        if code.is_long {
            return code.removals() as u32;
        }
        // The sum of the tiles that each place saves, one place after another.
        let rest = |place| Code { digits: code.digits >> (3 * place) << (3 * place), ..code };
        (0..MOST).map(|place| self.saved_without(rest(place), place as u8)).sum()
    }
}

#[inline(never)]
fn saved_in_long_line(code: Code, place: u8) -> u32 {
    if usize::from(place) >= LONGEST {
        return 0;
    }
    (code.removals() - code.without(place.into()).removals()) as u32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Tries every set of tiles to take out.
    fn removals_slowly(code: Code, length: usize) -> usize {
        let is_rising = |kept: usize| {
            let tiles = (0..length).filter(|place| kept >> place & 1 == 1);
            let tiles = tiles.map(|place| code.digit(place)).filter(|&tile| tile > 0);
            tiles.is_sorted_by(|a, b| a < b)
        };
        let kept = |kept: usize| {
            (0..length).filter(|&place| kept >> place & 1 == 1 && code.digit(place) > 0).count()
        };
        let most = (0..1 << length).filter(|&set| is_rising(set)).map(kept).max();
        kept((1 << length) - 1) - most.unwrap()
    }

    fn is_line(code: Code) -> bool {
        let digits = (0..MOST).map(|place| code.digit(place));
        let mut tiles: Vec<usize> = digits.filter(|&tile| tile > 0).collect();
        tiles.sort_unstable();
        tiles.is_sorted_by(|a, b| a < b) && tiles.iter().all(|&tile| tile <= MOST)
    }

    fn check(code: Code, length: usize) {
        let least = removals_slowly(code, length) as u32;
        assert_eq!(Conflicts::shared().removals(code), least, "{code:?}");
        for place in (0..length).chain([NO_PLACE.into()]) {
            let without = if place < length { code.without(place) } else { code };
            let saved = least - removals_slowly(without, length) as u32;
            assert_eq!(Conflicts::shared().saved_without(code, place as u8), saved, "{code:?}");
        }
    }

    #[test]
    fn the_least_number_of_tiles_is_taken_out_of_every_short_line() {
        let codes = (0..CODES).map(|digits| Code { digits: digits as u64, is_long: false });
        let lines: Vec<Code> = codes.filter(|&code| is_line(code)).collect();
        // For each k, k of the five places hold k of the five tiles, in any
        // order.
        assert_eq!(lines.len(), 1 + 25 + 200 + 600 + 600 + 120);
        for code in lines {
            check(code, MOST);
        }
    }

    proptest! {
        /// Places of a long line. Each has its own tile, another tile or none.
        #[test]
        fn the_least_number_of_tiles_is_taken_out_of_long_lines(
            tiles in (6usize..=9)
                .prop_flat_map(|n| Just((1..=n as u8).collect::<Vec<_>>()).prop_shuffle()),
            taken: u16,
        ) {
            let mut code = Code::new(tiles.len());
            for (place, &tile) in tiles.iter().enumerate() {
                code.put(place, if taken >> place & 1 == 1 { 0 } else { tile });
            }
            check(code, tiles.len());
        }
    }

    /// Three tiles in reverse order make three pairs of conflicts, but taking
    /// out two of them is enough.
    #[test]
    fn pairs_are_not_what_is_counted() {
        let removals = |digits| Conflicts::shared().removals(Code { digits, is_long: false });
        assert_eq!(removals(0o123), 2);
        assert_eq!(removals(0o12345), 4);
        assert_eq!(removals(0o0321), 0);
    }
}
