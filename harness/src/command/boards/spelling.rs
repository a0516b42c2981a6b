//! Texts of boards, on one line or on several.

use std::collections::VecDeque;
use std::io::Read;
use std::mem;
use std::slice::from_ref;

use anyhow::{Context, Error, Result, ensure};
use optile_core::{
    Arrangement, ArrangementError, Blank, GOALS, MAX_CELLS, PlainLine, Problem, Reading, Size,
};
use optile_results::text::lines::{Lines, quote};

use super::problems::{BlankSign, Posed, Problems};

/// What is known of boards before they are read.
#[derive(Clone, Debug, Default)]
pub(in crate::command) struct Known {
    /// The goal of boards without one: a name or a board. By default the blank is last.
    pub(in crate::command) goal: Option<String>,
    /// The size of boards.
    pub(in crate::command) size: Option<Size>,
}

impl Known {
    /// The problem that a text describes.
    ///
    /// # Errors
    ///
    /// If the text is not a board or two, or the goal does not fit.
    pub(crate) fn read(&self, text: &str) -> Result<Posed> {
        self.posed(self.reading(text), 1).with_context(|| quote(&on_one_line(text)))
    }

    fn posed(&self, reading: Result<Reading, ArrangementError>, line: u64) -> Result<Posed> {
        let Reading { board: start, goal: own, is_usual, blank: sign, mut goal_blank } = reading?;
        let size = start.size();
        let text = self.goal.as_deref().filter(|_| own.is_none());
        let common = text.and_then(|text| Reading::of(text, Some(size)).ok());
        let common = common.filter(|common| common.goal.is_none());
        let is_shown = common.is_some_and(|common| !common.is_usual);
        goal_blank = goal_blank.or(common.map(|common| common.blank));
        let read = own.or(common.map(|common| common.board));
        let goal = read.map_or_else(|| goal(text, size), Ok)?;
        let note = (!is_usual || is_shown).then(|| {
            let goal = (own.is_some() || is_shown).then(|| format!(" -> {goal}"));
            let row = size.height();
            let cut = |of: &str| {
                format!("; row {row}{of} has no blank: its last cell is taken (write 0 elsewhere)")
            };
            let blank = match sign {
                Blank::End => Some(cut("")),
                Blank::Gap => None,
                sign => (!sign.is_usual()).then(|| format!(", with {sign} as the blank")),
            };
            let of_goal = (goal_blank == Some(Blank::End)).then(|| cut(" of the goal"));
            let [goal, blank, of_goal] = [goal, blank, of_goal].map(Option::unwrap_or_default);
            format!("read as a {size} board: {start}{goal}{blank}{of_goal}")
        });
        let blank = Some(BlankSign { sign, is_in_goal: goal_blank.is_some() });
        let problem = Problem::new(start, goal)?;
        Ok(Posed { problem, has_goal: own.is_some(), note, line, blank })
    }

    fn reading(&self, text: &str) -> Result<Reading, ArrangementError> {
        Reading::of(text, self.size)
    }
}

/// The text of a message about several lines.
fn on_one_line(text: &str) -> String {
    let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" / ")
}

/// The goal that a text names for boards of a size, see [`Arrangement::goal_of`]. It is
/// `blank-last` if there is no text.
///
/// # Errors
///
/// If the text is not a goal of this size.
pub(crate) fn goal(text: Option<&str>, size: Size) -> Result<Arrangement> {
    let text = text.unwrap_or("blank-last");
    Arrangement::goal_of(text, size)
        .with_context(|| format!("goal {}: expected {GOALS} or a {size} board", quote(text)))
}

