//! Tables of values, and how they are written for people and for programs.
//!
//! # The main decision
//!
//! **A table holds values, and only its writers round them.** So a number has the same digits
//! in the terminal, on the page and in a paper, and is exact in CSV. The page writes its
//! tables itself, because they have pictures of styles.

pub(crate) mod latex;
mod units;
mod value;

use anyhow::Result;
use optile_results::text::markdown::{self, escape};
use optile_results::text::{spreadsheet, terminal};

pub(crate) use value::is_tie;
pub use value::{NOTHING, Value};

/// A table, before it gets its format.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// What it shows, over which instances; empty if the text beside it says so.
    pub caption: String,
    /// The headings of the columns.
    pub headings: Vec<String>,
    /// Number of columns of texts. They are on the left of the columns of numbers.
    pub texts: usize,
    /// Its rows.
    pub rows: Vec<Vec<Value>>,
}

impl Table {
    /// A table without a caption. The first columns, so many as `texts`, hold texts.
    pub fn new<H: Into<String>>(
        headings: impl IntoIterator<Item = H>,
        texts: usize,
        rows: Vec<Vec<Value>>,
    ) -> Self {
        let headings = headings.into_iter().map(Into::into).collect();
        Self { caption: String::new(), headings, texts, rows }
    }

    /// The table without the columns, after those of texts, that say nothing.
    pub(crate) fn without_empty_columns(mut self) -> Self {
        let has_value = |place: usize| self.rows.iter().any(|row| row[place].tells());
        let is_kept: Vec<bool> =
            (0..self.headings.len()).map(|place| place < self.texts || has_value(place)).collect();
        let mut kept = is_kept.iter().cycle();
        self.headings.retain(|_| kept.next() == Some(&true));
        for row in &mut self.rows {
            row.retain(|_| kept.next() == Some(&true));
        }
        self
    }

    /// All rows, written by `write`.
    fn written(&self, write: impl Fn(&Value) -> String) -> impl Iterator<Item = Vec<String>> {
        self.rows.iter().map(move |row| row.iter().map(&write).collect())
    }

    /// The table for a terminal of this many columns, if any; see [`terminal::table`].
    pub fn terminal(&self, room: Option<u16>) -> String {
        let headings: Vec<&str> = self.headings.iter().map(String::as_str).collect();
        terminal::table(&headings, self.written(Value::text).collect(), self.texts.., room)
    }

    /// The table as Markdown, below its caption.
    pub(crate) fn markdown(&self) -> String {
        let headings: Vec<String> = self.headings.iter().map(|text| escape(text)).collect();
        let rows = self.written(|value| escape(&value.text()));
        let table = markdown::table(&headings, rows, self.texts..);
        format!("{}\n\n{table}", escape(&self.caption))
    }

    /// The table as CSV, unrounded.
    pub(crate) fn csv(&self) -> Result<String> {
        let mut table = csv::Writer::from_writer(Vec::new());
        table.write_record(&self.headings)?;
        for row in self.written(|value| spreadsheet::cell(&value.exact()).into_owned()) {
            table.write_record(row)?;
        }
        Ok(String::from_utf8(table.into_inner()?)?)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_csv_file_gives_back_every_text(
            cells in prop::collection::vec("[=+@\\-'\"#,; a\\\\{}u\\t\\r\\n\u{0}\u{1b}\u{202e}\u{2028}\u{feff}]{0,6}", 1..12),
            width in 1usize..4,
        ) {
            let rows = cells.chunks(width).filter(|row| row.len() == width);
            let rows: Vec<Vec<String>> = rows.map(<[_]>::to_vec).collect();
            let values = |row: &Vec<String>| row.iter().map(|text| text.as_str().into()).collect();
            let headings = (0..width).map(|place| place.to_string());
            let table = Table::new(headings, width, rows.iter().map(values).collect());
            let text = table.csv().unwrap();
            let mut read = csv::Reader::from_reader(text.as_bytes());
            let texts = |record: csv::StringRecord| -> Vec<String> {
                record.iter().map(|cell| spreadsheet::text(cell).into_owned()).collect()
            };
            let read: Vec<Vec<String>> = read.records().map(|row| texts(row.unwrap())).collect();
            prop_assert_eq!(read, rows, "{}", text);
        }
    }
}
