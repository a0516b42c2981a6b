//! Boards of every size in every documented form, with every kind of goal, at random places of a
//! text and in random pieces of a pipe, are read back.

use std::env;

use optile_core::Arrangement;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Random;

use super::*;

/// A board in rows.
type Rows = Vec<Vec<u8>>;

fn one<'a>(random: &mut Random, list: &[&'a str]) -> &'a str {
    list.choose(random).unwrap()
}

fn joined(rows: &Rows, tile: impl Fn(u8) -> String, between: &str, end: &str) -> String {
    let row = |row: &Vec<u8>| row.iter().map(|&t| tile(t)).collect::<Vec<_>>().join(between);
    rows.iter().map(row).collect::<Vec<_>>().join(end)
}

/// Numbers, with this sign for the blank.
fn with_blank(blank: String) -> impl Fn(u8) -> String {
    move |tile| if tile == 0 { blank.clone() } else { tile.to_string() }
}

/// What ends rows on one line or on several.
pub(super) const ENDS: [&str; 9] = [" / ", "/", "; ", ";", " | ", "|", "\n", "\r\n", "\r"];

/// Numbers with any sign of the blank.
fn numbers(random: &mut Random, rows: &Rows, end: &str) -> String {
    let signs = ["0", "x", "X", "_", ".", "*", "-", "B", "None", "null", "\"\"", "' '", "__"];
    let last = rows.concat().len().to_string();
    let blank = if random.random_bool(0.1) { &last } else { one(random, &signs) };
    let between = one(random, &[" ", "  ", ",", ", ", "\t"]);
    let text = joined(rows, with_blank(blank.to_owned()), between, end);
    match end {
        // Comments end with the line.
        "\n" if random.random_bool(0.2) => text.replace('\n', " # 1 2 3\n") + " // 0",
        "\n" if random.random_bool(0.2) => text.replace('\n', "   // 7 8\n") + "# 12",
        _ => text,
    }
}

/// A character for each tile, in digits or in letters.
fn characters(random: &mut Random, rows: &Rows, between: &str, end: &str) -> String {
    let cells = rows.concat().len();
    let is_letters = cells > 8 && random.random();
    let blanks =
        if is_letters { &["0", "_", ".", "*", "-"][..] } else { &["0", "x", "_", ".", "*"] };
    let blank = one(random, blanks).chars().next().unwrap();
    let sign = |tile: u8| match tile {
        0 => blank,
        tile if is_letters => char::from(b'a' + tile - 1),
        tile => char::from_digit(tile.into(), 25).unwrap(),
    };
    let text = joined(rows, |tile| sign(tile).to_string(), between, end);
    if random.random() { text.to_uppercase() } else { text }
}

/// Columns, in which the blank is a gap.
fn columns(random: &mut Random, rows: &Rows) -> String {
    let end = one(random, &[" / ", "; ", "\n", "\r\n", "\r"]);
    let width = rows.concat().len().saturating_sub(1).to_string().len() + random.random_range(0..2);
    let tile = with_blank(String::new());
    match random.random() {
        true => joined(rows, |t| format!("{:>width$}", tile(t)), " ", end),
        false => joined(rows, |t| format!("{:<width$}", tile(t)), " ", end),
    }
}

/// Rows of which the last one has lost the spaces of the blank at its end, if it is there.
fn cut(random: &mut Random, rows: &Rows, end: &str) -> String {
    let blank = if rows.concat().ends_with(&[0]) { "" } else { "0" };
    let between = one(random, &[" ", "  ", "\t"]);
    joined(rows, with_blank(blank.to_owned()), between, end).trim_end().to_owned()
}

/// Fields, of which that of the blank is empty.
fn fields(random: &mut Random, rows: &Rows) -> String {
    let end = one(random, &[" / ", "\n", "\r\n"]);
    let (tile, field) = (with_blank(String::new()), with_blank(" ".into()));
    match random.random_range(0..4) {
        0 => joined(rows, tile, ",", end),
        1 => joined(rows, tile, "\t", end),
        2 => format!("| {} |", joined(rows, field, " | ", " |\n| ")),
        _ => joined(rows, tile, ";", "\n"),
    }
}

/// A list of a programming language.
fn list(random: &mut Random, rows: &Rows) -> String {
    let nested = |[open, close]: [&str; 2], blank: &str, between: &str, end: &str| {
        let end = format!("{close}{end}{open}");
        let inner = joined(rows, with_blank(blank.into()), between, &end);
        format!("{open}{open}{inner}{close}{close}")
    };
    let blank = one(random, &["0", "None", "null", "\"\""]);
    match random.random_range(0..8) {
        0 => nested(["[", "]"], blank, ", ", ", "),
        1 => nested(["(", ")"], blank, ",", ","),
        2 => nested(["[", "]"], blank, ", ", ",\n "),
        3 => format!("b = np.array({}, dtype=int8)", nested(["[", "]"], "0", ", ", ",\n       ")),
        4 => nested(["[", "]"], "0", " ", "\n "),
        5 => format!("int b[5][5] = {};", nested(["{", "}"], "0", ", ", ", ")),
        6 => nested(["[\n", "\n]"], blank, ",\n  ", ",\n"),
        _ => format!("A = [{}];", joined(rows, with_blank("0".into()), " ", "; ")),
    }
}

