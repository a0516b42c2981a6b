//! The folder that a run leaves its results in.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{process, thread};

use anyhow::{Context, Result, bail};

use crate::lines::quote;
use crate::record::{HeuristicPoint, InstanceRecord, RunRecord};
use crate::row::Row;
use crate::seal::seal;
use crate::{disk, load};

/// Everything that optile writes into a folder of results and that a fresh
/// start removes.
const CONTENTS: [&str; 7] = [
    "run.json",
    "results.jsonl",
    "results.csv",
    "instances.csv",
    "heuristics.csv",
    "report.html",
    "charts",
];

/// Longest time that a row may wait until the disk itself has it. Waiting for
/// the disk after each row would cost more than most runs do.
const SYNC_PAUSE: Duration = Duration::from_secs(1);

/// What a folder holds when it is opened.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its record.
    pub record: RunRecord,
    /// Its whole rows.
    pub rows: Vec<Row>,
}

/// A folder of results under way. A row has left the process when
/// [`Folder::append`] returns, whatever happens to the process afterwards, and
/// is on the disk a second later.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    rows: File,
    /// Length of `results.jsonl` up to the last whole row.
    whole: u64,
    synced: Instant,
    /// Held as long as the folder is: the system frees it when the process
    /// ends, in whatever way.
    _lock: File,
}

