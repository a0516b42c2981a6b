//! Files of pattern databases that are altered, cut, foreign, half written or
//! written by two processes at the same time.

mod processes;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use optile::registry;
use optile_core::{Meter, Size};
use optile_pdb::{FormatError, Key, Recipe};
use optile_results::load;
use optile_results::rows::row;
use optile_runner::library::{self, Console, Fault, Library, TableFile};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::process::{optile, stderr, stdout};

/// `optile pdb` with its tables in a folder.
fn pdb(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = optile();
    command.arg("pdb").args(arguments).arg("--pdb-dir").arg(folder);
    command
}

fn keys(size: &str, recipe: &str) -> Vec<Key> {
    let size: Size = size.parse().unwrap();
    let recipe: Recipe = recipe.parse().unwrap();
    recipe.all_keys(size, size.cells() - 1).unwrap()
}

const SILENT: Console = Console { is_quiet: true };

/// A folder with the tables of a recipe, and their files.
fn provided(size: &str, recipe: &str) -> (tempfile::TempDir, Vec<TableFile>) {
    let home = tempfile::tempdir().unwrap();
    let library = Library::new(Some(home.path().to_owned()), SILENT);
    let files = keys(size, recipe).into_iter().map(|key| {
        let (_, is_new) = library.provide(&key, &Meter::default()).unwrap();
        assert!(is_new);
        TableFile::new(home.path(), &key)
    });
    let files = files.collect();
    (home, files)
}

/// Replaces the bytes of a file, as a copy does.
fn replace(path: &Path, bytes: &[u8]) {
    fs::remove_file(path).ok();
    fs::write(path, bytes).unwrap();
}

#[test]
fn every_byte_that_is_altered_and_every_cut_is_noticed() {
    let (_home, files) = provided("3x3", "1.2-3.4.5.6.7.8");
    let [file, _] = &files[..] else { panic!() };
    let sound = fs::read(file.path()).unwrap();
    assert_eq!(sound.len(), 4096 + 72);
    let table = file.read().unwrap().unwrap();
    assert_eq!(table.counts().iter().sum::<u64>(), 72);
    for place in 0..sound.len() {
        for flip in [1u8, 0x80] {
            let mut bytes = sound.clone();
            bytes[place] ^= flip;
            replace(file.path(), &bytes);
            assert!(matches!(file.read(), Err(Fault::Format(_))), "byte {place}");
        }
    }
    for length in (0..sound.len()).step_by(101).chain([4095, 4096, sound.len() - 1]) {
        replace(file.path(), &sound[..length]);
        let fault = file.read().unwrap_err();
        let is_right = match length {
            0..8 => matches!(fault, Fault::Format(FormatError::Foreign)),
            _ => matches!(fault, Fault::Format(FormatError::Length { .. })),
        };
        assert!(is_right, "{length} bytes: {fault}");
    }
    replace(file.path(), &[&sound[..], &[0]].concat());
    assert!(matches!(file.read(), Err(Fault::Format(FormatError::Length { .. }))));
    replace(file.path(), &sound);
    assert_eq!(file.read().unwrap().unwrap().counts(), table.counts());
    fs::remove_file(file.path()).unwrap();
    assert!(file.read().unwrap().is_none());
}

#[test]
fn other_files_under_the_name_of_a_table_are_not_used() {
    let (_home, files) = provided("3x3", "1.2.3-4.5.6-7.8");
    let [one, two, _] = &files[..] else { panic!() };
    fs::remove_file(one.path()).unwrap();
    fs::copy(two.path(), one.path()).unwrap();
    assert!(matches!(one.read(), Err(Fault::Format(FormatError::Wrong { .. }))));

    for foreign in [&b""[..], b"optile", &[7; 10_000]] {
        replace(one.path(), foreign);
        assert!(matches!(one.read(), Err(Fault::Format(FormatError::Foreign))));
    }
    let mut older = fs::read(two.path()).unwrap();
    older[8] = 0;
    replace(two.path(), &older);
    assert!(matches!(two.read(), Err(Fault::Format(FormatError::Version { found: 0 }))));
    fs::remove_file(one.path()).unwrap();
    fs::create_dir(one.path()).unwrap();
    assert!(matches!(one.read(), Err(Fault::Format(FormatError::Foreign))));
}

/// A 3x4 board on which a search expands some nodes.
const BOARD: &str = "3 7 1 / 6 2 4 / 9 5 11 / 8 10 x\n";

