//! Boards as people and programs write them: one reader with one grammar.
//!
//! `docs/formats.md` has the grammar as a table of examples, which a test reads.
//!
//! Spaces and line ends are part of a board, because they show where a gap is. So nobody trims,
//! joins or cuts a text before it is read here, and the same text always gives the same board.

mod forms;
mod rows;
mod signs;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::str::FromStr;

pub use self::forms::PlainLine;
use self::rows::{End, Row};
pub use self::signs::Blank;
use self::signs::Signs;
use super::arrangement::sizes;
use crate::{Arrangement, ArrangementError, Size};

/// A board that was read, and what else its text says.
///
/// What stands in rows has the size of these rows. Tiles that do not stand in rows make a square
/// board, unless the size is known. A text with two possible readings is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The board.
    pub board: Arrangement,
    /// The goal behind an arrow, or with its blank where a number before the board says.
    pub goal: Option<Arrangement>,
    /// What stands for the blank of the board.
    pub blank: Blank,
    /// What stands for the blank of the goal behind an arrow, if that is a board.
    pub goal_blank: Option<Blank>,
    /// Whether the board and its goal are written as they usually are. A reader may want to see how
    /// any other text was read.
    pub is_usual: bool,
}

/// What separates a board from its goal.
const ARROW: &str = "->";

impl Reading {
    /// Reads a board, perhaps with an arrow and its goal. The size may be known already.
    ///
    /// # Errors
    ///
    /// When the text is no board, or another one than expected, or may be two boards.
    pub fn of(text: &str, size: Option<Size>) -> Result<Self, ArrangementError> {
        let bare = without_comments(text);
        let plain = forms::plain(&bare);
        let is_usual = plain == bare;
        let Some((start, goal)) = plain.split_once(ARROW) else {
            let reading = Self::of_board(&plain, size)?;
            return Ok(Self { is_usual: is_usual && reading.is_usual, ..reading });
        };
        if start.ends_with('-') {
            return Err(ArrangementError::Token { token: format!("-{ARROW}") });
        }
        // One space on each side belongs to the arrow, and all others to the boards.
        let start = start.strip_suffix(' ').unwrap_or(start);
        let goal = goal.strip_prefix(' ').unwrap_or(goal);
        let reading = match Self::of_board(start, size) {
            // The rows of the goal show the size of the start.
            Err(error @ ArrangementError::Size { .. }) => {
                let goal = Self::of_board(goal, None).map_err(|_| error)?;
                Self::of_board(start, Some(goal.board.size()))?
            }
            reading => reading?,
        };
        let (goal, written) = Self::of_goal(goal, reading.board.size())?;
        let is_usual =
            is_usual && reading.is_usual && written.is_none_or(|written| written.is_usual);
        if let Some(own) = reading.goal.filter(|own| *own != goal) {
            let goals = format!("two goals: {own} before the board, or {goal} behind it?");
            return Err(ArrangementError::TwoReadings(goals));
        }
        let goal_blank = written.map(|written| written.blank);
        Ok(Self { goal: Some(goal), goal_blank, is_usual, ..reading })
    }

    /// Reads a goal, see [`Arrangement::goal_of`]. If it is no name, also returns how it was read.
    ///
    /// # Errors
    ///
    /// As for [`Arrangement::goal_of`].
    pub fn of_goal(
        text: &str,
        size: Size,
    ) -> Result<(Arrangement, Option<Self>), ArrangementError> {
        match Self::of(text, Some(size)) {
            Ok(reading) if reading.goal.is_none() => Ok((reading.board, Some(reading))),
            _ => Ok((Arrangement::goal_of(text, size)?, None)),
        }
    }

    /// This reading, where nobody is told what was read.
    ///
    /// # Errors
    ///
    /// When the blank is [`Blank::End`].
    pub(crate) fn untold(self) -> Result<Self, ArrangementError> {
        match [Some(self.blank), self.goal_blank].contains(&Some(Blank::End)) {
            true => Err(one_short(self.board.size().height(), "")),
            false => Ok(self),
        }
    }

