//! Tests of `report`.

mod texts;

use std::collections::BTreeSet;
use std::fs;

use maud::html;
use optile_core::Promise;
use optile_results::Results;
use optile_results::findings::verdict::Verdict;
use optile_results::rows::row::{Row, Status};

use super::*;
use crate::figures::Outcome;
use crate::synthetic::{eight, end, fifteen, record, row, small};
use crate::table::Value;
use crate::verdict::{Answer, note, summary};
use optile_chart::{Drawing, Figure, Mark};

fn charts(results: &Results) -> Vec<Outcome> {
    let Analysis { trials, answers, .. } = &Analysis::of(results);
    figures_as(results, trials, answers, Wanted::All)
}

fn figure(results: &Results, name: &str) -> Figure {
    let all = charts(results).into_iter().flatten();
    let names: Vec<String> = all.clone().map(|figure| figure.name).collect();
    all.into_iter().find(|figure| figure.name == name).unwrap_or_else(|| panic!("{names:?}"))
}

/// The figure with all its lines.
fn all(figure: &Figure) -> Drawing {
    figure.on(&Sheet { has_all: true, ..Sheet::PAGE })
}

fn table(results: &Results) -> String {
    let Analysis { summaries, answers, .. } = &Analysis::of(results);
    let table = crate::verdict::table(summaries, |_| true).without_empty_columns();
    let lines = table.rows.iter();
    let lines = lines.map(|row| row.iter().map(Value::text).collect::<Vec<_>>().join(" | "));
    let text = format!("{}\n{}", table.headings.join(" | "), lines.collect::<Vec<_>>().join("\n"));
    let parts = |answer: &Answer| [&answer.claims[..], &answer.reasons, &answer.grounds].concat();
    let best = answers.iter().flat_map(parts).collect::<Vec<_>>().join("\n");
    let (note, verdict) = (note(summaries), Verdict::of(results).sentence());
    format!("{text}\n{note}\n{best}\n{verdict}\n").replace('\u{a0}', " ")
}

/// Unusual results that a report must handle, with names.
fn special() -> Vec<(&'static str, Results)> {
    let mut cases = vec![("eight", eight()), ("fifteen", fifteen()), ("small", small())];
    let mut add = |name, rows: Vec<Row>| {
        let mut record = record(&["bfs", "astar:manhattan"]);
        record.plans[0].planned = rows.len() as u64;
        cases.push((name, Results::new(record, rows)));
    };
    add("no rows", vec![]);
    add("one run", vec![row("a", "bfs", 20, 1000)]);
    add("start is goal", vec![row("a", "bfs", 0, 0), row("a", "astar:manhattan", 0, 0)]);
    add("one instance", vec![row("a", "bfs", 20, 1000), row("a", "astar:manhattan", 20, 70)]);
    add(
        "all of one length",
        (0..9).map(|n| row(&n.to_string(), "bfs", 20, 1000 + n * n * 97)).collect(),
    );
    for status in Status::ALL {
        let mut rows = vec![row("a", "bfs", 20, 1000), row("b", "astar:manhattan", 21, 70)];
        for row in &mut rows {
            end(row, status);
            row.outcome.reason = Some("no reason & <no> \"sense\"".into());
        }
        add(status.name(), rows.clone());
        // And beside solved runs, without counts.
        for row in &mut rows {
            (
                row.outcome.counters.expanded,
                row.outcome.counters.generated,
                row.outcome.counters.peak_bytes,
                row.optimal,
            ) = (None, None, None, None);
        }
        rows.extend([row("c", "bfs", 3, 9), row("c", "astar:manhattan", 3, 4)]);
        add(status.name(), rows);
    }
    let hostile = "<script>alert('x')</script>,\"&\n\u{1b}[31m,a-very-long-option=with-a-value";
    add("hostile names", vec![row(hostile, hostile, 5, 30), row(hostile, "bfs", 5, 32)]);
    // A path of u32::MAX moves would be a text of 4 GB.
    let mut most = row("a", "bfs", 100_000, u64::MAX / 32);
    most.optimal = Some(u32::MAX);
    most.outcome.counters.expanded = Some(u64::MAX);
    most.outcome.counters.generated = Some(u64::MAX);
    most.outcome.search_ns = u64::MAX;
    most.outcome.prepare_ns = u64::MAX;
    most.outcome.counters.peak_bytes = Some(u64::MAX);
    add("greatest numbers", vec![most.clone(), row("a", "astar:manhattan", 1, 1), most]);
    let mut instant = row("a", "bfs", 1, 1);
    instant.outcome.search_ns = 0;
    instant.outcome.counters.peak_bytes = Some(0);
    add("nothing measured", vec![instant]);
    let names: Vec<String> =
        (0..30).map(|n| format!("idastar:manhattan,order=variant{n}")).collect();
    let many = names.iter().enumerate().map(|(n, name)| {
        let mut row = row("a", name, 12, 50 + n as u64);
        if n % 2 == 0 {
            end(&mut row, Status::TimeLimit);
        }
        row
    });
    add("many strategies", many.collect());
    cases
}

