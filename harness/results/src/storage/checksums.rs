//! `checksums.txt`: the checksums of the files of a folder that are written as a whole. Rows
//! have their own checksums.
//!
//! # The main decision
//!
//! **A checksum is written before its file.** A process may be killed between two files. So
//! before a file is replaced, `checksums.txt` also gets the checksum of its new contents.
//! When the file is replaced, the checksum of the old contents is removed. At any moment, the
//! file has one of its checksums.

use std::io::{self, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};

use crate::storage::contents::Contents;
use crate::storage::disk;
use crate::storage::files::{self, Keeping, ResultFile};
use crate::storage::seal::checksum;
use crate::text::lines::quote;

/// The file of the checksums.
pub(super) const NAME: &str = "checksums.txt";

/// What stands for the checksum of a file that does not exist yet.
const ABSENT: &str = "----------------";

/// Reads one of the files.
///
/// # Errors
///
/// When it cannot be read, or was altered.
pub(super) fn read(folder: &Path, name: &str) -> Result<Contents> {
    let path = folder.join(name);
    let mut known = Checksums::read(folder)?;
    loop {
        let bytes =
            contents(&path).with_context(|| format!("{}: cannot be read", path.display()))?;
        let found = state(bytes.as_deref());
        let said: Vec<&str> = known.of(name).collect();
        let has_checksum = !said.is_empty();
        // A file that was never written has the checksum of nothing.
        if said.contains(&&*found) {
            return Ok(Contents { path, has_checksum: bytes.is_some(), bytes });
        }
        // Another process may have replaced both files meanwhile.
        let now = Checksums::read(folder)?;
        if now != known {
            known = now;
            continue;
        }
        if has_checksum && bytes.is_some() {
            bail!(
                "{}: the checksum is {found}, but {NAME} has {}: the file was altered; restore a \
                 copy of it, or if you changed it yourself, remove its line from {NAME}",
                path.display(),
                said.join(" or ")
            );
        }
        return Ok(Contents { path, bytes, has_checksum });
    }
}

/// Replaces one of the files.
///
/// # Errors
///
/// When it cannot be written. The old file then stays.
pub(super) fn replace(folder: &Path, name: &'static str, bytes: &[u8]) -> Result<()> {
    let (path, file) = (folder.join(name), folder.join(NAME));
    let cannot_write = |path: &Path| format!("cannot write {}", path.display());
    let old = contents(&path).with_context(|| cannot_write(&path))?;
    let (old, new) = (state(old.as_deref()), state(Some(bytes)));
    let mut checksums = Checksums::read(folder)?;
    checksums.set(name, &[&old, &new]);
    disk::replace(&file, |out| out.write_all(checksums.text().as_bytes()))
        .with_context(|| cannot_write(&file))?;
    disk::replace(&path, |out| out.write_all(bytes)).with_context(|| cannot_write(&path))?;
    checksums.set(name, &[&new]);
    // After a power failure, the checksums before are right too.
    disk::redraw(&file, checksums.text().as_bytes()).with_context(|| cannot_write(&file))
}

fn contents(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match disk::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        bytes => bytes.map(Some),
    }
}

fn state(bytes: Option<&[u8]>) -> String {
    bytes.map_or_else(|| ABSENT.to_owned(), checksum)
}

/// The lines of the file: a checksum and a name, each. A file that is being replaced has two.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Checksums(Vec<(String, &'static str)>);

impl Checksums {
    fn read(folder: &Path) -> Result<Self> {
        let path = folder.join(NAME);
        let bytes =
            contents(&path).with_context(|| format!("{}: cannot be read", path.display()))?;
        let bytes = bytes.unwrap_or_default();
        let lines =
            bytes.split(|&byte| byte == b'\n').zip(1..).filter(|(line, _)| !line.is_empty());
        let lines = lines.map(|(line, number)| {
            entry(line).ok_or_else(|| {
                let (name, line) = (path.display(), quote(&String::from_utf8_lossy(line)));
                anyhow!(
                    "{name}:{number}: {line} is not a checksum and the name of a file: restore a \
                     copy of the file, or remove it"
                )
            })
        });
        Ok(Self(lines.collect::<Result<_>>()?))
    }

