//! Tables as bytes.

use std::io::{self, Write};

use bytes::Bytes;
use optile_core::Size;
use xxhash_rust::xxh3::Xxh3;

use crate::key::{Key, Storage, Tiles};
use crate::table::Table;

/// The first bytes of every table.
const MAGIC: [u8; 8] = *b"optilepd";

/// The format described here.
const VERSION: u32 = 1;

/// Bytes before the entries: a page, so that the entries of a mapped file begin
/// on a page.
const HEADER: usize = 4096;

/// Where the parts of the header are. All numbers are little-endian, and all
/// other bytes are zero. The checksum is that of all bytes except its own.
mod at {
    pub(super) const VERSION: usize = 8;
    pub(super) const WIDTH: usize = 12;
    pub(super) const HEIGHT: usize = 13;
    pub(super) const GOAL_BLANK: usize = 14;
    pub(super) const STORAGE: usize = 15;
    pub(super) const TILES: usize = 16;
    pub(super) const ZERO: usize = 20;
    pub(super) const ENTRIES: usize = 24;
    pub(super) const COUNTS: usize = 32;
    pub(super) const CHECKSUM: usize = super::HEADER - 8;
}

/// The number of distances in the histogram: all that fit in a byte.
const COUNTS: usize = 256;

/// Why bytes are not the table that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// Not a table at all.
    #[error("not a pattern database of optile")]
    Foreign,
    /// Another version of the format.
    #[error("a pattern database in format {found}: expected format {VERSION}")]
    Version {
        /// The version found.
        found: u32,
    },
    /// Fewer or more bytes than the table has.
    #[error("a pattern database of {found} bytes: expected {expected}, so it was cut or extended")]
    Length {
        /// The bytes found.
        found: u64,
        /// The bytes of such a table.
        expected: u64,
    },
    /// Bytes that differ from those written.
    #[error("a pattern database that was altered: its checksum is wrong")]
    Altered,
    /// A header that no table has.
    #[error("a pattern database whose header is not valid")]
    Header,
    /// A valid table, but the system has no memory for the data kept beside it.
    #[error("no memory for the data beside a pattern database: expected some megabytes more")]
    Memory,
    /// A valid table, but another one.
    #[error("the pattern database {found}: expected {expected}")]
    Wrong {
        /// The table found.
        found: String,
        /// The table asked for.
        expected: String,
    },
}

fn checksum(header: &[u8], entries: &[u8]) -> u64 {
    let mut hash = Xxh3::new();
    hash.update(&header[..at::CHECKSUM]);
    hash.update(entries);
    hash.digest()
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes[at..at + 8].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

impl Table {
    /// How many bytes [`Table::write`] writes for the table of a key.
    pub fn written_bytes(key: &Key) -> u64 {
        HEADER as u64 + key.bytes()
    }

    /// Writes the table, in the one format of all tables.
    ///
    /// # Errors
    ///
    /// The errors of `to`.
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let key = self.key();
        let mut header = vec![0; HEADER];
        let mut put = |at: usize, bytes: &[u8]| header[at..at + bytes.len()].copy_from_slice(bytes);
        put(0, &MAGIC);
        put(at::VERSION, &VERSION.to_le_bytes());
        put(at::WIDTH, &[key.size.width() as u8]);
        put(at::HEIGHT, &[key.size.height() as u8]);
        put(at::GOAL_BLANK, &[key.goal_blank as u8]);
        put(at::STORAGE, &[key.storage as u8]);
        put(at::TILES, &key.tiles.bits().to_le_bytes());
        put(at::ZERO, &[key.zero.into()]);
        put(at::ENTRIES, &key.entries().to_le_bytes());
        for (distance, count) in self.counts().iter().enumerate() {
            put(at::COUNTS + 8 * distance, &count.to_le_bytes());
        }
        let checksum = checksum(&header, &self.entries);
        header[at::CHECKSUM..].copy_from_slice(&checksum.to_le_bytes());
        to.write_all(&header)?;
        to.write_all(&self.entries)
    }

    /// Which table a file holds, according to its first bytes and its length.
    /// Only [`Table::read`] checks every byte.
    ///
    /// # Errors
    ///
    /// When no table begins with these bytes or has this length.
    pub fn inspect(first: &[u8], length: u64) -> Result<Key, FormatError> {
        if first.get(..MAGIC.len()) != Some(&MAGIC) {
            return Err(FormatError::Foreign);
        }
        let Some(header) = first.get(..HEADER) else {
            return Err(FormatError::Length { found: length, expected: HEADER as u64 });
        };
        match u32_at(header, at::VERSION) {
            VERSION => {}
            found => return Err(FormatError::Version { found }),
        }
        let key = read_key(header).ok_or(FormatError::Header)?;
        let expected = Self::written_bytes(&key);
        if length != expected {
            return Err(FormatError::Length { found: length, expected });
        }
        Ok(key)
    }

    /// The table of a key from the bytes that [`Table::write`] wrote, without
    /// copying them. Checks every byte, because an altered table would give
    /// paths that are not shortest.
    ///
    /// # Errors
    ///
    /// When the bytes are not those of the table.
    pub fn read(key: &Key, bytes: &Bytes) -> Result<Self, FormatError> {
        let own = Self::inspect(bytes, bytes.len() as u64)?;
        let (header, entries) = bytes.split_at(HEADER);
        if checksum(header, entries) != u64_at(header, at::CHECKSUM) {
            return Err(FormatError::Altered);
        }
        if own.entries() != u64_at(header, at::ENTRIES) {
            return Err(FormatError::Header);
        }
        if own != *key {
            return Err(FormatError::Wrong { found: own.to_string(), expected: key.to_string() });
        }
        let mut counts: Vec<u64> =
            (0..COUNTS).map(|distance| u64_at(header, at::COUNTS + 8 * distance)).collect();
        while counts.last() == Some(&0) {
            counts.pop();
        }
        let entries = bytes.slice(HEADER..);
        Self::of_parts(key, counts, entries).map_err(|_| FormatError::Memory)
    }
}

fn read_key(header: &[u8]) -> Option<Key> {
    let side = |at: usize| usize::from(header[at]);
    let key = Key {
        size: Size::new(side(at::WIDTH), side(at::HEIGHT)).ok()?,
        goal_blank: side(at::GOAL_BLANK),
        tiles: Tiles::of_bits(u32_at(header, at::TILES)),
        zero: header[at::ZERO] != 0,
        storage: Storage::ALL.into_iter().find(|&storage| storage as u8 == header[at::STORAGE])?,
    };
    key.is_valid().then_some(key)
}
