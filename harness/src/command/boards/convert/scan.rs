//! The lists, words and numbers of a text, and the names that it gives them.

use optile_core::{Arrangement, ArrangementError};
use optile_results::text::lines::quote;

use crate::command::boards::spelling::Known;

/// A value of the text.
#[derive(Debug)]
pub(super) struct Item<'a> {
    /// What stands before its `:` or `=`.
    pub(super) label: Option<&'a str>,
    pub(super) value: Value<'a>,
    /// The brackets around it; 0 if there are none.
    pub(super) group: usize,
    /// The line on which it ends.
    pub(super) line: u64,
}

/// What is in the text.
#[derive(Debug)]
pub(super) enum Value<'a> {
    Board(Arrangement),
    Number(&'a str),
    /// A list of numbers that is no board, and why.
    List(String),
}

/// What a label says of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meaning {
    Id,
    Goal,
    Length,
    Expanded,
    Generated,
    Unnamed,
    Other,
}

pub(super) fn meaning(label: Option<&str>) -> Meaning {
    let Some(label) = label else { return Meaning::Unnamed };
    let plain = label.to_lowercase().replace(['_', '-', ' ', '*'], "");
    let has = |parts: &[&str]| parts.iter().any(|part| plain.contains(part));
    match plain.as_str() {
        "" | "id" | "index" | "number" | "no" | "nr" | "name" | "instance" | "puzzle" => {
            Meaning::Id
        }
        "hstar" | "actual" | "cost" | "moves" | "depth" | "opt" | "dist" | "steps" => {
            Meaning::Length
        }
        _ if has(&["goal", "final", "target"]) => Meaning::Goal,
        _ if has(&["expanded"]) => Meaning::Expanded,
        _ if has(&["generated", "nodes"]) => Meaning::Generated,
        _ if has(&["optim", "length", "distance"]) => Meaning::Length,
        _ => Meaning::Other,
    }
}

/// The items of a text, and the label of each pair of brackets.
pub(super) struct Scan<'a> {
    text: &'a str,
    known: &'a Known,
    at: usize,
    items: Vec<Item<'a>>,
    /// The labels of all brackets; the first is of the whole text.
    groups: Vec<Option<&'a str>>,
    open: Vec<usize>,
    label: Option<&'a str>,
    /// The names in the first line, if it has no digits, and the place on this line.
    names: Vec<&'a str>,
    column: usize,
    line: u64,
}

impl<'a> Scan<'a> {
    pub(super) fn of(text: &'a str, known: &'a Known) -> Self {
        let first = text.lines().next().unwrap_or_default();
        let is_header = first.contains(',')
            && !first.contains(|c: char| c.is_ascii_digit() || "[{(".contains(c));
        let names = if is_header { first.split(',').map(str::trim).collect() } else { Vec::new() };
        let at = if is_header { first.len() } else { 0 };
        let (items, groups, open) = (Vec::new(), vec![None], vec![0]);
        Self { text, known, at, items, groups, open, label: None, names, column: 0, line: 1 }
    }

    fn board(&self, text: &str) -> Result<Arrangement, ArrangementError> {
        Arrangement::parse(text, self.known.size)
    }

    fn add(&mut self, value: Value<'a>, end: usize) {
        self.line += self.text[self.at..end].matches('\n').count() as u64;
        let (line, group) = (self.line, self.open.last().copied().unwrap_or_default());
        let label = self
            .label
            .take()
            .or_else(|| (group == 0).then(|| self.names.get(self.column).copied()).flatten());
        self.items.push(Item { label, value, group, line });
        self.at = end;
    }

