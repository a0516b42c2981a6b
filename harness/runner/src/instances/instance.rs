//! Instance files: boards with names and, if they are known, optimal lengths.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use anyhow::{Context, Result, bail};
use optile_core::{Arrangement, Problem};
use optile_results::published::Counts;
use optile_results::storage::{digest, disk};
use optile_results::text::lines::{Lines, quote};
use optile_results::text::quantity::counted;
use optile_results::text::read_back::read_back;

use crate::instances::columns::{self, Columns};
use crate::instances::headers::{Description, Headers};
use crate::instances::{bundle, space};

/// A problem with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The name, unique in its file.
    pub id: String,
    /// Start and goal.
    pub problem: Problem,
    /// The optimal length in moves, if it is known.
    pub optimal: Option<u32>,
    /// Published counts of a search, if the file has them.
    pub counts: Option<Counts>,
}

/// Instances of these problems and their lengths, whose names are their places from 1.
pub fn numbered(all: impl IntoIterator<Item = (Problem, Option<u32>)>) -> Vec<Instance> {
    let instance = |(number, (problem, optimal)): (usize, _)| Instance {
        id: number.to_string(),
        problem,
        optimal,
        counts: None,
    };
    (1..).zip(all).map(instance).collect()
}

/// The most repeats that are named.
const MOST_REPEATS: usize = 5;

/// Which instances have the start and goal of an earlier one, in lines for the user. Each place has
/// this name.
pub fn repeats(instances: &[Instance], name: impl Fn(usize) -> String) -> Vec<String> {
    let mut first = HashMap::new();
    let places = instances.iter().enumerate().filter_map(|(place, instance)| {
        let before = *first.entry(instance.problem).or_insert(place);
        (before < place).then_some((before, place))
    });
    let places: Vec<(usize, usize)> = places.collect();
    let said = places.iter().take(MOST_REPEATS);
    let mut lines: Vec<String> = said
        .map(|&(one, two)| format!("the same board twice: {} and {}", name(one), name(two)))
        .collect();
    let more = places.len().saturating_sub(MOST_REPEATS);
    lines.extend((more > 0).then(|| format!("and {}", counted(more, "more repeat"))));
    lines
}

/// The instances of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstanceSet {
    /// The name in the file's header, or else the id there, or else the name of the file.
    pub name: String,
    /// What the file says about itself.
    pub description: Description,
    /// The instances, in the order of the file.
    pub instances: Vec<Instance>,
}

/// A column that holds a number up to `most`, or `-`.
fn read_number(column: &str, what: &str, most: u64) -> Result<Option<u64>> {
    if column == "-" {
        return Ok(None);
    }
    if column.is_empty() || !column.bytes().all(|byte| byte.is_ascii_digit()) {
        bail!("{what} {} is neither a whole number nor -", quote(column));
    }
    match column.parse() {
        Ok(number) if number <= most => Ok(Some(number)),
        _ => bail!("{what} {} is too large: expected at most {most}", quote(column)),
    }
}

/// The cells of a line by the names of their columns, with the spaces that may be a gap.
fn read_cells<'a>(
    line: &'a str,
    named: Option<&Columns>,
) -> Result<HashMap<&'static str, &'a str>> {
    let cells: Vec<&str> = line.split('\t').collect();
    let columns = named.cloned().or_else(|| columns::usual(cells.len()));
    match columns.filter(|columns| columns.len() == cells.len()) {
        Some(columns) => Ok(columns.into_iter().zip(cells).collect()),
        None => bail!(
            "{} has {}: expected {}",
            quote(line),
            counted(cells.len(), "column"),
            match named {
                Some(named) => format!("{}, as the line # columns: says", named.join(" ")),
                None if cells.len() > 3 => format!("at most {}", columns::NAMES.join(" ")),
                None => "id, tiles and optimal length or -, separated by tabs; `optile convert` \
                         makes a set of other lists"
                    .to_owned(),
            }
        ),
    }
}

