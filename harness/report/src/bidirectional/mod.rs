//! The page about searches from both ends: what they do, and what each of them
//! expanded beside the lower bounds.

#[cfg(test)]
mod tests;

use anyhow::{Result, bail};
use optile_results::Results;
use optile_results::markdown::table;
use optile_results::quantity::{counted, grouped};
use optile_results::record::InstanceBounds;
use optile_results::unit::{Unit, three_digits};
use optile_statistics::geometric_mean;

use crate::bound::{self, Comparison, comparisons};
use crate::measure::Measure;
use crate::report::figures;
use crate::sides::both_ends;
use crate::trial::{Trial, Trials};
use optile_chart::{Figure, Sheet};

/// The text of the page. A name in braces stands for what is computed.
const TEXT: &str = include_str!("page.md");

/// The names of the charts that the page shows.
const CHARTS: [&str; 2] = ["expansions", "expansions-along-path"];

/// Groups of lengths and of fractions have at least this many instances.
const GROUPS: usize = 4;

/// The picture of one instance, which the page shows if there is one.
const CUT: &str = include_str!("cut.md");

/// What the page names.
#[derive(Clone, Copy, Debug)]
pub struct PageNames<'a> {
    /// The file of the page.
    pub page: &'a str,
    /// The folder of its charts, as seen from the page.
    pub charts: &'a str,
    /// The folder of results.
    pub results: &'a str,
    /// Whether the folder of charts has the picture `cut.svg`.
    pub has_cut: bool,
}

/// The page about searches from both ends.
#[derive(Debug)]
pub struct BidirectionalPage {
    /// The text, as Markdown.
    pub text: String,
    /// The charts that it shows, with their pictures as SVG.
    pub charts: Vec<(Figure, String)>,
}

/// Makes the page from results with lower bounds for one heuristic.
///
/// # Errors
///
/// When there are no bounds, or bounds for several heuristics, or when no
/// instance was solved by all strategies with the heuristic.
pub fn bidirectional_page(results: &Results, names: &PageNames<'_>) -> Result<BidirectionalPage> {
    let trials = Trials::of(results);
    let comparisons = comparisons(results, &trials);
    let [comparison] = &comparisons[..] else {
        bail!(
            "the results have bounds and strategies for {}: expected one heuristic",
            counted(comparisons.len(), "heuristic")
        );
    };
    if comparison.bounds.is_empty() {
        bail!("no instance with bounds above 0 was solved by all strategies of the results");
    }
    let bounds = bound::with_heuristic(results, &trials, comparison.heuristic);
    let subject = Subject { results, trials: &trials, comparison, bounds };
    let mut charts = Vec::new();
    for figure in figures(results, &trials).into_iter().flatten() {
        if CHARTS.contains(&figure.name.as_str()) {
            let svg = figure.on(&Sheet { has_all: true, ..Sheet::PAGE }).svg();
            charts.push((figure, svg));
        }
    }
    Ok(BidirectionalPage { text: subject.text(names), charts })
}

/// What the page is about.
struct Subject<'a> {
    results: &'a Results,
    trials: &'a Trials<'a>,
    comparison: &'a Comparison<'a>,
    /// The bounds of all instances that have some.
    bounds: Vec<&'a InstanceBounds>,
}