    /// The text in the brackets or quotes that open here, with them.
    fn enclosed(&self) -> Option<&'a str> {
        let rest = &self.text[self.at..];
        let first = rest.chars().next()?;
        if matches!(first, '"' | '\'') {
            return rest[1..].find(first).map(|end| &rest[..end + 2]);
        }
        let mut depth = 0;
        let end = rest.find(|sign: char| {
            depth += isize::from("[({".contains(sign)) - isize::from("])}".contains(sign));
            depth == 0
        })?;
        Some(&rest[..=end])
    }

    fn open(&mut self) {
        let inside = self.enclosed().unwrap_or_default();
        let numbers = inside
            .split(|sign: char| !sign.is_ascii_digit())
            .filter(|part| !part.is_empty())
            .count();
        let is_list = numbers > 0
            && !inside.contains([';', ':', '='])
            && inside
                .split(|sign: char| !sign.is_alphabetic())
                .all(|word| matches!(word, "" | "None" | "null" | "x" | "X" | "B"));
        if is_list {
            let end = self.at + inside.len();
            match self.board(inside) {
                Ok(board) => return self.add(Value::Board(board), end),
                // Lists with too few numbers are rows of one board.
                Err(error)
                    if numbers < 4 * lists(inside).max(1)
                        || lists(inside) == 0
                        || matches!(error, ArrangementError::TwoReadings(_)) =>
                {
                    let reason = format!("{}: {error}", quote(inside));
                    return self.add(Value::List(reason), end);
                }
                Err(_) => {}
            }
        }
        self.groups.push(self.label.take());
        self.open.push(self.groups.len() - 1);
        self.at += 1;
    }

    /// A word, or what stands in quotes: a label, a board or a number.
    fn value(&mut self, word: &'a str, length: usize) {
        let behind = without_sizes(self.text[self.at + length..].trim_start());
        // A type; the name before it is that of the list.
        let end = (word == "new").then(|| behind.find(['{', '=', ';', '\n', '('])).flatten();
        if let Some(open) = end.filter(|&end| behind[end..].starts_with('{')) {
            self.at = self.text.len() - behind.len() + open;
        } else if behind.starts_with(':') || behind.starts_with('=') {
            let is_case = word.bytes().all(|sign| sign.is_ascii_digit());
            self.label = Some(word).filter(|_| !is_case);
            self.at = self.text.len() - behind.len() + 1;
        } else if let Some(board) = self.board(word).ok().filter(|_| word.len() > 8) {
            self.add(Value::Board(board), self.at + length);
        } else if word.parse::<u64>().is_ok() {
            self.add(Value::Number(word), self.at + length);
        } else {
            self.at += length;
        }
    }

    pub(super) fn run(mut self) -> (Vec<Item<'a>>, Vec<Option<&'a str>>) {
        while let Some(sign) = self.text[self.at..].chars().next() {
            match sign {
                '[' | '(' | '{' => self.open(),
                '"' | '\'' => match self.enclosed() {
                    Some(quoted) => self.value(&quoted[1..quoted.len() - 1], quoted.len()),
                    None => self.at += 1,
                },
                _ if sign.is_alphanumeric() => {
                    let rest = &self.text[self.at..];
                    let end = |sign: char| !sign.is_alphanumeric() && !matches!(sign, '_' | '.');
                    let word = &rest[..rest.find(end).unwrap_or(rest.len())];
                    self.value(word, word.len());
                }
                _ => {
                    match sign {
                        ']' | ')' | '}' if self.open.len() > 1 => drop(self.open.pop()),
                        ',' => (self.column, self.label) = (self.column + 1, None),
                        '\n' => (self.column, self.line) = (0, self.line + 1),
                        _ => {}
                    }
                    self.at += sign.len_utf8();
                }
            }
        }
        (self.items, self.groups)
    }
}

/// What is behind the sizes of an array, as in `goal[3][3] = `.
fn without_sizes(text: &str) -> &str {
    let is_in_size = |sign: char| sign.is_ascii_digit() || matches!(sign, '[' | ']' | ',' | ' ');
    let is_array = text.starts_with('[');
    let behind = if is_array { text.trim_start_matches(is_in_size) } else { text };
    if behind.starts_with('=') { behind } else { text }
}

/// How many lists a list has in it.
fn lists(text: &str) -> usize {
    let (mut depth, mut count) = (0usize, 0);
    for sign in text.chars() {
        match sign {
            '[' | '(' | '{' => (depth, count) = (depth + 1, count + usize::from(depth == 1)),
            ']' | ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    count
}