#[test]
fn table_of_strategies() {
    insta::assert_snapshot!("table_small", table(&small()));
    insta::assert_snapshot!("table_eight", table(&eight()));
    insta::assert_snapshot!("table_fifteen", table(&fifteen()));
}

#[test]
fn every_kind_of_chart() {
    let results = small();
    let figures: Vec<Figure> = charts(&results).into_iter().map(Result::unwrap).collect();
    let mut names: Vec<&str> = figures.iter().map(|figure| figure.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "cactus",
            "expansions",
            "memory",
            "nodes-per-second",
            "scatter",
            "tables",
            "tables-time",
            "time"
        ]
    );
    for figure in &figures {
        insta::assert_snapshot!(format!("{}.svg", figure.name), all(figure).svg());
        insta::assert_snapshot!(format!("{}.csv", figure.name), figure.csv());
    }
}

/// The special cases that are written to files, with one of each kind of value that a backend gets.
const WRITTEN: [&str; 8] = [
    "small",
    "no rows",
    "start is goal",
    "time-limit",
    "hostile names",
    "greatest numbers",
    "nothing measured",
    "many strategies",
];

/// The page, and the numbers and pictures of every chart. Checks what each case must have.
fn in_memory(name: &str, analysis: &Analysis<'_>) -> Vec<Vec<u8>> {
    let charts = figures(analysis);
    let pictures: Vec<Picture<'_>> =
        charts.iter().map(|chart| chart.as_ref().map(Drawn::of).map_err(String::as_str)).collect();
    let page = Page::new(analysis, &pictures).markup().unwrap_or_else(|e| panic!("{name}: {e:#}"));
    let page = page.into_string();
    assert_eq!(page.matches("<script").count(), 2, "{name}: the data and the script");
    let mut others = page.split("http://").skip(1);
    assert!(others.all(|rest| rest.starts_with("www.w3.org/2000/svg")), "{name}");
    let mut files = vec![page.clone().into_bytes()];
    for chart in &charts {
        match chart {
            Ok(figure) => {
                let (numbers, svg) = (figure.csv(), figure.on(&Sheet::PAGE).svg());
                assert!(!numbers.starts_with('#') && numbers.contains(','), "{name}");
                assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{name}");
                let pdf = figure.on(&Sheet::paper(PAPERS[0])).pdf();
                assert!(pdf.starts_with(b"%PDF-") && pdf.ends_with(b"%%EOF"), "{name}");
                files.extend([numbers.into_bytes(), svg.into_bytes(), pdf]);
            }
            Err(sentence) => assert!(page.contains(&html! { (sentence) }.0), "{name}: {sentence}"),
        }
    }
    files
}

