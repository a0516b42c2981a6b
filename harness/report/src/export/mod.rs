//! Tables for papers, from a folder of results.
//!
//! # The main decision
//!
//! **An export is text that other programs typeset.** A table is Markdown or a
//! `booktabs` table, so fonts, widths and captions are those of the paper. Numbers
//! in CSV and counts are exact; other numbers are rounded for readers. Each
//! file begins with the command that made it and the origins of its data. It
//! does not contain the time of the export, so the same results and the same
//! command give the same bytes.

mod heading;
mod tables;
#[cfg(test)]
mod tests;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::table::{Table, Value, latex};
use crate::verdict::Analysis;
use crate::verdict::{Column, fields, note, paper_table, summary, table};
use heading::{Heading, MARK};
use optile_results::record::Origin;
use optile_results::storage::disk;
use optile_results::text::names::renamed;

/// A kind of file to export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values, unrounded.
    Csv,
    /// Markdown tables.
    Markdown,
    /// LaTeX tables.
    Latex,
}

impl Format {
    /// All, with the names that people write.
    pub const NAMED: &[(&str, Self)] =
        &[("csv", Self::Csv), ("markdown", Self::Markdown), ("latex", Self::Latex)];
}

/// What to export.
#[derive(Clone, Debug)]
pub struct Options {
    /// The formats.
    pub formats: Vec<Format>,
    /// The columns of the table of strategies for papers; if there are none, five that papers show.
    pub columns: Vec<String>,
    /// Other names for strategies in the tables for people.
    pub names: Vec<(String, String)>,
}

/// A file to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name in the folder.
    pub name: String,
    /// What it holds.
    pub text: String,
}

/// All files that `options` ask for. `maker` is the process that exports.
///
/// # Errors
///
/// When the results contradict themselves, or when there is no column of a name.
pub fn export(analysis: &Analysis<'_>, maker: &Origin, options: &Options) -> Result<Vec<File>> {
    analysis.trials.checked()?;
    let heading = Heading::new(analysis.results, maker);
    let exporter = Exporter { analysis, options, heading };
    let mut files = Vec::new();
    for format in &options.formats {
        match format {
            Format::Csv => files.extend(exporter.csv()?),
            Format::Markdown => files.push(exporter.markdown()?),
            Format::Latex => files.push(exporter.latex()?),
        }
    }
    Ok(files)
}

struct Exporter<'a> {
    analysis: &'a Analysis<'a>,
    options: &'a Options,
    heading: Heading,
}

impl Exporter<'_> {
    fn file(&self, name: String, sign: char, text: &str) -> File {
        File { name, text: self.heading.lines(sign) + text }
    }

    /// The tables, and before them the file with their heading: most programs would read a
    /// heading in a table as data.
    fn csv(&self) -> Result<Vec<File>> {
        let file = |name: &str, table: &Table| -> Result<File> {
            Ok(File { name: format!("{name}.csv"), text: table.csv()? })
        };
        let Analysis { results, trials, .. } = self.analysis;
        // Values that only programs read may take as long as all others.
        let summaries = summary(results, trials, |column| column.field().is_some());
        let mut files = vec![file("summary", &fields(results, &summaries))?];
        files.push(file("instances", &tables::fields_of_instances(results, trials))?);
        let names: String = files.iter().map(|file| format!("{}\n", file.name)).collect();
        files.insert(0, self.file(ORIGIN.to_owned(), '#', &names));
        Ok(files)
    }

    /// With its caption, and the names of strategies that readers are to see.
    fn for_readers(&self, mut table: Table) -> Table {
        for (name, text) in &self.options.names {
            for row in &mut table.rows {
                if row[0] == Value::Strategy(name.clone()) {
                    row[0] = text.as_str().into();
                }
            }
        }
        let Analysis { results, summaries, .. } = self.analysis;
        let part = results.part().map(|part| format!(" ({part})")).unwrap_or_default();
        let caption = format!("Strategies on {}{part}. {}", results.scope(), note(summaries));
        Table { caption: renamed(&caption, &self.options.names), ..table }
    }

    /// The columns that are asked for, or those of papers.
    fn paper_table(&self) -> Result<Table> {
        let table = paper_table(&self.analysis.summaries, &self.options.columns)?;
        Ok(self.for_readers(table))
    }

    fn markdown(&self) -> Result<File> {
        let shown = |column: &Column| column.importance.is_some();
        let summary = match self.options.columns.is_empty() {
            true => self.for_readers(table(&self.analysis.summaries, shown)),
            false => self.paper_table()?,
        };
        let text = self.heading.markdown() + "\n" + &summary.without_empty_columns().markdown();
        Ok(File { name: "summary.md".to_owned(), text })
    }

    fn latex(&self) -> Result<File> {
        let summary = latex::tabular(&self.paper_table()?.without_empty_columns().with_units());
        Ok(self.file("summary.tex".to_owned(), '%', &(latex::TABULAR.to_owned() + &summary)))
    }
}

/// Writes files into a folder and creates the folder if it is missing. It
/// replaces only files that were exported too. At any moment, each file is
/// complete, either the old one or the new one.
///
/// # Errors
///
/// When a file with one of these names was not exported, or when a file cannot
/// be written.
pub fn write(folder: &Path, files: &[File]) -> Result<Vec<PathBuf>> {
    let paths: Vec<PathBuf> = files.iter().map(|file| folder.join(&file.name)).collect();
    for path in &paths {
        if !is_replaceable(path).with_context(|| format!("{}: cannot be read", path.display()))? {
            bail!(
                "{} was not made by `optile export` and is not replaced: choose another folder \
                 with --to",
                path.display()
            );
        }
    }
    fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
    for (path, file) in paths.iter().zip(files) {
        disk::replace(path, |out| out.write_all(file.text.as_bytes()))
            .with_context(|| format!("{}: cannot be written", path.display()))?;
    }
    Ok(paths)
}

/// The file with the heading of the tables and with their names.
const ORIGIN: &str = "origin.txt";

/// Whether replacing this file loses nothing: it does not exist, was exported, or
/// is empty, as version 0.1.0 left it when it was killed. A table was exported if its name is
/// in the file that is written before it.
fn is_replaceable(path: &Path) -> io::Result<bool> {
    let old = match disk::read(path) {
        Ok(old) => old,
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => return Ok(true),
            _ => return Err(error),
        },
    };
    let is_marked = |text: &str| text.lines().next().unwrap_or_default().contains(MARK);
    let is_listed = || {
        let origin = disk::read(&path.with_file_name(ORIGIN)).unwrap_or_default();
        let origin = String::from_utf8_lossy(&origin);
        let name = path.file_name().and_then(|name| name.to_str());
        is_marked(&origin) && origin.lines().any(|line| Some(line) == name)
    };
    Ok(old.is_empty() || is_marked(&String::from_utf8_lossy(&old)) || is_listed())
}
