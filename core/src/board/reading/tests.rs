//! Forms of boards, right and wrong.

use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::GOALS;

mod slow;

fn error(text: &str) -> ArrangementError {
    text.parse::<Arrangement>().unwrap_err()
}

#[test]
fn slashes_determine_sizes_that_counts_do_not() {
    let wide: Arrangement = "1 2 3 4 / 5 6 7 0".parse().unwrap();
    let high: Arrangement = "1 2 / 3 4 / 5 6 / 7 0".parse().unwrap();
    assert_eq!(wide.size().to_string(), "4x2");
    assert_eq!(high.size().to_string(), "2x4");
    let size = Size::new(2, 4).unwrap();
    assert_eq!(Arrangement::parse("1 2 3 4 5 6 7 0", Some(size)), Ok(high));
}

#[test]
fn bad_boards_are_named() {
    assert_eq!(error(" \n"), ArrangementError::Empty);
    assert_eq!(error("# only this"), ArrangementError::Empty);
    assert_eq!(error("1 2 3 4 5 6 7 8 10"), ArrangementError::NoBlank);
    assert_eq!(error("1 2 3 0 4 6 7 5 0"), ArrangementError::TwoBlanks);
    assert_eq!(error("1 2 3 0 4 6 7 5 5"), ArrangementError::Duplicate { tile: 5, missing: 8 });
    assert!(matches!(error("1 2 3 0 4 6 7 5 9"), ArrangementError::Range { tile: 9, .. }));
    assert!(matches!(error("1 2 3 0 4 6 7 5 300"), ArrangementError::Range { tile: 300, .. }));
    assert!(matches!(error("1 2 3 0 4 6 7"), ArrangementError::Size { found: 7, numbered: None }));
    assert!(matches!(error("1 2 3 / 0 4 / 6 7"), ArrangementError::Ragged { row: 2 }));
    assert!(matches!(error("1 2 3 q 4 6 7 5 8"), ArrangementError::Token { .. }));
    assert!(matches!(error("1 2 3 -1 4 6 7 5 8"), ArrangementError::Token { .. }));
    assert!(matches!(error("1 2 3 --> 1 2 3 0"), ArrangementError::Token { .. }));
    assert!(matches!(error("1 2 3 0 -> 1 2 3 0"), ArrangementError::Token { .. }));
    assert!(matches!(error("0 1"), ArrangementError::Size { found: 2, .. }));
    assert_eq!(error(&"1 ".repeat(500_000)), ArrangementError::TooLong);
    assert_eq!(error(&"1\n".repeat(500_000)), ArrangementError::TooLong);
    assert!(error(&"y".repeat(1_000_000)).to_string().len() < 200);
}

#[test]
fn two_readings_are_refused_and_both_are_said() {
    for (text, expected) in [
        (
            "[[1, 0, 2, 3]]",
            "a list with one row, and no board has one row; without the outer brackets, 4 tiles: a 2x2 board?",
        ),
        (
            "9 5 2 8 0 7 4 1 3 6",
            "10 tiles: a 2x5 board or a 5x2 board or a number and a 3x3 board?",
        ),
        ("1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", "17 tiles: a number and a 4x4 board?"),
        ("1 2 3 4 5 6 7 8 9 10 11 0", "a 2x6 board or a 3x4 board or a 4x3 board or a 6x2 board?"),
        ("4 3\n1 2 3 4 5 6 7 8 9 10 11 0", "a 4x3 board or a 3x4 board?"),
        ("1;2;3;0", "the rows form a 1x4 board: boards have at least 2 columns and 2 rows"),
        (
            "1 2 3\n4 5  \n   7 8 6",
            "row 2 is one tile short, and nothing shows which cell is empty: 1 2 3 / 0 4 5 / 7 8 6 or \
             1 2 3 / 4 0 5 / 7 8 6 or 1 2 3 / 4 5 0 / 7 8 6? write 0 there",
        ),
        ("1,2,3,\n4,5,\n7,8,6,", "row 2 is one tile short"),
        ("1 2 3 4 5 6 7", "no board has 7 cells"),
        ("3\n-1\n1 2\n3 0\n->\n0 1 / 2 3", "two goals: 1 2 / 3 0 before the board, or 0 1 / 2 3"),
    ] {
        let message = error(text).to_string();
        assert!(message.contains(expected), "{text:?} gives {message:?}");
    }
    let thirty: Vec<String> = (0..30).map(|tile| tile.to_string()).collect();
    let message = error(&thirty.join(" ")).to_string();
    assert_eq!(message, "30 cells: optile has boards up to 25 cells");
}

