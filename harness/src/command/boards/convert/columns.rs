//! Lists with a board on each line, and other columns beside it.

use std::collections::BTreeSet;

use anyhow::{Result, bail, ensure};
use optile_core::{Arrangement, Meter, Problem, Reading, Size};
use optile_heuristics::BoardEstimates;
use optile_results::published::Counts;
use optile_results::text::quantity::{counted, enumerated};
use optile_runner::instances::instance::Instance;

use crate::command::boards::spelling::{Known, goal};
use crate::registry;

/// What the columns beside the tiles are.
struct Columns {
    id: Option<usize>,
    length: Option<usize>,
    count: Option<usize>,
}

/// Instances, each after the line of its board.
pub(super) type Numbered = Vec<(u64, Instance)>;

/// The most moves that a length may have. Larger numbers are counts.
const LONGEST: u64 = 300;

/// The words of a line. Commas separate them too, unless they group the digits of a number.
fn words(line: &str) -> Vec<String> {
    let parts = line.split(|sign: char| sign.is_whitespace() || "[](){};|:".contains(sign));
    let parts = parts.filter(|part| !part.is_empty());
    let words = parts.flat_map(|part| {
        let is_grouped = part.split(',').skip(1).all(|digits| digits.len() == 3);
        let grouped = [part.replace(',', "")];
        let split = part.split(',').filter(|word| !word.is_empty()).map(str::to_owned);
        if is_grouped { grouped.to_vec() } else { split.collect() }
    });
    words.collect()
}

/// Whether a line is one of the list: numbers, perhaps after the name of the instance.
fn is_record(words: &[String]) -> bool {
    let is_number = |word: &String| word.parse::<u64>().is_ok();
    words.len() > 1 && words[1..].iter().all(is_number)
}

fn board(words: &[String], begin: usize, size: Size) -> Option<Arrangement> {
    let tiles = words.get(begin..begin + size.cells())?;
    let tiles: Vec<u8> = tiles.iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    Arrangement::new(size, &tiles).ok()
}

/// Where the tiles begin in each record, and their size.
fn places(records: &[Vec<String>], size: Option<Size>) -> Vec<(usize, Size)> {
    let squares = [2, 3, 4, 5].map(|side| Size::new(side, side).ok());
    let sizes = if size.is_some() { vec![size] } else { squares.to_vec() };
    let length = records.first().map_or(0, Vec::len);
    let all = (0..length).flat_map(|begin| sizes.iter().flatten().map(move |&size| (begin, size)));
    let is_common = |&(begin, size): &(usize, Size)| {
        // There is at most one column of each kind beside the tiles. Boards alone are no list.
        (1..=3).contains(&length.saturating_sub(size.cells()))
            && records
                .iter()
                .all(|words| words.len() == length && board(words, begin, size).is_some())
    };
    all.filter(is_common).collect()
}

/// Fails if a line that is not of the list has a board.
fn ensure_none(others: &[(u64, Vec<String>)], size: Size) -> Result<()> {
    for (number, words) in others {
        let boards = (0..words.len()).filter(|&begin| board(words, begin, size).is_some());
        if boards.count() > 0 {
            bail!(
                "line {number}: \"{}\" has a board, but other columns than other lines",
                words.join(" ")
            );
        }
    }
    Ok(())
}

fn counted_nodes(count: u64, is_expanded: bool) -> Counts {
    match is_expanded {
        true => Counts { expanded: Some(count), generated: None },
        false => Counts { expanded: None, generated: Some(count) },
    }
}

/// What each column was taken for: the tiles, the id, the length and the count.
fn described(
    begin: usize,
    size: Size,
    [id, length, count]: [Option<usize>; 3],
    is_expanded: bool,
) -> String {
    let mut note = format!("columns {} to {} are tiles", begin + 1, begin + size.cells());
    let nodes = if is_expanded { "nodes expanded" } else { "nodes generated" };
    for (column, what) in [(id, "the id"), (length, "the optimal length"), (count, nodes)] {
        note.extend(column.map(|column| format!(", column {} is {what}", column + 1)));
    }
    note
}

