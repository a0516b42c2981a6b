//! Lists in code and data: boards with names and numbers beside them, in JSON, CSV, C, C#, Python.
//!
//! Every list of tiles and every word that is a board is one. What stands in the same brackets
//! belongs to it, or, if these have several boards, what stands on the same line.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail, ensure};
use optile_core::{Arrangement, ArrangementError, Problem};
use optile_results::published::Counts;
use optile_runner::instances::instance::Instance;

use super::columns::{Numbered, can_be_length};
use crate::command::boards::spelling::{Known, goal};
use optile_results::text::lines::quote;

/// A value of the text.
#[derive(Debug)]
struct Item<'a> {
    /// What stands before its `:` or `=`.
    label: Option<&'a str>,
    value: Value<'a>,
    /// The brackets around it; 0 if there are none.
    group: usize,
    /// The line on which it ends.
    line: u64,
}

/// What is in the text.
#[derive(Debug)]
enum Value<'a> {
    Board(Arrangement),
    Number(&'a str),
    /// A list of numbers that is no board, and why.
    List(String),
}

/// What a label says of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Meaning {
    Id,
    Goal,
    Length,
    Expanded,
    Generated,
    Unnamed,
    Other,
}

fn meaning(label: Option<&str>) -> Meaning {
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
struct Scan<'a> {
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
    fn of(text: &'a str, known: &'a Known) -> Self {
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
        let behind = self.text[self.at + length..].trim_start();
        if behind.starts_with(':') || behind.starts_with('=') {
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

    fn run(mut self) -> (Vec<Item<'a>>, Vec<Option<&'a str>>) {
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

/// The instances of a text, their lines, and what was taken for what; also
/// whether each has its own goal. `None` if it has no boards.
///
/// # Errors
///
/// When a number beside a board fits nothing, a list or a line of a table is no board, or a board
/// has two goals.
pub(super) fn read(text: &str, known: &Known) -> Result<Option<(Numbered, String, bool)>> {
    if !text.contains(['[', '{', '(', '"', '!', ',']) {
        return Ok(None);
    }
    let (items, groups) = Scan::of(text, known).run();
    let start = |item: &Item<'_>| match item.value {
        Value::Board(board) if meaning(item.label) != Meaning::Goal => Some(board),
        _ => None,
    };
    let mut counts = vec![0; groups.len()];
    items.iter().filter(|item| start(item).is_some()).for_each(|item| counts[item.group] += 1);
    if counts.iter().all(|&count| count == 0) {
        return Ok(None);
    }
    ensure_boards(text, &items)?;
    let mut has_goals = true;
    let (mut instances, mut taken, mut left) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for item in &items {
        let Some(board) = start(item) else { continue };
        let (line, group) = (item.line, item.group);
        let is_alone = group > 0 && counts[group] == 1;
        let beside =
            items.iter().filter(|other| other.group == group && (is_alone || other.line == line));
        let goals = beside.clone().filter(|other| start(other).is_none());
        let goals = goals.filter_map(|other| match other.value {
            Value::Board(goal) => Some(goal),
            _ => None,
        });
        let goals: Vec<Arrangement> = goals.collect();
        let goal = match goals[..] {
            [] => goal(known.goal.as_deref(), board.size())?,
            [goal] => goal,
            _ => bail!("line {line}: {board} has two goals"),
        };
        has_goals &= !goals.is_empty();
        taken.extend((!goals.is_empty()).then(|| "a goal for each".to_owned()));
        let own = groups[group].filter(|_| is_alone).map(str::to_owned);
        let mut instance = Instance {
            id: own.unwrap_or_else(|| (instances.len() + 1).to_string()),
            problem: Problem::new(board, goal).with_context(|| format!("line {line}"))?,
            optimal: None,
            counts: None,
        };
        for other in beside {
            match other.value {
                Value::Number(number) => {
                    take(&mut instance, other.label, number, line, [&mut taken, &mut left])?;
                }
                Value::List(_) => drop(left.insert(other.label.unwrap_or("a list").to_owned())),
                Value::Board(_) => {}
            }
        }
        instances.push((line, instance));
    }
    let note = described(taken, left);
    Ok(Some((instances, note, has_goals)))
}

/// What was taken and left out, in words.
fn described(taken: BTreeSet<String>, left: BTreeSet<String>) -> String {
    let mut note = "boards in lists or words".to_owned();
    for (what, names) in [(" with ", taken), ("; left out: ", left)] {
        let names: Vec<String> = names.into_iter().collect();
        if !names.is_empty() {
            note.push_str(&format!("{what}{}", names.join(", ")));
        }
    }
    note
}

/// Fails if a list that may be a board is none, or a line of a table with a board on each line.
fn ensure_boards(text: &str, items: &[Item<'_>]) -> Result<()> {
    for item in items {
        let label = item.label.unwrap_or("board").to_lowercase();
        let is_board = ["init", "start", "state", "board", "tiles", "puzzle", "goal", "final"];
        if let Value::List(reason) = &item.value
            && is_board.iter().any(|part| label.contains(part))
        {
            bail!("line {}: {reason}", item.line);
        }
    }
    let lines: BTreeSet<u64> = items
        .iter()
        .filter(|item| matches!(item.value, Value::Board(_)))
        .map(|item| item.line)
        .collect();
    let has_brackets = text.contains(['{', '(', '[']);
    let without = (1..).zip(text.lines()).find(|(number, line)| {
        let has_digits = line.contains(|sign: char| sign.is_ascii_digit());
        !has_brackets
            && has_digits
            && !lines.contains(number)
            && (*number > 1 || lines.contains(&1))
    });
    match without {
        Some((number, line)) => bail!("line {number}: {} has no board", quote(line)),
        None => Ok(()),
    }
}

/// Adds a number beside a board to its instance.
fn take(
    instance: &mut Instance,
    label: Option<&str>,
    number: &str,
    line: u64,
    [taken, left]: [&mut BTreeSet<String>; 2],
) -> Result<()> {
    let value: u64 = number.parse()?;
    let what = match meaning(label) {
        Meaning::Id => {
            number.clone_into(&mut instance.id);
            "the id"
        }
        Meaning::Length | Meaning::Unnamed => {
            let problem = &instance.problem;
            ensure!(
                instance.optimal.is_none(),
                "line {line}: two numbers may be the optimal length: name them in a first line"
            );
            if problem.is_solvable() && !can_be_length(problem, value)? {
                bail!(
                    "line {line}: {number} is not the length of a path from {problem}: name the goal, or remove the number"
                );
            }
            instance.optimal = u32::try_from(value).ok().filter(|_| problem.is_solvable());
            "the optimal length"
        }
        meaning @ (Meaning::Expanded | Meaning::Generated) => {
            let counts = instance.counts.get_or_insert(Counts { expanded: None, generated: None });
            let is_expanded = meaning == Meaning::Expanded;
            *(if is_expanded { &mut counts.expanded } else { &mut counts.generated }) = Some(value);
            if is_expanded { "nodes expanded" } else { "nodes generated" }
        }
        Meaning::Goal | Meaning::Other => {
            left.insert(label.unwrap_or_default().to_owned());
            return Ok(());
        }
    };
    taken.insert(match label {
        None | Some("") => what.to_owned(),
        Some(label) => format!("{what} ({label})"),
    });
    Ok(())
}
