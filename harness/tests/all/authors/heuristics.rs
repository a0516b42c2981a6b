//! Heuristics that programs compute: the example of the page, and programs with faults.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use optile_results::load;
use optile_results::rows::row::{Row, Status};

use crate::process::{optile, run};

const PAGE: &str = include_str!("../../../../docs/external.md");

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn the_example_of_the_page_tells_whether_it_is_admissible_and_what_it_costs() {
    for file in ["gaschnig.py", "suite.toml"] {
        let text = fs::read_to_string(root().join("examples/heuristic").join(file)).unwrap();
        assert!(PAGE.contains(&text), "docs/external.md must show {file}:\n{text}");
    }
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    let some = ["run", "examples/heuristic/suite.toml", "--instance", "1*", "--out"];
    let output = optile().current_dir(root()).args(some).arg(&out).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap().replace(['\u{a0}', '\n'], " ");
    assert!(output.status.success(), "{said}");
    for strategy in ["astar:python-gaschnig", "idastar:python-gaschnig"] {
        let begin = format!("{strategy} waited for the program of its heuristic for ");
        let (_, rest) = said.split_once(&begin).expect(&said);
        let (_, rest) = rest.split_once("% of its time, ").expect(&said);
        assert!(rest.starts_with("and no estimate that was examined is too large."), "{said}");
    }
    let rows = load(&out).unwrap().rows;
    assert!(rows.len() > 40);
    for row in &rows {
        let is_programs = row.run.strategy.ends_with("python-gaschnig");
        assert_eq!(row.outcome.program_ns.is_some(), is_programs, "{row:?}");
        assert_eq!(row.outcome.pipe_ns.is_some(), is_programs, "{row:?}");
        assert!(row.outcome.pipe_ns <= row.outcome.program_ns && !row.outcome.rounded, "{row:?}");
        assert!(
            row.outcome.program_ns.is_none_or(|ns| 0 < ns && ns <= row.outcome.search_ns)
                || row.outcome.length() == Some(0)
        );
    }
    let charts = ["expansions", "time"].map(|name| out.join(format!("charts/{name}.svg")));
    assert!(charts.iter().all(|chart| fs::read_to_string(chart).unwrap().contains("gaschnig")));
}

/// Half of the tiles that are misplaced.
const HALVES: &str = r#"
import json, sys
print(json.dumps({"protocol": 2}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    wrong = lambda board: sum(a != b and a > 0 for a, b in zip(board, request["goal"]))
    answer = {"id": request["id"], "h": [wrong(board) / 2 for board in request["boards"]]}
    print(json.dumps(answer), flush=True)
"#;

#[test]
fn what_the_pipe_costs_and_that_fractions_are_rounded_is_said() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("h.py"), HALVES).unwrap();
    let mine = "tested-mine=python3 h.py";
    let some = ["run", "smoke", "--instance", "3x3-12", "--strategy", "astar:tested-mine"];
    let mut command = optile();
    command.current_dir(&home).args(some).args(["--out", "out", "--heuristic-program", mine]);
    let command = command.output();
    let said = String::from_utf8(command.unwrap().stdout).unwrap().replace(['\u{a0}', '\n'], " ");
    assert!(said.contains("The fractions of the program are rounded down."), "{said}");
    let rows = load(&home.path().join("out")).unwrap().rows;
    let sum = |of: fn(&Row) -> u64| rows.iter().map(of).sum::<u64>();
    let pipe = sum(|row| row.outcome.pipe_ns.unwrap());
    let is_much = 10 * pipe >= sum(|row| row.outcome.search_ns);
    assert!(pipe > 0 && is_much == said.contains("Empty questions alone would take"), "{said}");
    assert!(rows.iter().any(|row| row.outcome.rounded), "{rows:?}");
}

