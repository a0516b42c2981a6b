//! `optile convert`: sets of instances from files as other programs have them.

mod columns;
mod fields;
mod positions;
mod scan;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use optile_core::{Problem, Size};
use optile_results::storage::disk;
use optile_results::text::quantity::counted;
use optile_results::text::terminal::say;
use optile_runner::instances::headers::Description;
use optile_runner::instances::instance::{Instance, InstanceSet, numbered, repeats};

use super::problems::Problems;
use super::spelling::{Boards, Known};
use crate::command::exit::Exit;
use crate::command::output::{self, ensure_writable};

/// Make an instance file of lists and boards as other programs have them
///
/// Reads lists with a board on each line, with or without an id, the optimal length and a count of
/// nodes; boards of several lines; the positions of tiles, as in Burns's files; and PDDL problems
/// of the sliding-tile domain; and lists in JSON, CSV and programs. It says what it takes each
/// column for, and of a folder how many files are of each kind and which ones it refuses.
#[derive(Debug, Args)]
pub(in crate::command) struct Arguments {
    /// Files, and folders of files with one board each
    #[arg(required = true, value_name = "FILE|FOLDER")]
    inputs: Vec<PathBuf>,
    /// The instance file to write; an existing file is replaced
    #[arg(long, short, value_name = "SET.tsv")]
    output: PathBuf,
    /// The goal of boards that have none, as for `solve` [default: blank-last]
    #[arg(long, value_name = "GOAL")]
    goal: Option<String>,
    /// The size of boards that do not stand in rows [default: a square]
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    /// Keep boards without a solution, with - for their length
    #[arg(long)]
    keep_unsolvable: bool,
}

/// What a file has: its instances with their lines, and what is to be said of them.
struct Content {
    instances: Vec<(u64, Instance)>,
    note: String,
    /// An unusual text of a board, and how it was read.
    example: String,
    /// Whether each board has a goal of its own.
    has_goals: bool,
}

impl Content {
    /// Boards with numbers for ids, and their lines.
    fn of(problems: Vec<(u64, Problem)>, note: &str, has_goals: bool) -> Self {
        let (lines, problems): (Vec<u64>, Vec<Problem>) = problems.into_iter().unzip();
        let unknown = problems.into_iter().map(|problem| (problem, None));
        let instances = lines.into_iter().zip(numbered(unknown)).collect();
        Self { instances, note: note.to_owned(), example: String::new(), has_goals }
    }

    fn read(text: &str, place: &str, known: &Known, keeps_unsolvable: bool) -> Result<Self> {
        if text.contains("(define") {
            let (problem, order) = positions::of_facts(text)?;
            return Ok(Self::of(
                vec![(1, problem)],
                &format!("facts of PDDL, cells as {order}"),
                true,
            ));
        }
        if text.contains("starting positions") {
            return Ok(Self::of(
                vec![(1, positions::of_numbers(text)?)],
                "positions of tiles",
                true,
            ));
        }
        let mut boards = Boards::new(place, text.as_bytes(), known.clone());
        let (mut problems, mut notes, mut has_goals) = (Vec::new(), Vec::new(), true);
        let fault = loop {
            match boards.advance() {
                Ok(Some(posed)) => {
                    problems.push((posed.line, posed.problem));
                    notes.extend(posed.note);
                    has_goals &= posed.has_goal;
                }
                Ok(None) => {
                    let cut = notes.iter().find(|note| note.contains("has no blank"));
                    let example = cut.or(notes.first()).map(|note| format!("; the first {note}"));
                    let example = example.unwrap_or_default();
                    return Ok(Self { example, ..Self::of(problems, "boards only", has_goals) });
                }
                Err(fault) => break fault,
            }
        };
        let list = match columns::read(text, known, keeps_unsolvable)? {
            None => fields::read(text, known)?,
            Some((instances, note)) => Some((instances, note, false)),
        };
        let (instances, note, has_goals) = list.ok_or(fault)?;
        Ok(Self { instances, note, example: String::new(), has_goals })
    }
}

