//! The published figures and their sources, read from `literature.toml`.

use anyhow::{Context, Result, anyhow};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use toml::Table;

/// The published figures.
static LITERATURE: &str = include_str!("literature.toml");

/// The source of a figure.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The authors.
    pub author: String,
    /// The title.
    pub title: String,
    /// The journal, conference or publisher.
    pub venue: String,
    /// The year, if it has one.
    pub year: Option<u16>,
    /// The place in it, and what was taken from there.
    pub place: String,
}

impl Source {
    /// The source as in a bibliography.
    pub fn text(&self) -> String {
        let Self { author, title, venue, year, place } = self;
        let year = year.map(|year| format!(" ({year})")).unwrap_or_default();
        format!("{author}, {title}, {venue}{year}; {place}")
    }
}

/// The part of the literature about one experiment.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Section<T> {
    /// The sources of the figures.
    pub source: Vec<Source>,
    /// The figures.
    pub figures: T,
}

/// The part of the literature about one experiment, with its figures as `T`.
///
/// # Errors
///
/// If there is no such part, or it does not have the form of `T`.
pub(crate) fn section<T: DeserializeOwned>(name: &str) -> Result<Section<T>> {
    let mut all: Table = LITERATURE.parse().context("literature.toml")?;
    let part = all
        .remove(name)
        .ok_or_else(|| anyhow!("literature.toml has no part {name:?}: expected [{name}]"))?;
    // For each type, reading a value of TOML takes several times the code of this.
    let part = serde_json::to_value(part).context("literature.toml")?;
    serde_json::from_value(part).with_context(|| format!("[{name}] of literature.toml"))
}

/// The sources of an experiment's figures.
///
/// # Errors
///
/// As for [`section`].
pub(crate) fn sources(name: &str) -> Result<Vec<Source>> {
    Ok(section::<IgnoredAny>(name)?.source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_named() {
        let message = |name| format!("{:#}", section::<u8>(name).unwrap_err());
        assert!(message("korf1986").contains("no part \"korf1986\""));
        assert!(message("korf1985").contains("[korf1985] of literature.toml"));
    }

    #[test]
    fn sources_read_as_in_a_bibliography() {
        let text = sources("korf1985").unwrap()[0].text();
        assert!(text.starts_with("R. E. Korf, Depth-first iterative-deepening"), "{text}");
        assert!(text.contains("Artificial Intelligence 27 (1985); Table 1"), "{text}");
    }
}
