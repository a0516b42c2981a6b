//! `instances.csv`: the boards of the rows, a table that people open with spreadsheets.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anyhow::{Context as _, Result, anyhow, bail};
use csv::StringRecord;

use crate::record::InstanceRecord;
use crate::storage::contents::Contents;
use crate::storage::evidence::Boards;
use crate::storage::files::{Keeping, Part, ResultFile, Results};
use crate::text::lines::quote;
use crate::text::spreadsheet;

/// The file of the boards.
#[derive(Debug)]
pub(super) struct InstancesFile;

impl ResultFile for InstancesFile {
    fn name(&self) -> &'static str {
        "instances.csv"
    }

    fn keeping(&self) -> Keeping {
        Keeping::Whole
    }

    fn parse(&self, read: &Contents, results: &mut Results) -> Result<()> {
        let (numbers, boards): (Vec<u64>, Vec<InstanceRecord>) = lines(read)?.into_iter().unzip();
        if let Err((place, fault)) = Boards::of(&boards) {
            bail!(
                "{}:{}: instance {}: {fault}; restore a copy of the file",
                read.path.display(),
                numbers[place],
                quote(&boards[place].instance)
            );
        }
        results.instances = boards;
        Ok(())
    }

    fn write(&self, results: &Results, out: &mut dyn Write) -> io::Result<()> {
        spreadsheet::write(&results.instances, out, |board, _| board)
    }

    fn merge(&self, parts: &[Part], results: &mut Results) -> Result<()> {
        results.instances = union(parts)?;
        Ok(())
    }
}

/// Each board once. The optimal length is known if one of the files has it.
fn union(parts: &[Part]) -> Result<Vec<InstanceRecord>> {
    let mut found: BTreeMap<&str, (&Part, usize)> = BTreeMap::new();
    let mut all: Vec<InstanceRecord> = Vec::new();
    for part in parts {
        for board in &part.results.instances {
            let Some(&(earlier, place)) = found.get(board.instance.as_str()) else {
                found.insert(&board.instance, (part, all.len()));
                all.push(board.clone());
                continue;
            };
            let kept = &mut all[place];
            let (instance, there, here) =
                (quote(&board.instance), earlier.folder.display(), part.folder.display());
            if (kept.size, &kept.start, &kept.goal) != (board.size, &board.start, &board.goal) {
                bail!("instance {instance} is one board in {there} and another board in {here}");
            }
            match (kept.optimal, board.optimal) {
                (Some(a), Some(b)) if a != b => bail!(
                    "instance {instance} has the optimal length {a} in the instance file of \
                     {there} and {b} in that of {here}: one of them is wrong"
                ),
                (known, other) => kept.optimal = known.or(other),
            }
        }
    }
    Ok(all)
}

/// The boards of a table, each with the number of its line.
fn lines(contents: &Contents) -> Result<Vec<(u64, InstanceRecord)>> {
    let Some(bytes) = &contents.bytes else { return Ok(Vec::new()) };
    let name = contents.path.display();
    let (before, bytes) = without_comments(bytes);
    let mut table = csv::Reader::from_reader(bytes);
    let unreadable = || format!("{name}: expected a table as optile writes it");
    let headings = table.headers().with_context(unreadable)?.clone();
    let mut boards = Vec::new();
    for record in table.records() {
        let record = record.with_context(unreadable)?;
        let number = before + record.position().map_or(0, csv::Position::line);
        let record: StringRecord = record.iter().map(spreadsheet::text).collect();
        let board = record.deserialize(Some(&headings)).map_err(|error| {
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
        boards.push((number, board));
    }
    Ok(boards)
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
