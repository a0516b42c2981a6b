//! The file in which bounds are kept, beside the instance file.
//!
//! Each line has the bounds of one problem with one heuristic, and a checksum. It names
//! everything that the bounds depend on: the start and the goal, the heuristic, and the
//! version of the definitions. So bounds that no longer apply are not found, even if the
//! instance file has changed.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::str;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use optile_bounds::{Bounds, DEFINITION};
use optile_core::Problem;
use optile_results::disk;
use optile_runner::library::Console;
use xxhash_rust::xxh3::xxh3_64;

/// The ending of the file, in place of that of the instance file.
const ENDING: &str = "bounds.tsv";

/// The first line of the file.
const HEADER: &str = "# optile bounds: definition, heuristic, problem, length, basic, consistent, \
    astar, astar-reverse, least g that is not in the forward cover, checksum";

/// The time between two writes.
const PAUSE: Duration = Duration::from_secs(5);

/// What happens to a damaged file.
#[derive(Clone, Copy, Debug)]
pub(super) enum Damage {
    /// It is an error.
    Refused,
    /// It counts as an empty file.
    Replaced,
}

/// The bounds that are known.
pub(super) struct Cache {
    /// `None` if they are not kept.
    path: Option<PathBuf>,
    known: Known,
    written: Instant,
    is_changed: bool,
}

/// Bounds by the columns that name what they were computed from.
type Known = BTreeMap<String, Bounds>;

/// The columns of a line that name what its bounds were computed from.
fn key(heuristic: &str, problem: &Problem) -> String {
    let heuristic: String = heuristic.split_whitespace().collect();
    format!("{DEFINITION}\t{heuristic}\t{problem}\t")
}

impl Cache {
    /// The bounds beside an instance file.
    pub(super) fn beside(instances: &Path, damage: Damage) -> Result<Self> {
        let path = (instances != Path::new("-")).then(|| instances.with_extension(ENDING));
        let known = path.as_deref().map_or(Ok(Known::new()), read);
        let known = match damage {
            Damage::Replaced => known.unwrap_or_default(),
            Damage::Refused => known?,
        };
        Ok(Self { path, known, written: Instant::now(), is_changed: false })
    }

    pub(super) fn get(&self, heuristic: &str, problem: &Problem) -> Option<Bounds> {
        self.known.get(&key(heuristic, problem)).copied()
    }

    /// Adds bounds, and writes the file if that was not done for some time.
    pub(super) fn insert(&mut self, heuristic: &str, problem: &Problem, bounds: Bounds) {
        self.known.insert(key(heuristic, problem), bounds);
        self.is_changed = true;
        if self.written.elapsed() >= PAUSE {
            self.write();
        }
    }

    /// Writes the file if it changes. If this fails, a warning says so, and the bounds are no
    /// longer kept.
    pub(super) fn write(&mut self) {
        let Some(path) = self.path.as_deref().filter(|_| self.is_changed) else { return };
        if let Err(error) = disk::redraw(path, text(&self.known).as_bytes()) {
            let console = Console { is_quiet: false };
            console.warn(format_args!("cannot write {}: {error}", path.display()));
            self.path = None;
        }
        self.written = Instant::now();
        self.is_changed = false;
    }
}

fn text(known: &Known) -> String {
    let mut text = format!("{HEADER}\n");
    for (key, bounds) in known {
        let &Bounds { length, basic, consistent, astar, astar_reverse, cut } = bounds;
        let line =
            format!("{key}{length}\t{basic}\t{consistent}\t{astar}\t{astar_reverse}\t{cut}\t");
        text += &format!("{line}{}\n", checksum(&line));
    }
    text
}

/// The checksum of a line up to the place where it stands.
fn checksum(line: &str) -> String {
    format!("{:016x}", xxh3_64(line.as_bytes()))
}

/// The bounds in a file; none if there is no file.
fn read(path: &Path) -> Result<Known> {
    let name = path.display();
    let bytes = match disk::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Known::new()),
        bytes => bytes.with_context(|| format!("cannot read {name}"))?,
    };
    let mut known = Known::new();
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        if line.starts_with(b"#") || line.is_empty() {
            continue;
        }
        let Some((key, bounds)) = str::from_utf8(line).ok().and_then(bounds) else {
            bail!(
                "{name}:{number}: the line has no bounds, or was altered: remove the file, or \
                 replace it with --recompute"
            );
        };
        if key.split('\t').next() == Some(&DEFINITION.to_string()) {
            known.insert(key, bounds);
        }
    }
    Ok(known)
}

