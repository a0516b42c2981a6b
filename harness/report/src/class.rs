//! What is known of the submissions of a class: a page for people, and files from which marks are
//! made.

use maud::{Markup, PreEscaped, html};
use optile_results::text::quantity::counted;
use serde::Serialize;

use crate::document::document;
use crate::table::{Table, Value};

/// How the runs of a submission ended, by the names that files have.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Graded {
    /// The name of its file or folder.
    pub name: String,
    /// Why it has no runs: it does not compile, or gives no answer at all.
    pub reason: Option<String>,
    /// Boards with the right answer.
    pub right: usize,
    /// Boards with a wrong answer.
    pub wrong: usize,
    /// Boards on which it crashed.
    pub crashed: usize,
    /// Boards that a limit ended.
    pub limits: usize,
    /// Boards that it does not support, or for which it found nothing, as it may.
    pub without_answer: usize,
    /// Boards for which there was no time.
    pub not_run: usize,
    /// The first board with a wrong answer, and what was wrong. Boards come from the nearest.
    pub smallest_wrong: Option<[String; 2]>,
    /// The first board on which it crashed, and how.
    pub first_crash: Option<[String; 2]>,
    /// The nodes that it expanded on boards with a right answer, divided by those of the reference.
    pub relative_expansions: Option<f64>,
    /// The time of all its searches in nanoseconds.
    pub search_ns: u64,
    /// The others whose counts are the same on each board.
    pub same_counts_as: Vec<String>,
    /// The nodes that it expanded on each board; null where it found no right path or does not count.
    pub expanded: Vec<Option<u64>>,
}

/// What the submissions were asked.
#[derive(Clone, Debug, Serialize)]
pub struct Class {
    /// The boards, from the nearest.
    pub boards: Vec<String>,
    /// The strategy whose expansions are the reference.
    pub reference: String,
    /// The submissions.
    pub submissions: Vec<Graded>,
}

impl Graded {
    /// The boards that were tried.
    pub fn tried(&self) -> usize {
        self.right + self.wrong + self.crashed + self.limits + self.without_answer
    }

    /// Whether it gave a wrong answer, crashed, or has no runs.
    pub fn is_bad(&self) -> bool {
        self.reason.is_some() || self.wrong + self.crashed > 0
    }

    /// How many boards ended in which way.
    fn counts(&self) -> [(usize, &'static str); 6] {
        [
            (self.right, "right"),
            (self.wrong, "wrong"),
            (self.crashed, "crashed"),
            (self.limits, "ended by limits"),
            (self.without_answer, "without an answer"),
            (self.not_run, "not run"),
        ]
    }

    /// What became of it, in one line.
    pub fn sentence(&self, reference: &str) -> String {
        if let Some(reason) = &self.reason {
            return reason.clone();
        }
        let counts = self.counts().into_iter().filter(|(count, _)| *count > 0);
        let mut parts: Vec<String> =
            counts.map(|(count, what)| format!("{count} {what}")).collect();
        parts.extend(
            self.relative_expansions
                .map(|ratio| format!("{ratio:.2} times the expansions of {reference}")),
        );
        let mut text = parts.join(", ");
        for (what, found) in [("wrong", &self.smallest_wrong), ("crash", &self.first_crash)] {
            if let Some([board, reason]) = found {
                text += &format!("; smallest {what}: {board}: {reason}");
            }
        }
        text
    }
}

impl Class {
    /// Sentences on submissions with equal counts on all boards.
    pub fn equals(&self) -> Vec<String> {
        let mut told: Vec<&str> = Vec::new();
        let mut sentences = Vec::new();
        for one in self.submissions.iter().filter(|one| !one.same_counts_as.is_empty()) {
            if told.contains(&&*one.name) {
                continue;
            }
            let names = [std::slice::from_ref(&one.name), &one.same_counts_as].concat();
            told.push(&one.name);
            told.extend(one.same_counts_as.iter().map(|name| &**name));
            sentences.push(format!(
                "These {} expand the same numbers on all {}: {}.",
                names.len(),
                counted(self.boards.len(), "board"),
                names.join(", ")
            ));
        }
        sentences
    }

