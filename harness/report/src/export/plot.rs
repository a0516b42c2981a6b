//! Figures as `pgfplots` draws them: the numbers in a file of their own, and a
//! picture that reads them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::Result;
use optile_results::Results;
use optile_results::row::Status;
use optile_statistics::quartiles;

use super::identifier::identifiers;
use super::latex::escape;
use crate::comparison::{Instance, Measure, Trial, Trials};
use optile_chart::style::{Dash, Shape};
use optile_chart::{Palette, Style};

/// A figure in two files.
#[derive(Clone, Debug)]
pub(super) struct Plot {
    pub(super) name: String,
    /// What it shows.
    pub(super) caption: String,
    /// The numbers: headings, then a row each, separated by tabs.
    pub(super) data: String,
    /// The picture.
    pub(super) picture: String,
}

/// What a file of a picture says about its use.
pub(super) const USE: &str = "% Takes \\usepackage{pgfplots} and \\pgfplotsset{compat=1.16}; \
     define \\optileData as the folder of the data where that is another.\n\
     \\providecommand{\\optileData}{.}\n";

/// A strategy of the results, how it is called and how it looks.
struct Series<'a> {
    name: &'a str,
    identifier: String,
    style: Style,
}

/// Every figure that the results allow.
///
/// # Errors
///
/// When two strategies have one name in letters.
pub(super) fn plots(results: &Results, trials: &Trials<'_>) -> Result<Vec<Plot>> {
    let names = trials.strategies();
    let palette = Palette::new(&results.registry).and(names.iter().copied());
    let series: Vec<Series<'_>> = names
        .iter()
        .zip(identifiers(names)?)
        .map(|(name, identifier)| Series { name, identifier, style: palette.style(name) })
        .collect();
    let solved: Vec<&Series<'_>> =
        series.iter().filter(|one| attempts(trials, one).any(|(_, t)| t.is_solved())).collect();
    let mut plots = Vec::new();
    if !solved.is_empty() {
        plots.push(expansions(trials, &solved));
        plots.push(cactus(trials, &solved));
    }
    let pairs: Vec<(&Series<'_>, &Series<'_>)> = match &results.record.pairs[..] {
        [] => solved.windows(2).map(|pair| (pair[0], pair[1])).collect(),
        chosen => {
            let find = |name: &String| solved.iter().find(|series| series.name == name).copied();
            chosen.iter().filter_map(|(a, b)| Some((find(a)?, find(b)?))).collect()
        }
    };
    plots.extend(pairs.iter().filter_map(|(a, b)| scatter(trials, a, b)));
    Ok(plots)
}

/// Whether a trial was on a board that the strategy does and that has a
/// solution.
fn takes_part(trial: &Trial<'_>) -> bool {
    !matches!(trial.status(), Status::Unsupported | Status::Unsolvable)
}

/// The trials of a strategy that take part in figures.
fn attempts<'a>(
    trials: &'a Trials<'_>,
    series: &Series<'_>,
) -> impl Iterator<Item = (&'a Instance<'a>, &'a Trial<'a>)> {
    let name = series.name.to_owned();
    trials.instances().iter().filter_map(move |instance| {
        let trial = trials.get(&name, instance.id).filter(|trial| takes_part(trial))?;
        Some((instance, trial))
    })
}

/// A value of the data; `nan` leaves a gap.
fn number(value: Option<f64>) -> String {
    value.filter(|value| value.is_finite()).map_or("nan".into(), |value| value.to_string())
}

/// Lines of cells separated by tabs.
fn tabular(headings: &[String], rows: &[Vec<String>]) -> String {
    let mut text = headings.join("\t") + "\n";
    rows.iter().for_each(|row| text.push_str(&(row.join("\t") + "\n")));
    text
}

/// At least 1, so that what is nothing stands at the edge of a logarithmic
/// axis and is not left out.
fn at_least_one(column: &str) -> String {
    format!("ifthenelse(\\thisrow{{{column}}}<1,1,\\thisrow{{{column}}})")
}

impl Series<'_> {
    fn colour(&self) -> String {
        let [red, green, blue] = self.style.rgb();
        format!("{{rgb,255:red,{red};green,{green};blue,{blue}}}")
    }

    fn mark(&self) -> &'static str {
        match self.style.shape {
            Shape::Disc => "mark=*,mark options={solid}",
            Shape::Square => "mark=square*,mark options={solid}",
            Shape::Up => "mark=triangle*,mark options={solid}",
            Shape::Diamond => "mark=diamond*,mark options={solid}",
            Shape::Cross => "mark=x,mark options={solid}",
            Shape::Down => "mark=triangle*,mark options={solid,rotate=180}",
            Shape::Plus => "mark=+,mark options={solid}",
            Shape::Ring => "mark=o,mark options={solid}",
        }
    }

    /// Colour, marker and dash, as in the report.
    fn look(&self) -> String {
        let dash = match self.style.dash {
            Dash::Solid => String::new(),
            // The report's canvas has about four of its units a point.
            Dash::Broken(on, off) => {
                format!(",dash pattern=on {}pt off {}pt", f64::from(on) / 4.0, f64::from(off) / 4.0)
            }
        };
        format!("color={},{},mark size=1.5pt{dash}", self.colour(), self.mark())
    }
}