/// The key and the bounds of a line with the right checksum.
fn bounds(line: &str) -> Option<(String, Bounds)> {
    let (covered, found) = line.split_at_checked(line.rfind('\t')? + 1)?;
    if checksum(covered) != found {
        return None;
    }
    let columns: Vec<&str> = covered.split('\t').collect();
    let [definition, heuristic, problem, length, basic, consistent, astar, astar_reverse, cut, ""] =
        columns[..]
    else {
        return None;
    };
    let bounds = Bounds {
        length: length.parse().ok()?,
        basic: basic.parse().ok()?,
        consistent: consistent.parse().ok()?,
        astar: astar.parse().ok()?,
        astar_reverse: astar_reverse.parse().ok()?,
        cut: cut.parse().ok()?,
    };
    Some((format!("{definition}\t{heuristic}\t{problem}\t"), bounds))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const BOUNDS: Bounds =
        Bounds { length: 3, basic: 2, consistent: 1, astar: 3, astar_reverse: 2, cut: 1 };

    fn problem(text: &str) -> Problem {
        text.parse().unwrap()
    }

    /// A folder, and the names of an instance file and of the file of bounds in it.
    fn place() -> (tempfile::TempDir, PathBuf, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        let (instances, bounds) = (file("some.tsv"), file("some.bounds.tsv"));
        (folder, instances, bounds)
    }

    #[test]
    fn bounds_are_only_found_for_what_they_were_computed_from() {
        let (_folder, instances, file) = place();
        let mut cache = Cache::beside(&instances, Damage::Refused).unwrap();
        let (one, other) = (problem("123046758"), problem("123406758"));
        assert_eq!(cache.get("manhattan", &one), None);
        cache.insert("manhattan", &one, BOUNDS);
        cache.insert("zero", &other, Bounds { cut: 2, ..BOUNDS });
        cache.write();

        let cache = Cache::beside(&instances, Damage::Refused).unwrap();
        assert_eq!(cache.get("manhattan", &one), Some(BOUNDS));
        assert_eq!(cache.get("zero", &one), None);
        assert_eq!(cache.get("manhattan", &other), None);
        assert_eq!(cache.get("zero", &other), Some(Bounds { cut: 2, ..BOUNDS }));

        // As another version would have written it.
        let text = fs::read_to_string(&file).unwrap();
        let line = text.lines().nth(1).unwrap();
        let (_, columns) = line.split_once('\t').unwrap();
        let covered = format!("0\t{}\t", columns.rsplit_once('\t').unwrap().0);
        fs::write(&file, format!("{covered}{}\n", checksum(&covered))).unwrap();
        assert!(Cache::beside(&instances, Damage::Refused).unwrap().known.is_empty());
    }

    #[test]
    fn altered_files_are_refused_unless_they_are_replaced() {
        let (_folder, instances, file) = place();
        let mut cache = Cache::beside(&instances, Damage::Refused).unwrap();
        cache.insert("manhattan", &problem("123046758"), BOUNDS);
        cache.write();
        let text = fs::read(&file).unwrap();
        let begin = HEADER.len() + 1;
        // Without the line feed at the end, the line is the same.
        for place in begin..text.len() - 1 {
            for bit in 0..8 {
                let mut altered = text.clone();
                altered[place] ^= 1 << bit;
                fs::write(&file, altered).unwrap();
                let error = Cache::beside(&instances, Damage::Refused).err().unwrap().to_string();
                assert!(error.contains("some.bounds.tsv:2: the line has no bounds"), "{error}");
                assert!(Cache::beside(&instances, Damage::Replaced).unwrap().known.is_empty());
            }
        }
        for other in ["my notes\n", "a\tb\tc\n", "\t\t\t\t\t\t\t\t\t\n"] {
            fs::write(&file, other).unwrap();
            assert!(Cache::beside(&instances, Damage::Refused).is_err());
        }
    }

    #[test]
    fn a_folder_that_cannot_be_written_costs_no_more_than_the_file() {
        let mut cache = Cache::beside(Path::new("/nowhere/some.tsv"), Damage::Refused).unwrap();
        cache.insert("manhattan", &problem("123046758"), BOUNDS);
        cache.write();
        assert_eq!(cache.get("manhattan", &problem("123046758")), Some(BOUNDS));
        assert!(cache.path.is_none());
    }
}