/// Pages and chats make one space of several.
#[test]
fn a_gap_that_was_lost_is_not_made_up() {
    let gap = |text: &str| {
        let error = error(text).to_string();
        let begin = "is one tile short, and nothing shows which cell is empty: ";
        let (_, boards) = error.split_once(begin).unwrap_or_else(|| panic!("{text:?}: {error}"));
        boards.split(" or ").count()
    };
    for text in [
        "1 2 3 / 4 5 / 7 8 6",
        "2 3 / 1 4 5 / 7 8 6",
        "1 3 / 2 4 5",
        "1 2 3\n4 5\n7 8 6\n",
        "2 3\n1 4 5\n7 8 6",
        " 2 3\n1 4 5\n7 8 6",
        "1  3\n2 4 5\n7 8 6",
        "1 2 3 \n4 5 \n7 8 6 ",
        "1 2 3\n4 5   # the second row\n7 8 6",
        "1 2 3; 4 5; 7 8 6",
        "1 2 3|4 5|7 8 6",
        "1,2,3\n4,5\n7,8,6",
        "1, 2, 3\n4, 5\n7, 8, 6",
        "1\t2\t3\n4\t5\n7\t8\t6",
        "| 2 | 3 |\n| 1 | 4 | 5 |\n| 7 | 8 | 6 |",
        "[[2, 3], [1, 4, 5], [7, 8, 6]]",
        "1 2 3\n 4 5",
        "1 2 3\n4  5",
        "1,2,3\n4,5",
        "1 | 2 | 3\n4 | 5",
        "[[1 2 3]\n [4 5]]",
        "1 2 3\n4 005\n7 8 6",
        "1 2 3\n 04 5\n7 8 6",
        "1 2 3\n004 5\n7 8 6",
    ] {
        let rows = if text.contains('7') { 3 } else { 2 };
        assert_eq!(gap(text), 3, "{text:?}, {rows} rows");
        let size = Size::new(3, rows).unwrap();
        assert!(Arrangement::goal_of(text, size).is_err(), "{text:?}");
        let problem = format!("{} -> {text}", Arrangement::goal(size, 0).unwrap());
        assert!(Reading::of(&problem, None).is_err(), "{problem:?}");
    }
    assert_eq!(gap("1 / 3 2"), 2);
    assert_eq!(gap("1 2 3 4 5 6 7 8 9 10 11 / 13 14 15 16 17 18 19 20 21 22 23 12"), 12);
}

/// Editors cut the spaces at the end of lines.
#[test]
fn the_end_of_the_last_row_may_be_cut_and_is_told() {
    for text in [
        "1 2 3\n4 5",
        "1 2 3 / 4 5",
        "1 2 3; 4 5",
        "123\n45\n",
        "1  2  3 \n4  5",
        "  1  2  3\r\n  4  5\r\n",
        "1\t2\t3\n4\t5",
        "3x2\n1 2 3\n4 5",
        "1 2 3\n4 5   # the second row",
    ] {
        let cut = Reading { blank: Blank::End, ..Reading::of(text, None).unwrap() };
        assert_eq!(cut.board.to_string(), "1 2 3 / 4 5 0", "{text:?}");
        assert_eq!(Reading::of(text, None), Ok(cut), "{text:?}");
        // Where nobody is told, the blank is written.
        let message = error(text).to_string();
        assert!(message.contains("which cell is empty: write 0 there"), "{message}");
        assert!(Arrangement::goal_of(text, cut.board.size()).is_err(), "{text:?}");
        let problem = format!("1 2 3 / 0 4 5\n->\n{text}");
        let Reading { goal, goal_blank, is_usual, .. } = Reading::of(&problem, None).unwrap();
        assert_eq!((goal, goal_blank), (Some(cut.board), Some(Blank::End)), "{problem:?}");
        assert!(!cut.is_usual && !is_usual && problem.parse::<crate::Problem>().is_err());
    }
}