/// What all pictures have in common.
const FRAME: &str = "  width=\\linewidth, height=0.66\\linewidth,\n  \
     legend cell align=left, legend columns=2,\n  \
     legend style={at={(0.5,-0.2)}, anchor=north, draw=none, font=\\footnotesize},\n  \
     unbounded coords=jump,\n";

/// A line across the picture beyond which stands what has no value.
fn edge(across: bool, at: f64) -> String {
    let (from, to, anchor) = match across {
        true => (format!("axis cs:1,{at}"), "rel axis cs:1,0", "south east"),
        false => (format!("axis cs:{at},1"), "rel axis cs:0,1", "north east"),
    };
    let line = match across {
        true => format!("({{rel axis cs:0,0}} |- {{{from}}}) -- ({{{to}}} |- {{{from}}})"),
        false => format!("({{{from}}} |- {{rel axis cs:0,0}}) -- ({{{from}}} |- {{{to}}})"),
    };
    let turned = if across { "" } else { ",rotate=90" };
    format!(
        "\\draw[gray,densely dotted] {line} node[anchor={anchor},font=\\scriptsize,text=darkgray{turned}] \
         {{not solved}};\n"
    )
}

/// Median nodes expanded at each optimal length.
fn expansions(trials: &Trials<'_>, series: &[&Series<'_>]) -> Plot {
    // Values at each length, a list a strategy; infinity for what is not
    // solved.
    let mut lengths: BTreeMap<u32, Vec<Vec<f64>>> = BTreeMap::new();
    for (place, one) in series.iter().enumerate() {
        for (instance, trial) in attempts(trials, one) {
            let solved = trial.is_solved();
            let value = if solved { trial.median(Measure::Expanded) } else { Some(f64::INFINITY) };
            if let Some((length, value)) = instance.optimal.zip(value) {
                let lists = lengths.entry(length).or_insert_with(|| vec![vec![]; series.len()]);
                lists[place].push(value);
            }
        }
    }
    let mut headings = vec!["length".to_owned()];
    for one in series {
        let columns = ["", "Lower", "Upper", "Instances", "Solved"];
        headings.extend(columns.map(|column| format!("{}{column}", one.identifier)));
    }
    let row = |(length, lists): (&u32, &Vec<Vec<f64>>)| {
        let mut row = vec![length.to_string()];
        for values in lists {
            let quartiles = quartiles(values);
            let solved = values.iter().filter(|value| value.is_finite()).count();
            row.push(number(quartiles.map(|quartiles| quartiles.middle)));
            row.push(number(quartiles.map(|quartiles| quartiles.lower)));
            row.push(number(quartiles.map(|quartiles| quartiles.upper)));
            row.extend([values.len(), solved].map(|count| count.to_string()));
        }
        row
    };
    let rows: Vec<Vec<String>> = lengths.iter().map(row).collect();
    let finite = lengths.values().flatten().flatten().copied().filter(|value| value.is_finite());
    let top = finite.fold(1.0, f64::max) * 3.0;
    let mut picture = format!(
        "\\begin{{tikzpicture}}\n\\begin{{semilogyaxis}}[\n{FRAME}  xlabel={{optimal length, \
         moves}}, ylabel={{nodes expanded, median}}]\n"
    );
    let mut lanes = String::new();
    let mut height = top;
    for (place, one) in series.iter().enumerate() {
        let (look, name) = (one.look(), escape(one.name));
        let values = at_least_one(&one.identifier);
        let _ = writeln!(
            picture,
            "\\addplot[{look}] table[x=length,y expr={{{values}}}] \
             {{\\optileData/expansions.dat}};\n\\addlegendentry{{{name}}}"
        );
        let unsolved = lengths
            .iter()
            .filter(|(_, lists)| lists[place].iter().any(|value| value.is_infinite()));
        // A lane for each strategy, so that none hides another.
        let lane = height * 1.8;
        let points: String = unsolved.map(|(length, _)| format!("({length},{lane:.4e})")).collect();
        if !points.is_empty() {
            height = lane;
            let look = format!("only marks,forget plot,color={},{}", one.colour(), one.mark());
            let _ = writeln!(lanes, "\\addplot[{look},mark size=1.5pt] coordinates {{{points}}};");
        }
    }
    if !lanes.is_empty() {
        picture.push_str(&(lanes + &edge(true, top)));
    }
    picture.push_str("\\end{semilogyaxis}\n\\end{tikzpicture}\n");
    Plot {
        name: "expansions".into(),
        caption: "Median nodes expanded at each optimal length; a run that did not solve its \
                  instance counts as dearer than any other and stands above the dotted line. \
                  Lower and Upper are quartiles."
            .into(),
        data: tabular(&headings, &rows),
        picture,
    }
}

