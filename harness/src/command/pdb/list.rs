//! `optile pdb list`.

use std::io::{self, Write};

use anyhow::{Context, Result};
use clap::Args;
use optile_report::table::{Table, Value};
use optile_results::terminal::width;
use optile_results::unit::Unit;
use optile_runner::library::{self, Holding, State};

use super::TableFolder;
use crate::command::exit::Exit;

/// List the files of tables
///
/// The state `whole` means that the header and the length of a file are correct.
/// Every byte is checked when a table is loaded.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  optile pdb list
  optile pdb list --pdb-dir tables")]
pub(super) struct Arguments {
    #[command(flatten)]
    place: TableFolder,
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        let folder = self.place.folder()?;
        let holdings = library::holdings(&folder)
            .with_context(|| format!("cannot read {}", folder.display()))?;
        let mut out = io::stdout().lock();
        if holdings.is_empty() {
            writeln!(out, "There are no tables in {}.", folder.display())?;
            return Ok(Exit::Success);
        }
        let total: u64 = holdings.iter().map(|holding| holding.bytes).sum();
        let headings = ["file", "size", "goal", "pattern", "storage", "state", "entries", "bytes"];
        let table = Table::new(headings, 6, holdings.iter().map(row).collect());
        writeln!(out, "{}", table.terminal(width()))?;
        writeln!(out, "\n{} in {}", Unit::Bytes.text(total as f64), folder.display())?;
        Ok(Exit::Success)
    }
}

fn row(holding: &Holding) -> Vec<Value> {
    let path = &holding.path;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let bytes = Value::Measured(holding.bytes as f64, Unit::Bytes);
    let unknown = |state: String| {
        let [size, goal, pattern, storage, entries] = [const { Value::Nothing }; 5];
        vec![
            name.clone().into(),
            size,
            goal,
            pattern,
            storage,
            state.into(),
            entries,
            bytes.clone(),
        ]
    };
    match &holding.state {
        State::Table(key) => {
            let zero = if key.zero { "zero, " } else { "" };
            vec![
                name.into(),
                key.size.to_string().into(),
                key.goal_blank.into(),
                key.tiles.to_string().into(),
                format!("{zero}{}", key.storage.name()).into(),
                "whole".into(),
                Value::Count(key.entries() as f64),
                bytes,
            ]
        }
        State::Draft => unknown("unfinished".to_owned()),
        State::Faulty(fault) => unknown(fault.to_string()),
    }
}
