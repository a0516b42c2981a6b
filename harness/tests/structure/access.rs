//! Who may open files, start processes and write to the terminal without the common routines, and
//! what reads back each file that is written. A line of a list has a reason, and a list that names
//! a mended place fails too.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use optile_testkit::house::{files, sources};

use crate::source::{packages, root};

/// Calls that open a file or start a process, and what to call in their place.
const CALLS: [(&str, &str); 12] = [
    ("fs::write", REPLACE),
    ("fs::rename", REPLACE),
    ("fs::copy", REPLACE),
    ("File::create", REPLACE),
    ("File::create_new", REPLACE),
    ("OpenOptions::new", REPLACE),
    ("File::options", REPLACE),
    ("fs::read", READ),
    ("fs::read_to_string", READ),
    ("fs::read_link", READ),
    ("File::open", READ),
    ("Command::new", "containment::contained, so that the process ends with optile"),
];

const REPLACE: &str = "disk::replace, or output::write in a command: the old file stays until the \
                       new one is whole, and no link is followed";
const READ: &str = "disk::read, or disk::read_input of what people write: no file without an end is \
                    read, and no pipe is waited for";

/// The places that call them, and why.
const CALLERS: [(&str, &str, &str); 22] = [
    ("exploration/src/checkpoint/file.rs", "OpenOptions::new", "the options of disk::open_own"),
    ("harness/results/src/storage/disk.rs", "File::open", "the common routine: it reads inputs"),
    ("harness/results/src/storage/disk.rs", "OpenOptions::new", "the common routine: drafts"),
    ("harness/results/src/storage/disk.rs", "fs::rename", "the common routine: drafts"),
    ("harness/results/src/storage/folder.rs", "OpenOptions::new", "the options of disk::open_own"),
    ("harness/runner/src/containment/invocation.rs", "Command::new", "the common routine"),
    ("harness/runner/src/containment/keeper.rs", "Command::new", "the common routine"),
    ("harness/runner/src/containment/keeper.rs", "File::options", "/dev/null"),
    ("harness/runner/src/library/file.rs", "OpenOptions::new", "the options of disk::open_own"),
    ("harness/runner/src/library/file.rs", "fs::rename", "a table under its name when it is whole"),
    ("harness/runner/src/system/control_group.rs", "fs::read_to_string", "files of the kernel"),
    ("harness/runner/src/system/cores.rs", "fs::read_to_string", "files of the kernel"),
    ("harness/runner/src/system/machine.rs", "fs::read_to_string", "files of the kernel"),
    ("harness/runner/src/system/noise.rs", "fs::read_to_string", "files of the kernel"),
    ("harness/runner/src/system/signals.rs", "fs::read_to_string", "files of the kernel"),
    ("harness/runner/src/system/usage.rs", "fs::read_to_string", "files of the kernel"),
    ("harness/runner/src/system/usage.rs", "fs::write", "files of the kernel"),
    ("harness/src/command/boards/source.rs", "File::open", "boards are answered while they come"),
    ("harness/src/command/new/template.rs", "fs::read_to_string", "two files of the clone"),
    ("mpi/src/launch.rs", "fs::read", "the digest of this program"),
    ("testkit/src/house/mod.rs", "fs::read_to_string", "sources, in tests"),
    ("testkit/src/house/source.rs", "fs::read_to_string", "sources, in tests"),
];

