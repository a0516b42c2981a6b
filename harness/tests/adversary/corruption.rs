//! Files of results that are altered at random.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use optile_results::load;
use optile_results::rows::row::Row;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{attack, attacks, optile, said};

const FILES: [&str; 3] = ["results.jsonl", "instances.csv", "run.json"];

/// A row as text, which is easy to compare.
fn rows(folder: &Path) -> Option<HashSet<String>> {
    let rows: Vec<Row> = load(folder).ok()?.rows;
    Some(rows.iter().map(|row| serde_json::to_string(row).unwrap()).collect())
}

/// The record as text.
fn record(folder: &Path) -> Option<String> {
    Some(format!("{:?}", load(folder).ok()?.record))
}

/// One alteration of the bytes of a file.
pub(crate) fn damage(bytes: &mut Vec<u8>, random: &mut Xoshiro256PlusPlus) {
    if bytes.is_empty() {
        return;
    }
    let at = random.random_range(0..bytes.len());
    let line_of = |bytes: &[u8], at: usize| {
        let start = bytes[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let end = bytes[at..].iter().position(|&byte| byte == b'\n');
        start..end.map_or(bytes.len(), |end| at + end + 1)
    };
    match random.random_range(0..9) {
        0 => bytes[at] ^= 1 << random.random_range(0..8),
        1 => bytes[at] = random.random(),
        2 => drop(bytes.remove(at)),
        3 => bytes.insert(at, random.random()),
        4 => bytes.truncate(at),
        5 => {
            let line = line_of(bytes, at);
            let copy = bytes[line.clone()].to_vec();
            bytes.splice(line.end..line.end, copy);
        }
        6 => {
            let line = line_of(bytes, at);
            bytes.drain(line);
        }
        7 => {
            // Another digit, the alteration that is hardest to detect.
            let digits: Vec<usize> =
                (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
            if !digits.is_empty() {
                let at = digits[random.random_range(0..digits.len())];
                bytes[at] = b'0' + (bytes[at] - b'0' + random.random_range(1..10)) % 10;
            }
        }
        _ => {
            let end = (at + random.random_range(1..64)).min(bytes.len());
            bytes[at..end].fill(0);
        }
    }
}

/// After any alteration, a reader refuses the folder or returns rows that were
/// there, and no strategy is called wrong because of it.
#[test]
fn damaged_results_are_refused_or_read_as_they_were() {
    let home = tempfile::tempdir().unwrap();
    let honest = home.path().join("honest");
    let output = optile()
        .args(["run", "smoke", "--strategy", "idastar:manhattan", "--strategy", "bidir"])
        .args(["--node-limit", "2000", "--repeat", "1", "--quiet", "--out"])
        .arg(&honest)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let whole = rows(&honest).unwrap();
    let sealed = record(&honest).unwrap();
    let (mut refused, mut read) = (0, 0);
    for number in 0..attacks(60) {
        let (mut random, name) = attack(1, number);
        let folder = home.path().join("damaged");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        for file in FILES {
            fs::copy(honest.join(file), folder.join(file)).unwrap();
        }
        // Most attacks alter numbers.
        let file = FILES[[0, 0, 0, 1, 1, 2][random.random_range(0..6)]];
        let mut bytes = fs::read(folder.join(file)).unwrap();
        for _ in 0..random.random_range(1..4) {
            damage(&mut bytes, &mut random);
        }
        fs::write(folder.join(file), &bytes).unwrap();
        let name = format!("{name} on {file}");
        if let Some(found) = rows(&folder) {
            let strangers: Vec<_> = found.difference(&whole).collect();
            assert!(strangers.is_empty(), "{name}: {strangers:?}");
            assert!(record(&folder).unwrap() == sealed, "{name}: an altered record is believed");
        }
        let merged = home.path().join("merged");
        let mut command = optile();
        let command = match random.random_range(0..3) {
            0 => command.arg("merge").arg(&folder).arg("--out").arg(&merged),
            1 => command.args(["compare"]).arg(&honest).arg(&folder),
            _ => command.arg("report").arg(&folder),
        };
        let output = command.output().unwrap();
        let said = said(&output, &name);
        assert_ne!(output.status.code(), Some(2), "{name} condemns the honest: {said}");
        if output.status.success() {
            read += 1;
        } else {
            refused += 1;
        }
        assert!(output.status.success() || said.contains("error: "), "{name}: {said}");
        let _ = fs::remove_dir_all(&merged);
    }
    assert!(refused > 0, "of {read} damaged folders none was refused");
}