/// Every special case is drawn without a panic and the same each time, with a reason for each
/// missing chart.
#[test]
fn special_cases_are_drawn() {
    // A status has two cases, of which one is written.
    let is_written = |name| WRITTEN.contains(&name) && name != Status::TimeLimit.name();
    // Those that are written are drawn there, too, and again.
    for (name, results) in special().into_iter().filter(|(name, _)| !is_written(*name)) {
        let drawn = in_memory(name, &Analysis::of(&results));
        if name == "eight" {
            assert!(in_memory(name, &Analysis::of(&results)) == drawn, "{name}: not reproducible");
        }
    }
}

#[test]
fn special_cases_are_written() {
    let mut left = WRITTEN.to_vec();
    for (name, results) in special() {
        if left.first() != Some(&name) {
            continue;
        }
        left.remove(0);
        let analysis = Analysis::of(&results);
        let folder = tempfile::tempdir().unwrap();
        let written = write(folder.path(), &analysis).unwrap_or_else(|e| panic!("{name}: {e:#}"));
        let count = |ending: &str| {
            let names = written.charts.iter().map(|path| path.to_str().unwrap());
            names.filter(|name| name.ends_with(ending)).count()
        };
        assert_eq!(count(".svg") * 2, count("mm.pdf"), "{name}");
        let listed = fs::read_to_string(folder.path().join("charts/origin.txt")).unwrap();
        let listed: BTreeSet<&str> = listed.lines().skip(1).collect();
        let files = written.charts.iter().map(|path| path.file_name().unwrap().to_str().unwrap());
        assert_eq!(listed, files.collect(), "{name}: origin.txt has each file and no other");
        let files: Vec<Vec<u8>> =
            written.charts.iter().map(|path| fs::read(path).unwrap()).collect();
        for (path, bytes) in written.charts.iter().zip(&files) {
            let right = match path.extension().unwrap().to_str().unwrap() {
                "pdf" => bytes.starts_with(b"%PDF-") && bytes.ends_with(b"%%EOF"),
                "csv" => {
                    let origin = fs::read_to_string(path.with_file_name("origin.txt")).unwrap();
                    assert!(origin.starts_with("optile 0.1.0 (0123abc), suite synthetic"));
                    !bytes.starts_with(b"#") && bytes.contains(&b',')
                }
                _ => bytes.starts_with(b"<svg ") && bytes.ends_with(b"</svg>\n"),
            };
            assert!(right, "{name}: {}", path.display());
        }
        // Drawn again, everything is the same.
        let mut again = in_memory(name, &analysis);
        let page = fs::read(&written.page).unwrap();
        assert!(page == again.remove(0), "{name}: another page");
        assert!(again.iter().all(|file| files.contains(file)), "{name}: not reproducible");
    }
    assert!(left.is_empty(), "{left:?} are no special cases, or in another order");
}

#[test]
fn unsolved_runs_are_in_every_chart_that_compares() {
    let results = small();
    let unsolved =
        results.rows.iter().filter(|row| row.outcome.status == Status::TimeLimit).count() / 2;
    assert!(unsolved > 2, "the made-up runs have some");
    for name in ["expansions", "time", "cactus"] {
        let caption = figure(&results, name).caption;
        assert!(caption.contains(&format!("{unsolved} attempts were not solved")), "{caption}");
    }
    let svg = all(&figure(&results, "expansions")).svg();
    assert!(svg.contains("not solved"));
    assert!(all(&figure(&results, "scatter")).svg().contains("not solved"));
}

