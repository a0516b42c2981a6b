//! What `literature.toml` says about each experiment.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;

/// The parts of the file, by experiment.
pub(crate) static LITERATURE: LazyLock<BTreeMap<String, Article>> = LazyLock::new(|| {
    // The file is part of the program.
    toml::from_str(include_str!("literature.toml")).unwrap_or_else(|error| panic!("{error}"))
});

/// What people read about an experiment, and what was published.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Article {
    /// One line for listings.
    pub(crate) title: String,
    /// What is run, in a few sentences.
    pub(crate) about: String,
    /// The approximate processor time.
    pub(crate) cost: String,
    /// What a reader should know about the comparison, one paragraph each.
    pub(crate) remarks: Vec<String>,
    /// The sources of the figures.
    pub(crate) source: Vec<Source>,
    /// The figures, in a form that only the experiment knows.
    #[serde(default)]
    pub(crate) figures: Value,
}

/// The source of a figure.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Source {
    author: String,
    title: String,
    /// The journal, conference or publisher.
    venue: String,
    year: Option<u16>,
    /// The place in it, and what was taken from there.
    place: String,
}

impl Source {
    /// The source as in a bibliography.
    pub(crate) fn text(&self) -> String {
        let Self { author, title, venue, year, place } = self;
        let year = year.map(|year| format!(" ({year})")).unwrap_or_default();
        format!("{author}, {title}, {venue}{year}; {place}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_read_as_in_a_bibliography() {
        let text = LITERATURE["korf1985"].source[0].text();
        assert!(text.starts_with("R. E. Korf, Depth-first iterative-deepening"), "{text}");
        assert!(text.contains("Artificial Intelligence 27 (1985); Table 1"), "{text}");
    }
}
