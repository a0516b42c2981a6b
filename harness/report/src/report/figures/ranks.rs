//! What ranks did with their time: search, send, or wait.
//!
//! The overheads of a parallel search are told apart as by E. Burns, S. Lemons, W. Ruml and
//! R. Zhou ("Best-first heuristic search for multicore machines", 2010).

use optile_results::Results;
use optile_results::quantity::{counted, grouped};
use optile_results::rank_time::{RankSums, RankTime, runs};

use super::speed_up::team;
use super::{Chart, headings, number};
use optile_chart::style::{Colour, Dash, Shape};
use optile_chart::{Axis, Figure, Layer, LegendEntry, Mark, Place, Role, Style, elided};

const TITLE: &str = "Time of the ranks";

/// The parts of the time. Their shades differ on grey paper too: dark, medium, and white.
const PARTS: [(&str, Style); 3] = [
    ("searching", part(Colour(0x01, 0x28, 0xa2), false)),
    ("communicating", part(Colour(0x00, 0x9e, 0x73), false)),
    ("waiting", part(Style::NEUTRAL.colour, true)),
];

const fn part(colour: Colour, is_open: bool) -> Style {
    Style { colour, shape: Shape::Square, is_open, dash: Dash::Solid }
}

/// Half of the height of a bar; bars are 1 apart. Sixteenths add up without rounding.
const HALF: f64 = 0.3125;

/// The most strategies whose messages the caption counts one by one.
const MOST_COUNTED: usize = 6;

/// A strategy with the sums over all its runs.
struct Bar<'a> {
    strategy: &'a str,
    ranks: u64,
    runs: u64,
    sums: RankSums,
}

impl<'a> Bar<'a> {
    /// The strategies with lines, by the rest of their names, then by ranks and threads.
    fn all(lines: &'a [RankTime]) -> Vec<Self> {
        let mut names: Vec<&str> = Vec::new();
        for run in runs(lines) {
            if !names.contains(&run[0].strategy.as_str()) {
                names.push(&run[0].strategy);
            }
        }
        let bar = |strategy: &'a str| {
            let own = || runs(lines).filter(|run| run[0].strategy == strategy);
            Self {
                strategy,
                ranks: own().map(|run| run.len() as u64).max().unwrap_or(0),
                runs: own().count() as u64,
                sums: RankSums::of(own().flatten()),
            }
        };
        let mut bars: Vec<Self> = names.into_iter().map(bar).collect();
        bars.sort_by_cached_key(|bar| {
            let (rest, _, threads) = team(bar.strategy);
            (rest, bar.ranks, threads)
        });
        bars
    }

    fn per_run(&self, sum: u128) -> f64 {
        sum as f64 / self.runs as f64
    }

    /// Its part of the caption.
    fn sent(&self) -> String {
        let sums = [self.sums.sent_nodes, self.sums.messages];
        let [nodes, messages] = sums.map(|sum| grouped(&format!("{:.0}", self.per_run(sum))));
        let runs = counted(self.runs as usize, "run");
        format!("{}: {runs}, {nodes} nodes in {messages} messages.", self.strategy)
    }

    /// Its line of the numbers.
    fn numbers(&self) -> Vec<String> {
        let percent = self.sums.percent().unwrap_or([f64::NAN; 3]).map(number);
        let sums = [self.sums.sent_nodes, self.sums.messages, self.sums.sent_bytes];
        let per_run = sums.map(|sum| number(self.per_run(sum)));
        let first = [self.strategy.into(), self.ranks.to_string(), self.runs.to_string()];
        first.into_iter().chain(percent).chain(per_run).collect()
    }
}

/// A bar for each strategy; none if no ranks wrote their times.
pub(super) fn times(results: &Results) -> Option<Chart> {
    let bars = Bar::all(&results.ranks);
    if bars.is_empty() {
        return None;
    }
    if bars.iter().all(|bar| bar.sums.percent().is_none()) {
        return Some(Err(format!("{TITLE}: left out, because no search took any time.")));
    }
    let mut layers = Vec::new();
    for (line, bar) in bars.iter().rev().enumerate() {
        let mut left = 0.0;
        for ((_, style), share) in PARTS.into_iter().zip(bar.sums.percent().unwrap_or_default()) {
            let corner = |x, up| (Place::At(x), Place::At(line as f64 + up));
            let (from, to) = (corner(left, -HALF), corner(left + share, HALF));
            if share > 0.0 {
                layers.push(Layer::new(Mark::Block, style, [from, to]));
            }
            left += share;
        }
    }
    let names: Vec<&str> = bars.iter().map(|bar| bar.strategy).collect();
    let columns = [
        "strategy",
        "ranks",
        "runs",
        "searching_percent",
        "communicating_percent",
        "waiting_percent",
        "nodes_per_run",
        "messages_per_run",
        "bytes_per_run",
    ];
    let mut numbers = vec![headings(&columns)];
    numbers.extend(bars.iter().map(Bar::numbers));
    Some(Ok(Figure {
        name: "ranks".into(),
        title: TITLE.into(),
        subtitle: "One bar per strategy: all its ranks over all its runs.".into(),
        caption: caption(&bars),
        x: Axis::percent("share of the time, %"),
        y: Axis::names(&names, |name| elided(name, 36)),
        layers,
        legend: PARTS.map(|(name, style)| LegendEntry::new(Role::Dots, name, style)).into(),
        numbers,
        ..Figure::default()
    }))
}

fn caption(bars: &[Bar<'_>]) -> String {
    let sent = if bars.len() <= MOST_COUNTED {
        let each: Vec<String> = bars.iter().map(Bar::sent).collect();
        format!("Runs, and what all ranks together sent in a run, on average: {}", each.join(" "))
    } else {
        let all = bars.iter().map(|bar| bar.runs).sum::<u64>() as usize;
        format!(
            "The bars are made of {}. The numbers of this chart say how many nodes and messages \
             were sent in a run.",
            counted(all, "run")
        )
    };
    format!(
        "What the ranks of a strategy did with the time of their searches. Each run counts, also \
         one that was not solved or was a warm-up. Communicating is sending messages and taking in \
         those that have arrived. Waiting is doing nothing until one arrives. The rest of the \
         time is searching. {sent}"
    )
}

#[cfg(test)]
mod tests;
