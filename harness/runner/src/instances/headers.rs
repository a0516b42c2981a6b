//! The headers of an instance file.

use anyhow::{Context, Result, bail};
use optile_core::{Arrangement, Size};
use optile_results::text::lines::quote;

use crate::instances::bundle;
use crate::instances::columns::{self, Columns};

/// The keys of a description.
const KEYS: [&str; 6] = ["id", "version", "licence", "source", "generator", "sha256"];

/// What a set of instances says about itself: headers by key. `docs/formats.md` describes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description(Vec<(&'static str, String)>);

impl Description {
    /// A description of what a generator made.
    pub fn generated(generator: String) -> Self {
        Self(vec![("generator", generator)])
    }

    /// The headers, in the order of the file.
    pub fn entries(&self) -> &[(&'static str, String)] {
        &self.0
    }

    /// The value of a header.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|entry| entry.0 == key).map(|entry| entry.1.as_str())
    }

    /// Checks that the instances, which have this SHA-256, are those that the headers name.
    ///
    /// # Errors
    ///
    /// When the headers have another SHA-256, or name a bundled set with another one, or have
    /// an id without a version.
    pub(crate) fn check(&self, found: &str) -> Result<()> {
        let mut name = "the set".to_owned();
        match (self.get("id"), self.get("version")) {
            (Some(id), Some(version)) => {
                name = format!("{id} version {version}");
                if let Some(expected) = bundle::sha256(id, version).filter(|&known| known != found)
                {
                    bail!(
                        "{name} is a bundled set with the SHA-256 {expected}, but these instances \
                         have {found}: restore the file, or give the changed set another id"
                    );
                }
            }
            (None, None) => {}
            (Some(id), None) => bail!("{id} has no version: expected a line such as # version: 1"),
            (None, Some(version)) => bail!("version {version} has no id: expected a line # id:"),
        }
        if let Some(expected) =
            self.get("sha256").filter(|&expected| !expected.eq_ignore_ascii_case(found))
        {
            bail!(
                "the instances of {name} have the SHA-256 {found}, and the header has {}: restore \
                 the file, or give the changed set another id or version and this SHA-256",
                quote(expected)
            );
        }
        Ok(())
    }
}

/// The headers. Other lines that begin with `#` are comments.
#[derive(Default)]
pub(crate) struct Headers {
    pub(crate) name: Option<String>,
    pub(crate) description: Description,
    pub(crate) size: Option<Size>,
    /// In place of lines: `all`, or the name of a bundled set and ids of its instances.
    pub(crate) selection: Option<String>,
    /// The text, and its line number for error messages. The goal is read
    /// later.
    pub(crate) goal: Option<(String, u64)>,
    /// The names of the columns, if the file says them.
    pub(crate) columns: Option<Columns>,
}

impl Headers {
    /// Reads a line that begins with `#`.
    pub(crate) fn read(&mut self, line: &str, number: u64) -> Result<()> {
        let Some((key, value)) = line.trim_start_matches('#').split_once(':') else {
            return Ok(());
        };
        // Further spaces may be the gap of a goal.
        let text = value.strip_prefix(' ').unwrap_or(value).trim_end();
        let (key, value) = (key.trim(), text.trim());
        // Each version has one form, so that texts can be compared.
        let is_number = !value.starts_with(['0', '+']) && value.parse::<u32>().is_ok();
        if key == "version" && !is_number {
            bail!("version {} is not a whole number from 1", quote(value));
        }
        let twice = match key {
            "name" => self.name.replace(value.to_owned()).is_some(),
            "size" => self.size.replace(value.parse()?).is_some(),
            "goal" => self.goal.replace((text.to_owned(), number)).is_some(),
            "columns" => {
                columns::named(value)?.is_some_and(|names| self.columns.replace(names).is_some())
            }
            "selection" => self.selection.replace(value.to_owned()).is_some(),
            _ => match KEYS.into_iter().find(|&known| known == key) {
                Some(key) => {
                    let known = self.description.get(key).is_some();
                    self.description.0.push((key, value.to_owned()));
                    known
                }
                None => false,
            },
        };
        if twice {
            bail!("header {key:?} occurs twice");
        }
        Ok(())
    }

    /// Whether there is a header that says something about every instance.
    pub(crate) fn is_of_all(&self) -> bool {
        let of_all = |key| self.description.get(key).is_some();
        ["id", "version", "sha256"].into_iter().any(of_all)
            || self.selection.is_some()
            || self.size.is_some()
            || self.goal.is_some()
            || self.columns.is_some()
    }

    /// The goal for a start of this size.
    pub(crate) fn goal(&self, size: Size) -> Result<Arrangement> {
        match &self.goal {
            None => Ok(Arrangement::goal(size, size.cells() - 1)?),
            Some((text, number)) => Arrangement::goal_of(text, size)
                .with_context(|| format!("goal {} of line {number}", quote(text))),
        }
    }
}