/// How many instances each strategy solves within a time.
fn cactus(trials: &Trials<'_>, series: &[&Series<'_>]) -> Plot {
    let times = |one: &&Series<'_>| {
        let solved = attempts(trials, one).filter(|(_, trial)| trial.is_solved());
        let mut times: Vec<f64> =
            solved.filter_map(|(_, trial)| trial.median(Measure::Time)).collect();
        times.sort_by(f64::total_cmp);
        times
    };
    let columns: Vec<Vec<f64>> = series.iter().map(times).collect();
    let most = columns.iter().map(Vec::len).max().unwrap_or(0);
    let mut headings = vec!["solved".to_owned()];
    headings.extend(series.iter().map(|one| one.identifier.clone()));
    let row = |place: usize| {
        let mut row = vec![(place + 1).to_string()];
        row.extend(columns.iter().map(|column| number(column.get(place).copied())));
        row
    };
    let rows: Vec<Vec<String>> = (0..most).map(row).collect();
    let mut picture = format!(
        "\\begin{{tikzpicture}}\n\\begin{{semilogxaxis}}[\n{FRAME}  xlabel={{time of searching, \
         seconds}}, ylabel={{instances solved}}]\n"
    );
    for (one, column) in series.iter().zip(&columns) {
        let tried = attempts(trials, one).count();
        // About eight markers a curve.
        let apart = column.len().div_ceil(8).max(1);
        let _ = writeln!(
            picture,
            "\\addplot[const plot,{},mark repeat={apart}] \
             table[x expr={{{}/1e9}},y=solved] {{\\optileData/cactus.dat}};\n\
             \\addlegendentry{{{} ({}/{tried})}}",
            one.look(),
            at_least_one(&one.identifier),
            escape(one.name),
            column.len(),
        );
    }
    picture.push_str("\\end{semilogxaxis}\n\\end{tikzpicture}\n");
    Plot {
        name: "cactus".into(),
        caption: "Instances that each strategy solved within a time, in nanoseconds, the median \
                  of its samples; the legend has how many it tried."
            .into(),
        data: tabular(&headings, &rows),
        picture,
    }
}

/// Nodes expanded by one strategy against those of another, a point an
/// instance that both tried; `None` where there is none.
fn scatter(trials: &Trials<'_>, across: &Series<'_>, up: &Series<'_>) -> Option<Plot> {
    let expanded =
        |trial: &Trial<'_>| trial.is_solved().then(|| trial.median(Measure::Expanded)).flatten();
    let points: Vec<(&str, [Option<f64>; 2])> = attempts(trials, across)
        .filter_map(|(instance, a)| {
            let b = trials.get(up.name, instance.id).filter(|trial| takes_part(trial))?;
            Some((instance.id, [expanded(a), expanded(b)]))
        })
        .collect();
    let most = points.iter().flat_map(|(_, values)| values).flatten().copied().reduce(f64::max)?;
    let unsolved = [0, 1].map(|side| points.iter().any(|(_, values)| values[side].is_none()));
    let lane = most.max(1.0) * 4.0;
    let headings = ["instance", &across.identifier, &up.identifier, "across", "up"];
    let row = |(instance, values): &(&str, [Option<f64>; 2])| {
        let mut row = vec![label(instance)];
        row.extend(values.iter().map(|&value| number(value)));
        let placed = |value: &Option<f64>| number(Some(value.map_or(lane, |v| v.max(1.0))));
        row.extend(values.iter().map(placed));
        row
    };
    let rows: Vec<Vec<String>> = points.iter().map(row).collect();
    let name = format!("scatter-{}-{}", across.identifier, up.identifier);
    let mut picture = format!(
        "\\begin{{tikzpicture}}\n\\begin{{loglogaxis}}[\n  width=0.8\\linewidth, \
         height=0.8\\linewidth,\n  xlabel={{nodes expanded, {}}},\n  \
         ylabel={{nodes expanded, {}}}]\n\\addplot[only marks,{},mark size=1.2pt] \
         table[x=across,y=up] {{\\optileData/{name}.dat}};\n\
         \\addplot[gray,dashed,no marks] coordinates {{(1,1) ({most},{most})}};\n",
        escape(across.name),
        escape(up.name),
        format_args!("color={},{}", across.colour(), across.mark()),
    );
    for (side, across) in [(0, false), (1, true)] {
        if unsolved[side] {
            picture.push_str(&edge(across, most.max(1.0) * 2.0));
        }
    }
    picture.push_str("\\end{loglogaxis}\n\\end{tikzpicture}\n");
    Some(Plot {
        caption: format!(
            "Nodes expanded by {} and by {}, a point an instance that both tried; in the columns \
             across and up what was not solved stands at {lane}, beyond the dotted lines, and \
             what expanded nothing at 1.",
            across.name, up.name
        ),
        data: tabular(&headings.map(String::from), &rows),
        name,
        picture,
    })
}

/// An instance's id without what TeX would read as a command.
fn label(id: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-.:+/".contains(c) { c } else { '-' };
    let label: String = id.chars().map(plain).collect();
    if label.is_empty() { "-".into() } else { label }
}
