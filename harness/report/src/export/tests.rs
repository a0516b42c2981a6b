//! Tests of `export`.

use std::collections::BTreeMap;

use optile_core::Counters;
use optile_results::Results;
use optile_results::number::numbers;
use optile_results::rows::row::{Row, Status};

use serde_json::json;

use super::*;
use crate::synthetic::{eight, end, fifteen, record, row, small};

fn options() -> Options {
    Options {
        formats: vec![Format::Csv, Format::Markdown, Format::Latex],
        columns: Vec::new(),
        names: Vec::new(),
    }
}

/// The process that exports, the same on every machine.
fn maker() -> Origin {
    let mut maker = record(&[]).origins.remove(0);
    maker.command = ["optile", "export", "results", "--to", "pa per"].map(String::from).into();
    maker
}

/// The text without digits after the ninth decimal, because logarithms differ in
/// the last bits between systems.
fn stable(text: &str) -> String {
    let mut decimals = None;
    let keep = |c: &char| {
        decimals = match (c, decimals) {
            ('.', _) => Some(0),
            ('0'..='9', Some(before)) => Some(before + 1),
            _ => None,
        };
        decimals.is_none_or(|decimals| decimals <= 9)
    };
    text.replace('\u{a0}', " ").chars().filter(keep).collect()
}

fn exported(results: &Results) -> Vec<File> {
    export(&Analysis::of(results), &maker(), &options()).unwrap()
}

#[test]
fn files_of_a_small_run() {
    let files = exported(&small());
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    insta::assert_snapshot!("names", names.join("\n"));
    for name in ["summary.csv", "summary.md", "summary.tex"] {
        let file = files.iter().find(|file| file.name == name).unwrap();
        insta::assert_snapshot!(name, stable(&file.text));
    }
}

/// Each number of a run reaches both tables without a list of their own, as from the rows by hand.
#[test]
fn every_number_of_a_run_is_in_the_tables_for_programs() {
    let name = "astar:manhattan";
    let mut rows: Vec<Row> =
        [("a", 4), ("b", 8), ("c", 11)].map(|(id, length)| row(id, name, length, 9)).into();
    for (at, row) in rows.iter_mut().enumerate() {
        let values = <Counters>::NAMES.iter().zip(1u64..);
        let json: serde_json::Map<String, _> =
            values.map(|(name, n)| ((*name).into(), (n << (2 * at)).into())).collect();
        row.outcome.counters = serde_json::from_value(json.into()).unwrap();
        (row.outcome.cpu_ns, row.outcome.program_ns) = (Some(90 << at), Some(70 << at));
        let counters = &mut row.outcome.counters;
        (counters.peak_open, counters.deepest) = (Some(3 << at), Some(5 << at));
        (row.outcome.peak_rss, row.optimal) = (Some(50 << at), row.outcome.length());
        row.outcome.pipe_ns = Some(20 << at);
        row.outcome.extra = serde_json::from_value(json!({"max-queue": 7 << at})).unwrap();
    }
    let results = Results::new(record(&[name]), rows);
    let files = exported(&results);
    let cell = |file: &str, line: usize, column: &str| -> Option<f64> {
        let text = &files.iter().find(|one| one.name == file).unwrap().text;
        let mut table = csv::Reader::from_reader(text.as_bytes());
        let place = table.headers().unwrap().iter().position(|one| one == column)?;
        table.records().nth(line)?.unwrap()[place].parse().ok()
    };
    for number in numbers(&results.rows) {
        for (line, row) in results.rows.iter().enumerate() {
            let value = number.of(row).map(|value| value as f64).or(number.over([row]));
            assert_eq!(cell("instances.csv", line, &number.over_samples()), value, "{number}");
        }
        let all: Vec<f64> =
            results.rows.iter().filter_map(|row| number.of(row)).map(|n| n as f64).collect();
        let value = match number.name {
            "prepare_ns" => Some(all[0]),
            _ if number.is_derived() => number.over(&results.rows),
            name if name.ends_with("_bytes") => Some(all[2]),
            name if name.ends_with("_ns") => Some(all[1]),
            _ => Some(all.iter().sum::<f64>() / 3.0),
        };
        let own = number.over_instances();
        let told = cell("summary.csv", 0, &own).or(cell("summary.csv", 0, number.name));
        assert_eq!(told, value, "{number}: {own}");
    }
}

