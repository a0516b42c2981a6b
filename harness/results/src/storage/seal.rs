//! Rows and the record, each with a checksum.
//!
//! The checksum shows whether an object was altered after it was written. It is the last
//! field and covers the bytes before it. So a reader can test it without writing the object again.

use serde::Serialize;
use serde::de::DeserializeOwned;
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
    /// There is none at the end.
    #[error("there is no checksum at its end: it was altered")]
    Unsealed,
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

/// The object of a line or of a page. The checksum is tested before the object is read.
pub(super) fn unseal<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, SealError> {
    let Some((body, said)) = LINE.split(bytes).or_else(|| PAGE.split(bytes)) else {
        let _: T = serde_json::from_slice(bytes)?;
        return Err(SealError::Unsealed);
    };
    let found = checksum(body);
    if found.as_bytes() != said {
        let said = String::from_utf8_lossy(said).into_owned();
        return Err(SealError::Altered { said, found });
    }
    Ok(serde_json::from_slice(bytes)?)
}

/// Lines or a page with new checksums, as one who alters them on purpose writes them.
#[cfg(test)]
pub(super) fn resealed(text: &str) -> String {
    if let Some((body, _)) = text.split_once(PAGE.field) {
        return PAGE.sealed(body);
    }
    let line = |line: &str| match line.split_once(LINE.field) {
        Some((body, _)) => LINE.sealed(body) + "\n",
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
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

/// The checksum of bytes: XXH3, in hexadecimal digits.
fn checksum(bytes: &[u8]) -> String {
    format!("{:0DIGITS$x}", xxh3_64(bytes))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::record::RunRecord;
    use crate::rows::row::Row;
    use crate::synthetic;

    #[test]
    fn a_sealed_row_is_read_back() {
        let row = synthetic::row("a, \"quoted\" \u{1f9e9}", "bfs", 3, 9);
        let line = seal(&row).unwrap();
        assert_eq!(unseal::<Row>(line.as_bytes()).unwrap(), row);
        // Any other reader of JSON gets the same row.
        assert_eq!(serde_json::from_str::<Row>(&line).unwrap(), row);
    }

    /// Folders written by other versions depend on it.
    #[test]
    fn the_checksum_stays() {
        let line = seal(&BTreeMap::from([("deepest", 3)])).unwrap();
        assert_eq!(line, "{\"deepest\":3,\"checksum\":\"fda2b5114d736c89\"}");
    }

    #[test]
    fn no_altered_byte_gives_another_row() {
        let line = seal(&synthetic::row("a", "bfs", 3, 9)).unwrap().into_bytes();
        for place in 0..line.len() {
            for bit in 0..8 {
                let mut altered = line.clone();
                altered[place] ^= 1 << bit;
                assert!(unseal::<Row>(&altered).is_err(), "byte {place}, bit {bit}");
            }
        }
    }

    #[test]
    fn no_altered_byte_of_a_record_is_believed() {
        let record = synthetic::record(&["bfs"]);
        let sound = seal_page(&record).unwrap();
        assert_eq!(unseal::<RunRecord>(sound.as_bytes()).unwrap(), record);
        for place in 0..sound.len() {
            let mut altered = sound.clone().into_bytes();
            altered[place] ^= 1;
            assert!(unseal::<RunRecord>(&altered).is_err(), "byte {place}");
        }
    }

    #[test]
    fn a_line_that_was_written_again_is_refused() {
        let row = synthetic::row("a", "bfs", 3, 9);
        let line = seal(&row).unwrap();
        let spaced = line.replace(",\"checksum\":", ", \"checksum\": ");
        let older = serde_json::to_string(&row).unwrap();
        for unsealed in [spaced, older] {
            assert!(matches!(unseal::<Row>(unsealed.as_bytes()), Err(SealError::Unsealed)));
        }
        let shorter = line.replace("\"moves\":\"rrr\"", "\"moves\":\"rr\"");
        assert!(matches!(unseal::<Row>(shorter.as_bytes()), Err(SealError::Altered { .. })));
        assert!(matches!(unseal::<Row>(b"{}"), Err(SealError::NoObject(_))));
        assert!(matches!(unseal::<Row>(b""), Err(SealError::NoObject(_))));
    }
}
