//! A folder from which an exploration continues, on any number of ranks.
//!
//! Each rank writes a file of its own. When all files are on the disk, rank 0 replaces the
//! record, which names them. Files that no record names are removed. So whenever the ranks end,
//! the record names complete files.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use optile_core::{Size, reachable};
use optile_ranks::Communicator;
use optile_results::disk;
use optile_results::lines::quote;
use optile_retrograde::{Partition, RankedExploration, WordStore};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::agreement::{all_have, text_of_first};

/// The version of the format. Any change of its meaning is a new version.
const VERSION: u32 = 1;

const RECORD: &str = "record.json";

/// The beginning of the names of the ranks' files.
const LAYERS: &str = "layers-";

/// What the record says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Record {
    optile_ranked_exploration: u32,
    size: String,
    goal_blank: usize,
    /// States at each distance so far.
    pub(super) counts: Vec<u64>,
    /// Seconds spent so far.
    pub(super) seconds: f64,
    /// Words of a part, for each cell.
    part_words: usize,
    /// Parts of all ranks.
    parts: usize,
    ranks: usize,
}

/// The folder of an exploration, and the space that it explores.
#[derive(Clone, Debug)]
pub(super) struct Checkpoint {
    folder: PathBuf,
    size: Size,
    goal_blank: usize,
}

impl Checkpoint {
    pub(super) fn new(folder: &Path, size: Size, goal_blank: usize) -> Self {
        Self { folder: folder.to_owned(), size, goal_blank }
    }

    /// Makes the folder, if it is not there, and tests whether files can be written in it.
    pub(super) fn try_out(&self) -> Result<()> {
        let cannot = || {
            let folder = self.folder.display();
            format!("cannot write a checkpoint in {folder}: expected a folder for all ranks")
        };
        fs::create_dir_all(&self.folder).with_context(cannot)?;
        disk::try_out(&self.folder.join(RECORD)).with_context(cannot)
    }

    /// The record that rank 0 finds; `None` if there is none. Collective.
    pub(super) fn record(&self, ranks: &mut Communicator) -> Result<Option<Record>> {
        let path = self.folder.join(RECORD);
        let text = match disk::read(&path) {
            _ if ranks.rank() > 0 => Ok(String::new()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
            bytes => bytes
                .with_context(|| format!("cannot read {}", path.display()))
                .and_then(|bytes| Ok(String::from_utf8(bytes)?)),
        };
        let text = all_have(ranks, text)?;
        let text = text_of_first(ranks, &text)?;
        if text.is_empty() {
            return Ok(None);
        }
        self.parse(&text)
            .with_context(|| {
                format!("{}: remove this checkpoint to start again", self.folder.display())
            })
            .map(Some)
    }

    fn parse(&self, text: &str) -> Result<Record> {
        let no_record = "record.json is not the record of an exploration on ranks";
        let value: serde_json::Value = serde_json::from_str(text).context(no_record)?;
        match value.get("optile_ranked_exploration").and_then(serde_json::Value::as_u64) {
            None => bail!(no_record),
            Some(version) if version > u64::from(VERSION) => bail!(
                "it has version {version}, but this program reads up to {VERSION}: use a newer one"
            ),
            Some(_) => {}
        }
        let record: Record = serde_json::from_value(value).context(no_record)?;
        ensure!(
            record.size == self.size.to_string() && record.goal_blank == self.goal_blank,
            "it is of {} with the goal's blank at cell {}, not of {} at cell {}",
            quote(&record.size),
            record.goal_blank,
            self.size,
            self.goal_blank
        );
        let states = record.counts.iter().map(|&count| u128::from(count)).sum::<u128>();
        ensure!(
            record.counts.first() == Some(&1)
                && states <= reachable(self.size)
                && (1..=record.parts).contains(&record.ranks)
                && record.seconds >= 0.0,
            "it is damaged: no exploration has such a record"
        );
        Ok(record)
    }

    /// The file of a rank for the layers up to a distance.
    fn path(&self, depth: usize, rank: usize) -> PathBuf {
        self.folder.join(format!("{LAYERS}{depth}-{rank}"))
    }

    /// Replaces the checkpoint by the current state of the exploration. Collective.
    pub(super) fn write(
        &self,
        exploration: &RankedExploration,
        seconds: f64,
        ranks: &mut Communicator,
    ) -> Result<()> {
        let depth = exploration.depth_counts().len() - 1;
        let path = self.path(depth, ranks.rank());
        let written = write_layers(&path, exploration, ranks.rank())
            .with_context(|| format!("cannot write the checkpoint {}", path.display()));
        if let Err(error) = all_have(ranks, written) {
            // It is not named by any record.
            let _ = fs::remove_file(path);
            return Err(error);
        }
        let partition = exploration.partition();
        let record = Record {
            optile_ranked_exploration: VERSION,
            size: self.size.to_string(),
            goal_blank: self.goal_blank,
            counts: exploration.depth_counts().to_vec(),
            seconds,
            part_words: partition.part_words(),
            parts: partition.parts(),
            ranks: partition.ranks(),
        };
        let replaced = match ranks.rank() {
            0 => {
                let path = self.folder.join(RECORD);
                disk::replace(&path, |out| Ok(serde_json::to_writer(out, &record)?))
                    .with_context(|| format!("cannot write {}", path.display()))
            }
            _ => Ok(()),
        };
        all_have(ranks, replaced)?;
        if ranks.rank() == 0 {
            self.remove_others(&format!("{LAYERS}{depth}-"));
        }
        Ok(())
    }

    /// Removes the files of other layers.
    fn remove_others(&self, kept: &str) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            if name.starts_with(LAYERS) && !name.starts_with(kept) {
                // The next checkpoint tries it again.
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Reads the words of a rank's parts, which may be divided otherwise than when they were
    /// written.
    pub(super) fn fill(
        &self,
        record: &Record,
        partition: &Partition,
        rank: usize,
        cells: usize,
        store: &dyn WordStore,
    ) -> Result<()> {
        ensure!(
            record.part_words.checked_mul(record.parts) == Some(partition.words()),
            "{}: the record has another number of words",
            self.folder.display()
        );
        let own = partition.words_of(rank);
        let depth = record.counts.len() - 1;
        for writer in 0..record.ranks {
            let first =
                |rank: usize| (rank as u128 * record.parts as u128 / record.ranks as u128) as usize;
            let parts = first(writer)..first(writer + 1);
            let words = parts.start * record.part_words..parts.end * record.part_words;
            if words.end <= own.start || words.start >= own.end {
                continue;
            }
            let path = self.path(depth, writer);
            read_layers(
                &path,
                record.part_words,
                &parts,
                &own,
                partition.part_words(),
                cells,
                store,
            )
            .with_context(|| {
                format!("{}: remove this checkpoint to start again", path.display())
            })?;
        }
        Ok(())
    }

    /// The error of an exploration that cannot continue from this checkpoint.
    pub(super) fn blame(&self, error: anyhow::Error) -> anyhow::Error {
        let folder = self.folder.display();
        error.context(format!("{folder}: remove this checkpoint to start again"))
    }

    /// Removes the checkpoint after the exploration has ended. Only rank 0 calls it.
    pub(super) fn remove(&self) -> Result<()> {
        let path = self.folder.join(RECORD);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("cannot remove {}", path.display()));
            }
            _ => {}
        }
        self.remove_others("no layer has such a name");
        // The user's own files may be there.
        let _ = fs::remove_dir(&self.folder);
        Ok(())
    }
}