/// The instances of a list, and what its columns were taken for; `None` if it has no boards.
///
/// # Errors
///
/// When the text can be read in two ways, or a column fits nothing.
pub(super) fn read(
    text: &str,
    known: &Known,
    keeps_unsolvable: bool,
) -> Result<Option<(Numbered, String)>> {
    let lines = (1..).zip(text.lines().map(words)).filter(|(_, line)| !line.is_empty());
    let (numbered, others): (Vec<(u64, _)>, Vec<_>) =
        lines.partition(|(_, words)| is_record(words));
    let (mut numbers, mut records): (Vec<u64>, Vec<_>) = numbered.into_iter().unzip();
    let mut found = places(&records, known.size);
    if found.is_empty() && records.len().is_multiple_of(2) {
        // Each board may have two lines.
        records = records.chunks(2).map(<[_]>::concat).collect();
        numbers = numbers.chunks(2).map(|pair| pair[0]).collect();
        found = places(&records, known.size);
    }
    let (begin, size) = match found[..] {
        [] => return Ok(None),
        [place] => place,
        [(one, _), (two, _), ..] => bail!(
            "the tiles may begin with column {} or {}: give the size, or remove other columns",
            one + 1,
            two + 1
        ),
    };
    ensure_none(&others, size)?;
    let goal = goal(known.goal.as_deref(), size)?;
    let mut problems = Vec::new();
    for words in &records {
        problems.extend(board(words, begin, size).map(|start| Problem::new(start, goal)));
    }
    let problems = problems.into_iter().collect::<Result<Vec<_>, _>>()?;
    if known.goal.is_none() && !keeps_unsolvable {
        ensure_solvable(numbers.iter().copied().zip(&problems))?;
    }
    let mut beside: Vec<usize> = (0..records[0].len()).collect();
    beside.drain(begin..begin + size.cells());
    let Columns { id, length, count } = columns(&records, &problems, &beside)?;
    let is_expanded =
        others.iter().flat_map(|(_, words)| words).any(|word| word.starts_with("expanded"));
    let counts = |count: u64| counted_nodes(count, is_expanded);
    let numbered = (1..).zip(numbers).zip(records.iter().zip(problems));
    let instances = numbered.map(|((place, line), (words, problem))| {
        let number = |column: Option<usize>| words[column?].parse::<u64>().ok();
        let instance = Instance {
            id: id.map_or_else(|| i32::to_string(&place), |id| words[id].clone()),
            problem,
            optimal: number(length).map(|length| length as u32),
            counts: number(count).map(counts),
        };
        (line, instance)
    });
    let mut note = described(begin, size, [id, length, count], is_expanded);
    let written = known.goal.as_ref().and_then(|text| Reading::of(text, Some(size)).ok());
    note.extend(written.filter(|goal| !goal.is_usual).map(|_| format!(", the goal is {goal}")));
    if !others.is_empty() {
        note.push_str(&format!("; left out: {}, without a board", lines_of(&others)));
    }
    Ok(Some((instances.collect(), note)))
}

/// The most lines that are named.
const MOST_LINES: usize = 5;

/// The numbers of lines, in words.
fn lines_of(lines: &[(u64, Vec<String>)]) -> String {
    let mut names: Vec<String> =
        lines.iter().take(MOST_LINES).map(|(number, _)| number.to_string()).collect();
    let more = lines.len() - names.len();
    names.extend((more > 0).then(|| format!("{more} more")));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    format!("line{} {}", if lines.len() == 1 { "" } else { "s" }, enumerated(&names))
}

/// Fails if boards have no solution, and names all of them with their lines.
pub(super) fn ensure_solvable<'a>(boards: impl Iterator<Item = (u64, &'a Problem)>) -> Result<()> {
    let unsolvable = boards.filter(|(_, problem)| !problem.is_solvable());
    let unsolvable: Vec<String> =
        unsolvable.map(|(line, problem)| format!("line {line}: {problem}")).collect();
    ensure!(
        unsolvable.is_empty(),
        "{} without a solution: name the goal, as in --goal blank-first, or keep them with \
         --keep-unsolvable: {}",
        counted(unsolvable.len(), "board"),
        unsolvable.join("; ")
    );
    Ok(())
}

/// Whether a path of this problem may have this length: not less than the estimate, and of the same
/// parity.
pub(super) fn can_be_length(problem: &Problem, length: u64) -> Result<bool> {
    let registry = registry::all();
    let (heuristics, goal) = (registry.heuristics(), problem.goal());
    let estimates = BoardEstimates::new(heuristics, "manhattan", goal, &mut Meter::default())?;
    Ok(is_length_of(&estimates, problem, length))
}

fn is_length_of(estimates: &BoardEstimates, problem: &Problem, length: u64) -> bool {
    let least = estimates.of(problem.start()).map_or(0, u64::from);
    length <= LONGEST && length.checked_sub(least).is_some_and(|more| more.is_multiple_of(2))
}

/// What the columns beside the tiles are, if each can be one thing only.
fn columns(records: &[Vec<String>], problems: &[Problem], beside: &[usize]) -> Result<Columns> {
    let registry = registry::all();
    let goal = problems[0].goal();
    let estimates =
        BoardEstimates::new(registry.heuristics(), "manhattan", goal, &mut Meter::default())?;
    let is_length = |&column: &usize| {
        records.iter().zip(problems).all(|(words, problem)| {
            let length = words[column].parse::<u64>();
            !problem.is_solvable()
                || length.is_ok_and(|length| is_length_of(&estimates, problem, length))
        }) && problems.iter().any(Problem::is_solvable)
    };
    let ids: BTreeSet<&String> = records.iter().map(|words| &words[0]).collect();
    let id = beside.first().copied().filter(|&first| first == 0 && ids.len() == records.len());
    let lengths: Vec<usize> = beside.iter().copied().filter(is_length).collect();
    let length = match lengths[..] {
        [] => None,
        [only] if id == Some(only) => {
            bail!("column 1 may be an id or an optimal length: remove it")
        }
        [first, length] if id == Some(first) => Some(length),
        [only] => Some(only),
        [_, two, ..] => bail!("column {} may be an optimal length too: remove it", two + 1),
    };
    let mut others = beside.iter().copied().filter(|&other| ![id, length].contains(&Some(other)));
    let count = others.next();
    let is_count = |words: &Vec<String>| {
        count.and_then(|count| words[count].parse().ok()).is_some_and(|n: u64| n > LONGEST)
    };
    let unknown = others.next().or(count.filter(|_| !records.iter().any(is_count)));
    if let Some(column) = unknown {
        bail!(
            "column {} is neither an id, nor counts, nor lengths of paths to {goal}: remove it, or \
             name the goal",
            column + 1
        );
    }
    Ok(Columns { id, length, count })
}
