//! Drafts: table files that are being written.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use optile_pdb::Table;
use optile_results::disk;

use super::file::TableFile;

/// A file that is being written, under a temporary name. It is locked. If it is not
/// finished, it is removed.
#[derive(Debug)]
pub struct Draft {
    file: File,
    path: PathBuf,
    target: PathBuf,
    is_finished: bool,
}

impl Draft {
    /// Begins a draft of a table's file in the folder of the file, which is
    /// made if it is missing. `None` while another process holds the draft. It
    /// may be finished soon, so the caller should look for the table again.
    ///
    /// # Errors
    ///
    /// When nothing can be written there.
    pub fn begin(table: &TableFile) -> io::Result<Option<Self>> {
        if let Some(folder) = table.path().parent() {
            fs::create_dir_all(folder)?;
        }
        let path = table.draft();
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
        let target = table.path().to_owned();
        let draft = Self { file, path, target, is_finished: false };
        draft.file.set_len(0)?;
        Ok(Some(draft))
    }

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

impl Drop for Draft {
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
