//! The games of walking distance, and the steps of their positions.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use optile_core::{Meter, Stop, filled, room_for};

/// The game for the rows of a board, or for its columns. Tiles that belong to the same line are
/// alike, and any tile of the line before or after the blank's can move to the blank's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    /// Lines, 2 to 5.
    pub(super) lines: usize,
    /// The cells of each, 2 to 5.
    pub(super) length: usize,
    /// The line of the goal's blank.
    pub(super) goal: usize,
}

/// How many positions a game has. Indexed by `[lines - 2][length - 2]`. It is 0 for the games of
/// boards of more than 16 cells: five lines of four cells have 5,977,015 positions, whose steps
/// would take 240 MB, and five lines of five have 65,650,495.
const POSITIONS: [[usize; 4]; 4] =
    [[4, 6, 8, 10], [33, 105, 255, 525], [480, 4_324, 24_964, 0], [11_010, 352_560, 0, 0]];

impl Game {
    /// How many positions the game has; 0 if there is no table of it.
    pub(super) fn positions(self) -> usize {
        let of_lines = POSITIONS.get(self.lines - 2);
        of_lines.and_then(|counts| counts.get(self.length - 2)).copied().unwrap_or(0)
    }

    /// The bits of a number of tiles.
    fn digit(self) -> usize {
        if self.length < 4 { 2 } else { 3 }
    }

    /// The bits of the code of a line.
    fn line_bits(self) -> usize {
        self.digit() * self.lines
    }

    /// One tile of a home, in the code of its line. The code says how many tiles of each home
    /// are there.
    pub(super) fn tile(self, home: usize) -> u64 {
        1 << (self.digit() * home)
    }

    /// A line's code, in the code of a position.
    fn on(self, line: usize, code: u64) -> u64 {
        code << (self.line_bits() * line)
    }

    /// The solved position.
    fn solved(self) -> u64 {
        let tiles = |line: usize| (self.length - usize::from(line == self.goal)) as u64;
        (0..self.lines).map(|line| self.on(line, tiles(line) * self.tile(line))).sum()
    }

    /// The steps that each position has in a table.
    fn steps(self) -> usize {
        2 * self.lines
    }
}

/// Every position of a game, and the position after each step.
///
/// Positions have places here, in the order of a breadth-first search from the goal, because a
/// search mostly meets positions of similar distances.
pub(crate) struct StepTable {
    game: Game,
    /// The places of positions: a hash table with linear probing. The lowest [`PLACE`] bits are
    /// a place, and those above them the position without its last line, which follows from the
    /// others.
    slots: Vec<u64>,
    /// The bits of the code of a line.
    line_bits: usize,
    /// The bits of the code of a position but those of its last line.
    all_but_last: u64,
    /// The least number of steps to the goal. Indexed by place.
    distances: Vec<u8>,
    /// For each step, the index of the first step of the next position. The
    /// lowest bit says whether that position is nearer to the solved one.
    /// Indexed by the place, by the line to which a tile belongs, and by
    /// whether it goes to a line of a higher number.
    pub(super) steps: Arc<[u32]>,
}

/// The tables built so far, which are few and small.
#[derive(Default)]
pub(crate) struct StepTables(Mutex<Vec<Arc<StepTable>>>);

impl StepTables {
    /// The table of a game. It is built if it does not exist yet. The largest table takes some
    /// tens of milliseconds, and other threads that need a table wait meanwhile.
    pub(crate) fn table(&self, game: Game, meter: &Meter) -> Result<Arc<StepTable>, Stop> {
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = tables.iter().find(|table| table.game == game) {
            return Ok(Arc::clone(table));
        }
        Ok(Arc::clone(tables.push_mut(Arc::new(StepTable::new(game, meter)?))))
    }
}

impl fmt::Debug for StepTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StepTables").finish_non_exhaustive()
    }
}

/// The bits of a place in a slot. The rest holds the four lines of five homes of the longest
/// positions.
const PLACE: usize = 24;

/// A slot without a position.
const EMPTY: u64 = u64::MAX;

impl StepTable {
    /// Positions between two checks for signals.
    const PACE: usize = 4096;

