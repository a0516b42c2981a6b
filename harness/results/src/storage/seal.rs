//! Rows and the record, each with a checksum.
//!
//! The checksum shows whether an object was altered after it was written. It is the last
//! field and covers the bytes before it. So a reader can test it without writing the object again.

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

/// Hexadecimal digits of a checksum.
const DIGITS: usize = 16;

/// How an object is written.
struct Form {
    /// The text between the last field and the checksum.
    field: &'static str,
    /// The text after the checksum.
    end: &'static str,
}

/// On one line, as rows are.
const LINE: Form = Form { field: ",\"checksum\":\"", end: "\"}" };

/// On many lines, as the record is.
const PAGE: Form = Form { field: ",\n  \"checksum\": \"", end: "\"\n}\n" };

/// Why bytes are not a valid object.
#[derive(Debug, thiserror::Error)]
pub(super) enum SealError {
    /// They are not one.
    #[error(transparent)]
    NoObject(#[from] serde_json::Error),
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

/// The line of an object, without a line feed.
pub(super) fn seal(value: &impl Serialize) -> serde_json::Result<String> {
    let line = serde_json::to_string(value)?;
    Ok(LINE.sealed(line.strip_suffix('}').unwrap_or(&line)))
}

/// An object on many lines, which is a whole file.
pub(super) fn seal_page(value: &impl Serialize) -> serde_json::Result<String> {
    let text = serde_json::to_string_pretty(value)?;
    Ok(PAGE.sealed(text.strip_suffix("\n}").unwrap_or(&text)))
}

/// The object of a line or of a page, and whether it had a checksum, which was right then. Older
/// ones have none.
pub(super) fn unseal<T: DeserializeOwned>(bytes: &[u8]) -> Result<(T, bool), SealError> {
    let has_checksum = match LINE.split(bytes).or_else(|| PAGE.split(bytes)) {
        None if has_checksum_elsewhere(bytes)? => return Err(SealError::Displaced),
        None => false,
        Some((body, said)) => {
            let found = checksum(body);
            if found.as_bytes() != said {
                let said = String::from_utf8_lossy(said).into_owned();
                return Err(SealError::Altered { said, found });
            }
            true
        }
    };
    Ok((serde_json::from_slice(bytes)?, has_checksum))
}

impl Form {
    fn sealed(&self, body: &str) -> String {
        let Self { field, end } = self;
        format!("{body}{field}{}{end}", checksum(body.as_bytes()))
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
    use crate::record::RunRecord;
    use crate::rows::row::Row;
    use crate::synthetic;

    #[test]
    fn a_sealed_row_is_read_back_and_an_older_one_too() {
        let row = synthetic::row("a, \"quoted\" \u{1f9e9}", "bfs", 3, 9);
        let line = seal(&row).unwrap();
        assert_eq!(unseal::<Row>(line.as_bytes()).unwrap(), (row.clone(), true));
        let older = serde_json::to_string(&row).unwrap();
        assert_eq!(unseal::<Row>(older.as_bytes()).unwrap(), (row.clone(), false));
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
                if let Ok((read, has_checksum)) = unseal::<Row>(&altered) {
                    // The name of the field was altered. Readers of whole files
                    // see that one row has no checksum.
                    assert!(!has_checksum && read == row, "byte {place}, bit {bit}");
                }
            }
        }
    }

    #[test]
    fn no_altered_byte_of_a_record_is_believed() {
        let record = synthetic::record(&["bfs"]);
        let sound = seal_page(&record).unwrap();
        assert_eq!(unseal::<RunRecord>(sound.as_bytes()).unwrap(), (record.clone(), true));
        let older = serde_json::to_string_pretty(&record).unwrap();
        assert_eq!(unseal::<RunRecord>(older.as_bytes()).unwrap(), (record, false));
        for place in 0..sound.len() {
            let mut altered = sound.clone().into_bytes();
            altered[place] ^= 1;
            // The name of the field may have been altered. Then the file has no checksum.
            let read = unseal::<RunRecord>(&altered);
            assert!(read.is_err() || matches!(read, Ok((_, false))), "byte {place}");
        }
    }

    #[test]
    fn a_line_that_was_written_again_is_refused() {
        let line = seal(&synthetic::row("a", "bfs", 3, 9)).unwrap();
        let spaced = line.replace(",\"checksum\":", ", \"checksum\": ");
        assert!(matches!(unseal::<Row>(spaced.as_bytes()), Err(SealError::Displaced)));
        let shorter = line.replace("\"length\":3", "\"length\":2");
        assert!(matches!(unseal::<Row>(shorter.as_bytes()), Err(SealError::Altered { .. })));
        assert!(matches!(unseal::<Row>(b"{}"), Err(SealError::NoObject(_))));
        assert!(matches!(unseal::<Row>(b""), Err(SealError::NoObject(_))));
    }
}
