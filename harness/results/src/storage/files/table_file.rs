//! The tables of a folder: lines of CSV, which people open with spreadsheets.

use std::fmt::Debug;
use std::io::{self, Write};
use std::marker::PhantomData;

use anyhow::{Context as _, Result, anyhow, bail};
use csv::StringRecord;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::storage::contents::Contents;
use crate::storage::files::{Keeping, Part, ResultFile, Results};
use crate::text::lines::quote;
use crate::text::spreadsheet;

/// A line of a table that is a file of its own.
pub(super) trait Table: Debug + Serialize + DeserializeOwned {
    /// The file's name.
    const NAME: &'static str;

    /// Whether merged folders without such lines do not have the file.
    const IS_OPTIONAL: bool = false;

    /// The lines.
    fn of(results: &Results) -> &Vec<Self>;

    /// The lines, to be changed.
    fn of_mut(results: &mut Results) -> &mut Vec<Self>;

    /// Checks whether lines can be true. The error is the position of one that cannot, and what
    /// is wrong with it.
    fn check(_: &[Self]) -> Result<(), (usize, String)> {
        Ok(())
    }

    /// The lines of all parts, each once.
    fn union(parts: &[Part]) -> Result<Vec<Self>>;
}

/// The file of such lines.
#[derive(Debug)]
pub(super) struct TableFile<T>(PhantomData<fn() -> T>);

impl<T> TableFile<T> {
    /// The file.
    pub(super) const NEW: Self = Self(PhantomData);
}

impl<T: Table> ResultFile for TableFile<T> {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn keeping(&self) -> Keeping {
        Keeping::Whole
    }

    fn is_needed(&self, results: &Results) -> bool {
        !T::IS_OPTIONAL || !T::of(results).is_empty()
    }

    fn parse(&self, read: &Contents, results: &mut Results) -> Result<()> {
        let (mut numbers, mut lines) = (Vec::new(), Vec::new());
        each_line(read, &mut |number, line, headings| {
            lines.push(line.deserialize(Some(headings))?);
            numbers.push(number);
            Ok(())
        })?;
        if let Err((place, fault)) = T::check(&lines) {
            bail!("{}:{}: {fault}", read.path.display(), numbers[place]);
        }
        *T::of_mut(results) = lines;
        Ok(())
    }

    fn write(&self, results: &Results, out: &mut dyn Write) -> io::Result<()> {
        spreadsheet::write(T::of(results), out, |line, _| line)
    }

    fn merge(&self, parts: &[Part], results: &mut Results) -> Result<()> {
        *T::of_mut(results) = T::union(parts)?;
        Ok(())
    }
}

/// Receives a line of a table: its number, the line and the headings.
type Receiver<'a> = dyn FnMut(u64, &StringRecord, &StringRecord) -> csv::Result<()> + 'a;

/// Passes each line of a table to `receive`, which is not part of the type, so that
/// this is compiled once.
fn each_line(contents: &Contents, receive: &mut Receiver<'_>) -> Result<()> {
    let Some(bytes) = &contents.bytes else { return Ok(()) };
    let name = contents.path.display();
    let (before, bytes) = without_comments(bytes);
    let mut table = csv::Reader::from_reader(bytes);
    let unreadable = || format!("{name}: expected a table as optile writes it");
    let headings = table.headers().with_context(unreadable)?.clone();
    for record in table.records() {
        let record = record.with_context(unreadable)?;
        let number = before + record.position().map_or(0, csv::Position::line);
        let record: StringRecord = record.iter().map(spreadsheet::text).collect();
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
