//! Reading a result folder, with a test of each row.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use csv::StringRecord;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::rank_time::RankTime;
use crate::record::{FORMAT, InstanceBounds, InstanceRecord, RunRecord};
use crate::results::Results;
use crate::rows::row::Row;
use crate::storage::evidence::Boards;
use crate::storage::seal::{SealError, Unsealed, unseal};
use crate::storage::{compressed, disk};
use crate::text::lines::quote;

/// What a user can do about an altered row.
const ADVICE: &str =
    "restore a copy of the file, or remove this line and let `optile run` make its run again";

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
/// When `run.json` or `results.jsonl` cannot be read, when anything in them, in
/// `instances.csv`, in `heuristics.csv`, in `bounds.csv` or in `ranks.csv` is not what optile
/// writes, when a row was altered or contradicts its board or another row, or when the folder
/// has another version of the format.
pub fn load(folder: &Path) -> anyhow::Result<Results> {
    let record = read_record(&folder.join("run.json"))?;
    let mut notices = Vec::new();
    let (instances, boards) = read_instances(&folder.join("instances.csv"))?;
    let rows = read_rows(folder, &boards, &mut notices)?;
    let heuristics = read_table(&folder.join("heuristics.csv"))?;
    let heuristics = heuristics.into_iter().map(|(_, point)| point).collect();
    let mut results = Results::new(record, rows, heuristics);
    results.bounds = read_bounds(folder)?;
    results.ranks = read_ranks(folder)?;
    results.instances = instances;
    results.notices = notices;
    Ok(results)
}

/// The lines of `bounds.csv`.
pub(super) fn read_bounds(folder: &Path) -> anyhow::Result<Vec<InstanceBounds>> {
    let lines = read_table(&folder.join("bounds.csv"))?;
    Ok(lines.into_iter().map(|(_, bounds)| bounds).collect())
}

/// The lines of `ranks.csv`.
pub(super) fn read_ranks(folder: &Path) -> anyhow::Result<Vec<RankTime>> {
    let path = folder.join("ranks.csv");
    let lines: Vec<(u64, RankTime)> = read_table(&path)?;
    let mut before = None;
    for (number, line) in &lines {
        if let Some(fault) = line.fault(before) {
            let name = path.display();
            bail!("{name}:{number}: {fault}: restore a copy of the file, or remove it");
        }
        before = Some(line);
    }
    Ok(lines.into_iter().map(|(_, line)| line).collect())
}

/// The lines of `instances.csv`, and their boards.
fn read_instances(path: &Path) -> anyhow::Result<(Vec<InstanceRecord>, Boards)> {
    let lines: Vec<(u64, InstanceRecord)> = read_table(path)?;
    let mut boards = Boards::default();
    for (number, record) in &lines {
        boards.add(record).map_err(|fault| {
            let (name, instance) = (path.display(), quote(&record.instance));
            anyhow!("{name}:{number}: instance {instance}: {fault}; restore a copy of the file")
        })?;
    }
    Ok((lines.into_iter().map(|(_, record)| record).collect(), boards))
}

fn read_record(path: &Path) -> anyhow::Result<RunRecord> {
    /// The only field that all versions have.
    #[derive(Deserialize)]
    struct Versioned {
        format: u32,
    }

    let name = path.display();
    let bytes = disk::read(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => anyhow!(
            "{name}: not found; expected a folder that `optile run` wrote, with run.json and \
             results.jsonl in it"
        ),
        _ => anyhow!(error).context(format!("{name}: cannot be read")),
    })?;
    let Versioned { format } = serde_json::from_slice(&bytes)
        .with_context(|| format!("{name}: expected the JSON object that `optile run` writes"))?;
    if format > FORMAT {
        bail!(
            "{name}: format {format} is newer than this optile, which reads up to {FORMAT}; use \
             the version that wrote it"
        );
    }
    if format < FORMAT {
        bail!(
            "{name}: format {format} is older than this optile, which reads {FORMAT}; run it \
             again, or use the version that wrote it"
        );
    }
    serde_json::from_slice(&bytes)
        .with_context(|| format!("{name}: expected a record of format {format}"))
}