fn solve(folder: &Path, strategy: &str, board: &str) -> Output {
    let file = folder.join("board.txt");
    fs::write(&file, board).unwrap();
    let mut command = optile();
    command.args(["solve", "--json", "--strategy", strategy]).arg(&file);
    command.arg("--pdb-dir").arg(folder).output().unwrap()
}

#[test]
fn a_faulty_file_is_named_and_made_again_and_the_answer_is_right() {
    let (home, files) = provided("3x4", "4-4-3");
    let without_times = |output: &Output| {
        let text = stdout(output);
        text.split_once("\"prepare_ns\"").unwrap().0.to_owned()
    };
    let whole = solve(home.path(), "astar:pdb:4-4-3", BOARD);
    assert_eq!((stderr(&whole).as_str(), whole.status.code()), ("", Some(0)));
    assert!(stdout(&whole).contains("\"solved\""), "{}", stdout(&whole));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    for file in &files {
        let sound = fs::read(file.path()).unwrap();
        let mut altered = sound.clone();
        altered[random.random_range(4096..sound.len())] ^= 4;
        replace(file.path(), &altered);
        let output = solve(home.path(), "astar:pdb:4-4-3", BOARD);
        let said = stderr(&output);
        let name = file.path().display().to_string();
        assert!(said.contains(&name) && said.contains("was altered"), "{said}");
        assert_eq!(without_times(&output), without_times(&whole));
        assert_eq!(fs::read(file.path()).unwrap(), sound, "it was built again");
    }
}

#[test]
fn a_run_builds_a_table_again_in_which_a_byte_was_flipped_and_says_so() {
    // A run makes files of large tables only, but keeps small ones right, too.
    for patterns in ["6-6-3", "5-5-5"] {
        let (home, files) = provided("4x4", patterns);
        let instances = home.path().join("easy.tsv");
        fs::write(&instances, "a\t1 2 3 4 5 6 7 8 9 10 0 11 13 14 15 12\t2\n").unwrap();
        let file = &files[1];
        let sound = fs::read(file.path()).unwrap();
        let mut altered = sound.clone();
        altered[100_000] ^= 1;
        replace(file.path(), &altered);
        let out = home.path().join("out");
        let mut command = optile();
        let strategy = format!("astar:pdb:{patterns}");
        command.args(["run", "--quiet", "--strategy", &strategy, "--instances"]);
        command.arg(&instances).arg("--out").arg(&out).arg("--pdb-dir").arg(home.path());
        let output = command.output().unwrap();
        let said = stderr(&output);
        assert!(output.status.success(), "{said}");
        let name = file.path().display().to_string();
        assert!(said.contains(&name) && said.contains("not used, but built again"), "{said}");
        assert_eq!(fs::read(file.path()).unwrap(), sound);
        let rows = load(&out).unwrap().rows;
        assert!(
            !rows.is_empty() && rows.iter().all(|row| row.outcome.status == row::Status::Solved)
        );
    }
}

#[test]
fn the_first_use_of_large_tables_says_where_they_are_kept() {
    let home = tempfile::tempdir().unwrap();
    let near = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15";
    let said = stderr(&solve(home.path(), "idastar:pdb:6-6-3", near));
    let expected = format!("built now and kept in {} (11.5\u{a0}MB)\n", home.path().display());
    assert!(said.ends_with(&expected), "{said}");
    assert_eq!(stderr(&solve(home.path(), "idastar:pdb:6-6-3", near)), "");
}

/// Three tables of 5.8, 5.8 and 0.003 million entries.
const BUILD: [&str; 5] = ["build", "--size", "4x4", "6-6-3", "--quiet"];

/// The files of tables in a folder.
fn tables(folder: &Path) -> Vec<PathBuf> {
    let files = library::files(folder).unwrap().into_iter();
    files.filter(|path| path.extension().unwrap() == "pdb").collect()
}

fn drafts(folder: &Path) -> usize {
    library::files(folder).unwrap().len() - tables(folder).len()
}

#[test]
fn a_draft_is_locked_while_it_is_written_and_goes_with_its_writer() {
    let home = tempfile::tempdir().unwrap();
    let [key, ..] = keys("4x4", "6-6-3")[..] else { panic!() };
    let file = TableFile::new(home.path(), &key);
    let draft = file.begin().unwrap().unwrap();
    assert!(file.begin().unwrap().is_none(), "it is locked");
    assert!(file.draft().exists());
    drop(draft);
    assert!(!file.draft().exists());
    fs::write(file.draft(), "left by a killed process").unwrap();
    assert!(file.begin().unwrap().is_some(), "nobody holds the lock");
}

