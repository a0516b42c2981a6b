//! Every judge's format, right and wrong.

use std::collections::HashSet;

use proptest::prelude::*;

use super::*;

fn read(judge: &str, text: &[u8]) -> Result<Vec<Problem>> {
    let mut cases = Cases::new(Judge::find(judge).unwrap(), "test", text);
    let mut all = Vec::new();
    while let Some(problem) = cases.advance()? {
        all.push(problem.problem);
    }
    Ok(all)
}

/// Answers by the testkit's plain search.
fn answer(name: &str, text: &str) -> String {
    let judge = Judge::find(name).unwrap();
    let mut out = Vec::new();
    for (index, problem) in read(name, text.as_bytes()).unwrap().iter().enumerate() {
        let path = optile_testkit::shortest_path(problem);
        judge.write(&mut out, index as u64 + 1, path.as_ref()).unwrap();
    }
    String::from_utf8(out).unwrap()
}

#[test]
fn names_are_unique_and_abouts_are_one_line() {
    let names = || JUDGES.iter().flat_map(|judge| judge.names);
    assert_eq!(names().collect::<HashSet<_>>().len(), names().count());
    assert!(JUDGES.iter().all(|judge| judge.about.len() <= 79));
}

#[test]
fn samples_of_the_judges_are_answered() {
    for judge in ["poj1077", "hdu1043", "acwing179"] {
        let moves = answer(judge, " 2  3  4  1  5  x  7  6  8 \n");
        assert_eq!(moves.len(), 20, "{moves}");
    }
    assert_eq!(answer("uva652", "1\n\n2 3 4 1 5 x 7 6 8\n").len(), 20);
    assert_eq!(answer("luogu1379", "283104765"), "4\n");
    let cases = answer("hdu3567", "2\n12X453786\n12345678X\n564178X23\n7568X4123\n");
    assert!(cases.starts_with("Case 1: 2\ndd\nCase 2: 8\n"), "{cases}");
    assert_eq!(
        answer(
            "uva10181",
            "2\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0\n"
        ),
        "R\nThis puzzle is not solvable.\n"
    );
}

#[test]
fn blank_lines_stand_between_answers_and_not_behind_the_last() {
    let text = "3\n\n12345678x\n\n2 1 3 4 5 6 7 8 x\n\n1 2 3 4 5 6 7 x 8\n";
    assert_eq!(answer("uva652", text), "\n\nunsolvable\n\nr\n");
    assert_eq!(answer("hdu1043", "12345678x 21345678x\n1234567x8"), "\nunsolvable\nr\n");
    assert_eq!(
        answer("hdu3567", "2\n12345678X\n12345678X\n21345678X\n12345678X\n"),
        "Case 1: 0\n\nCase 2: unsolvable\n\n"
    );
}

#[test]
fn words_may_stand_anywhere_and_straddle_the_buffer() {
    let board = "2\t3 4\r\n1  5 x\n\n7 6 8\n";
    let text = format!("\u{feff}{}", board.repeat(20_000));
    let all = read("hdu1043", text.as_bytes()).unwrap();
    assert_eq!(all.len(), 20_000);
    assert!(all.iter().all(|problem| *problem == all[0]));
    let words = "234156x78\n".repeat(20_000);
    assert_eq!(read("hdu1043", words.as_bytes()).unwrap().len(), 20_000);
}

#[test]
fn faults_are_named_with_line_and_value() {
    for (judge, text, expected) in [
        ("hdu1043", "", "test: no board"),
        ("hdu1043", "\n \n", "test: no board"),
        ("uva652", "", "test: no number of boards"),
        ("uva652", "many", "test:1: \"many\" is not a number of boards"),
        ("uva652", "2\n12345678x\n", "the input ends: expected 1 more board"),
        ("uva652", "1\n12345678x\n7", "test:3: \"7\" follows the 1 board that"),
        ("hdu3567", "1\n12345678X\n", "ends before the goal"),
        (
            "hdu1043",
            "12345678x\n1 2 3 4 5 6 7 8 8",
            "test:2: board 1 2 3 4 5 6 7 8 8: tile 8 occurs twice",
        ),
        ("hdu1043", "1 2 3 4 5 6 7 8 9", "tile 9 is out of range"),
        ("hdu1043", "1 2 3\n4 q", "test:2: \"q\" is not a tile"),
        ("hdu1043", "1 2 3\n4", "ends after 4 of 9 tiles"),
        ("hdu1043", "12345678q", "test:1: \"12345678q\" is not a board of 9 tiles"),
        ("hdu1043", "x 2 3 4 5 6 7 8 x", "two blanks"),
    ] {
        let message = format!("{:#}", read(judge, text.as_bytes()).unwrap_err());
        assert!(message.contains(expected), "{text:?} gives {message:?}");
    }
    let long = read("hdu1043", &vec![b'1'; 1 << 20]).unwrap_err().to_string();
    assert!(long.len() < 200 && long.contains("is neither a tile nor a board"), "{long}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for judge in JUDGES {
            let _ = read(judge.names[0], &bytes);
        }
    }

    #[test]
    fn no_near_miss_makes_a_reader_panic(text in "([0-9xX_]{1,2}[ \n]|[0-9xX]{8,10}\n){0,30}") {
        for judge in JUDGES {
            let _ = read(judge.names[0], text.as_bytes());
        }
    }
}
