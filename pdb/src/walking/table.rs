//! The distances of a game's positions.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use bytes::Bytes;
use optile_core::{Interrupt, Meter, Stop, room_for};
use rayon::prelude::*;

use super::game::Game;
use super::numbering::{Numbering, Position, code};
use crate::build;
use crate::progress::Progress;

/// The entry of a position that no steps have reached.
const UNREACHED: u8 = u8::MAX;

/// Positions that a thread looks at before it takes others.
const PART: usize = 1 << 15;

/// The table of a game: the least number of steps from each position to the goal, in a byte.
///
/// Clones share the entries.
#[derive(Clone, Debug)]
pub struct WalkingTable {
    game: Game,
    numbering: Arc<Numbering>,
    counts: Arc<[u64]>,
    pub(crate) entries: Bytes,
}

impl Game {
    /// The bytes beside the entries that a table takes.
    pub(crate) fn bytes_beside(&self) -> u64 {
        Numbering::bytes(*self)
    }

    /// The most bytes held while the table is built, including the table.
    pub fn bytes_to_build(&self) -> u64 {
        self.positions() + self.bytes_beside()
    }
}

impl WalkingTable {
    /// Builds the table of a game, by a breadth-first search from its goal.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that `meter` asked for. It is [`Stop::Memory`] when
    /// [`Game::bytes_to_build`] is beyond its limit or the system's memory, and
    /// [`Stop::Unsupported`] when the game is not valid, or if not as many positions are
    /// reached as [`Game::positions`] says.
    pub fn build(game: &Game, meter: &Meter, progress: &Progress) -> Result<Self, Stop> {
        if !game.is_valid() {
            return Err(Stop::Unsupported(format!("the table {game}")));
        }
        meter.allow(game.bytes_to_build())?;
        let numbering = Numbering::new(*game)?;
        let mut entries = room_for(numbering.positions())?;
        entries.resize_with(numbering.positions(), || AtomicU8::new(UNREACHED));
        progress.add_of(entries.len());
        let counts = search(game, &numbering, &entries, meter.interrupt(), progress)?;
        let (reached, expected) = (counts.iter().sum::<u64>(), game.positions());
        if reached != expected {
            let reason = format!("{game} with {reached} positions: expected {expected}");
            return Err(Stop::Unsupported(reason));
        }
        let entries: Vec<u8> = entries.into_iter().map(AtomicU8::into_inner).collect();
        Self::of_parts(game, counts, entries.into())
    }

    /// # Errors
    ///
    /// [`Stop::Memory`] when the system has no memory for the numbering.
    pub(crate) fn of_parts(game: &Game, counts: Vec<u64>, entries: Bytes) -> Result<Self, Stop> {
        let numbering = Numbering::new(*game)?.into();
        Ok(Self { game: *game, numbering, counts: counts.into(), entries })
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How many positions have each distance.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The bytes of the table and of what is kept beside it.
    pub fn bytes(game: &Game) -> u64 {
        game.positions() + game.bytes_beside()
    }

    /// What a tile of a home adds to the code of a row.
    pub const fn code(home: usize) -> usize {
        code(home)
    }

    /// The position in which the tiles on each line have these sums of [`WalkingTable::code`];
    /// `None` if it is not of the game.
    #[inline(always)]
    pub fn position(&self, row: impl Fn(usize) -> usize) -> Option<Position> {
        self.numbering.position(row).filter(|position| position.rank() < self.entries.len())
    }

    /// The position after a tile of `home` goes from a line to the blank's line beside it.
    #[inline(always)]
    pub fn step(&self, position: Position, home: usize, from: usize, to: usize) -> Position {
        self.numbering.step(position, home, from, to)
    }

    /// The least number of steps to the goal.
    #[inline(always)]
    pub fn distance(&self, position: Position) -> u8 {
        self.entries[position.rank()]
    }

    /// The least number of steps to the goal from the position of this rank.
    pub fn distance_of(&self, rank: u32) -> u8 {
        self.entries[rank as usize]
    }

    /// Calls `visit` with each step from the position of this rank: the home of the tile, its
    /// line, the blank's line, and the position after it.
    pub fn for_each_step(&self, rank: u32, visit: impl FnMut(usize, usize, usize, Position)) {
        for_each_step(&self.game, &self.numbering, rank, visit);
    }
}

fn for_each_step(
    game: &Game,
    numbering: &Numbering,
    rank: u32,
    mut visit: impl FnMut(usize, usize, usize, Position),
) {
    let (lines, position) = numbering.lines(rank);
    let Some(blank) = lines.iter().position(|&row| numbering.has_blank(row)) else { return };
    for from in (0..game.lines).filter(|&from| from.abs_diff(blank) == 1) {
        for home in (0..game.lines).filter(|&home| numbering.has(lines[from], home)) {
            visit(home, from, blank, numbering.step(position, home, from, blank));
        }
    }
}

/// Fills the entries, and returns how many positions have each distance.
///
/// A thread looks at a part of the entries and expands the positions of the layer that it
/// finds. Two threads may write the same entry, but in one layer all write the same number.
fn search(
    game: &Game,
    numbering: &Numbering,
    entries: &[AtomicU8],
    interrupt: &Interrupt,
    progress: &Progress,
) -> Result<Vec<u64>, Stop> {
    let row = |line| (game.length - usize::from(line == game.goal)) * code(line);
    let Some(goal) = numbering.position(row) else { return Ok(Vec::new()) };
    entries[goal.rank()].store(0, Ordering::Relaxed);
    let expand = |part: usize, distance: u8| {
        if interrupt.check().is_err() {
            return 0;
        }
        let mut found = 0;
        for (place, entry) in entries[part * PART..].iter().take(PART).enumerate() {
            if entry.load(Ordering::Relaxed) != distance {
                continue;
            }
            found += 1;
            for_each_step(game, numbering, (part * PART + place) as u32, |_, _, _, next| {
                let entry = &entries[next.rank()];
                if entry.load(Ordering::Relaxed) == UNREACHED {
                    entry.store(distance + 1, Ordering::Relaxed);
                }
            });
        }
        progress.add_done(found as usize);
        found
    };
    let parts = entries.len().div_ceil(PART);
    let threads = build::threads().filter(|_| parts > 1);
    let mut counts = Vec::new();
    for distance in 0..UNREACHED {
        let found: u64 = match threads {
            Some(pool) => {
                pool.install(|| (0..parts).into_par_iter().map(|part| expand(part, distance)).sum())
            }
            None => (0..parts).map(|part| expand(part, distance)).sum(),
        };
        interrupt.check()?;
        if found == 0 {
            break;
        }
        counts.push(found);
    }
    Ok(counts)
}
