//! `optile new`: a strategy, a heuristic or an external program to begin with.

mod template;

use std::env;
use std::io::{self, Write};

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use optile_results::text::terminal;

use self::template::{Kind, Language, Protocol};
use crate::command::exit::Exit;

/// Write a strategy, a heuristic or an external program that works, to begin with
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Add a crate with a strategy to the clone of the repository in which you are
    ///
    /// It writes the crate, adds its dependency line to harness/Cargo.toml, and adds its
    /// line to the list of families in harness/src/registry.rs.
    #[command(verbatim_doc_comment)]
    Strategy {
        /// Its name: small letters, digits and -
        name: String,
        /// Begin with A*, which has a heuristic, and not with breadth-first search
        #[arg(long)]
        heuristic: bool,
    },
    /// Add a crate with a heuristic to the clone of the repository in which you are
    ///
    /// It writes the crate, adds its dependency line to harness/Cargo.toml, and adds its
    /// line to the list of heuristics in harness/src/registry.rs.
    #[command(verbatim_doc_comment)]
    Heuristic {
        /// Its name: small letters, digits and -
        name: String,
    },
    /// Write an external program and its suite into a new folder
    External {
        /// Its name, which is also that of the folder: small letters, digits and -
        name: String,
        /// The language of the program
        #[arg(long, value_name = "NAME", default_value = "python")]
        language: Language,
        /// Ask it by a line of tiles, answered by a line of moves, in place of JSON
        #[arg(long)]
        plain: bool,
    },
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        let here = env::current_dir().context("cannot find the current folder")?;
        let (files, next) = match &self.what {
            What::Strategy { name, heuristic } => {
                let (kind, checked) = match heuristic {
                    true => (Kind::BestFirst, format!("{name}:manhattan")),
                    false => (Kind::Blind, name.clone()),
                };
                let next = vec![
                    format!("cargo run --release -- check {checked}"),
                    format!("cargo test -p optile-{name}"),
                ];
                (template::add_crate(&here, name, kind)?, next)
            }
            What::Heuristic { name } => {
                let next = vec![
                    format!("cargo run --release -- check {name}"),
                    format!("cargo test -p optile-{name}"),
                    format!("cargo run --release -- run --strategy astar:{name}"),
                ];
                (template::add_crate(&here, name, Kind::Heuristic)?, next)
            }
            What::External { name, language, plain } => {
                let mut next: Vec<String> = language.compiler(name).into_iter().collect();
                next.push(format!("optile check --suite {name}/suite.toml"));
                next.push(format!("optile run {name}/suite.toml"));
                let protocol = if *plain { Protocol::Plain } else { Protocol::Json };
                (template::write_external(&here, name, *language, protocol)?, next)
            }
        };
        let mut out = io::stdout().lock();
        for file in files {
            writeln!(out, "wrote {}", terminal::name(file.strip_prefix(&here).unwrap_or(&file)))?;
        }
        writeln!(out, "\nNext:")?;
        for command in next {
            writeln!(out, "  {command}")?;
        }
        Ok(Exit::Success)
    }
}
