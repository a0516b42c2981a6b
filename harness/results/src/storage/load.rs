//! Reading a result folder, with a test of each row.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use csv::StringRecord;
use flate2::read::MultiGzDecoder;
use serde::Deserialize;
use xxhash_rust::xxh3::xxh3_64;

use crate::record::{FORMAT, InstanceRecord, MOST_RUNS, RunRecord};
use crate::rows::row::{Row, RunId};
use crate::rows::wrong_length::refute;
use crate::storage::disk;
use crate::storage::evidence::Boards;
use crate::storage::results::Results;
use crate::storage::seal::{SealError, unseal};
use crate::text::lines::{kept, quote};
use crate::text::quantity::counted;
use crate::text::spreadsheet;

/// What was run, how and where, with a checksum.
pub(super) const RECORD: &str = "run.json";
/// The boards of the rows.
pub(super) const BOARDS: &str = "instances.csv";
/// The runs, each with a checksum.
pub(super) const ROWS: &str = "results.jsonl";
/// The same, compressed by gzip because they are kept for long.
pub(super) const COMPRESSED: &str = "results.jsonl.gz";

/// Reads the results that a run left in `folder`, and tests each row: its checksum, if it
/// has one, and its moves on its board.
///
/// The rows may be compressed: if there is no `results.jsonl`, `results.jsonl.gz` is read.
///
/// If the last line of `results.jsonl` was cut off by a full disk or a power failure, it is
/// left out and reported in [`Results::notices`].
///
/// # Errors
///
/// When `run.json` or `results.jsonl` cannot be read, when anything in them or in `instances.csv` is
/// not what optile writes, when a row was altered or contradicts its board or another row, or
/// when the folder has another version of the format.
pub fn load(folder: &Path) -> Result<Results> {
    let mut results = Results::new(record(&folder.join(RECORD))?, Vec::new());
    let boards;
    (results.instances, boards) = instances(&folder.join(BOARDS))?;
    let tie = Tie::to(&results.record);
    results.rows = rows(&folder.join(ROWS), &boards, &tie, &mut results.notices)?;
    results.wrong_lengths = refute(&mut results.rows, &results.instances);
    Ok(results)
}

/// The bytes of a file that may be missing.
fn whole(path: &Path) -> Result<Option<Vec<u8>>> {
    match disk::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        bytes => bytes.map(Some).with_context(|| format!("{}: cannot be read", path.display())),
    }
}

/// The only field that all versions have.
#[derive(Deserialize)]
struct Versioned {
    format: u32,
}

/// Whether this is a record of any version.
pub(super) fn is_record(bytes: &[u8]) -> bool {
    serde_json::from_slice::<Versioned>(bytes).is_ok()
}

fn record(path: &Path) -> Result<RunRecord> {
    let name = path.display();
    let Some(bytes) = whole(path)? else {
        bail!(
            "{name}: not found; expected a folder that `optile run` wrote, with run.json and \
             results.jsonl in it"
        );
    };
    let Versioned { format } = serde_json::from_slice(&bytes)
        .with_context(|| format!("{name}: expected the JSON object that `optile run` writes"))?;
    if format != FORMAT {
        bail!(
            "{name}: these results have format {format}, and this optile reads format {FORMAT}: \
             measure again, or use the version that wrote them"
        );
    }
    let record: RunRecord = unseal(&bytes).map_err(|error| match error {
        SealError::NoObject(error) => {
            anyhow!(error).context(format!("{name}: expected a record of format {format}"))
        }
        error => anyhow!(error).context(format!("{name}: restore a copy of the file")),
    })?;
    for plan in &record.plans {
        for (what, runs) in [("runs", plan.runs), ("planned", plan.planned)] {
            if runs > MOST_RUNS {
                bail!(
                    "{name}: the plan {:?} has \"{what}\": {runs}: expected at most \
                     {MOST_RUNS}; restore a copy of the file",
                    plan.id
                );
            }
        }
    }
    Ok(record)
}

/// The lines of `instances.csv`, and their boards.
fn instances(path: &Path) -> Result<(Vec<InstanceRecord>, Boards)> {
    let (numbers, records): (Vec<u64>, Vec<InstanceRecord>) = lines(path)?.into_iter().unzip();
    let boards = Boards::of(&records).map_err(|(place, fault)| {
        anyhow!(
            "{}:{}: instance {}: {fault}; restore a copy of the file",
            path.display(),
            numbers[place],
            quote(&records[place].instance)
        )
    })?;
    Ok((records, boards))
}

/// The boards of a table, each with the number of its line.
fn lines(path: &Path) -> Result<Vec<(u64, InstanceRecord)>> {
    let Some(bytes) = whole(path)?.filter(|bytes| !bytes.is_empty()) else {
        return Ok(Vec::new());
    };
    let name = path.display();
    let mut table = csv::Reader::from_reader(&bytes[..]);
    let unreadable = || format!("{name}: expected a table as optile writes it");
    let headings = table.headers().with_context(unreadable)?.clone();
    let expected = InstanceRecord::COLUMNS;
    ensure!(
        headings == expected[..],
        "{name}:1: the headings are {}: expected {}; restore a copy of the file",
        quote(&headings.iter().collect::<Vec<_>>().join(",")),
        expected.join(",")
    );
    let mut boards = Vec::new();
    for record in table.records() {
        let record = record.with_context(unreadable)?;
        let number = record.position().map_or(0, csv::Position::line);
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
                expected.join(",")
            )
        })?;
        boards.push((number, board));
    }
    Ok(boards)
}

/// What a user can do about an altered row.
const ADVICE: &str =
    "restore a copy of the folder, or remove this line and let `optile run` make its run again";

