//! The games of walking distance, and their tables.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use optile_core::{Meter, Stop, filled, room_for};

/// The game of walking distance for the rows of a board, or for its columns.
/// Tiles that belong to the same line are alike, and any tile of the line
/// before or after the blank's can move to the blank's line.
///
/// A position says how many tiles that belong to each line are on each line.
/// The blank is on the line that has one tile fewer than the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    /// Lines, 2 to 5.
    pub(crate) lines: usize,
    /// The cells of each.
    pub(crate) length: usize,
    /// The line of the goal's blank.
    pub(crate) goal: usize,
}

/// How many positions there are; 0 for games without a table. Indexed by
/// `[lines - 2][length - 2]`.
///
/// Five lines of four cells have 5,977,015 positions, and five lines of five
/// cells have 65,650,495. Their steps would take 240 MB and 2.6 GB.
const POSITIONS: [[usize; 4]; 4] =
    [[4, 6, 8, 10], [33, 105, 255, 525], [480, 4_324, 24_964, 107_712], [11_010, 352_560, 0, 0]];

impl Game {
    /// How many positions the game has; `None` if it has no table.
    pub(crate) fn positions(self) -> Option<usize> {
        let positions = POSITIONS.get(self.lines - 2)?.get(self.length - 2);
        positions.copied().filter(|&positions| positions > 0)
    }

    /// Bits for the number of tiles of one kind on a line. The 25 numbers of
    /// five lines of up to three cells fit in 64 bits, and so do the 16 numbers
    /// of four lines.
    fn bits(self) -> usize {
        if self.length < 4 { 2 } else { 3 }
    }

    /// What a tile on line `line` that belongs to line `home` adds to the key
    /// of a position.
    pub(crate) fn tile(self, line: usize, home: usize) -> u64 {
        1 << (self.bits() * (line * self.lines + home))
    }

    /// How many tiles that belong to line `home` are on line `line`.
    fn tiles(self, key: u64, line: usize, home: usize) -> usize {
        let bits = self.bits();
        (key >> (bits * (line * self.lines + home))) as usize & ((1 << bits) - 1)
    }

    /// The key of the position in which every tile is where it belongs.
    fn solved(self) -> u64 {
        let tiles = |line| (self.length - usize::from(line == self.goal)) as u64;
        (0..self.lines).map(|line| tiles(line) * self.tile(line, line)).sum()
    }

    fn blank(self, key: u64) -> usize {
        let is_short = |&line: &usize| {
            (0..self.lines).map(|home| self.tiles(key, line, home)).sum::<usize>() < self.length
        };
        (0..self.lines).find(is_short).unwrap_or(self.goal)
    }

    /// The steps of one position in a table.
    fn steps(self) -> usize {
        2 * self.lines
    }
}

/// Every position of a game, and the position after each step.
pub(crate) struct WalkingTable {
    game: Game,
    /// The keys of the positions. Positions are numbered from the solved one,
    /// in the order in which a breadth-first search meets them.
    keys: Vec<u64>,
    /// A hash table of the positions by their keys; [`FREE`] where there is
    /// none.
    slots: Vec<u32>,
    /// The least number of steps from each position to the solved one.
    distances: Vec<u8>,
    /// For each step, the index of the first step of the next position. The
    /// lowest bit says whether that position is nearer to the solved one.
    /// Indexed by the position, by the line to which a tile belongs, and by
    /// whether it goes to a line of a higher number.
    pub(super) steps: Arc<[u32]>,
}

const FREE: u32 = u32::MAX;

/// The tables built so far, which are few and small.
#[derive(Default)]
pub(crate) struct WalkingTables(Mutex<Vec<Arc<WalkingTable>>>);

impl WalkingTables {
    /// The table of a game that has one. It is built if it does not exist yet.
    /// The largest table takes a third of a second, and other threads that need
    /// a table wait meanwhile.
    pub(crate) fn table(&self, game: Game, meter: &Meter) -> Result<Arc<WalkingTable>, Stop> {
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = tables.iter().find(|table| table.game == game) {
            return Ok(Arc::clone(table));
        }
        Ok(Arc::clone(tables.push_mut(Arc::new(WalkingTable::new(game, meter)?))))
    }
}

impl fmt::Debug for WalkingTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WalkingTables").finish_non_exhaustive()
    }
}

impl WalkingTable {
    /// Positions between two checks for signals.
    const PACE: usize = 4096;

    /// The bytes that the table of a game takes.
    pub(crate) fn bytes(game: Game) -> u64 {
        let positions = game.positions().unwrap_or_default();
        let each = size_of::<u64>() + size_of::<u8>() + game.steps() * size_of::<u32>();
        (positions * each + Self::slots(positions) * size_of::<u32>()) as u64
    }

    /// The number of slots. At most half of them are used.
    fn slots(positions: usize) -> usize {
        (2 * positions).next_power_of_two()
    }

    /// Searches the game breadth-first from its solved position.
    fn new(game: Game, meter: &Meter) -> Result<Self, Stop> {
        let positions = game.positions().unwrap_or_default();
        let mut steps = filled(positions * game.steps(), 0)?;
        let mut table = Self {
            game,
            keys: room_for(positions)?,
            slots: filled(Self::slots(positions), FREE)?,
            distances: room_for(positions)?,
            steps: Arc::default(),
        };
        table.add(game.solved(), 0);
        let mut position = 0;
        while position < table.keys.len() {
            if position % Self::PACE == 0 {
                meter.interrupt().check()?;
            }
            let blank = game.blank(table.keys[position]);
            if blank > 0 {
                table.make_steps(&mut steps, position, blank - 1, blank);
            }
            if blank + 1 < game.lines {
                table.make_steps(&mut steps, position, blank + 1, blank);
            }
            position += 1;
        }
        table.steps = steps.into();
        Ok(table)
    }

