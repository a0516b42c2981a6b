//! The comparison of an experiment: its rows, tables and score.

use super::published_figure::LEGEND;
use super::verdict::{ComparisonVerdict, Kind, Measured, Published};

/// The result of running an experiment again.
#[derive(Debug)]
pub(crate) struct Findings {
    /// What was run, if it is only a part of the experiment.
    pub(crate) subset: Option<String>,
    /// The comparison.
    pub(crate) tables: Vec<ComparisonTable>,
}

impl Findings {
    /// All rows of all tables.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &ComparisonRow> {
        self.tables.iter().flat_map(|table| &table.rows)
    }

    /// The number of rows of each kind.
    pub(crate) fn score(&self) -> Score {
        Score::of(self.rows())
    }

    /// What the mark of computed figures means, if there are any.
    pub(crate) fn legend(&self) -> Option<&'static str> {
        let is_computed = |row: &ComparisonRow| matches!(&row.published, Published::Figure(figure) if figure.computed);
        self.rows().any(is_computed).then_some(LEGEND)
    }
}

/// Rows that belong together.
#[derive(Debug)]
pub(crate) struct ComparisonTable {
    /// Their common title.
    pub(crate) title: String,
    pub(crate) rows: Vec<ComparisonRow>,
    /// Whether rows that agree are only counted, because there are many.
    pub(crate) is_folded: bool,
}

impl ComparisonTable {
    /// A table that is shown in full.
    pub(crate) fn new(title: impl Into<String>, rows: Vec<ComparisonRow>) -> Self {
        Self { title: title.into(), rows, is_folded: false }
    }

    /// A table of many rows, of which those that agree are only counted.
    pub(crate) fn folded(title: impl Into<String>, rows: Vec<ComparisonRow>) -> Self {
        Self { is_folded: true, ..Self::new(title, rows) }
    }

    /// The distinct notes of the rows, in order.
    pub(crate) fn notes(&self) -> Vec<&str> {
        let mut notes: Vec<&str> = Vec::new();
        for note in self.rows.iter().filter_map(|row| row.note.as_deref()) {
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        notes
    }
}

/// One quantity, as published and as measured.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ComparisonRow {
    /// What it is.
    pub(crate) quantity: String,
    pub(crate) published: Published,
    pub(crate) measured: Measured,
    /// How they compare.
    pub(crate) verdict: ComparisonVerdict,
    /// Why they differ, or what else is to be said.
    pub(crate) note: Option<String>,
}

impl ComparisonRow {
    /// A row with the verdict on the two values.
    pub(crate) fn new(
        quantity: impl Into<String>,
        published: impl Into<Published>,
        measured: impl Into<Measured>,
    ) -> Self {
        let (published, measured) = (published.into(), measured.into());
        let verdict = ComparisonVerdict::of(&published, &measured);
        Self { quantity: quantity.into(), published, measured, verdict, note: None }
    }

    /// A row for something that was not run, with the reason.
    pub(crate) fn not_run(
        quantity: impl Into<String>,
        published: impl Into<Published>,
        why: impl Into<String>,
    ) -> Self {
        Self::new(quantity, published, Measured::Nothing).noted(why)
    }

    /// Adds a note, independent of the verdict.
    #[must_use]
    pub(crate) fn noted(self, note: impl Into<String>) -> Self {
        Self { note: Some(note.into()), ..self }
    }

    /// Explains the difference, if there is one and if it is of a certain size:
    /// `ratios` are the least and the greatest ratio of measured to published that
    /// the explanation covers. A difference outside this range stays unexplained.
    pub(crate) fn because(&mut self, ratios: [f64; 2], why: &str) {
        let [least, most] = ratios;
        if self.ratio().is_some_and(|ratio| (least..=most).contains(&ratio)) {
            self.explain(&format!("{why} (This explains ratios from {least} to {most}.)"));
        }
    }

    /// Explains the difference, if there is one.
    pub(crate) fn explain(&mut self, why: &str) {
        if let ComparisonVerdict::Different { explained, .. } = &mut self.verdict {
            *explained = true;
            self.note = Some(why.to_owned());
        }
    }

    /// The ratio of measured to published, if both are numbers.
    pub(crate) fn ratio(&self) -> Option<f64> {
        let Published::Figure(figure) = &self.published else { return None };
        let ratio = self.measured.value()? / figure.value.value();
        ratio.is_finite().then_some(ratio)
    }
}

