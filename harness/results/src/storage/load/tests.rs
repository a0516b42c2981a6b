//! Tests of `load`.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use tempfile::TempDir;

use super::load;
use crate::Results;
use crate::record::Origin;
use crate::storage::folder::Folder;
use crate::storage::seal::resealed;
use crate::synthetic::small;

/// The files that readers read.
const FILES: [&str; 3] = ["run.json", "results.jsonl", "instances.csv"];

/// Writes the folder as a run leaves it, without charts.
fn folder(results: &Results) -> TempDir {
    let home = tempfile::tempdir().unwrap();
    Folder::open(home.path()).unwrap().0.write_all(&mut results.clone()).unwrap();
    home
}

#[test]
fn results_are_read_back() {
    let results = small();
    let read = load(folder(&results).path()).unwrap();
    assert_eq!(read.record, results.record);
    assert_eq!(read.rows, results.rows);
    assert_eq!(read.instances, results.instances);
    assert!(read.is_complete() && read.notices.is_empty());
}

#[test]
fn an_id_may_begin_like_a_comment_or_a_formula() {
    for id in ["#5-0", "=5-0"] {
        let mut results = small();
        for row in results.rows.iter_mut().filter(|row| row.run.instance == "d05-0") {
            row.run.instance = id.into();
        }
        let board = results.instances.iter_mut().find(|board| board.instance == "d05-0");
        board.unwrap().instance = id.into();
        assert_eq!(load(folder(&results).path()).unwrap().rows, results.rows);
    }
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

/// The error after texts of a file were replaced and its checksums made again.
fn altered(file: &str, change: impl Fn(&str) -> String) -> String {
    let read = load_after(file, |path| {
        let text = fs::read_to_string(path)?;
        let changed = change(&text);
        assert_ne!(changed, text);
        fs::write(path, if file.ends_with(".csv") { changed } else { resealed(&changed) })
    });
    read.unwrap_err()
}

/// The error for the folder of other results.
fn refused(change: impl Fn(&mut Results)) -> String {
    let mut results = small();
    change(&mut results);
    let folder = folder(&results);
    let error = load(folder.path()).unwrap_err();
    format!("{error:#}").replace(folder.path().to_str().unwrap(), "DIR")
}

#[test]
fn rows_of_another_run_are_not_those_of_the_record_beside_them() {
    let mixed = |change: fn(&mut Results)| {
        let text = refused(change);
        let (fault, advice) = text.split_once("; restore a copy of the folder").unwrap();
        assert!(advice.contains("`optile run`"), "{text}");
        fault.to_owned()
    };
    assert_eq!(
        mixed(|results| results.record.origins[0].id = "89ab".into()),
        "DIR/results.jsonl:1: bfs on instance \"d00-0\": the run.json beside it is of another run: it \
         has no origin \"0123abcd\""
    );
    assert_eq!(
        mixed(|results| results.rows[4].run.strategy = "bfs,order=udlr".into()),
        "DIR/results.jsonl:5: bfs,order=udlr on instance \"d00-2\": the run.json beside it is of \
         another run: it has no strategy \"bfs,order=udlr\""
    );
    assert_eq!(
        mixed(|results| results.rows[4].run.order = 90),
        "DIR/results.jsonl:5: bfs on instance \"d00-2\": the run.json beside it is of another run: it \
         has no run number 90"
    );
    assert_eq!(
        mixed(|results| results.record.plans[0].planned = 89),
        "DIR/results.jsonl: it has 90 rows, and the run.json beside it has 89 planned runs"
    );
}

#[test]
fn no_altered_bit_of_the_headings_of_boards_is_passed_over() {
    let folder = folder(&small());
    let file = folder.path().join("instances.csv");
    let sound = fs::read(&file).unwrap();
    let end = sound.iter().position(|&byte| byte == b'\n').unwrap();
    for (place, bit) in (0..=end).flat_map(|place| (0..8).map(move |bit| (place, bit))) {
        let mut bytes = sound.clone();
        bytes[place] ^= 1 << bit;
        fs::write(&file, &bytes).unwrap();
        if let Ok(read) = load(folder.path()) {
            // Another kind of line end is no other heading.
            assert_eq!(read.instances, small().instances, "byte {place}, bit {bit}");
        }
    }
}

/// The notices about rows.
fn of_rows(results: &Results) -> Vec<&String> {
    results.notices.iter().filter(|notice| notice.starts_with("results.jsonl")).collect()
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
    assert_eq!(of_rows(&results).len(), 1);
    assert!(of_rows(&results)[0].contains(&format!("results.jsonl:{whole}: the last row was cut")));
    // Only its line feed is missing.
    let results = load_after("results.jsonl", |path| {
        let text = fs::read_to_string(path)?;
        fs::write(path, text.trim_end())
    })
    .unwrap();
    assert_eq!((results.rows.len(), of_rows(&results).len()), (whole, 0));
}

#[test]
fn bad_files_are_refused_with_file_line_and_value() {
    let replaced =
        |file: &str, from: &str, to: &str| altered(file, |text| text.replacen(from, to, 1));
    let errors = [
        replaced("run.json", "\"format\": 3", "\"format\": 4"),
        replaced("run.json", "\"format\": 3", "\"format\": 2"),
        replaced("run.json", "\"format\": 3", "\"version\": 3"),
        replaced("run.json", "\"seed\"", "\"sowing\""),
        replaced("run.json", "{", "["),
        replaced("run.json", "\"runs\": 90", "\"runs\": 10000001"),
        load_after("run.json", |path| {
            fs::write(path, fs::read_to_string(path)?.replace("check", ""))
        })
        .unwrap_err(),
        load_after("results.jsonl", |path| {
            fs::write(path, fs::read_to_string(path)?.replace("check", ""))
        })
        .unwrap_err(),
        replaced("results.jsonl", "solved", "resolved"),
        replaced("results.jsonl", "\"3x3\"", "\"3x9\""),
        load_after("results.jsonl", |path| {
            fs::write(path, fs::read_to_string(path)?.replacen(",\"instance\"", "\n", 1))
        })
        .unwrap_err(),
        replaced("results.jsonl", "\"expanded\":0", "\"expanded\":-1"),
        replaced("instances.csv", "3x3", "3 by 3"),
        load_after("run.json", |path| fs::remove_file(path)).unwrap_err(),
        load_after("results.jsonl", |path| fs::remove_file(path)).unwrap_err(),
        load_after("results.jsonl", |path| fs::write(path, b"\xff\xfe\0\n")).unwrap_err(),
    ];
    insta::assert_snapshot!(errors.join("\n"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// No contents of a file make reading panic.
    #[test]
    fn any_bytes_are_read_or_refused(
        file in prop::sample::select(FILES.to_vec()),
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

#[test]
fn altered_rows_are_refused_with_file_line_and_what_to_do() {
    let row = |from: &str, to: &str| altered("results.jsonl", |text| text.replacen(from, to, 1));
    let boards = |from: &str, to: &str| altered("instances.csv", |text| text.replacen(from, to, 1));
    let errors = [
        row("\"moves\":\"drurd\"", "\"moves\":\"drur\""),
        row("\"moves\":\"drurd\"", "\"moves\":null"),
        row("\"optimal\":5,", "\"optimal\":3,"),
        row("\"status\":\"solved\"", "\"status\":\"crashed\""),
        row("\"instance\":\"d05-0\"", "\"instance\":\"d05-9\""),
        altered("results.jsonl", |text| format!("{}\n\n{text}", text.lines().next().unwrap())),
        refused(|results| {
            let another = Origin { id: "another".into(), ..results.record.origins[0].clone() };
            results.record.origins.push(another);
            results.rows[5].run.id = results.rows[0].run.id.clone();
            results.rows[5].run.origin = "another".into();
        }),
        boards("d05-0", "d00-0"),
        boards("1 2 3", "1 2 4"),
        load_after("instances.csv", |path| fs::remove_file(path)).unwrap_err(),
    ];
    insta::assert_snapshot!(errors.join("\n"));
    for moves in ["\"u\"", "null", "\"garbage\"", "\"\""] {
        let error = altered("results.jsonl", |text| {
            text.replacen("\"moves\":\"drurd\"", &format!("\"moves\":{moves}"), 1)
        });
        assert!(error.starts_with("DIR/results.jsonl:7: bfs on instance"), "{error}");
    }
}

#[test]
fn the_beginning_of_a_very_long_reason_is_read() {
    let mut results = small();
    results.rows[0].outcome.reason = Some("é".repeat(200_000));
    let read = load(folder(&results).path()).unwrap();
    let reason = read.rows[0].outcome.reason.as_ref().unwrap();
    assert!(reason.starts_with("éé") && reason.ends_with('…'), "{reason}");
    assert!(reason.chars().count() < 5000, "{}", reason.len());
    // Written and read again, it is the same.
    assert_eq!(load(folder(&read).path()).unwrap().rows, read.rows);
}

#[test]
fn no_altered_byte_of_a_file_of_rows_gives_other_rows() {
    let mut results = small();
    results.rows.truncate(2);
    let folder = folder(&results);
    let file = folder.path().join("results.jsonl");
    let sound = fs::read(&file).unwrap();
    assert_eq!(load(folder.path()).unwrap().rows, results.rows);
    // The bits take turns; that no bit gives another row is a test of seals.
    for (place, bit) in (0..sound.len()).zip([0, 1, 5].into_iter().cycle()) {
        let mut bytes = sound.clone();
        bytes[place] ^= 1 << bit;
        fs::write(&file, &bytes).unwrap();
        match load(folder.path()) {
            Ok(read) => {
                // Only the line feed of the last row may be lost.
                let kept = read.rows.len();
                assert_eq!(read.rows, results.rows[..kept], "byte {place}, bit {bit}");
                assert_eq!(kept + of_rows(&read).len(), results.rows.len());
            }
            Err(error) => assert!(format!("{error:#}").contains("results.jsonl:"), "{error:#}"),
        }
    }
}
