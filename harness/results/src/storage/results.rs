//! The contents of a result folder.

use std::collections::BTreeMap;

use crate::record::{InstanceRecord, RunRecord};
use crate::rows::row::Row;
use crate::text::quantity::counted;

/// The contents of a result folder. A report reads nothing else.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// How the results were made.
    pub record: RunRecord,
    /// The runs, in the order in which they were made.
    pub rows: Vec<Row>,
    /// The boards of the rows.
    pub instances: Vec<InstanceRecord>,
    /// The lengths of instance files that paths refute: what is said of each, by instance.
    pub wrong_lengths: BTreeMap<String, String>,
    /// The strategies of the folder, with those that a selection left out. Colours and markers
    /// depend on them, so that a strategy looks the same whatever is drawn.
    pub strategies: Vec<String>,
    /// Sentences about parts of the files that were left out.
    pub notices: Vec<String>,
    /// The number of rows that a selection left out, see [`Results::select`].
    pub left_out: u64,
}

impl Results {
    /// Results without instances and notices.
    pub fn new(record: RunRecord, rows: Vec<Row>) -> Self {
        let strategies = record.strategies.clone();
        Self { record, rows, strategies, ..Self::default() }
    }

    /// Keeps only these rows.
    pub fn select(&mut self, is_kept: impl Fn(&Row) -> bool) {
        let before = self.rows.len();
        self.rows.retain(is_kept);
        self.left_out += (before - self.rows.len()) as u64;
    }

    /// The number of planned runs without a row. Only this tells whether results are complete:
    /// rows can be lost after `run.json` was written.
    fn missing(&self) -> u64 {
        self.record.planned().saturating_sub(self.rows.len() as u64 + self.left_out)
    }

    /// Whether each planned run has its row.
    pub fn is_complete(&self) -> bool {
        self.missing() == 0
    }

    /// How many planned runs have no row, for messages. `None` if all have one.
    pub fn gap(&self) -> Option<String> {
        let (missing, planned) = (self.missing(), self.record.planned());
        let verb = if missing == 1 { "has" } else { "have" };
        let planned = counted(planned, "planned run");
        (missing > 0).then(|| format!("{missing} of {planned} {verb} no row"))
    }

    /// What was chosen of the suite, for messages. `None` if nothing was left out, or if the
    /// files do not say.
    pub fn selection(&self) -> Option<String> {
        let RunRecord { suite, plans, suite_instances, .. } = &self.record;
        let shards: Vec<&str> =
            plans.iter().flat_map(|plan| &plan.shards).map(String::as_str).collect();
        let shards = (!shards.is_empty())
            .then(|| format!("part {} of the plan of suite {suite}", shards.join(", ")));
        let chosen = self.instances.len();
        let instances = suite_instances
            .filter(|&all| chosen < all)
            .map(|all| format!("{chosen} of the {} of suite {suite}", counted(all, "instance")));
        let parts: Vec<String> = instances.into_iter().chain(shards).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// Which part of the suite these results are, for messages: what was chosen, and the gap.
    /// `None` if they are the whole suite.
    pub fn part(&self) -> Option<String> {
        let parts: Vec<String> = self.selection().into_iter().chain(self.gap()).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// The suite, or the part of it, for headings.
    pub fn scope(&self) -> String {
        let part = if self.part().is_some() { "part of " } else { "" };
        format!("{part}suite {}", self.record.suite)
    }

    /// The optimal length that the instance file has, unless a path refutes it.
    pub fn length_of_file(&self, board: &InstanceRecord) -> Option<u32> {
        board.optimal.filter(|_| !self.wrong_lengths.contains_key(&board.instance))
    }

    /// Where the instance files are wrong, as a sentence without its full stop. `None` if no path
    /// refutes them.
    pub fn wrong_files(&self) -> Option<String> {
        let first = self.wrong_lengths.values().next()?;
        Some(match self.wrong_lengths.len() - 1 {
            0 => first.clone(),
            more => format!("{first}; and on {}", counted(more, "more instance")),
        })
    }

    /// What readers of these results must know: which part they are, where the instance files are
    /// wrong, and the notices.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        let selection = self.selection().map(|selection| format!("only {selection}"));
        let facts = selection.into_iter().chain(self.gap());
        facts.chain(self.wrong_files()).chain(self.notices.iter().cloned())
    }
}

#[cfg(test)]
mod tests {
    use crate::findings::verdict::Verdict;
    use crate::synthetic::small;

    #[test]
    fn a_part_of_a_suite_is_not_described_as_the_whole() {
        let mut whole = small();
        let all = whole.instances.len();
        whole.record.suite_instances = Some(all);
        assert_eq!((whole.part(), whole.scope()), (None, "suite synthetic".to_owned()));
        let mut older = whole.clone();
        older.record.suite_instances = None;
        assert_eq!(older.part(), None);

        let mut some = whole.clone();
        some.instances.truncate(2);
        let mut shard = whole.clone();
        shard.record.plans[0].shards = vec!["2/8".into()];
        let mut interrupted = whole.clone();
        let rows = interrupted.rows.len();
        interrupted.rows.pop();
        for (results, part) in [
            (some, format!("2 of the {all} instances of suite synthetic")),
            (shard, "part 2/8 of the plan of suite synthetic".to_owned()),
            (interrupted, format!("1 of {rows} planned runs has no row")),
        ] {
            assert_eq!(results.part().as_deref(), Some(&*part));
            assert_eq!(results.scope(), "part of suite synthetic");
            assert!(results.remarks().next().unwrap().ends_with(&part));
            let sentence = Verdict::of(&results).sentence();
            assert!(!sentence.contains("of every instance"), "{sentence}");
        }
    }
}
