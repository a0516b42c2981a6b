//! `results.jsonl`, and `results.csv`, which is made from it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{self, BufRead as _, Read as _, Write};

use anyhow::{Context as _, Result, anyhow, bail, ensure};

use crate::rows::row::{Row, Status};
use crate::rows::table;
use crate::storage::compressed;
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

/// The most bytes of a line.
const LONGEST: u64 = 16 << 20;

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
        let mut file =
            compressed::open(&read.path).with_context(|| format!("{name}: cannot be read"))?;
        let unreadable = || match read.path.exists() {
            true => format!("{name}: cannot be read"),
            false => format!("{name}.gz: expected rows compressed by gzip"),
        };
        let boards = Boards::of(&results.instances).map_err(|(_, fault)| anyhow!(fault))?;
        let (mut lines, mut line, mut number) = (Lines::default(), Vec::new(), 0);
        loop {
            line.clear();
            let part = file.by_ref().take(LONGEST + 1).read_until(b'\n', &mut line);
            let length = part.with_context(unreadable)? as u64;
            if length == 0 {
                break;
            }
            ensure!(length <= LONGEST, "{name}: a line has more than {LONGEST} bytes");
            number += 1;
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
                    if let Some(fault) = lines.add(Line { number, row, has_checksum }) {
                        bail!("{name}:{number}: {fault}; {ADVICE}");
                    }
                }
            }
        }
        if let Some(number) = lines.without_checksum() {
            bail!(
                "{name}:{number}: the checksum is missing, which other rows of this origin have; \
                 {ADVICE}"
            );
        }
        results.rows = lines.all.into_iter().map(|line| line.row).collect();
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

/// The lines that were read.
#[derive(Default)]
struct Lines {
    all: Vec<Line>,
    /// The places of the lines with an id.
    by_id: HashMap<String, Vec<usize>>,
}

impl Lines {
    /// Adds a line. Returns how it contradicts the others.
    fn add(&mut self, line: Line) -> Option<String> {
        let run = |row: &Row| (row.instance.clone(), row.strategy.clone(), row.sample);
        let row = &line.row;
        let same_id = self.by_id.entry(row.id.clone()).or_default();
        for &earlier in &*same_id {
            let Line { number: there, row: earlier, .. } = &self.all[earlier];
            // Merged plans may share runs, which then have the same id at different
            // positions.
            if earlier.order == row.order || earlier.origin == row.origin {
                return Some(format!("the run {:?} is already in line {there}", row.id));
            }
            if run(earlier) != run(row) {
                return Some(format!("the id {:?} belongs to another run in line {there}", row.id));
            }
        }
        same_id.push(self.all.len());
        self.all.push(line);
        None
    }

    /// The number of the first line without a checksum that others of its origin have. One
    /// process writes all its rows in the same way.
    fn without_checksum(&self) -> Option<usize> {
        let has = self.all.iter().filter(|line| line.has_checksum);
        let origins: HashSet<&str> = has.map(|line| line.row.origin.as_str()).collect();
        let mut without = self.all.iter().filter(|line| !line.has_checksum);
        without.find(|line| origins.contains(&*line.row.origin)).map(|line| line.number)
    }
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
