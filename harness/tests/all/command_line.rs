//! Every documented command and every kind of bad input, with what it prints.

#[test]
fn commands_print_what_they_should() {
    // Those of the user are nobody else's business.
    let tables = tempfile::tempdir().unwrap();
    let cases = trycmd::TestCases::new();
    cases.env("OPTILE_PDB_DIR", tables.path().to_str().unwrap());
    cases.case("tests/cmd/*.trycmd");
}
