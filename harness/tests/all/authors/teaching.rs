//! The page for teachers quotes what the program prints.

const PAGE: &str = include_str!("../../../../docs/teaching.md");
const PRINTED: &str = include_str!("../../cmd/check/faults.trycmd");

#[test]
fn counterexamples_of_the_page_are_those_that_are_printed() {
    let printed: Vec<&str> = PRINTED.lines().map(str::trim).collect();
    let quoted = PAGE.lines().filter(|line| line.starts_with("smallest counterexample: "));
    let mut count = 0;
    for line in quoted {
        assert!(printed.iter().any(|printed| printed.starts_with(line)), "{line}");
        count += 1;
    }
    assert_eq!(count, 5);
}
