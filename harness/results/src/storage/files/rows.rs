//! `results.jsonl`, and `results.csv`, which is made from it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{self, Write};

use anyhow::{Result, anyhow, bail};

use crate::rows::row::{Row, Status};
use crate::rows::table;
use crate::storage::contents::Contents;
use crate::storage::evidence::Boards;
use crate::storage::files::{Keeping, Part, ResultFile, Results};
use crate::storage::seal::{SealError, Unsealed, seal, unseal};
use crate::text::lines::{kept, quote};

/// What a user can do about an altered row.
const ADVICE: &str =
    "restore a copy of the file, or remove this line and let `optile run` make its run again";

/// The file of the rows.
#[derive(Debug)]
pub(super) struct RowsFile;

/// A row and its line number.
struct Line {
    number: usize,
    row: Row,
    has_checksum: bool,
}

impl ResultFile for RowsFile {
    fn name(&self) -> &'static str {
        "results.jsonl"
    }

    fn keeping(&self) -> Keeping {
        Keeping::Lines
    }

    fn parse(&self, read: &Contents, results: &mut Results) -> Result<()> {
        let name = read.path.display();
        let bytes = read.bytes.as_deref().unwrap_or_default();
        let boards = Boards::of(&results.instances).map_err(|(_, fault)| anyhow!(fault))?;
        let mut lines = Vec::new();
        for (line, number) in bytes.split_inclusive(|&byte| byte == b'\n').zip(1..) {
            let text = line.trim_ascii();
            if text.is_empty() {
                continue;
            }
            match unseal(text) {
                // A row is written together with its line feed. Only an interrupted write
                // leaves a last line without one.
                Err(SealError::NoRow(_)) if !line.ends_with(b"\n") => {
                    results.notices.push(format!(
                        "results.jsonl:{number}: the last row was cut short and is left out: {}",
                        quote(&String::from_utf8_lossy(text))
                    ));
                }
                read => {
                    let Unsealed { mut row, has_checksum } = checked(read, text, &boards)
                        .map_err(|fault| anyhow!("{name}:{number}: {fault}{ADVICE}"))?;
                    row.reason = row.reason.as_deref().map(kept);
                    lines.push(Line { number, row, has_checksum });
                }
            }
        }
        if let Some((number, fault)) = contradiction(&lines) {
            bail!("{name}:{number}: {fault}; {ADVICE}");
        }
        results.rows = lines.into_iter().map(|line| line.row).collect();
        Ok(())
    }

    fn write(&self, results: &Results, out: &mut dyn Write) -> io::Result<()> {
        results.rows.iter().try_for_each(|row| writeln!(out, "{}", seal(row)?))
    }

    /// All rows without repetitions, in the order of the plan.
    fn merge(&self, parts: &[Part], results: &mut Results) -> Result<()> {
        let mut found: BTreeMap<(u64, &str), (&Part, &Row)> = BTreeMap::new();
        for part in parts {
            for row in &part.results.rows {
                let key = (row.order, row.id.as_str());
                let Some((earlier, kept)) = found.get(&key) else {
                    found.insert(key, (part, row));
                    continue;
                };
                if kept.origin != row.origin {
                    bail!(
                        "{} on instance {}, sample {}, was run twice: by {} in {} and by {} in \
                         {}; compare them with `optile compare`",
                        row.strategy,
                        quote(&row.instance),
                        row.sample,
                        kept.origin,
                        earlier.folder.display(),
                        row.origin,
                        part.folder.display()
                    );
                }
                // The run is the same, but it was compared with other rows in each folder. The
                // row with more information is kept.
                if knowledge(row) > knowledge(kept) {
                    found.insert(key, (part, row));
                }
            }
        }
        results.rows = found.into_values().map(|(_, row)| row.clone()).collect();
        Ok(())
    }
}

/// The row of a line, checked on its board. The error is what is wrong, up to the advice.
fn checked(
    read: Result<Unsealed, SealError>,
    line: &[u8],
    boards: &Boards,
) -> Result<Unsealed, String> {
    let read = read.map_err(|error| match error {
        SealError::NoRow(error) => {
            // serde_json counts lines within this line.
            let reason = error.to_string().replace(" at line 1 column ", " at column ");
            let line = quote(&String::from_utf8_lossy(line));
            format!("{reason} in {line}; expected a row as `optile run` writes it: ")
        }
        error => format!("{error}; "),
    })?;
    boards.check(&read.row).map_err(|fault| {
        let Row { strategy, instance, .. } = &read.row;
        format!("{strategy} on instance {}: {fault}; ", quote(instance))
    })?;
    Ok(read)
}

/// The first line that contradicts others, and the reason.
fn contradiction<'a>(lines: &'a [Line]) -> Option<(usize, String)> {
    let with_checksums: HashSet<&str> =
        lines.iter().filter(|line| line.has_checksum).map(|l| l.row.origin.as_str()).collect();
    let mut seen: HashMap<&str, Vec<&Line>> = HashMap::new();
    for line in lines {
        let Line { number, row, has_checksum } = line;
        // One process writes all its rows in the same way.
        if !has_checksum && with_checksums.contains(row.origin.as_str()) {
            let fault = "the checksum is missing, which other rows of this origin have";
            return Some((*number, fault.to_owned()));
        }
        let same_id = seen.entry(&row.id).or_default();
        for earlier in &*same_id {
            let there = earlier.number;
            // Merged plans may share runs, which then have the same id at different
            // positions.
            if earlier.row.order == row.order || earlier.row.origin == row.origin {
                return Some((*number, format!("the run {:?} is already in line {there}", row.id)));
            }
            let run = |row: &'a Row| (&row.instance, &row.strategy, row.sample);
            if run(&earlier.row) != run(row) {
                let fault = format!("the id {:?} belongs to another run in line {there}", row.id);
                return Some((*number, fault));
            }
        }
        same_id.push(line);
    }
    None
}

/// The information that comparing rows may have added to a row.
fn knowledge(row: &Row) -> (bool, bool) {
    (row.status == Status::Wrong, row.optimal.is_some())
}

/// The file of the same rows for other programs.
#[derive(Debug)]
pub(super) struct FlatTable;

impl ResultFile for FlatTable {
    fn name(&self) -> &'static str {
        "results.csv"
    }

    fn keeping(&self) -> Keeping {
        Keeping::Derived
    }

    fn parse(&self, _: &Contents, _: &mut Results) -> Result<()> {
        Ok(())
    }

    fn write(&self, results: &Results, out: &mut dyn Write) -> io::Result<()> {
        table::write(&results.rows, out)
    }

    fn merge(&self, _: &[Part], _: &mut Results) -> Result<()> {
        Ok(())
    }
}
