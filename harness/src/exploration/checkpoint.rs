//! A file from which an exploration continues after its process has ended.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use optile_core::{Size, reachable};
use optile_results::disk;
use optile_results::lines::quote;
use optile_retrograde::Exploration;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use super::sides;

/// The version of the format. Any change of its meaning is a new version.
const VERSION: u32 = 1;

/// The longest first line that is read, so that no file of another kind is read
/// into memory.
const LONGEST_HEADER: u64 = 1 << 20;

/// The number of words that are read or written at once.
const BLOCK: usize = 1 << 15;

/// The first line of a checkpoint. It is followed by the slices of
/// [`Exploration::layers`] as runs. A run has two 32-bit numbers, the number of
/// words that are 0 and the number of words that follow, and then these words.
/// A checksum of everything before it ends the file. Numbers are little-endian.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    optile_exploration: u32,
    size: String,
    goal_blank: usize,
    counts: Vec<u64>,
    seconds: f64,
}

/// The file of an exploration, and the space that it explores.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    path: PathBuf,
    size: Size,
    goal_blank: usize,
}

/// An exploration that continues.
#[derive(Debug)]
pub struct Resumed {
    /// The exploration at the end of its last layer.
    pub exploration: Exploration,
    /// Seconds spent on it by earlier processes.
    pub seconds: f64,
}

impl Checkpoint {
    /// The checkpoint at `path` of the space with this goal.
    pub fn new(path: &Path, size: Size, goal_blank: usize) -> Self {
        Self { path: path.to_owned(), size, goal_blank }
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the file by the current state of the exploration. Whenever the
    /// process ends, either the old or the new file is there and complete.
    ///
    /// # Errors
    ///
    /// If it cannot be written, as on a full disk. The old file is then kept.
    pub fn write(&self, exploration: &Exploration, seconds: f64) -> Result<()> {
        disk::replace(&self.path, |out| self.write_to(out, exploration, seconds))
            .with_context(|| format!("cannot write the checkpoint {}", self.path.display()))
    }

    /// Tests whether a checkpoint can be written, so that a fault is reported
    /// before the work and not after it.
    ///
    /// # Errors
    ///
    /// If its folder does not exist or is not writable, or if something other than
    /// a file has its name.
    pub fn try_out(&self) -> Result<()> {
        let cannot = || {
            let path = self.path.display();
            format!("cannot write a checkpoint to {path}: expected a file in an existing folder")
        };
        self.open().with_context(cannot)?;
        disk::try_out(&self.path).with_context(cannot)
    }

    /// The open file; `None` if there is none.
    fn open(&self) -> io::Result<Option<File>> {
        match disk::open_own(&self.path, OpenOptions::new().read(true)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            file => file.map(Some),
        }
    }

    fn write_to(
        &self,
        out: &mut impl Write,
        exploration: &Exploration,
        seconds: f64,
    ) -> io::Result<()> {
        let mut out = Hashed::new(out);
        let header = Header {
            optile_exploration: VERSION,
            size: self.size.to_string(),
            goal_blank: self.goal_blank,
            counts: exploration.depth_counts().to_vec(),
            seconds,
        };
        out.write_all(serde_json::to_string(&header)?.as_bytes())?;
        out.write_all(b"\n")?;
        for words in exploration.layers() {
            write_words(words, &mut out)?;
        }
        let checksum = out.hash.digest();
        out.inner.write_all(&checksum.to_le_bytes())
    }

    /// The exploration in the file; `None` if there is none.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, belongs to another space, has a newer
    /// version, or is damaged.
    pub fn read(&self, threads: usize) -> Result<Option<Resumed>> {
        let file = self.open().with_context(|| format!("cannot open {}", self.path.display()))?;
        let Some(file) = file else { return Ok(None) };
        self.parse(file, threads).map(Some).with_context(|| {
            format!("{}: remove this checkpoint to start again", self.path.display())
        })
    }

    fn parse(&self, source: impl Read, threads: usize) -> Result<Resumed> {
        let mut source = Hashed::new(BufReader::with_capacity(1 << 20, source));
        let header = self.header(&mut source)?;
        let mut words = Vec::new();
        let exploration = Exploration::resume(
            sides(self.size),
            self.goal_blank,
            threads,
            header.counts,
            |slice| -> Result<()> { read_words(slice, &mut words, &mut source) },
        )?;
        let expected = source.hash.digest();
        let mut checksum = [0; 8];
        source.inner.read_exact(&mut checksum).context("it ends too early")?;
        ensure!(u64::from_le_bytes(checksum) == expected, "it is damaged: its checksum is wrong");
        let behind = source.inner.read(&mut [0])?;
        ensure!(behind == 0, "it is damaged: something follows its checksum");
        let mut counts = exploration.depth_counts().iter().rev().copied();
        let last = [counts.next(), counts.next()].map(Option::unwrap_or_default);
        ensure!(
            exploration.last_layers() == last,
            "it is damaged: its layers do not have the states that it counts"
        );
        Ok(Resumed { exploration, seconds: header.seconds })
    }

    fn header<R: BufRead>(&self, source: &mut Hashed<R>) -> Result<Header> {
        let mut line = Vec::new();
        source.inner.by_ref().take(LONGEST_HEADER).read_until(b'\n', &mut line)?;
        source.hash.update(&line);
        let no_checkpoint = "it is not a checkpoint of an exploration";
        let value: serde_json::Value = serde_json::from_slice(&line).context(no_checkpoint)?;
        let version = value.get("optile_exploration").and_then(serde_json::Value::as_u64);
        match version {
            None => bail!(no_checkpoint),
            Some(version) if version > u64::from(VERSION) => bail!(
                "it has version {version}, but this optile reads up to {VERSION}: use a newer one"
            ),
            Some(_) => {}
        }
        let header: Header = serde_json::from_value(value).context(no_checkpoint)?;
        ensure!(
            header.size == self.size.to_string() && header.goal_blank == self.goal_blank,
            "it is of {} with the goal's blank at cell {}, not of {} at cell {}",
            quote(&header.size),
            header.goal_blank,
            self.size,
            self.goal_blank
        );
        let states = header.counts.iter().map(|&count| u128::from(count)).sum::<u128>();
        ensure!(
            header.counts.first() == Some(&1)
                && header.counts.iter().all(|&count| count > 0)
                && states <= reachable(self.size)
                && header.seconds >= 0.0,
            "it is damaged: no space has such counts"
        );
        Ok(header)
    }

    /// Removes the file after the exploration has ended.
    ///
    /// # Errors
    ///
    /// If it exists and cannot be removed.
    pub fn remove(&self) -> Result<()> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(error).with_context(|| format!("cannot remove {}", self.path.display()))
            }
            _ => Ok(()),
        }
    }
}

