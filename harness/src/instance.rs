//! Instance files: boards with names and, where known, optimal lengths.

use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use optile_core::{Arrangement, Problem, Size};

use crate::lines::{Lines, quote};

/// A problem with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The name, unique in its file.
    pub id: String,
    /// Where to go from and where to.
    pub problem: Problem,
    /// The optimal length in moves, where it is known.
    pub optimal: Option<u32>,
    /// The counts of a search that others made, where the file has them.
    pub counts: Option<Counts>,
}

/// What somebody's search counted on an instance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes expanded, if they are known.
    pub expanded: Option<u64>,
    /// Successors generated, if they are known.
    pub generated: Option<u64>,
}

impl Counts {
    /// Whether a search counted the same, as far as it is known.
    pub fn agree_with(self, expanded: Option<u64>, generated: Option<u64>) -> bool {
        let agree = |known: Option<u64>, made| known.is_none() || known == made;
        agree(self.expanded, expanded) && agree(self.generated, generated)
    }
}

/// The counts as messages have them.
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.expanded, self.generated) {
            (Some(expanded), None) => write!(f, "expanded {expanded}"),
            (None, Some(generated)) => write!(f, "generated {generated}"),
            (expanded, generated) => write!(
                f,
                "expanded {} and generated {}",
                expanded.unwrap_or_default(),
                generated.unwrap_or_default()
            ),
        }
    }
}

/// The instances of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstanceSet {
    /// The name that the file gives itself, or else the file's own.
    pub name: String,
    /// Where the instances come from.
    pub source: Option<String>,
    /// The instances, in the order of the file.
    pub instances: Vec<Instance>,
}

/// The `#` lines that mean something; all others are comments.
#[derive(Default)]
struct Headers {
    name: Option<String>,
    source: Option<String>,
    size: Option<Size>,
    /// With its line, for complaints when it is looked at later.
    goal: Option<(String, u64)>,
}