impl<'a> Subject<'a> {
    /// The strategies that solved something.
    fn names(&self) -> impl Iterator<Item = &'a str> {
        self.comparison.lines.iter().map(|line| line.strategy)
    }

    fn trial(&self, strategy: &str, line: &InstanceBounds) -> Option<&Trial<'a>> {
        self.trials.get(strategy, &line.instance)
    }

    /// Expansions before the last bound, if the strategy solved the instance.
    fn expanded(&self, strategy: &str, line: &InstanceBounds) -> Option<u64> {
        bound::expanded(self.trials, strategy, &line.instance).map(|count| count as u64)
    }

    /// A strategy's name without the heuristic that all have.
    fn short(&self, strategy: &str) -> String {
        let heuristic = format!(":{}", self.comparison.heuristic);
        format!("`{}`", strategy.replacen(&heuristic, "", 1))
    }

    fn text(&self, names: &PageNames<'_>) -> String {
        let record = &self.results.record;
        let origin = record.first().map_or_else(String::new, |origin| {
            format!(
                "optile {} ({}), {}, in {}",
                origin.version,
                origin.revision,
                origin.compiler,
                origin.started.get(..7).unwrap_or_default()
            )
        });
        let about = format!(
            "The suite is `{}`: {} of size {} with the heuristic `{}`, at most {} of searching \
             and {} of memory for each run.",
            record.suite,
            counted(self.results.instances.len(), "instance"),
            self.results.instances.first().map_or_else(String::new, |one| one.size.to_string()),
            self.comparison.heuristic,
            record.limits.time_ns.map_or("any time".into(), |ns| Unit::Nanoseconds.text(ns as f64)),
            record.limits.memory.map_or("any amount".into(), |n| Unit::Bytes.text(n as f64)),
        );
        let cut = if names.has_cut { format!("{CUT}\n") } else { String::new() };
        let parts = [
            ("{page}", names.page.into()),
            // A space would end the address of a link.
            ("{charts}", names.charts.replace(' ', "%20")),
            ("{results}", names.results.into()),
            ("{suite}", record.suite.clone()),
            ("{origin}", origin),
            ("{about}", about),
            ("{wins}", self.wins()),
            ("{summary}", self.summary()),
            ("{instances}", self.results.instances.len().to_string()),
            ("{common}", counted(self.comparison.bounds.len(), "instance")),
            ("{lengths}", self.by_length()),
            ("{fractions}", self.by_fraction()),
            ("{table}", self.table()),
        ];
        let fill = |text: String, (name, value): (&str, String)| text.replace(name, value.trim());
        parts.into_iter().fold(TEXT.replace("{cut}\n\n", &cut), fill)
    }

    /// On how many instances each strategy expanded the fewest.
    fn wins(&self) -> String {
        let wins = |name: &str| {
            let is_least = |line: &&&InstanceBounds| {
                let least = self.names().filter_map(|other| self.expanded(other, line)).min();
                self.expanded(name, line) == least
            };
            self.comparison.bounds.iter().filter(is_least).count()
        };
        let mut counts: Vec<(usize, &str)> =
            self.names().map(|name| (wins(name), name)).filter(|(count, _)| *count > 0).collect();
        counts.sort_by_cached_key(|&(count, _)| usize::MAX - count);
        let each = counts.iter().map(|(count, name)| format!("{} on {count}", self.short(name)));
        let below = |name: &str| {
            let is_below = |line: &&&InstanceBounds| {
                let one = line.astar.min(line.astar_reverse);
                self.expanded(name, line).is_some_and(|count| count < one)
            };
            self.comparison.bounds.iter().filter(is_below).count()
        };
        let one_end = |name: &&str| name.starts_with("astar");
        let beyond = self.names().filter(|name| !one_end(name));
        let beyond = beyond.map(|name| format!("{} on {}", self.short(name), below(name)));
        let fractions = || self.bounds.iter().filter_map(|line| line.p_star);
        let one_sided = fractions().filter(|p| !(0.2..0.8).contains(p)).count();
        format!(
            "On {one_sided} of {}, p\\* is below 0.2 or at least 0.8: the least cover is nearly that of \
             A\\* or of A\\* from the goal. There, no search that uses only f and g can be much better \
             than the better of these two.\n\nOf the {} that all solved, the fewest expansions are \
             those of {}. If several have equally few, each of them counts.\n\nThe better of A\\* and \
             A\\* from the goal is known only afterwards. Fewer states than by both of them are \
             expanded by {}.",
            counted(fractions().count(), "instance"),
            counted(self.comparison.bounds.len(), "instance"),
            each.collect::<Vec<_>>().join(", "),
            beyond.collect::<Vec<_>>().join(", "),
        )
    }

    fn summary(&self) -> String {
        let ends = both_ends(self.trials);
        let headings = [
            "algorithm",
            "solved",
            "most bytes",
            "expanded, mean",
            "÷ basic bound",
            "÷ bound with consistency",
            "backward",
            "met after",
        ];
        let text = |value: Option<f64>, write: fn(f64) -> String| value.map_or("–".into(), write);
        let percent = |share: f64| format!("{:.0} %", share * 100.0);
        let rows = self.comparison.lines.iter().map(|line| {
            let trials = || self.trials.attempts(line.strategy).map(|(_, trial)| trial);
            let solved = trials().filter(|trial| trial.is_solved()).count();
            let bytes = trials().filter_map(|trial| trial.median(Measure::PeakBytes));
            let ends = ends.iter().find(|ends| ends.strategy == line.strategy);
            vec![
                self.short(line.strategy),
                solved.to_string(),
                text(bytes.reduce(f64::max), |bytes| Unit::Bytes.text(bytes)),
                text(line.expanded, |count| Unit::Count.text(count)),
                text(line.ratios[0], three_digits),
                text(line.ratios[1], three_digits),
                text(ends.map(|ends| ends.backward), percent),
                text(ends.map(|ends| ends.meeting), percent),
            ]
        });
        table(&headings, rows, 1..)
    }

    fn by_length(&self) -> String {
        let mut lines = self.comparison.bounds.clone();
        lines.sort_by_cached_key(|line| line.length as usize);
        let mut groups: Vec<Vec<&InstanceBounds>> = Vec::new();
        let most = lines.len().div_ceil(GROUPS);
        for line in lines {
            match groups.last_mut() {
                // Instances of the same length stay together.
                Some(group)
                    if group.len() < most
                        || group.last().map(|l| l.length) == Some(line.length) =>
                {
                    group.push(line);
                }
                _ => groups.push(vec![line]),
            }
        }
        let name = |group: &[&InstanceBounds]| {
            let ends = [group.first(), group.last()].map(|line| line.map_or(0, |l| l.length));
            if ends[0] == ends[1] {
                ends[0].to_string()
            } else {
                format!("{}–{}", ends[0], ends[1])
            }
        };
        let groups = groups.iter().map(|group| (name(group), group.clone()));
        self.groups("length", groups.collect())
    }

    fn by_fraction(&self) -> String {
        const EDGES: [f64; 3] = [0.0, 0.2, 0.8];
        let groups = EDGES.iter().enumerate().map(|(place, &low)| {
            let high = EDGES.get(place + 1).copied().unwrap_or(1.01);
            let is_in = |line: &&&InstanceBounds| line.p_star.is_some_and(|p| low <= p && p < high);
            let name = match EDGES.get(place + 1) {
                Some(high) => format!("{low} to below {high}"),
                None => format!("{low} to 1"),
            };
            (name, self.comparison.bounds.iter().filter(is_in).copied().collect())
        });
        self.groups("p\\*", groups.collect())
    }

    /// The mean ratios to the basic bound, by groups of instances.
    fn groups(&self, what: &str, groups: Vec<(String, Vec<&InstanceBounds>)>) -> String {
        let mut headings = vec![what.to_owned(), "instances".to_owned()];
        headings.extend(self.names().map(|name| self.short(name)));
        let rows =
            groups.into_iter().filter(|(_, group)| !group.is_empty()).map(|(name, group)| {
                let ratio = |strategy| {
                    let ratios = group.iter().filter_map(|line| {
                        Some(self.expanded(strategy, line)? as f64 / line.basic as f64)
                    });
                    geometric_mean(&ratios.collect::<Vec<f64>>())
                };
                let ratios: Vec<Option<f64>> = self.names().map(ratio).collect();
                let least = ratios.iter().flatten().copied().reduce(f64::min);
                let cell = |ratio: &Option<f64>| {
                    let text = ratio.map_or("–".into(), three_digits);
                    if *ratio == least { format!("**{text}**") } else { text }
                };
                let mut row = vec![name, group.len().to_string()];
                row.extend(ratios.iter().map(cell));
                row
            });
        table(&headings, rows, 1..)
    }

    fn table(&self) -> String {
        let mut headings: Vec<String> =
            ["instance", "length", "p\\*", "basic", "consistent"].map(String::from).into();
        headings.extend(self.names().map(|name| self.short(name)));
        let rows = self.bounds.iter().map(|line| {
            let number = |count: u64| grouped(&count.to_string());
            let counts: Vec<Option<u64>> =
                self.names().map(|name| self.expanded(name, line)).collect();
            let least = counts.iter().flatten().min();
            let mut row = vec![
                line.instance.clone(),
                line.length.to_string(),
                line.p_star.map_or("–".into(), |p| format!("{p:.2}")),
                number(line.basic),
                number(line.consistent),
            ];
            row.extend(self.names().zip(&counts).map(|(name, count)| {
                match count {
                    Some(count) if Some(count) == least => format!("**{}**", number(*count)),
                    Some(count) => number(*count),
                    None => self
                        .trial(name, line)
                        .map_or("not run".into(), |trial| trial.status().name().to_owned()),
                }
            }));
            row
        });
        table(&headings, rows, 1..)
    }
}
