//! The times of ranks, from one folder to another and into a chart.

use std::fs;
use std::path::Path;

use optile_results::Results;
use optile_results::files::RANKS;
use optile_results::folder::Folder;
use optile_results::load;
use optile_results::rank_time::RankTime;

use crate::process::{optile, run, stderr};

/// A folder of results of this strategy, in which two ranks wrote their times.
fn part(home: &Path, strategy: &str, instance: &str) -> std::path::PathBuf {
    let out = home.join(strategy);
    let command = format!("smoke --instance {instance} --strategy {strategy} --quiet --in-process");
    run(&out, &command.split(' ').collect::<Vec<_>>(), 0);
    let line = |rank| RankTime {
        strategy: strategy.into(),
        start: "0 1 2 / 3 4 5 / 6 7 8".into(),
        rank,
        search_ns: 200,
        sending_ns: 20,
        waiting_ns: 80,
        sent_nodes: 5,
        messages: 2,
        sent_bytes: 40,
    };
    let (folder, found) = Folder::open(&out).unwrap();
    folder.write(RANKS, &Results { ranks: vec![line(0), line(1)], ..found.unwrap() }).unwrap();
    drop(folder);
    out
}

fn well(arguments: &[&str]) {
    let output = optile().args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
}

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn merging_keeps_times_once_and_charts_show_those_of_chosen_strategies() {
    let home = tempfile::tempdir().unwrap();
    let parts = ["bfs", "bidir"].map(|strategy| part(home.path(), strategy, "3x3-1"));
    let all = home.path().join("all");
    well(&["merge", name(&parts[0]), name(&parts[1]), "--out", name(&all)]);
    let file = all.join("ranks.csv");
    let once = fs::read_to_string(&file).unwrap();
    assert_eq!(load(&all).unwrap().ranks.len(), 4);
    well(&["merge", name(&parts[1]), name(&parts[0]), name(&all), "--out", name(&all)]);
    assert_eq!(fs::read_to_string(&file).unwrap(), once);

    let chart = home.path().join("chart.csv");
    let lines = |arguments: &[&str]| {
        well(&[&["chart", name(&all), "--kind", "ranks", "-o", name(&chart)], arguments].concat());
        let text = fs::read_to_string(&chart).unwrap();
        text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(lines(&[]), ["bfs,2,1,50,10,40,10,4,80", "bidir,2,1,50,10,40,10,4,80"]);
    assert_eq!(lines(&["--strategy", "bidir"]), ["bidir,2,1,50,10,40,10,4,80"]);
    let page = fs::read_to_string(all.join("report.html")).unwrap();
    assert!(page.contains("<figure id=\"ranks\">"));
}

#[test]
fn a_new_start_removes_times_and_a_report_without_them_does_not_mention_them() {
    let home = tempfile::tempdir().unwrap();
    let out = part(home.path(), "bfs", "3x3-1");
    let command = "smoke --instance 3x3-1 --strategy bfs --quiet --in-process --overwrite";
    run(&out, &command.split(' ').collect::<Vec<_>>(), 0);
    assert!(!out.join("ranks.csv").exists());
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(!page.contains("Time of the ranks"));
}

#[test]
fn times_that_cannot_be_true_are_refused_with_file_and_line() {
    let home = tempfile::tempdir().unwrap();
    let out = part(home.path(), "bfs", "3x3-1");
    let file = out.join("ranks.csv");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen(",1,200,", ",1,99,", 1)).unwrap();
    // As in a folder of an older version. With a checksum, any change is found.
    fs::remove_file(out.join("checksums.txt")).unwrap();
    let output = optile().arg("report").arg(&out).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let error = stderr(&output);
    let expected = "ranks.csv:3: sending_ns 20 and waiting_ns 80 are more than search_ns 99";
    // Messages may be wrapped.
    assert!(error.replace('\n', " ").contains(expected), "{error}");
}