    /// Reads a board, as it stands there and in the forms with a size or other signs before it.
    fn of_board(text: &str, size: Option<Size>) -> Result<Self, ArrangementError> {
        let mut last = Self::of_rows(text, size);
        let mut found = last.clone().ok();
        let sized = forms::sized(text).map(|(given, rest)| Self::of_sized(given, rest, size));
        let respelled = forms::respelled(text);
        let others = respelled.iter().map(|text| Self::of_rows(text, size));
        for reading in sized.into_iter().chain(others) {
            if let (Some(one), Ok(two)) = (found, &reading)
                && one.board != two.board
            {
                let boards = format!("{} or {}? write its rows", one.board, two.board);
                return Err(ArrangementError::TwoReadings(boards));
            }
            last = reading.map(|reading| Self { is_usual: false, ..reading });
            found = found.or(last.clone().ok());
        }
        found.map_or(last, Ok)
    }

    /// Reads a board of this width and height. Rows may show that they are in the other order.
    fn of_sized(given: Size, text: &str, size: Option<Size>) -> Result<Self, ArrangementError> {
        let (width, height) = (given.width(), given.height());
        let read = Self::of_rows(text, Some(given)).or_else(|error| {
            let turned = Size::new(height, width).ok();
            let turned = turned.filter(|_| matches!(error, ArrangementError::Rows { .. }));
            turned.map_or(Err(error), |turned| Self::of_rows(text, Some(turned)))
        })?;
        match size.filter(|size| *size != read.board.size()) {
            None => Ok(read),
            Some(size) => {
                let expected = format!("expected {size}");
                Err(ArrangementError::Rows { width, height, expected })
            }
        }
    }

    fn of_rows(text: &str, size: Option<Size>) -> Result<Self, ArrangementError> {
        let rows = rows::read(text)?;
        let reading = assemble(&rows, size).or_else(|error| match error {
            ArrangementError::TwoReadings(_) => Err(error),
            _ => headed(&rows, size).unwrap_or(Err(error)),
        })?;
        let mut ends = text.split('\r').skip(1);
        let has_usual_signs = !text.contains([';', '|']) && ends.all(|rest| rest.starts_with('\n'));
        Ok(Self { is_usual: reading.is_usual && has_usual_signs, ..reading })
    }
}

/// A text without what follows `#` or `//` on its lines, and the spaces before it.
fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.contains('#') && !text.contains("//") {
        return text.into();
    }
    let lines = text.split_inclusive(['\n', '\r']).map(|line| {
        let end = line.find('#').into_iter().chain(line.find("//")).min();
        let tail = line.trim_end_matches(['\n', '\r']).len();
        end.map_or_else(
            || line.to_owned(),
            |end| format!("{}{}", line[..end].trim_end_matches(' '), &line[tail..]),
        )
    });
    lines.collect::<String>().into()
}

