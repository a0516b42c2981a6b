//! The tables of a folder: lines of CSV, which people open with spreadsheets.

use std::io;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use csv::StringRecord;
use serde::de::DeserializeOwned;

use crate::storage::checksums::Contents;
use crate::text::lines::quote;
use crate::text::spreadsheet;

/// The text of a table. Without lines, it is empty.
pub(super) fn written<T: serde::Serialize>(lines: &[T]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    spreadsheet::write(lines, &mut bytes, |line, _| line)?;
    Ok(bytes)
}

/// The lines of a table with their numbers. Without a file, there are none.
pub(super) fn lines<T: DeserializeOwned>(
    path: &Path,
    contents: &Contents,
) -> Result<Vec<(u64, T)>> {
    let mut lines = Vec::new();
    each_line(path, contents, &mut |number, line, headings| {
        lines.push((number, line.deserialize(Some(headings))?));
        Ok(())
    })?;
    Ok(lines)
}

/// Receives a line of a table: its number, the line and the headings.
type Receiver<'a> = dyn FnMut(u64, &StringRecord, &StringRecord) -> csv::Result<()> + 'a;

/// Passes each line of a table to `receive`, which is not part of the type, so that
/// this is compiled once.
fn each_line(path: &Path, contents: &Contents, receive: &mut Receiver<'_>) -> Result<()> {
    // Older versions wrote texts as they are.
    let (bytes, has_cells) = match contents {
        Contents::Checked(bytes) => (bytes, true),
        Contents::Unchecked(bytes) => (bytes, false),
        Contents::Lost | Contents::None => return Ok(()),
    };
    let name = path.display();
    let (before, bytes) = without_comments(bytes);
    let mut table = csv::Reader::from_reader(bytes);
    let unreadable = || format!("{name}: expected a table as optile writes it");
    let headings = table.headers().with_context(unreadable)?.clone();
    for record in table.records() {
        let mut record = record.with_context(unreadable)?;
        let number = before + record.position().map_or(0, csv::Position::line);
        if has_cells {
            record = record.iter().map(spreadsheet::text).collect();
        }
        receive(number, &record, &headings).map_err(|error| {
            let reason = match error.kind() {
                csv::ErrorKind::Deserialize { err, .. } => err.kind().to_string(),
                _ => error.to_string(),
            };
            let text: Vec<&str> = record.iter().collect();
            anyhow!(
                "{name}:{number}: {reason} in {}; expected {}",
                quote(&text.join(",")),
                headings.iter().collect::<Vec<_>>().join(",")
            )
        })?;
    }
    Ok(())
}

/// The number of lines of comments before the headings, which older versions wrote, and the
/// rest. A later line that begins with a number sign is an id that does.
fn without_comments(mut bytes: &[u8]) -> (u64, &[u8]) {
    let mut count = 0;
    while bytes.starts_with(b"#") {
        let end = bytes.iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |at| at + 1);
        (count, bytes) = (count + 1, &bytes[end..]);
    }
    (count, bytes)
}
