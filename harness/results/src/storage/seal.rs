//! Lines of `results.jsonl` and `run.json`: a row or a record followed by a checksum.
//!
//! The checksum shows whether an object was altered after it was written. It is the last
//! field and covers the bytes before it. So a reader can test it without writing the object again.

use serde::Deserialize;
use serde::de::IgnoredAny;
use xxhash_rust::xxh3::xxh3_64;

use crate::record::RunRecord;
use crate::rows::row::Row;

/// Hexadecimal digits of a checksum.
const DIGITS: usize = 16;

/// How an object is written.
struct Form {
    /// The text between the last field and the checksum.
    field: &'static str,
    /// The text after the checksum.
    end: &'static str,
}

/// A row, on one line.
const ROW: Form = Form { field: ",\"checksum\":\"", end: "\"}" };

/// A record, on many lines.
const RECORD: Form = Form { field: ",\n  \"checksum\": \"", end: "\"\n}\n" };

/// Why a line is not a valid row, or a file not a valid record.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SealError {
    /// It is not one.
    #[error(transparent)]
    NoRow(#[from] serde_json::Error),
    /// The checksum does not match the bytes before it.
    #[error("the checksum says {said}, but what is before it has {found}: it was altered")]
    Altered {
        /// The checksum that is written.
        said: String,
        /// The checksum of the bytes.
        found: String,
    },
    /// The checksum is not at the end, so another program has written the object.
    #[error("the checksum is not at the end, where optile writes it: it was altered")]
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
    let line = serde_json::to_string(row)?;
    Ok(ROW.sealed(line.strip_suffix('}').unwrap_or(&line)))
}

/// The contents of `run.json`.
///
/// # Errors
///
/// Never in practice: JSON can represent every record.
pub(super) fn seal_record(record: &RunRecord) -> serde_json::Result<String> {
    let text = serde_json::to_string_pretty(record)?;
    Ok(RECORD.sealed(text.strip_suffix("\n}").unwrap_or(&text)))
}

/// Whether a record has a checksum, which is right.
///
/// # Errors
///
/// When the record was altered.
pub(super) fn check_record(bytes: &[u8]) -> Result<bool, SealError> {
    RECORD.check(bytes)
}

/// The row of a line without its line feed.
///
/// # Errors
///
/// When the line is not a row, or was altered.
pub fn unseal(line: &[u8]) -> Result<Unsealed, SealError> {
    let row = serde_json::from_slice(line)?;
    Ok(Unsealed { row, has_checksum: ROW.check(line)? })
}

impl Form {
    fn sealed(&self, body: &str) -> String {
        let Self { field, end } = self;
        format!("{body}{field}{}{end}", checksum(body.as_bytes()))
    }

    /// Whether an object has a checksum, which is right.
    fn check(&self, bytes: &[u8]) -> Result<bool, SealError> {
        let Some((body, said)) = self.split(bytes) else {
            return match has_checksum_elsewhere(bytes)? {
                true => Err(SealError::Displaced),
                false => Ok(false),
            };
        };
        let found = checksum(body);
        if found.as_bytes() != said {
            let said = String::from_utf8_lossy(said).into_owned();
            return Err(SealError::Altered { said, found });
        }
        Ok(true)
    }

    /// The bytes that a checksum covers, and the checksum.
    fn split<'a>(&self, bytes: &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
        let bytes = bytes.strip_suffix(self.end.as_bytes())?;
        let (rest, said) = bytes.split_at_checked(bytes.len().checked_sub(DIGITS)?)?;
        Some((rest.strip_suffix(self.field.as_bytes())?, said))
    }
}

/// Whether an object that does not end with a checksum has one elsewhere.
fn has_checksum_elsewhere(bytes: &[u8]) -> serde_json::Result<bool> {
    #[derive(Deserialize)]
    struct Elsewhere {
        checksum: Option<IgnoredAny>,
    }
    // This test avoids reading older files twice.
    let word = b"checksum";
    if !bytes.windows(word.len()).any(|piece| piece == word) {
        return Ok(false);
    }
    Ok(serde_json::from_slice::<Elsewhere>(bytes)?.checksum.is_some())
}

/// The checksum of bytes: XXH3, in hexadecimal digits.
fn checksum(bytes: &[u8]) -> String {
    format!("{:0DIGITS$x}", xxh3_64(bytes))
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
            line.ends_with(",\"improvements\":null,\"checksum\":\"b2347cf62d306ef7\"}"),
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
    fn no_altered_byte_of_a_record_is_believed() {
        let record = synthetic::record(&["bfs"]);
        let sound = seal_record(&record).unwrap();
        assert!(check_record(sound.as_bytes()).unwrap());
        assert_eq!(serde_json::from_str::<RunRecord>(&sound).unwrap(), record);
        let older = serde_json::to_string_pretty(&record).unwrap();
        assert!(!check_record(older.as_bytes()).unwrap());
        for place in 0..sound.len() {
            let mut altered = sound.clone().into_bytes();
            altered[place] ^= 1;
            // The name of the field may have been altered. Then the file has no checksum.
            assert!(!check_record(&altered).unwrap_or(false), "byte {place}");
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