/// A board in a frame, or with other signs than spaces between its tiles.
fn signed(random: &mut Random, rows: &Rows) -> String {
    let [width, height] = [rows[0].len(), rows.len()];
    let is_square = width == height;
    let digit = |tile: u8| char::from_digit(tile.into(), 25).unwrap().to_string();
    match random.random_range(0..6) {
        0 => format!("{width}x{height}:{}", joined(rows, |tile| tile.to_string(), ",", ",")),
        1 => format!("{height}x{width}\n{}", joined(rows, |tile| tile.to_string(), " ", "\n")),
        2 if is_square => joined(rows, |tile| tile.to_string(), "_", "_"),
        3 if is_square && width < 5 => format!("0x{}", joined(rows, digit, "", "")),
        4 => joined(rows, digit, "", one(random, &["_", "-"])),
        _ => {
            let [corner, dash, bar] =
                *[["+", "---", "|"], ["┼", "───", "│"]].choose(random).unwrap();
            let line = format!("{corner}{}\n", [dash, corner].concat().repeat(width));
            let blank = one(random, &["  ", "0", "x"]);
            let cells = |tile: u8| format!("{:>2}", with_blank(blank.into())(tile));
            let inner = joined(rows, cells, bar, &format!("{bar}\n{line}{bar}"));
            format!("{line}{bar}{inner}{bar}\n{line}").trim_end().to_owned()
        }
    }
}

/// A board that does not stand in rows.
fn in_one_row(random: &mut Random, rows: &Rows) -> String {
    let rows = &vec![rows.concat()];
    match random.random_range(0..5) {
        0 => characters(random, rows, "", ""),
        1 => characters(random, rows, " ", ""),
        2 => format!("[{}]", numbers(random, rows, "")),
        3 => numbers_in_lines(random, &rows[0]),
        _ => numbers(random, rows, ""),
    }
}

/// A number on each line.
fn numbers_in_lines(random: &mut Random, tiles: &[u8]) -> String {
    let blank = one(random, &["0", "x", "None", "null", "___", "\"\"", "*"]);
    joined(&vec![tiles.to_vec()], with_blank(blank.to_owned()), "\n", "")
}

/// A board with its size before it.
fn sized(random: &mut Random, rows: &Rows) -> String {
    let [width, height] = [rows[0].len(), rows.len()];
    let header = match random.random_range(0..4) {
        0 if width == height => format!("{width}"),
        0 | 1 => format!("{width} {height}"),
        2 => format!("{height} {width} # rows first"),
        _ => format!("{width}\n{height}"),
    };
    let text = match random.random_range(0..3) {
        0 if width == height => numbers_in_lines(random, &rows.concat()),
        1 if width == height => numbers(random, &vec![rows.concat()], ""),
        _ => numbers(random, rows, "\n"),
    };
    format!("{header}\n{text}")
}

/// A board in any form that shows its size, or in any form if the size is known.
fn board(random: &mut Random, rows: &Rows, is_known: bool) -> String {
    let is_known = is_known || rows[0].len() == rows.len();
    let end = one(random, &ENDS);
    match random.random_range(0..10) {
        8 => cut(random, rows, end),
        7 => signed(random, rows),
        0 => characters(random, rows, "", end),
        1 => characters(random, rows, " ", end),
        2 => columns(random, rows),
        3 => fields(random, rows),
        4 => list(random, rows),
        5 if is_known => in_one_row(random, rows),
        6 => sized(random, rows),
        _ => numbers(random, rows, end),
    }
}

/// Random tiles, or with the blank first.
fn shuffled(random: &mut Random, size: Size) -> (Rows, Arrangement) {
    let mut tiles: Vec<u8> = (0..size.cells() as u8).collect();
    let begin = usize::from(random.random_bool(0.2));
    tiles[begin..].shuffle(random);
    let board = Arrangement::new(size, &tiles).unwrap();
    (tiles.chunks(size.width()).map(<[u8]>::to_vec).collect(), board)
}

/// A goal for boards of a size: a name, or a board.
fn written_goal(random: &mut Random, size: Size) -> (String, Arrangement) {
    if random.random() {
        let cell = format!("blank={}", random.random_range(0..size.cells()));
        let name = one(random, &["blank-first", "blank-last", "spiral", "columns", &cell]);
        return (name.to_owned(), Arrangement::goal_of(name, size).unwrap());
    }
    let (rows, goal) = shuffled(random, size);
    (board(random, &rows, true), goal)
}

