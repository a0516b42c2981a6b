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
fn completed(words: &str) -> String {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_optile"));
    let path = [program.parent().unwrap(), "/usr/bin".as_ref(), "/bin".as_ref()];
    let script = format!(
        "source <(optile completions bash); COMP_WORDS=({words}); \
         COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _clap_complete_optile optile \
         \"${{COMP_WORDS[COMP_CWORD]}}\"; echo \"${{COMPREPLY[@]}}\"; \
         [[ $COMP_WORDBREAKS != *:* ]]"
    );
    let mut bash = std::process::Command::new("bash");
    let output = bash.args(["-c", &script]).env("PATH", std::env::join_paths(path).unwrap());
    let output = output.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[test]
fn bash_completes_names() {
    let heuristic = completed("optile solve --strategy idastar:lin");
    assert_eq!(heuristic, "idastar:linear-conflict");
    assert_eq!(completed("optile run smoke --instance 2x2-"), "2x2-1 2x2-2");
}
