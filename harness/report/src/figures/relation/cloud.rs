//! A point for each instance.

use optile_core::Size;
use optile_results::text::quantity::counted;

use super::super::{capitalised, entry, headings, number};
use super::{Relation, axis};
use crate::missing::Lacks;
use crate::trial::Trials;
use optile_chart::{Figure, Layer, Mark, Palette, Place, Role};

/// The chart, or why there is none.
pub(super) fn chart(
    relation: Relation<'_>,
    trials: &Trials<'_>,
    palette: &Palette,
    size: Option<Size>,
) -> Result<Figure, String> {
    let x = relation.x;
    let mut figure =
        Figure { subtitle: "One point per instance and strategy.".into(), ..Figure::default() };
    let up = relation.y.name.to_owned() + &relation.of_reference();
    let mut numbers = vec![headings(&["strategy", "instance", x.name, &up])];
    let (mut values, mut lacks, mut most) = (Vec::new(), Lacks::default(), 0);
    for strategy in relation.strategies(trials) {
        let (mut points, mut tried) = (Vec::new(), 0);
        let with_path = trials.with_path(strategy);
        for (facts, trial) in with_path.filter(|(i, _)| size.is_none_or(|size| i.size == size)) {
            let Some(up) = relation.up(trials, facts, trial) else { continue };
            tried += 1;
            let both = trial.median_on(facts, x).zip(up.ok());
            let (across, up) = match trial.lacking(both) {
                Ok(both) => both,
                Err(missing) => {
                    lacks.extend([missing]);
                    continue;
                }
            };
            values.push((across, up));
            points.push((Place::At(across), Place::At(up)));
            let cells = [strategy.to_owned(), facts.id.to_owned(), number(across), number(up)];
            numbers.push(cells.into());
        }
        most = most.max(tried);
        if tried > 0 {
            let mut entry = entry(Role::Dots, strategy, palette);
            if points.len() < tried {
                entry.beside = format!("{}/{tried}", points.len());
            }
            figure.layers.push(Layer::new(Mark::Markers, entry.style, points));
            figure.legend.push(entry);
        }
    }
    if values.is_empty() {
        return Err(lacks.why_none(&format!("{} and the {}", x.about, relation.y.about)));
    }
    figure.numbers = numbers.into();
    figure.columns = [Some(2), Some(3)];
    figure.x = axis(x, x.about, values.iter().map(|value| value.0));
    figure.y = relation.axis(values.iter().map(|value| value.1));
    figure.caption = format!(
        "{} against {} on each of {}, using the median of the samples. {}",
        capitalised(&relation.about()),
        x.about,
        counted(most, "instance"),
        lacks.sentence("has no point; the legend shows how many have one"),
    );
    Ok(figure)
}
