//! Every documented command and every kind of bad input, with what it prints.

#[test]
fn commands_print_what_they_should() {
    // The user's own tables must not be used.
    let tables = tempfile::tempdir().unwrap();
    let cases = trycmd::TestCases::new();
    cases.env("OPTILE_PDB_DIR", tables.path().to_str().unwrap());
    cases.case("tests/cmd/**/*.trycmd");
    cases.case("../docs/compare.md");
}

/// The candidates of bash for the last of these words.
fn completed(words: &str) -> Vec<String> {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_optile"));
    let path = [program.parent().unwrap(), "/usr/bin".as_ref(), "/bin".as_ref()];
    let script = format!(
        "source <(optile completions bash); COMP_WORDS=({words}); \
         COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
         _optile optile \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD - 1]}}\"; \
         echo \"${{COMPREPLY[@]}}\""
    );
    let mut bash = std::process::Command::new("bash");
    let output = bash.args(["-c", &script]).env("PATH", std::env::join_paths(path).unwrap());
    let output = output.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).unwrap();
    said.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn bash_completes_commands_and_options() {
    assert_eq!(completed("optile comp"), ["compare", "completions"]);
    assert_eq!(completed("optile run --over"), ["--overwrite"]);
    assert_eq!(completed("optile completions z"), ["zsh"]);
}
