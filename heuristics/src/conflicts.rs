use std::sync::LazyLock;

/// What tiles of one line stand in each other's way.
///
/// A line is told by its *code*: for each place three bits, which are 0 for a
/// tile of another line and for the blank, else one more than the place where
/// the tile belongs. Lines have up to five cells, so codes are below 2¹⁵.
/// Those that no line has, as they hold a tile twice, have no meaning.
pub(crate) struct Conflicts {
    /// By code, the places whose tile, if it were not there, would leave one
    /// tile fewer to be taken out; bits from the seventh on are never set.
    needless: [u8; CODES],
}

const CODES: usize = 1 << (3 * MOST);

/// The most cells of a line.
const MOST: usize = 5;

/// A place that no line has: nothing is taken out from there.
pub(crate) const NO_PLACE: u8 = 7;

static CONFLICTS: LazyLock<Box<Conflicts>> = LazyLock::new(|| {
    let mut conflicts = Box::new(Conflicts { needless: [0; CODES] });
    for code in 0..CODES {
        let needed = |place: &usize| removals(code) > removals(without(code, *place));
        let places = (0..MOST).filter(needed);
        conflicts.needless[code] = places.fold(0, |places, place| places | 1 << place);
    }
    conflicts
});

/// The tile at a place of a code.
fn digit(code: usize, place: usize) -> usize {
    code >> (3 * place) & 7
}

fn without(code: usize, place: usize) -> usize {
    code & !(7 << (3 * place))
}

/// The least number of tiles to take out of a line so that the others stand
/// in the order of their places: all but a longest rising sequence.
fn removals(code: usize) -> usize {
    let tiles = (0..MOST).map(|place| digit(code, place)).filter(|&tile| tile > 0);
    let mut longest_to = [0; 8];
    for tile in tiles.clone() {
        longest_to[tile] = 1 + longest_to[..tile].iter().max().copied().unwrap_or(0);
    }
    tiles.count() - longest_to.into_iter().max().unwrap_or(0)
}

impl Conflicts {
    /// The table, which is made once in a process.
    pub(crate) fn shared() -> &'static Self {
        &CONFLICTS
    }

    /// How many tiles fewer have to be taken out of a line if the one at
    /// `place` is not there: none or one.
    #[inline(always)]
    pub(crate) fn saved_without(&self, code: usize, place: u8) -> u32 {
        u32::from(self.needless[code & (CODES - 1)]) >> (place & 7) & 1
    }

    /// The least number of tiles to take out of a line.
    pub(crate) fn removals(&self, code: usize) -> u32 {
        let rest = |place| code >> (3 * place) << (3 * place);
        (0..MOST).map(|place| self.saved_without(rest(place), place as u8)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries every set of tiles to take out.
    fn removals_slowly(code: usize) -> usize {
        let is_rising = |kept: usize| {
            let tiles = (0..MOST).filter(|place| kept >> place & 1 == 1);
            let tiles = tiles.map(|place| digit(code, place)).filter(|&tile| tile > 0);
            tiles.is_sorted_by(|a, b| a < b)
        };
        let kept = |kept: usize| {
            (0..MOST).filter(|&place| kept >> place & 1 == 1 && digit(code, place) > 0).count()
        };
        let most = (0..1 << MOST).filter(|&set| is_rising(set)).map(kept).max();
        kept((1 << MOST) - 1) - most.unwrap()
    }

    fn is_line(code: usize) -> bool {
        let digits = (0..MOST).map(|place| digit(code, place));
        let mut tiles: Vec<usize> = digits.filter(|&tile| tile > 0).collect();
        tiles.sort_unstable();
        tiles.is_sorted_by(|a, b| a < b) && tiles.iter().all(|&tile| tile <= MOST)
    }

    #[test]
    fn the_least_number_of_tiles_is_taken_out_of_every_line() {
        let lines: Vec<usize> = (0..CODES).filter(|&code| is_line(code)).collect();
        // Of five places, k hold k of five tiles in any order.
        assert_eq!(lines.len(), 1 + 25 + 200 + 600 + 600 + 120);
        for code in lines {
            let least = removals_slowly(code) as u32;
            assert_eq!(Conflicts::shared().removals(code), least, "{code:o}");
            for place in 0..8 {
                let saved = least - removals_slowly(without(code, usize::from(place))) as u32;
                assert_eq!(Conflicts::shared().saved_without(code, place), saved, "{code:o}");
            }
        }
    }

    /// Three tiles in reverse order are in three pairs of conflicts, but two
    /// of them are enough to take out.
    #[test]
    fn pairs_are_not_what_is_counted() {
        assert_eq!(Conflicts::shared().removals(0o123), 2);
        assert_eq!(Conflicts::shared().removals(0o12345), 4);
        assert_eq!(Conflicts::shared().removals(0o0321), 0);
    }
}