#[test]
fn a_gap_shows_by_its_space_on_both_sides_of_an_arrow() {
    for (text, expected) in [
        ("1 2 3 / 0 4 5 ->   1 3 / 2 4 5", "1 2 3 / 0 4 5 -> 0 1 3 / 2 4 5"),
        ("1 2 3 / 0 4 5\n->\n  1 3\n2 4 5\n", "1 2 3 / 0 4 5 -> 0 1 3 / 2 4 5"),
        ("  1 3 / 2 4 5 -> 1 2 3 / 4 5  ", "0 1 3 / 2 4 5 -> 1 2 3 / 4 5 0"),
        ("1 2 3 / 4 5   -> 1 2 3 / 4   5", "1 2 3 / 4 5 0 -> 1 2 3 / 4 0 5"),
        ("1 2 3\n4 5 \n->\n1 2 3\n  4 5", "1 2 3 / 4 5 0 -> 1 2 3 / 0 4 5"),
        ("1 2 3;   4 5; 7 8 6 -> spiral", "1 2 3 / 0 4 5 / 7 8 6 -> 1 2 3 / 8 0 4 / 7 6 5"),
        ("  1;2 3->1 2;3  ", "0 1 / 2 3 -> 1 2 / 3 0"),
    ] {
        let Reading { board, goal, is_usual, .. } = Reading::of(text, None).unwrap();
        assert_eq!(format!("{board} -> {}", goal.unwrap()), expected, "{text:?}");
        assert!(!is_usual, "{text:?}");
    }
    // An unusual goal is as unusual as an unusual board.
    let is_usual = |text: &str| Reading::of(text, None).unwrap().is_usual;
    assert!(is_usual("1 2 / 3 0 -> 0 1 / 2 3") && is_usual("1 2 / 3 0 -> blank-first"));
    assert!(!is_usual("1 2 / 3 0 -> * 1 / 2 3") && !is_usual("1 2 / 3 0 -> 0 1; 2 3"));
}

#[test]
fn a_goal_may_follow_with_its_name_or_its_rows() {
    for name in GOALS.replace("CELL", "4").split(", ") {
        let text = format!("1 2 3 / 4 0 5 / 6 7 8 -> {name}");
        let goal = Reading::of(&text, None).unwrap().goal.unwrap();
        assert_eq!(goal, Arrangement::goal_of(name, goal.size()).unwrap());
    }
    let reading = Reading::of("1 2 3 0 4 5 -> 1 2 / 3 4 / 5 0", None).unwrap();
    assert_eq!(reading.board.to_string(), "1 2 / 3 0 / 4 5");
    let message = Reading::of("1 2 3 0 4 5 -> spiral", None).unwrap_err().to_string();
    assert!(message.contains("6 tiles: a 2x3 board or a 3x2 board?"), "{message}");
}

#[test]
fn headings_stand_for_an_arrow() {
    for text in [
        "Initial Configuration: 1 2 0 3\nFinal Configuration: 0 1 2 3",
        "Start: 1 2 0 3 Goal: 0 1 2 3",
        "initial_state = [[1, 2], [0, 3]]\ngoal_state = [[0, 1], [2, 3]]",
        "int start[2][2] = {{1, 2}, {0, 3}};\nint goal[2][2] = {{0, 1}, {2, 3}};",
        "int[,] start = {{1, 2}, {0, 3}};\nint[,] GoalBoard = new int[,] {{0, 1}, {2, 3}};",
        "let start: [[u8; 2]; 2] = [[1, 2], [0, 3]];\nlet goal: [[u8; 2]; 2] = [[0, 1], [2, 3]];",
        "static final int[] start = {1, 2, 0, 3};\nstatic final int[] GOAL = {0, 1, 2, 3};",
        "const initialState = [1, 2, 0, 3]\nconst goalState = [0, 1, 2, 3]",
        "1 2\n0 3\nGoal state:\n0 1\n2 3",
        "Start\n1 2\n0 3\nGoal\n0 1\n2 3",
        "BFS\nno open\n2x2\n1,2\n_,3\nGoal state:\n_,1\n2,3",
        "Initial state:\n+--+--+\n|1 |2 |\n+--+--+\n|  |3 |\n+--+--+\nGoal state:\n  1\n2 3\n",
    ] {
        let reading = Reading::of(text, None).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        let found = format!("{} -> {}", reading.board, reading.goal.unwrap());
        assert_eq!(found, "1 2 / 0 3 -> 0 1 / 2 3", "{text:?}");
        assert!(!reading.is_usual);
    }
    // Words of other meanings are none.
    for text in ["Cost: 1 2 0 3", "goal 1 2 0 3", "Initial: 1 2 0 3\nInitial: 1 2 3 0"] {
        assert!(Reading::of(text, None).is_err(), "{text:?}");
    }
}

