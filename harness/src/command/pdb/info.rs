//! `optile pdb info`.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use optile_pdb::Table;
use optile_results::quantity::grouped;
use optile_results::unit::Unit;
use optile_runner::library;
use serde::Serialize;

use super::{PlaceArguments, find};
use crate::command::Exit;
use crate::command::histogram::{self, Scale};

/// Show the contents of a table, with a histogram
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  optile pdb info 4x4-goal15-1.2.3.4.5.6.7-bytes
  optile pdb info --json tables/4x4-goal15-1.2.3.4.5.6.7-bytes.pdb")]
pub(super) struct Arguments {
    /// A file, or the name of a table in the folder
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: PlaceArguments,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Contents<'a> {
    table: String,
    size: String,
    goal_blank: usize,
    tiles: Vec<usize>,
    zero: bool,
    storage: &'static str,
    entries: u64,
    bytes: u64,
    mean: f64,
    max: usize,
    counts: &'a [u64],
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        let path = find(&self.place.folder()?, &self.file)?;
        let table = library::read(&path).with_context(|| path.display().to_string())?;
        let key = table.key();
        let contents = Contents {
            table: key.to_string(),
            size: key.size.to_string(),
            goal_blank: key.goal_blank,
            tiles: key.tiles.iter().collect(),
            zero: key.zero,
            storage: key.storage.name(),
            entries: key.entries(),
            bytes: Table::written_bytes(key),
            mean: table.mean(),
            max: table.counts().len().saturating_sub(1),
            counts: table.counts(),
        };
        let mut out = io::BufWriter::new(io::stdout().lock());
        if self.json {
            serde_json::to_writer(&mut out, &contents)?;
            writeln!(out)?;
        } else {
            print(&mut out, &contents)?;
        }
        out.flush()?;
        Ok(Exit::Well)
    }
}

fn print(out: &mut impl Write, contents: &Contents<'_>) -> Result<()> {
    let Contents {
        table, size, goal_blank, zero, storage, entries, bytes, mean, max, counts, ..
    } = contents;
    let tiles: Vec<String> = contents.tiles.iter().map(ToString::to_string).collect();
    let kept = match *storage {
        "bytes" => "the distance, in a byte",
        "nibbles" => "half of what exceeds the Manhattan distance, in four bits",
        _ => "the distance modulo 3, in two bits",
    };
    let regions = if *zero { "each region of the blank" } else { "the best region of the blank" };
    writeln!(out, "{table}\n")?;
    writeln!(
        out,
        "board    {size}, goal with the tiles in order and the blank at cell {goal_blank}"
    )?;
    writeln!(out, "pattern  tiles {}", tiles.join(", "))?;
    let entries = grouped(&entries.to_string());
    writeln!(out, "entries  {entries}, one for {regions}: {kept}")?;
    writeln!(out, "file     {}", Unit::Bytes.text(*bytes as f64))?;
    writeln!(out, "moves    {mean:.3} on average, {max} at most\n")?;
    histogram::write(out, ["moves", "entries"], counts, Scale::Linear)?;
    Ok(())
}
