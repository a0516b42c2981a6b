//! The files of tables: their names, and how they are read and written.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use optile_pdb::{FormatError, Key, Table};
use optile_results::storage::disk;

use super::mapping::map;

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

    /// Begins a draft in the folder of the file, which is made if it is missing. `None` while
    /// another process holds the draft. It may be finished soon, so the caller should look for
    /// the table again.
    ///
    /// # Errors
    ///
    /// When nothing can be written there.
    pub fn begin(&self) -> io::Result<Option<Unfinished>> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        let path = self.draft();
        let mut options = OpenOptions::new();
        let options = options.create(true).truncate(false).write(true);
        let file = disk::open_own(&path, options).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        })?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // The process that held the lock may have renamed or removed the file after it was
        // opened here. Only the file that has this name is written.
        if !is_at(&file, &path)? {
            return Ok(None);
        }
        let target = self.path.clone();
        let draft = Unfinished { file, path, target, is_finished: false };
        draft.file.set_len(0)?;
        Ok(Some(draft))
    }
}

/// Opens a regular file. Anything else is an error.
fn open(path: &Path) -> Result<File, Fault> {
    if !fs::metadata(path)?.is_file() {
        return Err(FormatError::Foreign.into());
    }
    Ok(disk::open(path)?)
}

/// The files of tables in a folder, and of those that are being written, sorted by name. A
/// missing folder has none.
///
/// # Errors
///
/// When the folder cannot be read.
pub fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|end| end == TABLE || end == DRAFT));
    paths.sort();
    Ok(paths)
}

/// The draft of a table's file, which has a temporary name. It is locked. If it is not
/// finished, it is removed.
#[derive(Debug)]
pub struct Unfinished {
    file: File,
    path: PathBuf,
    target: PathBuf,
    is_finished: bool,
}

impl Unfinished {
    /// Writes the table and renames the file, which replaces an older file. When this
    /// returns, the file is on the disk.
    ///
    /// # Errors
    ///
    /// When the file cannot be written, as on a full disk. The draft is then removed.
    pub fn finish(mut self, table: &Table) -> io::Result<()> {
        table.write(&mut self.file)?;
        self.file.sync_all()?;
        fs::rename(&self.path, &self.target)?;
        self.is_finished = true;
        // Other processes map the file, so it must not be changed by mistake.
        if let Ok(metadata) = self.file.metadata() {
            let mut permissions = metadata.permissions();
            permissions.set_readonly(true);
            let _ = self.file.set_permissions(permissions);
        }
        disk::sync_name(&self.target)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if !self.is_finished {
            // An unfinished draft is of no use.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Whether the file still has this name.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let own = file.metadata()?;
    match fs::metadata(path) {
        Ok(other) => Ok((own.dev(), own.ino()) == (other.dev(), other.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}
