use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::record::{FORMAT, RunRecord};
use crate::report::Results;
use crate::row::Row;

/// Reads the results that a run left in `folder`.
///
/// A last line of `results.jsonl` that was cut short, by a full disk or a
/// power failure, is left out and named in [`Results::notices`].
///
/// # Errors
///
/// When `run.json` or `results.jsonl` cannot be read, when anything in them or
/// in `heuristics.csv` is not what optile writes, or when the folder was
/// written in a newer format than this version knows.
pub fn load(folder: &Path) -> anyhow::Result<Results> {
    let record = read_record(&folder.join("run.json"))?;
    let mut notices = Vec::new();
    let rows = read_rows(&folder.join("results.jsonl"), &mut notices)?;
    let heuristics = read_table(&folder.join("heuristics.csv"))?;
    let mut results = Results::new(record, rows, heuristics);
    results.instances = read_table(&folder.join("instances.csv"))?;
    results.notices = notices;
    Ok(results)
}

fn read_record(path: &Path) -> anyhow::Result<RunRecord> {
    /// All that one may rely on in files of other versions.
    #[derive(Deserialize)]
    struct Versioned {
        format: u32,
    }

    let name = path.display();
    let bytes = fs::read(path).map_err(|error| match error.kind() {
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

fn read_rows(path: &Path, notices: &mut Vec<String>) -> anyhow::Result<Vec<Row>> {
    let name = path.display();
    let bytes = fs::read(path).with_context(|| format!("{name}: cannot be read"))?;
    let mut rows = Vec::new();
    for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let number = index + 1;
        let text = line.trim_ascii();
        if text.is_empty() {
            continue;
        }
        match serde_json::from_slice(text) {
            Ok(row) => rows.push(row),
            // Rows are written whole with their line feed: only an
            // interrupted write leaves a last line without one.
            Err(_) if !line.ends_with(b"\n") => notices.push(format!(
                "results.jsonl:{number}: the last row was cut short and is left out: {}",
                excerpt(text)
            )),
            Err(error) => {
                // serde_json counts lines within this line.
                let reason = error.to_string().replace(" at line 1 column ", " at column ");
                bail!(
                    "{name}:{number}: {reason} in {}; expected a row as `optile run` writes it",
                    excerpt(text)
                );
            }
        }
    }
    Ok(rows)
}

/// The lines of a table; none where there is no such file.
fn read_table<T: DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<T>> {
    let name = path.display();
    let file = match fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error).with_context(|| format!("{name}: cannot be read")),
    };
    let mut table = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(file);
    let unreadable = || format!("{name}: expected a table as `optile run` writes it");
    let headings = table.headers().with_context(unreadable)?.clone();
    let mut lines = Vec::new();
    for record in table.records() {
        let record = record.with_context(unreadable)?;
        let line = record.deserialize(Some(&headings)).map_err(|error| {
            let number = record.position().map_or(0, csv::Position::line);
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
        lines.push(line);
    }
    Ok(lines)
}

/// The beginning of a line, fit for a message.
fn excerpt(line: &[u8]) -> String {
    const SHOWN: usize = 60;
    let text = String::from_utf8_lossy(line);
    let head: String = text.chars().take(SHOWN).collect();
    let dots = if head.len() < text.len() { "…" } else { "" };
    format!("{:?}", format!("{head}{dots}"))
}
