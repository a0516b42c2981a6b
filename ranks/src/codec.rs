//! Values as words. Nodes, which are many, are words already and need no codec.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The words of a value, for a message.
///
/// # Panics
///
/// When the value cannot be written, such as a map of unknown length.
pub fn encode(value: &impl Serialize) -> Vec<u64> {
    let bytes = postcard::to_allocvec(value)
        .unwrap_or_else(|error| panic!("a message cannot be written: {error}"));
    let word = |part: &[u8]| part.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    bytes.chunks(size_of::<u64>()).map(word).collect()
}

/// The value that [`encode`] wrote.
///
/// # Panics
///
/// When another rank wrote something else, so that it cannot be the same program.
pub fn decode<T: DeserializeOwned>(words: &[u64]) -> T {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    postcard::from_bytes(&bytes).unwrap_or_else(|error| {
        panic!("a message of another rank cannot be read: {error}; do all run the same program?")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_every_length_are_read_as_they_were_written() {
        let text = "boards of 1 × 1 and 2 × 2";
        for end in (0..=text.len()).filter(|&end| text.is_char_boundary(end)) {
            let value = (u64::MAX, Some(text[..end].to_owned()), [0u8; 3]);
            assert_eq!(decode::<(u64, Option<String>, [u8; 3])>(&encode(&value)), value);
        }
        assert!(encode(&()).is_empty());
        decode::<()>(&[]);
    }

    #[test]
    #[should_panic(expected = "a message of another rank cannot be read")]
    fn what_is_too_short_is_refused() {
        decode::<String>(&encode(&200u64));
    }
}