#[test]
fn how_runs_ended_and_what_only_some_count_is_in_the_summary() {
    let rows = [("i", "a"), ("j", "a"), ("i", "b"), ("i", "c"), ("j", "c"), ("k", "c")];
    let mut rows: Vec<Row> = rows.map(|(id, strategy)| row(id, strategy, 4, 9)).into();
    for (row, extra) in rows.iter_mut().zip([json!({"q": 1}), json!({"q": 4}), json!({"w-x": 5})]) {
        row.outcome.extra = serde_json::from_value(extra).unwrap();
    }
    rows[4].outcome.extra = serde_json::from_value(json!({"q": 9})).unwrap();
    end(&mut rows[1], Status::Wrong);
    end(&mut rows[5], Status::TimeLimit);
    let mut record = record(&["a", "b", "c", "d"]);
    (record.plans[0].planned, record.repeat) = (12, 1);
    let mut results = Results::new(record, rows);
    let board = |id| json!({"instance": id, "size": "3x3", "start": "", "goal": ""});
    results.instances = serde_json::from_value(json!(["i", "j", "k"].map(board))).unwrap();
    let files = exported(&results);
    let text = &files.iter().find(|file| file.name == "summary.csv").unwrap().text;
    let mut table = csv::Reader::from_reader(text.as_bytes());
    let of = |line: &csv::StringRecord, headings: &csv::StringRecord| {
        let names = ["solved", "time_limit", "wrong", "missing"].map(|name| format!("runs_{name}"));
        let names = names.into_iter().chain(["q", "w-x"].map(|name| format!("extra.{name}_mean")));
        let place = |name: String| headings.iter().position(|one| one == name).unwrap();
        names.map(|name| line[place(name)].to_owned()).collect::<Vec<_>>().join(" ")
    };
    let headings = table.headers().unwrap().clone();
    let told: Vec<_> = table.records().map(|line| of(&line.unwrap(), &headings)).collect();
    // One solved run of c does not tell q.
    assert_eq!(told, ["1 0 1 1 1 ", "1 0 0 2  5", "2 1 0 0  ", "0 0 0 3  "]);
}

/// The mean of the instances that report a number would be beside one of other instances.
#[test]
fn an_average_without_one_of_the_solved_instances_is_left_out() {
    let mut rows: Vec<Row> = [4, 8].map(|length| row(&length.to_string(), "a", length, 9)).into();
    let mean = |rows: &[Row]| {
        let results = Results::new(record(&["a"]), rows.into());
        Analysis::of(&results).summaries[0].value("expanded_mean")
    };
    assert_eq!(mean(&rows), Some(9.0));
    rows[1].outcome.counters.expanded = None;
    assert_eq!(mean(&rows), None);
    end(&mut rows[1], Status::TimeLimit);
    assert_eq!(mean(&rows), Some(9.0), "it is not over that instance");
}

/// A ratio is a sum divided by a sum, wherever it is shown.
#[test]
fn nodes_per_second_are_one_number() {
    for results in [eight(), fifteen(), small()] {
        let analysis = Analysis::of(&results);
        let files = exported(&results);
        let summary = &files.iter().find(|file| file.name == "summary.csv").unwrap().text;
        let mut table = csv::Reader::from_reader(summary.as_bytes());
        let column = table.headers().unwrap().iter().position(|one| one == "nodes_per_second");
        let cells: BTreeMap<String, String> = table
            .records()
            .map(Result::unwrap)
            .map(|line| (line[0].to_owned(), line[column.unwrap()].to_owned()))
            .filter(|(_, rate)| !rate.is_empty())
            .collect();
        let charts = crate::figures::figures(&analysis);
        let chart = charts.iter().flatten().find(|one| one.name == "nodes-per-second").unwrap();
        let drawn: BTreeMap<String, String> =
            chart.numbers[1..].iter().map(|line| (line[0].clone(), line[2].clone())).collect();
        assert_eq!(drawn, cells);
        for summary in &analysis.summaries {
            let rows = results.rows.iter().filter(|row| row.run.strategy == summary.strategy);
            let (mut nodes, mut ns) = (0.0, 0.0);
            for row in rows.filter(|row| row.outcome.counters.generated.is_some()) {
                nodes += row.outcome.counters.generated.unwrap() as f64;
                ns += row.outcome.search_ns as f64;
            }
            let shown = cells.get(&summary.strategy).map(|rate| rate.parse::<f64>().unwrap());
            assert_eq!(shown, (ns > 0.0).then(|| nodes * 1e9 / ns), "{}", summary.strategy);
        }
    }
}

#[test]
fn every_file_but_tables_begins_with_its_origin_and_comes_out_the_same() {
    for results in [small(), eight(), fifteen()] {
        let files = exported(&results);
        assert_eq!(files, exported(&results));
        for file in &files {
            let first = file.text.lines().next().unwrap();
            if file.name.ends_with(".csv") {
                assert!(first.contains("strategy,") && !file.text.contains("Made by"), "{first}");
                let origin = &files.iter().find(|file| file.name == "origin.txt").unwrap().text;
                assert!(origin.lines().any(|line| line == file.name), "{}", file.name);
                continue;
            }
            assert!(
                first.ends_with("optile 0.1.0 (0123abc): optile export results --to 'pa per'"),
                "{}: {first}",
                file.name
            );
            assert!(file.text.contains("optile run synthetic --out 'some where'"), "{}", file.name);
        }
    }
}

#[test]
fn a_part_of_a_suite_is_not_exported_as_the_whole() {
    let mut results = small();
    results.record.plans[0].shards = vec!["2/8".into()];
    let files = exported(&results);
    let text = |name: &str| &files.iter().find(|file| file.name == name).unwrap().text;
    let part = "part 2/8 of the plan of suite synthetic";
    let data = format!("Data: part of suite synthetic, 90 runs, incomplete ({part}), ");
    assert!(text("origin.txt").contains(&data), "{}", text("origin.txt"));
    let caption = format!("Strategies on part of suite synthetic ({part}). ");
    assert!(text("summary.md").contains(&caption), "{}", text("summary.md"));
}

