use std::fs;
use std::path::Path;

use anyhow::Result;
use proptest::prelude::*;
use tempfile::TempDir;

use super::figures::{Chart, figures};
use super::outcome::Outcomes;
use super::page::Page;
use super::synthetic::{eight, end, fifteen, record, row, small};
use super::*;
use crate::chart::Figure;
use crate::row::Status;

fn charts(results: &Results) -> Vec<Chart> {
    figures(results, &Outcomes::of(results))
}

fn figure(results: &Results, name: &str) -> Figure {
    let all = charts(results).into_iter().flatten();
    let names: Vec<String> = all.clone().map(|figure| figure.name).collect();
    all.into_iter().find(|figure| figure.name == name).unwrap_or_else(|| panic!("{names:?}"))
}

/// The page with an empty picture for each chart.
fn page(results: &Results) -> String {
    let charts = charts(results);
    let pictures: Vec<_> = charts
        .iter()
        .map(|chart| match chart {
            Ok(figure) => Ok((figure, "<svg/>".to_string())),
            Err(reason) => Err(reason.as_str()),
        })
        .collect();
    let outcomes = Outcomes::of(results);
    Page::new(results, &outcomes.strategies, &pictures).unwrap().to_string()
}

fn table(results: &Results) -> String {
    let mut text = Summary::HEADER.join(" | ");
    let summaries = summary(results);
    for summary in &summaries {
        text.push('\n');
        text.push_str(&summary.cells().join(" | "));
    }
    let best = best(&summaries).unwrap_or_default();
    format!("{text}\n{}\n{best}\n{}\n", note(&summaries), Verdict::of(results).sentence())
        .replace('\u{a0}', " ")
}

/// Writes the folder as a run leaves it, without charts.
fn folder(results: &Results) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let rows: String =
        results.rows.iter().map(|row| serde_json::to_string(row).unwrap() + "\n").collect();
    fs::write(folder.path().join("results.jsonl"), rows).unwrap();
    let record = serde_json::to_string_pretty(&results.record).unwrap();
    fs::write(folder.path().join("run.json"), record).unwrap();
    if !results.heuristics.is_empty() {
        let mut writer = csv::Writer::from_path(folder.path().join("heuristics.csv")).unwrap();
        for point in &results.heuristics {
            writer.serialize(point).unwrap();
        }
        writer.flush().unwrap();
    }
    folder
}

/// Results that a report must get along with, by what is special about them.
fn special() -> Vec<(&'static str, Results)> {
    let mut cases = vec![("eight", eight()), ("fifteen", fifteen()), ("small", small())];
    let mut add = |name, rows: Vec<Row>| {
        let mut record = record(&["bfs", "astar:manhattan"]);
        record.plans[0].planned = rows.len() as u64;
        cases.push((name, Results::new(record, rows, vec![])));
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
            row.reason = Some("no reason & <no> \"sense\"".into());
        }
        add(status.name(), rows.clone());
        // And among solved ones, with nothing counted.
        for row in &mut rows {
            (row.expanded, row.generated, row.peak_bytes, row.optimal) = (None, None, None, None);
        }
        rows.extend([row("c", "bfs", 3, 9), row("c", "astar:manhattan", 3, 4)]);
        add(status.name(), rows);
    }
    let hostile = "<script>alert('x')</script>,\"&\n\u{1b}[31m,a-very-long-option=with-a-value";
    add("hostile names", vec![row(hostile, hostile, 5, 30), row(hostile, "bfs", 5, 32)]);
    let mut most = row("a", "bfs", u32::MAX, u64::MAX / 32);
    most.expanded = Some(u64::MAX);
    most.generated = Some(u64::MAX);
    most.search_ns = u64::MAX;
    most.prepare_ns = u64::MAX;
    most.peak_bytes = Some(u64::MAX);
    add("greatest numbers", vec![most.clone(), row("a", "astar:manhattan", 1, 1), most]);
    let mut instant = row("a", "bfs", 1, 1);
    instant.search_ns = 0;
    instant.peak_bytes = Some(0);
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
fn page_of_a_small_run() {
    insta::assert_snapshot!(page(&small()));
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
            "heuristics",
            "memory",
            "nodes-per-second",
            "scatter-bfs-vs-bidir",
            "scatter-bidir-vs-idastar-manhattan",
            "time"
        ]
    );
    for figure in figures.iter().filter(|figure| !figure.name.starts_with("scatter-bidir")) {
        insta::assert_snapshot!(format!("{}.svg", figure.name), figure.svg().unwrap());
        insta::assert_snapshot!(format!("{}.csv", figure.name), figure.csv("made up").unwrap());
    }
}

