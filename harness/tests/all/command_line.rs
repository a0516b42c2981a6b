//! Every documented command and every kind of bad input, with what it prints.

#[test]
fn commands_print_what_they_should() {
    // The user's own tables must not be used.
    let tables = tempfile::tempdir().unwrap();
    let cases = trycmd::TestCases::new();
    cases.env("OPTILE_PDB_DIR", tables.path().to_str().unwrap());
    cases.case("tests/cmd/**/*.trycmd");
}
