//! What a program or a strategy counts besides the counters.

use std::collections::BTreeMap;
use std::fmt;

use optile_core::Meter;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// Counters of its own that a run tells, by their names. They are numbers of the folder, see
/// [`numbers`](crate::number::numbers).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Extra(BTreeMap<String, u64>);

impl Extra {
    /// The value of this name.
    pub fn get(&self, name: &str) -> Option<u64> {
        self.0.get(name).copied()
    }

    /// All names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<&[(&'static str, u64)]> for Extra {
    fn from(told: &[(&'static str, u64)]) -> Self {
        Self(told.iter().map(|&(name, value)| (name.to_owned(), value)).collect())
    }
}

impl<'de> Deserialize<'de> for Extra {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Entries)
    }
}

struct Entries;

impl<'de> Visitor<'de> for Entries {
    type Value = Extra;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of whole numbers in \"extra\", such as {\"max-queue\":431}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Extra, A::Error> {
        let mut all = BTreeMap::new();
        while let Some(name) = map.next_key::<String>()? {
            if !Meter::is_extra_name(&name) {
                return Err(A::Error::custom(format!(
                    "the name {name:?} in \"extra\": expected 1 to 40 letters, digits and \"-\", \
                     such as max-queue"
                )));
            }
            let value = map.next_value()?;
            if all.insert(name.clone(), value).is_some() {
                return Err(A::Error::custom(format!("{name:?} occurs twice in \"extra\"")));
            }
            if all.len() > Meter::MOST_EXTRA {
                return Err(A::Error::custom(format!(
                    "more than {} counters in \"extra\": leave some out",
                    Meter::MOST_EXTRA
                )));
            }
        }
        Ok(Extra(all))
    }
}
