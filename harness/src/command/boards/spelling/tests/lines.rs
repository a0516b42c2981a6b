//! Which lines are one board, and which are several.

use super::written::{ENDS, in_pieces};
use super::*;

/// What is read, faults too.
fn all(text: &str) -> Vec<String> {
    let mut boards = Boards::new("test", text.as_bytes(), Known::default());
    let mut all = Vec::new();
    while let Some(posed) = boards.advance().transpose() {
        all.push(
            posed.map_or_else(|fault| format!("{fault:#}"), |posed| posed.problem.to_string()),
        );
    }
    all
}

/// Also if each row, or the first one, is a board by itself.
#[test]
fn rows_of_every_size_are_one_board_with_every_separator() {
    for size in Size::all() {
        let cells = size.cells();
        let inverted: Vec<u8> = (0..cells as u8).rev().collect();
        let boards = [
            Arrangement::goal(size, 0).unwrap(),
            Arrangement::goal(size, cells - 1).unwrap(),
            Arrangement::new(size, &inverted).unwrap(),
        ];
        for (board, end) in boards.iter().flat_map(|board| ENDS.map(|end| (board, end))) {
            let numbers = |tile: u8| tile.to_string();
            let last = |tile: u8| if tile == 0 { cells.to_string() } else { tile.to_string() };
            let digit = |tile: u8| char::from_digit(tile.into(), 25).unwrap().to_string();
            let starred = |tile: u8| if tile == 0 { "*".into() } else { digit(tile) };
            let letter = |tile: u8| match tile {
                0 => "_".to_owned(),
                tile => char::from(b'a' + tile - 1).to_string(),
            };
            let written = |tile: &dyn Fn(u8) -> String, between: &str| {
                let row =
                    |row: &[u8]| row.iter().map(|&t| tile(t)).collect::<Vec<_>>().join(between);
                board.tiles().chunks(size.width()).map(row).collect::<Vec<_>>().join(end)
            };
            let mut texts = vec![written(&digit, ""), written(&starred, "")];
            for between in [" ", "  ", ",", ", ", "\t"] {
                texts.extend([written(&numbers, between), written(&last, between)]);
                texts.extend([written(&digit, between), written(&starred, between)]);
            }
            if cells > 8 {
                texts.extend([written(&letter, ""), written(&letter, " ")]);
            }
            for text in texts {
                let problems = read(&text).unwrap_or_else(|fault| panic!("{text:?}: {fault:#}"));
                assert_eq!(problems.len(), 1, "{text:?}");
                assert_eq!(problems[0].start(), board, "{text:?}");
            }
        }
    }
    assert_eq!(printed("123456789\nabcdef*gh").len(), 1);
}

/// A list needs no empty lines, also if each two lines could be rows.
#[test]
fn lists_with_a_board_on_each_line_are_read_line_by_line() {
    let start = "1 2 3 / 4 5 6 / 7 0 8 -> 1 2 3 / 4 5 6 / 7 8 0";
    let two = "1 2 / 0 3 -> 1 2 / 3 0";
    for count in [2, 3, 4, 7, 99, 300] {
        for (line, expected) in [
            ("1 2 3 4 5 6 7 0 8", start),
            ("1234567x8", start),
            ("[[1, 2, 3], [4, 5, 6], [7, 0, 8]]", start),
            ("1 2 0 3", two),
            ("1203", two),
            ("1 2; 0 3", two),
        ] {
            assert_eq!(all(&format!("{line}\n").repeat(count)), vec![expected; count], "{line}");
            let text = format!("{}->\n\nspiral\n", format!("{line}\n").repeat(count));
            let read = all(&text);
            assert_eq!(read.len(), count, "{text:?}");
            assert_eq!(read[..count - 1], vec![expected; count - 1], "{text:?}");
            let goal = if expected == two { "1 2 / 0 3" } else { "1 2 3 / 8 0 4 / 7 6 5" };
            assert!(read[count - 1].ends_with(&format!("-> {goal}")), "{read:?}");
        }
        // A faulty line of a longer list is named alone.
        let good = "1234567x8\n".repeat(count);
        let read = all(&format!("{good}1234567xx\n{good}"));
        assert_eq!(read.len(), 2 * count + 1);
        let begin = format!("test:{}: \"1234567xx\": ", count + 1);
        assert!(read[count].starts_with(&begin), "{read:?}");
    }
}

/// A board on one line needs no empty line behind it.
#[test]
fn a_board_on_a_line_may_stand_before_one_in_rows() {
    let rows = ["1 2 3\n4 5 6\n7 0 8", "1 2\n0 3", "12\n03", "1 2 3 4\n5 6 0 7", "1\n2\n0\n3"];
    for (line, below) in ["1203", "1 2 0 3", "1 2; 0 3", "1234567x8"]
        .into_iter()
        .flat_map(|line| rows.map(|rows| (line, rows)))
    {
        let read = all(&format!("{line}\n{below}\n"));
        assert_eq!(read, [all(line), all(below)].concat(), "{line:?} {below:?}");
        assert_eq!(read.len(), 2);
    }
}

/// Nothing is solved of a board of which one row is faulty, even if another row is a board.
#[test]
fn a_faulty_board_is_one_fault() {
    for text in [
        "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 15",
        "0 1 2 3\n4 5 6 6",
        "5 4 7 6\n0 1 2 3\n8 9 10 10",
        "123456789\nabcdef*gg",
        "12345678\n123x46758",
        "1 2 3 4 5 6\n7 8 9 10 11 12\n13 14 15 16 17 18\n19 20 21 22 23 24\n25 26 27 28 29 30",
        "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16\n17 18 19 20\n21 22 23 24\n25 26 27 0",
        "123x46758\n->\n1203",
        "123x46758\n\n->\n\n1 2 3\n4 5 6\n7 8 8\n",
        "1 2 3 / 0 4 5 ->\n\n1 3 / 2 4 5",
        "1230\n-> 1\n3 2\n",
        "1230 ->",
    ] {
        let read = all(text);
        assert_eq!(read.len(), 1, "{text:?}: {read:?}");
        assert!(read[0].starts_with("test:1: "), "{text:?}: {read:?}");
    }
}

