//! The tables that this process has loaded from a folder or built.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use optile_core::{Meter, Problem, Spec, Stop};
use optile_pdb::{Key, Memory, Recipe, Table, TableCache};
use optile_results::quantity::counted;
use optile_results::unit::Unit;

use super::console::Console;
use super::cost::{free_disk, peak};
use super::draft::Draft;
use super::file::{Fault, TableFile};
use super::place::VARIABLE;
use crate::plan::registry::{Entry, Registry};

/// Tables of fewer bytes are only written by `optile pdb build`. Building them takes some
/// milliseconds, as long as syncing a file.
pub const SMALL: u64 = 1 << 20;

/// Time between two checks of another process that builds the same table.
const PATIENCE: Duration = Duration::from_millis(20);

/// A folder of tables, and the tables that this process has loaded.
#[derive(Debug)]
pub struct Library {
    folder: Option<PathBuf>,
    taken: Memory,
    writes: bool,
    console: Console,
    is_warned: AtomicBool,
}

impl Library {
    /// The library in a folder. If there is no folder, or the library does not write, tables
    /// that are missing are only built in the memory of this process.
    pub fn new(folder: Option<PathBuf>, writes: bool, console: Console) -> Self {
        Self {
            folder,
            taken: Memory::default(),
            writes,
            console,
            is_warned: AtomicBool::new(false),
        }
    }

    /// Its folder.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    fn file(&self, key: &Key) -> Option<TableFile> {
        self.folder().map(|folder| TableFile::new(folder, key))
    }

    /// Says which tables of a strategy are about to be built and kept as files. Warns if the
    /// tables need more memory than the limit.
    pub fn announce(&self, strategy: &str, keys: &[Key], limit: Option<u64>) {
        let is_missing = |key: &Key| self.file(key).is_none_or(|file| !file.path().exists());
        let kept = keys.iter().filter(|key| key.bytes() >= SMALL && is_missing(key));
        let kept: Vec<&Key> = kept.collect();
        if let Some(folder) = self.folder().filter(|_| self.writes && !kept.is_empty()) {
            let bytes = kept.iter().map(|key| Table::written_bytes(key)).sum::<u64>();
            self.console.say(format_args!(
                "{strategy} needs {}, which {} built now and kept in {} ({})",
                counted(kept.len(), "pattern database"),
                if kept.len() == 1 { "is" } else { "are" },
                folder.display(),
                Unit::Bytes.text(bytes as f64),
            ));
        }
        let needed = peak(keys, is_missing);
        if let Some(limit) = limit.filter(|&limit| needed > limit) {
            let [needed, limit] = [needed, limit].map(|bytes| Unit::Bytes.text(bytes as f64));
            self.console.warn(format_args!(
                "{strategy} needs {needed} of memory for its pattern databases, but the limit is \
                 {limit}"
            ));
        }
    }

    /// Loads a table from its file, or builds it and writes the file. Only the caller holds
    /// it.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that ended the building of the table.
    pub fn fetch(&self, key: &Key, beside: u64, meter: &Meter) -> Result<Table, Stop> {
        meter.allow(beside + key.bytes())?;
        let Some(file) = self.file(key) else { return self.make(key, beside, meter) };
        let is_wanted = match file.read() {
            Ok(Some(table)) => return Ok(table),
            Ok(None) => key.bytes() >= SMALL,
            Err(fault) => {
                self.warn_of(&file, &fault);
                true
            }
        };
        if !self.writes || !is_wanted {
            return self.make(key, beside, meter);
        }
        meter.allow(beside + key.bytes_to_build())?;
        match self.reserve(&file, key, meter) {
            Ok(Reserved::Table(table)) => Ok(table),
            Ok(Reserved::Draft(draft)) => {
                let table = self.make(key, beside, meter)?;
                if let Err(error) = draft.finish(&table) {
                    self.warn_once(&refusal(&file, key, &error));
                }
                Ok(table)
            }
            Err(Refusal::Stop(stop)) => Err(stop),
            Err(error) => {
                self.warn_once(&error);
                self.make(key, beside, meter)
            }
        }
    }

    /// Loads a table of any size from its file, or builds it and writes the file. Also returns
    /// whether it was built.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that ended the building, or the reason why the file cannot be
    /// written.
    pub fn provide(&self, key: &Key, meter: &Meter) -> Result<(Table, bool), Refusal> {
        let file = self.file(key).ok_or(Refusal::NoFolder)?;
        match file.read() {
            Ok(Some(table)) => return Ok((table, false)),
            Ok(None) => {}
            Err(fault) => self.warn_of(&file, &fault),
        }
        let draft = match self.reserve(&file, key, meter)? {
            Reserved::Draft(draft) => draft,
            Reserved::Table(table) => return Ok((table, false)),
        };
        let table = self.make(key, 0, meter)?;
        draft.finish(&table).map_err(|error| refusal(&file, key, &error))?;
        Ok((table, true))
    }

    /// The draft of a table, or the table if another process has built it meanwhile.
    fn reserve(&self, file: &TableFile, key: &Key, meter: &Meter) -> Result<Reserved, Refusal> {
        check_room(file, key)?;
        let mut has_waited = false;
        loop {
            meter.interrupt().check()?;
            let draft = Draft::begin(file).map_err(|error| refusal(file, key, &error))?;
            if let Some(draft) = draft {
                return Ok(match file.read() {
                    Ok(Some(table)) => Reserved::Table(table),
                    _ => Reserved::Draft(draft),
                });
            }
            if !has_waited {
                self.console.say(format_args!("waiting for another process that builds {key}"));
                has_waited = true;
            }
            thread::sleep(PATIENCE);
        }
    }

    fn make(&self, key: &Key, beside: u64, meter: &Meter) -> Result<Table, Stop> {
        meter.allow(beside + key.bytes_to_build())?;
        self.console.announce(key);
        self.console.watch(key, |progress| Table::build(key, meter, progress))
    }

    fn warn_of(&self, file: &TableFile, fault: &Fault) {
        let path = file.path().display();
        self.console.warn(format_args!("{path}: {fault}: it is not used, but built again"));
    }

    pub(crate) fn warn_once(&self, refusal: &Refusal) {
        if !self.is_warned.swap(true, Ordering::Relaxed) {
            self.console.warn(format_args!(
                "{refusal}: continuing in memory; choose another folder with --pdb-dir"
            ));
        }
    }
}