    /// The bytes that the table of a game takes.
    pub(crate) fn bytes(game: Game) -> u64 {
        let each = size_of::<u8>() + game.steps() * size_of::<u32>();
        (Self::slots(game) * size_of::<u64>() + game.positions() * each) as u64
    }

    /// The slots for the positions of a game, of which at least two in seven stay empty.
    fn slots(game: Game) -> usize {
        (game.positions() * 7 / 5).next_power_of_two()
    }

    /// Makes the table, by a breadth-first search from the goal.
    fn new(game: Game, meter: &Meter) -> Result<Self, Stop> {
        let count = game.positions();
        let slots = filled(Self::slots(game), EMPTY)?;
        let mut table = Self {
            game,
            slots,
            line_bits: game.line_bits(),
            all_but_last: game.on(game.lines - 1, 1) - 1,
            distances: room_for(count)?,
            steps: Arc::default(),
        };
        let mut steps = filled(count * game.steps(), 0)?;
        // The positions found so far, with the line of the blank.
        let mut found = room_for(count)?;
        table.add(game.solved(), 0);
        found.push((game.solved(), game.goal));
        let mut place = 0;
        while let Some(&(position, blank)) = found.get(place) {
            if place.is_multiple_of(Self::PACE) {
                meter.interrupt().check()?;
            }
            let distance = table.distances[place];
            for from in (0..game.lines).filter(|from| from.abs_diff(blank) == 1) {
                for home in 0..game.lines {
                    let tile = game.tile(home);
                    let all_of_home = game.on(from, tile * ((1 << game.digit()) - 1));
                    if position & all_of_home == 0 {
                        continue;
                    }
                    let next = position - game.on(from, tile) + game.on(blank, tile);
                    let next_place = table.place(next).unwrap_or_else(|| {
                        found.push((next, from));
                        table.add(next, distance + 1)
                    });
                    let is_nearer = u32::from(table.distances[next_place] < distance);
                    steps[place * game.steps() + Self::turn(home, from < blank)] =
                        (next_place * game.steps()) as u32 | is_nearer;
                }
            }
            place += 1;
        }
        table.steps = steps.into();
        Ok(table)
    }

    /// Gives a position the next place.
    fn add(&mut self, position: u64, distance: u8) -> usize {
        let (slot, lines) = self.slot(position);
        let place = self.distances.len();
        self.slots[slot] = lines << PLACE | place as u64;
        self.distances.push(distance);
        place
    }

    /// The place of a position, if it has one.
    #[inline(always)]
    fn place(&self, position: u64) -> Option<usize> {
        let found = self.slots[self.slot(position).0];
        (found != EMPTY).then_some(found as usize & ((1 << PLACE) - 1))
    }

