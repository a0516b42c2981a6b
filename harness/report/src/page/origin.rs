//! The part of the page about the origin of the results.

use std::collections::HashMap;

use maud::{Markup, html};
use optile_results::record::{Noise, Origin, SHARED_CELLS, TableRecord};
use optile_results::text::quantity::counted;
use optile_results::text::unit::Unit;

use super::{Page, file, whole};

/// How many processes or tables are listed; `run.json` has all of them.
const MOST_LISTED: usize = 5;

/// What `run.json` says about one process, for readers.
fn facts(origin: &Origin, shares: bool, rows: usize) -> Vec<(&'static str, String)> {
    let memory = match origin.memory {
        0 => "unknown memory".into(),
        bytes => Unit::Bytes.text(bytes as f64),
    };
    let cores = counted(origin.cores, "core");
    let host = match &*origin.host {
        "" => String::new(),
        host => format!("{host}: "),
    };
    let apart = match origin.isolated {
        true if shares => {
            "apart from the harness; runs on boards of at most nine cells share processes, others have one each"
        }
        true => "each run in a process of its own",
        false => "all runs in one process",
    };
    let jobs = match origin.jobs {
        0 | 1 => "one at a time".into(),
        jobs => format!("{jobs} at a time"),
    };
    let end = origin.finished.as_ref().map_or(", interrupted".into(), |end| format!(" to {end}"));
    let mut facts = vec![
        ("Version", format!("optile {}, revision {}", origin.version, origin.revision)),
        ("Compiler", format!("{}, {}", origin.compiler, origin.target)),
        ("Machine", format!("{host}{}, {cores}, {memory}, {}", origin.cpu, origin.os)),
        ("Isolation", format!("{apart}, {jobs}")),
        ("Command", origin.command_line()),
        ("Time", format!("{}: {}{end}", counted(rows, "run"), origin.started)),
    ];
    facts.extend(tables(&origin.tables).map(|tables| ("Tables", tables)));
    facts.push(("Noise", origin.noise.as_ref().map_or("not known".into(), noise)));
    facts
}

/// The pattern databases that were built, with their cost.
fn tables(tables: &[TableRecord]) -> Option<String> {
    let text = |unit: Unit, value: u64| unit.text(value as f64);
    let sum = |value: fn(&TableRecord) -> u64| tables.iter().map(value).sum();
    let name = |table: &TableRecord| {
        format!("{} in {}", table.table, text(Unit::Nanoseconds, table.build_ns))
    };
    let mut names: Vec<String> = tables.iter().take(MOST_LISTED).map(name).collect();
    if tables.len() > MOST_LISTED {
        names.push(format!("and {} more", tables.len() - MOST_LISTED));
    }
    (!tables.is_empty()).then(|| {
        format!(
            "{} built before the runs and not counted in their times, {} in {}: {}",
            counted(tables.len(), "pattern database"),
            text(Unit::Bytes, sum(|table| table.bytes)),
            text(Unit::Nanoseconds, sum(|table| table.build_ns)),
            names.join("; ")
        )
    })
}

/// The disturbances of the times.
fn noise(noise: &Noise) -> String {
    let percent = |ppm: u64| match ppm {
        0 => "0".to_owned(),
        1..1000 => "less than 0.1".to_owned(),
        ppm => format!("{:.1}", ppm as f64 / 1e4),
    };
    format!(
        "other processes took {}\u{a0}% of the processor time, other machines {}\u{a0}%",
        percent(noise.others_ppm),
        percent(noise.steal_ppm),
    )
}

/// The origin of the results.
impl Page<'_> {
    pub(super) fn origin(&self) -> Markup {
        let record = &self.analysis.results.record;
        let warmup = match record.warmup {
            0 => String::new(),
            runs => format!(" after {}", counted(runs as usize, "warm-up run")),
        };
        let order = match record.plans.iter().all(|plan| plan.listed) {
            true => "in the order of the instance files".into(),
            false => format!("in a random order with seed {}", record.seed),
        };
        let runs = format!(
            "{} planned, {} per pair{warmup}, {order}",
            counted(usize::try_from(record.planned()).unwrap_or(usize::MAX), "run"),
            counted(record.repeat as usize, "sample")
        );
        let mut rows: HashMap<&str, usize> = HashMap::new();
        for row in &self.analysis.results.rows {
            *rows.entry(&row.run.origin).or_default() += 1;
        }
        let made = |origin: &Origin| rows.get(&*origin.id).copied().unwrap_or(0);
        let shares =
            self.analysis.results.rows.iter().any(|row| row.run.size.cells() <= SHARED_CELLS);
        html! {
            section #origin tabindex="-1" {
                h2 { "Origin" }
                dl {
                    @if !record.about.is_empty() { (entry("Suite", &record.about)) }
                    (entry("Runs", &runs))
                    (entry("Limits per run", &record.limits.to_string()))
                    @if let Some(part) = self.analysis.results.part() { (entry("Part", &part)) }
                    dt { "Data" }
                    dd {
                        (file("results.csv")) ", " (file("results.jsonl")) ", "
                        (file("instances.csv")) ", " (file("run.json"))
                    }
                }
                @for (number, origin) in (1..).zip(&record.origins).take(MOST_LISTED) {
                    h3 { "Made by" @if record.origins.len() > 1 { " process " (number) } }
                    dl {
                        @for (term, text) in facts(origin, shares, made(origin)) {
                            @match term {
                                "Command" => { dt { (term) } dd { code { (whole(&text)) } } }
                                "Tables" | "Noise" => (entry(term, &text)),
                                _ => { dt { (term) } dd { (whole(&text)) } },
                            }
                        }
                    }
                }
                @if record.origins.len() > MOST_LISTED {
                    p.note { (file("run.json")) " has all " (record.origins.len()) " processes." }
                }
            }
        }
    }
}

fn entry(term: &str, text: &str) -> Markup {
    html! { dt { (term) } dd { (text) } }
}