/// Of what only one solved, nothing is said about nodes; what is not reported is not "not solved".
#[test]
fn pairs_say_why_a_number_is_missing() {
    let rows = |name| (0..4).map(move |n| row(&n.to_string(), name, 9, 100));
    let mut results = Results::new(record(&["a", "b"]), rows("a").chain(rows("b")).collect());
    for row in &mut results.rows[6..] {
        end(row, Status::TimeLimit);
    }
    results.rows[0].outcome.counters.expanded = None;
    let drawn = figure(&results, "scatter");
    let legend: Vec<[&str; 2]> =
        drawn.legend.iter().map(|entry| [&*entry.name, &*entry.below]).collect();
    assert_eq!(legend, [["equal on 1", ""], ["a", "solved only by it: 2"]]);
    let caption = "Nodes expanded with a and with b on each of the 4 instances that both strategies tried. \
                   Not solved by a: 0, by b: 2; these points are beyond the dashed edges. \
                   Not reported by a: 1, by b: 0.";
    assert_eq!(drawn.caption, caption);

    let why = |results: &Results| -> String {
        let left_out = charts(results).into_iter().filter_map(Result::err);
        left_out.filter(|reason| reason.contains("(a, b)")).collect()
    };
    results.rows.iter_mut().for_each(|row| row.outcome.counters.expanded = None);
    let why_not = |reason: &str| {
        format!("Two strategies on each instance: left out, because {reason} (a, b).")
    };
    assert_eq!(why(&results), why_not("both strategies do not report the nodes expanded"));
    results.rows.retain(|row| (row.run.strategy == "a") == (row.run.instance < "1".into()));
    assert_eq!(why(&results), why_not("no instance was tried by both strategies"));
}

/// A strategy does not look better because it gives up on the hard half.
#[test]
fn a_median_over_unsolved_runs_has_no_number() {
    let mut rows: Vec<Row> = (0..4).map(|n| row(&n.to_string(), "bfs", 9, 100)).collect();
    end(&mut rows[0], Status::NodeLimit);
    end(&mut rows[1], Status::MemoryLimit);
    end(&mut rows[2], Status::Wrong);
    let results = Results::new(record(&["bfs"]), rows);
    let figure = figure(&results, "expansions");
    assert_eq!(figure.numbers[1], ["bfs", "9", "4", "1", "", "", ""]);
}

#[test]
fn limits_wrong_answers_and_crashes_have_lanes_of_their_own() {
    let mut rows: Vec<Row> = (0..9).map(|n| row(&n.to_string(), "bfs", 5 + n, 100)).collect();
    rows.extend((0..9).map(|n| row(&n.to_string(), "bidir", 5 + n, 200)));
    for (place, status) in [(0, Status::TimeLimit), (1, Status::Wrong), (2, Status::Crashed)] {
        end(&mut rows[place], status);
    }
    let results = Results::new(record(&["bfs", "bidir"]), rows);
    for (name, axis) in [("expansions", 1), ("scatter", 0)] {
        let figure = figure(&results, name);
        let labels = [&figure.x, &figure.y][axis].labels();
        let labels: Vec<&str> = labels.collect();
        assert!(labels.ends_with(&["not solved", "wrong", "crashed"]), "{name}: {labels:?}");
    }
}

#[test]
fn rows_of_dots_are_sorted_by_value_and_a_bar_that_a_limit_ended_has_an_arrow() {
    let mut rows: Vec<Row> = (0..9).map(|n| row(&n.to_string(), "bfs", 5, 100 + n)).collect();
    rows.extend((0..9).map(|n| row(&n.to_string(), "bidir", 5, 900)));
    let arrows = |rows: &[Row]| {
        let figure = figure(&Results::new(record(&["bfs", "bidir"]), rows.to_vec()), "memory");
        assert_eq!(figure.legend[0].name, "bidir", "the largest value is above");
        figure.layers.iter().filter(|layer| layer.mark == Mark::Arrow).count()
    };
    assert_eq!(arrows(&rows), 0);
    end(&mut rows[8], Status::MemoryLimit);
    assert_eq!(arrows(&rows), 1);
    for ended_itself in [Status::Wrong, Status::NotFound] {
        end(&mut rows[8], ended_itself);
        assert_eq!(arrows(&rows), 0, "{ended_itself}");
    }
}

#[test]
fn an_instance_is_solved_when_every_sample_is() {
    let mut rows = vec![row("a", "bfs", 9, 100); 3];
    rows[1].run.sample = 1;
    rows[1].outcome.search_ns = 1_000_000;
    rows[2].run.sample = 2;
    rows[2].outcome.search_ns = 7;
    let mut results = Results::new(record(&["bfs"]), rows);
    let line = summary(&results, &Trials::of(&results), |_| true).remove(0);
    let counts = ["solved", "instances", "runs"].map(|name| line.value(name).unwrap());
    assert_eq!(counts, [1.0, 1.0, 3.0]);
    assert_eq!(line.value("time_median_ns"), Some(2100.0));
    end(&mut results.rows[2], Status::TimeLimit);
    let line = Analysis::of(&results).summaries.remove(0);
    assert_eq!(["solved", "time_median_ns"].map(|name| line.value(name)), [Some(0.0), None]);
}

