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
use optile_results::number::{Number, Of};
use optile_results::record::Origin;
use optile_results::rows::row::{Row, Status};
use optile_results::text::lines::{self, visible_lines};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::figures::pairs;
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
    /// The numbers of runs.
    numbers: Vec<Value>,
    pub(super) strategies: Vec<&'a str>,
    pub(super) sizes: Vec<String>,
    /// The statuses that occur, from good to bad.
    pub(super) statuses: Vec<Status>,
    /// Why a run of each of these has no path.
    pathless: Vec<String>,
    reasons: Vec<String>,
    origins: Vec<Value>,
    /// The pair that is compared first; empty with fewer than two strategies.
    pair: Vec<&'a str>,
    pub(super) instances: Instances,
    paths: Vec<&'a str>,
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
/// `reason` and `path` are places in the dictionaries; a path that is left out
/// has the place -1.
#[derive(Serialize)]
struct Runs<'a> {
    instance: Column<usize>,
    strategy: Column<usize>,
    origin: Column<Option<usize>>,
    status: Column<Option<usize>>,
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
        let numbers = own_numbers(&self.0)
            .into_iter()
            .map(|one| (one.name, column(&self.0, |row| one.of(row))));
        serializer.collect_map(numbers)
    }
}

/// The numbers that each run has of its own.
fn own_numbers(rows: &[&Row]) -> Vec<&'static Number> {
    let mut all = Number::of_rows(rows.iter().copied());
    all.retain(|number| !matches!(number.of, Of::Instance(_)));
    all
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

        let occurs = |status: &Status| rows.iter().any(|row| row.outcome.status == *status);
        let statuses: Vec<Status> = Status::ALL.into_iter().filter(occurs).collect();
        let mut reasons = Dictionary::default();
        let (path, paths) = paths(&rows, most_paths);
        let paths_left_out = path.iter().filter(|place| **place == Some(-1)).count();
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
            reason: column(&rows, |row| {
                row.outcome.reason.as_deref().map(|reason| reasons.place(reason))
            }),
            origin: column(&rows, |row| origins.get(&*row.run.origin).copied()),
            path: Column(path),
            sample: column(&rows, |row| row.run.sample),
            numbers: Numbers(rows),
        };
        Self {
            numbers: Number::of_rows(held)
                .into_iter()
                .map(|one| json!({"name": one.name, "about": one.about, "unit": one.unit, "rank": one.rank}))
                .collect(),
            strategies: trials.strategies().to_vec(),
            pathless: statuses.iter().map(|&status| why_pathless(status)).collect(),
            statuses,
            reasons: reasons.values.into_iter().map(visible_lines).collect(),
            origins: results.record.origins.iter().map(source).collect(),
            pair: pair(results, trials),
            sizes: boards.sizes.clone(),
            instances: boards.columns(),
            paths,
            count: held.len(),
            runs,
            runs_left_out: results.rows.len() - held.len(),
            paths_left_out,
        }
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
        let mut sizes: Vec<String> = Vec::new();
        for facts in &instances {
            let size = facts.size.to_string();
            if !sizes.contains(&size) {
                sizes.push(size);
            }
        }
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

/// The pair of the first scatter chart, or the first two strategies.
fn pair<'a>(results: &'a Results, trials: &Trials<'a>) -> Vec<&'a str> {
    match pairs(results, trials).first() {
        Some(&(a, b)) => vec![a, b],
        None => trials.strategies().iter().copied().take(2).collect(),
    }
}

fn why_pathless(status: Status) -> String {
    match status {
        Status::Solved => "the results hold none for this run".into(),
        Status::Unsolvable => "the goal cannot be reached from this start".into(),
        Status::NotFound => "the search found none, which does not say that there is none".into(),
        Status::Unsupported => "the strategy does not support boards of this size".into(),
        Status::Wrong => "the answer is wrong".into(),
        Status::Crashed => "the run crashed".into(),
        Status::TimeLimit | Status::NodeLimit | Status::MemoryLimit => {
            format!("the {} ended the run", status.name().replace('-', " "))
        }
    }
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