/// The number of rows of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Score {
    counts: [usize; Self::KINDS.len()],
}

impl Score {
    /// What is counted, in words.
    pub(crate) const KINDS: [(Kind, &str); 5] = [
        (Kind::Equal, "equal"),
        (Kind::WithinSamplingError, "within sampling error"),
        (Kind::Explained, "different, explained"),
        (Kind::Unexplained, "different, unexplained"),
        (Kind::NotRun, "not run"),
    ];

    /// Counts these rows.
    pub(crate) fn of<'a>(rows: impl IntoIterator<Item = &'a ComparisonRow>) -> Self {
        let kinds: Vec<Kind> = rows.into_iter().filter_map(|row| row.verdict.kind()).collect();
        let count = |(kind, _)| kinds.iter().filter(|other| **other == kind).count();
        Self { counts: Self::KINDS.map(count) }
    }

    /// The counts, in the order of [`Score::KINDS`].
    pub(crate) fn counts(self) -> [usize; Self::KINDS.len()] {
        self.counts
    }

    /// The counts that are not 0, as text.
    pub(crate) fn text(self) -> String {
        let counts = self.counts.iter().zip(Self::KINDS).filter(|(count, _)| **count > 0);
        let counts: Vec<String> =
            counts.map(|(count, (_, kind))| format!("{count} {kind}")).collect();
        if counts.is_empty() { "nothing compared".into() } else { counts.join("; ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(count: u64) -> ComparisonRow {
        ComparisonRow::new("nodes", 100, count)
    }

    fn because(mut row: ComparisonRow, ratios: [f64; 2], why: &str) -> ComparisonRow {
        row.because(ratios, why);
        row
    }

    fn is_unexplained(row: &ComparisonRow) -> bool {
        row.verdict.kind() == Some(Kind::Unexplained)
    }

    #[test]
    fn an_explanation_covers_differences_of_its_size_only() {
        let why = "ties are broken differently";
        let explained = because(row(90), [0.8, 1.0], why);
        assert_eq!(
            explained.verdict,
            ComparisonVerdict::Different { errors: None, explained: true }
        );
        let note = "ties are broken differently (This explains ratios from 0.8 to 1.)";
        assert_eq!(explained.note.as_deref(), Some(note));
        for beyond in [79, 101, 0] {
            let row = because(row(beyond), [0.8, 1.0], why);
            assert!(is_unexplained(&row) && row.note.is_none(), "{beyond}");
        }
        let equal = because(row(100), [0.8, 1.0], why);
        assert_eq!((equal.verdict, equal.note), (ComparisonVerdict::Equal, None));
        let nothing = because(ComparisonRow::not_run("nodes", 0, why), [0.0, 9.9], "else");
        assert_eq!(
            (nothing.verdict, nothing.note.as_deref()),
            (ComparisonVerdict::NotRun, Some(why))
        );
    }

    #[test]
    fn only_a_claim_that_does_not_hold_is_explained() {
        let row = |supports| {
            let finding = Measured::Finding { text: "18 of 24".into(), supports };
            ComparisonRow::new("orders", Published::Claim("almost all".into()), finding)
        };
        let [mut holds, mut fails] = [row(true), row(false)];
        assert!(is_unexplained(&fails));
        holds.explain("why");
        fails.explain("why");
        assert_eq!((holds.note, is_unexplained(&fails)), (None, false));
    }

    #[test]
    fn rows_are_counted_and_notes_numbered_once() {
        let row = |count| because(row(count), [0.9, 1.0], "ties");
        let absent = || ComparisonRow::not_run("nodes", 1, "not in this version");
        let own = ComparisonRow::new("nodes", Published::Nothing, 7);
        let rows = vec![row(100), row(95), absent(), row(91), row(7), absent(), own];
        let table = ComparisonTable::new("all", rows);
        let ties = "ties (This explains ratios from 0.9 to 1.)";
        assert_eq!(table.notes(), [ties, "not in this version"]);
        let score = Findings { subset: None, tables: vec![table] }.score();
        assert_eq!(score.counts(), [1, 0, 2, 1, 2]);
        assert_eq!(
            score.text(),
            "1 equal; 2 different, explained; 1 different, unexplained; 2 not run"
        );
        assert_eq!(Score::of([]).text(), "nothing compared");
    }
}
