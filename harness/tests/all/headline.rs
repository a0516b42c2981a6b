//! What the first lines of a report claim, against the rows of `results.csv` added up again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::process::run;

/// A run as `results.csv` has it.
struct Run {
    strategy: String,
    instance: String,
    size: String,
    length: u32,
    time: f64,
    expanded: f64,
}

/// The solved runs of strategies that promise optimal paths and search.
fn runs(folder: &Path) -> Vec<Run> {
    let mut reader = csv::Reader::from_path(folder.join("results.csv")).unwrap();
    let rows: Vec<BTreeMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    let compared = rows.iter().filter(|row| {
        row["promise"] == "optimal" && row["status"] == "solved" && row["strategy"] != "retrograde"
    });
    let number = |text: &String| text.parse().unwrap();
    compared
        .map(|row| Run {
            strategy: row["strategy"].clone(),
            instance: row["instance"].clone(),
            size: row["size"].clone(),
            length: row["length"].parse().unwrap(),
            time: number(&row["search_ns"]),
            expanded: number(&row["expanded"]),
        })
        .collect()
}

/// The claims of the page, without tags.
fn claims(folder: &Path) -> Vec<String> {
    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    let (_, rest) = page.split_once("<h1>").unwrap();
    let (title, _) = rest.split_once("</h1>").unwrap();
    let bare = |text: &str| -> String {
        let parts = text.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
        parts.collect::<String>().replace('\u{a0}', " ")
    };
    title.split("class=\"claim\">").skip(1).map(bare).collect()
}

/// Who is named for which lengths: of "a is the fastest up to 9 moves, b and c from 10 on", a for 0
/// to 9, and b and c for 10 and more.
fn parts<'c>(claim: &'c str, verbs: [&str; 2]) -> Option<Vec<(&'c str, u32, u32)>> {
    let (first, rest) = verbs.iter().find_map(|verb| claim.split_once(verb))?;
    let Some(rest) = rest.strip_prefix(" up to ") else {
        return Some(vec![(first, 0, u32::MAX)]);
    };
    let (to, rest) = rest.split_once(" moves, ").unwrap();
    let mut parts = vec![(first, 0, to.parse().unwrap())];
    let mut pieces = rest.split(" from ");
    let mut who = pieces.next().unwrap();
    for piece in pieces {
        let (lengths, next) = piece.split_once(", ").unwrap_or((piece, ""));
        let (from, to) =
            lengths.split_once(" to ").unwrap_or((lengths.trim_end_matches(" on"), ""));
        parts.push((who, from.parse().unwrap(), to.parse().unwrap_or(u32::MAX)));
        who = next;
    }
    Some(parts)
}

/// The value in the middle.
fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    (values[(values.len() - 1) / 2] + values[values.len() / 2]) / 2.0
}

/// The strategy that paid least for these lengths, on average over the instances that all strategies
/// solved, is among those that are named.
fn check_part((who, from, to): (&str, u32, u32), runs: &[&Run], cost: fn(&Run) -> f64) {
    // Of many equal ones, as with an author's own strategies, a claim only has the number.
    if who.ends_with(" strategies") {
        return;
    }
    let mut costs: BTreeMap<(&str, &str), Vec<f64>> = BTreeMap::new();
    for run in runs.iter().filter(|run| (from..=to).contains(&run.length)) {
        costs.entry((&run.strategy, &run.instance)).or_default().push(cost(run));
    }
    let strategies: BTreeSet<&str> = runs.iter().map(|run| &*run.strategy).collect();
    let instances: BTreeSet<&str> = costs.keys().map(|&(_, instance)| instance).collect();
    let common = instances
        .into_iter()
        .filter(|&instance| strategies.iter().all(|&one| costs.contains_key(&(one, instance))))
        .collect::<Vec<_>>();
    assert!(common.len() > 5, "{who} from {from} to {to}: {common:?}");
    let mean = |strategy: &str| -> f64 {
        let log =
            |instance: &&str| median(&mut costs[&(strategy, *instance)].clone()).max(1.0).ln();
        common.iter().map(log).sum::<f64>() / common.len() as f64
    };
    let means: BTreeMap<&str, f64> = strategies.iter().map(|&one| (one, mean(one))).collect();
    let best = means.values().copied().fold(f64::INFINITY, f64::min);
    // Many are counted and not named.
    if let Some(count) = who.strip_suffix(" strategies") {
        let best = means.values().filter(|&&mean| mean <= best).count();
        assert!(best <= count.parse().unwrap(), "{best} and not {who} from {from} to {to}");
        return;
    }
    let named: Vec<&str> = who.split(", ").flat_map(|part| part.split(" and ")).collect();
    for (strategy, mean) in &means {
        assert!(
            named.contains(strategy) || *mean > best,
            "{strategy} is better than {who} from {from} to {to}"
        );
    }
}

/// Checks each claim of a page; returns how many parts there were.
fn check(folder: &Path) -> usize {
    let runs = runs(folder);
    let mut checked = 0;
    for claim in claims(folder) {
        let (size, sentences) =
            claim.split_once(": ").filter(|(size, _)| size.len() == 3).unwrap_or(("", &claim));
        let runs: Vec<&Run> =
            runs.iter().filter(|run| size.is_empty() || run.size == size).collect();
        for sentence in sentences.trim_end_matches('.').split(". ") {
            let time = parts(sentence, [" is the fastest", " are the fastest"]);
            let nodes = parts(sentence, [" expands the fewest nodes", " expand the fewest nodes"]);
            let (found, cost): (_, fn(&Run) -> f64) = match (time, nodes) {
                // The share of preparing tables is not a column.
                (Some(_), None) if sentence.starts_with("With") => continue,
                (Some(found), None) => (found, |run| run.time),
                (None, Some(found)) => (found, |run| run.expanded),
                _ => panic!("an unknown claim: {sentence}"),
            };
            found.iter().for_each(|&part| check_part(part, &runs, cost));
            checked += found.len();
        }
    }
    checked
}

/// The claims about a suite hold.
fn claims_hold(arguments: &[&str]) {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("results");
    run(&out, &[arguments, &["--in-process", "--quiet"]].concat(), 0);
    assert!(check(&out) > 1);
}

#[test]
fn claims_about_eight_hold() {
    // A fifth of the boards.
    claims_hold(&["eight", "--instance", "*3", "--instance", "*7", "--repeat", "1"]);
}

#[test]
fn claims_about_boards_of_several_sizes_hold() {
    claims_hold(&["smoke", "--repeat", "1"]);
}

#[test]
#[ignore = "builds pattern databases of 15-puzzles"]
fn claims_about_tables_hold() {
    claims_hold(&["pdb-trade", "--repeat", "1"]);
}
