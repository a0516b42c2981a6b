//! The tables that this process has loaded from a folder or built.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use optile_core::{Meter, Problem, Spec, Stop};
use optile_pdb::{Key, Memory, Table, TableCache, in_full, tables_of};
use optile_results::text::quantity::counted;
use optile_results::text::unit::Unit;

use super::console::Console;
use super::file::{Fault, TableFile};
use super::place::{VARIABLE, free_disk};
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
    is_read_only: bool,
    console: Console,
    is_warned: AtomicBool,
}

impl Library {
    /// The library in a folder. If there is no folder, tables are only built in the memory of
    /// this process.
    pub fn new(folder: Option<PathBuf>, console: Console) -> Self {
        Self {
            folder,
            taken: Memory::default(),
            is_read_only: false,
            console,
            is_warned: AtomicBool::new(false),
        }
    }

    /// The same, but tables that are missing are only built in the memory of this process.
    #[must_use]
    pub fn read_only(self) -> Self {
        Self { is_read_only: true, ..self }
    }

    /// Its folder.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    fn file(&self, key: &Key) -> Option<TableFile> {
        self.folder().map(|folder| TableFile::new(folder, key))
    }

    /// Whether the folder has a file of this table.
    pub(super) fn has_file(&self, key: &Key) -> bool {
        self.file(key).is_some_and(|file| file.path().exists())
    }

    /// Whether the folder has all tables that a strategy uses for a problem.
    pub fn has_all(&self, registry: &Registry, strategy: &str, problem: &Problem) -> bool {
        let keys = keys(registry, strategy, problem);
        !keys.is_empty() && keys.iter().all(|key| self.has_file(key))
    }

    /// The tables that a strategy uses for a problem. There are none if its heuristic does not
    /// use tables from a cache.
    ///
    /// Says what the heuristic is in full, if its name leaves that open, and which tables are
    /// about to be built and kept as files. Warns if the tables need more memory than the limit.
    pub fn announce(
        &self,
        registry: &Registry,
        strategy: &str,
        problem: &Problem,
        limit: Option<u64>,
    ) -> Vec<Key> {
        let keys = keys(registry, strategy, problem);
        let heuristic = heuristic(strategy).unwrap_or_default();
        if let Some(name) = in_full(&heuristic, problem.size(), problem.goal().blank()) {
            self.console.say(format_args!("{heuristic} on {} is {name}", problem.size()));
        }
        let kept = keys.iter().filter(|key| key.bytes() >= SMALL && !self.has_file(key));
        let kept: Vec<&Key> = kept.collect();
        if let Some(folder) = self.folder().filter(|_| !self.is_read_only && !kept.is_empty()) {
            let bytes = kept.iter().map(|key| Table::written_bytes(key)).sum::<u64>();
            self.console.say(format_args!(
                "{strategy} needs {}, which {} built now and kept in {} ({})",
                counted(kept.len(), "pattern database"),
                if kept.len() == 1 { "is" } else { "are" },
                folder.display(),
                Unit::Bytes.text(bytes as f64),
            ));
        }
        let needed = keys.iter().map(Key::bytes).sum();
        if let Some(limit) = limit.filter(|&limit| needed > limit) {
            let [needed, limit] = [needed, limit].map(|bytes| Unit::Bytes.text(bytes as f64));
            self.console.warn(format_args!(
                "{strategy} needs {needed} of memory for its pattern databases, but the limit is {limit}"
            ));
        }
        keys
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
        let found = file.read();
        let is_wanted = found.is_err() || key.bytes() >= SMALL;
        if let Some(table) = self.sound(&file, found) {
            return Ok(table);
        }
        if self.is_read_only || !is_wanted {
            return self.make(key, beside, meter);
        }
        meter.allow(beside + key.bytes_to_build())?;
        match self.build(&file, beside, meter) {
            Ok(built) => {
                built.fault.iter().for_each(|refusal| self.warn_once(refusal));
                Ok(built.table)
            }
            Err(Refusal::Stop(stop)) => Err(stop),
            Err(refusal) => {
                self.warn_once(&refusal);
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
        if let Some(table) = self.sound(&file, file.read()) {
            return Ok((table, false));
        }
        let Built { table, is_new, fault } = self.build(&file, 0, meter)?;
        fault.map_or(Ok((table, is_new)), Err)
    }

    /// The table of a file, unless the file is missing or damaged. Warns of damage.
    fn sound(&self, file: &TableFile, found: Result<Option<Table>, Fault>) -> Option<Table> {
        found.unwrap_or_else(|fault| {
            let path = file.path().display();
            self.console.warn(format_args!("{path}: {fault}: it is not used, but built again"));
            None
        })
    }

    /// Builds a table and writes its file, unless another process does so meanwhile.
    fn build(&self, file: &TableFile, beside: u64, meter: &Meter) -> Result<Built, Refusal> {
        let key = file.key();
        check_room(file)?;
        let mut has_waited = false;
        let draft = loop {
            meter.interrupt().check()?;
            let draft = file.begin().map_err(|error| refusal(file, &error))?;
            if let Some(draft) = draft {
                break draft;
            }
            if !has_waited {
                self.console.say(format_args!("waiting for another process that builds {key}"));
                has_waited = true;
            }
            thread::sleep(PATIENCE);
        };
        if let Ok(Some(table)) = file.read() {
            return Ok(Built { table, is_new: false, fault: None });
        }
        let table = self.make(key, beside, meter)?;
        let fault = draft.finish(&table).err().map(|error| refusal(file, &error));
        Ok(Built { table, is_new: true, fault })
    }

    fn make(&self, key: &Key, beside: u64, meter: &Meter) -> Result<Table, Stop> {
        meter.allow(beside + key.bytes_to_build())?;
        self.console.watch(key, |progress| Table::build(key, meter, progress))
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

/// A table whose file was missing.
struct Built {
    table: Table,
    /// Whether this process has built it.
    is_new: bool,
    /// Why its file is not written.
    fault: Option<Refusal>,
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

fn refusal(file: &TableFile, reason: &dyn fmt::Display) -> Refusal {
    let bytes = |bytes: u64| Unit::Bytes.text(bytes as f64);
    let free = file.path().parent().and_then(free_disk);
    Refusal::Disk {
        file: file.path().display().to_string(),
        needed: bytes(Table::written_bytes(file.key())),
        free: free.map(|free| format!(" where {} are free", bytes(free))).unwrap_or_default(),
        reason: reason.to_string(),
    }
}

/// Checks, before the table is built, whether the disk has enough free space.
fn check_room(file: &TableFile) -> Result<(), Refusal> {
    match file.path().parent().and_then(free_disk) {
        Some(free) if free < Table::written_bytes(file.key()) => {
            Err(refusal(file, &"the disk does not have enough free space"))
        }
        _ => Ok(()),
    }
}

/// The tables that a strategy uses for a problem. There are none if its heuristic does not
/// use tables from a cache.
pub fn keys(registry: &Registry, strategy: &str, problem: &Problem) -> Vec<Key> {
    let Some(heuristic) = heuristic(strategy) else { return Vec::new() };
    let Ok(Entry { strategy, .. }) = registry.build(strategy) else { return Vec::new() };
    let mut keys: Vec<Key> = Vec::new();
    for goal_blank in strategy.goals(problem) {
        for key in tables_of(&heuristic, problem.size(), goal_blank) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
    }
    keys
}

/// The heuristic in a strategy's name.
fn heuristic(strategy: &str) -> Option<String> {
    strategy.parse::<Spec>().ok()?.heuristic
}
