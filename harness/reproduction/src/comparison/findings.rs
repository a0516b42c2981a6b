//! The comparison of an experiment: its rows, tables, notes and score.

use std::ops::RangeInclusive;

use super::published_figure::Grade;
use super::verdict::{ComparisonVerdict, Measured, Published};

/// The result of running an experiment again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// What was run, if it is only a part of the experiment.
    pub subset: Option<String>,
    /// The comparison.
    pub tables: Vec<ComparisonTable>,
    /// What a reader should know about it, one paragraph each.
    pub remarks: Vec<String>,
}

/// Rows that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparisonTable {
    /// Their common title.
    pub title: String,
    /// The rows.
    pub rows: Vec<ComparisonRow>,
    /// Whether rows that agree are only counted, because there are many.
    pub is_folded: bool,
}

impl ComparisonTable {
    /// A table that is shown in full.
    pub fn new(title: impl Into<String>, rows: Vec<ComparisonRow>) -> Self {
        Self { title: title.into(), rows, is_folded: false }
    }

    /// A table of many rows, of which those that agree are only counted.
    pub fn folded(title: impl Into<String>, rows: Vec<ComparisonRow>) -> Self {
        Self { title: title.into(), rows, is_folded: true }
    }

    /// The distinct notes of the rows, in order.
    pub fn notes(&self) -> Vec<&str> {
        let mut notes: Vec<&str> = Vec::new();
        for note in self.rows.iter().filter_map(|row| row.note.as_deref()) {
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        notes
    }

    /// The number of a row's note in [`ComparisonTable::notes`], from 1.
    pub fn note_number(&self, row: &ComparisonRow) -> Option<usize> {
        let note = row.note.as_deref()?;
        self.notes().iter().position(|&other| other == note).map(|place| place + 1)
    }
}

/// One quantity, as published and as measured.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparisonRow {
    /// What it is.
    pub quantity: String,
    /// What was published.
    pub published: Published,
    /// What came out.
    pub measured: Measured,
    /// How they compare.
    pub verdict: ComparisonVerdict,
    /// Why they differ, or what else is to be said.
    pub note: Option<String>,
}

impl ComparisonRow {
    /// A row with the verdict on the two values.
    pub fn new(quantity: impl Into<String>, published: Published, measured: Measured) -> Self {
        let verdict = ComparisonVerdict::of(&published, &measured);
        Self { quantity: quantity.into(), published, measured, verdict, note: None }
    }

    /// A row for something that was not run, with the reason.
    pub fn not_run(quantity: impl Into<String>, published: Published, why: &str) -> Self {
        let row = Self::new(quantity, published, Measured::Nothing);
        Self { note: Some(why.to_owned()), ..row }
    }

    /// Explains the difference, if there is one.
    ///
    /// An explanation covers only differences of a certain size: `ratios` is the
    /// range of measured to published that it explains. A difference outside
    /// this range stays unexplained.
    #[must_use]
    pub fn because(self, ratios: RangeInclusive<f64>, why: &str) -> Self {
        match (self.verdict, self.ratio()) {
            (ComparisonVerdict::Different { errors, .. }, Some(ratio))
                if ratios.contains(&ratio) =>
            {
                let (least, most) = ratios.into_inner();
                let (least, most) = (trimmed(least), trimmed(most));
                Self {
                    verdict: ComparisonVerdict::Different { errors, explained: true },
                    note: Some(format!("{why} (This explains ratios from {least} to {most}.)")),
                    ..self
                }
            }
            _ => self,
        }
    }

    /// Explains why a claim does not hold, if it `nearly` holds and the finding is
    /// as the explanation says.
    #[must_use]
    pub fn qualified(self, nearly: bool, why: &str) -> Self {
        match self.verdict {
            ComparisonVerdict::Different { errors, .. } if nearly => Self {
                verdict: ComparisonVerdict::Different { errors, explained: true },
                note: Some(why.to_owned()),
                ..self
            },
            _ => self,
        }
    }

    /// Adds a note, independent of the verdict.
    #[must_use]
    pub fn noted(self, note: &str) -> Self {
        Self { note: Some(note.to_owned()), ..self }
    }

    /// The ratio of measured to published, if both are numbers.
    pub fn ratio(&self) -> Option<f64> {
        let Published::Figure { figure, .. } = &self.published else { return None };
        let ratio = self.measured.value()? / figure.value.value();
        ratio.is_finite().then_some(ratio)
    }

    /// How well the published figure is known.
    pub fn grade(&self) -> Grade {
        match &self.published {
            Published::Figure { figure, .. } => figure.grade,
            Published::Claim(_) | Published::Nothing => Grade::Read,
        }
    }
}

/// The end of a range of ratios, without trailing zeros.
fn trimmed(ratio: f64) -> String {
    // Ends are chosen by hand or are roots: seven digits are enough for both.
    let text = format!("{ratio:.7}");
    match (ratio - 1.0).abs() < 0.0005 {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => format!("{ratio:.3}").trim_end_matches('0').trim_end_matches('.').to_owned(),
    }
}

