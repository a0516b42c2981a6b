use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use optile_pdb::{FormatError, Key, Table};
use optile_results::disk;

use super::mapping::map;

/// What the names of tables end in.
pub const TABLE: &str = "pdb";
/// What the names of drafts end in.
pub const DRAFT: &str = "part";

/// Bytes that tell what table a file is.
const FIRST: u64 = 4096;

/// Why a file is not the table that it should be.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// Its bytes are others.
    #[error(transparent)]
    Format(#[from] FormatError),
}

/// The file that a table has its place in.
#[derive(Clone, Debug)]
pub struct TableFile {
    key: Key,
    path: PathBuf,
}

impl TableFile {
    /// The file of a table in a folder.
    pub fn new(folder: &Path, key: &Key) -> Self {
        Self { key: *key, path: folder.join(format!("{key}.{TABLE}")) }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where it is while it is written.
    pub fn draft(&self) -> PathBuf {
        self.path.with_extension(DRAFT)
    }

    /// The table, mapped, after a look at every byte; `None` where there is no
    /// file.
    ///
    /// # Errors
    ///
    /// When it is not this table, or not as it was written.
    pub fn read(&self) -> Result<Option<Table>, Fault> {
        match open(&self.path) {
            Ok(file) => Ok(Some(Table::read(&self.key, &map(&file)?)?)),
            Err(Fault::Unreadable(error)) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(fault) => Err(fault),
        }
    }
}

/// Opens a file, and nothing else that has a name.
fn open(path: &Path) -> Result<File, Fault> {
    if !fs::metadata(path)?.is_file() {
        return Err(FormatError::Foreign.into());
    }
    Ok(disk::open(path)?)
}

/// The table of any file, after a look at every byte.
///
/// # Errors
///
/// When it is no table, or not as it was written, or has the name of another.
pub fn read(path: &Path) -> Result<Table, Fault> {
    let bytes = map(&open(path)?)?;
    let key = Table::inspect(&bytes, bytes.len() as u64)?;
    let table = Table::read(&key, &bytes)?;
    agree(path, &key)?;
    Ok(table)
}

/// A table under the name of another one is never used, so it is a fault. Any
/// other name will do, as that of a copy elsewhere.
fn agree(path: &Path, key: &Key) -> Result<(), FormatError> {
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
    let is_kept = path.extension().is_some_and(|ending| ending == TABLE);
    match name.filter(|name| is_kept && *name != key.to_string()) {
        Some(expected) => Err(FormatError::Wrong { found: key.to_string(), expected }),
        None => Ok(()),
    }
}

/// What a file in the folder is, as far as its beginning and its length tell.
#[derive(Debug)]
pub enum State {
    /// A table.
    Table(Key),
    /// What a process writes, or left half done.
    Draft,
    /// Neither.
    Faulty(Fault),
}

/// A file in the folder.
#[derive(Debug)]
pub struct Holding {
    /// Where it is.
    pub path: PathBuf,
    /// How long it is.
    pub bytes: u64,
    /// What it is.
    pub state: State,
}

/// The files of tables in a folder, by name. None where there is no folder.
///
/// # Errors
///
/// When it cannot be read.
pub fn holdings(folder: &Path) -> io::Result<Vec<Holding>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut holdings = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let state = match path.extension().and_then(|ending| ending.to_str()) {
            Some(TABLE) => inspect(&path).map_or_else(State::Faulty, State::Table),
            Some(DRAFT) => State::Draft,
            _ => continue,
        };
        let bytes = fs::symlink_metadata(&path).map_or(0, |metadata| metadata.len());
        holdings.push(Holding { path, bytes, state });
    }
    holdings.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(holdings)
}

fn inspect(path: &Path) -> Result<Key, Fault> {
    let file = open(path)?;
    let length = file.metadata()?.len();
    let mut first = Vec::new();
    file.take(FIRST).read_to_end(&mut first)?;
    let key = Table::inspect(&first, length)?;
    agree(path, &key)?;
    Ok(key)
}