/// The most bytes of a line.
const LONGEST: u64 = 16 << 20;

/// Opens the file of rows, or else the compressed one beside it. They are read as a stream, because
/// a small compressed file may hold more than the memory.
pub(super) fn open_rows(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let missing = match disk::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => error,
        file => return Ok(Box::new(BufReader::new(file?))),
    };
    match disk::open(&path.with_file_name(COMPRESSED)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(missing),
        file => Ok(Box::new(BufReader::new(MultiGzDecoder::new(file?)))),
    }
}

/// What ties rows to the record beside them: rows of another run are not those of this suite, with
/// these limits, made at this time.
struct Tie<'a> {
    record: &'a RunRecord,
    origins: HashSet<&'a str>,
    strategies: HashSet<&'a str>,
}

impl<'a> Tie<'a> {
    fn to(record: &'a RunRecord) -> Self {
        let origins = record.origins.iter().map(|origin| &*origin.id).collect();
        let strategies = record.strategies.iter().map(String::as_str).collect();
        Self { record, origins, strategies }
    }

    /// How a row contradicts the record.
    fn check(&self, row: &Row) -> Result<(), String> {
        let (what, value) = match row {
            _ if !self.origins.contains(&*row.run.origin) => ("origin", quote(&row.run.origin)),
            _ if !self.strategies.contains(&*row.run.strategy) => {
                ("strategy", quote(&row.run.strategy))
            }
            _ if self.record.plans.iter().all(|plan| row.run.order >= plan.runs) => {
                ("run number", row.run.order.to_string())
            }
            _ => return Ok(()),
        };
        Err(format!("the run.json beside it is of another run: it has no {what} {value}"))
    }

    /// How the number of rows contradicts the record.
    fn check_number(&self, rows: usize) -> Result<(), String> {
        let planned = self.record.planned();
        match rows as u64 <= planned {
            true => Ok(()),
            false => Err(format!(
                "it has {}, and the run.json beside it has {}",
                counted(rows, "row"),
                counted(planned, "planned run")
            )),
        }
    }
}

/// The rows of a file, each checked on its board, and against the record and the others.
fn rows(
    path: &Path,
    boards: &Boards,
    tie: &Tie<'_>,
    notices: &mut Vec<String>,
) -> Result<Vec<Row>> {
    let name = path.display();
    let mut file = open_rows(path).with_context(|| format!("{name}: cannot be read"))?;
    let unreadable = || match path.exists() {
        true => format!("{name}: cannot be read"),
        false => format!("{name}.gz: expected rows compressed by gzip"),
    };
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
            Err(SealError::NoObject(_)) if !line.ends_with(b"\n") => {
                notices.push(format!(
                    "results.jsonl:{number}: the last row was cut short and is left out: {}",
                    quote(&String::from_utf8_lossy(text))
                ));
            }
            read => {
                let mut row = checked(read, text, boards, tie)
                    .map_err(|fault| anyhow!("{name}:{number}: {fault}{ADVICE}"))?;
                row.outcome.reason = row.outcome.reason.as_deref().map(kept);
                if let Some(fault) = lines.add(number, row) {
                    bail!("{name}:{number}: {fault}; {ADVICE}");
                }
            }
        }
    }
    tie.check_number(lines.rows.len()).map_err(|fault| anyhow!("{name}: {fault}; {ADVICE}"))?;
    Ok(lines.rows)
}

/// The row of a line, checked on its board and against its record. The error is what is wrong, up to
/// the advice.
fn checked(
    read: Result<Row, SealError>,
    line: &[u8],
    boards: &Boards,
    tie: &Tie<'_>,
) -> Result<Row, String> {
    let row = read.map_err(|error| match error {
        SealError::NoObject(error) => {
            // serde_json counts lines within this line.
            let reason = error.to_string().replace(" at line 1 column ", " at column ");
            let line = quote(&String::from_utf8_lossy(line));
            format!("{reason} in {line}; expected a row as `optile run` writes it: ")
        }
        error => format!("{error}; "),
    })?;
    tie.check(&row).and_then(|()| boards.check(&row)).map_err(|fault| {
        let RunId { strategy, instance, .. } = &row.run;
        format!("{strategy} on instance {}: {fault}; ", quote(instance))
    })?;
    Ok(row)
}

/// The rows that were read.
#[derive(Default)]
struct Lines {
    rows: Vec<Row>,
    /// The number of the line of each row.
    numbers: Vec<usize>,
    /// The place of the last row with an id of this hash, so that no id is copied.
    last: HashMap<u64, usize>,
    /// The place of the row before each row with the same hash.
    before: Vec<Option<usize>>,
}

impl Lines {
    /// Adds the row of a line. Returns how it contradicts the others.
    fn add(&mut self, number: usize, row: Row) -> Option<String> {
        let run = |row: &Row| (row.run.instance.clone(), row.run.strategy.clone(), row.run.sample);
        let before = self.last.insert(xxh3_64(row.run.id.as_bytes()), self.rows.len());
        let mut place = before;
        while let Some(at) = place {
            let (earlier, there) = (&self.rows[at], self.numbers[at]);
            place = self.before[at];
            if earlier.run.id != row.run.id {
                continue;
            }
            // Merged plans may share runs, which then have the same id at different
            // positions.
            if earlier.run.order == row.run.order || earlier.run.origin == row.run.origin {
                return Some(format!("the run {:?} is already in line {there}", row.run.id));
            }
            if run(earlier) != run(&row) {
                return Some(format!(
                    "the id {:?} belongs to another run in line {there}",
                    row.run.id
                ));
            }
        }
        self.before.push(before);
        self.numbers.push(number);
        self.rows.push(row);
        None
    }
}

#[cfg(test)]
mod tests;