    /// The table of marks: the fields of each submission, without those of single boards.
    ///
    /// # Errors
    ///
    /// Writing to memory never fails in practice.
    pub fn csv(&self) -> anyhow::Result<String> {
        let fields = [
            "name",
            "right",
            "wrong",
            "crashed",
            "limits",
            "without_answer",
            "not_run",
            "relative_expansions",
            "search_ns",
            "same_counts_as",
            "reason",
        ];
        let row = |one: &Graded| -> Vec<Value> {
            let counts = one.counts().map(|(count, _)| count.into());
            let rest = [
                one.relative_expansions.into(),
                Value::Number(one.search_ns),
                one.same_counts_as.join(" ").into(),
                one.reason.as_deref().into(),
            ];
            [one.name.as_str().into()].into_iter().chain(counts).chain(rest).collect()
        };
        Table::new(fields, 1, self.submissions.iter().map(row).collect()).csv()
    }

    /// The page: a row for each submission, then a section for each.
    pub fn page(&self) -> String {
        let title = format!(
            "{} on {}",
            counted(self.submissions.len(), "submission"),
            counted(self.boards.len(), "board")
        );
        let headings = Graded::default().counts().map(|(_, heading)| heading);
        let head = html! { title { (title) } style { (PreEscaped(STYLE)) } };
        let body = html! {
            h1 { (title) }
            p { "Expansions are relative to those of " code { (self.reference) } ", on boards with a right answer." }
            table {
                tr { th { "submission" } @for heading in headings { th { (heading) } } th { "expansions" } }
                @for one in &self.submissions { (row(one)) }
            }
            @for sentence in self.equals() { p { (sentence) } }
            @for one in &self.submissions {
                h2 id=(one.name) { (one.name) }
                p { (one.sentence(&self.reference)) }
                @if !one.same_counts_as.is_empty() {
                    p { "The same counts as " (one.same_counts_as.join(", ")) "." }
                }
            }
        };
        document("", &head, &body).into_string()
    }
}

const STYLE: &str = "body{font:16px/1.4 sans-serif;max-width:70em;margin:2em auto;padding:0 1em}\
    td,th{padding:.2em .8em;text-align:right}td:first-child,th:first-child{text-align:left}\
    .bad{font-weight:bold}";

fn row(one: &Graded) -> Markup {
    let ratio = one.relative_expansions.map_or("–".to_owned(), |ratio| format!("{ratio:.2}"));
    html! {
        tr.bad[one.is_bad()] {
            td { a href={ "#" (one.name) } { (one.name) } }
            @if let Some(reason) = &one.reason { td colspan="7" { (reason) } } @else {
                @for (count, _) in one.counts() { td { (count) } }
                td { (ratio) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped_and_equal_counts_are_said_once() {
        let graded = |name: &str, others: &[&str]| Graded {
            name: name.into(),
            same_counts_as: others.iter().map(|&other| other.to_owned()).collect(),
            ..Graded::default()
        };
        let class = Class {
            boards: vec!["1 2 3 / 4 5 6 / 7 8 0".into()],
            reference: "one".into(),
            submissions: vec![
                graded("=a\"<b>.py", &["c.py"]),
                graded("c.py", &["=a\"<b>.py"]),
                Graded { reason: Some("does not, \"compile\"".into()), ..graded("d.py", &[]) },
            ],
        };
        assert_eq!(class.equals().len(), 1);
        let page = class.page();
        assert!(!page.contains("<b>") && page.contains("&lt;b&gt;"));
        assert!(page.contains("default-src 'none'") && !page.contains("script-src"));
        let csv = class.csv().unwrap();
        let mut lines = csv.lines().skip(1);
        assert!(lines.next().unwrap().starts_with("\"'=a\"\"<b>.py\",0,"));
        assert!(lines.nth(1).unwrap().ends_with(",\"does not, \"\"compile\"\"\""));
    }
}
