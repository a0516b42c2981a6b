//! Lists with a board on each line, and other columns beside it.

use std::collections::BTreeSet;

use anyhow::{Result, bail, ensure};
use optile_core::{Arrangement, Meter, Problem, Size};
use optile_heuristics::BoardEstimates;
use optile_results::counts::Counts;
use optile_runner::instances::instance::Instance;

use crate::command::boards::spelling::{Known, goal};
use crate::registry;

/// What a column may be.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Id,
    Length,
    Count,
}

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

/// The instances of a list, and what its columns were taken for; `None` if it has no boards.
///
/// # Errors
///
/// When the text can be read in two ways, or a column fits nothing.
pub(super) fn read(text: &str, known: &Known) -> Result<Option<(Vec<Instance>, String)>> {
    let lines: Vec<Vec<String>> = text.lines().map(words).filter(|line| !line.is_empty()).collect();
    let (mut records, others): (Vec<_>, Vec<_>) =
        lines.into_iter().partition(|words| is_record(words));
    let mut found = places(&records, known.size);
    if found.is_empty() && records.len().is_multiple_of(2) {
        // Each board may have two lines.
        records = records.chunks(2).map(<[_]>::concat).collect();
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
    let goal = goal(known.goal.as_deref(), size)?;
    let mut problems = Vec::new();
    for words in &records {
        problems.extend(board(words, begin, size).map(|start| Problem::new(start, goal)));
    }
    let problems = problems.into_iter().collect::<Result<Vec<_>, _>>()?;
    problems.iter().try_for_each(|problem| ensure_goal(known, problem))?;
    let mut columns: Vec<usize> = (0..records[0].len()).collect();
    columns.drain(begin..begin + size.cells());
    let kinds = kinds(&records, &problems, &columns)?;
    let of = |words: &[String], kind: Kind| {
        let place = kinds.iter().position(|&known| known == kind)?;
        Some(words[columns[place]].clone())
    };
    let number = |words: &[String], kind: Kind| of(words, kind)?.parse::<u64>().ok();
    let is_expanded = others.iter().flatten().any(|word| word.starts_with("expanded"));
    let counts = |count: u64| match is_expanded {
        true => Counts { expanded: Some(count), generated: None },
        false => Counts { expanded: None, generated: Some(count) },
    };
    let instances =
        (1..).zip(records.iter().zip(problems)).map(|(line, (words, problem))| Instance {
            id: of(words, Kind::Id).unwrap_or_else(|| i32::to_string(&line)),
            problem,
            optimal: number(words, Kind::Length).map(|length| length as u32),
            counts: number(words, Kind::Count).map(counts),
        });
    let mut note = format!("columns {} to {} are tiles", begin + 1, begin + size.cells());
    for (column, kind) in columns.iter().zip(&kinds) {
        let what = match kind {
            Kind::Id => "the id",
            Kind::Length => "the optimal length",
            Kind::Count if is_expanded => "nodes expanded",
            Kind::Count => "nodes generated",
        };
        note.push_str(&format!(", column {} is {what}", column + 1));
    }
    if !others.is_empty() {
        note.push_str(&format!("; left out: {} without a board", others.len()));
    }
    Ok(Some((instances.collect(), note)))
}

/// Refuses a board without a solution whose goal nobody has named.
pub(super) fn ensure_goal(known: &Known, problem: &Problem) -> Result<()> {
    ensure!(
        known.goal.is_some() || problem.is_solvable(),
        "{problem} has no solution: name the goal, as in --goal blank-first"
    );
    Ok(())
}

/// The only kinds that these columns can be, each of another one.
fn kinds(records: &[Vec<String>], problems: &[Problem], columns: &[usize]) -> Result<Vec<Kind>> {
    let registry = registry::all();
    let goal = problems[0].goal();
    let estimates =
        BoardEstimates::new(registry.heuristics(), "manhattan", goal, &mut Meter::default())?;
    let is = |column: usize, kind: Kind| {
        let numbers = records.iter().map(|words| words[column].parse::<u64>().ok());
        let mut pairs = numbers.clone().zip(problems);
        match kind {
            Kind::Id => {
                let ids = records.iter().map(|words| &words[column]);
                column == 0
                    && columns[0] == 0
                    && ids.collect::<BTreeSet<_>>().len() == records.len()
            }
            Kind::Length => pairs.all(|(number, problem)| {
                let least = estimates.of(problem.start()).map_or(0, u64::from);
                let beyond = number.and_then(|number| number.checked_sub(least));
                let is_even = beyond.is_some_and(|beyond| beyond.is_multiple_of(2));
                is_even && number <= Some(LONGEST) && problem.is_solvable()
            }),
            Kind::Count => numbers.flatten().any(|number| number > LONGEST),
        }
    };
    let mut all: Vec<Vec<Kind>> = vec![Vec::new()];
    for &column in columns {
        let possible = [Kind::Id, Kind::Length, Kind::Count].into_iter().filter(|&k| is(column, k));
        let possible: Vec<Kind> = possible.collect();
        ensure!(
            !possible.is_empty(),
            "column {} is neither an id, nor counts, nor lengths of paths to {goal}: remove it, or \
             name the goal",
            column + 1
        );
        let longer = |kinds: &Vec<Kind>| {
            let free = possible.iter().filter(|kind| !kinds.contains(kind));
            free.map(|&kind| [&kinds[..], &[kind]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    match &all[..] {
        [kinds] => Ok(kinds.clone()),
        [] => bail!("several columns are of the same kind: remove what is not needed"),
        [one, two, ..] => {
            let place = one.iter().zip(two).position(|(one, two)| one != two).unwrap_or_default();
            bail!(
                "column {} may be {:?} or {:?}: remove it, or put the other before it",
                columns[place] + 1,
                one[place],
                two[place]
            )
        }
    }
}
