//! Words on a disk, for more states than memory holds.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};
use optile_results::unit::Unit;
use optile_retrograde::{Partition, Read, Update, WordStore};
use rustix::fs::FallocateFlags;
use rustix::io::Errno;

/// The words of a rank in files, one for each cell of the blank. The folder is removed with the
/// store.
#[derive(Debug)]
pub(super) struct Scratch {
    folder: PathBuf,
    files: Vec<File>,
    /// Room for words, and for the bytes of the same words.
    rooms: Mutex<Vec<(Vec<u64>, Vec<u8>)>>,
}

impl Scratch {
    /// Files for the words of a rank, in a new folder in `parent`. The disk gives all room now,
    /// so that it is not full later.
    pub(super) fn new(parent: &Path, rank: usize, partition: &Partition) -> Result<Self> {
        let (cells, words) = (partition.cells(), partition.words_of(rank).len());
        let folder = parent.join(format!("optile-scratch-{}-{rank}", process::id()));
        fs::create_dir(&folder).with_context(|| {
            format!("cannot make the folder {}: expected an existing folder", folder.display())
        })?;
        // From here on, the folder is removed if something fails.
        let mut own = Self { folder, files: Vec::new(), rooms: Mutex::default() };
        let bytes = 8 * words as u64;
        for cell in 0..cells {
            let file = own.file(cell, bytes).with_context(|| {
                format!(
                    "cannot take {} of the disk in {}: free some, choose another folder or start \
                     more ranks",
                    Unit::Bytes.text(bytes as f64 * cells as f64),
                    parent.display()
                )
            })?;
            own.files.push(file);
        }
        Ok(own)
    }

    fn file(&self, cell: usize, bytes: u64) -> io::Result<File> {
        let path = self.folder.join(format!("cell-{cell}"));
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(path)?;
        match rustix::fs::fallocate(&file, FallocateFlags::empty(), 0, bytes) {
            // The file system cannot take room before it is used.
            Err(Errno::OPNOTSUPP) => file.set_len(bytes)?,
            result => result?,
        }
        Ok(file)
    }

    /// Calls `visit` with some words, and writes what it makes of them if `keeps`.
    fn visit(
        &self,
        cell: usize,
        words: &Range<usize>,
        keeps: bool,
        visit: &mut dyn FnMut(&mut [u64]),
    ) -> io::Result<()> {
        let lock = || self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let room = lock().pop();
        let (mut numbers, mut bytes) = room.unwrap_or_default();
        bytes.resize(8 * words.len(), 0);
        let place = 8 * words.start as u64;
        self.files[cell].read_exact_at(&mut bytes, place)?;
        numbers.clear();
        numbers.extend(bytes.as_chunks::<8>().0.iter().map(|bytes| u64::from_le_bytes(*bytes)));
        visit(&mut numbers);
        if keeps {
            for (bytes, number) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(&numbers) {
                *bytes = number.to_le_bytes();
            }
            self.files[cell].write_all_at(&bytes, place)?;
        }
        lock().push((numbers, bytes));
        Ok(())
    }
}

impl WordStore for Scratch {
    fn read(&self, cell: usize, words: Range<usize>, visit: Read<'_>) -> io::Result<()> {
        self.visit(cell, &words, false, &mut |words| visit(words))
    }

    fn update(&self, cell: usize, words: Range<usize>, visit: Update<'_>) -> io::Result<()> {
        self.visit(cell, &words, true, visit)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left behind holds nothing that anybody needs.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_keep_words_and_leave_nothing() {
        let parent = tempfile::tempdir().unwrap();
        let scratch = Scratch::new(parent.path(), 3, &Partition::new([3, 3], 4).unwrap()).unwrap();
        scratch.update(1, 10..20, &mut |words| words.fill(u64::MAX >> 4)).unwrap();
        scratch.update(1, 19..21, &mut |words| words[1] = words[0] + 1).unwrap();
        let mut found = Vec::new();
        scratch.read(1, 8..22, &mut |words| found = words.to_vec()).unwrap();
        let ones = u64::MAX >> 4;
        assert_eq!(found, [&[0, 0][..], &[ones; 10], &[ones + 1, 0]].concat());
        scratch.read(0, 0..84, &mut |words| assert_eq!(words, [0; 84])).unwrap();
        drop(scratch);
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_disk_that_is_too_small_is_refused_and_nothing_is_left() {
        let parent = tempfile::tempdir().unwrap();
        let error =
            Scratch::new(parent.path(), 0, &Partition::new([4, 5], 1).unwrap()).unwrap_err();
        assert!(format!("{error:#}").contains("of the disk in"), "{error:#}");
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
    }
}