    /// The slot of a position, or the empty one where it belongs; and its lines but the last.
    #[inline(always)]
    fn slot(&self, position: u64) -> (usize, u64) {
        let lines = position & self.all_but_last;
        let last = self.slots.len() - 1;
        // The golden ratio spreads codes that differ in few bits over the upper half.
        let mut slot = (lines.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & last;
        while self.slots[slot] != EMPTY && self.slots[slot] >> PLACE != lines {
            slot = (slot + 1) & last;
        }
        (slot, lines)
    }

    /// The place, among the steps of a position, of the step of a tile that
    /// belongs to line `home`.
    #[inline(always)]
    pub(crate) fn turn(home: usize, is_ahead: bool) -> usize {
        2 * home + usize::from(is_ahead)
    }

    /// The index of the first step of the position whose lines have these codes, and its
    /// distance.
    #[inline(always)]
    pub(crate) fn find(&self, code: impl Fn(usize) -> u64) -> (u32, u32) {
        let lines = (0..self.game.lines - 1).rev();
        let lines = lines.fold(0, |lines, line| lines << self.line_bits | code(line));
        let place = self.place(lines).unwrap_or_default();
        ((place * self.game.steps()) as u32, self.distances[place].into())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use optile_core::Interrupt;

    use super::*;

    fn games() -> impl Iterator<Item = Game> {
        let sides = (2..=5).flat_map(|lines| (2..=5).map(move |length| (lines, length)));
        let games = sides
            .flat_map(|(lines, length)| (0..lines).map(move |goal| Game { lines, length, goal }));
        games.filter(|game| game.positions() > 0)
    }

    /// For each line, how many tiles of each home are there.
    type Lines = Vec<Vec<usize>>;

    fn solved(game: Game) -> Lines {
        let tiles = |line, home| match line == home {
            true => game.length - usize::from(line == game.goal),
            false => 0,
        };
        let line = |line| (0..game.lines).map(|home| tiles(line, home)).collect();
        (0..game.lines).map(line).collect()
    }

    /// The positions after one step, each with the home of the tile and whether it goes ahead.
    fn successors(game: Game, position: &Lines) -> Vec<(usize, bool, Lines)> {
        let is_short = |line: &Vec<usize>| line.iter().sum::<usize>() < game.length;
        let blank = position.iter().position(is_short).unwrap();
        let mut all = Vec::new();
        for from in (0..game.lines).filter(|from| from.abs_diff(blank) == 1) {
            for home in (0..game.lines).filter(|&home| position[from][home] > 0) {
                let mut after = position.clone();
                after[from][home] -= 1;
                after[blank][home] += 1;
                all.push((home, from < blank, after));
            }
        }
        all
    }

    /// The distance of every position, with lists of lists as positions and a map.
    fn slowly(game: Game) -> HashMap<Lines, u32> {
        let mut distances = HashMap::from([(solved(game), 0)]);
        let mut layer = vec![solved(game)];
        while !layer.is_empty() {
            let mut next = Vec::new();
            for position in layer {
                let distance = distances[&position];
                for (_, _, after) in successors(game, &position) {
                    if !distances.contains_key(&after) {
                        distances.insert(after.clone(), distance + 1);
                        next.push(after);
                    }
                }
            }
            layer = next;
        }
        distances
    }

    fn find(table: &StepTable, position: &Lines) -> (u32, u32) {
        table.find(|line| {
            let homes = position[line].iter().enumerate();
            homes.map(|(home, &tiles)| tiles as u64 * table.game.tile(home)).sum()
        })
    }

    #[test]
    fn distances_and_steps_are_those_of_a_plain_search() {
        for game in games().filter(|game| game.positions() < 25_000) {
            let table = StepTable::new(game, &Meter::default()).unwrap();
            let slowly = slowly(game);
            assert_eq!(slowly.len(), game.positions(), "{game:?}");
            let mut seen = vec![false; slowly.len()];
            for (position, &distance) in &slowly {
                let (first, found) = find(&table, position);
                assert_eq!(found, distance, "{game:?} {position:?}");
                let place = first as usize / game.steps();
                assert!(!std::mem::replace(&mut seen[place], true), "{game:?} {position:?}");
                for (home, is_ahead, after) in successors(game, position) {
                    let is_nearer = u32::from(slowly[&after] < distance);
                    let step = table.steps[first as usize + StepTable::turn(home, is_ahead)];
                    assert_eq!(step, find(&table, &after).0 | is_nearer, "{game:?} {position:?}");
                }
            }
        }
    }

    /// K. Takahashi's 24,964 positions for the 15-puzzle are a published number.
    #[test]
    fn each_game_has_as_many_positions_as_it_says_and_a_table_of_so_many_bytes() {
        assert_eq!(Game { lines: 4, length: 4, goal: 0 }.positions(), 24_964);
        for game in games() {
            let table = StepTable::new(game, &Meter::default()).unwrap();
            assert_eq!(table.distances.len(), game.positions(), "{game:?}");
            let of_positions = size_of_val(&table.distances[..]) + size_of_val(&table.steps[..]);
            let bytes = of_positions + size_of_val(&table.slots[..]);
            assert_eq!(StepTable::bytes(game), bytes as u64, "{game:?}");
            assert!(table.distances.is_sorted(), "places follow distances");
        }
    }

    #[test]
    fn a_signal_ends_the_making_and_the_next_one_succeeds() {
        let game = Game { lines: 5, length: 3, goal: 1 };
        let interrupt = Interrupt::default();
        interrupt.interrupt();
        let meter = Meter::new(Default::default(), interrupt);
        let tables = StepTables::default();
        assert_eq!(tables.table(game, &meter).err(), Some(Stop::Interrupted));
        let table = tables.table(game, &Meter::default()).unwrap();
        assert_eq!(table.distances.len(), 352_560);
    }
}
