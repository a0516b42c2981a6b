//! What `literature.toml` says about each experiment.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;

use crate::comparison::table::ComparisonRow;

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
    /// The sources of the figures, and what was taken from each.
    pub(crate) sources: Vec<String>,
    /// What a reader should know about the comparison, one paragraph each.
    pub(crate) remarks: Vec<String>,
    #[serde(default)]
    explanations: Vec<Explanation>,
    /// The figures, in a form that only the experiment knows.
    #[serde(default)]
    pub(crate) figures: Value,
}

/// Why rows differ from what was published.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Explanation {
    why: String,
    covers: Vec<Cover>,
}

/// The rows that an explanation covers, if the ratio of measured to published is in a range.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cover {
    rows: Vec<String>,
    /// The least and the greatest ratio.
    ratios: [f64; 2],
}

impl Article {
    /// Explains a row, if an explanation covers it.
    pub(crate) fn explain(&self, row: &mut ComparisonRow) {
        for Explanation { why, covers } in &self.explanations {
            for Cover { rows, ratios } in covers {
                if rows.contains(&row.quantity) {
                    row.because(*ratios, why);
                }
            }
        }
    }
}
