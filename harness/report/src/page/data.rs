//! The runs as the page's script reads them: columns and dictionaries.
//!
//! A repeated text is written once and referred to by its place. The data of many
//! runs are compressed, so a hundred thousand runs are a few megabytes.

use std::collections::{BTreeSet, HashMap};
use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::DeflateEncoder;
use maud::{Markup, PreEscaped, html};
use optile_core::Size;
use optile_results::Results;
use optile_results::number::{Number, Of, Rank};
use optile_results::record::{Origin, shell_line};
use optile_results::rows::row::{Row, Status};
use optile_results::text::lines::{self, visible_lines};
use optile_statistics::Resampling;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::bands::{BAND, FEWEST_IN_CLASS};
use crate::figures::first_pair;
use crate::trial::{InstanceFacts, Trials};

/// The most runs of a page. Browsers can show twice as many, but slowly.
pub(super) const MOST_RUNS: usize = 250_000;

/// The most bytes of paths of a page.
pub(super) const MOST_PATHS: usize = 16_000_000;

/// The most bytes of data that stay readable in the page; more are compressed.
const MOST_READABLE: usize = 1_000_000;

/// All that the script knows about the results.
#[derive(Serialize)]
pub(crate) struct Data<'a> {
    /// The costs of runs, and the other numbers that any run has.
    #[serde(serialize_with = "described")]
    numbers: Vec<&'static Number>,
    pub(super) strategies: Vec<&'a str>,
    /// Their names as a shell reads them.
    words: Vec<String>,
    pub(super) sizes: Vec<String>,
    /// The statuses that occur, from good to bad.
    pub(super) statuses: Vec<Status>,
    /// What is said of paths.
    notes: Vec<&'static str>,
    reasons: Vec<String>,
    origins: Vec<Value>,
    /// The pair that is compared first; empty with fewer than two strategies.
    pair: Vec<&'a str>,
    pub(super) instances: Instances,
    paths: Vec<&'a str>,
    /// How pairs of strategies are compared in classes of instances.
    classes: Classes,
    /// How many runs there are.
    count: usize,
    /// Sorted by instance, strategy and sample.
    runs: Runs<'a>,
    /// Runs that are left out because the page would be too large.
    #[serde(skip)]
    pub(super) runs_left_out: usize,
    /// Runs whose paths are left out because the page would be too large.
    #[serde(skip)]
    pub(super) paths_left_out: usize,
}

/// What the script needs for the classes and intervals of `optile compare --by length`.
#[derive(Serialize)]
struct Classes {
    #[serde(flatten)]
    resampling: Resampling,
    fewest: usize,
    band: u32,
}

impl Classes {
    /// For up to so many instances.
    fn of(most: usize) -> Self {
        Self { resampling: Resampling::of(most), fewest: FEWEST_IN_CLASS, band: BAND }
    }
}

#[derive(Serialize)]
pub(super) struct Instances {
    pub(super) id: Vec<String>,
    size: Column<usize>,
    /// Boards as words with one character per tile, see [`word`].
    start: Column<Option<String>>,
    goal: Column<Option<String>>,
    pub(super) optimal: Column<Option<u32>>,
}

/// Numbers are those of the rows. `instance`, `strategy`, `origin`, `status`,
/// `note`, `reason` and `path` are places in the dictionaries; a path that is left out
/// has the place -1.
#[derive(Serialize)]
struct Runs<'a> {
    instance: Column<usize>,
    strategy: Column<usize>,
    origin: Column<Option<usize>>,
    status: Column<Option<usize>>,
    note: Column<Option<usize>>,
    reason: Column<Option<usize>>,
    path: Column<Option<i64>>,
    sample: Column<u32>,
    #[serde(flatten)]
    numbers: Numbers<'a>,
}

/// The numbers of these rows. Only the column that is being written is in memory.
struct Numbers<'a>(Vec<&'a Row>);

impl Serialize for Numbers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let numbers = Number::of_rows(self.0.iter().copied());
        let columns = own(&numbers).map(|one| (one.name, column(&self.0, |row| one.of(row))));
        serializer.collect_map(columns)
    }
}

/// The numbers that each run has of its own.
fn own(numbers: &[&'static Number]) -> impl Iterator<Item = &'static Number> {
    numbers.iter().copied().filter(|number| !matches!(number.of, Of::Instance(_)))
}

fn statuses(rows: &[Row]) -> Vec<Status> {
    let occurs = |status: &Status| rows.iter().any(|row| row.outcome.status == *status);
    Status::ALL.into_iter().filter(occurs).collect()
}

/// The costs, and the other numbers that any of these runs has.
fn numbers(rows: &[Row]) -> Vec<&'static Number> {
    let mut all = Number::of_rows(rows);
    all.retain(|one| one.rank == Rank::Cost || rows.iter().any(|row| one.of(row) > Some(0)));
    all
}

fn described<S: Serializer>(numbers: &[&'static Number], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(numbers.iter().map(|one| {
        let Number { name, about, unit, rank, .. } = one;
        json!({"name": name, "about": about, "unit": unit, "rank": rank})
    }))
}

