//! Scripts of `optile slurm`: no argument breaks out of its place, neither in the
//! shell nor in Slurm.

use std::collections::VecDeque;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Texts with a meaning for shells or for Slurm.
const PAYLOADS: [&str; 45] = [
    "plain",
    "",
    " ",
    "two words",
    " leading and trailing ",
    "'",
    "it's",
    "\"",
    "say \"this\"",
    "'\"'\"'",
    "$(touch touched)",
    "`touch touched`",
    "$HOME",
    "${PATH}",
    "$((1+1))",
    "; touch touched",
    "a;b",
    "a & b",
    "a && b",
    "a | b",
    "a > touched",
    "a < touched",
    "(a)",
    "{a,b}",
    "*",
    "?",
    "[a-z]*",
    "~",
    "~root",
    "!",
    "!!",
    "#",
    "a #SBATCH --uid=0",
    "#SBATCH --uid=0",
    "--partition=other",
    "-x",
    "--",
    "a=b",
    "100%",
    "%a%j%%",
    "hetjob",
    "a PackJob b",
    "ünïcödé Ω 第十五 \u{1f9e9}",
    "no\u{a0}break\u{2028}line",
    "a^b,c:d@e+f",
];

/// Texts that would break out of their line.
const REFUSED: [&str; 8] =
    ["a\nb", "\n#SBATCH --uid=0", "a\r", "a\r\nb", "\u{1b}[31m", "a\tb", "\u{7f}", "\u{85}"];

/// With a backslash: valid for the shell and in options, but not in file names.
const BACKSLASHES: [&str; 5] = ["\\", "a\\", "\\n", "\\$(touch touched)", "\\\\ \\\""];

/// A folder with a copy of optile, which a substitute replaces later.
struct Bench {
    home: tempfile::TempDir,
    program: PathBuf,
}

impl Bench {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("it's $(here) #1");
        fs::create_dir(&folder).unwrap();
        let program = folder.join("optile");
        // Another process writes it. Children of this process would inherit the
        // open file, and it could not be executed.
        let copy = Command::new("cp").arg(env!("CARGO_BIN_EXE_optile")).arg(&program).status();
        assert!(copy.unwrap().success());
        Self { home, program }
    }

    fn slurm(&self, suite: &str, out: &Path, options: &[&str], run: &[&str]) -> Output {
        let mut command = Command::new(&self.program);
        command.current_dir(&self.home).args(["slurm", suite]).args(options);
        let mut whole = std::ffi::OsString::from("--out=");
        whole.push(out);
        command.arg(whole).arg("--").args(run).output().unwrap()
    }

    fn script(&self, suite: &str, out: &Path, options: &[&str], run: &[&str]) -> String {
        let output = self.slurm(suite, out, options, run);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{out:?} {options:?} {run:?}: {said}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Makes a program that prints its arguments, each followed by a zero.
    fn stand_in(&self, program: &Path) {
        let plain = self.home.path().join("stand-in");
        fs::write(&plain, "#!/bin/bash\nprintf '%s\\0' \"$@\"\n").unwrap();
        fs::set_permissions(&plain, fs::Permissions::from_mode(0o755)).unwrap();
        let mut copy = Command::new("cp");
        copy.args(["-p", "--remove-destination"]).arg(&plain).arg(program);
        assert!(copy.status().unwrap().success());
    }

    /// The arguments of the program when the seventh job runs a script.
    fn arguments(&self, script: &str) -> Vec<String> {
        let file = self.home.path().join("script.sh");
        fs::write(&file, script).unwrap();
        let syntax = Command::new("bash").arg("-n").arg(&file).output().unwrap();
        assert!(syntax.status.success() && syntax.stderr.is_empty(), "{script}\n{syntax:?}");
        let mut job = Command::new("bash");
        job.arg(&file).env("SLURM_ARRAY_TASK_ID", "7").current_dir(&self.home);
        let path = std::env::var("PATH").unwrap();
        job.env("PATH", format!("{}:{path}", self.home.path().display()));
        let output = job.output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{script}\n{output:?}");
        assert!(!self.home.path().join("touched").exists(), "{script}");
        let text = String::from_utf8(output.stdout).unwrap();
        text.split_terminator('\0').map(str::to_owned).collect()
    }
}

