//! The memory and disk space that tables need.

use std::fmt;
use std::path::Path;

use optile_pdb::{Key, Table};
use optile_results::quantity::grouped;
use optile_results::unit::Unit;

/// The cost of tables that are built one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The number of tables.
    pub tables: usize,
    /// The entries of all tables.
    pub entries: u64,
    /// The bytes of all files.
    pub files: u64,
    /// The most bytes held while one table is built and no other is held.
    pub building: u64,
}

impl Cost {
    /// The cost of the tables of these keys.
    pub fn of<'a>(keys: impl IntoIterator<Item = &'a Key>) -> Self {
        keys.into_iter().fold(Self::default(), |cost, key| Self {
            tables: cost.tables + 1,
            entries: cost.entries + key.entries(),
            files: cost.files + Table::written_bytes(key),
            building: cost.building.max(key.bytes_to_build()),
        })
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tables, entries, files, building } = self;
        let entries = grouped(&entries.to_string());
        let [files, building] = [files, building].map(|&bytes| Unit::Bytes.text(bytes as f64));
        let tables = match tables {
            1 => String::new(),
            _ => format!(" in {tables} tables"),
        };
        write!(f, "{entries} entries{tables}, {files} on disk and {building} of memory to build")
    }
}

/// The most bytes held while a heuristic loads these tables one after the other, or builds
/// those for which `is_missing` is true.
pub(crate) fn peak<'a>(
    keys: impl IntoIterator<Item = &'a Key>,
    is_missing: impl Fn(&Key) -> bool,
) -> u64 {
    let (mut held, mut peak) = (0, 0);
    for key in keys {
        let own = if is_missing(key) { key.bytes_to_build() } else { key.bytes() };
        peak = peak.max(held + own);
        held += key.bytes();
    }
    peak
}

/// The free bytes on the disk of a folder; `None` if the system does not report them. If the
/// folder does not exist, those of its nearest existing parent.
pub fn free_disk(folder: &Path) -> Option<u64> {
    let folder = std::path::absolute(folder).ok()?;
    let there = folder.ancestors().find(|folder| folder.exists())?;
    let disk = rustix::fs::statvfs(there).ok()?;
    disk.f_bavail.checked_mul(disk.f_frsize)
}

#[cfg(test)]
mod tests {
    use optile_core::Size;

    use super::*;

    fn keys(recipe: &str, size: &str) -> Vec<Key> {
        let recipe: optile_pdb::Recipe = recipe.parse().unwrap();
        recipe.keys(size.parse::<Size>().unwrap(), 0).unwrap()
    }

    #[test]
    fn costs_add_up_but_for_memory_which_is_freed() {
        let keys = keys("7-8", "4x4");
        let cost = Cost::of(&keys);
        assert_eq!((cost.tables, cost.entries), (2, 57_657_600 + 518_918_400));
        assert_eq!(cost.files, cost.entries + 2 * 4096);
        let building = keys.iter().map(Key::bytes_to_build).max().unwrap();
        assert_eq!(cost.building, building);
        let text = Cost::of(&keys[..1]).to_string();
        assert!(text.starts_with("57,657,600 entries, 57.7\u{a0}MB on disk and "), "{text}");
    }

    #[test]
    fn a_table_at_hand_needs_no_memory_to_build() {
        let keys = keys("7-8", "4x4");
        let all: u64 = keys.iter().map(Key::bytes).sum();
        assert_eq!(peak(&keys, |_| false), all);
        let making = keys[0].bytes() + keys[1].bytes_to_build();
        assert_eq!(peak(&keys, |_| true), making.max(keys[0].bytes_to_build()));
        assert!(making > all);
    }

    #[test]
    fn a_missing_folder_has_the_free_space_of_its_parent() {
        let here = free_disk(Path::new(".")).unwrap();
        assert!(here > 0);
        assert!(free_disk(Path::new("no/such/folder")).is_some());
    }
}
