//! Tests of `page`.

use optile_core::Promise;
use optile_results::Results;
use optile_results::record::TableRecord;
use optile_results::rows::row::{Row, Status};
use optile_results::rows::wrong_length::refute;
use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::figures::figures;
use crate::synthetic::{eight, end, record, row, small};
use crate::trial::Trials;

fn whole_page(results: &Results) -> String {
    let analysis = Analysis::of(results);
    let charts = figures(&analysis);
    let pictures: Vec<_> = charts
        .iter()
        .map(|chart| chart.as_ref().map(Drawn::empty).map_err(String::as_str))
        .collect();
    Page::new(&analysis, &pictures).markup().unwrap().into_string()
}

/// The page with an empty picture for each chart, and without the parts that are
/// the same in every page: style, scripts and the places that they fill.
fn page(results: &Results) -> String {
    let mut page = whole_page(results);
    for (from, to) in
        [("<style>", "</style>"), ("<section id=\"pairs\"", "</dialog>"), ("<script>", "</script>")]
    {
        let start = page.find(from).unwrap() + from.len();
        let end = start + page[start..].find(to).unwrap();
        page.replace_range(start..end, "…");
    }
    page
}

/// The data that the script reads.
fn data(results: &Results) -> Value {
    let page = whole_page(results);
    let (_, data) = page.split_once("id=\"data\">").unwrap();
    serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap()
}

/// A value in a column, which is a list or one value for all.
fn at(column: &Value, index: usize) -> &Value {
    column.as_array().map_or(column, |values| &values[index])
}

/// The value at a place of a dictionary; null for no place.
fn named<'a>(dictionary: &'a Value, place: &Value) -> &'a Value {
    place.as_u64().map_or(&Value::Null, |place| &dictionary[place as usize])
}

#[test]
fn page_of_a_small_run() {
    let mut results = small();
    results.select(|row| row.run.instance.ends_with("-0"));
    insta::assert_snapshot!(page(&results).replace("><", ">\n<").replace(",\"", ",\n\""));
}

#[test]
fn the_page_says_in_which_order_the_runs_were_made() {
    let mut results = small();
    assert!(page(&results).contains("2 samples per pair, in a random order with seed 1<"));
    results.record.plans[0].listed = true;
    assert!(page(&results).contains("2 samples per pair, in the order of the instance files<"));
}

#[test]
fn own_counters_are_columns_of_the_runs() {
    let mut results = small();
    results.rows[3].outcome.extra = [("max-queue", 431)][..].into();
    let page = page(&results);
    assert!(page.contains("{\"about\":\"extra.max-queue\",\"name\":\"extra.max-queue\""));
    assert!(page.contains("\"extra.max-queue\":[null,") && page.contains(",431,"));
}

