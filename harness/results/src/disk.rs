//! Files that are read and replaced as a whole.
//!
//! # The main decision
//!
//! **A file that has its name is never written again.** What comes in its
//! place is written beside it under a name of its own, which nobody else can
//! have made before, and takes the name when it is whole. So whatever ends the
//! process or fills the disk, a reader finds the old file or the new one, and
//! nothing that lies in wait under a name, such as a symbolic link or a pipe,
//! is followed or waited for.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::fs::OFlags;
use rustix::io::Errno;

/// Bytes that are collected before they go to the system.
const BUFFER: usize = 1 << 18;

/// What the names of drafts begin and end with.
const DRAFT: (&str, &str) = (".optile-", ".draft");

/// Names that are tried for a draft before it is given up.
const ATTEMPTS: u32 = 100;

/// Opens a file for reading. Anything else that has the name, such as a pipe
/// that nobody writes to, is an error at once. Symbolic links are followed.
///
/// # Errors
///
/// Those of the system, and when it is no file.
pub fn open(path: &Path) -> io::Result<File> {
    plain(path, OpenOptions::new().read(true), OFlags::empty())
}

/// The bytes of a file, as [`open`] opens it.
///
/// # Errors
///
/// As for [`open`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a file in the way that the options say, and no other file that a
/// symbolic link of this name leads to.
///
/// # Errors
///
/// Those of the system, and when it is a symbolic link or no file.
pub fn open_own(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    plain(path, options, OFlags::NOFOLLOW)
}

fn plain(path: &Path, options: &mut OpenOptions, flags: OFlags) -> io::Result<File> {
    // Without NONBLOCK, a pipe would have this process wait for its other
    // end. It means nothing for files.
    let flags = (flags | OFlags::NONBLOCK).bits();
    let file = options.custom_flags(flags.cast_signed()).open(path).map_err(|error| {
        match Errno::from_io_error(&error) {
            Some(Errno::LOOP) => no_file("a symbolic link"),
            // A pipe that nobody reads, or a socket.
            Some(Errno::NXIO) => no_file("a pipe or a socket"),
            _ => error,
        }
    })?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(no_file("a folder, a pipe or a device")),
    }
}

fn no_file(what: &str) -> io::Error {
    io::Error::other(format!("it is {what}, not a file: remove it or choose another name"))
}

/// Puts a file in the place of what has the name, or makes it. When this
/// returns, the disk has all of it.
///
/// # Errors
///
/// When it cannot be written, as on a full disk. What had the name before
/// stays, and nothing else is left.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let draft = Draft::beside(path)?;
    let file = draft.write(write)?;
    file.sync_all()?;
    draft.take_name(path)?;
    sync_name(path)
}

/// Writes a file that the user has named: as [`replace`] does, but into a
/// device, such as `/dev/stdout`, itself.
///
/// # Errors
///
/// As for [`replace`].
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match is_device(path) {
        true => fs::write(path, bytes),
        false => replace(path, |out| out.write_all(bytes)),
    }
}

/// Whether a file of this name would stand in the way of every program.
fn is_device(path: &Path) -> bool {
    let folders = ["/dev", "/dev/fd", "/proc/self/fd"];
    let is_node = path.symlink_metadata().is_ok_and(|metadata| {
        let kind = metadata.file_type();
        kind.is_char_device() || kind.is_block_device()
    });
    is_node || path.parent().is_some_and(|folder| folders.iter().any(|f| folder == Path::new(f)))
}

/// Like [`replace`], but does not wait for the disk: for what can be made
/// again at any time.
///
/// # Errors
///
/// As for [`replace`].
pub fn redraw(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = Draft::beside(path)?;
    draft.write(|out| out.write_all(bytes))?;
    draft.take_name(path)
}

/// Whether a file could be put beside `path`, which is better known before
/// the work that it is to hold.
///
/// # Errors
///
/// When it could not.
pub fn try_out(path: &Path) -> io::Result<()> {
    Draft::beside(path).map(drop)
}

/// Waits until the disk has the name of a file that was renamed or made.
///
/// # Errors
///
/// When it cannot take it.
pub fn sync_name(path: &Path) -> io::Result<()> {
    match File::open(folder_of(path))?.sync_all() {
        // Some file systems of other machines do not sync folders.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        synced => synced,
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file under a name of its own, which is removed unless it takes another.
/// It is locked, so that drafts of dead processes can be told and removed.
struct Draft {
    file: File,
    path: PathBuf,
}

impl Draft {
    fn beside(path: &Path) -> io::Result<Self> {
        if is_device(path) {
            return Err(no_file("a device"));
        }
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let folder = folder_of(path);
        remove_dead(folder);
        for _ in 0..ATTEMPTS {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let name = format!("{}{}-{number}{}", DRAFT.0, process::id(), DRAFT.1);
            let path = folder.join(name);
            let file = match OpenOptions::new().write(true).create_new(true).open(&path) {
                // Of a process with the same number, here or on another machine.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                file => file?,
            };
            // Another process may have taken it for dead before it was locked.
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => continue,
                _ if file.metadata()?.nlink() == 0 => continue,
                // Where there are no locks, drafts of dead processes stay.
                Ok(()) | Err(TryLockError::Error(_)) => return Ok(Self { file, path }),
            }
        }
        Err(io::Error::other(format!("no free name for a draft in {}", folder.display())))
    }

    /// Writes all of it.
    fn write(
        &self,
        write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> io::Result<File> {
        let mut out = BufWriter::with_capacity(BUFFER, self.file.try_clone()?);
        write(&mut out)?;
        Ok(out.into_inner()?)
    }

    fn take_name(self, path: &Path) -> io::Result<()> {
        // Dropping it finds nothing to remove then.
        fs::rename(&self.path, path)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // What is left of it would only take room.
        let _ = fs::remove_file(&self.path);
    }
}

/// Removes drafts that killed processes left in a folder.
fn remove_dead(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        if name.starts_with(DRAFT.0)
            && name.ends_with(DRAFT.1)
            && let Ok(file) = open_own(&entry.path(), OpenOptions::new().read(true))
            && file.try_lock().is_ok()
        {
            // Nobody minds another time.
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests;
