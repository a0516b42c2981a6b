//! Columns of values for the page's script.

use std::collections::HashMap;

use serde::{Serialize, Serializer};

/// One value per run; written as a single value if all are the same.
pub(super) struct Column<T>(pub(super) Vec<T>);

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
pub(super) struct Dictionary<'a> {
    places: HashMap<&'a str, usize>,
    pub(super) values: Vec<&'a str>,
}

impl<'a> Dictionary<'a> {
    pub(super) fn has(&self, value: &str) -> bool {
        self.places.contains_key(value)
    }

    pub(super) fn place(&mut self, value: &'a str) -> usize {
        *self.places.entry(value).or_insert_with(|| {
            self.values.push(value);
            self.values.len() - 1
        })
    }
}