#[test]
fn nothing_unsolved_is_dropped() {
    let results = small();
    let unsolved =
        results.rows.iter().filter(|row| row.outcome.status == Status::TimeLimit).count() / 2;
    assert!(unsolved > 2, "the made-up runs have some");
    let files = exported(&results);
    let text = |name: &str| &files.iter().find(|file| file.name == name).unwrap().text;
    assert_eq!(text("instances.csv").matches(",time-limit,").count(), unsolved);
}

#[test]
fn hostile_names_break_nothing() {
    let hostile = "</a>--><b>|\\input{x}%$#_^~&\n\t\"é中,=";
    let mut rows = vec![row(hostile, hostile, 5, 30), row(hostile, "bfs", 5, 32)];
    let mut results = Results::new(record(&["bfs"]), rows.clone());
    results.record.origins[0].command.push("evil\n\\end{document}-->".into());
    // CSV quotes its cells, and TeX does not read it.
    for file in exported(&results).iter().filter(|file| !file.name.ends_with(".csv")) {
        let is_comment = |line: &&str| {
            line.starts_with(['%', '#']) || file.name.ends_with(".md") && line.starts_with("    ")
        };
        let body: String = file
            .text
            .lines()
            .skip(1)
            .filter(|line| !is_comment(line))
            .map(|line| format!("{line}\n"))
            .collect();
        let body = body.strip_prefix("-->\n").unwrap_or(&body);
        let commands: &[&str] = match file.name.rsplit('.').next() {
            Some("md") => &["-->", "<b>", "</a>", "|b"],
            _ => &["\\input{x}", "%$", "$#", "~&"],
        };
        for command in commands {
            assert!(!body.contains(command), "{}: {command} in {body}", file.name);
        }
        assert!(!body.contains("\\end{document}"), "{body}");
    }
    // Nothing solved, and nothing at all.
    rows.iter_mut().for_each(|row| end(row, Status::Crashed));
    results.rows = rows;
    results.rows.clear();
    assert!(!exported(&results).is_empty());
}

#[test]
fn columns_and_names_are_chosen() {
    let results = small();
    let names = vec![("bfs".to_owned(), "breadth first".to_owned())];
    let columns = ["par2_ns", "solved"].map(String::from).into();
    let options = Options { columns, names, ..options() };
    let files = export(&Analysis::of(&results), &maker(), &options).unwrap();
    let text = |name: &str| &files.iter().find(|file| file.name == name).unwrap().text;
    for name in ["summary.md", "summary.tex"] {
        assert!(text(name).contains("breadth first"), "{}", text(name));
    }
    assert!(text("summary.md").contains("| strategy | PAR-2 | solved |"), "{}", text("summary.md"));
    assert!(text("summary.csv").contains("\nbfs,"), "programs read the names of the results");
    let wrong = |options: Options| {
        export(&Analysis::of(&results), &maker(), &options).unwrap_err().to_string()
    };
    let error = wrong(Options { columns: vec!["par".into()], ..options });
    assert!(error.contains("no column \"par\""), "{error}");
}

/// LaTeX typesets what is exported, if it is there.
#[test]
fn the_tables_are_typeset() {
    let home = tempfile::tempdir().unwrap();
    let files = exported(&small());
    write(home.path(), &files).unwrap();
    let tables = files.iter().filter_map(|file| file.name.strip_suffix(".tex"));
    let document = format!(
        "\\documentclass{{article}}\n\\usepackage[margin=25mm]{{geometry}}\n\
         \\usepackage{{booktabs}}\n\\begin{{document}}\n{}\\end{{document}}\n",
        tables.map(|name| format!("\\input{{{name}}}\n\n")).collect::<String>()
    );
    fs::write(home.path().join("paper.tex"), document).unwrap();
    let mut command = std::process::Command::new("pdflatex");
    let command = command.args(["-interaction=nonstopmode", "-halt-on-error", "paper.tex"]);
    let Ok(output) = command.current_dir(home.path()).output() else {
        return eprintln!("skipped: pdflatex is missing");
    };
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(!said.contains("Overfull"), "{said}");
}

#[test]
fn only_exported_files_are_replaced() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("paper/data");
    let files = exported(&small());
    write(&folder, &files).unwrap();
    write(&folder, &files).unwrap();
    fs::write(folder.join("summary.tex"), "mine").unwrap();
    let error = write(&folder, &files).unwrap_err().to_string();
    assert!(error.contains("was not made by `optile export`"), "{error}");
    assert_eq!(fs::read_to_string(folder.join("summary.tex")).unwrap(), "mine");
    let file = home.path().join("file");
    fs::write(&file, "").unwrap();
    let error = write(&file.join("x"), &files).unwrap_err().to_string();
    assert!(error.contains("cannot be made"), "{error}");
}