/// What can be a plain board and one of these forms is refused, or it is the same board.
#[test]
fn signs_between_tiles_are_no_second_reading() {
    let board = |text: &str| text.parse::<Arrangement>().map(|board| board.to_string());
    assert_eq!(board("1234_5678").unwrap(), "1 2 3 / 4 0 5 / 6 7 8");
    assert_eq!(board("1234-5670").unwrap(), "1 2 3 4 / 5 6 7 0");
    assert_eq!(board("12_30").unwrap(), "1 2 / 3 0");
    assert_eq!(board("1_2_3_0").unwrap(), "1 2 / 3 0");
    assert_eq!(board("01_02_03_00").unwrap(), "1 2 / 3 0");
    assert_eq!(board("3x4\n125\n678").unwrap(), "3 0 4 / 1 2 5 / 6 7 8");
    assert!(board("0x1235").is_err() && board("1-23-0").is_err());
    let other = Size::new(4, 3).unwrap();
    let message = Arrangement::parse("3x4:1,2,3,4,5,6,7,8,9,10,11,0", Some(other)).unwrap_err();
    assert!(message.to_string().contains("expected 4x3"), "{message}");
}

#[test]
fn the_sign_of_the_blank_is_known() {
    for (text, sign) in [
        ("1 2 3 0", "0"),
        ("12X3", "X"),
        ("1 2 / None 3", "None"),
        ("1 2 / __ 3", "__"),
        ("1 2 / 3 4", "4"),
        ("1, 2, '', 3", "\"\""),
        ("1 2\n3  ", "the gap"),
    ] {
        assert_eq!(Reading::of(text, None).unwrap().blank.to_string(), sign, "{text:?}");
    }
}