#[test]
fn pairs_are_those_of_the_suite_or_neighbours() {
    let mut results = small();
    let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
    results.record.pairs = vec![
        pair("idastar:manhattan", "bfs"),
        pair("idastar:manhattan", "bfs"),
        pair("bfs", "bfs"),
        pair("bfs", "no such strategy"),
    ];
    assert_eq!(figure(&results, "scatter").title, "idastar:manhattan against bfs");
    let [a, b] = [0, 1].map(|place| eight().record.strategies[place].clone());
    assert_eq!(figure(&eight(), "scatter").title, format!("{a} against {b}"));
    let of_report = figures(&Analysis::of(&results)).into_iter().flatten();
    assert!(
        of_report.into_iter().all(|figure| figure.name != "scatter"),
        "any two are compared there"
    );
}

#[test]
fn verdicts() {
    let sentence =
        |rows: Vec<Row>| Verdict::of(&Results::new(record(&["a", "b"]), rows)).sentence();
    assert_eq!(sentence(vec![]), "No run was made.");
    let (a, b) = (row("i", "a", 9, 1), row("i", "b", 9, 1));
    assert_eq!(
        sentence(vec![a.clone()]),
        "1 strategy, 1 instance, 1 run: there was nothing to compare."
    );
    assert_eq!(
        sentence(vec![a.clone(), b.clone()]),
        "2 strategies, 1 instance, 2 runs: all optimal lengths agree, all promises kept."
    );
    let mut limited = row("j", "b", 9, 1);
    end(&mut limited, Status::NodeLimit);
    assert_eq!(
        sentence(vec![a.clone(), b.clone(), limited.clone()]),
        "2 strategies, 2 instances, 3 runs: all optimal lengths agree on the 1 instance that two or \
         more answered, all promises kept; 1 run was ended by a limit."
    );
    assert_eq!(
        sentence(vec![limited]),
        "1 strategy, 1 instance, 1 run: no run gave an answer; 1 run was ended by a limit."
    );
    let elsewhere = row("k", "b", 9, 1);
    assert_eq!(
        sentence(vec![a.clone(), elsewhere]),
        "2 strategies, 2 instances, 2 runs: no instance was answered by two that \
         promise optimal paths."
    );
    let bounded = |name| {
        let mut row = row("i", name, 9, 1);
        row.run.promise = Promise::AnyPath;
        row
    };
    let both = sentence(vec![bounded("a"), bounded("b")]);
    assert!(both.ends_with("was answered by two that promise optimal paths."), "{both}");
    let longer = row("i", "b", 11, 1);
    assert_eq!(
        sentence(vec![a.clone(), longer]),
        "Something is wrong (2 strategies, 1 instance, 2 runs). Answers differ on 1 instance; smallest: \"i\"."
    );
    let mut unsolvable = b;
    end(&mut unsolvable, Status::Unsolvable);
    let results = Results::new(record(&["a", "b"]), vec![a.clone(), unsolvable]);
    let verdict = Verdict::of(&results);
    assert!(!verdict.is_clean());
    assert_eq!(verdict.disagreements[0].answers.len(), 2);
    let mut wrong = a.clone();
    end(&mut wrong, Status::Wrong);
    let mut crashed = a;
    end(&mut crashed, Status::Crashed);
    assert_eq!(
        sentence(vec![wrong.clone(), wrong, crashed]),
        "Something is wrong (1 strategy, 1 instance, 3 runs). a: wrong on 1, crashed on 1 of 1; \
         smallest: \"i\" (3x3, 9 moves)."
    );
}
