//! Where tables come from.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::Duration;

use optile_core::{Meter, Stop};

use crate::key::Key;
use crate::progress::Progress;
use crate::table::Table;

/// Where tables come from.
pub trait TableCache: Debug + Send + Sync {
    /// The table of a key, which is built if it is not there yet. The caller
    /// holds other tables of `beside` bytes. The limit of `meter` is for all
    /// tables together.
    fn table(&self, key: &Key, beside: u64, meter: &mut Meter) -> Result<Table, Stop>;
}

impl dyn TableCache + '_ {
    /// The tables of some patterns, within the limits of `meter`.
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
}

/// One table, or the room for it. It is locked while the table is built.
type Slot = Arc<Mutex<Option<Table>>>;

/// A table cache that builds tables and keeps them as long as it lives. Each
/// table is built once, even if several threads ask for it at the same time.
#[derive(Debug, Default)]
pub struct Memory {
    slots: Mutex<HashMap<Key, Slot>>,
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
        key: &Key,
        meter: &mut Meter,
        make: impl FnOnce(&mut Meter) -> Result<Table, Stop>,
    ) -> Result<Table, Stop> {
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
    fn table(&self, key: &Key, beside: u64, meter: &mut Meter) -> Result<Table, Stop> {
        self.get_or_make(key, meter, |meter| {
            meter.allow(beside + key.bytes_to_build())?;
            Table::build(key, meter, &Progress::new())
        })
    }
}
