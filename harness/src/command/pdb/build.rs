//! `optile pdb build`.

use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use optile_core::{Limits, Meter, Size, Stop};
use optile_pdb::{Budget, Key, Memory, Recipe, Table, TableCache, in_full};
use optile_results::text::quantity::{grouped, parse_bytes, positive};
use optile_results::text::terminal::{table, width};
use optile_results::text::unit::Unit;
use optile_runner::interruption::Interruption;
use optile_runner::library::{Console, Refusal};

use super::TableFolder;
use crate::command::exit::Exit;
use crate::command::limits::afford;

/// Build the tables of a heuristic in advance
///
/// Tables that exist and are sound are kept.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  optile pdb build --size 4x4 7-8
  optile pdb build --size 4x4 --goal-blank 0 5-5-5+zero+nibbles
  optile pdb build --size 3x4 1.2.5.6-3.4.7.8-9.10.11 --pdb-dir tables
  optile pdb build --size 5x5 auto=1GiB

The recipe is the part after pdb: in the name of the heuristic.")]
pub(super) struct Arguments {
    /// Columns and rows of the board
    #[arg(long, value_name = "WxH")]
    size: Size,
    /// Cell of the goal's blank; 0 is the first cell [default: the last]
    #[arg(long, value_name = "CELL")]
    goal_blank: Option<usize>,
    /// The patterns and their options, such as 7-8 or 5-5-5+zero; or auto=SIZE for those that fit
    /// into so much memory
    recipe: Wanted,
    #[command(flatten)]
    place: TableFolder,
    /// Most bytes to use, such as 4GiB [default: the machine's free memory]
    #[arg(long, value_name = "SIZE", value_parser = positive(parse_bytes))]
    memory_limit: Option<u64>,
    /// Show only the tables, without progress
    #[arg(long, short)]
    quiet: bool,
}

/// The heuristic whose tables are wanted.
#[derive(Clone, Debug)]
enum Wanted {
    Recipe(Recipe),
    Auto(Budget),
}

impl FromStr for Wanted {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        Ok(match text {
            budget if budget.starts_with(Budget::WORD) => Self::Auto(budget.parse()?),
            recipe => Self::Recipe(recipe.parse()?),
        })
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Recipe(recipe) => write!(f, "pdb:{recipe}"),
            Self::Auto(budget) => write!(f, "pdb:{budget}"),
        }
    }
}

impl Arguments {
    fn goal_blank(&self) -> usize {
        self.goal_blank.unwrap_or(self.size.cells() - 1)
    }

    /// The keys of the tables, each once.
    fn keys(&self) -> Result<Vec<Key>> {
        let (cells, blank) = (self.size.cells(), self.goal_blank());
        ensure!(
            blank < cells,
            "the goal's blank cannot be at cell {blank}: cells are 0 to {}",
            cells - 1
        );
        match &self.recipe {
            Wanted::Recipe(recipe) => {
                recipe.all_keys(self.size, blank).map_err(|error| anyhow!(error))
            }
            Wanted::Auto(budget) => {
                let tables: Arc<dyn TableCache> = Arc::new(Memory::default());
                let choice = budget.choice(self.size, blank, &tables);
                Ok(choice.map_err(|error| anyhow!(error))?.keys)
            }
        }
    }

    /// The name of the heuristic, the size and the goal, and what a budget stands for.
    fn title(&self) -> String {
        let Self { size, recipe, .. } = self;
        let blank = self.goal_blank();
        let full = in_full(&recipe.to_string(), *size, blank);
        let full = full.map(|name| format!(" is {name}")).unwrap_or_default();
        format!("{recipe} on {size} with the goal's blank at cell {blank}{full}")
    }

    pub(super) fn execute(self) -> Result<Exit> {
        let keys = self.keys()?;
        let folder = self.place.folder()?;
        for key in &keys {
            let bytes = key.bytes_to_build();
            let text = Unit::Bytes.text(bytes as f64);
            let needs = format!("building {key} needs {text} of memory");
            afford(bytes.into(), self.memory_limit, needs)?;
        }
        let console = Console { is_quiet: self.quiet };
        console.say(format_args!("{}, into {}", self.title(), folder.display()));
        let library = self.place.library(self.quiet);
        let interruption = Interruption::listen(1)?;
        let limits = Limits { expanded: None, bytes: self.memory_limit };
        let meter = Meter::new(limits, interruption.interrupt().clone());
        let mut rows = Vec::new();
        for key in &keys {
            let begin = Instant::now();
            match library.provide(key, &meter) {
                Ok((table, is_new)) => rows.push(row(&table, is_new.then(|| begin.elapsed()))),
                Err(Refusal::Stop(Stop::Interrupted)) => return Ok(Exit::Interrupted),
                Err(Refusal::Stop(stop)) => return Err(stop).context(key.to_string()),
                Err(error) => return Err(anyhow!(error)),
            }
        }
        let headings = ["table", "entries", "mean", "max", "bytes", "time"];
        writeln!(io::stdout(), "{}", table(&headings, rows, 1.., width()))?;
        Ok(Exit::Success)
    }
}

fn row(table: &Table, time: Option<Duration>) -> Vec<String> {
    let key = table.key();
    vec![
        key.to_string(),
        grouped(&key.entries().to_string()),
        format!("{:.3}", table.mean()),
        table.counts().len().saturating_sub(1).to_string(),
        Unit::Bytes.text(Table::written_bytes(key) as f64),
        time.map_or("existed".into(), |time| Unit::Nanoseconds.text(time.as_nanos() as f64)),
    ]
}