impl<'a> Data<'a> {
    /// The first [`MOST_RUNS`] runs, with [`MOST_PATHS`] bytes of paths.
    pub(super) fn of(results: &'a Results, trials: &Trials<'a>) -> Self {
        Self::limited(results, trials, MOST_RUNS, MOST_PATHS)
    }

    /// The first `most_runs` runs, with `most_paths` bytes of paths.
    pub(super) fn limited(
        results: &'a Results,
        trials: &Trials<'a>,
        most_runs: usize,
        most_paths: usize,
    ) -> Self {
        let held = &results.rows[..results.rows.len().min(most_runs)];
        let boards = Boards::of(trials, held);
        let strategies: HashMap<&str, usize> =
            trials.strategies().iter().enumerate().map(|(place, &name)| (name, place)).collect();
        let place = |row: &Row| (boards.places[&*row.run.instance], strategies[&*row.run.strategy]);
        let mut rows: Vec<&Row> = held.iter().collect();
        rows.sort_by_cached_key(|row| (place(row), row.run.sample));

        let statuses = statuses(held);
        let (mut notes, mut reasons) = (Dictionary::default(), Dictionary::default());
        let (path, paths) = paths(&rows, most_paths);
        let instances = boards.columns();
        let note_of = |(&row, path): (&&Row, &Option<i64>)| {
            let has_board = instances.start.0[place(row).0].is_some();
            note(row, *path == Some(-1), has_board).map(|note| notes.place(note))
        };
        let origins: HashMap<&str, usize> = (0..)
            .zip(&results.record.origins)
            .map(|(place, origin)| (&*origin.id, place))
            .collect();
        let runs = Runs {
            instance: column(&rows, |row| place(row).0),
            strategy: column(&rows, |row| place(row).1),
            status: column(&rows, |row| {
                statuses.iter().position(|status| *status == row.outcome.status)
            }),
            note: Column(rows.iter().zip(&path).map(note_of).collect()),
            reason: column(&rows, |row| {
                row.outcome.reason.as_deref().map(|reason| reasons.place(reason))
            }),
            origin: column(&rows, |row| origins.get(&*row.run.origin).copied()),
            path: Column(path),
            sample: column(&rows, |row| row.run.sample),
            numbers: Numbers(rows),
        };
        Self {
            numbers: numbers(held),
            strategies: trials.strategies().to_vec(),
            words: trials.strategies().iter().map(|&name| shell_line(&[name.to_owned()])).collect(),
            notes: notes.values,
            statuses,
            reasons: reasons.values.into_iter().map(visible_lines).collect(),
            origins: results.record.origins.iter().map(source).collect(),
            pair: pair(results, trials),
            sizes: boards.sizes.clone(),
            classes: Classes::of(boards.instances.len()),
            instances,
            paths,
            count: held.len(),
            paths_left_out: runs.path.0.iter().filter(|place| **place == Some(-1)).count(),
            runs,
            runs_left_out: results.rows.len() - held.len(),
        }
    }

    /// The numbers by which strategies can be compared.
    pub(super) fn compared(&self) -> impl Iterator<Item = &'static Number> {
        own(&self.numbers)
    }

    /// The element that holds the data. Nothing in it can end the element. Texts are as in the
    /// [markup](super::printable).
    pub(super) fn element(&self) -> serde_json::Result<Markup> {
        let json = lines::json(&serde_json::to_string(self)?);
        let (kind, text) = if json.len() > MOST_READABLE {
            let mut bytes = Vec::new();
            // Pages are 4 % larger than at level 6, and reports of many rows take a tenth less time.
            DeflateEncoder::new(json.as_bytes(), Compression::new(4))
                .read_to_end(&mut bytes)
                .map_err(serde_json::Error::io)?;
            ("application/octet-stream", STANDARD.encode(bytes))
        } else {
            ("application/json", json.replace('<', "\\u003c"))
        };
        Ok(html! { script type=(kind) id="data" { (PreEscaped(text)) } })
    }
}

fn column<'a, T>(rows: &[&'a Row], value: impl FnMut(&'a Row) -> T) -> Column<T> {
    Column(rows.iter().copied().map(value).collect())
}

/// The place of each row's path, and all different paths; -1 for paths that do
/// not fit into `most` bytes.
fn paths<'a>(rows: &[&'a Row], most: usize) -> (Vec<Option<i64>>, Vec<&'a str>) {
    let mut paths = Dictionary::default();
    let mut bytes = 0;
    let mut place = |moves: &'a str| {
        if !paths.has(moves) {
            if bytes + moves.len() > most {
                return -1;
            }
            bytes += moves.len();
        }
        paths.place(moves) as i64
    };
    let places = rows.iter().map(|row| row.outcome.moves.as_deref().map(&mut place)).collect();
    (places, paths.values)
}

/// The instances of the rows, in the order of the suite, then others by name.
struct Boards<'a> {
    places: HashMap<&'a str, usize>,
    sizes: Vec<String>,
    instances: Vec<InstanceFacts<'a>>,
}

