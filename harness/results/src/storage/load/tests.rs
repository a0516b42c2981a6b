//! Tests of `load`.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use tempfile::TempDir;

use super::load;
use crate::Results;
use crate::storage::folder::Folder;
use crate::storage::seal::seal;
use crate::synthetic::small;

/// The files that readers read.
const FILES: [&str; 3] = ["run.json", "results.jsonl", "instances.csv"];

/// Writes the folder as a run leaves it, without charts.
fn folder(results: &Results) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let rows: String =
        results.rows.iter().map(|row| serde_json::to_string(row).unwrap() + "\n").collect();
    fs::write(folder.path().join("results.jsonl"), rows).unwrap();
    let record = serde_json::to_string_pretty(&results.record).unwrap();
    fs::write(folder.path().join("run.json"), record).unwrap();
    let mut writer = csv::Writer::from_path(folder.path().join("instances.csv")).unwrap();
    results.instances.iter().for_each(|board| writer.serialize(board).unwrap());
    writer.flush().unwrap();
    folder
}

#[test]
fn results_are_read_back() {
    let results = small();
    let older = folder(&results);
    let home = tempfile::tempdir().unwrap();
    let (newer, _) = Folder::open(home.path()).unwrap();
    let mut written = results.clone();
    newer.write_all(&mut written).unwrap();
    drop(newer);
    for folder in [older.path(), home.path()] {
        let read = load(folder, &[]).unwrap();
        assert_eq!(read.record, results.record);
        assert_eq!(read.rows, results.rows);
        assert_eq!(read.instances, results.instances);
        assert!(read.is_complete());
    }
    assert!(load(home.path(), &[]).unwrap().notices.is_empty());
    let [notice] = &load(older.path(), &[]).unwrap().notices[..] else { panic!("one notice") };
    assert!(notice.starts_with("run.json has no checksum, as in folders of older"), "{notice}");
}

#[test]
fn a_comment_is_only_above_the_headings_and_a_later_line_is_one_of_an_id() {
    let named = |from: &'static str, to: &'static str| {
        let folder = folder(&small());
        for (file, comment) in [("results.jsonl", ""), ("instances.csv", "# older\n# versions\n")] {
            let path = folder.path().join(file);
            let text = fs::read_to_string(&path).unwrap().replace(from, to);
            fs::write(path, format!("{comment}{text}")).unwrap();
        }
        load(folder.path(), &[])
    };
    for id in ["#5-0", "=5-0"] {
        let instances = named("d05-0", id).unwrap().instances;
        assert!(instances.iter().any(|board| board.instance == id), "{id}");
    }
    let error = format!("{:#}", named("3x3,", "3 by 3,").unwrap_err());
    assert!(error.contains("instances.csv:4: "), "{error}");
}