impl Headers {
    /// Takes in a `#` line.
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
            bail!("header {:?} is given twice", key.trim());
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

/// Whether a fourth column is a goal rather than a count or nothing.
fn is_goal(column: &str) -> bool {
    column != "-" && !column.is_empty() && !column.bytes().all(|b| b.is_ascii_digit())
}

/// A column that holds a number or `-`.
fn read_number(column: &str, what: &str) -> Result<Option<u64>> {
    match column {
        "-" => Ok(None),
        text => text
            .parse()
            .map(Some)
            .map_err(|_| anyhow!("{what} {} is neither a whole number nor -", quote(text))),
    }
}

fn read_instance(line: &str, headers: &Headers) -> Result<Instance> {
    let columns: Vec<&str> = line.split('\t').map(str::trim).collect();
    let &[id, tiles, optimal, ref rest @ ..] = &columns[..] else {
        bail!(
            "{} has {} columns: expected id, tiles and optimal length or -, parted by tabs",
            quote(line),
            columns.len()
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
    let optimal = read_number(optimal, "optimal length").with_context(of_instance)?;
    let optimal = optimal
        .map(|length| {
            u32::try_from(length).map_err(|_| anyhow!("optimal length {length} is too large"))
        })
        .transpose()
        .with_context(of_instance)?;
    let counts = match rest {
        [expanded, generated, ..] => {
            let expanded = read_number(expanded, "count of expanded nodes");
            let generated = read_number(generated, "count of generated nodes");
            let expanded = expanded.with_context(of_instance)?;
            let generated = generated.with_context(of_instance)?;
            Some(Counts { expanded, generated }).filter(|&counts| counts != Counts::default())
        }
        _ => None,
    };
    let problem = Problem::new(start, goal).with_context(of_instance)?;
    Ok(Instance { id: id.to_owned(), problem, optimal, counts })
}

impl InstanceSet {
    /// Reads an instance file; `-` is standard input.
    ///
    /// # Errors
    ///
    /// When it cannot be read or is no instance file; the message has file,
    /// line and value.
    pub fn open(path: &Path) -> Result<Self> {
        if path == Path::new("-") {
            return Self::read("standard input", "stdin", io::stdin().lock());
        }
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        let stem = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy();
        Self::read(&path.display().to_string(), &stem, file)
    }

    /// Reads instances from what messages call `place`; `name` is the name of
    /// the set unless it names itself.
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
                // A header holds for the whole file; below an instance it
                // would seem to hold for the rest only.
                let mut late = Headers::default();
                let into = if instances.is_empty() { &mut headers } else { &mut late };
                into.read(&line, lines.number()).with_context(|| lines.place())?;
                if late.size.is_some() || late.goal.is_some() {
                    bail!(
                        "{}: {} must stand above the first instance",
                        lines.place(),
                        quote(&line)
                    );
                }
                continue;
            }
            let instance = read_instance(&line, &headers).with_context(|| lines.place())?;
            if let Some(earlier) = seen.insert(instance.id.clone(), lines.number()) {
                bail!(
                    "{}: id {} stands in line {earlier} already",
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
    /// Size and goal become headers where all instances share them.
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
            // Without a common size, rows must tell it.
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

/// The value that all share.
fn common<T: PartialEq>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

/// Tiles parted by blanks.
fn plain(arrangement: &Arrangement) -> String {
    let tiles: Vec<String> = arrangement.tiles().iter().map(u8::to_string).collect();
    tiles.join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Result<InstanceSet> {
        InstanceSet::read("test.tsv", "test", text.as_bytes())
    }

    fn message(text: &str) -> String {
        format!("{:#}", read(text).unwrap_err())
    }

    #[test]
    fn headers_hold_for_every_instance_and_a_goal_column_for_one() {
        let set = read(
            "\u{feff}# name: mine\r\n# size: 3x3\r\n# goal: 0 1 2 3 4 5 6 7 8\r\n# any comment\r\n\r\n\
             a\t1 0 2 3 4 5 6 7 8\t1\r\nb\t1 0 2 3 4 5 6 7 8\t-\t1 2 3 8 0 4 7 6 5\r\n",
        )
        .unwrap();
        assert_eq!(set.name, "mine");
        let [a, b] = &set.instances[..] else { panic!("two instances") };
        assert_eq!((a.id.as_str(), a.optimal), ("a", Some(1)));
        assert_eq!(a.problem.goal().blank(), 0);
        assert_eq!((b.optimal, b.problem.goal().blank()), (None, 4));
    }

    #[test]
    fn columns_after_the_length_may_be_counts() {
        let set = read(
            "# size: 2x2\n1\t1 2 3 0\t0\t140036828\t276361932\n2\t1 2 0 3\t1\t-\t-\n\
             3\t1 2 0 3\t1\t-\t38173507\n",
        );
        let set = set.unwrap();
        let counts = Counts { expanded: Some(140_036_828), generated: Some(276_361_932) };
        assert_eq!(set.instances[0].counts, Some(counts));
        assert_eq!(set.instances[1].counts, None);
        let one = set.instances[2].counts.unwrap();
        assert_eq!(one.to_string(), "generated 38173507");
        assert!(one.agree_with(Some(1), Some(38_173_507)) && !one.agree_with(Some(1), Some(2)));
        let both = read("# size: 2x2\n1\t1 2 3 0\t0\t1 2 0 3\t5\t9\n").unwrap();
        assert_eq!(both.instances[0].problem.goal().blank(), 2);
        assert_eq!(
            both.instances[0].counts,
            Some(Counts { expanded: Some(5), generated: Some(9) })
        );
    }

    #[test]
    fn every_fault_is_named_with_file_line_and_value() {
        for (text, expected) in [
            ("", "test.tsv: no instances"),
            ("# name: empty\n\n", "test.tsv: no instances"),
            ("# size: 3x\n", "test.tsv:1: size \"3x\" is not of the form"),
            ("# size: 1x9\n", "test.tsv:1: board sides must be from 2 to 5"),
            ("# size: 3x3\n# size: 3x3\n", "test.tsv:2: header \"size\" is given twice"),
            ("a 1 2 3\n", "test.tsv:1: \"a 1 2 3\" has 1 columns"),
            ("a\t1 2 3 0\n", "has 2 columns"),
            ("\t1 2 3 0\t-\n", "has no id"),
            ("a\t1 2 3 4\t-\n", "instance \"a\", tiles \"1 2 3 4\": no blank"),
            ("a\t1 2 0 0\t-\n", "two blanks"),
            ("a\t1 2 2 0\t-\n", "tile 2 stands twice and tile 3 is missing"),
            ("a\t1 2 9 0\t-\n", "tile 9 is out of range"),
            ("a\t1 2 3 0 4\t-\n", "5 tiles do not tell the board's size"),
            (
                "# size: 3x3\na\t1 2 3 0\t-\n",
                "test.tsv:2: instance \"a\", tiles \"1 2 3 0\": 4 tiles on a 3x3 board: expected 9",
            ),
            ("a\t1 2 3 0\tfour\n", "optimal length \"four\" is neither a whole number nor -"),
            ("a\t1 2 3 0\t-4\n", "optimal length \"-4\""),
            ("a\t1 2 3 0\t99999999999\n", "optimal length 99999999999 is too large"),
            (
                "a\t1 2 3 0\t0\nb\t1 2 0 3\t1\na\t1 2 3 0\t0\n",
                "test.tsv:3: id \"a\" stands in line 1 already",
            ),
            ("a\t1 2 3 0\t-\t1 2 3\n", "instance \"a\", goal \"1 2 3\": 3 tiles on a 2x2 board"),
            (
                "# goal: 1 2 3\na\t1 2 3 0\t-\n",
                "test.tsv:2: instance \"a\": goal \"1 2 3\" of line 1",
            ),
            ("a\t1 2 3 0\t0\n# size: 2x2\n", "test.tsv:2: \"# size: 2x2\" must stand above"),
            ("a\t1 2 3 0\t0\t5\tx\n", "count of generated nodes \"x\""),
        ] {
            let message = message(text);
            assert!(message.contains(expected), "{text:?} gives {message:?}");
        }
    }

    #[test]
    fn an_unsolvable_pair_is_no_fault() {
        assert!(!read("a\t2 1 3 0\t-\n").unwrap().instances[0].problem.is_solvable());
    }

    #[test]
    fn what_is_written_reads_back() {
        for text in [
            "# size: 2x2\na\t1 2 3 0\t0\nb\t2 1 3 0\t-\n",
            "a\t1 2 3 0\t0\t1 2 0 3\nb\t1 2 / 3 4 / 5 0\t-\n",
        ] {
            let set = read(text).unwrap();
            let mut written = Vec::new();
            set.write(&mut written).unwrap();
            assert_eq!(read(&String::from_utf8(written).unwrap()).unwrap(), set);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = InstanceSet::read("fuzz", "fuzz", &bytes[..]);
        }

        #[test]
        fn no_near_miss_makes_the_reader_panic(
            text in "(# (size|goal|name): ?[0-9x /]{0,12}\n|[a-c]\t([0-8x] ?){0,10}\t(-|[0-9]{1,3})(\t([0-8] ?){0,10})?\r?\n){0,6}"
        ) {
            let _ = read(&text);
        }
    }
}