/// Files that write to the terminal without `visible` and its kin, and why no text from outside,
/// such as an id or the output of a program, reaches it raw.
const SPEAKERS: [(&str, &str); 18] = [
    ("exploration/src/space.rs", "numbers, and paths that the user named"),
    ("harness/src/command/boards/convert/mod.rs", "what /dev/stdout asks for is a file"),
    ("harness/src/command/check/mod.rs", "strategies, and what the supervisor escaped"),
    ("harness/src/command/boards/solve.rs", "moves and boards"),
    ("harness/src/command/list/mod.rs", "what is bundled"),
    ("harness/src/command/mod.rs", "help, and arguments that clap quotes"),
    ("harness/src/command/new/mod.rs", "names that were checked, and paths"),
    ("harness/src/command/pdb/build.rs", "tables of the library"),
    ("harness/src/command/pdb/list.rs", "tables of the library"),
    ("harness/src/command/results/compare.rs", "tables and sentences of terminal.rs"),
    ("harness/src/command/results/export.rs", "paths that the user named"),
    ("harness/src/command/results/merge.rs", "numbers, and paths that the user named"),
    ("harness/src/command/results/report.rs", "tables and sentences of terminal.rs"),
    ("harness/src/command/runs/run.rs", "tables and sentences of terminal.rs"),
    ("harness/src/command/runs/worker.rs", "the protocol between processes of optile"),
    ("harness/src/command/watch/mod.rs", "strategies, and what the supervisor escaped"),
    ("mpi/src/command.rs", "help and errors of its arguments"),
    ("mpi/src/command/experiment.rs", "paths that the user named"),
];

/// Each place that writes a file, and the test that reads it again and compares, or why optile never
/// reads it.
const WRITERS: [(&str, &str, &str); 14] = [
    (
        "exploration/src/checkpoint/mod.rs",
        "disk::replace",
        "any_number_of_ranks_continues_what_others_began",
    ),
    ("harness/report/src/export/mod.rs", "disk::replace", "a_csv_file_gives_back_every_text"),
    ("harness/report/src/written/mod.rs", "disk::redraw", "a report is for people"),
    ("harness/results/src/storage/disk.rs", "fs::rename", "the common routine"),
    (
        "harness/results/src/storage/folder.rs",
        "disk::replace",
        "whatever_id_run_accepts_every_command_reads_again",
    ),
    (
        "harness/runner/src/instances/instance.rs",
        "read_back",
        "a_set_is_written_if_it_is_read_back_and_refused_otherwise",
    ),
    (
        "harness/runner/src/library/file.rs",
        "fs::rename",
        "every_byte_that_is_altered_and_every_cut_is_noticed",
    ),
    (
        "harness/src/command/boards/convert/mod.rs",
        "output::write",
        "convert_writes_the_ids_that_it_found_or_nothing",
    ),
    (
        "harness/src/command/boards/generate.rs",
        "set.text",
        "generate_writes_a_set_that_is_read_back_whatever_its_arguments_are",
    ),
    (
        "harness/src/command/check/class.rs",
        "output::write",
        "marks are for people and their programs",
    ),
    ("harness/src/command/new/template.rs", "output::write", "what_new_writes_is_read_back"),
    ("harness/src/command/output.rs", "disk::replace", "the common routine"),
    ("harness/src/command/results/chart.rs", "output::write", "a chart is for people"),
    ("harness/src/command/watch/mod.rs", "output::write", "a page is for people"),
];

/// Whether a source calls a function of this name, and not of a longer one.
fn calls(line: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(name).any(|(place, _)| {
        let (before, after) = (&line[..place], &line[place + name.len()..]);
        !after.starts_with(is_part) && !before.ends_with(is_part) && !before.ends_with("clap::")
    })
}

/// The lines of every source of the product, by its path from the root.
fn product() -> BTreeMap<String, Vec<String>> {
    let of = |package: String| {
        let folder = Path::new(&package).join("src");
        let path = move |path: &Path| folder.join(path).display().to_string();
        sources(&root().join(&package))
            .into_iter()
            .map(move |source| (path(&source.path), source.lines))
    };
    packages().into_iter().flat_map(of).collect()
}

/// Whether the package of a place is here. It may be missing in a copy of the tree.
fn is_here(path: &str) -> bool {
    root().join(path.split('/').next().unwrap()).exists()
}

