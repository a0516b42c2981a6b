//! `optile convert`: sets of instances from files as other programs have them.

mod columns;
mod positions;

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use optile_core::{Problem, Size};
use optile_results::disk;
use optile_results::quantity::counted;
use optile_runner::instances::headers::Description;
use optile_runner::instances::instance::{Instance, InstanceSet, numbered};

use super::problems::Problems;
use super::source::say;
use super::spelling::{Boards, Known};
use crate::command::exit::Exit;
use crate::command::output::{self, ensure_writable};

/// Make an instance file of lists and boards as other programs have them
///
/// Reads lists with a board on each line, with or without an id, the optimal length and a count of
/// nodes; boards of several lines; the positions of tiles, as in Burns's files; and PDDL problems
/// of the sliding-tile domain. It says what it takes each column for.
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
}

/// What a file has: its instances, and what is to be said of them.
struct Content {
    instances: Vec<Instance>,
    note: String,
}

impl Content {
    /// Boards with numbers for ids.
    fn of(problems: Vec<Problem>, note: &str) -> Self {
        let unknown = problems.into_iter().map(|problem| (problem, None));
        Self { instances: numbered(unknown), note: note.to_owned() }
    }

    fn read(text: &str, place: &str, known: &Known) -> Result<Self> {
        if text.contains("(define") {
            let (problem, order) = positions::of_facts(text).with_context(|| place.to_owned())?;
            return Ok(Self::of(vec![problem], &format!("facts of PDDL, cells as {order}")));
        }
        if text.contains("starting positions") {
            let problem = positions::of_numbers(text).with_context(|| place.to_owned())?;
            return Ok(Self::of(vec![problem], "positions of tiles"));
        }
        let mut boards = Boards::new(place, text.as_bytes(), known.clone());
        let (mut problems, mut notes) = (Vec::new(), Vec::new());
        let fault = loop {
            match boards.advance() {
                Ok(Some(posed)) => {
                    if !posed.has_goal {
                        columns::ensure_goal(known, &posed.problem)?;
                    }
                    problems.push(posed.problem);
                    notes.extend(posed.note);
                }
                Ok(None) => {
                    notes.iter().for_each(|note| say(note));
                    return Ok(Self::of(problems, "boards only"));
                }
                Err(fault) => break fault,
            }
        };
        let list = columns::read(text, known).with_context(|| place.to_owned())?;
        list.map(|(instances, note)| Self { instances, note }).ok_or(fault)
    }
}

impl Arguments {
    pub(in crate::command) fn execute(self) -> Result<Exit> {
        let output = &self.output;
        if output != Path::new(STREAM) {
            ensure_writable(output)?;
        }
        let known = Known { goal: self.goal, size: self.size };
        let mut instances = Vec::new();
        for input in &self.inputs {
            let folder = input.is_dir().then(|| fs::read_dir(input)).transpose()?;
            let mut files = match folder {
                None => vec![input.clone()],
                Some(folder) => {
                    folder.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?
                }
            };
            files.sort();
            let is_one_each = files.len() > 1 || self.inputs.len() > 1 || input.is_dir();
            for file in files {
                let place = file.display().to_string();
                let bytes = disk::read(&file).with_context(|| format!("cannot read {place}"))?;
                let text = String::from_utf8_lossy(&bytes);
                let mut content = Content::read(&text, &place, &known)?;
                if is_one_each {
                    let [instance] = &mut content.instances[..] else {
                        bail!("{place} has several boards: expected one in each of several files");
                    };
                    instance.id = file.file_stem().unwrap_or_default().to_string_lossy().into();
                }
                say(&format!("{place}: {}", content.note));
                instances.append(&mut content.instances);
            }
        }
        ensure!(!instances.is_empty(), "no boards: expected files of boards");
        write(output, instances)
    }
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
    let is_list = has_places || !matches!(columns::read(&text, &Known::default()), Ok(None));
    is_list.then(|| format!("a list: `optile convert {file} -o SET.tsv` makes a set of it"))
}

/// The name of the output that is a stream of this process, and no file.
const STREAM: &str = "/dev/stdout";

fn write(output: &Path, instances: Vec<Instance>) -> Result<Exit> {
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
    Ok(Exit::Success)
}