impl Arguments {
    pub(in crate::command) fn execute(self) -> Result<Exit> {
        let output = &self.output;
        if output != Path::new(STREAM) {
            ensure_writable(output)?;
        }
        let known = Known { goal: self.goal, size: self.size };
        let (mut instances, mut exit) = (Vec::new(), Exit::Success);
        for input in &self.inputs {
            let is_folder = input.is_dir();
            let mut files = match is_folder {
                false => vec![input.clone()],
                true => fs::read_dir(input)?
                    .map(|entry| Ok(entry?.path()))
                    .collect::<Result<Vec<_>>>()?,
            };
            files.sort();
            let is_one_each = is_folder || self.inputs.len() > 1;
            let mut kinds = BTreeMap::<String, usize>::new();
            for file in files {
                match read(&file, &known, is_one_each, self.keep_unsolvable) {
                    Ok(mut content) => {
                        instances.append(&mut content.instances);
                        match is_folder {
                            true => *kinds.entry(content.note).or_default() += 1,
                            false => {
                                say(&format!(
                                    "{}: {}{}",
                                    file.display(),
                                    content.note,
                                    content.example
                                ));
                            }
                        }
                    }
                    Err(fault) if is_folder => {
                        say(&format!("refused: {fault:#}"));
                        exit = Exit::Incomplete;
                    }
                    Err(fault) => return Err(fault),
                }
            }
            for (kind, count) in kinds {
                say(&format!("{}: {}, {kind}", input.display(), counted(count, "file")));
            }
        }
        ensure!(!instances.is_empty(), "no boards: expected files of boards");
        let lines = instances.iter().map(|(line, one)| match self.inputs.len() {
            1 if !self.inputs[0].is_dir() => format!("line {line}"),
            _ => one.id.clone(),
        });
        let names: Vec<String> = lines.collect();
        let instances: Vec<Instance> = instances.into_iter().map(|(_, one)| one).collect();
        repeats(&instances, |place| names[place].clone()).iter().for_each(|line| say(line));
        write(output, instances)?;
        Ok(exit)
    }
}

/// The boards of a file, perhaps only one, which then has the name of the file.
fn read(file: &Path, known: &Known, is_one: bool, keeps_unsolvable: bool) -> Result<Content> {
    let place = file.display().to_string();
    let bytes = disk::read(file).with_context(|| format!("cannot read {place}"))?;
    let text = String::from_utf8_lossy(&bytes);
    let content = Content::read(&text, &place, known, keeps_unsolvable);
    // The message of a board names the file and the line itself.
    let mut content = content.map_err(|fault| match format!("{fault:#}").starts_with(&place) {
        true => fault,
        false => fault.context(place.clone()),
    })?;
    let boards = content.instances.iter().map(|(line, one)| (*line, &one.problem));
    if let Err(fault) = columns::ensure_solvable(boards)
        && !keeps_unsolvable
    {
        // With a goal of their own, or a named one, it is known that they have none.
        ensure!(known.goal.is_some() || content.has_goals, fault.context(place));
        let count = content.instances.iter().filter(|(_, one)| !one.problem.is_solvable()).count();
        content.note.push_str(&format!("; {} without a solution", counted(count, "board")));
    }
    if is_one {
        let [(_, instance)] = &mut content.instances[..] else {
            bail!("{place} has several boards: expected one in each of several files");
        };
        instance.id = file.file_stem().unwrap_or_default().to_string_lossy().into();
    }
    Ok(content)
}

/// What to do with a file that `solve` cannot read.
pub(super) fn advice(file: &OsString) -> Option<String> {
    let bytes = disk::read(Path::new(file)).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let file = file.display();
    if InstanceSet::read("set", "set", &bytes).is_ok() {
        return Some(format!("an instance file: `optile run --instances {file}` reads it"));
    }
    let has_places = text.contains("(define") || text.contains("starting positions");
    let known = Known::default();
    let is_list = has_places
        || !matches!(columns::read(&text, &known, true), Ok(None))
        || matches!(fields::read(&text, &known), Ok(Some(_)));
    is_list.then(|| format!("a list: `optile convert {file} -o SET.tsv` makes a set of it"))
}

/// The name of the output that is a stream of this process, and no file.
const STREAM: &str = "/dev/stdout";

fn write(output: &Path, instances: Vec<Instance>) -> Result<()> {
    let name = output.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let description =
        Description::generated(format!("optile {} convert", env!("CARGO_PKG_VERSION")));
    let count = counted(instances.len(), "instance");
    let text = InstanceSet { name, description, instances }.text()?;
    match output == Path::new(STREAM) {
        true => io::stdout().write_all(text.as_bytes())?,
        false => output::write(output, text.as_bytes())?,
    }
    say(&format!("wrote {}: {count}", output.display()));
    Ok(())
}