/// The number of rows with each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Equal numbers, and claims that hold.
    pub equal: usize,
    /// Differences within the sampling error.
    pub within: usize,
    /// Explained differences.
    pub explained: usize,
    /// Unexplained differences.
    pub unexplained: usize,
    /// Rows not run.
    pub not_run: usize,
}

impl Score {
    /// Counts these rows.
    pub fn of<'a>(rows: impl IntoIterator<Item = &'a ComparisonRow>) -> Self {
        let mut score = Self::default();
        for row in rows {
            let slot = match row.verdict {
                ComparisonVerdict::Equal | ComparisonVerdict::Holds => &mut score.equal,
                ComparisonVerdict::WithinSamplingError { .. } => &mut score.within,
                ComparisonVerdict::Different { explained: true, .. } => &mut score.explained,
                ComparisonVerdict::Different { explained: false, .. } => &mut score.unexplained,
                ComparisonVerdict::NotRun => &mut score.not_run,
                ComparisonVerdict::Unpublished => continue,
            };
            *slot += 1;
        }
        score
    }

    /// The counts that are not 0, as text.
    pub fn text(self) -> String {
        let counts = [
            (self.equal, "equal"),
            (self.within, "within sampling error"),
            (self.explained, "different, explained"),
            (self.unexplained, "different, unexplained"),
            (self.not_run, "not run"),
        ];
        let said: Vec<String> = counts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        if said.is_empty() { "nothing compared".into() } else { said.join("; ") }
    }
}

impl Findings {
    /// All rows of all tables.
    pub fn rows(&self) -> impl Iterator<Item = &ComparisonRow> {
        self.tables.iter().flat_map(|table| &table.rows)
    }

    /// The number of rows with each verdict.
    pub fn score(&self) -> Score {
        Score::of(self.rows())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::published_figure::PublishedFigure;

    fn figure(value: &str) -> Published {
        let figure =
            PublishedFigure { value: value.parse().unwrap(), of: None, grade: Grade::Read };
        Published::exact(&figure)
    }

    #[test]
    fn an_explanation_covers_differences_of_its_size_only() {
        let row = |count| ComparisonRow::new("nodes", figure("100"), Measured::Count(count));
        let why = "ties are broken differently";
        let explained = row(90).because(0.8..=1.0, why);
        assert_eq!(
            explained.verdict,
            ComparisonVerdict::Different { errors: None, explained: true }
        );
        let note = "ties are broken differently (This explains ratios from 0.8 to 1.)";
        assert_eq!(explained.note.as_deref(), Some(note));
        for beyond in [79, 101, 0] {
            let row = row(beyond).because(0.8..=1.0, why);
            assert!(row.verdict.is_unexplained() && row.note.is_none(), "{beyond}");
        }
        let equal = row(100).because(0.8..=1.0, why);
        assert_eq!((equal.verdict, equal.note), (ComparisonVerdict::Equal, None));
        let nothing = ComparisonRow::not_run("nodes", figure("0"), why).because(0.0..=9.9, "else");
        assert_eq!(
            (nothing.verdict, nothing.note.as_deref()),
            (ComparisonVerdict::NotRun, Some(why))
        );
    }

    #[test]
    fn ends_of_ranges_are_short() {
        for (ratio, text) in
            [(1.0, "1"), (0.8, "0.8"), (0.999_999_9, "0.9999999"), (1.025_66, "1.026")]
        {
            assert_eq!(trimmed(ratio), text);
        }
    }

    #[test]
    fn a_qualified_claim_is_one_that_is_nearly_true() {
        let row = |supports| {
            let finding = Measured::Finding { text: "18 of 24".into(), supports };
            ComparisonRow::new("orders", Published::Claim("almost all".into()), finding)
        };
        assert_eq!(row(true).qualified(true, "why").note, None);
        assert!(row(false).qualified(false, "why").verdict.is_unexplained());
        assert!(!row(false).qualified(true, "why").verdict.is_unexplained());
    }

    #[test]
    fn rows_are_counted_and_notes_numbered_once() {
        let row = |count| {
            ComparisonRow::new("nodes", figure("100"), Measured::Count(count))
                .because(0.9..=1.0, "ties")
        };
        let absent = || ComparisonRow::not_run("nodes", figure("1"), "not in this version");
        let rows = vec![row(100), row(95), absent(), row(91), row(7), absent()];
        let table = ComparisonTable::new("all", rows);
        let ties = "ties (This explains ratios from 0.9 to 1.)";
        assert_eq!(table.notes(), [ties, "not in this version"]);
        let numbers: Vec<_> = table.rows.iter().map(|row| table.note_number(row)).collect();
        assert_eq!(numbers, [None, Some(1), Some(2), Some(1), None, Some(2)]);
        let findings = Findings { tables: vec![table], ..Findings::default() };
        let score = findings.score();
        assert_eq!((score.equal, score.explained, score.unexplained, score.not_run), (1, 2, 1, 2));
        assert_eq!(
            score.text(),
            "1 equal; 2 different, explained; 1 different, unexplained; 2 not run"
        );
        assert_eq!(Score::default().text(), "nothing compared");
    }
}