/// The options in a script, as `sbatch` reads them from the lines that begin with
/// `#SBATCH`, up to the first command.
fn options(script: &str) -> Vec<String> {
    let head = script.lines().take_while(|line| line.is_empty() || line.starts_with('#'));
    head.filter_map(|line| line.strip_prefix("#SBATCH")).flat_map(words).collect()
}

/// The words of such a line. White space separates them, except in quotes of either
/// kind. A backslash escapes any character, except white space outside of quotes,
/// and `#` begins a comment.
fn words(line: &str) -> Vec<String> {
    // Slurm searches for these first.
    let mut line = line.to_owned();
    for keyword in ["hetjob", "packjob"] {
        while let Some(place) = line.to_ascii_lowercase().find(keyword) {
            line.replace_range(place..place + keyword.len(), &" ".repeat(keyword.len()));
        }
    }
    let mut rest: VecDeque<char> = line.chars().collect();
    let mut words = Vec::new();
    loop {
        while rest.front().is_some_and(char::is_ascii_whitespace) {
            rest.pop_front();
        }
        if rest.is_empty() {
            return words;
        }
        let (mut word, mut quote) = (String::new(), None);
        while let Some(&c) = rest.front() {
            if quote.is_none() && (c.is_ascii_whitespace() || c == '#') {
                break;
            }
            rest.pop_front();
            match quote {
                _ if c == '\\' => {
                    let is_word = |c: &char| quote.is_some() || !c.is_ascii_whitespace();
                    word.extend(rest.pop_front().filter(is_word));
                }
                Some(open) if c == open => quote = None,
                None if c == '"' || c == '\'' => quote = Some(c),
                _ => word.push(c),
            }
        }
        assert_eq!(quote, None, "a quote is left open: {line}");
        words.push(word);
        if rest.front() == Some(&'#') {
            return words;
        }
    }
}

#[test]
fn arguments_stay_in_their_place() {
    let bench = Bench::new();
    let smoke = "name = \"smoke\"\ninstances = [\"smoke\"]\n";
    let mut cases = Vec::new();
    for (number, payload) in PAYLOADS.into_iter().chain(BACKSLASHES).enumerate() {
        let has_backslash = payload.contains('\\');
        let folder = bench.home.path().join(number.to_string());
        fs::create_dir(&folder).unwrap();
        // A name must not be empty, and some names become too long with more.
        let out = folder.join(if has_backslash { "out" } else { payload });
        let suite = folder.join(format!("{payload}.toml"));
        fs::write(&suite, smoke).unwrap();
        let given = ["partition", "time"].map(|name| format!("--{name}={payload}"));
        let given = [&given[0], &given[1], "--memory=8G", "--shards=3"];
        let run = [payload, "--strategy", payload];
        let script = bench.script(suite.to_str().unwrap(), &out, &given, &run);
        cases.push((payload, suite, out, script));
    }
    bench.stand_in(&bench.program);
    for (payload, suite, out, script) in cases {
        let (out, suite) = (out.to_str().unwrap(), suite.to_str().unwrap());
        let part = format!("{out}/shard-7");
        let part = part.replace("//", "/");
        let expected = ["run", "--quiet", "--shard", "7/3", "--out", &part, suite];
        let limit = format!("--memory-limit={}", 6u64 << 30);
        let expected = [&expected[..], &[&limit, payload, "--strategy", payload]].concat();
        let mut found = bench.arguments(&script);
        found[5] = found[5].replace("//", "/");
        assert_eq!(found, expected, "{script}");

        let log = format!("{}/shard-%a.log", out.trim_end_matches('/').replace('%', "%%"));
        let expected = [
            "--job-name=optile-smoke",
            "--array=1-3",
            "--ntasks=1",
            "--cpus-per-task=1",
            &format!("--output={log}"),
            "--open-mode=append",
            &format!("--time={payload}"),
            "--mem=8G",
            &format!("--partition={payload}"),
            "--signal=B:INT@60",
        ];
        let mut found = options(&script);
        found[4] = found[4].replace("//", "/");
        assert_eq!(found, expected, "{script}");
    }
}

