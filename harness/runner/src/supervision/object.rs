//! JSON objects without duplicate keys.

use std::fmt;

use optile_results::lines::quote;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A JSON object in which each key occurs once. With two values for a key, the
/// intended one would not be known.
#[derive(Debug)]
pub(crate) struct Object(pub(crate) serde_json::Map<String, serde_json::Value>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Fields)
    }
}

/// Reads the fields of an [`Object`].
struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = Object;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Object, A::Error> {
        let mut object = serde_json::Map::new();
        while let Some((key, value)) = fields.next_entry::<String, serde_json::Value>()? {
            if object.contains_key(&key) {
                return Err(A::Error::custom(format!("the field {} occurs twice", quote(&key))));
            }
            object.insert(key, value);
        }
        Ok(Object(object))
    }
}
