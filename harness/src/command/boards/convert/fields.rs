//! Lists in code and data: boards with names and numbers beside them, in JSON, CSV, C, C#, Python.
//!
//! Every list of tiles and every word that is a board is one. What stands in the same brackets
//! belongs to it, or, if these have several boards, what stands on the same line. A single goal that
//! belongs to none of them is the goal of all.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail, ensure};
use optile_core::{Arrangement, Problem};
use optile_results::published::Counts;
use optile_runner::instances::instance::Instance;

use super::columns::{Numbered, can_be_length};
use super::scan::{Item, Meaning, Scan, Value, meaning};
use crate::command::boards::spelling::{Known, goal};
use optile_results::text::lines::quote;

impl Item<'_> {
    fn start(&self) -> Option<Arrangement> {
        match self.value {
            Value::Board(board) if meaning(self.label) != Meaning::Goal => Some(board),
            _ => None,
        }
    }

    fn goal(&self) -> Option<Arrangement> {
        match self.value {
            Value::Board(goal) if self.start().is_none() => Some(goal),
            _ => None,
        }
    }
}

/// The items in each pair of brackets, in the order of their lines. There may be a million.
struct Members<'a, 'b> {
    all: Vec<Vec<&'b Item<'a>>>,
    /// How many of them are boards, and no goals.
    starts: Vec<usize>,
}

impl<'a, 'b> Members<'a, 'b> {
    fn of(items: &'b [Item<'a>], groups: usize) -> Self {
        let (mut all, mut starts) = (vec![Vec::new(); groups], vec![0; groups]);
        for item in items {
            all[item.group].push(item);
            starts[item.group] += usize::from(item.start().is_some());
        }
        Self { all, starts }
    }

    /// Whether these brackets have a single board.
    fn is_alone(&self, group: usize) -> bool {
        group > 0 && self.starts[group] == 1
    }

    /// What belongs to the same board.
    fn beside(&self, item: &Item<'_>) -> &[&'b Item<'a>] {
        let all = &self.all[item.group];
        let from = |line: u64| all.partition_point(|other| other.line < line);
        if self.is_alone(item.group) { all } else { &all[from(item.line)..from(item.line + 1)] }
    }

    /// The goal that belongs to no board.
    fn common_goal(&self, items: &[Item<'_>]) -> Result<Option<Arrangement>> {
        let is_apart = |item: &&Item<'_>| {
            item.goal().is_some() && self.beside(item).iter().all(|other| other.start().is_none())
        };
        match items.iter().filter(is_apart).collect::<Vec<_>>()[..] {
            [] => Ok(None),
            [one] => Ok(one.goal()),
            [_, two, ..] => bail!("line {}: a second goal that belongs to no board", two.line),
        }
    }
}

/// The instances of a text, their lines, and what was taken for what; also
/// whether each has its own goal. `None` if it has no boards.
///
/// # Errors
///
/// When a number beside a board fits nothing, a list or a line of a table is no board, a board has
/// two goals, or several goals belong to no board.
pub(super) fn read(text: &str, known: &Known) -> Result<Option<(Numbered, String, bool)>> {
    if !text.contains(['[', '{', '(', '"', '!', ',']) {
        return Ok(None);
    }
    let (items, groups) = Scan::of(text, known).run();
    if items.iter().all(|item| item.start().is_none()) {
        return Ok(None);
    }
    ensure_boards(text, &items)?;
    let members = Members::of(&items, groups.len());
    let common = members.common_goal(&items)?;
    let mut has_goals = true;
    let (mut instances, mut taken, mut left) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for item in &items {
        let Some(board) = item.start() else { continue };
        let (line, group, beside) = (item.line, item.group, members.beside(item));
        let goals: Vec<Arrangement> = beside.iter().filter_map(|other| other.goal()).collect();
        let (goal, whose) = match (&goals[..], common) {
            ([], None) => (goal(known.goal.as_deref(), board.size())?, None),
            ([], Some(goal)) => (goal, Some(format!("the goal {goal}"))),
            ([goal], _) => (*goal, Some("a goal for each".to_owned())),
            _ => bail!("line {line}: {board} has two goals"),
        };
        has_goals &= whose.is_some();
        taken.extend(whose);
        let own = groups[group].filter(|_| members.is_alone(group)).map(str::to_owned);
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
