//! External programs that misbehave.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use optile_results::load;
use optile_results::rows::row::Status;
use rand::RngExt;

use crate::{attack, attacks, optile, said};

/// What a program does after a request, in Python. `answer` sends a line.
const DEEDS: [&str; 26] = [
    "answer(status='unsupported', reason='no')",
    "answer(status='unsupported', reason='\\x1b[31mred \\u202e backwards')",
    "answer(status='solved', moves='u' * 5000)",
    "answer(status='solved', moves='xyz')",
    "answer(status='solved')",
    "answer(status='unsolvable')",
    "answer(status='memory-limit', expanded=2**64)",
    "answer(status='node-limit', expanded=-1)",
    "answer(status='time-limit', cpu_ns=2**64 - 1)",
    "answer(status='unsupported', prepare_ns=10**18)",
    "answer(id=request['id'] + 1, status='unsolvable')",
    "say('{\"id\": %d, \"id\": 1, \"status\": \"unsolvable\"}' % request['id'])",
    "say('garbage')",
    "sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()",
    "sys.stdout.write('{\"id\":'); sys.stdout.flush(); sys.exit(3)",
    "sys.stdout.write('x' * 3000000); sys.stdout.flush()",
    "sys.exit(random.randrange(256))",
    "os.kill(os.getpid(), random.choice([6, 9, 11, 13, 15]))",
    "os.kill(os.getpid(), 19)",
    "time.sleep(60)",
    "os.close(1); time.sleep(60)",
    "os.close(2); os.close(1); os.close(0); time.sleep(60)",
    "block = bytearray(400 << 20); time.sleep(60)",
    "subprocess.Popen(['sleep', '50'], start_new_session=True); sys.exit(0)",
    "subprocess.Popen(['sleep', '50'], start_new_session=True); time.sleep(60)",
    "sys.stderr.write('\\x1b]0;title\\x07' * 1000); sys.stderr.flush(); sys.exit(1)",
];

const PROGRAM: &str = r#"
import json, os, random, signal, subprocess, sys, time
random.seed(int(sys.argv[1]))
deeds = [int(word) for word in sys.argv[2:]]
def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
def answer(**fields):
    say(json.dumps({"id": request["id"], **fields}))
if random.random() < 0.3:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
say(json.dumps({"protocol": 1, "program": "rogue"}))
for line in sys.stdin:
    request = json.loads(line)
    deed = random.choice(deeds)
"#;

/// The longest time for a run of six requests with limits of a second, on a busy
/// machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The processes with this word in their environment.
fn processes_with(word: &str) -> Vec<String> {
    let Ok(folder) = fs::read_dir("/proc") else { return Vec::new() };
    let environ = |path: &Path| fs::read(path.join("environ")).unwrap_or_default();
    folder
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| environ(path).windows(word.len()).any(|part| part == word.as_bytes()))
        .map(|path| path.display().to_string())
        .collect()
}

#[test]
fn programs_that_misbehave_cost_their_own_rows_only_and_leave_nothing_behind() {
    let home = tempfile::tempdir().unwrap();
    let path = |name: &str| home.path().join(name);
    fs::write(path("six.tsv"), {
        let boards = ["1 2 3 4 5 6 7 0 8", "1 2 3 4 5 6 0 7 8", "1 2 3 4 0 5 7 8 6"];
        let row = |(n, board): (usize, &&str)| format!("b{n}\t{board}\t-\n");
        boards.iter().enumerate().map(row).collect::<String>()
    })
    .unwrap();
    let mut program = PROGRAM.to_owned();
    for (number, deed) in DEEDS.iter().enumerate() {
        let word = if number == 0 { "if" } else { "elif" };
        program.push_str(&format!("    {word} deed == {number}: {deed}\n"));
    }
    fs::write(path("rogue.py"), program).unwrap();
    for number in 0..attacks(6) {
        let (mut random, name) = attack(2, number);
        // A word that each process of this attack inherits.
        let mark = format!("OPTILE_ATTACK={}-{number}", std::process::id());
        let mut command = vec!["python3".to_owned(), "rogue.py".to_owned(), number.to_string()];
        command.extend((0..3).map(|_| random.random_range(0..DEEDS.len()).to_string()));
        let limit = ["time_limit = \"1s\"\n", "time_limit = \"700ms\"\n"][number as usize % 2];
        let suite = format!(
            "name = \"rogue\"\ninstances = [\"six.tsv\"]\n{limit}memory_limit = \"150MiB\"\n\
             repeat = 2\nstrategies = [\"bfs\", \"tested-rogue\"]\n[[external]]\nname = \"tested-rogue\"\n\
             command = {command:?}\n"
        );
        fs::write(path("rogue.toml"), suite).unwrap();
        let out = path(&number.to_string());
        let name = format!("{name}: {command:?}");
        let (word, value) = mark.split_once('=').unwrap();
        let begun = Instant::now();
        let output = optile()
            .arg("run")
            .arg(path("rogue.toml"))
            .args(["--quiet", "--out"])
            .arg(&out)
            .env(word, value)
            .output()
            .unwrap();
        assert!(begun.elapsed() < PATIENCE, "{name}: {:?}", begun.elapsed());
        let said = said(&output, &name);
        assert!(matches!(output.status.code(), Some(0 | 2)), "{name}: {said}");
        assert!(!said.contains(['\x1b', '\u{202e}']), "{name}: {said:?}");
        let left = processes_with(&mark);
        assert!(left.is_empty(), "{name} leaves {left:?}");
        let rows = load(&out).unwrap().rows;
        assert_eq!(rows.len(), 12, "{name}");
        for row in rows {
            if row.run.strategy == "bfs" {
                assert_eq!(row.outcome.status, Status::Solved, "{name}");
            } else {
                assert_ne!(row.outcome.status, Status::Solved, "{name}: {row:?}");
            }
        }
        fs::remove_dir_all(out).unwrap();
    }
}
