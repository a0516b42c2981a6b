//! A file from which an exploration continues after its processes have ended.
//!
//! Each rank writes a file of its own. When those of the others are on the disk, rank 0 replaces
//! its file, which has the name that the user has given, and says which ranks have files beside
//! it. Files to which it does not lead are removed. So whenever the ranks end, it leads to
//! complete files. One rank has one file.

mod file;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use optile_core::{Size, reachable};
use optile_ranks::agreement::all_have;
use optile_ranks::{Communicator, decode, encode};
use optile_results::storage::disk;
use optile_results::text::lines::quote;
use optile_retrograde::{Exploration, Partition};
use serde::{Deserialize, Serialize};

/// The version of the format. Any change of its meaning is a new version.
const VERSION: u64 = 2;

/// What the first line of a file says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Record {
    optile_exploration: u64,
    size: String,
    goal_blank: usize,
    /// States at each distance so far.
    counts: Vec<u64>,
    /// Seconds spent so far.
    seconds: f64,
    /// By rank, the number of the first word for each cell that is not in its file nor in
    /// those of the ranks before it.
    ends: Vec<usize>,
}

/// The file of an exploration, and the space that it explores.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    path: PathBuf,
    size: Size,
    goal_blank: usize,
}

impl Checkpoint {
    /// The checkpoint at `path` of the space with this goal.
    pub fn new(path: &Path, size: Size, goal_blank: usize) -> Self {
        Self { path: path.to_owned(), size, goal_blank }
    }

    /// Tests whether a checkpoint can be written, so that a fault is reported before the work
    /// and not after it.
    ///
    /// # Errors
    ///
    /// If its folder does not exist or is not writable, or if something other than a file has
    /// its name.
    pub fn try_out(&self) -> Result<()> {
        let cannot = || {
            let path = self.path.display();
            format!("cannot write a checkpoint to {path}: expected a file in an existing folder")
        };
        file::open(&self.path).with_context(cannot)?;
        disk::try_out(&self.path).with_context(cannot)
    }

    /// The beginning of the names of the other ranks' files.
    fn layers(&self) -> String {
        format!("{}.layers-", self.path.file_name().unwrap_or_default().to_string_lossy())
    }

    /// The file of a rank for the layers up to a distance.
    fn path(&self, depth: usize, rank: usize) -> PathBuf {
        match rank {
            0 => self.path.clone(),
            _ => self.path.with_file_name(format!("{}{depth}-{rank}", self.layers())),
        }
    }

    /// Replaces the checkpoint by the current state of the exploration. Collective.
    ///
    /// # Errors
    ///
    /// If it cannot be written, as on a full disk. The old one is then kept.
    pub fn write(
        &self,
        exploration: &Exploration,
        seconds: f64,
        ranks: &mut Communicator,
    ) -> Result<()> {
        let (rank, partition) = (ranks.rank(), exploration.partition());
        let record = Record {
            optile_exploration: VERSION,
            size: self.size.to_string(),
            goal_blank: self.goal_blank,
            counts: exploration.depth_counts().to_vec(),
            seconds: if rank == 0 { seconds } else { 0.0 },
            ends: (0..ranks.ranks()).map(|rank| partition.words_of(rank).end).collect(),
        };
        let depth = record.counts.len() - 1;
        let path = self.path(depth, rank);
        let write = |writes: bool| match writes {
            true => disk::replace(&path, |out| file::write(out, &record, exploration))
                .with_context(|| format!("cannot write the checkpoint {}", path.display())),
            false => Ok(()),
        };
        let others = all_have(ranks, write(rank > 0));
        let all = others.and_then(|()| all_have(ranks, write(rank == 0)));
        match (rank, &all) {
            (0, Ok(())) => self.remove_others(Some(depth)),
            (0, Err(_)) | (_, Ok(())) => {}
            // The file of rank 0 does not lead to it.
            (_, Err(_)) => drop(fs::remove_file(path)),
        }
        all
    }

    /// Makes an exploration that has just begun the one of the checkpoint. Each rank reads its
    /// words, whichever ranks wrote them. Returns the seconds spent before; `None` if there is no
    /// checkpoint. Collective.
    ///
    /// # Errors
    ///
    /// If files cannot be read, are damaged, belong to another space or have another version.
    pub fn resume(
        &self,
        exploration: &mut Exploration,
        ranks: &mut Communicator,
    ) -> Result<Option<f64>> {
        let Some(record) = self.record(ranks)? else { return Ok(None) };
        exploration.resume(record.counts.clone());
        all_have(ranks, self.fill(&record, exploration, ranks.rank()))?;
        let verified = exploration.verify(ranks).map_err(Into::into);
        all_have(ranks, verified).with_context(|| self.blame(&self.path))?;
        Ok(Some(record.seconds))
    }

    /// What the checkpoint says that rank 0 finds.
    fn record(&self, ranks: &mut Communicator) -> Result<Option<Record>> {
        let found = match ranks.rank() {
            0 => self.find(),
            _ => Ok(None),
        };
        let found = all_have(ranks, found.with_context(|| self.blame(&self.path)))?;
        Ok(decode(&ranks.broadcast(encode(&found))?))
    }

    fn blame(&self, path: &Path) -> String {
        format!("{}: remove this checkpoint to start again", path.display())
    }

    fn find(&self) -> Result<Option<Record>> {
        let Some(mut source) = file::open(&self.path).context("it cannot be opened")? else {
            return Ok(None);
        };
        let record = file::record(&mut source)?;
        ensure!(
            record.size == self.size.to_string() && record.goal_blank == self.goal_blank,
            "it is of {} with the goal's blank at cell {}, not of {} at cell {}",
            quote(&record.size),
            record.goal_blank,
            self.size,
            self.goal_blank
        );
        let states = record.counts.iter().map(|&count| u128::from(count)).sum::<u128>();
        let words = Partition::new(self.size, 1)?.words();
        ensure!(
            record.counts.first() == Some(&1)
                && record.counts.iter().all(|&count| count > 0)
                && states <= reachable(self.size)
                && record.ends.is_sorted()
                && record.ends.last() == Some(&words),
            "it is damaged: no exploration has such counts"
        );
        Ok(Some(record))
    }

    fn fill(&self, record: &Record, exploration: &Exploration, rank: usize) -> Result<()> {
        let own = exploration.partition().words_of(rank);
        let mut begin = 0;
        for (writer, &end) in record.ends.iter().enumerate() {
            if begin < own.end && end > own.start {
                let path = self.path(record.counts.len() - 1, writer);
                file::fill(&path, record, exploration, &own).with_context(|| self.blame(&path))?;
            }
            begin = end;
        }
        Ok(())
    }

    /// Removes the checkpoint after the exploration has ended. Only rank 0 calls it.
    ///
    /// # Errors
    ///
    /// If it exists and cannot be removed.
    pub fn remove(&self) -> Result<()> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(error).with_context(|| format!("cannot remove {}", self.path.display()))
            }
            _ => {
                self.remove_others(None);
                Ok(())
            }
        }
    }

    /// Removes the other ranks' files, except those of the layers up to this distance.
    fn remove_others(&self, kept: Option<usize>) {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let Ok(entries) = fs::read_dir(folder.unwrap_or(Path::new("."))) else { return };
        let (layers, kept) =
            (self.layers(), kept.map(|depth| format!("{}{depth}-", self.layers())));
        for entry in entries.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with(&layers)
                && !kept.as_ref().is_some_and(|kept| name.starts_with(kept))
            {
                // A file that stays is of no use, but it does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

#[cfg(test)]
mod tests;