fn read_instance(line: &str, headers: &Headers) -> Result<Instance> {
    let cells = read_cells(line, headers.columns.as_ref())?;
    let cell = |name| cells.get(name).map_or("-", |cell| cell.trim());
    let id = cell("id");
    if id.is_empty() {
        bail!("{} has no id", quote(line));
    }
    let start = Arrangement::parse(cells["tiles"], headers.size)
        .with_context(|| format!("instance {}, tiles {}", quote(id), quote(cell("tiles"))))?;
    let of_instance = || format!("instance {}", quote(id));
    let size = start.size();
    let is_unnamed = headers.columns.is_none();
    let advice = "name the columns in a line such as # columns: id tiles length expanded";
    let goal = match cell("goal") {
        "" | "-" => headers.goal(size).with_context(of_instance)?,
        goal => Arrangement::goal_of(cells["goal"], size).with_context(|| {
            let is_number = is_unnamed && goal.parse::<u64>().is_ok();
            let advice = if is_number { format!(" (a count? {advice})") } else { String::new() };
            format!("instance {}, goal {}{advice}", quote(id), quote(goal))
        })?,
    };
    let count = |name| {
        let count = cell(name);
        let may_be_goal = is_unnamed && cells.len() == 5 && name == "expanded";
        if may_be_goal && Arrangement::goal_of(count, size).is_ok() {
            bail!("{}: {} may be a goal or a count: {advice}", of_instance(), quote(count));
        }
        read_number(count, &format!("count of {name}"), u64::MAX).with_context(of_instance)
    };
    let length = read_number(cell("length"), "optimal length", u32::MAX.into());
    let optimal = length.with_context(of_instance)?.map(|length| length as u32);
    let counts = Counts { expanded: count("expanded")?, generated: count("generated")? };
    let counts = Some(counts).filter(|&counts| counts != Counts::default());
    let problem = Problem::new(start, goal).with_context(of_instance)?;
    if let Some(length) = optimal.filter(|_| !problem.is_solvable()) {
        bail!(
            "{}: the optimal length is {length}, but the board has no solution: expected - in its \
             place",
            of_instance()
        );
    }
    Ok(Instance { id: id.to_owned(), problem, optimal, counts })
}

impl InstanceSet {
    /// Reads an instance file. `-` is standard input.
    ///
    /// # Errors
    ///
    /// When it cannot be read or is not an instance file. The message has file, line and
    /// value.
    pub fn open(path: &Path) -> Result<Self> {
        if path == Path::new("-") {
            let text = disk::bounded(io::stdin().lock(), disk::MOST_WRITTEN);
            let text = text.context("cannot read standard input")?;
            return Self::read("standard input", "stdin", &text);
        }
        let text = disk::read_input(path);
        let text = text.with_context(|| format!("cannot read {}", path.display()))?;
        let stem = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy();
        Self::read(&path.display().to_string(), &stem, &text)
    }

    /// A bundled set, by its name or its id. `None` if there is none.
    ///
    /// # Errors
    ///
    /// When it has an error.
    pub fn bundled(name: &str) -> Result<Option<Self>> {
        let Some(text) = bundle::instances(name) else { return Ok(None) };
        Self::read(&format!("{name}.tsv"), name, text.as_bytes()).map(Some)
    }

    /// Reads instances. Messages name their origin `place`. `name` is the name of the set if
    /// it has no header with a name.
    ///
    /// # Errors
    ///
    /// As for [`InstanceSet::open`].
    pub fn read(place: &str, name: &str, text: &[u8]) -> Result<Self> {
        let mut lines = Lines::new(place, text);
        let mut headers = Headers::default();
        let mut instances = Vec::new();
        let mut seen: HashMap<String, u64> = HashMap::new();
        while let Some(line) = lines.advance()? {
            if line.trim().is_empty() {
                continue;
            }
            let line = line.to_owned();
            if line.starts_with('#') {
                // A header applies to the whole file. Below an instance, it would seem to
                // apply to the rest only.
                let mut late = Headers::default();
                let into = if instances.is_empty() { &mut headers } else { &mut late };
                into.read(&line, lines.number()).with_context(|| lines.place())?;
                if late.is_of_all() {
                    bail!("{}: {} must be above the first instance", lines.place(), quote(&line));
                }
                continue;
            }
            let instance = read_instance(&line, &headers).with_context(|| lines.place())?;
            if let Some(earlier) = seen.insert(instance.id.clone(), lines.number()) {
                bail!(
                    "{}: id {} is already used in line {earlier}",
                    lines.place(),
                    quote(&instance.id)
                );
            }
            instances.push(instance);
        }
        if let Some(selection) = &headers.selection {
            let what = || format!("{place}: selection {}", quote(selection));
            if !instances.is_empty() {
                bail!("{}: the file has instances of its own", what());
            }
            instances = selected(selection, &headers).with_context(what)?;
        }
        if instances.is_empty() {
            bail!("{place}: no instances: expected lines of id, tiles and optimal length or -");
        }
        let Headers { name: own, description, .. } = headers;
        let name = own.as_deref().or(description.get("id")).unwrap_or(name).to_owned();
        let set = Self { name, description, instances };
        set.description.check(&set.sha256()).with_context(|| place.to_owned())?;
        Ok(set)
    }