/// A board that is solved in a few moves with any tables.
const EASY: &str = "1 2 3 4 / 5 6 7 8 / 9 10 x 11 / 13 14 15 12\n";

#[test]
fn a_folder_without_write_access_is_reported_once_and_stops_no_search() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("file");
    fs::write(&folder, "no folder").unwrap();
    let file = home.path().join("board.txt");
    fs::write(&file, EASY).unwrap();
    let mut command = optile();
    command.args(["solve", "--strategy", "astar:pdb:6-6-3"]).arg(&file);
    let output = command.arg("--pdb-dir").arg(&folder).output().unwrap();
    let said = stderr(&output);
    assert_eq!(
        (stdout(&output).as_str(), output.status.code()),
        ("2 moves of the blank: rd\n", Some(0)),
        "{said}"
    );
    assert_eq!(said.matches("continuing in memory").count(), 1, "{said}");

    let output = pdb(&folder, &BUILD).output().unwrap();
    let said = stderr(&output);
    assert!(output.status.code() == Some(1) && said.contains("cannot write"), "{said}");
}

#[test]
fn a_full_disk_is_reported_with_sizes_and_leaves_nothing() {
    let home = tempfile::tempdir().unwrap();
    // Files of at most 2,000 blocks of 512 bytes. The signal would kill the process.
    let script = "trap '' XFSZ; ulimit -f 2000; exec \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_optile"), "pdb"]).args(BUILD);
    let output = command.arg("--pdb-dir").arg(home.path()).output().unwrap();
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("of 5.77\u{a0}MB where") && said.contains("are free"), "{said}");
    assert_eq!((tables(home.path()).len(), drafts(home.path())), (0, 0));
}

#[test]
fn a_run_makes_its_tables_before_any_run_and_processes_find_them() {
    let home = tempfile::tempdir().unwrap();
    let instances = home.path().join("easy.tsv");
    fs::write(&instances, "a\t1 2 3 4 5 6 7 8 9 10 0 11 13 14 15 12\t2\n").unwrap();
    let folder = home.path().join("tables");
    let (mut rows, mut made) = (Vec::new(), Vec::new());
    for limit in ["1GiB", "10MiB"] {
        let out = home.path().join(limit);
        let mut command = optile();
        command.args(["run", "--quiet", "--strategy", "astar:pdb:6-6-3", "--memory-limit", limit]);
        command.arg("--instances").arg(&instances).arg("--out").arg(&out);
        let output = command.arg("--pdb-dir").arg(&folder).output().unwrap();
        assert!(output.stdout.is_empty() && output.status.success(), "{}", stderr(&output));
        let mut results = load(&out).unwrap();
        rows.push((results.rows.remove(0), stderr(&output)));
        made.push(results.record.origins.remove(0).tables);
    }
    // The run that built them mentions both, and no other run does.
    assert_eq!((made[0].len(), made[1].len()), (2, 0));
    assert!(made[0].iter().all(|table| table.bytes == 5_765_760 && table.build_ns > 0));
    // Tables that take milliseconds are not kept.
    assert_eq!(tables(&folder).len(), 2);
    assert_eq!((rows[0].0.outcome.status, rows[0].1.as_str()), (row::Status::Solved, ""));
    // Eleven million bytes of tables exceed a limit of ten million.
    let (row, said) = &rows[1];
    assert_eq!(row.outcome.status, row::Status::MemoryLimit);
    assert!(said.contains("needs 11.5\u{a0}MB of memory for its pattern databases"), "{said}");
}

#[test]
fn strategies_that_ask_about_other_goals_take_tables_for_those() {
    let problem: optile_core::Problem = "123406785".parse().unwrap();
    let blanks = |strategy| {
        let mut blanks: Vec<usize> = library::keys(&registry::all(), strategy, &problem)
            .iter()
            .map(|key| key.goal_blank)
            .collect();
        blanks.sort_unstable();
        blanks.dedup();
        blanks
    };
    assert!(blanks("idastar:manhattan").is_empty());
    assert_eq!(blanks("idastar:pdb:4-4"), [8]);
    assert_eq!(blanks("idastar:pdb:4-4+reflected"), [8]);
    assert_eq!(blanks("bae:pdb:4-4+zero"), [4, 8]);
}
