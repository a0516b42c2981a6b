//! Tests of `first_lines`.

use optile_results::program::ProgramRecord;
use optile_results::rows::row::Row;

use super::*;
use crate::figures::figures;
use crate::synthetic::{record, row};
use crate::verdict::Analysis;
use optile_results::Results;

/// Made-up results of strategies, the fastest first, on two instances.
fn results(names: &[&str]) -> Results {
    let mut rows = Vec::new();
    for (name, place) in names.iter().zip(1..) {
        for (instance, length) in [("a", 10), ("b", 20)] {
            rows.push(row(instance, name, length, u64::from(length) * 10 + 40 * place));
        }
    }
    Results::new(record(names), rows)
}

fn program(name: &str) -> ProgramRecord {
    ProgramRecord { name: name.into(), ..ProgramRecord::default() }
}

/// The strategies that are shown at first. Every chart shows these, as far as it has them.
fn shown(results: &Results) -> Vec<&str> {
    let Analysis { trials, answers, .. } = &Analysis::of(results);
    let first = first_lines(results, trials, answers);
    let mut seen = 0;
    for figure in figures(&Analysis::of(results)).into_iter().flatten() {
        for entry in &figure.legend {
            assert_eq!(entry.is_first, first.contains(&&*entry.name), "{}", figure.name);
            seen += usize::from(entry.is_first);
        }
    }
    assert!(seen >= first.len());
    let mut in_order = results.record.strategies.iter().map(String::as_str).collect::<Vec<_>>();
    in_order.retain(|name| first.contains(name));
    in_order
}

const NINE: [&str; 9] = ["a:x", "a:y", "b:x", "c:x", "d:x", "e:x", "f:x", "g:x", "h:x"];

/// Fifteen strategies, the fastest first.
const MANY: [&str; 15] = [
    "epea:manhattan",
    "astar:linear-conflict",
    "idastar:manhattan",
    "astar:walking-distance",
    "astar:manhattan",
    "astar:misplaced",
    "astar:zero",
    "idastar:misplaced",
    "bae:manhattan",
    "mm:manhattan",
    "bidir",
    "retrograde",
    "bfs",
    "hda:manhattan",
    "mine",
];

#[test]
fn up_to_twelve_lines_are_all_shown_and_of_more_those_that_tell_the_story() {
    assert_eq!(shown(&results(&NINE)), NINE);
    let names: Vec<String> = (0..20).map(|n| format!("f{}:h{n}", n / 2)).collect();
    let many = results(&names.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(shown(&many), ["f0:h0", "f1:h2", "f2:h4", "f3:h6", "f4:h8", "f5:h10", "f6:h12"]);
    let mut story = results(&MANY);
    story.record.programs = vec![program("mine")];
    let left_out = [
        "astar:walking-distance",
        "idastar:misplaced",
        "mm:manhattan",
        "retrograde",
        "hda:manhattan",
    ];
    let mut expected = MANY.to_vec();
    expected.retain(|name| !left_out.contains(name));
    assert_eq!(shown(&story), expected);
}

fn expansions(results: &Results) -> Figure {
    let mut figures = figures(&Analysis::of(results)).into_iter().flatten();
    figures.find(|figure| figure.name == "expansions").unwrap()
}

#[test]
fn a_caption_names_a_line_that_lies_exactly_under_another_one() {
    let mut results = results(&NINE[..3]);
    let of = |rows: &[Row], name: &str| -> Vec<Option<u64>> {
        rows.iter()
            .filter(|row| row.run.strategy == name)
            .map(|row| row.outcome.counters.expanded)
            .collect()
    };
    let counts = of(&results.rows, "a:x");
    let same = results.rows.iter_mut().filter(|row| row.run.strategy == "b:x");
    same.zip(counts).for_each(|(row, count)| row.outcome.counters.expanded = count);
    assert_eq!(shown(&results), ["a:x", "a:y", "b:x"]);
    let caption = expansions(&results).caption;
    assert!(caption.ends_with("The line of b:x lies exactly under that of a:x."), "{caption}");
}

#[test]
fn no_chart_is_empty_at_first() {
    for results in [crate::synthetic::eight(), crate::synthetic::fifteen(), results(&NINE)] {
        let most = shown(&results).len();
        assert!((1..=MOST_LINES).contains(&most));
        for figure in figures(&Analysis::of(&results)).into_iter().flatten() {
            assert!(figure.legend.iter().any(|entry| entry.is_first), "{}", figure.name);
        }
    }
}

/// The answer at the top names `f9:h19`, which no other rule chooses: it expands the fewest nodes.
#[test]
fn the_lines_that_the_answer_names_are_drawn() {
    let names: Vec<String> = (0..20).map(|n| format!("f{}:h{n}", n / 2)).collect();
    let mut many = results(&names.iter().map(String::as_str).collect::<Vec<_>>());
    many.rows.extend(many.rows.clone().into_iter().map(|mut row| {
        row.run.instance += "-second";
        row
    }));
    for row in many.rows.iter_mut().filter(|row| row.run.strategy == "f9:h19") {
        row.outcome.counters.expanded = Some(1);
    }
    let answers = Analysis::of(&many).answers;
    assert!(answers[0].claims[1].starts_with("f9:h19 expands the fewest nodes"), "{answers:?}");
    assert!(shown(&many).contains(&"f9:h19"));
}
