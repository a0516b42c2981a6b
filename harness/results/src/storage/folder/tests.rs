//! Tests of `folder`.

use super::*;
use crate::record::InstanceRecord;
use crate::synthetic;

fn row(instance: &str) -> Row {
    let mut row = synthetic::row(instance, "bfs", 1, 1);
    row.outcome.moves = Some("r".into());
    row
}

fn boards(instances: &[&str]) -> Vec<InstanceRecord> {
    let board = |instance: &&str| InstanceRecord {
        instance: (*instance).into(),
        size: "3x3".parse().unwrap(),
        start: "1 2 3 4 5 6 7 0 8".into(),
        goal: "1 2 3 4 5 6 7 8 0".into(),
        optimal: None,
        expanded: None,
        generated: None,
    };
    instances.iter().map(board).collect()
}

/// Results without rows.
fn planned(instances: &[&str]) -> Results {
    let mut record = synthetic::record(&["bfs"]);
    let runs = instances.len() as u64;
    (record.plans[0].runs, record.plans[0].planned) = (runs, runs);
    Results { instances: boards(instances), ..Results::new(record, vec![]) }
}

fn open(path: &Path) -> Folder {
    Folder::open(path).unwrap().0
}

#[test]
fn rows_are_on_disk_at_once_and_read_back() {
    let home = tempfile::tempdir().unwrap();
    let mut folder = open(&home.path().join("a/b"));
    let rows = [row("x"), row("y, \"quoted\"")];
    for (index, row) in rows.iter().enumerate() {
        folder.append(row).unwrap();
        let text = fs::read_to_string(folder.path().join("results.jsonl")).unwrap();
        assert_eq!(text.lines().count(), index + 1);
    }
    let results = Results::new(RunRecord::default(), rows.to_vec());
    folder.write_rows(&results).unwrap();
    let text = fs::read_to_string(folder.path().join("results.jsonl")).unwrap();
    let read: Vec<Row> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(read, rows);
    folder.write_table(&rows).unwrap();
    let text = fs::read_to_string(folder.path().join("results.csv")).unwrap();
    let ids: Vec<&str> = text.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(ids, rows.each_ref().map(|row| row.run.id.as_str()));
}

#[test]
fn a_folder_goes_on_where_it_stopped() {
    let home = tempfile::tempdir().unwrap();
    let planned = planned(&["x", "y", "z"]);
    {
        let (mut folder, found) = Folder::open(home.path()).unwrap();
        assert!(found.is_none());
        folder.write_record(&planned.record).unwrap();
        folder.write_boards(&planned.instances).unwrap();
        folder.append(&row("x")).unwrap();
        folder.append(&row("y")).unwrap();
    }
    let file = home.path().join("results.jsonl");
    let whole = fs::read(&file).unwrap();
    let half = |length: usize| whole[..whole.len() - length].to_vec();
    let zeros = || [&half(20)[..], &[0; 4000]].concat();
    for (left, expected) in [(whole.clone(), 2), (half(1), 1), (half(40), 1), (zeros(), 1)] {
        fs::write(&file, left).unwrap();
        let (mut folder, found) = Folder::open(home.path()).unwrap();
        let found = found.unwrap();
        assert_eq!((found.record, found.rows.len()), (planned.record.clone(), expected));
        folder.append(&row("z")).unwrap();
        let rows = load(home.path()).unwrap();
        assert_eq!((rows.rows.len(), rows.notices.len()), (expected + 1, 0));
        assert_eq!(
            fs::read(&file).unwrap().last(),
            Some(&b'\n'),
            "something is left behind the rows"
        );
    }
}

#[test]
fn a_fresh_start_removes_results_and_nothing_else() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("notes.txt"), "mine").unwrap();
    let charts = home.path().join("charts");
    let begin = || {
        let mut folder = open(home.path());
        folder.write_record(&planned(&["x"]).record).unwrap();
        folder.append(&row("x")).unwrap();
        drop(folder);
        fs::create_dir_all(&charts).unwrap();
        fs::write(charts.join("cost.svg"), "chart").unwrap();
        fs::write(charts.join("origin.txt"), "optile\ncost.svg\ncost.png\n../notes.txt\n").unwrap();
    };
    begin();
    fs::write(home.path().join("results.csv"), "table").unwrap();
    Folder::replace(home.path()).unwrap();
    assert!(!home.path().join("results.csv").exists());
    assert_eq!(fs::read(home.path().join("results.jsonl")).unwrap(), b"");
    assert!(!charts.exists());
    begin();
    fs::write(charts.join("mine.svg"), "mine").unwrap();
    Folder::replace(home.path()).unwrap();
    let left: Vec<_> =
        fs::read_dir(&charts).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left, ["mine.svg"]);
    assert!(home.path().join("notes.txt").exists());
}

