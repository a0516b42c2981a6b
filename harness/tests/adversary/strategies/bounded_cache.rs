//! A cache of the tables of many cases, which do not all fit into memory.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use optile_core::{Meter, Stop};
use optile_pdb::{Key, Memory, Table, TableCache};

/// The size in bytes at which all tables are dropped.
const BYTES: u64 = 1 << 30;

/// A cache that drops all of its tables when they become too large.
#[derive(Debug, Default)]
pub(crate) struct BoundedCache {
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    tables: Arc<Memory>,
    keys: HashSet<Key>,
    bytes: u64,
}

impl TableCache for BoundedCache {
    fn table(&self, key: &Key, beside: u64, meter: &mut Meter) -> Result<Table, Stop> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if held.bytes > BYTES {
            *held = Held::default();
        }
        if held.keys.insert(*key) {
            held.bytes += key.bytes();
        }
        let tables = Arc::clone(&held.tables);
        drop(held);
        tables.table(key, beside, meter)
    }
}
