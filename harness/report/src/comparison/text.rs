//! A comparison as text for people.

use std::fmt::{self, Display, Formatter};
use std::iter;

use optile_results::text::quantity::counted;
use optile_results::text::terminal::{prose, width, wrapped};

use super::contrast::{COUNTS, Change, Contrast, InstanceContrast};
use super::{ClassContrast, ClassRatio, Comparison, Difference, PairClasses, SideRecord, Values};
use crate::table::{NOTHING, Table, Value};
use crate::verdict::CLASS_HEADINGS;
use optile_results::number::Number;
use optile_results::text::unit::Unit;
use optile_statistics::ascending;

/// A comparison as text for people.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// The comparison.
    pub comparison: &'a Comparison,
    /// Whether to name every instance, or only a few of each kind.
    pub all_instances: bool,
}

/// How many instances of a kind are named if not all are requested.
const FEW: usize = 10;

impl Display for Text<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.origins(f)?;
        self.outcomes(f)?;
        self.ratios(f)?;
        self.classes(f)?;
        self.changes(f)?;
        self.instances(f)
    }
}

impl Text<'_> {
    fn origins(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Comparison { a, b, differences, in_turn, .. } = self.comparison;
        if *in_turn {
            writeln!(f, "{}\n", item(&side(a)))?;
            let turns = "Each run was made in turn with two builds of optile: A is the other one, \
                         whose strategies are named NAME@before, and B this one.";
            writeln!(f, "{}", prose(turns))?;
            return a.notices.iter().try_for_each(|notice| writeln!(f, "{}", prose(notice)));
        }
        if a.folder == b.folder {
            writeln!(f, "{}", item(&side(a)))?;
        } else {
            for (name, record) in [("A", a), ("B", b)] {
                writeln!(f, "{}", item(&format!("{name}  {}", side(record))))?;
            }
            writeln!(f)?;
            if differences.is_empty() {
                let same = "Version, revision, compiler, machine, limits and order are the same.";
                writeln!(f, "{}", prose(same))?;
            } else {
                let row =
                    |d: &Difference| [&d.what, &d.a, &d.b].map(|text| text.clone().into()).into();
                let rows = differences.iter().map(row).collect();
                put(f, &Table::new(["what differs", "A", "B"], 3, rows))?;
            }
            if !self.measures().into_iter().any(is_time) {
                let turns = "A and B were not made in turn, so only counts are judged: --times \
                             shows times. `optile run --against` makes both in turn.";
                writeln!(f, "{}", prose(turns))?;
            }
        }
        self.comparison.notes.iter().try_for_each(|note| writeln!(f, "{}", prose(note)))?;
        for (name, side) in self.sides() {
            for notice in &side.notices {
                writeln!(f, "{}", prose(&(name.clone() + notice)))?;
            }
            if side.instances_alone > 0 {
                let alone = counted(side.instances_alone, "instance");
                writeln!(f, "{}", prose(&format!("{name}{alone} only here: left out.")))?;
            }
            if a.folder != b.folder && !side.strategies_left_out.is_empty() {
                let names = side.strategies_left_out.join(" ");
                writeln!(f, "{}", prose(&format!("{name}left out are {names}.")))?;
            }
        }
        Ok(())
    }

    /// The sides, with what begins a sentence on each; if both are of one folder, it is told once.
    fn sides(&self) -> Vec<(String, &SideRecord)> {
        let Comparison { a, b, .. } = self.comparison;
        match a.folder == b.folder {
            true => vec![(String::new(), a)],
            false => vec![("A: ".into(), a), ("B: ".into(), b)],
        }
    }

    fn outcomes(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let row = |contrast: &Contrast| {
            let numbers = [
                contrast.instances.len(),
                contrast.solved_by_both,
                contrast.newly_solved,
                contrast.newly_failed,
                contrast.lengths_differ,
                contrast.counts_differ,
            ];
            let numbers = numbers.map(|count| Some(count).filter(|&count| count > 0).into());
            iter::once(stacked(contrast)).chain(numbers).collect()
        };
        let headings = [
            "strategy",
            "run by\nboth",
            "solved\nby both",
            "newly\nsolved",
            "newly\nfailed",
            "lengths\ndiffer",
            "counts\ndiffer",
        ];
        let rows = self.comparison.contrasts.iter().map(row).collect();
        writeln!(f)?;
        put(f, &Table::new(headings, 1, rows))?;
        let Comparison { a, b, contrasts, .. } = self.comparison;
        for contrast in contrasts {
            for (side, count, alone) in [
                ("A", contrast.only_a, a.instances_alone),
                ("B", contrast.only_b, b.instances_alone),
            ] {
                // Instances that the other side does not have are reported above.
                if count > alone {
                    let name = contrast.name();
                    let instances = counted(count, "instance");
                    writeln!(f, "{}", prose(&format!("{name}: {instances} only in {side}.")))?;
                }
            }
        }
        Ok(())
    }

    fn measures(&self) -> Vec<&'static Number> {
        let values = self.comparison.contrasts.iter().flat_map(|contrast| &contrast.instances);
        values.map(|i| i.values.iter().map(|v| v.measure).collect()).next().unwrap_or_default()
    }

    fn ratios(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for measure in self.measures() {
            let mut rows = Vec::new();
            for contrast in &self.comparison.contrasts {
                let ratio = contrast.ratios.iter().find(|ratio| ratio.measure == measure);
                let mean = Value::ratio(ratio.map(|ratio| ratio.estimate.value));
                rows.push(vec![
                    stacked(contrast),
                    ratio.map(|ratio| ratio.instances).into(),
                    mean,
                    ratio.and_then(|ratio| ratio.estimate.interval).into(),
                    Value::ratio(ratio.map(|ratio| ratio.least)),
                    Value::ratio(ratio.map(|ratio| ratio.largest)),
                ]);
            }
            let title = format!("{}, B\u{a0}÷\u{a0}A", measure.about);
            let headings =
                [title.as_str(), "instances", "mean", "95\u{a0}% interval", "least", "largest"];
            writeln!(f)?;
            put(f, &Table::new(headings, 1, rows))?;
        }
        if self.measures().into_iter().any(is_time) {
            self.doubts(f)?;
        }
        let means = "Means are geometric, over the instances that A and B both solved, using the \
                     median of the samples of each instance. An interval needs 6 instances.";
        writeln!(f, "\n{}", prose(means))
    }

    /// For each pair and measure, a table of its classes, and below them what they say.
    fn classes(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for PairClasses { a, b, classes, findings } in &self.comparison.classes {
            let measures = classes.first().map_or(0, |class| class.measures.len());
            for place in 0..measures {
                let row = |class: &ClassContrast| {
                    let ClassRatio { ratio, less_a, less_b, .. } = &class.measures[place];
                    vec![
                        class.title().into(),
                        class.instances.into(),
                        class.solved_by_both.into(),
                        Value::ratio(ratio.map(|ratio| ratio.estimate.value)),
                        ratio.and_then(|ratio| ratio.estimate.interval).into(),
                        (*less_a).into(),
                        (*less_b).into(),
                        class.only_a.into(),
                        class.only_b.into(),
                    ]
                };
                let about = classes[0].measures[place].measure.about;
                writeln!(
                    f,
                    "\n{}",
                    prose(&format!("{about}, B\u{a0}÷\u{a0}A, with {a} as A and {b} as B:"))
                )?;
                put(f, &Table::new(CLASS_HEADINGS, 1, classes.iter().map(row).collect()))?;
            }
            findings.iter().try_for_each(|one| writeln!(f, "{}", prose(one)))?;
        }
        Ok(())
    }

    /// What an interval of times does not know.
    fn doubts(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (name, side) in self.sides() {
            for caution in &side.cautions {
                writeln!(f, "{}", prose(&format!("Caution: {name}{caution}")))?;
            }
        }
        if self.comparison.in_turn || self.comparison.in_one_order {
            return Ok(());
        }
        let doubt = "An interval of times knows only how instances differ. Noise that lasts for a \
                     whole run moves it, so two runs of one program may seem to differ: A and B \
                     were not made in turn. `optile run --against` does that.";
        writeln!(f, "{}", prose(doubt))
    }

    /// The instances that changed, by the kind of change.
    fn changes(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (change, title) in [
            (Change::NewlyFailed, "Newly failed"),
            (Change::NewlySolved, "Newly solved"),
            (Change::LengthsDiffer, "Lengths differ"),
            (Change::CountsDiffer, "Counts differ"),
        ] {
            let changed: Vec<_> = self
                .each()
                .filter(|(_, instance)| instance.change == change)
                .map(|(contrast, i)| format!("  {} on {}{}", contrast.name(), i.instance, how(i)))
                .collect();
            if changed.is_empty() {
                continue;
            }
            writeln!(f, "\n{title}:")?;
            let shown = if self.all_instances { changed.len() } else { FEW };
            changed.iter().take(shown).try_for_each(|line| writeln!(f, "{}", item(line)))?;
            if changed.len() > shown {
                let more = changed.len() - shown;
                writeln!(f, "{}", item(&format!("  and {more} more; --instances names all")))?;
            }
        }
        Ok(())
    }

    fn each(&self) -> impl Iterator<Item = (&Contrast, &InstanceContrast)> {
        let contrasts = self.comparison.contrasts.iter();
        contrasts.flat_map(|contrast| contrast.instances.iter().map(move |i| (contrast, i)))
    }

    /// The instances with a ratio above 1, the largest first, or all in order.
    fn instances(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let measures = self.measures();
        let mut lines: Vec<_> = self.each().collect();
        if !self.all_instances {
            let ratio = |i: &InstanceContrast, measure| i.ratio(measure).unwrap_or(0.0);
            lines.retain(|(_, instance)| measures.iter().any(|&m| ratio(instance, m) > 1.0));
            // The first measure decides, so it comes last.
            for &measure in measures.iter().rev() {
                lines = ascending(&lines, |(_, instance)| -ratio(instance, measure));
            }
        }
        let all = lines.len();
        let shown = if self.all_instances { all } else { FEW };
        if all == 0 {
            return Ok(());
        }
        let several = self.comparison.contrasts.len() > 1;
        let mut headings = vec!["instance".to_owned()];
        headings.extend(several.then(|| "strategy".to_owned()));
        for measure in &measures {
            headings.extend([format!("{}\nA", measure.about), "\nB ÷ A".to_owned()]);
        }
        let row = |(contrast, instance): &(&Contrast, &InstanceContrast)| {
            let mut cells: Vec<Value> = vec![instance.instance.as_str().into()];
            cells.extend(several.then(|| stacked(contrast)));
            for values in &instance.values {
                cells.push(Value::measured(values.measure.unit, values.a));
                cells.push(Value::ratio(values.ratio));
            }
            cells
        };
        let rows = lines.iter().take(shown).map(row).collect();
        let texts = 1 + usize::from(several);
        writeln!(f)?;
        put(f, &Table::new(headings, texts, rows))?;
        if all > shown {
            let shown = "The largest ratios; --instances shows every instance.";
            writeln!(f, "{}", prose(shown))?;
        }
        Ok(())
    }
}