/// The board of these rows.
fn assemble(rows: &[Row<'_>], size: Option<Size>) -> Result<Reading, ArrangementError> {
    let is_column = rows.len() > 1
        && rows.iter().all(|row| row.words.len() == 1)
        && rows[..rows.len() - 1].iter().all(|row| row.end == End::Line);
    let spelled: Option<Vec<Vec<&str>>> = rows.iter().map(Row::spelled).collect();
    let is_spelled = spelled.is_some();
    let mut lines = spelled.unwrap_or_else(|| rows.iter().map(|row| row.words.clone()).collect());
    if is_column && !is_spelled {
        lines = vec![lines.concat()];
    }
    let words = lines.concat();
    let signs = Signs::of(&words);
    let value = |word: &&str| {
        let token = || ArrangementError::Token { token: quote(word) };
        signs.value(word, words.len()).ok_or_else(token)
    };
    let mut tiles = words.iter().map(value).collect::<Result<Vec<u64>, _>>()?;
    let mut gap = Blank::Gap;
    let rectangle = match &lines[..] {
        [] => return Err(ArrangementError::Empty),
        [row] if rows[0].is_nested => {
            let list = sizes(row.len(), None);
            return Err(ArrangementError::TwoReadings(format!(
                "a list with one row, and no board has one row; without the outer brackets, {list}"
            )));
        }
        [_] => None,
        _ => {
            let (width, blank) = side(rows, &lines, &mut tiles)?;
            gap = blank;
            Some((width, lines.len()))
        }
    };
    let size = known(size, rectangle, &tiles)?;
    let found = tiles.len();
    if found != size.cells() {
        return Err(ArrangementError::Count { size, found });
    }
    let has_blank = tiles.contains(&0);
    // Without a blank, the last number stands for it.
    let last = tiles.iter_mut().filter(|tile| !has_blank && **tile == found as u64);
    let is_last = last.map(|tile| *tile = 0).count() > 0;
    if !has_blank && !is_last {
        return Err(ArrangementError::NoBlank);
    }
    let board = arrangement(size, &tiles)?;
    let sign = words.iter().find(|word| signs.value(word, found) == Some(0));
    let blank = match sign {
        Some(sign) => Blank::of(sign),
        None if is_last => Blank::Last(found),
        None => gap,
    };
    let is_usual = blank.is_usual()
        && (signs == Signs::Numbers || (signs == Signs::Digits && is_spelled))
        && (!is_column || is_spelled);
    Ok(Reading { board, goal: None, blank, goal_blank: None, is_usual })
}

fn arrangement(size: Size, tiles: &[u64]) -> Result<Arrangement, ArrangementError> {
    let small = tiles
        .iter()
        .map(|&tile| u8::try_from(tile).map_err(|_| ArrangementError::Range { tile, size }));
    Arrangement::new(size, &small.collect::<Result<Vec<u8>, _>>()?)
}

/// The size of tiles, of which some stand in rows.
fn known(
    size: Option<Size>,
    rectangle: Option<(usize, usize)>,
    tiles: &[u64],
) -> Result<Size, ArrangementError> {
    match (size, rectangle) {
        (Some(size), Some((width, height))) if (size.width(), size.height()) != (width, height) => {
            Err(ArrangementError::Rows { width, height, expected: format!("expected {size}") })
        }
        (Some(size), _) => Ok(size),
        (None, Some((width, height))) => Size::new(width, height)
            .map_err(|error| ArrangementError::Rows { width, height, expected: error.to_string() }),
        (None, None) => {
            let found = tiles.len();
            let is_board =
                |tiles: &[u64]| (0..tiles.len() as u64).all(|tile| tiles.contains(&tile));
            let numbered = Size::square(found - 1)
                .filter(|_| is_board(&tiles[1..]) || is_board(&tiles[..found - 1]));
            Size::square(found).ok_or(ArrangementError::Size { found, numbered })
        }
    }
}

/// The common number of tiles of several rows. If one row is a tile short, and there is no other
/// blank, the blank becomes a tile of it: where its gap shows, or at the end of the last row, which
/// editors cut. Also returns which of the two it was.
fn side(
    rows: &[Row<'_>],
    lines: &[Vec<&str>],
    tiles: &mut Vec<u64>,
) -> Result<(usize, Blank), ArrangementError> {
    let width = lines.iter().map(Vec::len).max().unwrap_or_default();
    let mut short = lines.iter().enumerate().filter(|(_, line)| line.len() != width);
    match (short.next(), short.next()) {
        (None, _) => Ok((width, Blank::Gap)),
        (Some((row, line)), None) if line.len() + 1 == width && !tiles.contains(&0) => {
            let with_blank = |cell: usize| {
                let (before, behind) = tiles.split_at(row * width + cell);
                [before, &[0], behind].concat()
            };
            let gap = rows::gap(rows, row, width).map(|cell| (cell, Blank::Gap));
            let is_cut = row + 1 == lines.len() && rows::may_be_cut(rows);
            if let Some((cell, blank)) = gap.or(is_cut.then_some((width - 1, Blank::End))) {
                *tiles = with_blank(cell);
                return Ok((width, blank));
            }
            let size = known(None, Some((width, lines.len())), tiles)?;
            let boards = (0..width).map(|cell| arrangement(size, &with_blank(cell)));
            let boards: Vec<_> =
                boards.map(|board| Ok(board?.to_string())).collect::<Result<_, _>>()?;
            Err(one_short(row + 1, &format!("{}? ", boards.join(" or "))))
        }
        _ => {
            let first = lines[0].len();
            let row = lines.iter().position(|line| line.len() != first).unwrap_or_default();
            Err(ArrangementError::Ragged { row: row + 1 })
        }
    }
}

fn one_short(row: usize, boards: &str) -> ArrangementError {
    ArrangementError::TwoReadings(format!(
        "row {row} is one tile short, and nothing shows which cell is empty: {boards}write 0 there"
    ))
}

/// The board behind a size; `None` if the rows do not begin with a size.
///
/// A size is one number for a square, or two in either order, on one line or on two. Or it is the
/// number of tiles, and then the cell of the goal's blank, -1 for the last one.
fn headed(rows: &[Row<'_>], size: Option<Size>) -> Option<Result<Reading, ArrangementError>> {
    let number = |word: &str| word.parse::<usize>().ok();
    let begin: Vec<&str> = rows.iter().take(2).flat_map(|row| &row.words).copied().collect();
    let shown = |reading: Reading| Reading { is_usual: false, ..reading };
    if let ([first, blank, ..], [one, two, rest @ ..]) = (&begin[..], rows)
        && (one.words.len(), two.words.len()) == (1, 1)
        && let (Some(tiles), Ok(blank)) = (number(first), blank.parse::<isize>())
        && let Ok(reading) = assemble(rest, size)
        && reading.board.size().cells() == tiles + 1
    {
        let size = reading.board.size();
        let cell = if blank == -1 { tiles } else { usize::try_from(blank).ok()? };
        let goal = Arrangement::goal(size, cell).map(Some);
        return Some(goal.map(|goal| shown(Reading { goal, ..reading })));
    }
    let headers = match rows {
        [one, rest @ ..] if one.words.len() == 2 => {
            vec![(number(begin[0])?, number(begin[1])?, rest)]
        }
        [one, rest @ ..] if one.words.len() == 1 => {
            let side = number(begin[0])?;
            let other = rest.first().filter(|two| two.words.len() == 1);
            let other = other.and_then(|two| Some((side, number(two.words[0])?, &rest[1..])));
            [(side, side, rest)].into_iter().chain(other).collect()
        }
        _ => Vec::new(),
    };
    let mut fault = None;
    for (width, height, rest) in headers {
        let given = [Size::new(width, height), Size::new(height, width)].into_iter().flatten();
        let given = given.filter(|given| size.is_none_or(|size| size == *given));
        let read = given.map(|given| assemble(rest, Some(given)));
        let (found, faults): (Vec<_>, Vec<_>) = read.partition(Result::is_ok);
        match &found[..] {
            [Ok(one), Ok(two)] if one != two => {
                return Some(Err(ArrangementError::TwoReadings(format!(
                    "{width} {height} before the tiles: a {width}x{height} board or a \
                     {height}x{width} board? write its rows, or give the size"
                ))));
            }
            [Ok(reading), ..] => return Some(Ok(shown(*reading))),
            _ => {}
        }
        let count: usize = rest.iter().map(|row| row.words.len()).sum();
        // Tiles without a size before them have faults of their own.
        let is_size = width.saturating_mul(height).abs_diff(count) < 2;
        fault = fault.or_else(|| faults.into_iter().next().filter(|_| is_size));
    }
    fault
}

impl Arrangement {
    /// Reads a board, see [`Reading::of`], where nobody is told how it was read.
    ///
    /// # Errors
    ///
    /// As for [`Reading::of`], and when the text has an arrow, or the blank is [`Blank::End`].
    pub fn parse(text: &str, size: Option<Size>) -> Result<Self, ArrangementError> {
        let Reading { board, goal, .. } = Reading::of(text, size)?.untold()?;
        match goal {
            None => Ok(board),
            Some(_) => Err(ArrangementError::Token { token: ARROW.to_owned() }),
        }
    }
}

impl FromStr for Arrangement {
    type Err = ArrangementError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text, None)
    }
}

/// The longest text that is quoted in a message, in characters.
const QUOTED: usize = 24;

fn quote(text: &str) -> String {
    let mut short: String = text.chars().take(QUOTED).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