/// Compares what was found with a list.
fn expect<T: Ord + std::fmt::Debug>(found: &BTreeSet<T>, listed: &BTreeSet<T>, way_out: &str) {
    let added: Vec<&T> = found.difference(listed).collect();
    assert!(added.is_empty(), "{added:#?}\n{way_out}\nOr add a line with a reason to the list.");
    let gone: Vec<&T> = listed.difference(found).collect();
    assert!(gone.is_empty(), "{gone:#?}\nThis is mended: delete its line from the list.");
}

/// The calls of these names, as pairs of a file and a name.
fn callers(names: &[&str]) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for (path, lines) in product() {
        for name in names {
            if lines.iter().any(|line| calls(line, name)) {
                found.insert((path.clone(), (*name).to_owned()));
            }
        }
    }
    found
}

/// The first two of each three.
fn places(list: &[(&str, &str, &str)]) -> BTreeSet<(String, String)> {
    let here = list.iter().filter(|line| is_here(line.0));
    here.map(|&(path, name, _)| (path.to_owned(), name.to_owned())).collect()
}

#[test]
fn files_and_processes_are_opened_by_the_common_routines() {
    let names: Vec<&str> = CALLS.iter().map(|call| call.0).collect();
    let found = callers(&names);
    let ways: Vec<String> = CALLS.iter().map(|(name, way)| format!("{name}: call {way}")).collect();
    expect(&found, &places(&CALLERS), &ways.join("\n"));
}

#[test]
fn what_is_written_is_read_back() {
    let names = ["disk::replace", "disk::redraw", "output::write", "fs::rename", "set.text"];
    let mut listed = places(&WRITERS);
    listed.retain(|(_, name)| name != "read_back");
    expect(
        &callers(&names),
        &listed,
        "Add a test that writes odd ids and names, reads the file as it will be read, and compares, \
         and its name to the list. A text that may not be read back goes through \
         optile_results::text::read_back first.",
    );
    let all: String = packages()
        .iter()
        .chain(["harness".to_owned()].iter())
        .flat_map(|package| ["src", "tests"].map(|folder| root().join(package).join(folder)))
        .filter(|folder| folder.is_dir())
        .flat_map(|folder| files(&folder))
        .filter(|file| file.extension().is_some_and(|ending| ending == "rs"))
        .map(|file| fs::read_to_string(file).unwrap())
        .collect();
    for (path, _, test) in WRITERS.iter().filter(|line| !line.2.contains(' ')) {
        assert!(all.contains(&format!("fn {test}(")), "{path}: there is no test {test}");
    }
}

#[test]
fn foreign_text_is_escaped_for_the_terminal() {
    let speaks = |line: &String| {
        ["stderr()", "stdout()", "println!", "print!"].iter().any(|name| line.contains(name))
    };
    let escapes = ["visible", "visible_lines", "one_line"];
    let is_raw = |lines: &[String]| {
        lines.iter().any(speaks)
            && !lines.iter().any(|line| escapes.iter().any(|name| calls(line, name)))
    };
    let found = product().into_iter().filter(|(_, lines)| is_raw(lines)).map(|(path, _)| path);
    expect(
        &found.collect(),
        &SPEAKERS.iter().map(|line| line.0.to_owned()).filter(|path| is_here(path)).collect(),
        "Ids, names of sets and what programs print go through optile_results::text::lines::visible or \
         visible_lines.",
    );
}

#[test]
fn limits_of_the_command_line_are_not_zero() {
    let is_bare = |line: &String| {
        ["duration", "count", "bytes"]
            .iter()
            .any(|kind| line.contains(&format!("value_parser = parse_{kind}")))
    };
    let found: BTreeSet<String> = product()
        .into_iter()
        .filter(|(_, lines)| lines.iter().any(is_bare))
        .map(|(path, _)| path)
        .collect();
    expect(&found, &BTreeSet::new(), "Read the number by quantity::positive(parse_...).");
}
