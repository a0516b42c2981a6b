use std::collections::BTreeMap;
use std::fmt::{self, Formatter};

use optile_results::quantity::counted;
use optile_results::record::{Noise, Origin, TableRecord};
use optile_results::unit::{Unit, three_digits};

use super::Page;
use optile_chart::escape;

/// Processes, and tables, that are told one by one; `run.json` has all.
const MOST_TOLD: usize = 5;

/// Processes of one program on one machine under one command: a run that was
/// taken up again.
struct Campaign<'a> {
    origins: Vec<&'a Origin>,
    rows: usize,
}

impl Campaign<'_> {
    /// What the processes have in common; two with the same are one campaign.
    fn facts(origin: &Origin) -> [(&'static str, String); 5] {
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

    /// From when to when, a text for each process.
    fn times(&self) -> Vec<String> {
        let time = |origin: &&Origin| match &origin.finished {
            Some(finished) => format!("{} to {finished}", origin.started),
            None => format!("{}, cut short", origin.started),
        };
        let mut times: Vec<String> = self.origins.iter().take(MOST_TOLD).map(time).collect();
        if self.origins.len() > MOST_TOLD {
            times.push(format!("and {} more", self.origins.len() - MOST_TOLD));
        }
        times
    }

    /// The pattern databases that had to be made, and what that took.
    fn tables(&self) -> Option<String> {
        let tables: Vec<&TableRecord> =
            self.origins.iter().flat_map(|origin| &origin.tables).collect();
        let text = |unit: Unit, value: u64| unit.text(value as f64);
        let sum = |value: fn(&TableRecord) -> u64| tables.iter().map(|table| value(table)).sum();
        let mut names: Vec<String> = tables
            .iter()
            .take(MOST_TOLD)
            .map(|table| format!("{} in {}", table.table, text(Unit::Nanoseconds, table.build_ns)))
            .collect();
        if tables.len() > MOST_TOLD {
            names.push(format!("and {} more", tables.len() - MOST_TOLD));
        }
        (!tables.is_empty()).then(|| {
            format!(
                "{} made before the runs, outside their clocks, {} in {}: {}",
                counted(tables.len(), "pattern database"),
                text(Unit::Bytes, sum(|table| table.bytes)),
                text(Unit::Nanoseconds, sum(|table| table.build_ns)),
                names.join("; ")
            )
        })
    }

    /// What disturbed the clocks, at its worst.
    fn noise(&self) -> Option<String> {
        let noises: Vec<&Noise> =
            self.origins.iter().filter_map(|origin| origin.noise.as_ref()).collect();
        let most = |value: fn(&Noise) -> u64| noises.iter().map(|noise| value(noise)).max();
        let percent = |ppm: u64| match ppm {
            0 => "0".into(),
            ppm => three_digits(ppm as f64 / 1e4),
        };
        let (steal, others) = (most(|noise| noise.steal_ppm)?, most(|noise| noise.others_ppm)?);
        let clock = Unit::Nanoseconds.text(most(|noise| noise.clock_ns)? as f64);
        let governor = noises.iter().find_map(|noise| noise.governor.as_ref());
        Some(format!(
            "{} % of the processors went to other processes, {} % to other machines; the clock \
             steps by {clock}{}",
            percent(others),
            percent(steal),
            governor.map_or_else(String::new, |name| format!("; frequency governor {name}"))
        ))
    }
}

/// Where the results come from.
impl Page<'_> {
    pub(super) fn origin(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let record = &self.results.record;
        let limits = &record.limits;
        let unit = |unit: Unit, value: Option<u64>| {
            value.map_or("none".into(), |value| unit.text(value as f64))
        };
        f.write_str("<section id=\"origin\" tabindex=\"-1\">\n<h2>Origin</h2>\n<dl>\n")?;
        let warmup = match record.warmup {
            0 => String::new(),
            runs => format!(" after {} to warm up", counted(runs as usize, "run")),
        };
        entry(
            f,
            "Runs",
            &format!(
                "{} planned, {} each{warmup}, in an order drawn with seed {}",
                counted(usize::try_from(record.planned()).unwrap_or(usize::MAX), "run"),
                counted(record.repeat as usize, "sample"),
                record.seed
            ),
        )?;
        entry(
            f,
            "Limits a run",
            &format!(
                "time {}, processor time {}, expansions {}, memory {}",
                unit(Unit::Nanoseconds, limits.time_ns),
                unit(Unit::Nanoseconds, limits.cpu_ns),
                unit(Unit::Count, limits.nodes),
                unit(Unit::Bytes, limits.memory)
            ),
        )?;
        let shards: Vec<&str> =
            record.plans.iter().flat_map(|plan| &plan.shards).map(String::as_str).collect();
        if !shards.is_empty() {
            entry(f, "Parts of the plan", &shards.join(", "))?;
        }
        f.write_str(
            "<dt>Data</dt><dd><a href=\"results.csv\">results.csv</a>, <a \
             href=\"results.jsonl\">results.jsonl</a>, <a \
             href=\"instances.csv\">instances.csv</a>, <a \
             href=\"run.json\">run.json</a></dd>\n</dl>\n",
        )?;
        let campaigns = self.campaigns();
        for (number, campaign) in campaigns.iter().enumerate() {
            let many = campaigns.len() > 1;
            let name = if many { format!("Made by {}", number + 1) } else { "Made by".into() };
            self.campaign(f, &name, campaign)?;
        }
        f.write_str("</section>\n")
    }

    /// In the order in which they began.
    fn campaigns(&self) -> Vec<Campaign<'_>> {
        let mut rows: BTreeMap<&str, usize> = BTreeMap::new();
        for row in &self.results.rows {
            *rows.entry(&row.origin).or_default() += 1;
        }
        let mut campaigns: Vec<Campaign<'_>> = Vec::new();
        for origin in &self.results.record.origins {
            let facts = Campaign::facts(origin);
            let same = |campaign: &&mut Campaign<'_>| Campaign::facts(campaign.origins[0]) == facts;
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

    fn campaign(&self, f: &mut Formatter<'_>, name: &str, campaign: &Campaign<'_>) -> fmt::Result {
        writeln!(f, "<h3>{name}</h3>\n<dl>")?;
        for (term, text) in Campaign::facts(campaign.origins[0]) {
            match term {
                "Command" => writeln!(f, "<dt>{term}</dt><dd><code>{}</code></dd>", escape(&text))?,
                _ => entry(f, term, &text)?,
            }
        }
        let times = campaign.times();
        let runs = counted(campaign.rows, "run");
        let processes = match campaign.origins.len() {
            1 => String::new(),
            n => format!(" by {n} processes, each taking up where the one before stopped"),
        };
        entry(f, "Time", &format!("{runs}{processes}: {}", times.join("; ")))?;
        if let Some(tables) = campaign.tables() {
            entry(f, "Tables", &tables)?;
        }
        match campaign.noise() {
            Some(noise) => entry(f, "Noise", &noise)?,
            None => entry(f, "Noise", "not known")?,
        }
        f.write_str("</dl>\n")
    }
}

fn entry(f: &mut Formatter<'_>, term: &str, text: &str) -> fmt::Result {
    writeln!(f, "<dt>{term}</dt><dd>{}</dd>", escape(text))
}