    fn of(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |line| line.1 == name).map(|line| line.0.as_str())
    }

    fn set(&mut self, name: &'static str, states: &[&str]) {
        self.0.retain(|line| line.1 != name);
        self.0.extend(states.iter().map(|&state| (state.to_owned(), name)));
    }

    fn text(&self) -> String {
        self.0.iter().map(|(state, name)| format!("{state}  {name}\n")).collect()
    }
}

fn entry(line: &[u8]) -> Option<(String, &'static str)> {
    let (state, name) = str::from_utf8(line).ok()?.split_once("  ")?;
    let kept_whole = files::ALL.into_iter().filter(|file| file.keeping() == Keeping::Whole);
    let name = kept_whole.map(ResultFile::name).find(|&known| known == name)?;
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let is_state = state == ABSENT || state.len() == ABSENT.len() && state.bytes().all(is_digit);
    is_state.then(|| (state.to_owned(), name))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The contents of the file, as a text that names its state.
    fn found(folder: &Path) -> String {
        let contents = match read(folder, "run.json") {
            Ok(contents) => contents,
            Err(error) => return format!("{error:#}"),
        };
        match (contents.bytes, contents.has_checksum) {
            (Some(bytes), true) => String::from_utf8(bytes).unwrap(),
            (Some(_), false) => "unchecked".into(),
            (None, true) => "lost".into(),
            (None, false) => "none".into(),
        }
    }

    #[test]
    fn a_file_has_one_of_its_checksums_whenever_its_writer_is_killed() {
        let home = tempfile::tempdir().unwrap();
        let (file, sums) = (home.path().join("run.json"), home.path().join(NAME));
        let (empty, one, two) = (ABSENT.to_owned(), checksum(b"one"), checksum(b"two"));
        assert_eq!(found(home.path()), "none");
        fs::write(&sums, format!("{empty}  run.json\n{one}  run.json\n")).unwrap();
        assert_eq!(found(home.path()), "none");
        fs::write(&file, "one").unwrap();
        assert_eq!(found(home.path()), "one");
        fs::write(&sums, format!("{one}  run.json\n{two}  run.json\n")).unwrap();
        assert_eq!(found(home.path()), "one");
        fs::write(&file, "two").unwrap();
        assert_eq!(found(home.path()), "two");
        // The next writer makes the end of this one.
        replace(home.path(), "run.json", b"three").unwrap();
        assert_eq!(found(home.path()), "three");
        let text = fs::read_to_string(&sums).unwrap();
        assert_eq!(text, format!("{}  run.json\n", checksum(b"three")));
    }

    #[test]
    fn altered_files_are_refused_and_lost_and_older_ones_are_told_apart() {
        let home = tempfile::tempdir().unwrap();
        let (file, sums) = (home.path().join("run.json"), home.path().join(NAME));
        replace(home.path(), "run.json", b"one").unwrap();
        replace(home.path(), "bounds.csv", b"").unwrap();
        fs::write(&file, "One").unwrap();
        let error = found(home.path());
        assert!(
            error.contains("run.json: the checksum is ") && error.contains("restore"),
            "{error}"
        );
        fs::remove_file(&file).unwrap();
        assert_eq!(found(home.path()), "lost");
        fs::write(&file, "One").unwrap();
        for line in ["0123  run.json", "0123456789abcdef run.json", "0123456789abcdef  run.jsom"] {
            fs::write(&sums, format!("\n{line}\n")).unwrap();
            let error = found(home.path());
            assert!(error.contains("checksums.txt:2: ") && error.contains("restore"), "{error}");
        }
        fs::remove_file(&sums).unwrap();
        assert_eq!(found(home.path()), "unchecked");
    }

    #[test]
    fn a_reader_beside_a_writer_finds_no_fault() {
        let home = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            let writer = scope.spawn(|| {
                for number in 0..50 {
                    replace(home.path(), "run.json", number.to_string().as_bytes()).unwrap();
                }
            });
            while !writer.is_finished() {
                let found = found(home.path());
                assert!(found == "none" || found.parse::<u32>().is_ok(), "{found}");
            }
        });
    }
}
