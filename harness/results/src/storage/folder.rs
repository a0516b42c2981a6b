//! The result folder of a run.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead as _, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{mem, process, thread};

use anyhow::{Context, Result, bail};

use crate::record::{InstanceRecord, RunRecord};
use crate::rows::row::Row;
use crate::storage::disk;
use crate::storage::load::{BOARDS, COMPRESSED, RECORD, ROWS, is_record, load, open_rows};
use crate::storage::results::Results;
use crate::storage::seal::{seal, seal_page};
use crate::storage::table;
use crate::text::lines::quote;

/// The rows as a flat table for other programs. optile does not read it.
const TABLE: &str = "results.csv";
/// The folder of charts. Its file [`ORIGIN`] has the names of all others in it.
pub const CHARTS: &str = "charts";
/// The file beside charts that tells how they were made.
pub const ORIGIN: &str = "origin.txt";

/// Everything that optile writes into a result folder and removes with `--overwrite`. The record
/// is the last, so that a folder is recognised until it is empty.
const CONTENTS: [&str; 7] = [COMPRESSED, "report.html", CHARTS, TABLE, ROWS, BOARDS, RECORD];

/// The longest time until a row is on the disk. Waiting for the disk after each row would
/// take longer than most runs.
const SYNC_PAUSE: Duration = Duration::from_secs(1);

/// A result folder that is being written. When [`Folder::append`] returns, the
/// system has the row, so it is kept even if the process is killed. It is on
/// the disk at most one second later.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    rows: File,
    /// The length of `results.jsonl` up to the last complete row.
    whole: u64,
    synced: Instant,
    /// The lock is held as long as this value exists. The system releases it when the process
    /// ends in any way.
    _lock: File,
}

impl Folder {
    /// Makes the folder, or opens an existing one and reads its contents. Compressed
    /// rows are expanded into `results.jsonl` first. An incomplete row at the end,
    /// as after a power cut, is cut off.
    ///
    /// # Errors
    ///
    /// When another process writes to the folder, when it cannot be written, or when this
    /// version cannot read the existing results.
    pub fn open(path: &Path) -> Result<(Self, Option<Results>)> {
        Self::locked(path, |_| Ok(()))
    }

    /// The same, after existing results were removed.
    ///
    /// # Errors
    ///
    /// When another process writes to the folder, or when it cannot be written.
    pub fn replace(path: &Path) -> Result<(Self, Option<Results>)> {
        Self::locked(path, clear)
    }