#[test]
fn arguments_that_cannot_be_quoted_are_refused() {
    let bench = Bench::new();
    let plain = bench.home.path().join("plain");
    let mut outputs = Vec::new();
    for payload in REFUSED {
        let out = bench.home.path().join(payload);
        outputs.push((payload, bench.slurm("smoke", &out, &[], &[])));
        outputs.push((payload, bench.slurm("smoke", &plain, &[], &[payload])));
        let option = format!("--partition={payload}");
        outputs.push((payload, bench.slurm("smoke", &plain, &[&option], &[])));
    }
    for payload in BACKSLASHES {
        outputs.push((payload, bench.slurm("smoke", &bench.home.path().join(payload), &[], &[])));
    }
    for (payload, output) in outputs {
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{payload:?}: {said}");
        assert!(output.stdout.is_empty(), "{payload:?}");
        assert!(said.contains("expected") && said.lines().count() == 1, "{payload:?}: {said}");
    }
    // Nothing was made for the refused ones.
    assert_eq!(fs::read_dir(&bench.home).unwrap().count(), 1);
}

#[test]
fn ranks_are_started_by_srun() {
    let bench = Bench::new();
    let program = bench.program.with_file_name("optile-mpi");
    let options = ["--ranks=6", "--ranks-per-node=2", "--threads=3", "--memory=8G"];
    let options = [&options[..], &["--time=1:00", "--partition=p"]].concat();
    let run = ["--strategy", "hda-mpi:manhattan", "--instance=it's $(touch touched)"];
    let out = bench.home.path().join("it's \"here\" 100%");

    let output = bench.slurm("smoke", &out, &options, &run);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("optile-mpi is missing: expected") && !out.exists(), "{said}");

    bench.stand_in(&program);
    let output = bench.slurm("smoke", &out, &options, &[]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("no strategy: expected") && !out.exists(), "{said}");

    let script = bench.script("smoke", &out, &options, &run);
    let other = bench.home.path().join("srun");
    bench.stand_in(&other);
    let expected = [
        "--mpi=pmix",
        "--kill-on-bad-exit=1",
        "--cpus-per-task=3",
        program.to_str().unwrap(),
        "run",
        "--quiet",
        "--threads",
        "3",
        "--out",
        &format!("{}/all", out.display()),
        "smoke",
        &format!("--memory-limit={}", 3u64 << 30),
        run[0],
        run[1],
        run[2],
    ];
    assert_eq!(bench.arguments(&script), expected, "{script}");
    let log = format!("{}/ranks.log", out.display()).replace('%', "%%");
    let expected = [
        "--job-name=optile-smoke",
        "--ntasks=6",
        "--ntasks-per-node=2",
        "--cpus-per-task=3",
        &format!("--output={log}"),
        "--open-mode=append",
        "--time=1:00",
        "--mem=8G",
        "--partition=p",
        "--signal=INT@60",
    ];
    assert_eq!(self::options(&script), expected, "{script}");

    // Another program, by its path.
    let program = format!("--program={}", other.display());
    let script = bench.script("smoke", &out, &["--ranks=2", &program], &run);
    assert_eq!(bench.arguments(&script)[3], other.to_str().unwrap());
    let both = bench.slurm("smoke", &out, &["--ranks=2", "--shards=2"], &run);
    assert_eq!(both.status.code(), Some(1));
}