/// Every special case is written without a panic, twice the same, with no
/// empty legend and with every reason for what is missing.
#[test]
fn special_cases_are_written() {
    for (name, results) in special() {
        let mut earlier: Option<Vec<Vec<u8>>> = None;
        for _ in 0..2 {
            let folder = tempfile::tempdir().unwrap();
            let written =
                write(folder.path(), &results).unwrap_or_else(|e| panic!("{name}: {e:#}"));
            assert_eq!(written.charts.len() % 3, 0);
            let files: Vec<Vec<u8>> = written
                .charts
                .iter()
                .chain([&written.page])
                .map(|path| fs::read(path).unwrap())
                .collect();
            for (path, bytes) in written.charts.iter().zip(&files) {
                let right = match path.extension().unwrap().to_str().unwrap() {
                    "png" => bytes.starts_with(b"\x89PNG\r\n\x1a\n"),
                    "csv" => bytes.starts_with(b"# optile 0.1.0 (0123abc), suite synthetic"),
                    _ => bytes.starts_with(b"<svg ") && bytes.ends_with(b"</svg>\n"),
                };
                assert!(right, "{name}: {}", path.display());
            }
            let page = String::from_utf8(files[files.len() - 1].clone()).unwrap();
            assert!(!page.contains("<script"), "{name}");
            assert!(!page.contains("http://") || page.contains("xmlns=\"http://www.w3.org"));
            for sentence in &written.left_out {
                assert!(page.contains(&crate::chart::escape(sentence)), "{name}: {sentence}");
            }
            assert!(earlier.is_none_or(|earlier| earlier == files), "{name}: not reproducible");
            earlier = Some(files);
        }
    }
}

/// The value of an attribute in a line of SVG.
fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let value = line.split_once(&format!(" {name}=\""))?.1;
    Some(value.split_once('"')?.0)
}

/// Left, top, right and bottom of each text in a picture, with the text.
fn texts(svg: &str) -> Vec<([i32; 4], String)> {
    let mut texts = Vec::new();
    let mut lines = svg.lines();
    while let Some(line) = lines.next() {
        if !line.starts_with("<text") {
            continue;
        }
        let number = |name| attribute(line, name).unwrap().parse::<f64>().unwrap();
        let text = lines.next().unwrap();
        let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
        let text = text.replace("&apos;", "'").replace("&amp;", "&");
        let size = (number("font-size") * 1.24).round() as i32;
        let width = crate::chart::text_width(&text, size);
        let left = number("x") as i32
            - match attribute(line, "text-anchor").unwrap() {
                "start" => 0,
                "middle" => width / 2,
                _ => width,
            };
        // About the height of capitals, around or below the place.
        let top = number("y") as i32
            - match attribute(line, "dy").unwrap() {
                "0.5ex" => size * 3 / 10,
                "0.76em" => 0,
                _ => size * 6 / 10,
            };
        texts.push(([left, top, left + width, top + size * 6 / 10], text));
    }
    texts
}

#[test]
fn nothing_in_a_picture_overlaps_or_sticks_out() {
    for (name, results) in special() {
        for figure in charts(&results).into_iter().flatten() {
            let svg = figure.svg().unwrap();
            let place = format!("{name}, {}", figure.name);
            let view = attribute(svg.lines().next().unwrap(), "viewBox").unwrap();
            let view: Vec<i32> = view.split(' ').map(|n| n.parse().unwrap()).collect();
            let inside = |x: i32, y: i32| (0..=view[2]).contains(&x) && (0..=view[3]).contains(&y);
            let texts = texts(&svg);
            for (index, (a, text)) in texts.iter().enumerate() {
                assert!(inside(a[0], a[1]) && inside(a[2], a[3]), "{place}: {text:?} {a:?}");
                for (b, other) in &texts[..index] {
                    let beside = a[2] + 8 < b[0] || b[2] + 8 < a[0];
                    let apart = beside || a[3] < b[1] || b[3] < a[1];
                    assert!(apart, "{place}: {text:?} {a:?} on {other:?} {b:?}");
                }
            }
            for points in svg.lines().filter_map(|line| attribute(line, "points")) {
                for point in points.split_whitespace() {
                    let (x, y) = point.split_once(',').unwrap();
                    let (x, y) = (x.parse().unwrap(), y.parse().unwrap());
                    assert!(inside(x, y), "{place}: {point}");
                }
            }
            for key in &figure.legend {
                assert!(!key.label.is_empty(), "{place}");
            }
            let rows = matches!(figure.name.as_str(), "memory" | "nodes-per-second");
            assert!(rows || !figure.legend.is_empty(), "{place}: an empty legend");
        }
    }
}

