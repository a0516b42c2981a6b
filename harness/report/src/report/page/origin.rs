//! The part of the page about the origin of the results.

use std::collections::HashMap;

use maud::{Markup, html};
use optile_results::quantity::counted;
use optile_results::record::{Noise, Origin, SHARED_CELLS, TableRecord};
use optile_results::unit::Unit;

use super::{Page, file, whole};

/// How many processes or tables are listed; `run.json` has all of them.
const MOST_LISTED: usize = 5;

/// The processes of one program on one machine with one command: a run that was
/// resumed.
struct Campaign<'a> {
    origins: Vec<&'a Origin>,
    rows: usize,
}

impl Campaign<'_> {
    /// The facts that all processes of a campaign share.
    fn facts(origin: &Origin, shares: bool) -> [(&'static str, String); 5] {
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
        [
            ("Version", format!("optile {}, revision {}", origin.version, origin.revision)),
            ("Compiler", format!("{}, {}", origin.compiler, origin.target)),
            ("Machine", format!("{host}{}, {cores}, {memory}, {}", origin.cpu, origin.os)),
            ("Isolation", format!("{apart}, {jobs}")),
            ("Command", origin.command_line()),
        ]
    }

    fn entries(&self, shares: bool) -> Markup {
        let runs = counted(self.rows, "run");
        let processes = match self.origins.len() {
            1 => String::new(),
            n => format!(" by {n} processes, each continuing where the one before stopped"),
        };
        html! {
            @for (term, text) in Self::facts(self.origins[0], shares) {
                dt { (term) }
                dd { @if term == "Command" { code { (whole(&text)) } } @else { (whole(&text)) } }
            }
            dt { "Time" }
            dd { (runs) (processes) ": " (whole(&self.times().join("; "))) }
            @if let Some(tables) = self.tables() { (entry("Tables", &tables)) }
            (entry("Noise", self.noise().as_deref().unwrap_or("not known")))
        }
    }

    /// Start and end of each process.
    fn times(&self) -> Vec<String> {
        let time = |origin: &&Origin| match &origin.finished {
            Some(finished) => format!("{} to {finished}", origin.started),
            None => format!("{}, interrupted", origin.started),
        };
        let mut times: Vec<String> = self.origins.iter().take(MOST_LISTED).map(time).collect();
        if self.origins.len() > MOST_LISTED {
            times.push(format!("and {} more", self.origins.len() - MOST_LISTED));
        }
        times
    }

    /// The pattern databases that were built, with their cost.
    fn tables(&self) -> Option<String> {
        let tables: Vec<&TableRecord> =
            self.origins.iter().flat_map(|origin| &origin.tables).collect();
        let text = |unit: Unit, value: u64| unit.text(value as f64);
        let sum = |value: fn(&TableRecord) -> u64| tables.iter().map(|table| value(table)).sum();
        let mut names: Vec<String> = tables
            .iter()
            .take(MOST_LISTED)
            .map(|table| format!("{} in {}", table.table, text(Unit::Nanoseconds, table.build_ns)))
            .collect();
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

    /// The largest disturbances of the times.
    fn noise(&self) -> Option<String> {
        let noises: Vec<&Noise> =
            self.origins.iter().filter_map(|origin| origin.noise.as_ref()).collect();
        let most = |value: fn(&Noise) -> u64| noises.iter().map(|noise| value(noise)).max();
        let percent = |ppm: u64| match ppm {
            0 => "0".to_owned(),
            1..1000 => "less than 0.1".to_owned(),
            ppm => format!("{:.1}", ppm as f64 / 1e4),
        };
        let (steal, others) = (most(|noise| noise.steal_ppm)?, most(|noise| noise.others_ppm)?);
        Some(format!(
            "other processes took {}\u{a0}% of the processor time, other machines {}\u{a0}%",
            percent(others),
            percent(steal),
        ))
    }
}

/// The origin of the results.
impl Page<'_> {
    pub(super) fn origin(&self) -> Markup {
        let record = &self.analysis.results.record;
        let warmup = match record.warmup {
            0 => String::new(),
            runs => format!(" after {}", counted(runs as usize, "warm-up run")),
        };
        let runs = format!(
            "{} planned, {} per pair{warmup}, in a random order with seed {}",
            counted(usize::try_from(record.planned()).unwrap_or(usize::MAX), "run"),
            counted(record.repeat as usize, "sample"),
            record.seed
        );
        let campaigns = self.campaigns();
        let shares = self.analysis.results.rows.iter().any(|row| row.size.cells() <= SHARED_CELLS);
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
                @for (number, campaign) in (1..).zip(&campaigns) {
                    h3 { "Made by" @if campaigns.len() > 1 { " " (number) } }
                    dl { (campaign.entries(shares)) }
                }
            }
        }
    }

    /// In the order in which they started.
    fn campaigns(&self) -> Vec<Campaign<'_>> {
        let mut rows: HashMap<&str, usize> = HashMap::new();
        for row in &self.analysis.results.rows {
            *rows.entry(&row.origin).or_default() += 1;
        }
        let mut campaigns: Vec<Campaign<'_>> = Vec::new();
        for origin in &self.analysis.results.record.origins {
            let facts = Campaign::facts(origin, false);
            let same =
                |campaign: &&mut Campaign<'_>| Campaign::facts(campaign.origins[0], false) == facts;
            let made = rows.get(&*origin.id).copied().unwrap_or(0);
            match campaigns.iter_mut().find(same) {
                Some(campaign) => {
                    campaign.origins.push(origin);
                    campaign.rows += made;
                }
                None => campaigns.push(Campaign { origins: vec![origin], rows: made }),
            }
        }
        campaigns
    }
}

fn entry(term: &str, text: &str) -> Markup {
    html! { dt { (term) } dd { (text) } }
}