/// A form of boards: its name, and how it writes a board.
type Form = (&'static str, fn(&[Vec<u8>]) -> String);

/// The rows with this text for each tile, joined.
fn joined(rows: &[Vec<u8>], tile: impl Fn(u8) -> String, between: &str, end: &str) -> String {
    let row = |row: &Vec<u8>| row.iter().map(|&t| tile(t)).collect::<Vec<_>>().join(between);
    rows.iter().map(row).collect::<Vec<_>>().join(end)
}

/// Numbers, with this sign for the blank.
fn with_blank(blank: &str) -> impl Fn(u8) -> String {
    move |tile| if tile == 0 { blank.to_owned() } else { tile.to_string() }
}

fn number(tile: u8) -> String {
    tile.to_string()
}

fn digit(tile: u8) -> String {
    char::from_digit(tile.into(), 25).unwrap().to_string()
}

fn letter(tile: u8) -> String {
    if tile == 0 { "_".into() } else { char::from(b'A' + tile - 1).to_string() }
}

fn list(rows: &[Vec<u8>], [open, close]: [&str; 2], between: &str, end: &str) -> String {
    let end = format!("{close}{end}{open}");
    format!("{open}{open}{}{close}{close}", joined(rows, number, between, &end))
}

fn sized(rows: &[Vec<u8>], header: &str, end: &str) -> String {
    format!("{header}\n{}", joined(rows, number, " ", end))
}

/// Rows with lines around them, a gap for the blank.
fn framed(rows: &[Vec<u8>], [top, middle, bottom, end]: [&str; 4], stroke: &str) -> String {
    let line = |part: &str| format!("{}{end}\n", part.repeat(rows[0].len()));
    let cell = |tile: u8| format!(" {:2} ", with_blank("")(tile));
    let row = |row: &Vec<u8>| {
        format!(
            "{stroke}{}{stroke}\n",
            row.iter().map(|&t| cell(t)).collect::<Vec<_>>().join(stroke)
        )
    };
    let rows: Vec<String> = rows.iter().map(row).collect();
    format!("{}{}{}", line(top), rows.join(&line(middle)), line(bottom))
}

const FORMS: &[Form] = &[
    ("slashes", |rows| joined(rows, number, " ", " / ")),
    ("lines", |rows| joined(rows, number, " ", "\n")),
    ("CRLF", |rows| joined(rows, number, " ", "\r\n")),
    ("CR", |rows| joined(rows, number, " ", "\r")),
    ("semicolons", |rows| joined(rows, number, " ", "; ")),
    ("bars", |rows| joined(rows, number, " ", "|")),
    ("commas", |rows| joined(rows, number, ",", "\n")),
    ("tabs", |rows| joined(rows, number, "\t", "\n")),
    ("bars between tiles", |rows| format!("| {} |", joined(rows, number, " | ", " |\n| "))),
    ("semicolons between tiles", |rows| joined(rows, number, ";", "\n")),
    ("one row", |rows| joined(rows, number, " ", " ")),
    ("one word", |rows| joined(rows, digit, "", "")),
    ("words", |rows| joined(rows, digit, "", "\n")),
    ("hexadecimal", |rows| joined(rows, digit, " ", "\n").to_uppercase()),
    ("letters", |rows| joined(rows, letter, " ", "\n")),
    ("one word of letters", |rows| joined(rows, letter, "", "")),
    ("one number a line", |rows| joined(rows, number, "\n", "\n")),
    ("columns", |rows| joined(rows, |tile| format!("{tile:3}"), " ", "\n")),
    ("a gap", |rows| joined(rows, |tile| format!("{:>3}", with_blank("")(tile)), " ", "\n")),
    ("a gap on the left", |rows| {
        joined(rows, |tile| format!("{:<3}", with_blank("")(tile)), " ", "\n")
    }),
    ("an empty field", |rows| joined(rows, with_blank(""), ",", "\n")),
    ("an empty cell", |rows| format!("| {} |", joined(rows, with_blank(" "), " | ", " |\n| "))),
    ("None", |rows| joined(rows, with_blank("None"), " ", "\n")),
    ("null", |rows| joined(rows, with_blank("null"), " ", "\n")),
    ("quotes", |rows| joined(rows, with_blank("\"\""), ", ", "\n")),
    ("a space in quotes", |rows| joined(rows, with_blank("' '"), ", ", "\n")),
    ("a star", |rows| joined(rows, with_blank("*"), " ", "\n")),
    ("a hyphen", |rows| joined(rows, with_blank("-"), " ", "\n")),
    ("B", |rows| joined(rows, with_blank("B"), " ", "\n")),
    ("underscores", |rows| joined(rows, with_blank("__"), " ", "\n")),
    ("the last number", |rows| {
        let last = rows.concat().len().to_string();
        joined(rows, with_blank(&last), " ", "\n")
    }),
    ("a side first", |rows| sized(rows, &rows.len().to_string(), "\n")),
    ("width and height first", |rows| {
        sized(rows, &format!("{} {}", rows[0].len(), rows.len()), "\n")
    }),
    ("height and width first", |rows| {
        sized(rows, &format!("{} {}", rows.len(), rows[0].len()), "\n")
    }),
    ("a size and one row", |rows| sized(rows, &format!("{} {}", rows.len(), rows[0].len()), " ")),
    ("a size and one number a line", |rows| {
        format!("{}\n{}", rows.len(), joined(rows, number, "\n", "\n"))
    }),
    ("tiles and the cell of the blank", |rows| {
        sized(rows, &format!("{}\n-1", rows.concat().len() - 1), "\n")
    }),
    ("comments", |rows| format!("# 1 2 3\n{} // last", joined(rows, number, " ", " # 4 5 6\n"))),
    ("Python", |rows| list(rows, ["[", "]"], ", ", ", ")),
    ("tuples", |rows| list(rows, ["(", ")"], ", ", ", ")),
    ("a flat list", |rows| format!("[{}]", joined(rows, number, ", ", ", "))),
    ("numpy", |rows| format!("array({}, dtype=int8)", list(rows, ["[", "]"], ", ", ",\n       "))),
    ("numpy printed", |rows| list(rows, ["[", "]"], " ", "\n ")),
    ("C", |rows| format!("int b[9][9] = {};", list(rows, ["{", "}"], ", ", ",\n  "))),
    ("JSON", |rows| list(rows, ["[\n", "\n]"], ",\n  ", ",\n")),
    ("the id of a game", |rows| {
        format!("{}x{}:{}", rows[0].len(), rows.len(), joined(rows, number, ",", ","))
    }),
    ("a size in one word", |rows| sized(rows, &format!("{}x{}", rows.len(), rows[0].len()), "\n")),
    ("a title and a size", |rows| {
        let header = format!("A*\nwith time\n{}x{}", rows[0].len(), rows.len());
        sized(rows, &header, " ")
    }),
    ("underscores between tiles", |rows| joined(rows, number, "_", "_")),
    ("a literal", |rows| format!("0x{}", joined(rows, digit, "", "").to_uppercase())),
    ("a grouped literal", |rows| format!("0x{}L", joined(rows, digit, "", "_").to_uppercase())),
    ("dashes between rows", |rows| joined(rows, digit, "", "-")),
    ("a frame", |rows| framed(rows, ["+----", "+----", "+----", "+"], "|")),
    ("a frame of strokes", |rows| framed(rows, ["┌────", "├────", "└────", "┤"], "│")),
    ("a heading", |rows| format!("Initial state:\n{}", joined(rows, number, " ", "\n"))),
    ("Matlab", |rows| format!("A = [{}];", joined(rows, number, " ", "; "))),
];

/// Random boards of 2x2 to 5x5 cells, in rows.
fn boards() -> impl Strategy<Value = Vec<Vec<u8>>> {
    (2usize..=5, 2usize..=5).prop_flat_map(|(width, height)| {
        let tiles: Vec<u8> = (0..(width * height) as u8).collect();
        Just(tiles)
            .prop_shuffle()
            .prop_map(move |tiles| tiles.chunks(width).map(<[u8]>::to_vec).collect())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn a_board_in_any_form_is_read_back_or_refused(rows in boards()) {
        let size = Size::new(rows[0].len(), rows.len()).unwrap();
        let board = Arrangement::new(size, &rows.concat()).unwrap();
        let is_square = size.width() == size.height();
        for (name, write) in FORMS {
            let text = write(&rows);
            match Reading::of(&text, None) {
                Ok(reading) => prop_assert_eq!(reading.board, board, "{}: {:?}", name, text),
                // Rows that are gone, and what has no sign, are not made up.
                Err(error) => {
                    let is_open = match *name {
                        "one row" | "one word" | "one number a line" | "a flat list" => !is_square,
                        "one word of letters" | "letters" => !is_square || size.cells() < 9,
                        "a side first" | "a size and one number a line" => !is_square,
                        "a size and one row" => !is_square,
                        "underscores between tiles" | "a literal" => !is_square || size.cells() > 16,
                        // Literals and rows between dashes have one character for each tile.
                        "a grouped literal" => !is_square || size.cells() > 16,
                        "a gap on the left" => true,
                        _ => false,
                    };
                    prop_assert!(is_open, "{}: {:?}: {}", name, text, error);
                }
            }
            let known = Reading::of(&text, Some(size));
            if let Ok(reading) = known {
                prop_assert_eq!(reading.board, board, "{}: {:?}", name, text);
            }
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[0-9xa-f_ ,;|/\\[\\](){}#\"'=\n\r\t>-]{0,60}") {
        let _ = Reading::of(&text, None);
    }

    #[test]
    fn what_is_read_is_read_back(text in "([0-4x] ?[ ,;|/\n]? ?){4,12}", name in select(FORMS)) {
        if let Ok(reading) = Reading::of(&text, None) {
            let rows = reading.board.tiles().chunks(reading.board.size().width());
            let rows: Vec<Vec<u8>> = rows.map(<[u8]>::to_vec).collect();
            if let Ok(again) = Reading::of(&name.1(&rows), Some(reading.board.size())) {
                prop_assert_eq!(again.board, reading.board);
            }
        }
    }
}
