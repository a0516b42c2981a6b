//! `optile pdb info`.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use optile_core::Size;
use optile_pdb::{Key, Recipe, Storage, Table};
use optile_results::histogram::{self, Scale};
use optile_results::quantity::grouped;
use optile_results::terminal;
use optile_results::unit::Unit;
use optile_runner::library::{self, Cost};
use serde::Serialize;

use super::build::TableArguments;
use super::{TableFolder, find, greatest};
use crate::command::exit::Exit;

/// Show the contents of a table, with a histogram, or the cost of tables before they are built
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  optile pdb info 4x4-goal15-1.2.3.4.5.6.7-bytes
  optile pdb info --json tables/4x4-goal15-1.2.3.4.5.6.7-bytes.pdb
  optile pdb info --size 4x4 7-8")]
pub(super) struct Arguments {
    /// A file, or the name of a table in the folder; with --size a recipe such as 7-8
    #[arg(value_name = "FILE|RECIPE")]
    file: PathBuf,
    /// Columns and rows of the board: show what the tables of a recipe cost, and build none
    #[arg(long, value_name = "WxH", conflicts_with = "json")]
    size: Option<Size>,
    /// Cell of the goal's blank; 0 is the first cell [default: the last]
    #[arg(long, value_name = "CELL", requires = "size")]
    goal_blank: Option<usize>,
    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: TableFolder,
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
        if let Some(size) = self.size {
            let recipe = self.file.to_string_lossy().parse::<Recipe>()?;
            return price(&TableArguments::new(size, self.goal_blank, recipe));
        }
        let path = find(&self.place.folder()?, &self.file)?;
        let table = library::read(&path).with_context(|| path.display().to_string())?;
        let key = table.key();
        let mut out = io::BufWriter::new(io::stdout().lock());
        if self.json {
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
                max: greatest(&table),
                counts: table.counts(),
            };
            serde_json::to_writer(&mut out, &contents)?;
            writeln!(out)?;
        } else {
            print(&mut out, &table)?;
        }
        out.flush()?;
        Ok(Exit::Success)
    }
}

/// The states that one thread goes through per second. By docs/performance.md it is 140
/// million for 7-8 on 4x4, and 60 million for six tiles on 5x5.
const STATES_PER_SECOND: u64 = 100_000_000;

/// Prints what tables cost.
fn price(tables: &TableArguments) -> Result<Exit> {
    let keys = tables.keys()?;
    let time = |states: u64| match states / STATES_PER_SECOND {
        0 => "less than 1 s".to_owned(),
        seconds => format!("about {} s", grouped(&seconds.to_string())),
    };
    let row = |key: &Key| {
        vec![
            key.to_string(),
            grouped(&key.entries().to_string()),
            grouped(&key.states().to_string()),
            Unit::Bytes.text(Table::written_bytes(key) as f64),
            Unit::Bytes.text(key.bytes_to_build() as f64),
            time(key.states()),
        ]
    };
    let headings = ["table", "entries", "states", "file", "memory", "time to build"];
    let rows = keys.iter().map(row).collect();
    let states = keys.iter().map(Key::states).sum();
    writeln!(
        io::stdout(),
        "{}\n\n{}\n\n{}: {}, {} on one thread.",
        tables.title(),
        terminal::table(&headings, rows, 1.., terminal::width()),
        if keys.len() == 1 { "cost" } else { "together" },
        Cost::of(&keys),
        time(states),
    )?;
    Ok(Exit::Success)
}

fn print(out: &mut impl Write, table: &Table) -> Result<()> {
    let key = table.key();
    let Key { size, goal_blank, .. } = key;
    let tiles: Vec<String> = key.tiles.iter().map(|tile| tile.to_string()).collect();
    let kept = match key.storage {
        Storage::Bytes => "the distance, in a byte",
        Storage::Nibbles => "half of what exceeds the Manhattan distance, in four bits",
        Storage::Mod3 => "the distance modulo 3, in two bits",
        Storage::Crumbs => "half of what exceeds the Manhattan distance, up to 3, in two bits",
    };
    let regions =
        if key.zero { "each region of the blank" } else { "the best region of the blank" };
    let entries = grouped(&key.entries().to_string());
    let bytes = Unit::Bytes.text(Table::written_bytes(key) as f64);
    let (mean, most, tiles) = (table.mean(), greatest(table), tiles.join(", "));
    writeln!(
        out,
        "{key}\n\n\
         board    {size}, goal with the tiles in order and the blank at cell {goal_blank}\n\
         pattern  tiles {tiles}\n\
         entries  {entries}, one for {regions}: {kept}\n\
         file     {bytes}\n\
         moves    {mean:.3} on average, {most} at most\n"
    )?;
    histogram::write(out, ["moves", "entries"], table.counts(), Scale::Linear)?;
    Ok(())
}