impl TableCache for Library {
    fn table(&self, key: &Key, beside: u64, meter: &mut Meter) -> Result<Table, Stop> {
        self.taken.get_or_make(key, meter, |meter| self.fetch(key, beside, meter))
    }
}

/// What [`Library::reserve`] returns.
enum Reserved {
    Draft(Draft),
    Table(Table),
}

/// Why a table is not in the folder.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Building it was stopped.
    #[error(transparent)]
    Stop(#[from] Stop),
    /// The file cannot be written.
    #[error("cannot write {file} of {needed}{free}: {reason}")]
    Disk {
        /// The path of the file.
        file: String,
        /// The length of the file.
        needed: String,
        /// The free space on the disk, if the system reports it.
        free: String,
        /// The error of the system.
        reason: String,
    },
    /// There is no folder.
    #[error("no folder is known for pattern databases: give one with --pdb-dir or {VARIABLE}")]
    NoFolder,
}

fn refusal(file: &TableFile, key: &Key, reason: &dyn fmt::Display) -> Refusal {
    let bytes = |bytes: u64| Unit::Bytes.text(bytes as f64);
    let free = file.path().parent().and_then(free_disk);
    Refusal::Disk {
        file: file.path().display().to_string(),
        needed: bytes(Table::written_bytes(key)),
        free: free.map(|free| format!(" where {} are free", bytes(free))).unwrap_or_default(),
        reason: reason.to_string(),
    }
}

/// Checks, before the table is built, whether the disk has enough free space.
fn check_room(file: &TableFile, key: &Key) -> Result<(), Refusal> {
    match file.path().parent().and_then(free_disk) {
        Some(free) if free < Table::written_bytes(key) => {
            Err(refusal(file, key, &"the disk does not have enough free space"))
        }
        _ => Ok(()),
    }
}

/// The tables that a strategy uses for a problem. There are none if its heuristic does not
/// use pattern databases.
pub fn keys(registry: &Registry, strategy: &str, problem: &Problem) -> Vec<Key> {
    let heuristic = strategy.parse::<Spec>().ok().and_then(|spec| spec.heuristic);
    let recipe = heuristic.as_deref().and_then(|name| name.strip_prefix("pdb:")?.parse().ok());
    let Some(recipe): Option<Recipe> = recipe else { return Vec::new() };
    let Ok(Entry { strategy, .. }) = registry.build(strategy) else { return Vec::new() };
    let mut keys: Vec<Key> = Vec::new();
    for goal_blank in strategy.goals(problem) {
        for key in recipe.all_keys(problem.size(), goal_blank).unwrap_or_default() {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
    }
    keys
}
