//! A program that may find nothing.

use std::fs;

use crate::process::optile;

const PROGRAM: &str = r#"
import json, sys

print(json.dumps({"protocol": 1, "program": "lazy"}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"], "status": "not-found", "expanded": 1}
    if request["start"] == request["goal"]:
        answer = {"id": request["id"], "status": "solved", "moves": "", "expanded": 0}
    print(json.dumps(answer), flush=True)
"#;

#[test]
fn a_program_that_finds_nothing_is_right_if_it_may_fail_and_wrong_if_not() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("lazy.py"), PROGRAM).unwrap();
    for (promise, exit, said) in [("may fail", 0, "found nothing"), ("any path", 2, "wrong on")] {
        let suite = format!(
            "name = \"tested-lazy\"\ninstances = [\"smoke\"]\nstrategies = [\"tested-lazy\", \"bidir\"]\n\
             [[external]]\nname = \"tested-lazy\"\ncommand = [\"python3\", \"lazy.py\"]\n\
             promise = \"{promise}\"\n"
        );
        fs::write(home.path().join("suite.toml"), suite).unwrap();
        let run = ["run", "suite.toml", "--instance", "3x3-*", "--quiet", "--overwrite"];
        let command = optile().current_dir(&home).args(run).args(["--out", "results"]).output();
        let output = command.unwrap();
        assert_eq!(output.status.code(), Some(exit), "{promise}: {output:?}");
        let rows = fs::read_to_string(home.path().join("results/results.jsonl")).unwrap();
        let lazy: Vec<_> =
            rows.lines().filter(|row| row.contains("\"strategy\":\"tested-lazy\"")).collect();
        let status = if exit == 0 { "not-found" } else { "wrong" };
        let is_so = |row: &&&str| row.contains(&format!("\"status\":\"{status}\""));
        assert!(lazy.len() > 1 && lazy.iter().filter(is_so).count() >= lazy.len() - 1, "{rows}");
        assert!(!lazy.iter().any(|row| row.contains("unsolvable")), "{rows}");
        let output = optile().current_dir(&home).args(["report", "results"]).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains(said), "{promise}: {output:?}");
        assert_eq!(text.trim_start().starts_with("how runs ended"), exit != 0, "{text}");
        let page = fs::read_to_string(home.path().join("results/report.html")).unwrap();
        assert_eq!(page.contains("not found"), exit == 0);

        let check = ["check", "tested-lazy", "--suite", "suite.toml", "--boards", "40", "--quiet"];
        let output = optile().current_dir(&home).args(check).output().unwrap();
        assert_eq!(output.status.code(), Some(exit), "{promise}: {output:?}");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let said = ["39 not found", "finds no path"][usize::from(exit == 2)];
        assert!(text.contains(said), "{promise}: {text}");
    }
}
