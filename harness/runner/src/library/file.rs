//! The files of tables: their names, and how they are read.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use optile_pdb::{FormatError, Key, Table};
use optile_results::disk;

use super::mapping::{FIRST, map};

/// The extension of table files.
const TABLE: &str = "pdb";
/// The extension of drafts.
const DRAFT: &str = "part";

/// Why a file is not the expected table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The file cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// The file has other contents.
    #[error(transparent)]
    Format(#[from] FormatError),
}

/// The file of a table.
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

    /// The key of the table.
    pub fn key(&self) -> &Key {
        &self.key
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of its draft.
    pub fn draft(&self) -> PathBuf {
        self.path.with_extension(DRAFT)
    }

    /// Maps the table and checks every byte. `None` if there is no file.
    ///
    /// # Errors
    ///
    /// When the file is another table or is damaged.
    pub fn read(&self) -> Result<Option<Table>, Fault> {
        match open(&self.path) {
            Ok(file) => Ok(Some(Table::read(&self.key, &map(&self.path, file)?)?)),
            Err(Fault::Unreadable(error)) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(fault) => Err(fault),
        }
    }
}

/// Opens a regular file. Anything else is an error.
fn open(path: &Path) -> Result<File, Fault> {
    if !fs::metadata(path)?.is_file() {
        return Err(FormatError::Foreign.into());
    }
    Ok(disk::open(path)?)
}

/// What a file in the folder is, according to its beginning and its length.
#[derive(Debug)]
pub enum State {
    /// A table.
    Table(Key),
    /// A draft, which a process is writing or has left behind.
    Draft,
    /// Another file.
    Faulty(Fault),
}

/// A file in the folder.
#[derive(Debug)]
pub struct Holding {
    /// Its path.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
    /// What it is.
    pub state: State,
}

/// The files of tables in a folder, sorted by name. A missing folder has none.
///
/// # Errors
///
/// When the folder cannot be read.
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
    file.take(FIRST as u64).read_to_end(&mut first)?;
    let key = Table::inspect(&first, length)?;
    // A table in a file with the name of another table is never used.
    match path.file_stem().map(|name| name.to_string_lossy().into_owned()) {
        Some(expected) if expected != key.to_string() => {
            Err(FormatError::Wrong { found: key.to_string(), expected }.into())
        }
        _ => Ok(key),
    }
}
