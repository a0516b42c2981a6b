//! Where tables come from.

use std::collections::HashMap;
use std::fmt::{Debug, Display};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::Duration;

use optile_core::{Meter, Stop};

use crate::any_table::{AnyKey, AnyTable};
use crate::key::Key;
use crate::progress::Progress;
use crate::table::Table;
use crate::walking::game::Game;
use crate::walking::table::WalkingTable;

/// Where tables come from.
pub trait TableCache: Debug + Send + Sync {
    /// The table of a key, which is built if it is not there yet. The caller
    /// holds other tables of `beside` bytes. The limit of `meter` is for all
    /// tables together.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that ended the building.
    fn any(&self, key: &AnyKey, beside: u64, meter: &mut Meter) -> Result<AnyTable, Stop>;
}

impl dyn TableCache + '_ {
    /// The table of a pattern, as [`TableCache::any`] gives it.
    ///
    /// # Errors
    ///
    /// See there.
    pub fn table(&self, key: &Key, beside: u64, meter: &mut Meter) -> Result<Table, Stop> {
        match self.any(&AnyKey::Pattern(*key), beside, meter)? {
            AnyTable::Pattern(table) => Ok(table),
            AnyTable::Walking(other) => Err(wrong(key, other.game())),
        }
    }

    /// The tables of some patterns, within the limits of `meter`.
    ///
    /// # Errors
    ///
    /// See there.
    pub(crate) fn tables(&self, keys: &[Key], meter: &mut Meter) -> Result<Vec<Table>, Stop> {
        meter.allow(keys.iter().map(Key::bytes).sum())?;
        let mut held = Vec::new();
        let mut bytes = 0;
        for key in keys {
            held.push(self.table(key, bytes, meter)?);
            bytes += key.bytes();
        }
        // Only now, because `bytes` has counted the tables until here.
        for key in keys {
            let name = BuildHasherDefault::<DefaultHasher>::default().hash_one(key);
            meter.look_up(name, key.bytes());
        }
        Ok(held)
    }

    /// The table of a game of walking distance, as [`TableCache::any`] gives it.
    ///
    /// # Errors
    ///
    /// See there.
    pub fn walking(
        &self,
        game: &Game,
        beside: u64,
        meter: &mut Meter,
    ) -> Result<WalkingTable, Stop> {
        match self.any(&AnyKey::Walking(*game), beside, meter)? {
            AnyTable::Walking(table) => Ok(table),
            AnyTable::Pattern(other) => Err(wrong(game, other.key())),
        }
    }
}

/// What a cache has done that gives another table than the one asked for.
fn wrong(asked: impl Display, given: impl Display) -> Stop {
    Stop::Unsupported(format!("a cache that gives the table {given} for {asked}"))
}

/// One table, or the room for it. It is locked while the table is built.
type Slot = Arc<Mutex<Option<AnyTable>>>;

/// A table cache that builds tables and keeps them as long as it lives. Each
/// table is built once, even if several threads ask for it at the same time.
#[derive(Debug, Default)]
pub struct Memory {
    slots: Mutex<HashMap<AnyKey, Slot>>,
}

/// The time between two checks of a thread that waits for another one to build
/// a table.
const PATIENCE: Duration = Duration::from_millis(5);

impl Memory {
    /// The table of a key, from `make` if it is not there yet. If a table could
    /// not be built, the next call tries again.
    ///
    /// # Errors
    ///
    /// The errors of `make`, and the [`Stop`] of a signal that was given while
    /// another thread built the table.
    pub fn get_or_make(
        &self,
        key: &AnyKey,
        meter: &mut Meter,
        make: impl FnOnce(&mut Meter) -> Result<AnyTable, Stop>,
    ) -> Result<AnyTable, Stop> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = Arc::clone(slots.entry(*key).or_default());
        drop(slots);
        loop {
            match slot.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    meter.interrupt().check()?;
                    std::thread::sleep(PATIENCE);
                }
                // If building it panicked, the slot is still empty.
                held => {
                    let mut table = match held {
                        Ok(table) => table,
                        Err(TryLockError::Poisoned(error)) => error.into_inner(),
                        Err(TryLockError::WouldBlock) => continue,
                    };
                    return match &*table {
                        Some(table) => Ok(table.clone()),
                        None => Ok(table.insert(make(meter)?).clone()),
                    };
                }
            }
        }
    }
}

impl TableCache for Memory {
    fn any(&self, key: &AnyKey, beside: u64, meter: &mut Meter) -> Result<AnyTable, Stop> {
        self.get_or_make(key, meter, |meter| {
            meter.allow(beside + key.bytes_to_build())?;
            AnyTable::build(key, meter, &Progress::new())
        })
    }
}
