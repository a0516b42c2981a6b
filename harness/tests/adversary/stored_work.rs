//! Pattern databases and checkpoints that are damaged at random.

use std::fs;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use optile_core::{Interrupt, Size};
use optile_exploration::Checkpoint;
use optile_ranks::Communicator;
use optile_results::load;
use optile_results::rows::row::Status;
use optile_retrograde::Exploration;
use rand::RngExt;

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
    let mut ranks = Communicator::alone();
    let mut exploration = Exploration::alone(size, 7, 1).unwrap();
    for _ in 0..15 {
        exploration.advance(&mut ranks, &Interrupt::default()).unwrap();
    }
    Checkpoint::new(&path, size, 7).write(&exploration, 1.0, &mut ranks).unwrap();
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

/// Waits until a process has mapped this file.
fn await_mapping(file: &Path) {
    let begun = Instant::now();
    let name = file.display().to_string();
    let is_mapped = || {
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let maps = |path: PathBuf| fs::read_to_string(path.join("maps")).unwrap_or_default();
        processes.map(|process| maps(process.path())).any(|maps| maps.contains(&name))
    };
    while !is_mapped() {
        assert!(begun.elapsed() < Duration::from_secs(60), "nobody maps {name}");
        thread::sleep(Duration::from_millis(5));
    }
    // It checks the bytes before it uses them.
    thread::sleep(Duration::from_millis(100));
}

/// A table that is changed or truncated in place costs the run that uses it.
#[test]
fn tables_that_are_changed_while_they_are_used_give_no_answer() {
    let home = tempfile::tempdir().unwrap();
    let hard = "# size: 4x4\nhard\t13 14 15 7 11 12 9 5 6 0 2 1 4 8 10 3\t-\n";
    fs::write(home.path().join("hard.tsv"), hard).unwrap();
    for number in 0..attacks(4) {
        let (mut random, name) = attack(8, number);
        let mut build = optile();
        build.args(["pdb", "build", "--size", "4x4", "3-3-3-3-3", "--quiet", "--pdb-dir"]);
        assert!(build.arg(home.path()).output().unwrap().status.success());
        let tables = files(home.path(), "pdb");
        let chosen = &tables[random.random_range(0..tables.len())];
        let out = home.path().join(number.to_string());
        let mut command = optile();
        command.args(["run", "--strategy", "idastar:pdb:3-3-3-3-3", "--time-limit", "2s"]);
        command.args(["--quiet", "--instances"]).arg(home.path().join("hard.tsv"));
        command.arg("--out").arg(&out).arg("--pdb-dir").arg(home.path());
        let run = thread::spawn(move || command.output().unwrap());
        await_mapping(chosen);
        let is_cut = number % 2 == 1;
        let permissions = fs::metadata(chosen).unwrap().permissions();
        let writable = std::os::unix::fs::PermissionsExt::from_mode(0o644);
        fs::set_permissions(chosen, writable).unwrap();
        let file = fs::File::options().read(true).write(true).open(chosen).unwrap();
        let length = file.metadata().unwrap().len();
        match is_cut {
            true => file.set_len(4096).unwrap(),
            false => {
                let (at, mut byte) = (random.random_range(0..length), [0]);
                file.read_exact_at(&mut byte, at).unwrap();
                file.write_all_at(&[byte[0] ^ random.random_range(1..=255)], at).unwrap();
            }
        }
        fs::set_permissions(chosen, permissions).unwrap();
        let output = run.join().unwrap();
        let said = said(&output, &name);
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        let row = load(&out).unwrap().rows.remove(0);
        assert_eq!(row.outcome.status, Status::Crashed, "{name}: {:?}", row.outcome.reason);
        let reason = row.outcome.reason.unwrap();
        let expected = format!("{} was changed while it was used", chosen.display());
        // A signal ends a search that reads behind the end of a truncated file.
        let is_right = reason.contains(&expected) || is_cut && reason.contains("SIGBUS");
        assert!(is_right, "{name}: {reason}");
        fs::remove_file(chosen).unwrap();
    }
}