/// The bytes of a part in a file: its words and their checksum.
fn block_bytes(part_words: usize) -> u64 {
    8 * (part_words as u64 + 1)
}

/// Writes the parts of a rank, by cell. An empty part is a hole in the file.
fn write_layers(path: &Path, exploration: &RankedExploration, rank: usize) -> Result<()> {
    let partition = exploration.partition();
    let (parts, size) = (partition.parts_of(rank).len(), partition.part_words());
    let file = disk::open_own(path, OpenOptions::new().write(true).create(true).truncate(true))?;
    file.set_len((exploration.cells() * parts) as u64 * block_bytes(size))?;
    let mut bytes = Vec::with_capacity(8 * size + 8);
    for cell in 0..exploration.cells() {
        for part in 0..parts {
            bytes.clear();
            exploration.store().read(cell, part * size..(part + 1) * size, &mut |words| {
                if words.iter().any(|&word| word != 0) {
                    bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
                }
            })?;
            if !bytes.is_empty() {
                bytes.extend(xxh3_64(&bytes).to_le_bytes());
                file.write_all_at(&bytes, (cell * parts + part) as u64 * block_bytes(size))?;
            }
        }
    }
    file.sync_all()?;
    disk::sync_name(path)?;
    Ok(())
}

/// Reads those words of a file that are among `own`. The file has the `parts` of `size` words.
fn read_layers(
    path: &Path,
    size: usize,
    parts: &Range<usize>,
    own: &Range<usize>,
    own_size: usize,
    cells: usize,
    store: &dyn WordStore,
) -> Result<()> {
    let file: File = disk::open_own(path, OpenOptions::new().read(true))?;
    let mut bytes = vec![0; 8 * size + 8];
    for cell in 0..cells {
        for (place, part) in parts.clone().enumerate() {
            let words = part * size..(part + 1) * size;
            let wanted = words.start.max(own.start)..words.end.min(own.end);
            if wanted.is_empty() {
                continue;
            }
            let block = (cell * parts.len() + place) as u64;
            file.read_exact_at(&mut bytes, block * block_bytes(size))
                .context("it ends too early")?;
            let (numbers, checksum) = bytes.split_at(8 * size);
            if bytes.iter().all(|&byte| byte == 0) {
                continue;
            }
            ensure!(
                checksum == xxh3_64(numbers).to_le_bytes(),
                "it is damaged: a checksum is wrong"
            );
            let mut begin = wanted.start;
            while begin < wanted.end {
                let end = (begin / own_size * own_size + own_size).min(wanted.end);
                let numbers = &numbers[8 * (begin - words.start)..8 * (end - words.start)];
                store.update(cell, begin - own.start..end - own.start, &mut |words| {
                    for (word, bytes) in words.iter_mut().zip(numbers.as_chunks::<8>().0) {
                        *word = u64::from_le_bytes(*bytes);
                    }
                })?;
                begin = end;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