#[test]
fn unsolved_runs_are_in_every_chart_that_compares() {
    let results = small();
    let unsolved = results.rows.iter().filter(|row| row.status == Status::TimeLimit).count() / 2;
    assert!(unsolved > 2, "the made-up runs have some");
    for name in ["expansions", "time", "cactus"] {
        let caption = figure(&results, name).caption;
        assert!(caption.contains(&format!("{unsolved} attempts were not solved")), "{caption}");
    }
    let svg = figure(&results, "expansions").svg().unwrap();
    assert!(svg.contains("not solved"));
    assert!(figure(&results, "scatter-bfs-vs-bidir").svg().unwrap().contains("not solved"));
}

/// A strategy does not look better for giving up on the hard half.
#[test]
fn a_median_over_unsolved_runs_is_no_number() {
    let mut rows: Vec<Row> = (0..4).map(|n| row(&n.to_string(), "bfs", 9, 100)).collect();
    end(&mut rows[0], Status::NodeLimit);
    end(&mut rows[1], Status::MemoryLimit);
    end(&mut rows[2], Status::Wrong);
    let results = Results::new(record(&["bfs"]), rows, vec![]);
    let figure = figure(&results, "expansions");
    assert_eq!(figure.numbers[1], ["bfs", "9", "4", "1", "", "", ""]);
}

#[test]
fn an_instance_is_solved_when_every_sample_is() {
    let mut rows = vec![row("a", "bfs", 9, 100); 3];
    rows[1].sample = 1;
    rows[1].search_ns = 1_000_000;
    rows[2].sample = 2;
    rows[2].search_ns = 7;
    let mut results = Results::new(record(&["bfs"]), rows, vec![]);
    let lines = summary(&results);
    assert_eq!((lines[0].solved, lines[0].instances, lines[0].runs), (1, 1, 3));
    assert_eq!(lines[0].time_median, Some(2100.0));
    end(&mut results.rows[2], Status::TimeLimit);
    let lines = summary(&results);
    assert_eq!((lines[0].solved, lines[0].time_median), (0, None));
}

#[test]
fn pairs_are_the_suites_or_neighbours() {
    let scatter = |results: &Results| -> Vec<String> {
        let figures = charts(results).into_iter().flatten().map(|figure| figure.name);
        figures.filter(|name| name.starts_with("scatter")).collect()
    };
    let mut results = small();
    let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
    results.record.pairs = vec![
        pair("idastar:manhattan", "bfs"),
        pair("idastar:manhattan", "bfs"),
        pair("bfs", "bfs"),
        pair("bfs", "no such strategy"),
    ];
    assert_eq!(scatter(&results), ["scatter-idastar-manhattan-vs-bfs"]);
    assert_eq!(scatter(&eight()).len(), 6);
}

#[test]
fn verdicts() {
    let sentence =
        |rows: Vec<Row>| Verdict::of(&Results::new(record(&["a", "b"]), rows, vec![])).sentence();
    assert_eq!(sentence(vec![]), "No run was made.");
    let (a, b) = (row("i", "a", 9, 1), row("i", "b", 9, 1));
    assert_eq!(
        sentence(vec![a.clone()]),
        "One strategy ran, with nobody to contradict it (1 instance, 1 run)."
    );
    assert_eq!(
        sentence(vec![a.clone(), b.clone()]),
        "All 2 strategies agree on the optimal length of every instance (1 instance, 2 runs)."
    );
    let mut limited = row("j", "b", 9, 1);
    end(&mut limited, Status::NodeLimit);
    assert_eq!(
        sentence(vec![a.clone(), b.clone(), limited.clone()]),
        "All 2 strategies agree on the optimal length wherever they answered (2 instances, 3 \
         runs). 1 run was ended by a limit."
    );
    assert_eq!(
        sentence(vec![limited]),
        "No run came to an answer (1 instance, 1 run). 1 run was ended by a limit."
    );
    let longer = row("i", "b", 11, 1);
    assert_eq!(
        sentence(vec![a.clone(), longer]),
        "Something is wrong: answers differ on 1 instance (1 instance, 2 runs)."
    );
    let mut unsolvable = b;
    end(&mut unsolvable, Status::Unsolvable);
    let results = Results::new(record(&["a", "b"]), vec![a.clone(), unsolvable], vec![]);
    let verdict = Verdict::of(&results);
    assert!(!verdict.is_clean());
    assert_eq!(verdict.disagreements[0].answers.len(), 2);
    let mut wrong = a.clone();
    end(&mut wrong, Status::Wrong);
    let mut crashed = a;
    end(&mut crashed, Status::Crashed);
    assert_eq!(
        sentence(vec![wrong.clone(), wrong, crashed]),
        "Something is wrong: 2 runs are wrong, 1 run crashed (1 instance, 3 runs)."
    );
}

