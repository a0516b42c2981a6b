//! Tests of `spelling`.

use optile_core::Arrangement;
use proptest::prelude::*;

use super::*;

fn read(text: &str) -> Result<Vec<Problem>> {
    let mut boards = Boards::new("test", text.as_bytes());
    let mut all = Vec::new();
    while let Some(problem) = boards.advance()? {
        all.push(problem);
    }
    Ok(all)
}

fn printed(text: &str) -> Vec<String> {
    read(text).unwrap().iter().map(|problem| problem.start().to_string()).collect()
}

#[test]
fn every_spelling_reads_the_same() {
    let expected = ["1 2 3 / 0 4 6 / 7 5 8"];
    for text in [
        "123x46758",
        "123x46758\n",
        "1 2 3 0 4 6 7 5 8\r\n",
        "\u{feff}# a comment\n\n1 2 3 / x 4 6 / 7 5 8\n\n",
        "1 2 3\n_ 4 6\n7 5 8\n",
        "123\nx46\n758",
        "1 2 3 / x 4 6 / 7 5 8 -> 1 2 3 4 5 6 7 8 0",
        "1 2 3\n0 4 6\n7 5 8\n->\n1 2 3\n4 5 6\n7 8 0\n",
        "[1,2,3,0,4,6,7,5,8]",
        "(1, 2, 3, 0, 4, 6, 7, 5, 8) -> (1, 2, 3, 4, 5, 6, 7, 8, 0)",
        "[[1, 2, 3], [0, 4, 6], [7, 5, 8]]",
        "[[1 2 3]\n [0 4 6]\n [7 5 8]]\n",
        "{\n  {1, 2, 3},\n  {0, 4, 6},\n  {7, 5, 8}\n}\n",
    ] {
        assert_eq!(printed(text), expected, "{text:?}");
    }
}

#[test]
fn boards_of_every_size_are_read_in_lines() {
    for size in Size::all() {
        // The row with the blank is not a board by itself.
        let goal = Arrangement::goal(size, size.cells() - 1).unwrap();
        let rows = goal.to_string().replace(" / ", "\n");
        for text in [rows.clone(), format!("{rows}\n->\n{rows}\n\n{rows}")] {
            let problems = read(&text).unwrap();
            assert!(problems.iter().all(|problem| *problem.start() == goal), "{text:?}");
            assert_eq!(problems.len(), if text == rows { 1 } else { 2 });
        }
    }
    // One character per tile, as far as there are characters.
    assert_eq!(
        printed("2 3 4 5 6 1\n7 8 9 a b x\n".replace(' ', "").as_str()),
        ["2 3 4 5 6 1 / 7 8 9 10 11 0"]
    );
}

#[test]
fn lines_that_are_boards_are_read_without_the_lines_after_them() {
    for line in ["123x46758", "1 2 3 4 5 0", "12345678x", "1 2 3 4 5 6 7 8 9 10 11 0"] {
        let mut boards = Boards::new("test", line.as_bytes().chain(b"\n".chain(Silent)));
        assert!(boards.advance().unwrap().is_some(), "{line}");
    }
}

/// A pipe without a writer, from which a reader would never return.
struct Silent;

impl Read for Silent {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        panic!("waits for more lines")
    }
}

#[test]
fn boards_of_lines_and_of_paragraphs_mix() {
    let text = "123x46758\n12345678x\n\n1 2 3\n4 5 6\n7 8 x\n\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0\n\n1230\n1203\n\n0 1 2 3\n4 5 6 7\n";
    assert_eq!(
        printed(text),
        [
            "1 2 3 / 0 4 6 / 7 5 8",
            "1 2 3 / 4 5 6 / 7 8 0",
            "1 2 3 / 4 5 6 / 7 8 0",
            "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0",
            "1 2 / 3 0",
            "1 2 / 0 3",
            "0 1 2 3 / 4 5 6 7",
        ]
    );
    assert_eq!(read(&"1230\n".repeat(100)).unwrap().len(), 100);
    assert_eq!(read(&"0 1 2 3\n".repeat(100)).unwrap().len(), 100);
}

