use optile_results::Results;
use optile_results::quantity::counted;
use optile_results::record::{Origin, RunRecord};
use optile_results::unit::Unit;

/// What every exported file begins with: who made it, with which command, from
/// which data. No time of day, so that the same results give the same bytes.
#[derive(Clone, Debug)]
pub(super) struct Heading {
    lines: Vec<String>,
}

/// What the first line of a file that was exported begins with.
pub(super) const MARK: &str = "Made by optile ";

impl Heading {
    pub(super) fn new(results: &Results, maker: &Origin) -> Self {
        let record = &results.record;
        let mut lines = vec![
            format!("{MARK}{} ({}): {}", maker.version, maker.revision, maker.command_line()),
            data(results),
            format!("Limits of each run: {}.", limits(record)),
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

    /// As comments of CSV, of `pgfplots` data and of LaTeX, by their sign.
    pub(super) fn lines(&self, sign: char) -> String {
        self.lines.iter().map(|line| format!("{sign} {line}\n")).collect()
    }

    /// As a comment of Markdown.
    pub(super) fn markdown(&self) -> String {
        let lines: Vec<String> =
            self.lines.iter().map(|line| line.replace("-->", "-- >")).collect();
        format!("<!-- {}\n-->\n", lines.join("\n     "))
    }
}

/// Text in a comment, which ends with its line.
pub(super) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn data(results: &Results) -> String {
    let record = &results.record;
    let runs = counted(results.rows.len(), "run");
    let state = if record.complete { "complete" } else { "cut short" };
    format!(
        "Data: suite {}, {runs}, {state}, {}, seed {}.",
        record.suite,
        counted(record.repeat as usize, "sample") + " a pair",
        record.seed
    )
}

fn limits(record: &RunRecord) -> String {
    let limits = &record.limits;
    let text = |unit: Unit, value: Option<u64>| {
        value.map_or("none".into(), |value| unit.text(value as f64).replace('\u{a0}', " "))
    };
    format!(
        "time {}, processor time {}, expansions {}, memory {}",
        text(Unit::Nanoseconds, limits.time_ns),
        text(Unit::Nanoseconds, limits.cpu_ns),
        text(Unit::Count, limits.nodes),
        text(Unit::Bytes, limits.memory)
    )
}
