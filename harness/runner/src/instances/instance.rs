//! Instance files: boards with names and, if they are known, optimal lengths.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use optile_core::{Arrangement, Problem};
use optile_results::lines::{Lines, quote};
use optile_results::published::Counts;
use optile_results::quantity::counted;
use optile_results::{digest, disk};

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
pub(crate) fn numbered(all: impl IntoIterator<Item = (Problem, Option<u32>)>) -> Vec<Instance> {
    let instance = |(number, (problem, optimal)): (usize, _)| Instance {
        id: number.to_string(),
        problem,
        optimal,
        counts: None,
    };
    (1..).zip(all).map(instance).collect()
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

/// Whether a fourth column is a goal. Otherwise it is a count or empty.
fn is_goal(column: &str) -> bool {
    column != "-" && !column.is_empty() && !column.bytes().all(|b| b.is_ascii_digit())
}

/// A column that holds a number up to `most`, or `-`.
fn read_number<T>(column: &str, what: &str, most: T) -> Result<Option<T>>
where
    T: TryFrom<u64> + Into<u64>,
{
    if column == "-" {
        return Ok(None);
    }
    if column.is_empty() || !column.bytes().all(|byte| byte.is_ascii_digit()) {
        bail!("{what} {} is neither a whole number nor -", quote(column));
    }
    let number = column.parse().ok().and_then(|number: u64| T::try_from(number).ok());
    match number {
        Some(number) => Ok(Some(number)),
        None => bail!("{what} {} is too large: expected at most {}", quote(column), most.into()),
    }
}

fn read_instance(line: &str, headers: &Headers) -> Result<Instance> {
    let columns: Vec<&str> = line.split('\t').map(str::trim).collect();
    let &[id, tiles, optimal, ref rest @ ..] = &columns[..] else {
        bail!(
            "{} has {}: expected id, tiles and optimal length or -, separated by tabs; `optile convert` \
             makes a set of other lists",
            quote(line),
            counted(columns.len(), "column")
        );
    };
    if id.is_empty() {
        bail!("{} has no id", quote(line));
    }
    let start = Arrangement::parse(tiles, headers.size)
        .with_context(|| format!("instance {}, tiles {}", quote(id), quote(tiles)))?;
    let of_instance = || format!("instance {}", quote(id));
    let size = start.size();
    let (goal, rest) = match rest {
        [goal, rest @ ..] if is_goal(goal) => {
            let goal = Arrangement::goal_of(goal, size)
                .with_context(|| format!("instance {}, goal {}", quote(id), quote(goal)))?;
            (goal, rest)
        }
        _ => (headers.goal(size).with_context(of_instance)?, rest),
    };
    let optimal = read_number(optimal, "optimal length", u32::MAX).with_context(of_instance)?;
    let counts = match rest {
        [expanded, generated, ..] => {
            let expanded = read_number(expanded, "count of expanded nodes", u64::MAX);
            let generated = read_number(generated, "count of generated nodes", u64::MAX);
            let expanded = expanded.with_context(of_instance)?;
            let generated = generated.with_context(of_instance)?;
            Some(Counts { expanded, generated }).filter(|&counts| counts != Counts::default())
        }
        _ => None,
    };
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
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        let text = disk::bounded(file, disk::MOST_WRITTEN);
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
    /// as [`InstanceSet::write`] writes them.
    pub fn sha256(&self) -> String {
        let mut text = Vec::new();
        let written = self.write_instances(&mut text);
        written.unwrap_or_else(|error| unreachable!("a vector takes every text: {error}"));
        hmac_sha256::Hash::hash(&text).iter().map(|byte| format!("{byte:02x}")).collect()
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

    /// Writes the set as an instance file.
    ///
    /// Size and goal become headers if all instances have the same.
    ///
    /// # Errors
    ///
    /// When writing fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "# name: {}", self.name)?;
        for (key, value) in self.description.entries() {
            writeln!(out, "# {key}: {value}")?;
        }
        let goal = if self.goal().is_some() { "" } else { ", goal" };
        let counts = if self.has_counts() { ", nodes expanded, nodes generated" } else { "" };
        let columns = "id, tiles (row-major, 0 = blank), optimal length";
        writeln!(out, "# columns: {columns}{goal}{counts}")?;
        self.write_instances(out)
    }

    /// The goal of all instances; `None` if they differ.
    fn goal(&self) -> Option<Arrangement> {
        common(self.instances.iter().map(|instance| *instance.problem.goal()))
    }

    fn has_counts(&self) -> bool {
        self.instances.iter().any(|instance| instance.counts.is_some())
    }

    fn write_instances(&self, out: &mut dyn Write) -> io::Result<()> {
        let size = common(self.instances.iter().map(|instance| instance.problem.size()));
        let (goal, has_counts) = (self.goal(), self.has_counts());
        if let Some(size) = size {
            writeln!(out, "# size: {size}")?;
        }
        if let Some(goal) = goal {
            writeln!(out, "# goal: {}", digest::tiles(&goal))?;
        }
        let number = |value: Option<u64>| value.map_or("-".to_owned(), |value| value.to_string());
        for Instance { id, problem, optimal, counts } in &self.instances {
            // Without a common size, the separators of the rows show the size.
            let tiles = match size {
                Some(_) => digest::tiles(problem.start()),
                None => problem.start().to_string(),
            };
            write!(out, "{id}\t{tiles}\t{}", number(optimal.map(u64::from)))?;
            if goal.is_none() {
                write!(out, "\t{}", digest::tiles(problem.goal()))?;
            }
            if has_counts {
                let Counts { expanded, generated } = counts.unwrap_or_default();
                write!(out, "\t{}\t{}", number(expanded), number(generated))?;
            }
            writeln!(out)?;
        }
        Ok(())
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
