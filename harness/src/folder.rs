//! The folder that a run leaves its results in.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::record::{HeuristicPoint, RunRecord};
use crate::row::Row;

/// Everything that optile writes into a folder of results.
const CONTENTS: [&str; 6] =
    ["run.json", "results.jsonl", "results.csv", "heuristics.csv", "report.html", "charts"];

/// A folder of results under way. A row is on disk when [`Folder::append`]
/// returns, whatever happens to the process afterwards.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    rows: File,
    /// Length of `results.jsonl` up to the last whole row.
    whole: u64,
}

impl Folder {
    /// Makes the folder. Results that are there already are removed when
    /// `overwrite` says so.
    ///
    /// # Errors
    ///
    /// When there are results already, or nothing can be written there.
    pub fn create(path: &Path, overwrite: bool) -> Result<Self> {
        let cannot = || format!("cannot write results to {}", path.display());
        fs::create_dir_all(path).with_context(cannot)?;
        for name in CONTENTS {
            let old = path.join(name);
            let Ok(kind) = old.symlink_metadata() else { continue };
            if !overwrite {
                bail!(
                    "{} holds results already ({name}): choose another folder with --out, or say \
                     --overwrite",
                    path.display()
                );
            }
            let removed = match kind.is_dir() {
                true => fs::remove_dir_all(&old),
                false => fs::remove_file(&old),
            };
            removed.with_context(|| format!("cannot remove {}", old.display()))?;
        }
        let file = path.join("results.jsonl");
        let rows = OpenOptions::new()
            .create_new(true)
            .append(true)
            .open(&file)
            .with_context(|| format!("cannot create {}", file.display()))?;
        Ok(Self { path: path.to_owned(), rows, whole: 0 })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds one row and flushes it.
    ///
    /// # Errors
    ///
    /// When it cannot be written, as on a full disk. The message then has the
    /// row, and the file ends with the row before.
    pub fn append(&mut self, row: &Row) -> Result<()> {
        let mut line = serde_json::to_string(row)?;
        line.push('\n');
        if let Err(error) = self.rows.write_all(line.as_bytes()).and_then(|()| self.rows.flush()) {
            // Best effort: readers leave out half a line at the end anyway.
            let _ = self.rows.set_len(self.whole);
            return Err(error).with_context(|| {
                format!(
                    "cannot write {}; the row that did not fit: {}",
                    self.path.join("results.jsonl").display(),
                    line.trim_end()
                )
            });
        }
        self.whole += line.len() as u64;
        Ok(())
    }

    /// Writes the origin: first of all, and again when all is done.
    ///
    /// # Errors
    ///
    /// When it cannot be written; what was there before stays.
    pub fn write_record(&self, record: &RunRecord) -> Result<()> {
        let mut text = serde_json::to_string_pretty(record)?;
        text.push('\n');
        self.replace("run.json", |out| out.write_all(text.as_bytes()))
    }

    /// Writes all rows anew, because judging them together changed some.
    ///
    /// # Errors
    ///
    /// When they cannot be written; what was there before stays.
    pub fn rewrite(&self, rows: &[Row]) -> Result<()> {
        self.replace("results.jsonl", |out| {
            rows.iter().try_for_each(|row| {
                serde_json::to_writer(&mut *out, row)?;
                out.write_all(b"\n")
            })
        })
    }

    /// Writes `results.csv`: the same rows, flat.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write_csv(&self, rows: &[Row]) -> Result<()> {
        self.write_table("results.csv", rows)
    }

    /// Writes `heuristics.csv`.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write_heuristics(&self, points: &[HeuristicPoint]) -> Result<()> {
        self.write_table("heuristics.csv", points)
    }

    fn write_table<T: serde::Serialize>(&self, name: &str, lines: &[T]) -> Result<()> {
        self.replace(name, |out| {
            let mut table = csv::Writer::from_writer(out);
            lines.iter().try_for_each(|line| table.serialize(line))?;
            table.flush()
        })
    }

    /// Writes a file under another name and moves it in place when it is
    /// whole.
    fn replace(
        &self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        let file = self.path.join(name);
        let draft = self.path.join(format!(".{name}.draft"));
        let whole = File::create(&draft).and_then(|draft| {
            let mut out = io::BufWriter::new(draft);
            write(&mut out)?;
            out.flush()
        });
        let moved = whole.and_then(|()| fs::rename(&draft, &file));
        if moved.is_err() {
            // It holds nothing that results.jsonl does not.
            let _ = fs::remove_file(&draft);
        }
        moved.with_context(|| format!("cannot write {}", file.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::Status;

    fn row(instance: &str) -> Row {
        Row {
            instance: instance.into(),
            size: "3x3".parse().unwrap(),
            strategy: "bfs".into(),
            sample: 0,
            order: 0,
            status: Status::Solved,
            reason: None,
            length: Some(1),
            moves: Some("u".into()),
            optimal: None,
            expanded: Some(1),
            expanded_before_last: Some(0),
            generated: Some(2),
            evaluated: None,
            duplicates: Some(0),
            reopened: Some(0),
            peak_stored: Some(2),
            layers: Some(1),
            prepare_ns: 0,
            search_ns: 5,
            peak_bytes: Some(64),
        }
    }

    #[test]
    fn rows_are_on_disk_at_once_and_read_back() {
        let home = tempfile::tempdir().unwrap();
        let mut folder = Folder::create(&home.path().join("a/b"), false).unwrap();
        let rows = [row("x"), row("y, \"quoted\"")];
        for (index, row) in rows.iter().enumerate() {
            folder.append(row).unwrap();
            let text = fs::read_to_string(folder.path().join("results.jsonl")).unwrap();
            assert_eq!(text.lines().count(), index + 1);
        }
        folder.rewrite(&rows).unwrap();
        let text = fs::read_to_string(folder.path().join("results.jsonl")).unwrap();
        let read: Vec<Row> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(read, rows);
        folder.write_csv(&rows).unwrap();
        let mut table = csv::Reader::from_path(folder.path().join("results.csv")).unwrap();
        let read: Vec<Row> = table.deserialize().map(Result::unwrap).collect();
        assert_eq!(read, rows);
    }

    #[test]
    fn results_are_never_overwritten_unasked() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("notes.txt"), "mine").unwrap();
        Folder::create(home.path(), false).unwrap().append(&row("x")).unwrap();
        let error = Folder::create(home.path(), false).unwrap_err().to_string();
        assert!(error.contains("--overwrite"), "{error}");
        fs::create_dir(home.path().join("charts")).unwrap();
        Folder::create(home.path(), true).unwrap();
        assert_eq!(fs::read(home.path().join("results.jsonl")).unwrap(), b"");
        assert!(!home.path().join("charts").exists());
        assert!(home.path().join("notes.txt").exists());
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("file");
        fs::write(&file, "").unwrap();
        let error = format!("{:#}", Folder::create(&file.join("out"), false).unwrap_err());
        assert!(error.contains("cannot write results to"), "{error}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error_that_shows_the_row() {
        let home = tempfile::tempdir().unwrap();
        let mut folder = Folder::create(home.path(), false).unwrap();
        folder.rows = OpenOptions::new().append(true).open("/dev/full").unwrap();
        let error = format!("{:#}", folder.append(&row("lost")).unwrap_err());
        assert!(error.contains("\"instance\":\"lost\""), "{error}");
    }
}
