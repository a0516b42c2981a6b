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
    let Origin { version, revision, compiler, target, cpu, cores, started, .. } = origin;
    let made = paragraph(&format!(
        "Made by optile {version} ({revision}), {compiler}, {target}, on {cpu} with {cores} \
         cores, {started}. Only counts are compared: they do not depend on the machine.",
    ));
    let mut page = include_str!("page.md")
        .replace("{command}", &origin.command_line())
        .replace("{made}\n", &made)
        .replace("{overview}", &overview(reproductions))
        .replace("{errors}", &ALLOWED_ERRORS.to_string());
    page.extend(reproductions.iter().map(section));
    page
}

/// A paragraph of Markdown, broken between words into lines of at most 80
/// characters.
pub(crate) fn paragraph(markdown: &str) -> String {
    format!("{}\n\n", wrapped(markdown, Some(80), 0, 0))
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
    for source in &article.sources {
        text.push_str(&format!("* {}\n", escape(source)));
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