fn read_rows(
    folder: &Path,
    boards: &Boards,
    notices: &mut Vec<String>,
) -> anyhow::Result<Vec<Row>> {
    let path = folder.join("results.jsonl");
    let name = path.display();
    let bytes = match disk::read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let expanded = compressed::expanded(folder)
                .with_context(|| format!("{name}.gz: expected rows compressed by gzip"))?;
            expanded.ok_or(error)
        }
        bytes => bytes,
    };
    let bytes = bytes.with_context(|| format!("{name}: cannot be read"))?;
    let mut lines = Vec::new();
    for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let number = index + 1;
        let text = line.trim_ascii();
        if text.is_empty() {
            continue;
        }
        match unseal(text) {
            Ok(Unsealed { row, has_checksum }) => {
                boards.check(&row).map_err(|fault| {
                    let (strategy, instance) = (&row.strategy, quote(&row.instance));
                    anyhow!("{name}:{number}: {strategy} on instance {instance}: {fault}; {ADVICE}")
                })?;
                lines.push(Line { number, row, has_checksum });
            }
            // A row is written together with its line feed. Only an interrupted write leaves
            // a last line without one.
            Err(SealError::NoRow(_)) if !line.ends_with(b"\n") => notices.push(format!(
                "results.jsonl:{number}: the last row was cut short and is left out: {}",
                excerpt(text)
            )),
            Err(SealError::NoRow(error)) => {
                // serde_json counts lines within this line.
                let reason = error.to_string().replace(" at line 1 column ", " at column ");
                bail!(
                    "{name}:{number}: {reason} in {}; expected a row as `optile run` writes it: \
                     {ADVICE}",
                    excerpt(text)
                );
            }
            Err(error) => bail!("{name}:{number}: {error}; {ADVICE}"),
        }
    }
    if let Some((number, fault)) = contradiction(&lines) {
        bail!("{name}:{number}: {fault}; {ADVICE}");
    }
    Ok(lines.into_iter().map(|line| line.row).collect())
}

/// A row and its line number.
struct Line {
    number: usize,
    row: Row,
    has_checksum: bool,
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

/// The lines of a table with their numbers. A missing file has none.
fn read_table<T: DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<(u64, T)>> {
    let mut lines = Vec::new();
    read_lines(path, &mut |number, line, headings| {
        lines.push((number, line.deserialize(Some(headings))?));
        Ok(())
    })?;
    Ok(lines)
}

/// Receives a line of a table: its number, the line and the headings.
type Receiver<'a> = dyn FnMut(u64, &StringRecord, &StringRecord) -> csv::Result<()> + 'a;

/// Passes each line of a table to `receive`, which is not part of the type, so that
/// this is compiled once.
fn read_lines(path: &Path, receive: &mut Receiver<'_>) -> anyhow::Result<()> {
    let name = path.display();
    let file = match disk::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error).with_context(|| format!("{name}: cannot be read")),
    };
    let mut table = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(file);
    let unreadable = || format!("{name}: expected a table as optile writes it");
    let headings = table.headers().with_context(unreadable)?.clone();
    for record in table.records() {
        let record = record.with_context(unreadable)?;
        let number = record.position().map_or(0, csv::Position::line);
        receive(number, &record, &headings).map_err(|error| {
            let reason = match error.kind() {
                csv::ErrorKind::Deserialize { err, .. } => err.kind().to_string(),
                _ => error.to_string(),
            };
            let text: Vec<&str> = record.iter().collect();
            anyhow!(
                "{name}:{number}: {reason} in {}; expected {}",
                excerpt(text.join(",").as_bytes()),
                headings.iter().collect::<Vec<_>>().join(",")
            )
        })?;
    }
    Ok(())
}

/// The beginning of a line, for messages.
fn excerpt(line: &[u8]) -> String {
    const SHOWN: usize = 60;
    let text = String::from_utf8_lossy(line);
    let head: String = text.chars().take(SHOWN).collect();
    let dots = if head.len() < text.len() { "…" } else { "" };
    format!("{:?}", format!("{head}{dots}"))
}

#[cfg(test)]
mod tests;
