//! The chart of speed-ups.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result, bail};
use optile_chart::{Axis, Figure, Layer, LegendEntry, Mark, Place, Sheet, Style};
use optile_results::disk;
use optile_results::quantity::counted;
use optile_results::unit::Unit;

use super::record::{Record, Run};

/// Draws the chart into a file.
pub(super) fn write(record: &Record, file: &Path) -> Result<()> {
    let figure = figure(record);
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let bytes = match ending {
        "pdf" => figure.on(&Sheet::paper(178.0)).pdf(),
        "svg" => figure.on(&Sheet::PAGE).svg().into_bytes(),
        "png" => figure.on(&Sheet::PAGE).png()?,
        "tex" => figure.pgfplots(&Sheet::TEXT).into_bytes(),
        "csv" => figure.csv()?.into_bytes(),
        _ => bail!(
            "{} is not the name of a chart: expected it to end in .pdf, .svg, .png, .tex or .csv",
            file.display()
        ),
    };
    disk::write(file, &bytes).with_context(|| format!("cannot write {}", file.display()))
}

/// Speed-up by number of ranks: a marker for each instance, and a line through the geometric
/// means of each strategy.
fn figure(record: &Record) -> Figure {
    let runs: Vec<(&Run, f64)> =
        record.runs.iter().filter_map(|run| Some((run, record.speed_up(run)?))).collect();
    let ranks = |run: &Run| run.ranks as f64;
    let x = Axis::logarithmic("ranks", Unit::Count, runs.iter().map(|(run, _)| ranks(run)));
    let y = Axis::logarithmic("speed-up", Unit::Count, runs.iter().map(|&(_, speed_up)| speed_up));
    let most = runs.iter().map(|(run, _)| ranks(run)).fold(1.0, f64::max);
    let highest = runs.iter().map(|&(_, speed_up)| speed_up).fold(1.0, f64::max);
    let end = Place::At(most.min(highest));
    let one = Place::At(1.0);
    let instances: BTreeSet<&str> = runs.iter().map(|(run, _)| run.instance.as_str()).collect();
    let rule = Layer::rule((one, one), (end, end));
    let (curves, legend) = curves(&runs, instances.len());
    let layers = [rule].into_iter().chain(curves).collect();
    let head = ["instance", "strategy", "ranks", "speed_up"].map(str::to_owned).to_vec();
    let line = |(run, speed_up): &(&Run, f64)| {
        let texts = [run.instance.clone(), run.strategy.clone()];
        texts.into_iter().chain([run.ranks.to_string(), speed_up.to_string()]).collect()
    };
    let machines = record.machines;
    Figure {
        name: "speed-up".into(),
        title: "Simulated speed-up by number of ranks".into(),
        subtitle: format!(
            "{} expansions/s. Messages: {} latency, {} and {} ns/B overhead, {} Gbit/s. Dashed: ideal.",
            Unit::Count.text(machines.nodes_per_second as f64),
            Unit::Nanoseconds.text(machines.latency_ns as f64),
            Unit::Nanoseconds.text(machines.overhead_ns as f64),
            machines.overhead_ns_per_byte,
            machines.gigabits_per_second,
        ),
        caption: format!(
            "The time on one rank divided by the time on more ranks. A marker is an instance; \
             lines are geometric means over {}, where all have been solved.",
            counted(instances.len(), "instance")
        ),
        x,
        y,
        layers,
        legend,
        numbers: std::iter::once(head).chain(runs.iter().map(line)).collect(),
        ..Figure::default()
    }
}

/// The lines of all strategies, the markers on top of them, and the legend.
fn curves(runs: &[(&Run, f64)], instances: usize) -> (Vec<Layer>, Vec<LegendEntry>) {
    let mut strategies: Vec<&str> = Vec::new();
    for (run, _) in runs {
        if !strategies.contains(&run.strategy.as_str()) {
            strategies.push(&run.strategy);
        }
    }
    let (mut lines, mut markers, mut legend) = (Vec::new(), Vec::new(), Vec::new());
    for (place, strategy) in strategies.into_iter().enumerate() {
        let style = Style::at(place);
        let own = || runs.iter().filter(|(run, _)| run.strategy == strategy);
        let mut logs: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for (run, speed_up) in own() {
            logs.entry(run.ranks).or_default().push(speed_up.ln());
        }
        // A mean over fewer instances would not fit to the others.
        logs.retain(|_, logs| logs.len() == instances);
        let mean = |(number, logs): (&usize, &Vec<f64>)| {
            let mean = (logs.iter().sum::<f64>() / logs.len() as f64).exp();
            (Place::At(*number as f64), Place::At(mean))
        };
        lines.push(Layer::new(Mark::Line, style, logs.iter().map(mean)));
        let spot =
            |&(run, speed_up): &(&Run, f64)| (Place::At(run.ranks as f64), Place::At(speed_up));
        markers.push(Layer::new(Mark::Markers, style, own().map(spot)));
        let label = strategy.to_owned();
        legend.push(LegendEntry { label, style, line: true, is_first: true });
    }
    lines.append(&mut markers);
    (lines, legend)
}
