//! `optile pdb info`.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use optile_core::Size;
use optile_pdb::{AnyKey, AnyTable, Game, Key, Storage};
use optile_results::histogram::{self, Scale};
use optile_results::quantity::grouped;
use optile_results::terminal;
use optile_results::unit::Unit;
use optile_runner::library::{self, Cost};
use serde::Serialize;

use super::build::{TableArguments, Wanted};
use super::{TableFolder, find, greatest};
use crate::command::exit::Exit;

/// Show the contents of a table, with a histogram, or the cost of tables before they are built
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  optile pdb info 4x4-goal15-1.2.3.4.5.6.7-bytes
  optile pdb info --json tables/4x4-goal15-1.2.3.4.5.6.7-bytes.pdb
  optile pdb info --size 4x4 7-8
  optile pdb info --size 5x5 auto=1GiB")]
pub(super) struct Arguments {
    /// A file, or the name of a table in the folder; with --size a recipe such as 7-8, or
    /// auto=SIZE for the pattern databases that fit into so much memory
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
    #[serde(flatten)]
    subject: Subject,
    entries: u64,
    bytes: u64,
    mean: f64,
    max: usize,
    counts: &'a [u64],
}

/// What the table is of.
#[derive(Serialize)]
#[serde(untagged)]
enum Subject {
    Pattern {
        size: String,
        goal_blank: usize,
        tiles: Vec<usize>,
        zero: bool,
        storage: &'static str,
    },
    Walking {
        lines: usize,
        length: usize,
        goal_line: usize,
    },
}

impl Subject {
    fn of(key: &AnyKey) -> Self {
        match *key {
            AnyKey::Pattern(Key { size, goal_blank, tiles, zero, storage }) => Self::Pattern {
                size: size.to_string(),
                goal_blank,
                tiles: tiles.iter().collect(),
                zero,
                storage: storage.name(),
            },
            AnyKey::Walking(Game { lines, length, goal }) => {
                Self::Walking { lines, length, goal_line: goal }
            }
        }
    }
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        if let Some(size) = self.size {
            let recipe = self.file.to_string_lossy().parse::<Wanted>()?;
            return price(&TableArguments::new(size, self.goal_blank, recipe));
        }
        let path = find(&self.place.folder()?, &self.file)?;
        let table = library::read(&path).with_context(|| path.display().to_string())?;
        let key = table.key();
        let mut out = io::BufWriter::new(io::stdout().lock());
        if self.json {
            let contents = Contents {
                table: key.to_string(),
                subject: Subject::of(&key),
                entries: key.entries(),
                bytes: AnyTable::written_bytes(&key),
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
    let row = |key: &AnyKey| {
        vec![
            key.to_string(),
            grouped(&key.entries().to_string()),
            grouped(&key.states().to_string()),
            Unit::Bytes.text(AnyTable::written_bytes(key) as f64),
            Unit::Bytes.text(key.bytes_to_build() as f64),
            time(key.states()),
        ]
    };
    let headings = ["table", "entries", "states", "file", "memory", "time to build"];
    let rows = keys.iter().map(row).collect();
    let states = keys.iter().map(AnyKey::states).sum();
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

fn print(out: &mut impl Write, table: &AnyTable) -> Result<()> {
    let key = table.key();
    let entries = grouped(&key.entries().to_string());
    let bytes = Unit::Bytes.text(AnyTable::written_bytes(&key) as f64);
    let (mean, most) = (table.mean(), greatest(table));
    let subject = match &key {
        AnyKey::Pattern(key) => of_pattern(key, &entries),
        AnyKey::Walking(game) => of_game(game, &entries),
    };
    writeln!(
        out,
        "{key}\n\n\
         {subject}\n\
         file     {bytes}\n\
         moves    {mean:.3} on average, {most} at most\n"
    )?;
    histogram::write(out, ["moves", "entries"], table.counts(), Scale::Linear)?;
    Ok(())
}

fn of_pattern(key: &Key, entries: &str) -> String {
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
    let tiles = tiles.join(", ");
    format!(
        "board    {size}, goal with the tiles in order and the blank at cell {goal_blank}\n\
         pattern  tiles {tiles}\n\
         entries  {entries}, one for {regions}: {kept}"
    )
}

fn of_game(game: &Game, entries: &str) -> String {
    let Game { lines, length, goal } = game;
    format!(
        "game     walking distance on {lines} rows or columns of {length} cells\n\
         goal     every tile on its line and the blank on line {goal}, or lines in reverse order\n\
         entries  {entries}, one for each position: the distance, in a byte"
    )
}