/// A problem as a text, and what it is. Without a goal, it has the common one.
fn problem(
    random: &mut Random,
    size: Size,
    is_known: bool,
) -> (String, Arrangement, Option<Arrangement>) {
    let (rows, start) = shuffled(random, size);
    let text = board(random, &rows, is_known);
    let (goal_text, goal) = written_goal(random, size);
    let has_comment = text.contains(['#']) || text.contains("//");
    match random.random_range(0..5) {
        0 if !has_comment && !goal_text.contains(['+', '┼']) => {
            (format!("{text} -> {goal_text}"), start, Some(goal))
        }
        1 => (format!("{text}\n->\n{goal_text}"), start, Some(goal)),
        4 if random.random() => {
            let [start_name, goal_name] = *[
                ["Initial state:", "Goal state:"],
                ["start:", "goal:"],
                ["Start", "Goal"],
                ["int start[4][4] =", "int goal[4][4] ="],
                ["const initialState =", "const goalState ="],
                ["static int[,] start =", "static int[,] Goal = "],
                ["Initial Configuration:", "Final Configuration:"],
            ]
            .choose(random)
            .unwrap();
            (format!("{start_name}\n{text}\n\n{goal_name}\n{goal_text}"), start, Some(goal))
        }
        2 => (format!("{text}\n\n# a goal\n->\n \n\n{goal_text}"), start, Some(goal)),
        3 if random.random() => {
            let cell = random.random_range(0..size.cells());
            let last = if random.random() { -1 } else { cell as i64 };
            let goal = if last < 0 { size.cells() - 1 } else { cell };
            let text = format!("{}\n{last}\n{}", size.cells() - 1, numbers(random, &rows, "\n"));
            (text, start, Some(Arrangement::goal(size, goal).unwrap()))
        }
        _ => (text, start, None),
    }
}

/// A pipe that gives pieces of random lengths.
struct Pieces<'a> {
    text: &'a [u8],
    most: usize,
    random: Random,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = self.random.random_range(1..=self.most).min(self.text.len()).min(buffer.len());
        buffer[..length].copy_from_slice(&self.text[..length]);
        self.text = &self.text[length..];
        Ok(length)
    }
}

/// What is read of a text that comes in pieces.
pub(super) fn in_pieces(text: &str, known: &Known, random: &mut Random) -> Vec<Result<Posed>> {
    let most = *[1, 3, 40, 1 << 20].choose(random).unwrap();
    let pieces = Pieces { text: text.as_bytes(), most, random: random.clone() };
    let mut boards = Boards::new("test", pieces, known.clone());
    let mut all = Vec::new();
    loop {
        if random.random() {
            let _ = boards.is_drained();
        }
        match boards.advance().transpose() {
            Some(posed) => all.push(posed),
            None => return all,
        }
    }
}

fn check(seed: u64) {
    let mut random = Random::seed_from_u64(seed);
    let sizes: Vec<Size> = Size::all().collect();
    let size = *sizes.choose(&mut random).unwrap();
    let is_common = random.random_bool(0.3);
    let common = random.random_bool(0.3).then(|| written_goal(&mut random, size));
    let is_known = is_common && random.random();
    let goal = common.as_ref().map(|(text, _)| text.clone());
    let known = Known { goal, size: is_known.then_some(size) };
    let mut text = String::new();
    if random.random_bool(0.02) {
        text = "# 1 2 3 0\n".repeat(6553);
    }
    let (mut expected, mut before) = (Vec::new(), None);
    for _ in 0..random.random_range(1..5) {
        let size =
            if is_common || common.is_some() { size } else { *sizes.choose(&mut random).unwrap() };
        let (written, start, goal) = problem(&mut random, size, is_known);
        let is_line = !written.contains(['\n', '\r']);
        // A board on one line needs no empty line, but letters after digits may be a further row.
        let is_complete = before == Some((true, true));
        let is_free = is_complete
            || before == Some((true, false)) && is_line && !written.contains(['h', 'H']);
        if !is_free || random.random_bool(0.3) {
            text.push_str(one(&mut random, &["\n", " \n\n", "# 0 1 2 3\n", "\t\r\n// 1\n\n"]));
        }
        text.push_str(&written);
        text.push_str(one(&mut random, &["\n", "\r\n"]));
        before = Some((is_line, goal.is_some()));
        let default = Arrangement::goal(size, size.cells() - 1).unwrap();
        let shared = common.as_ref().map_or(default, |(_, goal)| *goal);
        expected.push(Problem::new(start, goal.unwrap_or(shared)).unwrap());
    }
    let read = in_pieces(&text, &known, &mut random);
    let read: Result<Vec<Problem>> =
        read.into_iter().map(|one| one.map(|one| one.problem)).collect();
    match read {
        Ok(read) => assert_eq!(read, expected, "seed {seed}, {known:?}:\n{text}\n{text:?}"),
        Err(error) => panic!("seed {seed}, {known:?}: {error:#}:\n{text}\n{text:?}"),
    }
}

/// `PROPTEST_CASES=50000` and `FUZZ_SEED=7` choose others.
#[test]
fn what_is_written_in_any_form_is_read_back() {
    let number = |name: &str| env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let first = number("FUZZ_SEED").unwrap_or(0);
    (first..first + number("PROPTEST_CASES").unwrap_or(3000)).for_each(check);
}
