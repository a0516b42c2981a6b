//! Files that are read and replaced as a whole.
//!
//! # The main decision
//!
//! **A complete file is never written again.** Its replacement is written as a
//! draft in the same folder, under a name that no other program can have used.
//! The draft is renamed when it is complete. So a reader finds the old file or
//! the new one, even if the process is killed or the disk is full. If the
//! file's name is that of a symbolic link or a pipe, the link is not followed,
//! and the pipe is not waited for.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::fs::OFlags;
use rustix::io::Errno;

/// The number of bytes that are collected before a write.
const BUFFER: usize = 1 << 18;

/// The beginning and the end of the names of drafts.
const DRAFT: (&str, &str) = (".optile-", ".draft");

/// The number of names that are tried for a draft.
const ATTEMPTS: u32 = 100;

/// Opens a file for reading. Anything else, such as a pipe, is an error at once. Symbolic
/// links are followed.
///
/// # Errors
///
/// Those of the system, and when it is not a file.
pub fn open(path: &Path) -> io::Result<File> {
    plain(path, OpenOptions::new().read(true), OFlags::empty())
}

/// The most MiB of a file that is read as a whole.
const MOST: u64 = 256;

/// The most MiB of a file that people write: a suite, or instances.
pub const MOST_WRITTEN: u64 = 64;

/// The bytes of a file, as [`open`] opens it.
///
/// # Errors
///
/// As for [`open`] and [`bounded`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    bounded(open(path)?, MOST)
}

/// The bytes of an input, which may have no end.
///
/// # Errors
///
/// Those of the input, and when it has more than this number of MiB.
pub fn bounded(input: impl Read, mebibytes: u64) -> io::Result<Vec<u8>> {
    let (most, mut bytes) = (mebibytes << 20, Vec::new());
    input.take(most + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(io::Error::other(format!("it is too large: expected at most {mebibytes} MiB"))),
        false => Ok(bytes),
    }
}

/// The bytes of an input that people write and name, which may be a pipe.
///
/// # Errors
///
/// As for [`bounded`].
pub fn read_input(path: &Path) -> io::Result<Vec<u8>> {
    bounded(File::open(path)?, MOST_WRITTEN)
}

/// Opens a file with these options. Symbolic links are not followed.
///
/// # Errors
///
/// Those of the system, and when it is a symbolic link or not a file.
pub fn open_own(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    plain(path, options, OFlags::NOFOLLOW)
}

fn plain(path: &Path, options: &mut OpenOptions, flags: OFlags) -> io::Result<File> {
    // Without NONBLOCK, this process would wait for the other end of a pipe. For files, it
    // has no effect.
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

/// Replaces a file, or makes it. When this returns, the file is on the disk.
///
/// # Errors
///
/// When it cannot be written, as on a full disk. The old file then stays, and the draft is
/// removed.
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

/// Whether this is the name of a device, which a file must not replace.
fn is_device(path: &Path) -> bool {
    let folders = ["/dev", "/dev/fd", "/proc/self/fd"];
    let is_node = path.symlink_metadata().is_ok_and(|metadata| {
        let kind = metadata.file_type();
        kind.is_char_device() || kind.is_block_device()
    });
    is_node || path.parent().is_some_and(|folder| folders.iter().any(|f| folder == Path::new(f)))
}

/// Like [`replace`], but does not wait for the disk. For files that can be made again at
/// any time.
///
/// # Errors
///
/// As for [`replace`].
pub fn redraw(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = Draft::beside(path)?;
    draft.write(|out| out.write_all(bytes))?;
    draft.take_name(path)
}

/// Makes a folder for files of optile, unless it exists. A symbolic link of its name is
/// replaced, so that nothing is written into its target.
///
/// # Errors
///
/// Those of the system, and when another kind of file has its name.
pub fn make_own_folder(path: &Path) -> io::Result<()> {
    if path.is_symlink() {
        fs::remove_file(path)?;
    }
    fs::create_dir_all(path)
}

/// Checks whether a file can be written beside `path`, before the work whose results it
/// will hold.
///
/// # Errors
///
/// When it cannot be written.
pub fn try_out(path: &Path) -> io::Result<()> {
    match path.is_dir() {
        true => Err(no_file("a folder")),
        false => Draft::beside(path).map(drop),
    }
}

/// The same for files in this folder, which may be missing.
///
/// # Errors
///
/// When none can be written.
pub fn try_out_folder(folder: &Path) -> io::Result<()> {
    let there = folder.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new(""));
    Draft::beside(&there.join("any")).map(drop)
}

/// Waits until the new name of a file is on the disk.
///
/// # Errors
///
/// Those of the system.
pub fn sync_name(path: &Path) -> io::Result<()> {
    match File::open(folder_of(path))?.sync_all() {
        // Some network file systems do not sync folders.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        synced => synced,
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file with a temporary name. It is removed unless it is renamed. It is locked, so that
/// drafts of ended processes can be recognised and removed.
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
                // It belongs to a process with the same number, perhaps on another machine.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                file => file?,
            };
            // Another process may have removed it before it was locked.
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => continue,
                _ if file.metadata()?.nlink() == 0 => continue,
                // Without locks, drafts of ended processes stay.
                Ok(()) | Err(TryLockError::Error(_)) => return Ok(Self { file, path }),
            }
        }
        Err(io::Error::other(format!("no free name for a draft in {}", folder.display())))
    }

    /// Writes the contents.
    fn write(
        &self,
        write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> io::Result<File> {
        let mut out = BufWriter::with_capacity(BUFFER, self.file.try_clone()?);
        write(&mut out)?;
        Ok(out.into_inner()?)
    }

    fn take_name(self, path: &Path) -> io::Result<()> {
        // Dropping then finds nothing to remove.
        fs::rename(&self.path, path)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // An unfinished draft is of no use.
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
            // The next draft will try again.
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests;