    /// The SHA-256 of the instances, in hexadecimal: of the lines for size, goal and instances,
    /// as [`InstanceSet::text`] has them.
    pub fn sha256(&self) -> String {
        let digest = hmac_sha256::Hash::hash(self.lines().as_bytes());
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The set, for the record of a run: SHA-256, id with version, and name. `docs/formats.md`
    /// describes the form.
    pub fn record(&self) -> String {
        let id = match (self.description.get("id"), self.description.get("version")) {
            (Some(id), Some(version)) => format!("{id}@{version}"),
            _ => "-".to_owned(),
        };
        format!("sha256:{} {id} {}", self.sha256(), self.name)
    }

    /// The set as an instance file. Size and goal become headers if all instances have the same.
    ///
    /// # Errors
    ///
    /// When the file would not be read as this set, as with a line end in an id.
    pub fn text(&self) -> Result<String> {
        let beside = usize::from(self.goal().is_none()) + 2 * usize::from(self.has_counts());
        let mut text = format!("# name: {}\n", self.name);
        text.extend(
            self.description.entries().iter().map(|(key, value)| format!("# {key}: {value}\n")),
        );
        let names = columns::usual(3 + beside).unwrap_or_default().join(" ");
        text += &format!("# columns: {names}\n{}", self.lines());
        let read = |text: &[u8]| {
            Self::read("the instance file", "", &disk::bounded(text, disk::MOST_WRITTEN)?)
        };
        read_back(self, text.as_bytes(), read, || self.fault())?;
        Ok(text)
    }

    /// Why it is no instance file.
    fn fault(&self) -> String {
        let is_plain = |what: &str, text: &str| {
            let is_cell = what == "name" || !text.is_empty() && !text.contains('\t');
            is_cell && text.trim() == text && !text.contains(['\n', '\0'])
        };
        let ids = self.instances.iter().map(|instance| ("id", &instance.id));
        match ids.chain([("name", &self.name)]).find(|(what, text)| !is_plain(what, text)) {
            None => "it would be no instance file".to_owned(),
            Some((what, text)) => format!(
                "{what} {} cannot be in an instance file: expected a text without tabs and line ends, \
                 and without spaces at its ends; choose another {what}",
                quote(text)
            ),
        }
    }

    /// The goal of all instances; `None` if they differ.
    fn goal(&self) -> Option<Arrangement> {
        common(self.instances.iter().map(|instance| *instance.problem.goal()))
    }

    fn has_counts(&self) -> bool {
        self.instances.iter().any(|instance| instance.counts.is_some())
    }

    /// The lines for size, goal and instances.
    fn lines(&self) -> String {
        let size = common(self.instances.iter().map(|instance| instance.problem.size()));
        let (goal, has_counts) = (self.goal(), self.has_counts());
        let mut text = String::new();
        text.extend(size.map(|size| format!("# size: {size}\n")));
        text.extend(goal.map(|goal| format!("# goal: {}\n", digest::tiles(&goal))));
        let number = |value: Option<u64>| value.map_or("-".to_owned(), |value| value.to_string());
        for Instance { id, problem, optimal, counts } in &self.instances {
            // Without a common size, the separators of the rows show the size.
            let tiles = match size {
                Some(_) => digest::tiles(problem.start()),
                None => problem.start().to_string(),
            };
            // A line that begins with `#` would be a comment.
            let space = if id.starts_with('#') { " " } else { "" };
            text += &format!("{space}{id}\t{tiles}\t{}", number(optimal.map(u64::from)));
            if goal.is_none() {
                text += &format!("\t{}", digest::tiles(problem.goal()));
            }
            if has_counts {
                let Counts { expanded, generated } = counts.unwrap_or_default();
                text += &format!("\t{}\t{}", number(expanded), number(generated));
            }
            text += "\n";
        }
        text
    }
}

/// The instances of a header that stands in place of lines.
fn selected(selection: &str, headers: &Headers) -> Result<Vec<Instance>> {
    if selection == "all" {
        let Some(size) = headers.size else {
            bail!("no size: expected a line such as # size: 3x3")
        };
        let all = space::by_distance(headers.goal(size)?)?;
        return Ok(numbered(all.into_iter().map(|(problem, length)| (problem, Some(length)))));
    }
    let mut words = selection.split(' ');
    let name = words.next().unwrap_or_default();
    let Some(set) = InstanceSet::bundled(name)? else {
        bail!("expected all, or a bundled set in place of {}", quote(name))
    };
    let mut chosen: Vec<Instance> = Vec::new();
    for id in words {
        if chosen.iter().any(|instance| instance.id == id) {
            bail!("id {} occurs twice", quote(id));
        }
        match set.instances.iter().find(|instance| instance.id == id) {
            Some(instance) => chosen.push(instance.clone()),
            None => bail!("{name} has no instance {}", quote(id)),
        }
    }
    Ok(chosen)
}

/// The common value of all; `None` if they differ.
fn common<T: PartialEq>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

#[cfg(test)]
mod tests;
