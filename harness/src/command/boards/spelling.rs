//! Boards as people write them, on one line or on several.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::Read;

use anyhow::{Context, Result, bail};
use optile_core::{Arrangement, Problem, Size};
use optile_results::lines::{Lines, quote};

use super::problems::Problems;

/// The problems in a text.
///
/// Blank lines and lines that begin with `#` separate boards. A line with `/` or
/// `->` is a problem, and so is a line of more than five tiles that make a board.
/// All other lines up to the next blank line are the rows of one board. If they do
/// not make a board together, but each line is a board, they are 2x2 boards. So only
/// boards of more than five columns whose first row is also a board cannot be
/// written with one row per line.
///
/// A faulty line is not joined with the next one: a line of more than five tiles is only
/// a row if the next line has as many, and a board of its own is never a row after a short
/// line.
///
/// Brackets are read as in [`without_brackets`].
#[derive(Debug)]
pub(crate) struct Boards<R> {
    lines: Lines<R>,
    /// Lines read ahead, with their numbers.
    ahead: VecDeque<(u64, String)>,
    read: u64,
    goal: Option<String>,
}

/// The most lines of one problem: two boards of the most rows, and an arrow
/// between them.
const MOST_LINES: usize = 2 * Size::MAX_SIDE + 1;

/// If a line has at most this many tiles, the reader waits for further lines,
/// even if the line is a board. A longer line is answered at once.
const SHORT: usize = 5;

/// The brackets with which programs print lists.
pub(super) const BRACKETS: [char; 6] = ['[', ']', '(', ')', '{', '}'];

/// A text in which slashes separate rows that were lists, as in `[[1, 2], [3, 0]]`.
pub(super) fn without_brackets(text: &str) -> Cow<'_, str> {
    if !text.contains(BRACKETS) {
        return text.into();
    }
    let mut plain = String::new();
    let mut is_row_over = false;
    for sign in text.chars() {
        match sign {
            '[' | '(' | '{' if is_row_over => {
                plain.push_str(" / ");
                is_row_over = false;
            }
            '[' | '(' | '{' => {}
            ']' | ')' | '}' => is_row_over = true,
            ' ' | '\t' | ',' | ';' if is_row_over => {}
            _ => {
                is_row_over = false;
                plain.push(sign);
            }
        }
    }
    plain.into()
}

/// The tiles of a line, cut off once they are more than a row can have.
fn tiles(line: &str) -> Vec<&str> {
    let mut words = line.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty());
    match (words.next(), words.next()) {
        (Some(word), None) => {
            let ends = word.char_indices().map(|(at, letter)| at..at + letter.len_utf8());
            ends.take(Size::MAX_SIDE + 1).map(|letter| &word[letter]).collect()
        }
        (first, second) => {
            first.into_iter().chain(second).chain(words).take(Size::MAX_SIDE + 1).collect()
        }
    }
}

/// What a line may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A row, or one of several 2x2 boards.
    Short,
    /// A board, or a row if it is not a board.
    Long,
    /// A problem.
    Whole,
}

const ARROW: &str = "->";

fn kind(line: &str) -> Kind {
    if line.trim() == ARROW {
        return Kind::Short;
    }
    if line.contains('/') || line.contains(ARROW) {
        return Kind::Whole;
    }
    let mut tiles = tiles(line);
    let count = tiles.len();
    if count <= SHORT {
        return Kind::Short;
    }
    tiles.sort_unstable();
    tiles.dedup();
    // A row does not have a tile twice.
    let is_row = count <= Size::MAX_SIDE && tiles.len() == count;
    if is_row { Kind::Long } else { Kind::Whole }
}

/// Whether `line` may be a further row of the board that begins with the row `first`.
fn continues(first: &str, line: &str) -> bool {
    let is_arrow = line.trim() == ARROW;
    is_arrow
        || match (kind(first), kind(line)) {
            (_, Kind::Whole) => false,
            (Kind::Short, Kind::Long) => line.parse::<Problem>().is_err(),
            (Kind::Short, Kind::Short) => true,
            _ => tiles(first).len() == tiles(line).len(),
        }
}

/// The goal that a text names for boards of a size: `blank-first` or `blank-last` for the
/// tiles in order, or an arrangement. It is `blank-last` if there is no text.
///
/// # Errors
///
/// If the text is not a goal of this size.
pub(crate) fn goal(text: Option<&str>, size: Size) -> Result<Arrangement> {
    let text = text.unwrap_or(BLANK_LAST);
    let goal = match text {
        BLANK_FIRST => Arrangement::goal(size, 0),
        BLANK_LAST => Arrangement::goal(size, size.cells() - 1),
        _ => Arrangement::parse(&without_brackets(text), Some(size)),
    };
    goal.with_context(|| {
        format!("goal {}: expected {BLANK_FIRST}, {BLANK_LAST} or a {size} board", quote(text))
    })
}

