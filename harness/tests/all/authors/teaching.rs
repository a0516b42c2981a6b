//! The page for teachers quotes what the program prints.

const PAGE: &str = include_str!("../../../../docs/teaching.md");
const A_STAR: &str = include_str!("../../../../search/src/astar.rs");
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

#[test]
fn the_page_shows_the_loop_of_a_star() {
    let (_, after) = PAGE.split_once("```rust\n").expect("a block of Rust");
    let (shown, _) = after.split_once("```").expect("the end of the block");
    let indented: String = shown
        .lines()
        .map(|line| if line.is_empty() { "\n".into() } else { format!("    {line}\n") })
        .collect();
    assert!(indented.contains("fn search(") && A_STAR.contains(&indented), "{shown}");
}