/// The problems in a text.
///
/// Empty lines and comments separate boards. Other lines that may be the rows of one board are one
/// if they make a board together. Or else they are a board on the first line and one of all others,
/// or a list with a board on each line, if at least two of them are boards by themselves. An arrow
/// connects what is before and behind it, also over empty lines.
///
/// What is read depends on the text alone, never on when its parts arrive: a problem is complete
/// if it has its goal on the line of the arrow, or if the next line with text is known, or the end.
/// Only for somebody who types, an empty line is enough. [`Reading`] gets all spaces and line ends,
/// and reads every form of boards; here, lines are only counted and connected.
#[derive(Debug)]
pub(crate) struct Boards<R> {
    lines: Lines<R>,
    known: Known,
    /// Whether somebody types the text.
    is_typed: bool,
    /// The lines of the next problem, as far as they are known.
    unit: Unit,
    is_complete: bool,
    /// Further lines with text.
    ahead: VecDeque<Line>,
    /// Whether an empty line or a comment was read last.
    is_apart: bool,
    /// Whether the heading of a start was read last.
    is_headed: bool,
    /// Whether the line before is a part of a frame.
    is_framed: bool,
    /// The end, or a fault, which is told when its turn comes.
    end: Option<Result<(), Error>>,
    /// Whether the next lines are boards by themselves, as long as they look alike.
    is_list: bool,
    has_begun: bool,
    /// Whether a board without a goal was read.
    has_bare: bool,
}

/// More lines than a problem has: two boards as lists with a number or a bracket on each line, and an
/// arrow.
const MOST_LINES: usize = 5 * MAX_CELLS;

/// What separates a start from its goal.
const ARROW: &str = "->";

/// The brackets with which programs print lists.
pub(super) const BRACKETS: [char; 6] = ['[', ']', '(', ')', '{', '}'];

/// A line with text.
#[derive(Debug)]
struct Line {
    number: u64,
    /// All of it.
    text: String,
    /// How many words stand before the arrow and behind it, and how many letters the last of them
    /// has, if they are in one row. Without an arrow it is the same row.
    row: [Option<(usize, usize)>; 2],
    has_arrow: bool,
    /// How many more brackets it opens than it closes.
    depth: isize,
    /// How many numbers, if it may be a size before a board. A title before a size has none.
    sizes: Option<usize>,
    /// Whether an empty line or a comment stands before it, or it has the heading of a start.
    is_apart: bool,
    /// Whether it has the heading of a start.
    is_headed: bool,
    /// Whether its goal is the value of a name in a program.
    is_value: bool,
}

/// The letters of `None`, the longest tile.
const LONGEST_TILE: usize = 4;

/// How many tiles a row has, a word for each or one word for all.
fn tiles((words, letters): (usize, usize)) -> usize {
    if words == 1 { letters } else { words }
}

impl Line {
    fn new(number: u64, text: &str, plain: &str, is_headed: bool, is_apart: bool) -> Self {
        let plain = plain.trim();
        let ends = |sign: char| matches!(sign, '/' | ';' | '|') || BRACKETS.contains(&sign);
        let row = |part: &str| {
            let (mut all, mut rows, mut letters) = (0, 0, 0);
            for row in part.split(ends) {
                // A space in quotes is left out.
                let words = row.split([' ', '\t', ',']);
                let words = words.filter(|word| !matches!(*word, "" | "'" | "\""));
                let count = words.inspect(|word| letters = word.chars().count()).count();
                (all, rows) = (all + count, rows + usize::from(count > 1));
            }
            (rows < 2 && !part.contains('/')).then_some((all, letters))
        };
        let (start, goal) = plain.split_once(ARROW).unwrap_or((plain, plain));
        let has_arrow = start.len() < plain.len();
        let behind = row(goal);
        let count = |signs: &[char]| plain.matches(signs).count() as isize;
        let is_title = plain.contains(' ')
            && plain.split(' ').all(|word| word.len() > 1 && word.chars().all(char::is_alphabetic));
        let sides = goal.split_whitespace().map(|word| word.parse::<isize>().ok());
        let is_side = |side: Option<isize>| side.filter(|&side| side < MAX_CELLS as isize);
        let sizes = match (is_title, goal.parse::<Size>()) {
            (true, _) => Some(0),
            (false, Ok(_)) => Some(2),
            (false, Err(_)) => sides.map(|side| is_side(side).map(|_| 1)).sum(),
        };
        Self {
            number,
            text: text.to_owned(),
            row: [if has_arrow { row(start) } else { behind }, behind],
            has_arrow,
            depth: count(&['[', '(', '{']) - count(&[']', ')', '}']),
            sizes,
            is_apart,
            is_headed,
            is_value: has_arrow && !text.contains(ARROW) && text.contains('='),
        }
    }