#[test]
fn faults_are_named_with_line_and_value() {
    for (text, expected) in [
        ("", "test: no boards"),
        ("\n# nothing\n", "test: no boards"),
        ("123x46758\n123x467\n", "test:2: \"123x467\": 7 tiles do not determine"),
        ("1 2 3\n4 5 6\n", "test:1: \"1 2 3 / 4 5 6\": no blank"),
        ("7\n", "test:1: \"7\": 1 tile does not determine"),
        ("12x\n", "test:1: \"12x\": 3 tiles do not determine"),
        ("1 2 3 4 5 6 6\n7 8 9\n", "test:1: \"1 2 3 4 5 6 6\": 7 tiles do not determine"),
        ("1 2 3 4 5 6\n7 8 9 10 11\n", "test:1: \"1 2 3 4 5 6\": no blank"),
        ("1 2 3 4 5 6\n7 8 9 10 11 11\n", "test:1: \"1 2 3 4 5 6\": no blank"),
        ("1 2 3 4 5 6\n7 8 9 10 11 12\n", "test:1: \"1 2 3 4 5 6 / 7 8 9 10 11 12\": "),
        ("1 2 3\n4 5\n6 7 x\n", "test:1: \"1 2 3 / 4 5 / 6 7 x\": "),
        ("123x46758 -> 1 2 3", "3 tiles on a 3x3 board"),
        ("1 2 / 3 0 -> 123x46758", "9 tiles on a 2x2 board"),
        ("hello there, this is no board at all", "test:1: \"hello there"),
        ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", "no blank"),
    ] {
        let message = format!("{:#}", read(text).unwrap_err());
        assert!(message.contains(expected), "{text:?} gives {message:?}");
    }
}

#[test]
fn a_faulty_line_is_not_joined_with_the_next() {
    for (faulty, message) in [
        ("123x467", "test:1: \"123x467\": 7 tiles"),
        ("12x", "test:1: \"12x\": 3 tiles"),
        ("12345678", "test:1: \"12345678\": "),
        ("1234567xx", "test:1: \"1234567xx\": "),
        ("hello there", "test:1: \"hello there\": "),
    ] {
        let text = format!("{faulty}\n123x46758\n");
        // The board after the fault is answered before more lines are there.
        let mut boards = Boards::new("test", text.as_bytes().chain(Silent));
        let error = format!("{:#}", boards.advance().unwrap_err());
        assert!(error.starts_with(message), "{faulty:?} gives {error:?}");
        let next = boards.advance().unwrap().unwrap();
        assert_eq!(next.start().to_string(), "1 2 3 / 0 4 6 / 7 5 8");
    }
}

#[test]
fn a_goal_is_for_boards_without_an_arrow() {
    let goals = |name: &str, text: &str| {
        let mut boards = Boards::new("test", text.as_bytes()).toward(Some(name.to_owned()));
        let mut goals = Vec::new();
        while let Some(problem) = boards.advance()? {
            goals.push(problem.goal().to_string());
        }
        anyhow::Ok(goals)
    };
    let text = "123x46758\n1203\n\n1203 -> 1230\n";
    let expected = ["0 1 2 / 3 4 5 / 6 7 8", "0 1 / 2 3", "1 2 / 3 0"];
    assert_eq!(goals(BLANK_FIRST, text).unwrap(), expected);
    assert_eq!(goals("3 2 1 / 0 4 5 / 6 7 8", "123x46758").unwrap(), ["3 2 1 / 0 4 5 / 6 7 8"]);
    let message = format!("{:#}", goals("321x45678", "1203\n").unwrap_err());
    assert!(message.contains("expected blank-first, blank-last or a 2x2 board"), "{message}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn no_text_makes_the_reader_panic(text in "([0-9xa-f_\\[\\] ]{0,12}( / |->|\n|\n\n|,)){0,14}") {
        let _ = read(&text);
    }
}
