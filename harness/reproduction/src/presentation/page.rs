//! The page of Markdown.

use optile_results::markdown::{self, escape};
use optile_results::record::Origin;

use super::sheet::{HEADINGS, NUMBERS, cells, legends};
use crate::comparison::findings::{ComparisonTable, Score};
use crate::comparison::verdict::ALLOWED_ERRORS;
use crate::experiment::Reproduction;
use crate::literature::Source;

/// The reproductions as a page of Markdown, with the origin of the results.
pub fn page(reproductions: &[Reproduction], origin: &Origin) -> String {
    let mut page = opening(reproductions, origin);
    for reproduction in reproductions {
        page.push_str(&section(reproduction));
    }
    page
}

/// A paragraph of Markdown, broken between words into lines of at most 80
/// characters.
pub(crate) fn paragraph(markdown: &str) -> String {
    let mut lines = vec![String::new()];
    for word in markdown.split_whitespace() {
        let line = lines.last_mut().map_or(0, |line| line.chars().count());
        if line > 0 && line + 1 + word.chars().count() > 80 {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    format!("{}\n\n", lines.join("\n"))
}

fn opening(reproductions: &[Reproduction], origin: &Origin) -> String {
    let mut text = "# Reproductions\n\n".to_owned();
    text.push_str(&paragraph(
        "Published experiments, run again and compared with the published figures. \
         The program writes this page; do not edit it.",
    ));
    text.push_str(&format!("```sh\n{}\n```\n\n", origin.command_line()));
    text.push_str(&paragraph(&format!(
        "Made by optile {} ({}), {}, {}, on {} with {} cores, {}. Only counts are compared: they \
         do not depend on the machine.",
        origin.version,
        origin.revision,
        origin.compiler,
        origin.target,
        origin.cpu,
        origin.cores,
        origin.started,
    )));
    let count = |count: usize| if count == 0 { "–".to_owned() } else { count.to_string() };
    let rows = reproductions.iter().map(|reproduction| {
        let Score { equal, within, explained, unexplained, not_run } =
            reproduction.findings.score();
        let name = reproduction.experiment.name;
        let mut cells = vec![format!("[{name}](#{name})")];
        cells.extend([equal, within, explained, unexplained, not_run].map(count));
        cells.push(reproduction.time());
        cells
    });
    let headings = [
        "experiment",
        "equal",
        "within sampling error",
        "different, explained",
        "different, unexplained",
        "not run",
        "time",
    ];
    text.push_str(&markdown::table(&headings, rows, 1..6));
    text.push_str("\n## How to read it\n\n");
    text.push_str(&paragraph(&format!(
        "**Equal**: the numbers are the same. If the published number is rounded, ours rounds \
         to it. **Within sampling error**: at least one of the two is a mean over randomly \
         drawn instances, and they differ by at most {ALLOWED_ERRORS} standard errors of the \
         difference, beyond what rounding may hide. ± is the standard error of our mean. \
         **Different**: all other cases. A difference is explained only if a note gives the \
         ratios of measured to published that the explanation covers, and ours is one of them. \
         All other differences are unexplained, and the command then ends with status 2. **Not \
         run**: this version cannot run it. No estimate replaces it.",
    )));
    text
}

fn section(reproduction: &Reproduction) -> String {
    let Reproduction { experiment, sources, findings, .. } = reproduction;
    let mut text = format!("## {}\n\n", experiment.name);
    text.push_str(&paragraph(&escape(&format!("{}. {}", experiment.title, experiment.about))));
    for source in sources {
        text.push_str(&format!("* {}\n", escape(&Source::text(source))));
    }
    text.push('\n');
    if let Some(subset) = &findings.subset {
        text.push_str(&paragraph(&escape(&format!("Only a part of the experiment: {subset}."))));
    }
    for remark in &findings.remarks {
        text.push_str(&paragraph(&escape(remark)));
    }
    for table in &findings.tables {
        text.push_str(&comparison(table));
    }
    for legend in legends(findings.rows()) {
        text.push_str(&paragraph(&format!("{legend}.")));
    }
    text.push_str(&paragraph(&format!(
        "{} rows compared: {}. This took {}.",
        findings.rows().filter(|row| Score::of([*row]) != Score::default()).count(),
        findings.score().text(),
        reproduction.time(),
    )));
    text
}

fn comparison(shown: &ComparisonTable) -> String {
    let rows = shown.rows.iter().map(|row| cells(shown, row, escape));
    let mut text = markdown::table(&HEADINGS, rows, NUMBERS);
    text.push('\n');
    for (place, note) in (1..).zip(shown.notes()) {
        text.push_str(&paragraph(&format!("[{place}] {}", escape(note))));
    }
    match shown.is_folded {
        false => format!("### {}\n\n{text}", escape(&shown.title)),
        // The summary is HTML, not Markdown.
        true => format!(
            "<details>\n<summary>{}: {}</summary>\n\n{text}</details>\n\n",
            shown.title.replace('&', "&amp;").replace('<', "&lt;"),
            Score::of(&shown.rows).text()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_break_between_words_only() {
        let long = "word ".repeat(40) + &"x".repeat(100);
        let text = paragraph(&long);
        assert!(text.ends_with("\n\n"));
        let lines: Vec<&str> = text.trim_end().lines().collect();
        let (last, rest) = lines.split_last().unwrap();
        assert_eq!(last.len(), 100);
        assert!(rest.iter().all(|line| line.len() <= 80 && !line.starts_with(' ')));
        assert_eq!(text.split_whitespace().count(), 41);
    }
}
