//! Reading a result folder, with a test of each row.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::io;
use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::rank_time::RankTime;
use crate::record::{FORMAT, InstanceBounds, InstanceRecord, MOST_RUNS, RunRecord};
use crate::results::Results;
use crate::rows::row::Row;
use crate::storage::checksums::{self, Contents};
use crate::storage::evidence::Boards;
use crate::storage::seal::{SealError, Unsealed, unseal};
use crate::storage::{compressed, disk, table_file};
use crate::text::lines::quote;

/// What a user can do about an altered row.
const ADVICE: &str =
    "restore a copy of the file, or remove this line and let `optile run` make its run again";

/// What a user can do about a file on which no row depends.
const REMOVAL: &str = "restore a copy of the file, or remove it";

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
    let mut files = Files::of(folder);
    let record = files.record()?;
    let (instances, boards) = files.instances()?;
    let mut notices = Vec::new();
    let rows = read_rows(folder, &boards, &mut notices)?;
    let heuristics = files.table("heuristics.csv")?;
    let heuristics = heuristics.into_iter().map(|(_, point)| point).collect();
    let mut results = Results::new(record, rows, heuristics);
    results.bounds = files.bounds()?;
    results.ranks = files.ranks()?;
    results.instances = instances;
    notices.extend(files.notices());
    results.notices = notices;
    Ok(results)
}

/// The lines of `bounds.csv`.
pub(super) fn read_bounds(folder: &Path) -> anyhow::Result<Vec<InstanceBounds>> {
    Files::of(folder).bounds()
}

/// The lines of `ranks.csv`.
pub(super) fn read_ranks(folder: &Path) -> anyhow::Result<Vec<RankTime>> {
    Files::of(folder).ranks()
}

/// The files of a folder that are written as a whole.
struct Files<'a> {
    folder: &'a Path,
    /// Those that were read and have no checksum.
    unchecked: Vec<&'static str>,
    /// Those that are gone.
    lost: Vec<&'static str>,
}

impl<'a> Files<'a> {
    fn of(folder: &'a Path) -> Self {
        Self { folder, unchecked: Vec::new(), lost: Vec::new() }
    }

    fn read(&mut self, name: &'static str) -> anyhow::Result<Contents> {
        let contents = checksums::read(self.folder, name)?;
        match contents {
            Contents::Unchecked(_) => self.unchecked.push(name),
            Contents::Lost => self.lost.push(name),
            Contents::Checked(_) | Contents::None => {}
        }
        Ok(contents)
    }

    fn table<T: DeserializeOwned>(&mut self, name: &'static str) -> anyhow::Result<Vec<(u64, T)>> {
        let contents = self.read(name)?;
        table_file::lines(&self.folder.join(name), &contents)
    }

    fn bounds(&mut self) -> anyhow::Result<Vec<InstanceBounds>> {
        let lines: Vec<(u64, InstanceBounds)> = self.table("bounds.csv")?;
        if let Some((number, fault)) =
            lines.iter().find_map(|(number, line)| Some((number, line.fault()?)))
        {
            let name = self.folder.join("bounds.csv");
            bail!("{}:{number}: {fault}: {}", name.display(), REMOVAL);
        }
        Ok(lines.into_iter().map(|(_, bounds)| bounds).collect())
    }

    fn ranks(&mut self) -> anyhow::Result<Vec<RankTime>> {
        let lines: Vec<(u64, RankTime)> = self.table("ranks.csv")?;
        let mut before = None;
        for (number, line) in &lines {
            if let Some(fault) = line.fault(before) {
                let name = self.folder.join("ranks.csv");
                bail!("{}:{number}: {fault}: {}", name.display(), REMOVAL);
            }
            before = Some(line);
        }
        Ok(lines.into_iter().map(|(_, line)| line).collect())
    }

    /// The lines of `instances.csv`, and their boards.
    fn instances(&mut self) -> anyhow::Result<(Vec<InstanceRecord>, Boards)> {
        let lines: Vec<(u64, InstanceRecord)> = self.table("instances.csv")?;
        let mut boards = Boards::default();
        for (number, record) in &lines {
            boards.add(record).map_err(|fault| {
                let (name, instance) = (self.folder.join("instances.csv"), quote(&record.instance));
                let name = name.display();
                anyhow!("{name}:{number}: instance {instance}: {fault}; restore a copy of the file")
            })?;
        }
        Ok((lines.into_iter().map(|(_, record)| record).collect(), boards))
    }

    fn record(&mut self) -> anyhow::Result<RunRecord> {
        let contents = self.read("run.json")?;
        let path = self.folder.join("run.json");
        let name = path.display();
        let (Contents::Checked(bytes) | Contents::Unchecked(bytes)) = contents else {
            bail!(
                "{name}: not found; expected a folder that `optile run` wrote, with run.json and \
                 results.jsonl in it"
            );
        };
        parsed(&bytes, &name)
    }

    /// What is missing, for readers.
    fn notices(&self) -> impl Iterator<Item = String> {
        let lost = self.lost.iter().map(|name| format!("{name} is missing: it was written before"));
        let verb = if self.unchecked.len() == 1 { "has" } else { "have" };
        let unchecked = (!self.unchecked.is_empty()).then(|| {
            format!(
                "{} {verb} no checksum, as in folders of older versions, so an altered value would \
                 not be found",
                self.unchecked.join(", ")
            )
        });
        lost.chain(unchecked)
    }
}

fn parsed(bytes: &[u8], name: &dyn Display) -> anyhow::Result<RunRecord> {
    /// The only field that all versions have.
    #[derive(Deserialize)]
    struct Versioned {
        format: u32,
    }

    let Versioned { format } = serde_json::from_slice(bytes)
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
    let record: RunRecord = serde_json::from_slice(bytes)
        .with_context(|| format!("{name}: expected a record of format {format}"))?;
    for plan in &record.plans {
        for (what, runs) in [("runs", plan.runs), ("planned", plan.planned)] {
            if runs > MOST_RUNS {
                bail!(
                    "{name}: the plan {:?} has \"{what}\": {runs}: expected at most {MOST_RUNS}; \
                     restore a copy of the file",
                    plan.id
                );
            }
        }
    }
    Ok(record)
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
                quote(&String::from_utf8_lossy(text))
            )),
            Err(SealError::NoRow(error)) => {
                // serde_json counts lines within this line.
                let reason = error.to_string().replace(" at line 1 column ", " at column ");
                bail!(
                    "{name}:{number}: {reason} in {}; expected a row as `optile run` writes it: \
                     {ADVICE}",
                    quote(&String::from_utf8_lossy(text))
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

#[cfg(test)]
mod tests;
