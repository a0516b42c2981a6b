//! The page of Markdown.

use optile_results::markdown::{self, escape};
use optile_results::record::Origin;
use optile_results::terminal::wrapped;

use super::cells::{HEADINGS, NUMBERS, cells};
use crate::comparison::table::{ComparisonTable, Score};
use crate::comparison::verdict::ALLOWED_ERRORS;
use crate::experiments::Reproduction;

/// The reproductions as a page of Markdown, with the origin of the results.
pub fn page(reproductions: &[Reproduction], origin: &Origin) -> String {
    let mut page = opening(origin);
    page.push_str(&overview(reproductions));
    page.push_str("\n## How to read it\n\n");
    page.push_str(&paragraph(&format!(
        "**Equal**: the numbers are the same. If the published number is rounded, ours rounds \
         to it. **Within sampling error**: at least one of the two is a mean over randomly \
         drawn instances, and they differ by at most {ALLOWED_ERRORS} standard errors of the \
         difference, beyond what rounding may hide. ± is the standard error of our mean. \
         **Different**: all other cases. A difference is explained only if a note gives the \
         ratios of measured to published that the explanation covers, and ours is one of them. \
         All other differences are unexplained, and the command then ends with status 2. **Not \
         run**: this version cannot run it. No estimate replaces it.",
    )));
    page.extend(reproductions.iter().map(section));
    page
}

/// A paragraph of Markdown, broken between words into lines of at most 80
/// characters.
pub(crate) fn paragraph(markdown: &str) -> String {
    format!("{}\n\n", wrapped(markdown, Some(80), 0, 0))
}

fn opening(origin: &Origin) -> String {
    let introduction = paragraph(
        "Published experiments, run again and compared with the published figures. \
         The program writes this page; do not edit it.",
    );
    let command = origin.command_line();
    let made = paragraph(&format!(
        "Made by optile {} ({}), {}, {}, on {} with {} cores, {}. Only counts are compared: they \
         do not depend on the machine.",
        origin.version,
        origin.revision,
        origin.compiler,
        origin.target,
        origin.cpu,
        origin.cores,
        origin.started,
    ));
    format!("# Reproductions\n\n{introduction}```sh\n{command}\n```\n\n{made}")
}

/// The score and the time of each reproduction.
fn overview(reproductions: &[Reproduction]) -> String {
    let count = |count: usize| if count == 0 { "–".to_owned() } else { count.to_string() };
    let rows = reproductions.iter().map(|reproduction| {
        let name = reproduction.experiment.name;
        let mut cells = vec![format!("[{name}](#{name})")];
        cells.extend(reproduction.findings.score().counts().map(count));
        cells.push(reproduction.time());
        cells
    });
    let mut headings = vec!["experiment"];
    headings.extend(Score::KINDS.map(|(_, kind)| kind));
    headings.push("time");
    markdown::table(&headings, rows, 1..headings.len() - 1)
}

fn section(reproduction: &Reproduction) -> String {
    let Reproduction { experiment, findings, .. } = reproduction;
    let article = experiment.article();
    let mut text = format!("## {}\n\n", experiment.name);
    text.push_str(&paragraph(&escape(&format!("{}. {}", article.title, article.about))));
    for source in &article.source {
        text.push_str(&format!("* {}\n", escape(&source.text())));
    }
    text.push('\n');
    text.extend(article.remarks.iter().map(|remark| paragraph(&escape(remark))));
    text.extend(findings.tables.iter().map(comparison));
    text.extend(findings.legend().iter().map(|legend| paragraph(&format!("{legend}."))));
    let score = findings.score();
    text + &paragraph(&format!(
        "{} rows compared: {}. This took {}.",
        score.counts().iter().sum::<usize>(),
        score.text(),
        reproduction.time(),
    ))
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
