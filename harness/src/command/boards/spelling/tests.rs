//! Tests of `spelling`.

use optile_core::Arrangement;
use proptest::prelude::{ProptestConfig, proptest};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

mod lines;
mod written;

fn read(text: &str) -> Result<Vec<Problem>> {
    let mut boards = Boards::new("test", text.as_bytes(), Known::default());
    let mut all = Vec::new();
    while let Some(problem) = boards.advance()? {
        all.push(problem.problem);
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

/// Whoever talks to `solve` through a pipe, and waits for each answer, sends the goal, too.
#[test]
fn a_board_with_its_goal_needs_no_further_line() {
    for line in ["123x46758 -> blank-last", "1 2; 3 0->0123", "[[1,2],[3,0]] -> [0,1,2,3] # last"] {
        let text = line.as_bytes().chain(b"\n".chain(Silent));
        let mut boards = Boards::new("test", text, Known::default());
        assert!(boards.advance().unwrap().is_some(), "{line}");
        assert!(boards.is_drained(), "{line}");
    }
}

/// Somebody who types gets an answer after an empty line, and only then.
#[test]
fn an_empty_line_ends_what_is_typed() {
    for (text, expected) in [
        ("123x46758\n\n", vec!["1 2 3 / 0 4 6 / 7 5 8"]),
        ("1 2 3\n4 5 0\n\n", vec!["1 2 3 / 4 5 0"]),
        ("\n\n1230\n1203\n# end\n", vec!["1 2 / 3 0", "1 2 / 0 3"]),
        ("123\n\n1203\n->\n\n1230\n\n", vec!["error", "1 2 / 0 3"]),
    ] {
        let chained = text.as_bytes().chain(Silent);
        let mut boards = Boards::new("test", chained, Known::default()).typed(true);
        for expected in expected {
            let read = boards.advance().map(|posed| posed.unwrap().problem.start().to_string());
            assert_eq!(read.unwrap_or_else(|_| "error".into()), expected, "{text:?}");
        }
        assert!(boards.is_drained(), "{text:?}");
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
        ("123x46758\n123x467\n", "test:2: \"123x467\": no board has 7 cells"),
        ("1 2 3\n4 5 7\n", "test:1: \"1 2 3 / 4 5 7\": no blank"),
        ("7\n", "test:1: \"7\": no board has 1 cell"),
        ("12x\n", "test:1: \"12x\": no board has 3 cells"),
        ("1 2 3 4 5 6 6\n7 8 9\n", "test:1: \"1 2 3 4 5 6 6\": no board has 7 cells"),
        (
            "1 2 3 4 5\n7 8 9 10 11 6\n",
            "test:1: \"1 2 3 4 5 / 7 8 9 10 11 6\": row 1 is one tile short",
        ),
        ("1 2 3 4 5 6\n7 8 9 10 11 11\n", "test:1: \"1 2 3 4 5 6 / 7 8 9 10 11 11\": no blank"),
        (
            "1 2 3 0\n4 5 6 7\n8 9 10 11\n12 13 14 14\n",
            "tile 14 occurs twice and tile 15 is missing",
        ),
        ("1 2 3\n4 5\n6 7 x\n", "test:1: \"1 2 3 / 4 5 / 6 7 x\": "),
        ("123x46758 -> 1 2 3", "3 tiles on a 3x3 board"),
        ("1 2 / 3 0 -> 123x46758", "9 tiles on a 2x2 board"),
        ("-> 1230", "test:1: \"-> 1230\": no tiles"),
        ("hello there, this is no board at all", "test:1: \"hello there"),
        ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 17", "no blank"),
    ] {
        let message = format!("{:#}", read(text).unwrap_err());
        assert!(message.contains(expected), "{text:?} gives {message:?}");
    }
}

#[test]
fn a_faulty_line_is_not_joined_with_the_next() {
    for (faulty, message) in [
        ("123x467", "test:1: \"123x467\": no board"),
        ("12x", "test:1: \"12x\": no board"),
        ("1 2 3 4 5 6 7 7 8 9 10 11 12 13 14 15", "test:1: \"1 2 3 4 5 6 7 7"),
        ("hello there", "test:1: \"hello there\": "),
    ] {
        let text = format!("{faulty}\n123x46758\n");
        let mut boards = Boards::new("test", text.as_bytes(), Known::default());
        let error = format!("{:#}", boards.advance().unwrap_err());
        assert!(error.starts_with(message), "{faulty:?} gives {error:?}");
        let next = boards.advance().unwrap().unwrap();
        assert_eq!(next.problem.start().to_string(), "1 2 3 / 0 4 6 / 7 5 8");
    }
}

#[test]
fn a_goal_is_for_boards_without_an_arrow() {
    let goals = |name: &str, text: &str| {
        let known = Known { goal: Some(name.to_owned()), size: None };
        let mut boards = Boards::new("test", text.as_bytes(), known);
        let mut goals = Vec::new();
        while let Some(problem) = boards.advance()? {
            goals.push(problem.problem.goal().to_string());
        }
        anyhow::Ok(goals)
    };
    let text = "123x46758\n1203\n\n1203 -> 1230\n";
    let expected = ["0 1 2 / 3 4 5 / 6 7 8", "0 1 / 2 3", "1 2 / 3 0"];
    assert_eq!(goals("blank-first", text).unwrap(), expected);
    assert_eq!(goals("3 2 1 / 0 4 5 / 6 7 8", "123x46758").unwrap(), ["3 2 1 / 0 4 5 / 6 7 8"]);
    let message = format!("{:#}", goals("321x45678", "1203\n").unwrap_err());
    assert!(
        message.contains(
            "expected blank-first, blank-last, spiral, columns, blank=CELL or a 2x2 board"
        ),
        "{message}"
    );
}

/// The cells with code of the tables about boards in `docs/formats.md`, row by row.
fn documented() -> impl Iterator<Item = Vec<String>> {
    let page = include_str!("../../../../../docs/formats.md");
    let part = page.split("\n## ").find(|part| part.starts_with("Boards\n")).unwrap();
    let rows = part.lines().filter(|line| line.starts_with('|'));
    rows.map(|row| {
        let row = row.replace("\\|", "\u{1}");
        let cells = row.split('|').filter_map(|cell| cell.trim().strip_prefix('`'));
        let cells = cells.filter_map(|cell| cell.strip_suffix('`'));
        cells.map(|cell| cell.replace('\u{1}', "|").replace('⏎', "\n")).collect()
    })
}

#[test]
fn documented_forms_read_as_documented() {
    let mut forms = 0;
    for cells in documented() {
        let [text, expected] = &cells[..] else { continue };
        if text == "blank-last" {
            break;
        }
        match read(text) {
            Ok(problems) => {
                let problem = problems[0].to_string();
                let start = problems[0].start().to_string();
                let read = if expected.contains("->") { problem } else { start };
                assert_eq!((&read, problems.len()), (expected, 1), "{text:?}");
            }
            Err(error) => {
                let message = format!("{error:#}");
                assert!(message.contains(expected.as_str()), "{text:?} gives {message:?}");
            }
        }
        forms += 1;
    }
    assert_eq!(forms, 40);
}

#[test]
fn documented_goals_have_their_names() {
    let size = "3x3".parse().unwrap();
    let names = ["blank-last", "blank-first", "spiral", "columns", "blank=4"];
    let page = include_str!("../../../../../docs/formats.md");
    for name in names {
        let row = page.lines().find(|line| line.starts_with(&format!("| `{name}`"))).unwrap();
        let board = goal(Some(name), size).unwrap();
        assert!(row.contains(&format!("| `{board}` |")), "{row}");
    }
}

#[test]
fn what_belongs_together_is_read_together() {
    let first = "1 2 3\n4 5 0\n7 8 6\n";
    for text in [
        &format!("{first}\n->\n\n1 2 3\n4 5 6\n7 8 0\n"),
        &format!("{first}->\n1 2 3\n4 5 6\n7 8 0\n"),
        &format!("{first}\n\n->\nblank-last"),
        "123450786\n\n->\n\n123456780",
        "3\n123450786\n",
        "# a comment\n3 # the size\n1 2 3\n4 5 0 // second\n7 8 6",
        "8\n-1\n1 2 3\n4 5 0\n7 8 6",
        "1 2 3\r4 5 0\r7 8 6\r",
        "[\n  [\n    1,\n    2,\n    3\n  ],\n  [4, 5, 0],\n  [7, 8, 6]\n]\n",
        "board = np.array([[1, 2, 3],\n                  [4, 5, 0],\n                  [7, 8, 6]])\n",
    ] {
        assert_eq!(printed(text), ["1 2 3 / 4 5 0 / 7 8 6"], "{text:?}");
        let twice = format!("{text}\n\n{text}");
        assert_eq!(printed(&twice), ["1 2 3 / 4 5 0 / 7 8 6"; 2], "{twice:?}");
    }
    // Nine columns, although the first row is a board.
    let wide = "0 1 2 3 4 5 6 7 8\n9 10 11 12 13 14 15 16 17\n";
    assert_eq!(printed(wide), ["0 1 2 3 4 5 6 7 8 / 9 10 11 12 13 14 15 16 17"]);
    let boards = "0 1 2 3 4 5 6 7 8\n0 1 2 3 4 5 6 8 7\n".repeat(100);
    assert_eq!(read(&boards).unwrap().len(), 200);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    #[test]
    fn no_text_makes_the_reader_panic(text in "([0-9xa-f_\\[\\] ]{0,12}( / |->|\n|\r|\n\n|,|;|\\|)){0,14}") {
        let _ = read(&text);
    }
}

/// Mutates the documented forms for as long as asked for, in seconds:
/// `FUZZ_SECONDS=1200 cargo test -p optile --lib fuzz -- --ignored --nocapture`.
#[test]
#[ignore = "takes as long as asked for"]
fn fuzz() {
    let seconds = std::env::var("FUZZ_SECONDS").map_or(10, |text| text.parse().unwrap());
    let seed = std::env::var("FUZZ_SEED").map_or(1, |text| text.parse().unwrap());
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let forms: Vec<String> =
        documented().filter(|row| row.len() == 2).map(|row| row[0].clone()).collect();
    let signs: Vec<char> = "0123456789abxXB_.*- \t\n\r,;|/[](){}#\"'=>\u{0}é".chars().collect();
    let words = ["->", "None", "//", "blank=4", "10", "99999999999999999999", "\n\n", "array("];
    let (begun, mut count, mut boards) = (std::time::Instant::now(), 0u64, 0u64);
    while begun.elapsed().as_secs() < seconds {
        let mut text: Vec<char> = forms.choose(&mut random).unwrap().chars().collect();
        for _ in 0..random.random_range(0..8) {
            let at = random.random_range(0..=text.len());
            match random.random_range(0..6) {
                0 => text.truncate(at),
                1 => text.extend(forms.choose(&mut random).unwrap().chars()),
                2 => text.splice(at..at, words.choose(&mut random).unwrap().chars()).for_each(drop),
                3 if at < text.len() => drop(text.remove(at)),
                4 if at < text.len() => text[at] = *signs.choose(&mut random).unwrap(),
                _ => text.insert(at, *signs.choose(&mut random).unwrap()),
            }
        }
        let text: String = text.into_iter().collect();
        let result = std::panic::catch_unwind(|| read(&text));
        let read_back = result.unwrap_or_else(|_| panic!("seed {seed}, text {count}: {text:?}"));
        for problem in read_back.into_iter().flatten() {
            assert_eq!(read(&problem.to_string()).unwrap(), [problem], "{text:?}");
            boards += 1;
        }
        count += 1;
    }
    println!("{count} texts, {boards} boards, seed {seed}");
}
