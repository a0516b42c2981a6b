//! The comment at the start of every exported file.

use optile_results::Results;
use optile_results::record::Origin;
use optile_results::text::lines::one_line;
use optile_results::text::quantity::counted;

/// The comment at the start of every exported file: the program, its command and
/// the data. It has no date of the export, so that the same results give the same
/// bytes.
#[derive(Clone, Debug)]
pub(super) struct Heading {
    lines: Vec<String>,
}

/// The beginning of the first line of every exported file.
pub(super) const MARK: &str = "Made by optile ";

impl Heading {
    pub(super) fn new(results: &Results, maker: &Origin) -> Self {
        let record = &results.record;
        let mut lines = vec![
            format!("{MARK}{} ({}): {}", maker.version, maker.revision, maker.command_line()),
            data(results),
            format!("Limits per run: {}.", record.limits).replace('\u{a0}', " "),
        ];
        lines.extend(record.origins.iter().map(|origin| {
            format!(
                "Origin {}: optile {} ({}), {}, {}, {}, {}: {}",
                origin.id,
                origin.version,
                origin.revision,
                origin.compiler,
                origin.target,
                origin.cpu,
                origin.started,
                origin.command_line()
            )
        }));
        Self { lines: lines.iter().map(|line| one_line(line)).collect() }
    }

    /// The heading as comments of LaTeX or of the list of tables, by their sign.
    pub(super) fn lines(&self, sign: char) -> String {
        self.lines.iter().map(|line| format!("{sign} {line}\n")).collect()
    }

    /// The heading as a comment of Markdown.
    pub(super) fn markdown(&self) -> String {
        let lines: Vec<String> =
            self.lines.iter().map(|line| line.replace("-->", "-- >")).collect();
        format!("<!-- {}\n-->\n", lines.join("\n     "))
    }
}

fn data(results: &Results) -> String {
    let record = &results.record;
    let runs = counted(results.rows.len(), "run");
    let state = results.part().map_or("complete".to_owned(), |part| format!("incomplete ({part})"));
    format!(
        "Data: {}, {runs}, {state}, {}, seed {}.",
        results.scope(),
        counted(record.repeat as usize, "sample") + " per pair",
        record.seed
    )
}