fn write_words(words: &[u64], out: &mut impl Write) -> io::Result<()> {
    let mut rest = words;
    let mut bytes = Vec::new();
    while !rest.is_empty() {
        let zeros = rest.iter().take(u32::MAX as usize).take_while(|&&word| word == 0).count();
        rest = &rest[zeros..];
        let literal = rest.iter().take(BLOCK).position(|&word| word == 0);
        let (literals, behind) = rest.split_at(literal.unwrap_or(rest.len().min(BLOCK)));
        rest = behind;
        bytes.clear();
        bytes.extend_from_slice(&(zeros as u32).to_le_bytes());
        bytes.extend_from_slice(&(literals.len() as u32).to_le_bytes());
        bytes.extend(literals.iter().flat_map(|word| word.to_le_bytes()));
        out.write_all(&bytes)?;
    }
    Ok(())
}

fn read_words(words: &mut [u64], bytes: &mut Vec<u8>, source: &mut impl Read) -> Result<()> {
    const EARLY: &str = "it ends too early";
    let mut place = 0;
    while place < words.len() {
        let mut run = [0; 8];
        source.read_exact(&mut run).context(EARLY)?;
        let [zeros, literals] = [0, 4].map(|at| {
            let [a, b, c, d] = [0, 1, 2, 3].map(|byte| run[at + byte]);
            u32::from_le_bytes([a, b, c, d]) as usize
        });
        let begin = place + zeros;
        let end = begin + literals;
        ensure!(
            end > place && end <= words.len() && literals <= BLOCK,
            "it is damaged: a run leaves its layer"
        );
        bytes.resize(literals * 8, 0);
        source.read_exact(bytes).context(EARLY)?;
        for (word, bytes) in words[begin..end].iter_mut().zip(bytes.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*bytes);
            ensure!(*word >> 60 == 0, "it is damaged: a word has more than sixty states");
        }
        place = end;
    }
    Ok(())
}

/// A reader or writer, and the checksum of its bytes.
struct Hashed<T> {
    inner: T,
    hash: Xxh3,
}

impl<T> Hashed<T> {
    fn new(inner: T) -> Self {
        Self { inner, hash: Xxh3::new() }
    }
}

impl<T: Write> Write for Hashed<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hash.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<T: Read> Read for Hashed<T> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.hash.update(&bytes[..read]);
        Ok(read)
    }
}

#[cfg(test)]
mod tests;