/// Whether noise moves it.
fn is_time(measure: &Number) -> bool {
    matches!(measure.unit, Unit::Nanoseconds | Unit::PerSecond)
}

/// A line of a list. It wraps on a terminal only, because programs read lists by lines.
fn item(text: &str) -> String {
    wrapped(text, width(), 0, 4)
}

fn side(side: &SideRecord) -> String {
    format!("{}: suite {}, {}", side.folder, side.suite, counted(side.runs, "run"))
}

/// The strategy, or both names, one below the other.
fn stacked(contrast: &Contrast) -> Value {
    contrast.name().replace(" → ", "\n→ ").into()
}

fn put(f: &mut Formatter<'_>, table: &Table) -> fmt::Result {
    writeln!(f, "{}", table.terminal(width()))
}

/// The values before and now, if the title does not show them.
fn how(instance: &InstanceContrast) -> String {
    let pair = |a: String, b: String| format!(": {a}, now {b}");
    match instance.change {
        Change::NewlyFailed => format!(": {}", instance.status_b),
        Change::NewlySolved => format!(": was {}", instance.status_a),
        Change::LengthsDiffer => {
            let text = |length: Option<u32>| length.map_or("no path".into(), |n| n.to_string());
            pair(text(instance.length_a), text(instance.length_b))
        }
        Change::CountsDiffer => {
            let counted = |v: &&Values| v.a != v.b && COUNTS.contains(&v.measure);
            let values = instance.values.iter().find(counted);
            let text = |v: &Values| {
                let number = |value: Option<f64>| value.map_or(NOTHING.into(), |n| n.to_string());
                format!(": {} {}, now {}", v.measure, number(v.a), number(v.b))
            };
            values.map(text).unwrap_or_default()
        }
        _ => String::new(),
    }
}
