//! Lower bounds on the states that a search from both ends must expand, as a line of JSON for
//! each instance of a file: `cargo run --release -p optile-bihs --example bounds -- FILE.tsv
//! manhattan`. The heuristic must be consistent. `docs/methodology.md` defines the figures.

use std::env;
use std::error::Error;
use std::fs;

use optile_core::{Heuristic, Heuristics, Meter, Problem, Stop};
use optile_heuristics::Catalogue;

use bounds::Bounds;

#[expect(dead_code, unused_imports, reason = "the tests use the rest")]
#[path = "../tests/common/bounds/mod.rs"]
mod bounds;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [file, heuristic] = &arguments[..] else {
        return Err("expected an instance file and a heuristic: bounds FILE.tsv manhattan".into());
    };
    let heuristic = Catalogue::default().named(heuristic)?;
    let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let goal = text.lines().find_map(|line| line.strip_prefix("# goal:"));
    let mut instances = 0;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let (id, problem) = instance(line, goal).map_err(|error| format!("{line:?}: {error}"))?;
        print(id, &problem, &*heuristic)?;
        instances += 1;
    }
    if instances == 0 {
        return Err(format!("{file} has no lines with an id, tiles and a length").into());
    }
    Ok(())
}

/// The id and the problem of a line, whose fourth column may be a goal of its own.
fn instance<'a>(line: &'a str, goal: Option<&str>) -> Result<(&'a str, Problem), Box<dyn Error>> {
    let columns: Vec<&str> = line.split('\t').map(str::trim).collect();
    let &[id, start, _, ref rest @ ..] = &columns[..] else {
        return Err("expected id, tiles and optimal length or -, separated by tabs".into());
    };
    let is_goal = |column: &&str| column.contains(|c: char| c.is_whitespace() || c == ',');
    match rest.first().copied().filter(is_goal).or(goal) {
        Some(goal) => Ok((id, format!("{start} -> {goal}").parse()?)),
        None => Ok((id, start.parse()?)),
    }
}

/// Prints the line of an instance. One without a solution has no bounds.
fn print(id: &str, problem: &Problem, heuristic: &dyn Heuristic) -> Result<(), Stop> {
    let found = match bounds::bounds(problem, heuristic, &mut Meter::default()) {
        Ok(found) => found,
        Err(Stop::Unsolvable) => return Ok(()),
        Err(stop) => return Err(stop),
    };
    let Bounds { length, basic, consistent, astar, astar_reverse, .. } = found;
    let p_star = found.p_star().map_or("null".to_owned(), |p| p.to_string());
    println!(
        "{{\"instance\":{id:?},\"length\":{length},\"basic\":{basic},\"consistent\":{consistent},\
         \"astar\":{astar},\"astar_reverse\":{astar_reverse},\"p_star\":{p_star}}}"
    );
    Ok(())
}