/// Reads a folder after something was done to one of its files.
fn load_after(
    file: &str,
    change: impl Fn(&Path) -> std::io::Result<()>,
) -> Result<Results, String> {
    let folder = folder(&small());
    change(&folder.path().join(file)).unwrap();
    load(folder.path(), &[])
        .map_err(|error| format!("{error:#}").replace(folder.path().to_str().unwrap(), "DIR"))
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

/// Writes the rows with their checksums, as a run does.
fn seal_rows(folder: &Path, results: &Results) {
    let rows: String = results.rows.iter().map(|row| seal(row).unwrap() + "\n").collect();
    fs::write(folder.join("results.jsonl"), rows).unwrap();
}

#[test]
fn altered_rows_are_refused_with_file_line_and_what_to_do() {
    // Rows of older files have no checksum, but moves.
    let altered = |from: &'static str, to: &'static str| {
        load_after("results.jsonl", move |path| {
            let text = fs::read_to_string(path)?;
            assert!(text.contains(from));
            fs::write(path, text.replacen(from, to, 1))
        })
        .unwrap_err()
    };
    let first = serde_json::to_string(&small().rows[0]).unwrap();
    let twice = load_after("results.jsonl", |path| {
        fs::write(path, format!("{first}\n\n{}", fs::read_to_string(path)?))
    });
    let another_id = load_after("results.jsonl", |path| {
        let text = fs::read_to_string(path)?;
        let [one, two] = [&small().rows[0], &small().rows[5]].map(|row| row.id.clone());
        fs::write(path, text.replace(&two, &one).replacen("0123abcd", "another", 1))
    });
    let boards = |from: &'static str, to: &'static str| {
        load_after("instances.csv", move |path| {
            let text = fs::read_to_string(path)?;
            assert!(text.contains(from));
            fs::write(path, text.replacen(from, to, 1))
        })
        .unwrap_err()
    };
    let errors = [
        altered("\"length\":5,", "\"length\":3,"),
        altered("\"length\":5,", "\"length\":null,"),
        altered("\"optimal\":5,", "\"optimal\":3,"),
        altered("\"status\":\"solved\"", "\"status\":\"crashed\""),
        altered("\"instance\":\"d05-0\"", "\"instance\":\"d05-9\""),
        twice.unwrap_err(),
        another_id.unwrap_err(),
        boards("d05-0", "d00-0"),
        boards("1 2 3", "1 2 4"),
        load_after("instances.csv", |path| fs::remove_file(path)).unwrap_err(),
    ];
    insta::assert_snapshot!(errors.join("\n"));
    for moves in ["\"u\"", "null", "\"garbage\"", "\"\""] {
        let error = load_after("results.jsonl", |path| {
            let text = fs::read_to_string(path)?;
            let (before, rest) = text.split_once("\"length\":5,\"moves\":").unwrap();
            let (_, after) = rest.split_once(',').unwrap();
            fs::write(path, format!("{before}\"length\":5,\"moves\":{moves},{after}"))
        });
        let error = error.unwrap_err();
        assert!(error.starts_with("DIR/results.jsonl:7: bfs on instance"), "{error}");
    }
}

#[test]
fn the_beginning_of_a_very_long_reason_is_read() {
    let mut results = small();
    results.rows[0].reason = Some("é".repeat(200_000));
    let folder = folder(&results);
    seal_rows(folder.path(), &results);
    let read = load(folder.path(), &[]).unwrap();
    let reason = read.rows[0].reason.as_ref().unwrap();
    assert!(reason.starts_with("éé") && reason.ends_with('…'), "{reason}");
    assert!(reason.chars().count() < 5000, "{}", reason.len());
    // Written and read again, it is the same.
    seal_rows(folder.path(), &read);
    assert_eq!(load(folder.path(), &[]).unwrap().rows, read.rows);
}

#[test]
fn no_altered_byte_of_a_file_of_rows_gives_other_rows() {
    let mut results = small();
    results.rows.truncate(2);
    let folder = folder(&results);
    seal_rows(folder.path(), &results);
    let file = folder.path().join("results.jsonl");
    let sound = fs::read(&file).unwrap();
    assert_eq!(load(folder.path(), &[]).unwrap().rows, results.rows);
    for place in 0..sound.len() {
        for bit in [0, 1, 5] {
            let mut bytes = sound.clone();
            bytes[place] ^= 1 << bit;
            fs::write(&file, &bytes).unwrap();
            match load(folder.path(), &[]) {
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
}

#[test]
fn a_row_that_lost_its_checksum_among_others_is_refused() {
    let results = small();
    let folder = folder(&results);
    seal_rows(folder.path(), &results);
    let file = folder.path().join("results.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    let (second, plain) =
        (seal(&results.rows[1]).unwrap(), serde_json::to_string(&results.rows[1]).unwrap());
    fs::write(&file, text.replace(&second, &plain)).unwrap();
    let error = format!("{:#}", load(folder.path(), &[]).unwrap_err());
    assert!(error.contains("results.jsonl:2: the checksum is missing"), "{error}");
}