#[test]
fn failures_and_gaps_are_loud_on_the_page() {
    let mut rows = vec![row("a", "bfs", 9, 100), row("a", "bidir", 11, 100)];
    rows[0].outcome.status = Status::Wrong;
    rows[0].outcome.reason = Some("the path ends at 1 2 3, not at the <goal>".into());
    let mut results = Results::new(record(&["bfs", "bidir"]), rows);
    results.record.plans[0].planned = 40;
    results.notices.push("results.jsonl:3: the last row was cut short".into());
    let page = page(&results);
    for expected in [
        "Something is wrong (2 strategies, 1 instance, 2 runs). bfs: wrong on 1 of 1; smallest: &quot;a&quot; (3x3, 9 moves)",
        "the path ends at 1 2 3, not at the &lt;goal&gt;",
        "This run is incomplete: 38 of 40 planned runs have no row.",
        "results.jsonl:3: the last row was cut short",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
    let place = |text: &str| page.find(text).unwrap();
    assert!(place("How runs ended") < place("What is wrong"), "who failed how comes first");
    assert!(place("What is wrong") < place("<figure"));
    assert!(!page.contains("is the fastest"), "a wrong strategy may be fast");
}

#[test]
fn equal_faults_are_one_row_of_the_page() {
    let named: Vec<_> = (0..54).map(|n| (format!("board {n}"), n + 4)).collect();
    let mut rows: Vec<Row> = named.iter().map(|(id, moves)| row(id, "bfs", *moves, 9)).collect();
    for (row, (_, moves)) in rows.iter_mut().zip(&named) {
        row.outcome.status = Status::Wrong;
        row.outcome.reason = Some(format!("{moves} moves, but {} are optimal", moves - 2));
    }
    end(&mut rows[53], Status::Crashed);
    let page = page(&Results::new(record(&["bfs", "bidir"]), rows));
    assert_eq!(page.matches("are optimal</td>").count(), 2, "one of each kind");
    assert!(page.contains("<td>53</td>") && page.contains("4 moves, but 2 are optimal"));
    assert!(page.contains("Runs with the same fault are one row"));
}

#[test]
fn a_wrong_instance_file_is_named_beside_the_answer_and_its_length_is_not_used() {
    let mut results = small();
    let id = results.instances[9].instance.clone();
    let truth = results.instances[9].optimal;
    results.instances[9].optimal = truth.map(|length| length + 2);
    results.wrong_lengths = refute(&mut results.rows, &results.instances);
    let page = page(&results);
    let said = format!("the file is wrong on instance {id}: 14 moves, it says 16.");
    assert_eq!(page.matches(&said).count(), 2, "in the sentence and below \"What is wrong\"");
    assert!(page.contains("What is wrong") && page.contains("is the fastest"));
    assert_eq!(Trials::of(&results).instance(&id).unwrap().optimal, truth);
    assert!(page.contains("Lengths equal those in the instance files (14 instances)."));
}

#[test]
fn a_part_of_a_suite_is_not_shown_as_the_whole() {
    let mut results = small();
    results.record.suite_instances = Some(results.instances.len() + 1);
    let page = page(&results);
    let part = "15 of the 16 instances of suite synthetic";
    for expected in [
        "<title>optile: part of suite synthetic</title>",
        "optile · part of suite <code>synthetic</code>",
        &format!("These results are a part: {part}."),
        &format!("<dt>Part</dt><dd>{part}</dd>"),
    ] {
        assert!(page.contains(expected), "{expected}");
    }
}

#[test]
fn tables_that_were_built_are_listed_with_their_cost() {
    let mut results = small();
    assert!(!page(&results).contains("<dt>Tables"));
    let table = |bytes, seconds: u64| TableRecord {
        table: format!("4x4-goal15-{bytes}"),
        bytes,
        build_ns: seconds * 1_000_000_000,
        strategies: vec![],
    };
    results.record.origins[0].tables = (1..=6).map(|n| table(n * 1_000_000, n)).collect();
    let page = page(&results);
    let expected = "<dt>Tables</dt><dd>6 pattern databases built before the runs and not \
                    counted in their times, 21.0\u{a0}MB in 21.0\u{a0}s: 4x4-goal15-1000000 in 1.00\u{a0}s; ";
    assert!(page.contains(expected), "{page}");
    assert!(page.contains("; and 1 more</dd>"));
}

#[test]
fn data_cannot_leave_its_element() {
    let hostile = "</script><script>alert(1)</script><!--\u{2028}\u{1b}";
    let mut run = row(hostile, hostile, 5, 30);
    run.outcome.reason = Some(hostile.into());
    run.outcome.moves = Some(hostile.into());
    let results = Results::new(record(&[hostile]), vec![run]);
    let page = whole_page(&results);
    assert_eq!(page.matches("</script").count(), 2);
    assert!(!page.contains("<!--") && !page.contains("alert(1)</") && !page.contains('\u{1b}'));
    let data = data(&results);
    // What the page shows of it are escapes, and no character is raw.
    let shown = r"</script><script>alert(1)</script><!--\u{2028}\u{1b}";
    assert_eq!((&data["instances"]["id"][0], &data["reasons"][0]), (&shown.into(), &shown.into()));
    assert_eq!((&data["strategies"][0], &data["paths"][0]), (&hostile.into(), &hostile.into()));
    assert!(!page.contains('\u{2028}'));
}

#[test]
fn invalid_boards_are_left_out() {
    let mut results = small();
    let whole = data(&results)["instances"]["start"].clone();
    results.instances[0].start = "1 2 3".into();
    results.instances[1].start = "1 1 2 3 4 5 6 7 8".into();
    results.instances[2].goal = "a b".into();
    results.instances[3].size = "4x3".parse().unwrap();
    let data = data(&results);
    let starts = &data["instances"]["start"];
    for index in [0, 1, 3] {
        assert!(starts[index].is_null() && whole[index].is_string(), "{index}");
    }
    assert!(starts[2].is_string() && data["instances"]["goal"][2].is_null());
    assert_eq!(data["instances"]["goal"][4], "123456780");
    results.instances.clear();
    assert!(self::data(&results)["instances"]["start"].is_null());
}

#[test]
fn what_does_not_fit_is_left_out_and_counted() {
    let results = small();
    let trials = Trials::of(&results);
    let limited = |runs, paths| Data::limited(&results, &trials, runs, paths);
    let data = limited(40, usize::MAX);
    assert_eq!((data.runs_left_out, data.paths_left_out), (results.rows.len() - 40, 0));
    assert_eq!(serde_json::to_value(&data).unwrap()["count"], 40);
    // The first instances have short paths, and keep them.
    let data = limited(usize::MAX, 30);
    let json = serde_json::to_value(&data).unwrap();
    let paths = json["paths"].as_array().unwrap();
    assert!(paths.iter().map(|path| path.as_str().unwrap().len()).sum::<usize>() <= 30);
    let places = json["runs"]["path"].as_array().unwrap();
    let left_out = places.iter().filter(|place| **place == -1).count();
    assert!(left_out > 0 && left_out == data.paths_left_out);
    assert!(places.iter().any(|place| place.as_i64() >= Some(0)));
}

#[test]
fn the_first_pair_is_from_the_suite_or_has_answers() {
    let mut rows: Vec<Row> =
        ["a", "b", "c"].iter().map(|strategy| row("i", strategy, 9, 1)).collect();
    end(&mut rows[0], Status::TimeLimit);
    let mut results = Results::new(record(&["a", "b", "c"]), rows);
    assert_eq!(data(&results)["pair"], serde_json::json!(["b", "c"]));
    let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
    results.record.pairs = vec![pair("a", "a"), pair("a", "none"), pair("c", "a")];
    assert_eq!(data(&results)["pair"], serde_json::json!(["c", "a"]));
    results.record.pairs.clear();
    results.rows.truncate(1);
    assert_eq!(data(&results)["pair"], serde_json::json!(["a", "b"]), "named in the record");
}

/// A search is not compared with a table, nor with a search that need not prove its path.
#[test]
fn the_first_pair_is_of_one_kind_if_two_of_one_kind_have_answers() {
    let pair = |names: &[&str]| {
        let mut rows: Vec<Row> = names.iter().map(|name| row("i", name, 9, 1)).collect();
        for row in rows.iter_mut().filter(|row| row.run.strategy == "greedy:zero") {
            row.run.promise = Promise::AnyPath;
        }
        for row in rows.iter_mut().filter(|row| row.run.strategy == "silent") {
            row.outcome.counters.expanded = None;
        }
        let mut record = record(names);
        record.lookups = vec!["retrograde".into()];
        data(&Results::new(record, rows))["pair"].clone()
    };
    let [bfs, table, greedy, bidir] = ["bfs", "retrograde", "greedy:zero", "bidir"];
    assert_eq!(pair(&[bfs, table, greedy, bidir]), serde_json::json!([bfs, bidir]));
    assert_eq!(pair(&["silent", bfs, bidir]), serde_json::json!([bfs, bidir]), "both count nodes");
    assert_eq!(pair(&["silent", bfs, table]), serde_json::json!([bfs, "silent"]));
    assert_eq!(pair(&[table, greedy, bfs]), serde_json::json!([table, greedy]));
}

/// What the page shows in colours has those of dark screens too: it holds no colour but in variables.
#[test]
fn all_colours_of_the_page_are_variables() {
    let results = eight();
    let analysis = Analysis::of(&results);
    let figures = figures(&analysis);
    let pictures: Vec<Picture<'_>> =
        figures.iter().map(|chart| chart.as_ref().map(Drawn::of).map_err(String::as_str)).collect();
    let page = Page::new(&analysis, &pictures).markup().unwrap().into_string();
    let body = page.split_once("<body>").unwrap().1;
    for attribute in ["fill", "stroke"] {
        let begin = format!(" {attribute}=\"");
        let values = body.split(&begin).skip(1);
        let mut values = values.map(|rest| rest.split('"').next().unwrap());
        assert!(values.clone().count() > 100);
        assert!(values.all(|value| value == "none" || value.starts_with("var(--")));
    }
}

prop_compose! {
    fn any_row()(
        instance in 0..4u32,
        strategy in 0..3u32,
        sample in 0..3u32,
        status in prop::sample::select(Status::ALL.to_vec()),
        reason in prop::option::of("[a-c]"),
        moves in prop::option::of("[udlr]{0,2}"),
        expanded in prop::option::of(any::<u64>()),
        search_ns in 0..3u64,
        origin in prop::sample::select(vec!["0123abcd", "elsewhere"]),
    ) -> Row {
        let mut row = row(&format!("i{instance}"), &format!("s{strategy}"), 3, 1);
        row.run.id = format!("{instance}-{strategy}-{sample}-{search_ns}");
        (row.run.sample, row.outcome.status, row.outcome.reason) = (sample, status, reason);
        (row.outcome.moves, row.outcome.counters.expanded) = (moves, expanded);
        (row.outcome.search_ns, row.run.origin, row.outcome.counters.peak_bytes) = (search_ns, origin.into(), None);
        row
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The columns hold the values of the rows.
    #[test]
    fn columns_are_the_rows(rows in prop::collection::vec(any_row(), 0..12)) {
        let named_apart = (0..).zip(rows).map(|(n, mut row)| {
            row.run.id = format!("run-{n}");
            row
        });
        let results = Results::new(record(&["s2", "s0"]), named_apart.collect());
        let data = data(&results);
        let runs = &data["runs"];
        // The record's strategies come first; instances are in order of name.
        let place = |row: &Row| ["s2", "s0", "s1"].iter().position(|name| *name == row.run.strategy);
        let mut expected: Vec<&Row> = results.rows.iter().collect();
        expected.sort_by_key(|row| (&row.run.instance, place(row), row.run.sample));
        prop_assert_eq!(&data["count"], expected.len());
        for (index, row) in expected.into_iter().enumerate() {
            let of = |column: &str| at(&runs[column], index);
            let instance = of("instance").as_u64().unwrap() as usize;
            prop_assert_eq!(&data["instances"]["id"][instance], &row.run.instance);
            prop_assert_eq!(named(&data["strategies"], of("strategy")), &row.run.strategy);
            prop_assert_eq!(of("sample"), row.run.sample);
            prop_assert_eq!(named(&data["statuses"], of("status")), row.outcome.status.name());
            let reason = named(&data["reasons"], of("reason"));
            prop_assert_eq!(reason.as_str(), row.outcome.reason.as_deref());
            prop_assert_eq!(named(&data["paths"], of("path")).as_str(), row.outcome.moves.as_deref());
            let origin = named(&data["origins"], of("origin"));
            prop_assert_eq!(origin.is_null(), row.run.origin == "elsewhere");
            prop_assert_eq!(of("length").as_u64(), row.outcome.length().map(u64::from));
            prop_assert_eq!(of("expanded").as_u64(), row.outcome.counters.expanded);
            prop_assert_eq!(of("search_ns"), row.outcome.search_ns);
            prop_assert!(of("memory_bytes").is_null());
        }
    }
}