    /// Whether this and the next line may be rows of one board. One of them may be a tile short.
    fn is_row_with(&self, next: &Self) -> bool {
        let (Some(one), Some(two)) = (self.row[1], next.row[0]) else { return false };
        let is_row = |row| (1..=MAX_CELLS / 2).contains(&tiles(row));
        // A single word is a row or a tile.
        let has_tiles = |(words, letters)| words > 1 || letters <= LONGEST_TILE;
        let are_words = (one.0, two.0) == (1, 1) && one.1.abs_diff(two.1) < 2;
        let are_alike = are_words || has_tiles(one) && has_tiles(two) && one.0.abs_diff(two.0) < 2;
        is_row(one) && is_row(two) && are_alike && !next.is_apart
    }
}

/// The lines of one problem, so far.
#[derive(Debug, Default)]
struct Unit(Vec<Line>);

impl Unit {
    /// The lines of the board or its goal, whichever comes last.
    fn part(&self) -> impl Iterator<Item = &Line> {
        let arrow = self.0.iter().rposition(|line| line.has_arrow || line.sizes == Some(0));
        self.0.iter().skip(arrow.unwrap_or_default())
    }

    fn tiles(&self) -> usize {
        self.part().filter_map(|line| line.row[1]).map(tiles).sum()
    }

    /// Whether the goal is expected.
    fn ends_with_arrow(&self) -> bool {
        self.0.last().is_some_and(|line| line.has_arrow && line.row[1] == Some((0, 0)))
    }

    /// Whether the line belongs to the problem that these lines begin.
    fn connects(&self, next: &Line, is_list: bool) -> bool {
        let Some(last) = self.0.last() else { return true };
        let has_arrow = self.0.iter().any(|line| line.has_arrow);
        if self.ends_with_arrow() || next.has_arrow && next.row[0] == Some((0, 0)) {
            return !(has_arrow && next.has_arrow);
        }
        let sizes = self.part().map(|line| line.sizes).sum::<Option<usize>>();
        let is_open = self.0.iter().map(|line| line.depth).sum::<isize>() > 0
            || sizes.is_some_and(|sizes| (1..=2).contains(&sizes));
        !(next.is_apart || has_arrow && next.has_arrow || self.0.len() == MOST_LINES)
            && (is_open || !is_list && last.is_row_with(next))
    }

    /// Whether it ends with an arrow and its goal on one line.
    fn has_goal(&self, known: &Known) -> bool {
        self.0.last().is_some_and(|line| line.has_arrow && line.row[1] != Some((0, 0)))
            && known.reading(&text(&self.0)).is_ok()
    }

    /// Whether at least two lines up to the arrow are boards by themselves.
    fn is_list(&self, known: &Known) -> bool {
        let arrow = self.0.iter().position(|line| line.has_arrow);
        let starts = self.0.iter().take(arrow.map_or(MOST_LINES, |at| at + 1));
        let is_board = |text: &str| known.reading(text).is_ok();
        starts.filter(|line| line.text.split(ARROW).take(1).all(is_board)).count() > 1
    }

    /// Whether the first line is a board, and the others are one.
    fn is_pair(&self, known: &Known) -> bool {
        let parts = self.0.split_first().map(|(first, rest)| [text(from_ref(first)), text(rest)]);
        parts.is_some_and(|parts| parts.iter().all(|part| known.reading(part).is_ok()))
    }
}

/// All of these lines.
fn text(lines: &[Line]) -> String {
    let end = |text: &str| if text.ends_with('\r') { "" } else { "\n" };
    lines.iter().flat_map(|line| [&line.text, end(&line.text)]).collect()
}

impl<R: Read> Boards<R> {
    /// The problems in `reader`, which messages call `source`.
    pub(crate) fn new(source: impl Into<String>, reader: R, known: Known) -> Self {
        Self {
            lines: Lines::new(source, reader),
            known,
            is_typed: false,
            unit: Unit::default(),
            is_complete: false,
            ahead: VecDeque::new(),
            is_apart: false,
            is_headed: false,
            is_framed: false,
            end: None,
            is_list: false,
            has_begun: false,
            has_bare: false,
        }
    }

    /// Answers somebody who types after each empty line.
    pub(crate) fn typed(self, is_typed: bool) -> Self {
        Self { is_typed, ..self }
    }