#[test]
fn nothing_foreign_is_replaced() {
    let names =
        ["report.html", "results.csv", "instances.csv", "results.jsonl", "run.json", "lock"];
    for name in names {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join(name);
        fs::write(&file, "{\"mine\": 1}").unwrap();
        for open in [Folder::open, Folder::replace] {
            let error = format!("{:#}", open(home.path()).unwrap_err());
            assert!(error.contains(name) && error.contains("choose another folder"), "{error}");
            assert_eq!(fs::read(&file).unwrap(), b"{\"mine\": 1}", "{name}");
        }
    }
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("charts")).unwrap();
    fs::write(home.path().join("charts/mine.svg"), "mine").unwrap();
    assert!(Folder::open(home.path()).is_err());
    assert!(Folder::replace(home.path()).is_err());
    assert!(home.path().join("charts/mine.svg").exists());
    // A run that was killed before its record was written goes on.
    let home = tempfile::tempdir().unwrap();
    drop(open(home.path()));
    open(home.path());
}

#[test]
fn two_runs_do_not_share_a_folder_and_an_ended_run_blocks_no_other() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("lock"), "4000000\n").unwrap();
    let first = open(home.path());
    let error = Folder::replace(home.path()).unwrap_err().to_string();
    assert!(error.contains(&format!("process \"{}\"", process::id())), "{error}");
    drop(first);
    open(home.path());
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("file");
    fs::write(&file, "").unwrap();
    let error = format!("{:#}", Folder::open(&file.join("out")).unwrap_err());
    assert!(error.contains("cannot write results to"), "{error}");
}

#[test]
fn a_full_disk_is_an_error_that_shows_the_row() {
    let home = tempfile::tempdir().unwrap();
    let mut folder = open(home.path());
    folder.rows = OpenOptions::new().append(true).open("/dev/full").unwrap();
    let error = format!("{:#}", folder.append(&row("lost")).unwrap_err());
    assert!(error.contains("\"instance\":\"lost\""), "{error}");
    let way_on =
        "; all rows before are kept, and with room on the disk the same command continues; ";
    assert!(error.contains(way_on), "{error}");
}

/// Compresses the rows of a folder, and removes the others.
fn compress(folder: &Path) {
    let plain = folder.join("results.jsonl");
    let file = File::create(folder.join("results.jsonl.gz")).unwrap();
    let mut out = flate2::write::GzEncoder::new(file, flate2::Compression::default());
    out.write_all(&fs::read(&plain).unwrap()).unwrap();
    out.finish().unwrap();
    fs::remove_file(plain).unwrap();
}

#[test]
fn compressed_rows_are_read_and_expanded_before_more_are_added() {
    let home = tempfile::tempdir().unwrap();
    {
        let mut folder = open(home.path());
        folder.write_record(&planned(&["x", "y"]).record).unwrap();
        folder.write_boards(&planned(&["x", "y"]).instances).unwrap();
        folder.append(&row("x")).unwrap();
    }
    compress(home.path());
    assert_eq!(load(home.path()).unwrap().rows.len(), 1);
    assert!(!home.path().join("results.jsonl").exists());
    let (mut folder, found) = Folder::open(home.path()).unwrap();
    assert_eq!(found.unwrap().rows.len(), 1);
    folder.append(&row("y")).unwrap();
    assert_eq!(load(home.path()).unwrap().rows.len(), 2);
    drop(folder);

    compress(home.path());
    let file = home.path().join("results.jsonl.gz");
    let whole = fs::read(&file).unwrap();
    for bad in [&whole[..whole.len() - 9], b"rows", b""] {
        fs::write(&file, bad).unwrap();
        let error = format!("{:#}", load(home.path()).unwrap_err());
        assert!(error.contains("results.jsonl.gz: expected rows compressed by gzip"), "{error}");
        assert!(Folder::open(home.path()).is_err());
    }
}
