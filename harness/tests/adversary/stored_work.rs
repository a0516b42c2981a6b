//! Pattern databases and checkpoints that are damaged at random.

use std::fs;
use std::path::{Path, PathBuf};

use optile::exploration::Checkpoint;
use optile_core::{Meter, Size};
use optile_retrograde::Exploration;

use crate::corruption::damage;
use crate::{attack, attacks, optile, said};

/// The files of a folder with this ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|found| found == ending)).collect();
    files.sort();
    files
}

/// A damaged table is noticed and built again, so the answer is the same.
#[test]
fn damaged_tables_change_no_answer() {
    let home = tempfile::tempdir().unwrap();
    let board = home.path().join("board.txt");
    fs::write(&board, "3 7 1 / 6 2 4 / 9 5 11 / 8 10 x\n").unwrap();
    let solve = || {
        let mut command = optile();
        command.args(["solve", "--json", "--strategy", "astar:pdb:4-4-3", "--pdb-dir"]);
        command.arg(home.path()).arg(&board).output().unwrap()
    };
    let mut build = optile();
    build.args(["pdb", "build", "--size", "3x4", "4-4-3", "--quiet", "--pdb-dir"]);
    assert!(build.arg(home.path()).output().unwrap().status.success());
    // The times, which are the last two fields, differ between runs.
    let answer = |output: &[u8]| {
        let text = String::from_utf8_lossy(output).into_owned();
        let (answer, _) = text.split_once(",\"prepare_ns\"").expect("an answer with times");
        answer.to_owned()
    };
    let honest = answer(&solve().stdout);
    let tables = files(home.path(), "pdb");
    assert!(tables.len() >= 3, "{tables:?}");
    let whole: Vec<_> = tables.iter().map(|path| fs::read(path).unwrap()).collect();
    let mut unchanged = 0;
    for number in 0..attacks(20) {
        let (mut random, name) = attack(5, number);
        let chosen = number as usize % tables.len();
        let mut bytes = whole[chosen].clone();
        damage(&mut bytes, &mut random);
        let is_same = bytes == whole[chosen];
        unchanged += u64::from(is_same);
        // A new file, as a copy makes it, because the old one may still be mapped.
        fs::remove_file(&tables[chosen]).unwrap();
        fs::write(&tables[chosen], &bytes).unwrap();
        let output = solve();
        let said = said(&output, &name);
        assert_eq!(answer(&output.stdout), honest, "{name}: {said}");
        let file = tables[chosen].display().to_string();
        assert!(is_same || said.contains(&file), "{name}: no word of {file}: {said}");
        assert_eq!(fs::read(&tables[chosen]).unwrap(), whole[chosen], "{name}");
    }
    assert!(unchanged < attacks(20));
}

/// A damaged checkpoint is refused, so the counts are never wrong.
#[test]
fn damaged_checkpoints_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let size: Size = "2x4".parse().unwrap();
    let path = home.path().join("2x4.checkpoint");
    let mut exploration = Exploration::new([2, 4], 7, 1).unwrap();
    for _ in 0..15 {
        exploration.advance(&mut Meter::default()).unwrap();
    }
    Checkpoint::new(&path, size, 7).write(&exploration, 1.0).unwrap();
    let whole = fs::read(&path).unwrap();
    for number in 0..attacks(40) {
        let (mut random, name) = attack(6, number);
        let mut bytes = whole.clone();
        damage(&mut bytes, &mut random);
        fs::write(&path, &bytes).unwrap();
        let mut command = optile();
        command.args(["explore", "--size", "2x4", "--quiet", "--checkpoint"]).arg(&path);
        let output = command.output().unwrap();
        let said = said(&output, &name);
        let is_read = bytes == whole;
        assert_eq!(output.status.success(), is_read, "{name}: {said}");
        assert!(is_read || said.contains("2x4.checkpoint"), "{name}: {said}");
    }
}
