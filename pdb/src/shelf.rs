use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, TryLockError};
use std::time::Duration;

use optile_core::{Meter, Stop};

use crate::key::Key;
use crate::progress::Progress;
use crate::table::Table;

/// Where tables come from.
pub trait Shelf: Send + Sync {
    /// The table of a key, made if it is not at hand, for one who holds so many
    /// bytes of other tables `beside` it: the limit of `meter` is for all.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that ended its making.
    fn table(&self, key: &Key, beside: u64, meter: &mut Meter) -> Result<Table, Stop>;
}

static SHELF: OnceLock<Box<dyn Shelf>> = OnceLock::new();
static PROGRESS: Progress = Progress::new();

/// The shelf that all heuristics of the process take their tables from: a
/// [`Memory`], unless another one was set before.
pub fn shelf() -> &'static dyn Shelf {
    SHELF.get_or_init(|| Box::new(Memory::default())).as_ref()
}

/// Sets the shelf of the process. To be done before the first table is asked
/// for, and once.
///
/// # Errors
///
/// When there is a shelf already; it stays.
pub fn set_shelf(shelf: Box<dyn Shelf>) -> Result<(), Box<dyn Shelf>> {
    SHELF.set(shelf)
}

/// How far the tables have come that a [`Memory`] makes.
pub fn progress() -> &'static Progress {
    &PROGRESS
}

/// One table, or the room for it. Locked while the table is made.
type Slot = Arc<Mutex<Option<Table>>>;

/// A shelf that makes tables and keeps them for as long as it lives, each made
/// once, whoever asks for it at the same time.
#[derive(Debug, Default)]
pub struct Memory {
    slots: Mutex<HashMap<Key, Slot>>,
}

/// Between two looks of a thread that waits for another to make its table.
const PATIENCE: Duration = Duration::from_millis(5);

impl Memory {
    /// The table of a key, from `make` where it is not at hand. A table that
    /// could not be made will be tried again.
    ///
    /// # Errors
    ///
    /// As for `make`, and the signal given while another thread made it.
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
                // A maker that panicked has left nothing behind.
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

impl Shelf for Memory {
    fn table(&self, key: &Key, beside: u64, meter: &mut Meter) -> Result<Table, Stop> {
        self.get_or_make(key, meter, |meter| {
            meter.allow(beside + key.bytes_to_build())?;
            Table::build(key, meter, progress())
        })
    }
}