impl Folder {
    /// Makes the folder, or opens the one that is there and says what it
    /// holds. Results that are there already are removed when `overwrite`
    /// says so. Half a row at the end, as a power cut leaves it, is cut off.
    ///
    /// # Errors
    ///
    /// When another process writes there, when nothing can be written, or when
    /// what is there are no results that this version reads.
    pub fn open(path: &Path, overwrite: bool) -> Result<(Self, Option<Found>)> {
        let cannot = || format!("cannot write results to {}", path.display());
        fs::create_dir_all(path).with_context(cannot)?;
        let lock = lock(path)?;
        if overwrite {
            clear(path)?;
        }
        let file = path.join("results.jsonl");
        let mut options = OpenOptions::new();
        let options = options.create(true).read(true).append(true);
        let mut rows = disk::open_own(&file, options)
            .with_context(|| format!("cannot open {}", file.display()))?;
        let whole = cut(&mut rows).with_context(|| format!("cannot mend {}", file.display()))?;
        let found = match path.join("run.json").exists() {
            true => {
                let results = load(path)?;
                Some(Found { record: results.record, rows: results.rows })
            }
            // The record is written first, so rows without one are not ours.
            false if whole > 0 => bail!(
                "{} has rows but {} is missing: choose another folder with --out, or say \
                 --overwrite",
                file.display(),
                path.join("run.json").display()
            ),
            false => None,
        };
        let folder =
            Self { path: path.to_owned(), rows, whole, synced: Instant::now(), _lock: lock };
        Ok((folder, found))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds one row and flushes it.
    ///
    /// # Errors
    ///
    /// When it cannot be written, as on a full disk. The message then has the
    /// row, and the file ends with the row before.
    pub fn append(&mut self, row: &Row) -> Result<()> {
        let mut line = seal(row)?;
        line.push('\n');
        if let Err(error) = self.rows.write_all(line.as_bytes()).and_then(|()| self.rows.flush()) {
            // Best effort: readers leave out half a line at the end anyway.
            let _ = self.rows.set_len(self.whole);
            return Err(error).with_context(|| {
                format!(
                    "cannot write {}; the row that did not fit: {}",
                    self.path.join("results.jsonl").display(),
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

    /// Waits until the disk has all rows.
    ///
    /// # Errors
    ///
    /// When it cannot take them.
    pub fn sync(&mut self) -> Result<()> {
        self.synced = Instant::now();
        let synced = self.rows.sync_data();
        synced.with_context(|| {
            format!("{} is not safe on its disk", self.path.join("results.jsonl").display())
        })
    }

    /// Writes the origin: first of all, and again when all is done.
    ///
    /// # Errors
    ///
    /// When it cannot be written; what was there before stays.
    pub fn write_record(&self, record: &RunRecord) -> Result<()> {
        let mut text = serde_json::to_string_pretty(record)?;
        text.push('\n');
        self.replace("run.json", |out| out.write_all(text.as_bytes()))
    }

    /// Writes all rows again, because judging them together changed some.
    /// Nothing can be appended afterwards.
    ///
    /// # Errors
    ///
    /// When they cannot be written; what was there before stays.
    pub fn rewrite(&self, rows: &[Row]) -> Result<()> {
        self.replace("results.jsonl", |out| {
            rows.iter().try_for_each(|row| writeln!(out, "{}", seal(row)?))
        })
    }

    /// Writes `results.csv`: the same rows, flat.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write_csv(&self, rows: &[Row]) -> Result<()> {
        self.write_table("results.csv", rows)
    }

    /// Writes `instances.csv`: the boards that the rows speak of.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write_instances(&self, instances: &[InstanceRecord]) -> Result<()> {
        self.write_table("instances.csv", instances)
    }

    /// Writes `heuristics.csv`.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write_heuristics(&self, points: &[HeuristicPoint]) -> Result<()> {
        self.write_table("heuristics.csv", points)
    }

    fn write_table<T: serde::Serialize>(&self, name: &str, lines: &[T]) -> Result<()> {
        self.replace(name, |out| {
            let mut table = csv::Writer::from_writer(out);
            lines.iter().try_for_each(|line| table.serialize(line))?;
            table.flush()
        })
    }

    fn replace(
        &self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        let file = self.path.join(name);
        disk::replace(&file, |out| write(out))
            .with_context(|| format!("cannot write {}", file.display()))
    }
}

/// Removes what optile wrote there, and nothing else.
fn clear(path: &Path) -> Result<()> {
    for name in CONTENTS {
        let old = path.join(name);
        let Ok(kind) = old.symlink_metadata() else { continue };
        let removed = match kind.is_dir() {
            true => fs::remove_dir_all(&old),
            false => fs::remove_file(&old),
        };
        removed.with_context(|| format!("cannot remove {}", old.display()))?;
    }
    Ok(())
}

/// How long a folder in use is asked for again. A run that is killed while it
/// starts a worker leaves the lock to that worker until the worker has begun
/// its own program, which closes it: some milliseconds after the run is gone,
/// more on a machine with much to do.
const PATIENCE: Duration = Duration::from_secs(2);

/// Takes the folder for this process. The file keeps the process's id for
/// people; the lock on it is the system's and ends with the process, so one
/// that a dead process left behind is in nobody's way after [`PATIENCE`].
fn lock(path: &Path) -> Result<File> {
    let file = path.join("lock");
    let mut options = OpenOptions::new();
    let options = options.create(true).truncate(false).read(true).write(true);
    let mut lock = disk::open_own(&file, options)
        .with_context(|| format!("cannot create {}", file.display()))?;
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
            let mut holder = String::new();
            // It only names the process.
            let _ = lock.read_to_string(&mut holder);
            bail!(
                "{} is being written by another run (process {}): wait for it, or choose another \
                 folder with --out",
                path.display(),
                quote(holder.trim())
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

/// Cuts off what follows the last whole line, and zero bytes, which some file
/// systems leave after a power cut. Returns the length that stays.
fn cut(file: &mut File) -> io::Result<u64> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.read_to_end(&mut bytes)?;
    let zeros = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    // Zeros before a later row are damage of another kind, for readers to name.
    let end = if bytes[zeros..].iter().all(|&byte| byte == 0) { zeros } else { bytes.len() };
    let whole = bytes[..end].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1) as u64;
    if whole < bytes.len() as u64 {
        file.set_len(whole)?;
    }
    Ok(whole)
}

#[cfg(test)]
mod tests;
