//! Texts as words.

/// A text as words: its length in bytes, then eight bytes per word.
pub fn to_words(text: &str) -> Vec<u64> {
    let bytes = text.as_bytes().chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    [text.len() as u64].into_iter().chain(bytes).collect()
}

/// The text of words that [`to_words`] gave.
pub fn to_text(words: &[u64]) -> String {
    let (length, words) = words.split_first().unwrap_or((&0, &[]));
    let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.truncate(*length as usize);
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_they_were_written() {
        for text in ["", "a", "12345678", "größer als 8 Byte"] {
            assert_eq!(to_text(&to_words(text)), text);
        }
    }
}
