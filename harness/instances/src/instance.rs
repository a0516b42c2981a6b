//! Instance files: boards with names and, if they are known, optimal lengths.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use optile_core::{Arrangement, Problem, Size};
use optile_results::counts::Counts;
use optile_results::lines::{Lines, quote};
use optile_results::quantity::counted;

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

/// The instances of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstanceSet {
    /// The name in the file's header, or else the name of the file.
    pub name: String,
    /// The origin of the instances.
    pub source: Option<String>,
    /// The instances, in the order of the file.
    pub instances: Vec<Instance>,
}

/// The headers. Other lines that begin with `#` are comments.
#[derive(Default)]
struct Headers {
    name: Option<String>,
    source: Option<String>,
    size: Option<Size>,
    /// The text, and its line number for error messages. The goal is read
    /// later.
    goal: Option<(String, u64)>,
}

impl Headers {
    /// Reads a line that begins with `#`.
    fn read(&mut self, line: &str, number: u64) -> Result<()> {
        let Some((key, value)) = line.trim_start_matches('#').split_once(':') else {
            return Ok(());
        };
        let value = value.trim();
        let twice = match key.trim() {
            "name" => self.name.replace(value.to_owned()).is_some(),
            "source" => self.source.replace(value.to_owned()).is_some(),
            "size" => self.size.replace(value.parse()?).is_some(),
            "goal" => self.goal.replace((value.to_owned(), number)).is_some(),
            _ => false,
        };
        if twice {
            bail!("header {:?} occurs twice", key.trim());
        }
        Ok(())
    }

    /// The goal for a start of this size.
    fn goal(&self, size: Size) -> Result<Arrangement> {
        match &self.goal {
            None => Ok(Arrangement::goal(size, size.cells() - 1)?),
            Some((text, number)) => Arrangement::parse(text, Some(size))
                .with_context(|| format!("goal {} of line {number}", quote(text))),
        }
    }
}

/// Whether a fourth column is a goal. Otherwise it is a count or empty.
fn is_goal(column: &str) -> bool {
    column != "-" && !column.is_empty() && !column.bytes().all(|b| b.is_ascii_digit())
}

/// A length in an instance file that is wrong for certain, because its board has no solution.
/// It is a wrong answer, which commands tell from input that they cannot read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the optimal length is {0}, but the board has no solution: expected - in its place")]
pub struct LengthOfUnsolvable(pub u32);

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
            "{} has {}: expected id, tiles and optimal length or -, separated by tabs",
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
            let goal = Arrangement::parse(goal, Some(size))
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
        return Err(LengthOfUnsolvable(length)).with_context(of_instance);
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
            return Self::read("standard input", "stdin", io::stdin().lock());
        }
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        let stem = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy();
        Self::read(&path.display().to_string(), &stem, file)
    }

    /// Reads instances. Messages name their origin `place`. `name` is the name of the set if
    /// it has no header with a name.
    ///
    /// # Errors
    ///
    /// As for [`InstanceSet::open`].
    pub fn read(place: &str, name: &str, reader: impl Read) -> Result<Self> {
        let mut lines = Lines::new(place, reader);
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
                if late.size.is_some() || late.goal.is_some() {
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
        if instances.is_empty() {
            bail!("{place}: no instances: expected lines of id, tiles and optimal length or -");
        }
        let name = headers.name.unwrap_or_else(|| name.to_owned());
        Ok(Self { name, source: headers.source, instances })
    }

    /// Writes the set as an instance file.
    ///
    /// Size and goal become headers if all instances have the same.
    ///
    /// # Errors
    ///
    /// When writing fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let size = common(self.instances.iter().map(|instance| instance.problem.size()));
        let goal = common(self.instances.iter().map(|instance| *instance.problem.goal()));
        writeln!(out, "# name: {}", self.name)?;
        if let Some(size) = size {
            writeln!(out, "# size: {size}")?;
        }
        if let Some(goal) = goal {
            writeln!(out, "# goal: {}", plain(&goal))?;
        }
        if let Some(source) = &self.source {
            writeln!(out, "# source: {source}")?;
        }
        let columns = if goal.is_some() { "" } else { ", goal" };
        writeln!(out, "# columns: id, tiles (row-major, 0 = blank), optimal length{columns}")?;
        for Instance { id, problem, optimal, .. } in &self.instances {
            // Without a common size, the separators of the rows show the size.
            let tiles = match size {
                Some(_) => plain(problem.start()),
                None => problem.start().to_string(),
            };
            write!(out, "{id}\t{tiles}\t")?;
            match optimal {
                Some(optimal) => write!(out, "{optimal}")?,
                None => write!(out, "-")?,
            }
            if goal.is_none() {
                write!(out, "\t{}", plain(problem.goal()))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

/// The common value of all; `None` if they differ.
fn common<T: PartialEq>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

/// Tiles separated by spaces.
fn plain(arrangement: &Arrangement) -> String {
    let tiles: Vec<String> = arrangement.tiles().iter().map(u8::to_string).collect();
    tiles.join(" ")
}

#[cfg(test)]
mod tests;
