use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use optile_core::{Meter, Problem, Spec, Stop};
use optile_pdb::{Key, Memory, Recipe, Shelf, Table, set_shelf};
use optile_results::unit::Unit;

use super::cost::{free_disk, peak};
use super::draft::Draft;
use super::file::{Fault, TableFile};
use super::place::VARIABLE;
use super::voice::Voice;
use crate::registry::{Entry, Registry};

/// The least bytes of a table that is written without being asked for. Smaller
/// ones take some milliseconds to make, which is what a file takes to sync.
pub const SMALL: u64 = 1 << 20;

/// Between two looks at another process that makes the same table.
const PATIENCE: Duration = Duration::from_millis(20);

/// A folder of tables, and those that this process has taken up.
#[derive(Debug)]
pub struct Library {
    folder: Option<PathBuf>,
    taken: Memory,
    writes: bool,
    voice: Voice,
    is_warned: AtomicBool,
}

impl Library {
    /// The library in a folder. Where there is none, or it `writes` nothing,
    /// tables that are not in it are made for this process alone.
    pub fn new(folder: Option<PathBuf>, writes: bool, voice: Voice) -> Self {
        Self { folder, taken: Memory::default(), writes, voice, is_warned: AtomicBool::new(false) }
    }

    /// Where it is.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    fn file(&self, key: &Key) -> Option<TableFile> {
        self.folder().map(|folder| TableFile::new(folder, key))
    }

    /// Says, before anything is made, when these tables need more memory than
    /// there may be; `for_whom` are they.
    pub fn foretell(&self, for_whom: &str, keys: &[Key], limit: Option<u64>) {
        let is_missing = |key: &Key| self.file(key).is_none_or(|file| !file.path().exists());
        let needed = peak(keys, is_missing);
        if let Some(limit) = limit.filter(|&limit| needed > limit) {
            let [needed, limit] = [needed, limit].map(|bytes| Unit::Bytes.text(bytes as f64));
            self.voice.warn(format_args!(
                "{for_whom} needs {needed} of memory for its pattern databases, but the limit is \
                 {limit}"
            ));
        }
    }

    /// The table of a key from its file, or made and written there, held by
    /// nobody but the caller.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that ended its making.
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

    /// The table of a key from its file, or made, of whatever size, and written
    /// there; and whether it had to be made.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that ended its making, or that the folder does not take it.
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

    /// The draft of a table, or the table when another process was first.
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
                self.voice.say(format_args!("waiting for another process that makes {key}"));
                has_waited = true;
            }
            thread::sleep(PATIENCE);
        }
    }

    fn make(&self, key: &Key, beside: u64, meter: &Meter) -> Result<Table, Stop> {
        meter.allow(beside + key.bytes_to_build())?;
        self.voice.announce(key);
        self.voice.watch(key, |progress| Table::build(key, meter, progress))
    }

    fn warn_of(&self, file: &TableFile, fault: &Fault) {
        let path = file.path().display();
        self.voice.warn(format_args!("{path}: {fault}: it is not used, but made again"));
    }

    pub(crate) fn warn_once(&self, refusal: &Refusal) {
        if !self.is_warned.swap(true, Ordering::Relaxed) {
            self.voice.warn(format_args!(
                "{refusal}: going on in memory; choose another folder with --pdb-dir"
            ));
        }
    }
}

impl Shelf for Library {
    fn table(&self, key: &Key, beside: u64, meter: &mut Meter) -> Result<Table, Stop> {
        self.taken.get_or_make(key, meter, |meter| self.fetch(key, beside, meter))
    }
}

/// What comes of asking for a draft.
enum Reserved {
    Draft(Draft),
    Table(Table),
}

/// Why a table is not in the folder.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Its making was stopped.
    #[error(transparent)]
    Stop(#[from] Stop),
    /// The file cannot be written.
    #[error("cannot write {file} of {needed}{free}: {reason}")]
    Disk {
        /// Which file.
        file: String,
        /// How long it is.
        needed: String,
        /// What the disk has free, where the system says so.
        free: String,
        /// What the system says.
        reason: String,
    },
    /// There is no such folder on this system.
    #[error("no folder is known for pattern databases: name one with --pdb-dir or {VARIABLE}")]
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

/// Whether the disk has room for the table, which is better known before it is
/// made.
fn check_room(file: &TableFile, key: &Key) -> Result<(), Refusal> {
    match file.path().parent().and_then(free_disk) {
        Some(free) if free < Table::written_bytes(key) => {
            Err(refusal(file, key, &"the disk has no room for it"))
        }
        _ => Ok(()),
    }
}

static LIBRARY: OnceLock<Library> = OnceLock::new();

/// The library of the process, as its heuristics know it.
struct Installed(&'static Library);

impl Shelf for Installed {
    fn table(&self, key: &Key, beside: u64, meter: &mut Meter) -> Result<Table, Stop> {
        self.0.table(key, beside, meter)
    }
}

/// Makes a library that of the process, unless it has one, and says which it
/// has.
pub fn install(library: Library) -> &'static Library {
    let library = LIBRARY.get_or_init(|| library);
    // A second call finds the shelf set to the same library.
    let _ = set_shelf(Box::new(Installed(library)));
    library
}

/// The library of the process, if it has one.
pub fn installed() -> Option<&'static Library> {
    LIBRARY.get()
}

/// The tables that a strategy of this name takes for a problem; none where its
/// heuristic is none of pattern databases.
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