    /// Adds a line of the text to those ahead. A frame below another one begins a board.
    fn add(&mut self, number: u64, part: &str) {
        let plain = PlainLine::of(part);
        self.is_apart |= self.is_framed && plain == PlainLine::Frame;
        self.is_framed = plain == PlainLine::Frame;
        match plain {
            PlainLine::Frame => {}
            PlainLine::Apart { is_headed } => {
                (self.is_apart, self.is_headed) = (true, self.is_headed || is_headed);
            }
            PlainLine::Text { text, is_headed } => {
                let is_headed = mem::take(&mut self.is_headed) || is_headed;
                let is_apart = mem::take(&mut self.is_apart) || is_headed;
                self.ahead.push_back(Line::new(number, part, &text, is_headed, is_apart));
            }
        }
    }

    /// Reads until it is known which line follows the unit. Returns whether it is.
    fn look_ahead(&mut self, waits: bool) -> bool {
        while self.ahead.is_empty() && self.end.is_none() {
            let is_over = self.is_typed && self.is_apart && !self.unit.0.is_empty();
            if is_over && !self.unit.ends_with_arrow() {
                break;
            }
            if !waits && !self.lines.has_line() {
                return false;
            }
            match self.lines.advance().map(|line| line.map(str::to_owned)) {
                // Lines may end in CR alone.
                Ok(Some(line)) => {
                    let number = self.lines.number();
                    for part in line.split_inclusive('\r').chain(line.is_empty().then_some("")) {
                        self.add(number, part);
                    }
                }
                Ok(None) => self.end = Some(Ok(())),
                Err(fault) => self.end = Some(Err(fault)),
            }
        }
        true
    }

    /// Collects the lines of the next problem. Returns whether they are complete.
    fn gather(&mut self, waits: bool) -> bool {
        while !self.is_complete && self.look_ahead(waits) {
            let is_list = self.is_list;
            let next = self.ahead.pop_front_if(|next| self.unit.connects(next, is_list));
            let Some(next) = next else {
                let around = self.unit.0.last().zip(self.ahead.front());
                self.is_list &= around.is_some_and(|(last, next)| last.is_row_with(next));
                self.is_complete = true;
                break;
            };
            let tiles = self.unit.tiles();
            self.unit.0.push(next);
            self.is_complete = self.unit.has_goal(&self.known);
            // More tiles than a board has are a list, if they are anything.
            if (tiles..self.unit.tiles()).contains(&MAX_CELLS) && self.unit.is_list(&self.known) {
                self.divide(true);
            }
        }
        self.is_complete
    }

    /// Leaves only the first line, which is a board by itself.
    fn divide(&mut self, is_list: bool) {
        let rest = self.unit.0.split_off(1);
        rest.into_iter().rev().for_each(|line| self.ahead.push_front(line));
        (self.is_complete, self.is_list) = (true, is_list);
    }
}

impl<R: Read> Problems for Boards<R> {
    fn is_drained(&mut self) -> bool {
        !self.gather(false) || self.unit.0.is_empty()
    }

    fn advance(&mut self) -> Result<Option<Posed>> {
        self.gather(true);
        let is_first = !mem::replace(&mut self.has_begun, true);
        let mut reading = self.known.reading(&text(&self.unit.0));
        let is_pair = reading.is_err() && self.unit.is_pair(&self.known);
        if is_pair || reading.is_err() && self.unit.is_list(&self.known) {
            self.divide(!is_pair);
            reading = self.known.reading(&text(&self.unit.0));
        }
        let unit = mem::take(&mut self.unit);
        self.is_complete = false;
        let source = self.lines.source();
        if let Some(first) = unit.0.first() {
            let text = text(&unit.0);
            // A program gives names to its boards, and this one does not say that it is a start.
            let is_common = self.has_bare
                && first.text.contains('=')
                && !first.is_headed
                && unit.0.iter().any(|line| line.is_value);
            let posed = self.known.posed(reading, first.number).and_then(|posed| {
                ensure!(!is_common, "is its goal that of the boards before it, too?");
                self.has_bare |= !posed.has_goal;
                Ok(posed)
            });
            let posed = posed.with_context(|| quote(&on_one_line(&text)));
            return posed.map(Some).with_context(|| format!("{source}:{}", first.number));
        }
        self.end.take().unwrap_or(Ok(()))?;
        ensure!(
            !is_first,
            "{source}: no boards: expected boards such as 123x46758 or 1 2 3 / x 4 6 / 7 5 8"
        );
        Ok(None)
    }
}

#[cfg(test)]
mod tests;