    /// Records the positions after each tile's step from one line to the next.
    fn make_steps(&mut self, steps: &mut [u32], position: usize, from: usize, to: usize) {
        let (game, key) = (self.game, self.keys[position]);
        let distance = self.distances[position];
        for home in (0..game.lines).filter(|&home| game.tiles(key, from, home) > 0) {
            let after = key - game.tile(from, home) + game.tile(to, home);
            let slot = self.slot(after);
            let next = match self.slots[slot] {
                FREE => self.add(after, distance + 1),
                next => next as usize,
            };
            let is_nearer = u32::from(self.distances[next] < distance);
            let step = position * game.steps() + Self::turn(home, from < to);
            steps[step] = (next * game.steps()) as u32 | is_nearer;
        }
    }

    fn add(&mut self, key: u64, distance: u8) -> usize {
        let (position, slot) = (self.keys.len(), self.slot(key));
        self.slots[slot] = position as u32;
        self.keys.push(key);
        self.distances.push(distance);
        position
    }

    /// The slot of a position, or the free slot where it belongs.
    fn slot(&self, key: u64) -> usize {
        // 2^64 divided by the golden ratio. The high bits are well mixed.
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != FREE && self.keys[self.slots[slot] as usize] != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The place, among the steps of a position, of the step of a tile that
    /// belongs to line `home`.
    #[inline(always)]
    pub(crate) fn turn(home: usize, is_ahead: bool) -> usize {
        2 * home + usize::from(is_ahead)
    }

    /// The index of the first step of the position with this key, and its
    /// distance.
    pub(crate) fn find(&self, key: u64) -> (u32, u32) {
        let position = self.slots[self.slot(key)] as usize;
        ((position * self.game.steps()) as u32, self.distances[position].into())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use optile_core::Interrupt;

    use super::*;

    fn games() -> impl Iterator<Item = Game> {
        let games = (2..=5).flat_map(|lines| (2..=5).map(move |length| (lines, length)));
        let games = games
            .flat_map(|(lines, length)| (0..lines).map(move |goal| Game { lines, length, goal }));
        games.filter(|game| game.positions().is_some_and(|positions| positions < 50_000))
    }

    #[test]
    fn as_many_positions_are_met_as_there_are() {
        for game in games() {
            let table = WalkingTable::new(game, &Meter::default()).unwrap();
            assert_eq!(Some(table.keys.len()), game.positions(), "{game:?}");
        }
        let entries = |lines| Game { lines, length: lines, goal: 0 }.positions();
        assert_eq!((entries(3), entries(4)), (Some(105), Some(24_964)));
    }

    /// The same game, with lists of lists as positions and a map.
    fn distances_slowly(game: Game) -> HashMap<Vec<Vec<usize>>, u8> {
        let tiles = |line, home| match line == home {
            true => game.length - usize::from(line == game.goal),
            false => 0,
        };
        let solved: Vec<Vec<usize>> = (0..game.lines)
            .map(|line| (0..game.lines).map(|home| tiles(line, home)).collect())
            .collect();
        let mut distances = HashMap::from([(solved.clone(), 0)]);
        let mut layer = vec![solved];
        while !layer.is_empty() {
            let mut next = Vec::new();
            for position in layer {
                let distance = distances[&position];
                let is_short = |line: &Vec<usize>| line.iter().sum::<usize>() < game.length;
                let blank = position.iter().position(is_short).unwrap();
                for from in (0..game.lines).filter(|from| from.abs_diff(blank) == 1) {
                    for home in (0..game.lines).filter(|&home| position[from][home] > 0) {
                        let mut after = position.clone();
                        after[from][home] -= 1;
                        after[blank][home] += 1;
                        if !distances.contains_key(&after) {
                            distances.insert(after.clone(), distance + 1);
                            next.push(after);
                        }
                    }
                }
            }
            layer = next;
        }
        distances
    }

    #[test]
    fn distances_are_those_of_a_plain_search() {
        for game in games().filter(|game| game.positions() < Some(5_000)) {
            let table = WalkingTable::new(game, &Meter::default()).unwrap();
            let slowly = distances_slowly(game);
            assert_eq!(slowly.len(), table.keys.len());
            for (position, distance) in slowly {
                let numbers =
                    (0..game.lines).flat_map(|line| (0..game.lines).map(move |home| (line, home)));
                let key = numbers
                    .map(|(line, home)| position[line][home] as u64 * game.tile(line, home))
                    .sum();
                assert_eq!(table.find(key).1, u32::from(distance), "{game:?} {position:?}");
            }
        }
    }

    #[test]
    fn a_signal_ends_the_making_and_the_next_one_succeeds() {
        let game = Game { lines: 4, length: 5, goal: 1 };
        let interrupt = Interrupt::default();
        interrupt.interrupt();
        let meter = Meter::new(Default::default(), interrupt);
        let tables = WalkingTables::default();
        assert_eq!(tables.table(game, &meter).err(), Some(Stop::Interrupted));
        let table = tables.table(game, &Meter::default()).unwrap();
        assert_eq!(table.keys.len(), 107_712);
        let bytes = size_of_val(&table.keys[..])
            + size_of_val(&table.slots[..])
            + size_of_val(&table.distances[..])
            + size_of_val(&table.steps[..]);
        assert_eq!(WalkingTable::bytes(game), bytes as u64);
    }
}