    fn locked(path: &Path, prepare: fn(&Path) -> Result<()>) -> Result<(Self, Option<Results>)> {
        let cannot = || format!("cannot write results to {}", path.display());
        fs::create_dir_all(path).with_context(cannot)?;
        let lock = lock(path)?;
        refuse_foreign(path)?;
        prepare(path)?;
        let (file, record) = (path.join(ROWS), path.join(RECORD));
        if !file.exists() && path.join(COMPRESSED).exists() {
            // Read before, so that nothing but rows is written.
            load(path)?;
            disk::replace(&file, |out| io::copy(&mut open_rows(&file)?, out).map(drop))
                .with_context(cannot)?;
        }
        let mut options = OpenOptions::new();
        let options = options.create(true).read(true).append(true);
        let mut rows = disk::open_own(&file, options)
            .with_context(|| format!("cannot open {}", file.display()))?;
        let whole = cut(&mut rows).with_context(|| format!("cannot repair {}", file.display()))?;
        let found = match record.exists() {
            true => Some(load(path)?),
            false => None,
        };
        let folder =
            Self { path: path.to_owned(), rows, whole, synced: Instant::now(), _lock: lock };
        Ok((folder, found))
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds one row and flushes it.
    ///
    /// # Errors
    ///
    /// When it cannot be written, as on a full disk. The message then contains the row, and
    /// the file ends with the previous row.
    pub fn append(&mut self, row: &Row) -> Result<()> {
        let mut line = seal(row)?;
        line.push('\n');
        if let Err(error) = self.rows.write_all(line.as_bytes()).and_then(|()| self.rows.flush()) {
            // If this fails, readers still leave out an incomplete last line.
            let _ = self.rows.set_len(self.whole);
            return Err(error).with_context(|| {
                format!(
                    "cannot write {}; all rows before are kept, and with room on the disk the same \
                     command continues; the row that did not fit: {}",
                    self.path.join(ROWS).display(),
                    line.trim_end()
                )
            });
        }
        self.whole += line.len() as u64;
        if self.synced.elapsed() >= SYNC_PAUSE {
            self.sync()?;
        }
        Ok(())
    }

    /// Waits until all rows are on the disk.
    ///
    /// # Errors
    ///
    /// When the disk cannot store them.
    pub fn sync(&mut self) -> Result<()> {
        self.synced = Instant::now();
        let synced = self.rows.sync_data();
        synced.with_context(|| {
            format!("{} cannot be synced to its disk", self.path.join(ROWS).display())
        })
    }

    /// Replaces the record.
    ///
    /// # Errors
    ///
    /// When a file cannot be written, here and below. The old file then stays.
    pub fn write_record(&self, record: &RunRecord) -> Result<()> {
        self.write(RECORD, |out| out.write_all(seal_page(record)?.as_bytes()))
    }

    /// Replaces the boards.
    ///
    /// # Errors
    ///
    /// As for [`Self::write_record`].
    pub fn write_boards(&self, boards: &[InstanceRecord]) -> Result<()> {
        self.write(BOARDS, |out| table::write_boards(boards, out))
    }

    /// Replaces the rows. Nothing can be appended afterwards. Those of an instance whose file is
    /// wrong have no optimal length, because one that differs from `instances.csv` is a sign of
    /// damage; readers find it out again.
    ///
    /// # Errors
    ///
    /// As for [`Self::write_record`].
    pub fn write_rows(&self, results: &Results) -> Result<()> {
        let line = |row: &Row| match results.wrong_lengths.contains_key(&row.run.instance) {
            true => seal(&Row { optimal: None, ..row.clone() }),
            false => seal(row),
        };
        self.write(ROWS, |out| {
            results.rows.iter().try_for_each(|row| writeln!(out, "{}", line(row)?))
        })
    }

    /// Replaces the table for other programs.
    ///
    /// # Errors
    ///
    /// As for [`Self::write_record`].
    pub fn write_table(&self, rows: &[Row]) -> Result<()> {
        self.write(TABLE, |out| table::write(rows, out))
    }

    fn write(
        &self,
        name: &str,
        write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<()> {
        let path = self.path.join(name);
        disk::replace(&path, write).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Writes all files. Whenever the process ends, each row has its board and its origin, and
    /// the folder is not marked complete too early.
    ///
    /// # Errors
    ///
    /// As for [`Self::write_record`].
    pub fn write_all(&self, results: &mut Results) -> Result<()> {
        let is_complete = mem::replace(&mut results.record.complete, false);
        self.write_record(&results.record)?;
        self.write_boards(&results.instances)?;
        self.write_rows(results)?;
        self.write_table(&results.rows)?;
        results.record.complete = is_complete;
        self.write_record(&results.record)
    }
}

/// Refuses a folder with a file that a run would replace, but that no run has written: the record
/// is written before all others.
fn refuse_foreign(path: &Path) -> Result<()> {
    let record = path.join(RECORD);
    match disk::read(&record) {
        Ok(bytes) if is_record(&bytes) => return Ok(()),
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(error).with_context(|| format!("{}: cannot be read", record.display()));
        }
        _ => {}
    }
    // A run that was killed at once leaves a file without rows.
    let is_foreign = |name: &&str| {
        let file = path.join(name).symlink_metadata();
        file.is_ok_and(|file| !file.is_file() || file.len() > 0)
    };
    match CONTENTS.into_iter().find(is_foreign) {
        Some(name) => bail!(
            "{} was not written by optile: run.json is missing beside it, or is of another \
             program; choose another folder with --out",
            path.join(name).display()
        ),
        None => Ok(()),
    }
}

/// Removes what optile wrote, and nothing else.
fn clear(path: &Path) -> Result<()> {
    for name in CONTENTS {
        let old = path.join(name);
        let Ok(kind) = old.symlink_metadata() else { continue };
        let removed = match kind.is_dir() {
            true => clear_charts(&old),
            false => fs::remove_file(&old),
        };
        removed.with_context(|| format!("cannot remove {}", old.display()))?;
    }
    Ok(())
}

/// Removes the charts that are named beside them, and the folder if it is then empty.
fn clear_charts(folder: &Path) -> io::Result<()> {
    let origin = disk::read(&folder.join(ORIGIN)).unwrap_or_default();
    let origin = String::from_utf8_lossy(&origin);
    let is_name = |name: &&str| Path::new(name).file_name() == Some(OsStr::new(name));
    for name in origin.lines().skip(1).filter(is_name).chain([ORIGIN]) {
        match fs::remove_file(folder.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            removed => removed?,
        }
    }
    match fs::remove_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
        removed => removed,
    }
}

/// How long to wait for the lock of a folder. If a run is killed while it starts a worker,
/// the new process holds the lock until it has loaded its program. This takes some
/// milliseconds, or longer on a busy machine.
const PATIENCE: Duration = Duration::from_secs(2);

/// Locks the folder. The file contains the number of this process, for people.
/// The lock belongs to the system and ends with the process. So the file of an
/// ended process blocks no other process for longer than [`PATIENCE`].
fn lock(path: &Path) -> Result<File> {
    let file = path.join("lock");
    let mut options = OpenOptions::new();
    let options = options.create(true).truncate(false).read(true).write(true);
    let mut lock = disk::open_own(&file, options)
        .with_context(|| format!("cannot create {}", file.display()))?;
    let mut holder = [0; 100];
    let length = lock.read_at(&mut holder, 0)?;
    let holder = holder[..length].trim_ascii();
    if !holder.iter().all(u8::is_ascii_digit) {
        bail!("{} is no lock of optile: choose another folder with --out", file.display());
    }
    let asked = Instant::now();
    let answer = loop {
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) if asked.elapsed() < PATIENCE => {
                thread::sleep(Duration::from_millis(5));
            }
            answer => break answer,
        }
    };
    match answer {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            bail!(
                "{} is being written by another run (process {}): wait for it, or choose another \
                 folder with --out",
                path.display(),
                quote(&String::from_utf8_lossy(holder))
            );
        }
        Err(TryLockError::Error(error)) => {
            return Err(error).with_context(|| format!("cannot lock {}", file.display()));
        }
    }
    let id = format!("{}\n", process::id());
    let written = lock.set_len(0).and_then(|()| lock.write_all(id.as_bytes()));
    written.with_context(|| format!("cannot write {}", file.display()))?;
    Ok(lock)
}

/// Cuts off an incomplete last line, and zero bytes, which some file systems leave after a
/// power cut. Zeros before a later row are another kind of damage, which readers report. Returns
/// the remaining length.
fn cut(file: &mut File) -> io::Result<u64> {
    file.seek(SeekFrom::Start(0))?;
    let mut rows = BufReader::new(&*file);
    let (mut length, mut whole) = (0, 0);
    loop {
        let bytes = rows.fill_buf()?;
        if let Some(last) = bytes.iter().rposition(|&byte| byte == b'\n') {
            whole = length + last as u64 + 1;
        }
        let count = bytes.len();
        length += count as u64;
        rows.consume(count);
        if count == 0 {
            break;
        }
    }
    if whole < length {
        file.set_len(whole)?;
    }
    Ok(whole)
}

#[cfg(test)]
mod tests;
