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

use crate::measure::Measure;
use crate::ranking::{self, Ranking};
use crate::report::Analysis;
use crate::report::{note, table};
use crate::table::{Table, latex};
use heading::{Heading, MARK};
use optile_results::disk;
use optile_results::record::Origin;

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

/// What to export.
#[derive(Clone, Debug)]
pub struct Options {
    /// The formats.
    pub formats: Vec<Format>,
    /// The measures of the tables of ranks and of instances.
    pub measures: Vec<Measure>,
    /// Moves in a band of optimal lengths; at least 1.
    pub band: u32,
}

/// A file to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name in the folder.
    pub name: String,
    /// What it holds.
    pub text: String,
}

/// The number of strategies in a table of instances that fit on a page.
const COLUMNS: usize = 6;

/// All files that `options` ask for. `maker` is the process that exports.
///
/// # Errors
///
/// When the results contradict themselves or hold no instance to rank on.
pub fn export(analysis: &Analysis<'_>, maker: &Origin, options: &Options) -> Result<Vec<File>> {
    let ranking = |&measure: &Measure| {
        let by = vec![ranking::Key::Size, ranking::Key::Length];
        let (band, strategies) = (options.band, Vec::new());
        Ranking::of(&analysis.trials, &ranking::Options { measure, by, band, strategies })
    };
    let exporter = Exporter {
        heading: Heading::new(analysis.results, maker),
        rankings: options.measures.iter().map(ranking).collect::<Result<_>>()?,
        analysis,
    };
    let mut files = Vec::new();
    for format in &options.formats {
        files.extend(match format {
            Format::Csv => exporter.csv()?,
            Format::Markdown => exporter.markdown(),
            Format::Latex => exporter.latex(),
        });
    }
    if options.formats.contains(&Format::Latex) {
        files.push(exporter.preview(&files));
    }
    Ok(files)
}

struct Exporter<'a> {
    analysis: &'a Analysis<'a>,
    /// One for each measure.
    rankings: Vec<Ranking>,
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
        let summary = table(&self.analysis.summaries, |column| column.field);
        let mut files = vec![file("summary", &summary)?];
        for ranking in &self.rankings {
            let measure = ranking.measure;
            files.push(file(&format!("ranks-{measure}"), &ranking.field_table())?);
        }
        files.push(file("instances", &tables::fields_of_instances(&self.analysis.trials))?);
        let names: String = files.iter().map(|file| format!("{}\n", file.name)).collect();
        files.insert(0, self.file(ORIGIN.to_owned(), '#', &names));
        Ok(files)
    }

    /// The table of strategies for papers.
    fn summary(&self) -> Table {
        let Analysis { results, summaries, .. } = self.analysis;
        let part = results.part().map(|part| format!(" ({part})")).unwrap_or_default();
        let caption = format!("Strategies on {}{part}. {}", results.scope(), note(summaries));
        Table {
            caption,
            ..table(summaries, |column| column.heading.filter(|_| column.is_in_papers))
                .without_empty_columns()
        }
    }

    fn markdown(&self) -> Vec<File> {
        let file = |name: &str, table: &Table| File {
            name: format!("{name}.md"),
            text: self.heading.markdown() + "\n" + &table.markdown(),
        };
        let trials = &self.analysis.trials;
        let mut files = vec![file("summary", &self.summary())];
        for ranking in &self.rankings {
            let measure = ranking.measure;
            let instances = tables::of_instances(trials, trials.strategies(), measure);
            files.push(file(&format!("ranks-{measure}"), &ranking.paper_table()));
            files.push(file(&format!("instances-{measure}"), &instances));
        }
        files
    }

    fn latex(&self) -> Vec<File> {
        let file = |name: &str, text: String| self.file(format!("{name}.tex"), '%', &text);
        let trials = &self.analysis.trials;
        let summary = latex::tabular(&self.summary());
        let mut files = vec![file("summary", latex::TABULAR.to_owned() + &summary)];
        for ranking in &self.rankings {
            let measure = ranking.measure;
            let ranks = latex::long_table(&ranking.paper_table());
            let of = |strategies: &[&str]| {
                latex::long_table(&tables::of_instances(trials, strategies, measure))
            };
            let parts: String = trials.strategies().chunks(COLUMNS).map(of).collect();
            let long = |text: String| latex::LONG_TABLE.to_owned() + &text;
            files.push(file(&format!("ranks-{measure}"), long(ranks)));
            files.push(file(&format!("instances-{measure}"), long(parts)));
        }
        files
    }

    /// A document that includes all files.
    fn preview(&self, files: &[File]) -> File {
        let mut text = String::from(
            "\\documentclass{article}\n\\usepackage[margin=25mm]{geometry}\n\
             \\usepackage{booktabs,longtable}\n\\begin{document}\n",
        );
        for file in files.iter().filter(|file| file.name.ends_with(".tex")) {
            let name = file.name.trim_end_matches(".tex");
            text.push_str(&format!("\\input{{{name}}}\n\n"));
        }
        text.push_str("\\end{document}\n");
        self.file("preview.tex".into(), '%', &text)
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