#[test]
fn failures_and_gaps_are_loud_on_the_page() {
    let mut rows = vec![row("a", "bfs", 9, 100), row("a", "bidir", 11, 100)];
    rows[0].status = Status::Wrong;
    rows[0].reason = Some("the path ends at 1 2 3, not at the <goal>".into());
    let mut results = Results::new(record(&["bfs", "bidir"]), rows, vec![]);
    results.record.complete = false;
    results.record.plans[0].planned = 40;
    results.notices.push("results.jsonl:3: the last row was cut short".into());
    let page = page(&results);
    for expected in [
        "Something is wrong: 1 run is wrong",
        "the path ends at 1 2 3, not at the &lt;goal&gt;",
        "This run was cut short: 2 runs made of 40 planned.",
        "results.jsonl:3: the last row was cut short",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
    let place = |text: &str| page.find(text).unwrap();
    assert!(place("What is wrong") < place(">Strategies<"));
}

#[test]
fn results_are_read_back() {
    let results = small();
    let folder = folder(&results);
    let read = load(folder.path()).unwrap();
    assert_eq!(read.record, results.record);
    assert_eq!(read.rows, results.rows);
    assert_eq!(read.heuristics, results.heuristics);
    assert!(read.notices.is_empty());
}

/// Reads a folder after something was done to one of its files.
fn load_after(
    file: &str,
    change: impl Fn(&Path) -> std::io::Result<()>,
) -> Result<Results, String> {
    let folder = folder(&small());
    change(&folder.path().join(file)).unwrap();
    load(folder.path())
        .map_err(|error| format!("{error:#}").replace(folder.path().to_str().unwrap(), "DIR"))
}

#[test]
fn a_last_row_that_was_cut_short_is_named() {
    let whole = small().rows.len();
    let results = load_after("results.jsonl", |path| {
        let text = fs::read_to_string(path)?;
        fs::write(path, &text[..text.len() - 30])
    })
    .unwrap();
    assert_eq!(results.rows.len(), whole - 1);
    assert_eq!(results.notices.len(), 1);
    assert!(results.notices[0].contains(&format!("results.jsonl:{whole}: the last row was cut")));
    // Only its line feed is missing.
    let results = load_after("results.jsonl", |path| {
        let text = fs::read_to_string(path)?;
        fs::write(path, text.trim_end())
    })
    .unwrap();
    assert_eq!((results.rows.len(), results.notices.len()), (whole, 0));
}

#[test]
fn bad_files_are_refused_with_file_line_and_value() {
    let replaced = |file: &str, from: &'static str, to: &'static str| {
        load_after(file, move |path| {
            let text = fs::read_to_string(path)?;
            assert!(text.contains(from));
            fs::write(path, text.replacen(from, to, 1))
        })
        .unwrap_err()
    };
    let errors = [
        replaced("run.json", "\"format\": 2", "\"format\": 3"),
        replaced("run.json", "\"format\": 2", "\"format\": 1"),
        replaced("run.json", "\"format\": 2", "\"version\": 2"),
        replaced("run.json", "\"seed\"", "\"sowing\""),
        replaced("run.json", "{", "["),
        replaced("results.jsonl", "solved", "resolved"),
        replaced("results.jsonl", "\"3x3\"", "\"3x9\""),
        replaced("results.jsonl", "}\n", "\n"),
        replaced("results.jsonl", "\"expanded\":0", "\"expanded\":-1"),
        replaced("heuristics.csv", ",8,", ",eight,"),
        load_after("run.json", |path| fs::remove_file(path)).unwrap_err(),
        load_after("results.jsonl", |path| fs::remove_file(path)).unwrap_err(),
        load_after("results.jsonl", |path| fs::write(path, b"\xff\xfe\0\n")).unwrap_err(),
    ];
    insta::assert_snapshot!(errors.join("\n"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever is in a file, reading it ends without a panic.
    #[test]
    fn any_bytes_are_read_or_refused(
        file in prop::sample::select(vec!["run.json", "results.jsonl", "heuristics.csv"]),
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        at in 0usize..200,
    ) {
        let _ = load_after(file, |path| {
            let mut text = fs::read(path)?;
            let at = at.min(text.len());
            text.splice(at..(at + bytes.len() / 2).min(text.len()), bytes.iter().copied());
            fs::write(path, text)
        });
    }
}