/// Manhattan distance toward goals with the blank in the last cell, otherwise 0, and a fault at its
/// fifth answer or in every answer. It writes its number into a file.
const PROGRAM: &str = r#"
import json, os, sys, time
open("number", "a").write(f"{os.getpid()}\n")
fault, answers = sys.argv[1], 0
print(json.dumps({"protocol": 1}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    width, h = request["width"], 0
    if request["goal"][-1] == 0:
        for cell, tile in enumerate(request["start"]):
            if tile:
                (y, x), (v, u) = divmod(cell, width), divmod(tile - 1, width)
                h += abs(y - v) + abs(x - u)
    answers += 1
    if answers == 5:
        if fault == "dies":
            sys.exit(3)
        if fault == "hangs":
            time.sleep(1000)
        if fault == "nonsense":
            h = "twelve"
    if fault == "high" and h > 5:
        h += 4
    if fault == "huge":
        h = 4000000000
    if fault == "goal":
        h += 1
    print(json.dumps({"id": request["id"], "h": h}), flush=True)
"#;

/// The rows of strategies whose heuristic is this program, on a board of each size.
fn rows(home: &Path, fault: &str, strategies: &[&str], exit: i32) -> Vec<Row> {
    fs::write(home.join("h.py"), PROGRAM).unwrap();
    let boards = "a\t6 4 2 / 5 3 1 / 7 8 0\t-\nb\t0 1 2 4 / 5 6 3 8 / 9 10 7 11 / 13 14 15 12\t-\n";
    fs::write(home.join("two.tsv"), boards).unwrap();
    let suite = format!(
        "name = \"two\"\ninstances = [\"two.tsv\"]\nstrategies = {strategies:?}\n\
         time_limit = \"2s\"\n[[heuristic]]\nname = \"tested-mine\"\n\
         command = [\"python3\", \"h.py\", {fault:?}]\n"
    );
    fs::write(home.join("two.toml"), suite).unwrap();
    let out = home.join("out");
    run(&out, &[home.join("two.toml").to_str().unwrap(), "--quiet"], exit);
    load(&out).unwrap().rows
}

/// Whether a process exists and is not a zombie.
pub(super) fn is_alive(id: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", id.trim())).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, fields)| !fields.starts_with(['Z', 'X']))
}

#[test]
fn faults_of_a_program_are_named_and_nothing_is_left_running() {
    let faults = [
        ("dies", "heuristic tested-mine: no answer: it ended with exit status: 3"),
        ("nonsense", "heuristic tested-mine: answered"),
        ("high", "the heuristic is not admissible: h = "),
        ("huge", "heuristic tested-mine: h = 4000000000 on `"),
        ("goal", "heuristic tested-mine: "),
        ("right", ""),
    ];
    // This one only waits.
    thread::scope(|scope| {
        scope.spawn(|| check_fault("hangs", ""));
        faults.iter().for_each(|&(fault, expected)| check_fault(fault, expected));
    });
}

/// Runs a program with a fault, and looks at how the runs ended.
fn check_fault(fault: &str, expected: &str) {
    let strategies = ["astar:tested-mine", "idastar-parallel:max(misplaced,tested-mine),threads=2"];
    let home = tempfile::tempdir().unwrap();
    let exit = if expected.is_empty() { 0 } else { 2 };
    let rows = rows(home.path(), fault, &strategies, exit);
    assert_eq!(rows.len(), 4);
    for row in &rows {
        let reason = row.outcome.reason.clone().unwrap_or_default();
        match fault {
            // It is seen if it is on the path. The exit status tells that it was.
            "high" if matches!(row.outcome.status, Status::Solved | Status::TimeLimit) => {}
            "high" => {
                assert_eq!(row.outcome.status, Status::Wrong, "{row:?}");
                assert!(reason.starts_with(expected) && row.outcome.moves.is_some(), "{row:?}");
            }
            "hangs" => assert_eq!(row.outcome.status, Status::TimeLimit, "{row:?}"),
            "right" => assert_eq!(row.outcome.status, Status::Solved, "{row:?}"),
            _ => {
                assert_eq!(row.outcome.status, Status::Crashed, "{fault}: {row:?}");
                assert!(reason.starts_with(expected), "{fault}: {reason}");
            }
        }
    }
    let numbers = fs::read_to_string(home.path().join("number")).unwrap();
    let begun = Instant::now();
    while numbers.lines().any(is_alive) {
        assert!(begun.elapsed() < Duration::from_secs(20), "{fault}: {numbers}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A search that promises nothing may have such a heuristic.
#[test]
fn a_search_without_a_promise_takes_a_heuristic_that_is_not_admissible() {
    let home = tempfile::tempdir().unwrap();
    let rows = rows(home.path(), "high", &["greedy:tested-mine"], 0);
    assert!(rows.iter().all(|row| row.outcome.status == Status::Solved), "{rows:?}");
}

#[test]
fn programs_of_the_command_line_are_checked() {
    let home = tempfile::tempdir().unwrap();
    for (program, expected) in [
        ("tested-mine", "\"tested-mine\" is no program: expected NAME=COMMAND"),
        (
            "Tested-mine=python3 h.py",
            "program \"Tested-mine\" does not have the name of a strategy",
        ),
        ("manhattan=python3 h.py", "program \"manhattan\" has the name of a heuristic"),
        ("tested-mine=", "program \"tested-mine\" has no command"),
        ("tested-mine=./missing", "cannot start ./missing"),
    ] {
        let words =
            ["run", "smoke", "--heuristic-program", program, "--strategy", "astar:tested-mine"];
        let output = optile().current_dir(&home).args(words).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains(expected), "{program}: {said}");
    }
}

/// Manhattan distance and a quarter in the given version of the protocol. It writes how many boards
/// each request has into a file.
const MANY: &str = r#"
import json, sys
version, fault = int(sys.argv[1]), sys.argv[2]
asked = open("asked", "a")
print(json.dumps({"protocol": version}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    width, goal, answers = request["width"], request["goal"], []
    boards = request["boards"] if version == 2 else [request["start"]]
    print(len(boards), file=asked, flush=True)
    distance = lambda a, b: abs(a // width - b // width) + abs(a % width - b % width)
    places = [goal.index(tile) for tile in range(len(goal))]
    # Of each cell, by the tile that is there.
    costs = [[0] + [distance(cell, place) for place in places[1:]] for cell in range(len(goal))]
    for board in boards:
        h = sum(map(list.__getitem__, costs, board))
        if fault == "dies" and board == [1, 2, 3, 4, 5, 6, 0, 7, 8]:
            sys.exit(3)
        answers.append(h + (0.25 if fault == "fraction" else 0))
    print(json.dumps({"id": request["id"], "h": answers if version == 2 else answers[0]}), flush=True)
"#;

/// What a command says that may ask this program, whether it succeeds, and the boards of each request.
fn asking(version: u32, fault: &str, words: &[&str]) -> (bool, String, Vec<usize>) {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("h.py"), MANY).unwrap();
    let program = format!("tested-many=python3 h.py {version} {fault}");
    let output = optile()
        .current_dir(&home)
        .args(words)
        .args(["--heuristic-program", &program])
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat();
    let asked = fs::read_to_string(home.path().join("asked")).unwrap();
    let asked = asked.lines().map(|line| line.parse().unwrap()).collect();
    (output.status.success(), said, asked)
}

#[test]
fn many_boards_of_a_question_decide_a_whole_space() {
    let words = ["check", "tested-many", "--quiet"];
    let (is_right, said, asked) = asking(2, "fraction", &words);
    let said = said.replace(['\u{a0}', '\n'], " ");
    assert!(is_right, "{said}");
    for part in [
        "ok    admissible: on all 181,440 boards of 3x3, ",
        "ok    consistent: ",
        "mean error: 8.0 moves on all 181,440 boards of 3x3; A* expands ",
        "nodes with it, and ",
        "fractions: rounded down",
        "an empty question takes ",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    // Besides the empty questions, walks ask for one board each.
    let large = asked.iter().filter(|&&boards| boards > 1).count();
    assert!(large < 1000 && asked.iter().all(|&boards| boards <= 4096), "{asked:?}");
    let mean = |said: &str, from: &str| {
        let rest = said.split_once(from).unwrap().1;
        rest.split(' ').next().unwrap().to_owned()
    };
    // The estimates are those of Manhattan distance.
    assert_eq!(mean(&said, "A* expands "), mean(&said, "nodes with it, and "));
}

#[test]
fn a_fault_on_one_of_many_boards_names_this_board() {
    let words = ["check", "tested-many", "--quiet", "--boards", "500"];
    let (is_right, said, _) = asking(2, "dies", &words);
    assert!(!is_right);
    let board = "1 2 3 / 4 5 6 / 0 7 8`, distance 2: no answer: it ended with exit status: 3";
    let board = board.replace(' ', "");
    assert!(said.replace([' ', '\u{a0}', '\n'], "").contains(&board), "{said}");
    assert!(said.contains("on 499 of 500 boards") || said.contains("on 1 of "), "{said}");
}

#[test]
fn a_search_asks_for_all_successors_in_one_line() {
    for name in ["astar:tested-many", "idastar:tested-many", "bae:max(misplaced,tested-many)"] {
        let words = ["run", "smoke", "--instance", "3x3-*4", "--strategy", name, "--quiet"];
        let [one, many] = [1, 2].map(|version| {
            let (is_right, said, asked) = asking(version, "none", &words);
            assert!(is_right, "{said}");
            asked
        });
        assert!(one.iter().all(|&boards| boards == 1));
        assert!(many.len() * 3 < one.len() * 2, "{name}: {} of {} lines", many.len(), one.len());
    }
}

#[test]
fn solve_watch_and_check_take_heuristics_of_programs() {
    let (is_right, said, _) =
        asking(2, "none", &["solve", "867254301", "--strategy", "astar:tested-many"]);
    assert!(
        is_right && said.starts_with("31 moves of the blank (optimal if tested-many is"),
        "{said}"
    );
    // The page has the estimate of each board of this size, and each is a question.
    let (is_right, said, _) = asking(
        1,
        "none",
        &["watch", "1 2 0 / 4 5 3", "--strategy", "astar:tested-many", "-o", "page.html"],
    );
    assert!(is_right && said.contains("astar:tested-many: 1 move,"), "{said}");
    // A greedy search asks for fewer boards than A*.
    let (is_right, said, _) =
        asking(2, "none", &["check", "greedy:tested-many", "--boards", "10", "--quiet"]);
    assert!(is_right && said.contains("ok    answers on 3x3: right on 10 boards"), "{said}");
    let (is_right, said, _) =
        asking(2, "dies", &["solve", "123456078", "--strategy", "astar:tested-many"]);
    assert!(
        !is_right && said.contains("heuristic tested-many: no answer: it ended with"),
        "{said}"
    );
}