/// The name of the goal with the tiles in order after the blank.
pub(crate) const BLANK_FIRST: &str = "blank-first";
/// The name of the goal with the tiles in order before the blank.
const BLANK_LAST: &str = "blank-last";

/// The problem that a text describes. If it has no arrow, its goal is `goal_name`, and by
/// default the tiles in order with the blank last.
///
/// # Errors
///
/// If the text is not a board or two, or the goal does not fit.
pub(crate) fn problem(text: &str, goal_name: Option<&str>) -> Result<Problem> {
    let plain = &*without_brackets(text);
    let read = || -> Result<Problem> {
        if plain.contains(ARROW) {
            return Ok(plain.parse()?);
        }
        let start: Arrangement = plain.parse()?;
        Ok(Problem::new(start, goal(goal_name, start.size())?)?)
    };
    read().with_context(|| quote(text))
}

/// Joins the lines of one problem.
fn join<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let rows: Vec<&str> = lines.map(str::trim).collect();
    rows.join(" / ").replace("/ -> /", ARROW)
}

impl<R: Read> Boards<R> {
    /// The problems in `reader`, which messages call `source`.
    pub(crate) fn new(source: impl Into<String>, reader: R) -> Self {
        let lines = Lines::new(source, reader);
        Self { lines, ahead: VecDeque::new(), read: 0, goal: None }
    }

    /// Gives problems without an arrow this goal, see [`goal`].
    #[must_use]
    pub(crate) fn toward(self, goal: Option<String>) -> Self {
        Self { goal, ..self }
    }

    /// The next line and its number; `None` after the last.
    fn line(&mut self) -> Result<Option<(u64, String)>> {
        if let Some(line) = self.ahead.pop_front() {
            return Ok(Some(line));
        }
        let line = self.lines.advance()?.map(|line| without_brackets(line).into_owned());
        Ok(line.map(|line| (self.lines.number(), line)))
    }

    fn read_problem(&mut self) -> Result<Option<Problem>> {
        let (number, first) = loop {
            match self.line()? {
                None => return Ok(None),
                Some((_, line)) if line.trim().is_empty() || line.starts_with('#') => {}
                Some(line) => break line,
            }
        };
        let place = |source: &str| format!("{source}:{number}");
        let alone = problem(&first, self.goal.as_deref());
        let kind = kind(&first);
        if kind == Kind::Whole || (kind == Kind::Long && alone.is_ok()) {
            return alone.map(Some).with_context(|| place(self.lines.source()));
        }
        let rows = self.further_rows(&first)?;
        let joined = join([&*first].into_iter().chain(rows.iter().map(|(_, line)| &**line)));
        let whole = problem(&joined, self.goal.as_deref());
        let result = if rows.is_empty() || (whole.is_err() && alone.is_ok()) {
            // The rows after it are boards of their own.
            rows.into_iter().rev().for_each(|row| self.ahead.push_front(row));
            alone
        } else {
            whole
        };
        result.map(Some).with_context(|| place(self.lines.source()))
    }

    /// The lines after `first` that may be rows of the same board: up to a blank line, a line
    /// that is no such row, or the most lines of a problem.
    fn further_rows(&mut self, first: &str) -> Result<Vec<(u64, String)>> {
        let mut rows = Vec::new();
        while rows.len() + 1 < MOST_LINES
            && let Some((number, line)) = self.line()?
        {
            if line.trim().is_empty() || !continues(first, &line) {
                self.ahead.push_front((number, line));
                break;
            }
            rows.push((number, line));
        }
        Ok(rows)
    }
}

impl<R: Read> Problems for Boards<R> {
    fn is_drained(&mut self) -> bool {
        self.ahead.iter().all(|(_, line)| line.trim().is_empty()) && self.lines.is_drained()
    }

    fn advance(&mut self) -> Result<Option<Problem>> {
        self.read += 1;
        let problem = self.read_problem()?;
        if problem.is_none() && self.read == 1 {
            bail!(
                "{}: no boards: expected boards such as 123x46758 or 1 2 3 / x 4 6 / 7 5 8",
                self.lines.source()
            );
        }
        Ok(problem)
    }
}

#[cfg(test)]
mod tests;
