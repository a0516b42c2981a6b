//! The steps of small games.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use optile_core::{Meter, Stop, filled};
use optile_pdb::{Game, Progress, WalkingTable};

/// Every position of a game, and the position after each step.
///
/// Positions have places here, nearest to the goal first, because a search mostly meets
/// positions of similar distances.
pub(crate) struct StepTable {
    table: WalkingTable,
    /// The place of each position. Indexed by its rank.
    places: Vec<u32>,
    /// For each step, the index of the first step of the next position. The
    /// lowest bit says whether that position is nearer to the solved one.
    /// Indexed by the position, by the line to which a tile belongs, and by
    /// whether it goes to a line of a higher number.
    pub(super) steps: Arc<[u32]>,
}

/// The tables built so far, which are few and small.
#[derive(Default)]
pub(crate) struct StepTables(Mutex<Vec<Arc<StepTable>>>);

impl StepTables {
    /// The table of a game that has one. It is built if it does not exist yet.
    /// The largest table takes a third of a second, and other threads that need
    /// a table wait meanwhile.
    pub(crate) fn table(&self, game: Game, meter: &Meter) -> Result<Arc<StepTable>, Stop> {
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = tables.iter().find(|table| *table.table.game() == game) {
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

impl StepTable {
    /// Positions between two checks for signals.
    const PACE: u32 = 4096;

    /// The most positions of a game with such a table. The steps of the next larger game
    /// would take 240 MB, and those of five lines of five cells 2.6 GB.
    const MOST: u64 = 1_000_000;

    /// Whether a game has such a table.
    pub(crate) fn is_for(game: Game) -> bool {
        game.positions() <= Self::MOST
    }

    /// The bytes that the table of a game takes.
    pub(crate) fn bytes(game: Game) -> u64 {
        let each = (1 + steps(game)) * size_of::<u32>();
        WalkingTable::bytes(&game) + game.positions() * each as u64
    }

    fn new(game: Game, meter: &Meter) -> Result<Self, Stop> {
        let table = WalkingTable::build(&game, meter, &Progress::new())?;
        let places = places(&table)?;
        let mut all = filled(places.len() * steps(game), 0)?;
        for (rank, &place) in (0_u32..).zip(&places) {
            if rank.is_multiple_of(Self::PACE) {
                meter.interrupt().check()?;
            }
            let distance = table.distance_of(rank);
            table.for_each_step(rank, |home, from, to, next| {
                let is_nearer = u32::from(table.distance(next) < distance);
                let step = place as usize * steps(game) + Self::turn(home, from < to);
                all[step] = (places[next.rank()] * steps(game) as u32) | is_nearer;
            });
        }
        Ok(Self { table, places, steps: all.into() })
    }

    /// The place, among the steps of a position, of the step of a tile that
    /// belongs to line `home`.
    #[inline(always)]
    pub(crate) fn turn(home: usize, is_ahead: bool) -> usize {
        2 * home + usize::from(is_ahead)
    }

    /// The index of the first step of the position whose lines have these sums of
    /// [`WalkingTable::code`], and its distance.
    #[inline(always)]
    pub(crate) fn find(&self, row: impl Fn(usize) -> usize) -> (u32, u32) {
        let position = self.table.position(row).unwrap_or_default();
        let place = self.places[position.rank()];
        (place * steps(*self.table.game()) as u32, self.table.distance(position).into())
    }
}

/// The steps of one position in a table.
fn steps(game: Game) -> usize {
    2 * game.lines
}

/// The place of each position among all, by distance and then by rank.
fn places(table: &WalkingTable) -> Result<Vec<u32>, Stop> {
    let mut next = 0;
    let mut first: Vec<u32> = Vec::new();
    for &count in table.counts() {
        first.push(next);
        next += count as u32;
    }
    let mut places = filled(next as usize, 0)?;
    for (rank, place) in (0..).zip(&mut places) {
        let free = &mut first[usize::from(table.distance_of(rank))];
        *place = *free;
        *free += 1;
    }
    Ok(places)
}

#[cfg(test)]
mod tests {
    use optile_core::Interrupt;

    use super::*;

    #[test]
    fn a_signal_ends_the_making_and_the_next_one_succeeds() {
        let game = Game { lines: 4, length: 5, goal: 1 };
        let interrupt = Interrupt::default();
        interrupt.interrupt();
        let meter = Meter::new(Default::default(), interrupt);
        let tables = StepTables::default();
        assert_eq!(tables.table(game, &meter).err(), Some(Stop::Interrupted));
        let table = tables.table(game, &Meter::default()).unwrap();
        assert_eq!(table.places.len(), 107_712);
        let own = size_of_val(&table.places[..]) + size_of_val(&table.steps[..]);
        assert_eq!(StepTable::bytes(game), WalkingTable::bytes(&game) + own as u64);
    }

    #[test]
    fn places_follow_distances_and_no_two_are_the_same() {
        let table = StepTable::new(Game { lines: 3, length: 4, goal: 2 }, &Meter::default());
        let StepTable { table, places, .. } = table.unwrap();
        let mut ranks = vec![None; places.len()];
        (0..).zip(&places).for_each(|(rank, &place)| ranks[place as usize] = Some(rank));
        let distances: Vec<u8> =
            ranks.iter().map(|rank| table.distance_of(rank.unwrap())).collect();
        assert!(distances.is_sorted());
    }
}
