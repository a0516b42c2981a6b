//! A line of `results.jsonl`: a row followed by a checksum.
//!
//! The checksum shows whether a line was altered after it was written. It is the last
//! field and covers the bytes of the line before it. So a reader can test it without
//! writing the row again.

use serde::Deserialize;
use serde::de::IgnoredAny;
use xxhash_rust::xxh3::xxh3_64;

use crate::rows::row::Row;

/// The text between the row's last field and the checksum.
const FIELD: &[u8] = b",\"checksum\":\"";

/// Hexadecimal digits of a checksum.
const DIGITS: usize = 16;

/// The text after the checksum.
const END: &[u8] = b"\"}";

/// Why a line is not a valid row.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SealError {
    /// The line is not a row.
    #[error(transparent)]
    NoRow(#[from] serde_json::Error),
    /// The checksum does not match the line.
    #[error("the checksum says {said}, but the line has {found}: it was altered")]
    Altered {
        /// The checksum in the line.
        said: String,
        /// The checksum of its bytes.
        found: String,
    },
    /// The checksum is not at the end of the line, so another program has written the line.
    #[error("the checksum is not at the end, where optile writes it: the line was altered")]
    Displaced,
}

/// A row that was read, and whether it had a checksum. Older lines have none.
#[derive(Clone, Debug)]
pub struct Unsealed {
    /// The row.
    pub row: Row,
    /// Whether the line had a checksum. It was correct then.
    pub has_checksum: bool,
}

/// The line of a row, without a line feed.
///
/// # Errors
///
/// Never in practice: JSON can represent every row.
pub fn seal(row: &Row) -> serde_json::Result<String> {
    let mut line = serde_json::to_string(row)?;
    line.pop();
    let checksum = checksum(line.as_bytes());
    Ok(format!("{line},\"checksum\":\"{checksum}\"}}"))
}

/// The row of a line without its line feed.
///
/// # Errors
///
/// When the line is not a row, or was altered.
pub fn unseal(line: &[u8]) -> Result<Unsealed, SealError> {
    let row = serde_json::from_slice(line)?;
    let Some((body, said)) = split(line) else {
        return match has_checksum_elsewhere(line)? {
            true => Err(SealError::Displaced),
            false => Ok(Unsealed { row, has_checksum: false }),
        };
    };
    let found = checksum(body);
    if found.as_bytes() != said {
        return Err(SealError::Altered { said: String::from_utf8_lossy(said).into_owned(), found });
    }
    Ok(Unsealed { row, has_checksum: true })
}

/// Whether a line that does not end with a checksum has one elsewhere.
fn has_checksum_elsewhere(line: &[u8]) -> serde_json::Result<bool> {
    #[derive(Deserialize)]
    struct Elsewhere {
        checksum: Option<IgnoredAny>,
    }
    // This test avoids reading rows of older files twice.
    let word = b"checksum";
    if !line.windows(word.len()).any(|piece| piece == word) {
        return Ok(false);
    }
    Ok(serde_json::from_slice::<Elsewhere>(line)?.checksum.is_some())
}

/// The checksum of bytes: XXH3, in hexadecimal digits.
pub(super) fn checksum(bytes: &[u8]) -> String {
    format!("{:0DIGITS$x}", xxh3_64(bytes))
}

/// The bytes that a checksum covers, and the checksum.
fn split(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.strip_suffix(END)?;
    let (rest, said) = line.split_at_checked(line.len().checked_sub(DIGITS)?)?;
    Some((rest.strip_suffix(FIELD)?, said))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic;

    #[test]
    fn a_sealed_row_is_read_back_and_an_older_one_too() {
        let row = synthetic::row("a, \"quoted\" \u{1f9e9}", "bfs", 3, 9);
        let line = seal(&row).unwrap();
        let Unsealed { row: read, has_checksum } = unseal(line.as_bytes()).unwrap();
        assert!(has_checksum && read == row);
        let older = serde_json::to_string(&row).unwrap();
        let Unsealed { row: read, has_checksum } = unseal(older.as_bytes()).unwrap();
        assert!(!has_checksum && read == row);
        // Any other reader of JSON gets the same row.
        assert_eq!(serde_json::from_str::<Row>(&line).unwrap(), row);
        // Folders written by other versions depend on it.
        assert!(
            line.ends_with(",\"improvements\":null,\"checksum\":\"84fde8487e9dfd8b\"}"),
            "{line}"
        );
    }

    #[test]
    fn no_altered_byte_gives_another_row() {
        let row = synthetic::row("a", "bfs", 3, 9);
        let line = seal(&row).unwrap().into_bytes();
        for place in 0..line.len() {
            for bit in 0..8 {
                let mut altered = line.clone();
                altered[place] ^= 1 << bit;
                if let Ok(read) = unseal(&altered) {
                    // The name of the field was altered. Readers of whole files
                    // see that one row has no checksum.
                    assert!(!read.has_checksum && read.row == row, "byte {place}, bit {bit}");
                }
            }
        }
    }

    #[test]
    fn a_line_that_was_written_again_is_refused() {
        let line = seal(&synthetic::row("a", "bfs", 3, 9)).unwrap();
        let spaced = line.replace(",\"checksum\":", ", \"checksum\": ");
        assert!(matches!(unseal(spaced.as_bytes()), Err(SealError::Displaced)));
        let shorter = line.replace("\"length\":3", "\"length\":2");
        assert!(matches!(unseal(shorter.as_bytes()), Err(SealError::Altered { .. })));
        assert!(matches!(unseal(b"{}"), Err(SealError::NoRow(_))));
        assert!(matches!(unseal(b""), Err(SealError::NoRow(_))));
    }
}
