//! The bytes of one rank's file.
//!
//! The first line is a [`Record`] in JSON. A checksum of the line follows. Then each part that
//! has states is a block: the cell of the blank, the number of the part's first word, its words,
//! the bytes of what follows, and the words. Of each 64 words, a word whose bits say which are
//! not 0 comes first, and then these. A checksum ends the block. Numbers have 64 bits and are
//! little-endian.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use optile_results::storage::disk;
use optile_retrograde::Exploration;
use xxhash_rust::xxh3::xxh3_64;

use super::{Record, VERSION};

/// The longest first line that is read, so that no file of another kind is read into memory.
const LONGEST_LINE: u64 = 1 << 20;

/// The most words of a part. Those of every space are fewer.
const MOST_WORDS: usize = 1 << 20;

/// The bytes of a block before its words.
const HEAD: usize = 32;

const EARLY: &str = "it ends too early";

/// The open file; `None` if there is none.
pub(super) fn open(path: &Path) -> io::Result<Option<BufReader<File>>> {
    match disk::open_own(path, OpenOptions::new().read(true)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        file => Ok(Some(BufReader::with_capacity(1 << 20, file?))),
    }
}

pub(super) fn write(
    out: &mut impl Write,
    record: &Record,
    exploration: &Exploration,
) -> io::Result<()> {
    let line = serde_json::to_string(record)? + "\n";
    out.write_all(line.as_bytes())?;
    out.write_all(&xxh3_64(line.as_bytes()).to_le_bytes())?;
    let mut block = Vec::new();
    let cells = 0..exploration.partition().cells();
    for (cell, first, words) in exploration.parts(cells) {
        block.clear();
        block.resize(HEAD, 0);
        pack(&words, &mut block);
        let head = [cell, first, words.len(), block.len() - HEAD];
        for (bytes, number) in block.as_chunks_mut::<8>().0.iter_mut().zip(head) {
            *bytes = (number as u64).to_le_bytes();
        }
        out.write_all(&block)?;
        out.write_all(&xxh3_64(&block).to_le_bytes())?;
    }
    Ok(())
}

/// Reads the first line.
pub(super) fn record(source: &mut BufReader<File>) -> Result<Record> {
    let mut line = Vec::new();
    source.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    let no_checkpoint = "it is not a checkpoint of an exploration";
    let value: serde_json::Value = serde_json::from_slice(&line).context(no_checkpoint)?;
    match value.get("optile_exploration").and_then(serde_json::Value::as_u64) {
        None => bail!(no_checkpoint),
        Some(VERSION) => {}
        Some(version) => bail!("it has version {version}, but this program reads {VERSION}"),
    }
    let mut checksum = [0; 8];
    source.read_exact(&mut checksum).context(EARLY)?;
    let is_whole = u64::from_le_bytes(checksum) == xxh3_64(&line);
    ensure!(is_whole, "it is damaged: its first line has another checksum");
    serde_json::from_value(value).context(no_checkpoint)
}

/// Puts those words of a file into an exploration that are among its `own`.
pub(super) fn fill(
    path: &Path,
    record: &Record,
    exploration: &Exploration,
    own: &Range<usize>,
) -> Result<()> {
    let mut source = open(path)?.context("it is missing")?;
    let found = Record { seconds: record.seconds, ..self::record(&mut source)? };
    ensure!(found == *record, "it is of another checkpoint");
    let (mut block, mut words) = (Vec::new(), Vec::new());
    while !source.fill_buf()?.is_empty() {
        block.resize(HEAD, 0);
        source.read_exact(&mut block).context(EARLY)?;
        let number = |place: usize| {
            let bytes = block.as_chunks::<8>().0[place];
            usize::try_from(u64::from_le_bytes(bytes)).unwrap_or(usize::MAX)
        };
        let [cell, first, count, length] = [0, 1, 2, 3].map(number);
        let end = first.saturating_add(count);
        ensure!(
            cell < exploration.partition().cells()
                && end <= exploration.partition().words()
                && count <= MOST_WORDS
                && length <= 8 * (count + count.div_ceil(64)),
            "it is damaged: no part of the space has such a place"
        );
        if end <= own.start || first >= own.end {
            source.seek_relative(length as i64 + 8)?;
            continue;
        }
        block.resize(HEAD + length + 8, 0);
        source.read_exact(&mut block[HEAD..]).context(EARLY)?;
        let (bytes, checksum) = block.split_at(HEAD + length);
        ensure!(checksum == xxh3_64(bytes).to_le_bytes(), "it is damaged: a checksum is wrong");
        words.resize(count, 0);
        let is_right = unpack(&bytes[HEAD..], &mut words).is_some();
        ensure!(is_right, "it is damaged: a part has other words");
        exploration.put(cell, first, &words);
        block.clear();
    }
    Ok(())
}

/// Appends words to bytes.
fn pack(words: &[u64], bytes: &mut Vec<u8>) {
    for words in words.chunks(64) {
        let mask = words.iter().rev().fold(0, |mask, &word| mask << 1 | u64::from(word != 0));
        bytes.extend_from_slice(&mask.to_le_bytes());
        for word in words.iter().filter(|&&word| word != 0) {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
    }
}

/// Reads words that [`pack`] wrote; `None` if the bytes are not those of so many words, or a
/// word has more than sixty states.
fn unpack(bytes: &[u8], words: &mut [u64]) -> Option<()> {
    let (numbers, rest) = bytes.as_chunks::<8>();
    let mut numbers = numbers.iter().map(|bytes| u64::from_le_bytes(*bytes));
    for words in words.chunks_mut(64) {
        let mut mask = numbers.next()?;
        for word in words {
            *word = if mask & 1 == 1 { numbers.next()? } else { 0 };
            mask >>= 1;
            if *word >> 60 != 0 {
                return None;
            }
        }
    }
    (numbers.next().is_none() && rest.is_empty()).then_some(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_words_come_back(words in prop::collection::vec(
            prop_oneof![Just(0u64), Just(0), 0..1u64 << 60], 0..200)) {
            let mut bytes = Vec::new();
            pack(&words, &mut bytes);
            prop_assert!(bytes.len() <= 8 * (words.len() + words.len().div_ceil(64)));
            let mut read = vec![1; words.len()];
            prop_assert_eq!(unpack(&bytes, &mut read), Some(()));
            prop_assert_eq!(read, words);
        }
    }
}