#[test]
fn an_arrow_connects_what_is_before_and_behind_it() {
    for text in [
        "1 2 3 / 0 4 5 ->   1 3 / 2 4 5",
        "1 2 3 / 0 4 5\n->   1 3 / 2 4 5",
        "1 2 3\n0 4 5 ->\n\n# the goal\n  1 3\n2 4 5",
        "1 2 3\n0 4 5\n\n->\n\n  1 3 / 2 4 5",
        "1 2 3\n0 4 5 ->   1 3\n2 4 5",
        "1 2 3\n0 4 5\n->\n[[0, 1, 3],\n [2, 4, 5]]",
        "1 2 3\n0 4 5\n->\n3 2\n0 1 3\n2 4 5",
    ] {
        for text in [format!("{text}\n"), format!("{text}\n\n1203\n")] {
            assert_eq!(all(&text)[0], "1 2 3 / 0 4 5 -> 0 1 3 / 2 4 5", "{text:?}");
            assert_eq!(all(&text).len(), text.matches("1203").count() + 1, "{text:?}");
        }
    }
}

/// The longest problem: a number or a bracket on each line.
#[test]
fn boards_of_many_lines_are_read() {
    for size in Size::all() {
        let goal = Arrangement::goal(size, 0).unwrap();
        let list = goal.to_string().replace(" / ", "\n],\n[\n").replace(' ', ",\n");
        let list = format!("[\n[\n{list}\n]\n]\n");
        assert_eq!(all(&format!("{list}->\n{list}")), [format!("{goal} -> {goal}")]);
    }
}

/// The arrow comes after the buffer of the reader is empty, and each byte after a while.
#[test]
fn an_arrow_is_seen_wherever_a_piece_of_the_text_ends() {
    for board in ["123456708\n", "2 3 4 5 6 7 8 9 1\n10 11 12 13 14 15 16 0 17\n"] {
        let goal = "->\nblank-first\n";
        for length in 65_536 - board.len() - goal.len()..=65_536 {
            let comments = format!("#{}\n", "-".repeat(4094)).repeat(length / 4096);
            let text = format!("{comments}#{}\n{board}{goal}", "-".repeat(length % 4096));
            let read = all(&text);
            assert_eq!(read.len(), 1, "{length}");
            assert!(read[0].contains("-> 0 1 2 "), "{length}: {read:?}");
        }
    }
}

/// With work that is quadratic in the lines of a board, this takes minutes.
#[test]
fn long_lines_take_no_more_time_than_their_length() {
    let line = format!("1, 1, 1, 1, {}\n", " ".repeat(8000));
    let text = format!("{}\n", line.repeat(98)).repeat(4);
    let faults = all(&text);
    assert_eq!(faults.len(), 4);
    assert!(faults.iter().all(|fault| fault.contains("too many tiles")), "{faults:?}");
}

#[test]
fn unusual_boards_and_goals_are_shown() {
    let note = |text: &str, goal: Option<&str>| {
        let known = Known { goal: goal.map(str::to_owned), size: None };
        Boards::new("test", text.as_bytes(), known).advance().unwrap().unwrap().note
    };
    let shown = Some("read as a 3x2 board: 1 2 3 / 0 4 5 -> 0 1 3 / 2 4 5".to_owned());
    let starred = shown.clone().map(|note| note + ", with * as the blank");
    let usual = "1 2 3 / 0 4 5";
    assert_eq!(note(&format!("{usual} ->   1 3 / 2 4 5"), None), shown);
    assert_eq!(note(usual, Some("  1 3 / 2 4 5")), shown);
    assert_eq!(note(usual, Some("* 1 3 / 2 4 5")), shown);
    assert_eq!(note("1 2 3; * 4 5", Some("* 1 3 / 2 4 5")), starred);
    assert_eq!(note("1 2 3; * 4 5 -> 0 1 3 / 2 4 5", Some("spiral")), starred);
    for goal in ["blank-first", "spiral", "blank=2", "0 1 3 / 2 4 5", "013/245"] {
        assert_eq!(note(usual, Some(goal)), None, "{goal}");
        assert_eq!(note(&format!("{usual} -> {goal}"), None), None, "{goal}");
        let shown = Some("read as a 3x2 board: 1 2 3 / 0 4 5, with * as the blank".to_owned());
        assert_eq!(note("1 2 3; * 4 5", Some(goal)), shown, "{goal}");
    }
    // A goal of another size is for other boards only.
    assert_eq!(note(&format!("{usual} -> spiral"), Some("* 1 / 2 3")), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    #[test]
    fn the_same_text_in_any_pieces_reads_the_same(
        text in "([0-9xa-f_\\[\\] ]{0,12}( / |->|\n|\n\n->\n|\r|\n\n|\n|,|;|\\|)){0,14}",
        seed in 0u64..1000,
    ) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let told = in_pieces(&text, &Known::default(), &mut random).into_iter();
        let told: Vec<String> = told
            .map(|one| one.map_or_else(|fault| format!("{fault:#}"), |one| one.problem.to_string()))
            .collect();
        proptest::prop_assert_eq!(told, all(&text));
    }
}