impl<'a> Boards<'a> {
    fn of(trials: &Trials<'a>, rows: &[Row]) -> Self {
        let held: BTreeSet<&str> = rows.iter().map(|row| row.run.instance.as_str()).collect();
        let instances = trials.instances().iter().copied();
        let instances: Vec<_> = instances.filter(|facts| held.contains(facts.id)).collect();
        let sizes: BTreeSet<(usize, Size)> =
            instances.iter().map(|facts| (facts.size.cells(), facts.size)).collect();
        let sizes = sizes.into_iter().map(|(_, size)| size.to_string()).collect();
        let places = instances.iter().enumerate().map(|(place, facts)| (facts.id, place));
        Self { places: places.collect(), sizes, instances }
    }

    fn columns(&self) -> Instances {
        let each = || self.instances.iter();
        let drawn = |of: fn((&'a str, &'a str)) -> &'a str| {
            let words = each().map(|facts| word(facts.size, of(facts.tiles?)));
            Column(words.collect())
        };
        let size = |facts: &InstanceFacts<'_>| {
            let text = facts.size.to_string();
            self.sizes.iter().position(|size| *size == text)
        };
        Instances {
            id: each().map(|facts| visible_lines(facts.id)).collect(),
            size: Column(each().filter_map(size).collect()),
            start: drawn(|(start, _)| start),
            goal: drawn(|(_, goal)| goal),
            optimal: Column(each().map(|facts| facts.optimal).collect()),
        }
    }
}

/// A board as a word with one character per tile: digits, then letters from `a`
/// for 10. `None` if the tiles do not form a board of this size.
fn word(size: Size, tiles: &str) -> Option<String> {
    let cells = tiles.split(' ').map(|tile| tile.parse().ok());
    let cells: Vec<u32> = cells.collect::<Option<_>>()?;
    let mut ascending = cells.clone();
    ascending.sort_unstable();
    if !ascending.into_iter().eq(0..size.cells() as u32) {
        return None;
    }
    cells.into_iter().map(|tile| char::from_digit(tile, 36)).collect()
}

/// The pair that is compared first, or the first two strategies.
fn pair<'a>(results: &'a Results, trials: &Trials<'a>) -> Vec<&'a str> {
    match first_pair(results, trials) {
        Some((a, b)) => vec![a, b],
        None => trials.strategies().iter().copied().take(2).collect(),
    }
}

/// What a reader of a run should know about its path, or why there is none to step through.
fn note(row: &Row, is_left_out: bool, has_board: bool) -> Option<&'static str> {
    let outcome = &row.outcome;
    let has_moves = outcome.moves.as_ref().is_some_and(|moves| !moves.is_empty());
    Some(match outcome.status {
        _ if !has_board => "The results hold no board of this instance.",
        _ if is_left_out => "The path is in results.jsonl; this page has no room for it.",
        Status::Wrong if has_moves => "This answer is wrong.",
        _ if has_moves => return None,
        _ if outcome.length() == Some(0) => "The start is the goal, so there is no move.",
        Status::Solved => "The results hold no path of this run.",
        Status::Unsolvable => "The goal cannot be reached from this start.",
        Status::NotFound => "The search found no path, which does not say that there is none.",
        Status::Unsupported => "The strategy does not support boards of this size.",
        Status::Wrong => "The answer is wrong.",
        Status::Crashed => "The run crashed.",
        Status::TimeLimit => "There is no path: the time limit ended the run.",
        Status::NodeLimit => "There is no path: the node limit ended the run.",
        Status::MemoryLimit => "There is no path: the memory limit ended the run.",
    })
}

/// The origin of a run in one line.
fn source(origin: &Origin) -> Value {
    let host = if origin.host.is_empty() { "an unnamed machine" } else { &origin.host };
    let about = format!(
        "optile {} ({}) on {host}, {}, from {}",
        origin.version, origin.revision, origin.cpu, origin.started
    );
    json!({"id": origin.id, "about": visible_lines(&about)})
}

/// One value per run; written as a single value if all are the same.
pub(super) struct Column<T>(Vec<T>);

impl<T: Serialize + PartialEq> Serialize for Column<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0[..] {
            [first, rest @ ..] if rest.iter().all(|value| value == first) => {
                first.serialize(serializer)
            }
            all => serializer.collect_seq(all),
        }
    }
}

impl<T: PartialEq> Column<T> {
    /// Whether all values are the same.
    pub(super) fn is_one(&self) -> bool {
        self.0.windows(2).all(|pair| pair[0] == pair[1])
    }
}

/// Different values in the order of their first use, each with its place.
#[derive(Default)]
struct Dictionary<'a> {
    places: HashMap<&'a str, usize>,
    values: Vec<&'a str>,
}

impl<'a> Dictionary<'a> {
    fn has(&self, value: &str) -> bool {
        self.places.contains_key(value)
    }

    fn place(&mut self, value: &'a str) -> usize {
        *self.places.entry(value).or_insert_with(|| {
            self.values.push(value);
            self.values.len() - 1
        })
    }
}
